"""Figures that pages say in prose are those of the results: who measures anew is told which sentence to change."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dp_gateway.languages import LANGUAGES

ROOT = Path(__file__).parents[2]
ROWS = json.loads((ROOT / "benchmarks/results.json").read_text())["figures"]
FIGURES: dict[str, float] = {name: row["measured"] for name, row in ROWS.items()}
MET: dict[str, bool] = {name: row["met"] == "yes" for name, row in ROWS.items()}


def _covered(language: str) -> str:
    return f"{language}: entities fully covered"


def _met() -> str:
    names = sorted(one.name for one in LANGUAGES.values() if MET.get(_covered(one.name)))
    return " and ".join(", ".join(names).rsplit(", ", 1))


def _replaced() -> str:
    """What the page on public references says was kept when it was measured, before anybody read it."""
    (kept,) = re.findall(r"the last 242 sentences (\d+) of 189", (ROOT / "benchmarks/public.md").read_text())
    return str(189 - int(kept))


SAID: list[tuple[str, str, Callable[[], str]]] = [
    (
        "docs/faq.md",
        r"A new message of a chat takes about (\d+) milliseconds",
        lambda: f"{FIGURES['added p50 at one connection, entities, NER on a new message, ms']:.0f}",
    ),
    (
        "docs/faq.md",
        r"one that\s+came before ([\d.]+)",
        lambda: f"{FIGURES['added p50 at one connection, entities, spans seen, ms']:.1f}",
    ),
    (
        "docs/faq.md",
        r"drawing words alone ([\d.]+)",
        lambda: f"{FIGURES['added p50 at one connection, tokens, ms']:.1f}",
    ),
    (
        "docs/limits.md",
        r"finds (\d+) % \(rare names in tweets\)",
        lambda: f"{100 * FIGURES['default, WNUT17 test, names, entities covered']:.0f}",
    ),
    (
        "docs/limits.md",
        r"to (\d+) % \(informal text\)",
        lambda: f"{100 * FIGURES['default, informal, entities covered']:.0f}",
    ),
    (
        "docs/limits.md",
        r"of 189 public mentions in sentences that nobody had looked at, (\d+) were replaced",
        _replaced,
    ),
    (
        "docs/languages.md",
        r"of these only that of what is covered in ([\w ,]+) is met",
        _met,
    ),
    (
        "docs/concepts/guarantees.md",
        r"expected cosine at certified epsilon 6 / 8 / 10 is\s+([\d. /]+);",
        lambda: " / ".join(
            f"{FIGURES[f'stairtext, certified epsilon {epsilon}: expected cosine (SST-2)']:.2f}"
            for epsilon in (6, 8, 10)
        ),
    ),
    (
        "docs/concepts/entities.md",
        r"for the last time, (\d+) are found whole",
        lambda: f"{67 * FIGURES['topics: phrases found whole, fresh']:.0f}",
    ),
    (
        "docs/concepts/entities.md",
        r"written with those sentences, (\d+) have an alarm",
        lambda: f"{46 * FIGURES['topics: general statements with an alarm']:.0f}",
    ),
    (
        "docs/concepts/entities.md",
        r"that nobody looked at \(993 words\) \| (\d+) \|",
        lambda: f"{FIGURES['topics: alarms in 10,000 words, clean held out']:.0f}",
    ),
    (
        "SECURITY.md",
        r"of 50 false or unsupported statements in a set unseen (\d+) were told",
        lambda: f"{50 * FIGURES['cautions: recall on unseen replies of many kinds']:.0f}",
    ),
]


@pytest.mark.parametrize(("page", "sentence", "measured"), SAID, ids=lambda one: one if isinstance(one, str) else "")
def test_a_figure_in_prose_is_the_measured_one(page: str, sentence: str, measured: Callable[[], str]) -> None:
    said = re.findall(sentence, (ROOT / page).read_text())
    assert said == [measured()]
