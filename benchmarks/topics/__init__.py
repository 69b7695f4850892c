"""Sensitive topics: what a policy with all of them finds, and what it takes for one in vain.

What is marked in `developed.txt` and `fresh.txt` is what such a policy should draw. In `general.txt` and in the clean
texts of `benchmarks.detection` nobody is spoken of: what is found there is an alarm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks.detection.sets import own_sets
from benchmarks.timing import Figure
from dp_gateway import Gateway
from dp_gateway.policy import TOPICS, parse_policy

__all__ = ["found_in", "lines", "recall", "run"]

_CLEAN = ("clean", "clean held out")
_MARKED = re.compile(r"\[([^\]]+)\]")


def lines(name: str) -> list[str]:
    """The sentences of a file."""
    text = (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def found_in(gateway: Gateway, text: str) -> list[tuple[int, int]]:
    """Where phrases of topics are drawn in a text."""
    types = {name for names in TOPICS.values() for name in names}
    return [(span.start, span.end) for span in gateway.sanitize(text).spans if span.unit in types]


def recall(gateway: Gateway, sentences: list[str]) -> tuple[int, int, int]:
    """How many marked phrases are found whole, how many at least in part, and of how many."""
    whole = partly = marked = 0
    for line in sentences:
        at, text, wanted = 0, "", list[tuple[int, int]]()
        for one in _MARKED.finditer(line):
            text += line[at : one.start()]
            wanted.append((len(text), len(text) + len(one[1])))
            text, at = text + one[1], one.end()
        spans = found_in(gateway, text + line[at:])
        marked += len(wanted)
        whole += sum(any(start <= first and last <= end for start, end in spans) for first, last in wanted)
        partly += sum(any(start < last and first < end for start, end in spans) for first, last in wanted)
    return whole, partly, marked


def run() -> Iterator[Figure]:
    """Recall on the labelled sentences, and alarms on texts about nobody."""
    gateway = Gateway(parse_policy({"name": "topics", "kind": "hybrid", "topics": list(TOPICS)}))
    for part in ("developed", "fresh"):
        whole, partly, marked = recall(gateway, lines(part))
        yield Figure(f"topics: phrases found whole, {part}", whole / marked, 0.8, at_most=False)
        yield Figure(f"topics: phrases found at least in part, {part}", partly / marked, 0.9, at_most=False)
    general = lines("general")
    alarmed = sum(bool(found_in(gateway, text)) for text in general)
    yield Figure("topics: general statements with an alarm", alarmed / len(general), 0.1)
    clean = {one.name: [each.text for each in one.examples] for one in own_sets() if one.name in _CLEAN}
    for name, texts in clean.items():
        alarms = 1e4 * sum(len(found_in(gateway, text)) for text in texts) / sum(len(text.split()) for text in texts)
        yield Figure(f"topics: alarms in 10,000 words, {name}", alarms, 10)
