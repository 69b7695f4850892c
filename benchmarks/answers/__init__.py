"""What users get: answers through the gateway against answers in clear.

    python -m benchmarks answers                                    # every item with the exact reader, figures and bars
    python -m benchmarks.answers                                    # the same, written to answers.json and answers.md
    python -m benchmarks.answers --model smollm2 --items 40         # a model on this machine, beside the reader
    python -m benchmarks.answers --model http://127.0.0.1:11434/v1#qwen3 --api-key-env KEY

A run that was stopped goes on where it was: what a model said is kept in `--kept`.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.timing import Figure

__all__ = ["run"]

_BARS = {"question": 0.97, "json": 0.95, "knowledge": 0.85, "summary": 1.0, "rewrite": 1.0, "chat": 1.0}


def run() -> Iterator[Figure]:
    """The figures of the held-out items under `entities`, relative to clear; beside each that of a placebo."""
    from benchmarks.answers.items import items
    from benchmarks.answers.measure import PLACEBO, measure, summary
    from benchmarks.answers.reader import Reader

    held_out = [item for item in items() if item.part == "held out"]
    found = measure(held_out, ("clear", PLACEBO, "entities"), Reader().answer)
    clear, placebo, ours = (
        summary(one for one in found if one.column == name) for name in ("clear", PLACEBO, "entities")
    )
    for task, bar in _BARS.items():
        value, other = (of.scores[task] / clear.scores[task] for of in (ours, placebo))
        name = f"answers, exact reader, entities / clear (placebo {other:.2f}): {task}"
        yield Figure(name, value, bar, at_most=False)
    yield Figure("answers: false statements about the true thing, not cautioned", ours.not_cautioned, 0.05)
    yield Figure("answers: general questions that were changed", ours.changed, 0.0)
    yield Figure("answers: replies with a stand-in that stayed, not cautioned", ours.stayed, 0.0)
