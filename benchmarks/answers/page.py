"""The page of the answers, made from the results file."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from benchmarks.answers.items import TASKS

__all__ = ["FILE", "page", "write"]

FILE = Path(__file__).parents[1] / "answers.json"

_HEAD = """# Answers

Written by `python -m benchmarks.answers` (with `--part` for others than the held-out items). {items} made-up items in
nine tasks come in parts, each with names, documents and questions of its own. *Developed*, *held out* and
the *third* to the *eleventh* were read while the gateway was changed, the held-out ones after five rounds in which only
totals were seen. The *fresh* part is written and committed before it is run once; what it lost is read after that, and
a new one is written in the next round, so that the third to the eleventh were fresh once. Who changed the gateway had
written those to the sixth, so that their kinds were known, and how they end was not; who wrote the seventh to the
present one had seen the notes on this page, but not the gateway's rules. Countries, towns and their facts are
of the public lists from which the gateway puts facts right (GeoNames, CLDR), so that these questions say nothing of
what the lists lack. From the ninth part on, the exact reader also reads a document of which 85 % of the
layout's words stand as they are, and there each value beside which no word was changed. After the eleventh part each
document stands in one item alone, and wordings take turns. Each item is a conversation;
what is scored is the last reply as the user reads it: the share of its facts, found by program. Columns are relative to
clear but for the first, which is the score itself.

*Placebo*: nothing stands between, and the same items are about other people (other names, towns, firms, amounts and
days of the same lists, in the same sentences). A small model answers differently to a different name; what a placebo
loses or wins against clear is that noise of the model, and no bar says anything below it.

*Placeholders* puts numbered labels for what Presidio finds (spaCy's small English pipeline) and back where a reply
repeats them, letter by letter. *Langchain* is the PresidioReversibleAnonymizer of langchain-experimental with the same
pipeline: values of Faker, each message by itself, put back where the reply repeats them.

*False*: of the questions of knowledge about somebody, how many replies state something untrue of the true value.
*Not cautioned*: the same without those that the gateway told the user of. *Warned*: of the right replies to them, how
many carried a caution all the same. *Refused*: of those questions, how many replies say that they do not answer.
*Stayed*: replies with a stand-in that was not put back, without a caution, and that the reply in clear does not hold
either ("one has to be 18"). *In clear*: of the private values, how many stand in what left, outside of what was drawn
(a draw may be the value itself, or a phrase that holds it: "head teacher" for a teacher; the attack below counts that).
*Changed*: of the questions about nobody, how many were
changed on their way.
"""

_READER = """
The **exact reader** is a program, no language model: it reads what it is sent without a mistake and knows countries,
towns and arithmetic. What it loses is lost by the gateway. How a model copes with odd stand-ins it does not show.
"""


def page(results: dict[str, Any]) -> str:
    """All models, one table of tasks and one of what is false or left."""
    parts = [_HEAD.format(items=results["items"])]
    for model, of in results["models"].items():
        parts.append(f"\n## {model}\n")
        if model.startswith("exact reader"):
            parts.append(_READER)
        parts.append(f"\n{of['note']}\n\n{_tasks(of['columns'])}\n{_rest(of['columns'])}")
    parts.append(_attacks(results["attacked"]))
    return "".join(parts)


def _tasks(columns: dict[str, Any]) -> str:
    clear = columns["clear"]["scores"]
    lines = [f"| task | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    for task in TASKS:
        cells = [
            clear[task],
            *(_by(of["scores"][task], clear[task]) for name, of in columns.items() if name != "clear"),
        ]
        lines.append(f"| {task} | {' | '.join(map(_figure, cells))} |")
    return "\n".join(lines) + "\n"


def _rest(columns: dict[str, Any]) -> str:
    names = ("false", "not_cautioned", "warned", "refused", "stayed", "leaked", "changed")
    shown = ("false", "not cautioned", "warned", "refused", "stayed", "in clear", "changed")
    lines = [f"| column | {' | '.join(shown)} |", f"|---|{'---:|' * len(shown)}"]
    lines += [f"| {column} | {' | '.join(_figure(of[name]) for name in names)} |" for column, of in columns.items()]
    steps = [
        f"`{column}`: {of['rewritten']:.0%} of the replies that the local model was asked to correct were rewritten, "
        f"in {of['seconds']:.1f} seconds each (median).\n"
        for column, of in columns.items()
        if of.get("rewritten") is not None
    ]
    return "\n".join([*lines, "", *steps]) + "\n" if steps else "\n".join(lines) + "\n"


def _attacks(attacked: dict[str, Any]) -> str:
    types = sorted({name for of in attacked.values() for name in of["success"]})
    lines = [
        "\n## The same policies, attacked\n",
        "Share of the mentions in the held-out documents that the better of two attacks names exactly: a Bayesian one\n"
        "with the other documents as prior knowledge, and inversion. Beside it the largest certified epsilon of one\n"
        "value. Numbers and dates are drawn near the value, where near is as telling as equal: they are left out.\n",
        f"| policy | certified epsilon | {' | '.join(types)} |",
        f"|---|---:|{'---:|' * len(types)}",
    ]
    for policy, of in attacked.items():
        epsilon = "no guarantee" if of["epsilon"] is None else f"{of['epsilon']:.2f}"
        cells = [_figure(of["success"].get(name)) for name in types]
        lines.append(f"| {policy} | {epsilon} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _by(value: float | None, clear: float | None) -> float | None:
    return None if value is None or not clear else value / clear


def _figure(value: float | None) -> str:
    return "" if value is None or math.isnan(value) else f"{value:.2f}"


def write(results: dict[str, Any]) -> None:
    """The results as JSON, and the page beside them."""
    FILE.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    FILE.with_suffix(".md").write_text(page(results), encoding="utf-8")
