"""Items through columns to a provider: one line of JSON for each, kept in a file, so that a run can go on."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.answers.columns import Column, column
from benchmarks.answers.items import TASKS, Item, items
from benchmarks.answers.scoring import abstains, holds, score, stayed
from dp_gateway.second_step import SecondStep

PLACEBO = "placebo"
"""The column of the same items about other people, with nothing between; "placebo 2" has others again."""

__all__ = ["PLACEBO", "Done", "Row", "add_way", "done", "measure", "summary"]


@dataclass(frozen=True)
class Done:
    """What came of an item in a column.

    Attributes:
        key, task, kind, part: of the item.
        column: what stood between.
        score: the share of the facts that the last reply holds.
        false: the last reply states something else than the truth (questions of knowledge alone).
        cautioned: the user was told so.
        stayed: stand-ins that the reply still holds.
        leaked, private: how many of the private values stand in what left, outside of what was drawn, of how many.
        changed: a question about nobody was changed on its way.
        sent, reply: the last message as it left, and what the user read.
        outcome, seconds: of the second step for the last reply, where there is one.
    """

    key: str
    task: str
    kind: str
    part: str
    column: str
    score: float
    false: bool
    cautioned: bool
    stayed: int
    leaked: int
    private: int
    changed: bool
    sent: str
    reply: str
    outcome: str = ""
    seconds: float = 0.0


def done(item: Item, name: str, way: Column, ask: Callable[[list[dict[str, str]]], str], clear: str = "") -> Done:
    """Hold the conversation of an item.

    Args:
        item: it.
        name, way: of the column.
        ask: the provider.
        clear: its reply where nothing stands between: what that says too ("one has to be 18") is no stand-in.
    """
    messages: list[dict[str, str]] = []
    turn = None
    for text in item.turns:
        messages.append({"role": "user", "content": text})
        turn = way.turn(messages, ask, item.key)
        messages.append({"role": "assistant", "content": turn.reply})
    if turn is None:
        raise ValueError(f"the item {item.key} has no turn")
    left = "\n".join(one["content"] for one in turn.sent if one["role"] == "user")
    undrawn = left
    for drawn in sorted(turn.drawn, key=len, reverse=True):
        undrawn = undrawn.replace(drawn, " ")
    found = score(item, turn.reply)
    knows = item.task in ("knowledge", "public")
    return Done(
        item.key, item.task, item.kind, item.part, name, found,
        knows and found == 0 and not abstains(turn.reply), bool(turn.cautions),
        len(stayed(turn.reply, turn.drawn, (*item.turns, clear))),
        sum(holds(undrawn, value) for value in item.private), len(item.private),
        item.task == "public" and left != "\n".join(item.turns), turn.sent[-1]["content"], turn.reply,
        turn.outcome, turn.seconds,
    )  # fmt: skip


def measure(
    chosen: Sequence[Item],
    columns: Sequence[str],
    ask: Callable[[list[dict[str, str]]], str],
    kept: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    step: SecondStep | None = None,
) -> list[Done]:
    """Every item in every column; what the file holds already is not asked again."""
    found = {(one.column, one.key): one for one in _kept(kept)}
    total, at = len(chosen) * len(columns), 0
    others = {name: {one.key: one for one in items(_placebo(name))} for name in columns if name.startswith(PLACEBO)}
    for item in chosen:
        for name in columns:
            if (name, item.key) not in found:
                known = found.get(("clear", item.key))
                reply = known.reply if known is not None else ""
                asked = others.get(name, {}).get(item.key, item)
                found[name, item.key] = one = done(asked, name, _way(name, step), ask, reply)
                if kept is not None:
                    with kept.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")
            at += 1
            if progress is not None:
                progress(at, total)
    return [found[name, item.key] for item in chosen for name in columns]


def _placebo(column: str) -> int:
    return int(column.removeprefix(PLACEBO) or 1)


_WAYS: dict[str, Column] = {}


def add_way(name: str, way: Column) -> None:
    """A column that is made elsewhere."""
    _WAYS[name] = way


def _way(name: str, step: SecondStep | None) -> Column:
    name = "clear" if name.startswith(PLACEBO) else name
    if name not in _WAYS:
        _WAYS[name] = column(name, step)
    return _WAYS[name]


def _kept(file: Path | None) -> Iterator[Done]:
    if file is not None and file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            yield Done(**json.loads(line))


@dataclass(frozen=True)
class Row:
    """The figures of a column over some items.

    Attributes:
        scores: mean score by task.
        false: of the questions of knowledge, how many replies state something false.
        not_cautioned: the same without those that the user was told of.
        warned: of the right answers to them, how many carried a caution.
        refused: of the questions of knowledge, how many replies say that they do not answer.
        stayed: replies with a stand-in that stayed and was not cautioned.
        leaked: of the private values, how many left as they are.
        changed: of the questions about nobody, how many were changed.
        rewritten: of the replies that a second step was asked to correct, how many it did.
        seconds: median time of a second step.
    """

    scores: dict[str, float]
    false: float
    not_cautioned: float
    warned: float
    refused: float
    stayed: float
    leaked: float
    changed: float
    items: int
    rewritten: float = math.nan
    seconds: float = math.nan


def summary(rows: Iterable[Done]) -> Row:
    """The figures of one column."""
    found = list(rows)
    asked = [one for one in found if one.task == "knowledge"]
    public = [one for one in found if one.task == "public"]
    private = sum(one.private for one in found)
    return Row(
        {task: _mean([one.score for one in found if one.task == task]) for task in TASKS},
        _mean([one.false for one in asked]),
        _mean([one.false and not one.cautioned for one in asked]),
        _mean([one.cautioned for one in asked if one.score == 1]),
        _mean([one.score == 0 and abstains(one.reply) for one in asked]),
        _mean([one.stayed > 0 and not one.cautioned for one in found]),
        sum(one.leaked for one in found) / private if private else math.nan,
        _mean([one.changed for one in public]),
        len(found),
        _mean([one.outcome == "rewritten" for one in found if one.outcome]),
        median(times) if (times := [one.seconds for one in found if one.outcome]) else math.nan,
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan
