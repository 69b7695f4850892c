"""What a judge answers, read strictly: prose, half JSON, refusals and scores out of range are no judgement."""

from __future__ import annotations

import math
import re
from typing import Any, Literal, NamedTuple, cast

from dp_gateway.errors import MalformedReply
from dp_gateway.llm import JsonSchema, Reply
from dp_gateway.llm.replies import first_json

__all__ = ["CRITERIA", "PAIR_FORM", "SCORES_FORM", "Place", "Scores", "read_place", "read_scores"]

Place = Literal["A", "B", "tie"]

_LEAST, _MOST = 1, 5
_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:/\s*5)?\s*")
_PLACES: dict[str, Place] = {"a": "A", "b": "B", "tie": "tie", "equal": "tie", "both": "tie", "neither": "tie"}


class Scores(NamedTuple):
    """Scores of one answer, 1 (poor) to 5 (excellent); see prompts/judge.md for what they mean."""

    grammar: float
    common_sense: float
    coherence: float
    cohesiveness: float

    @property
    def mean(self) -> float:
        """Of the four."""
        return math.fsum(self) / len(self)


CRITERIA = Scores._fields

SCORES_FORM = JsonSchema(
    "scores",
    {
        "type": "object",
        "properties": {name: {"type": "integer", "enum": [1, 2, 3, 4, 5]} for name in CRITERIA},
        "required": list(CRITERIA),
        "additionalProperties": False,
    },
)

PAIR_FORM = JsonSchema(
    "comparison",
    {
        "type": "object",
        "properties": {"better": {"type": "string", "enum": ["A", "B", "tie"]}},
        "required": ["better"],
        "additionalProperties": False,
    },
)


def read_scores(reply: Reply, judge: str) -> Scores:
    """The scores of an answer.

    Args:
        reply: of a judge.
        judge: its name, for messages.

    Raises:
        MalformedReply: they are not all there, or one of them is not from 1 to 5.
    """
    fields = _fields(reply, judge)
    if not fields.keys() & set(CRITERIA):
        # {"scores": {...}}
        fields = next((_named(inner) for inner in fields.values() if isinstance(inner, dict)), fields)
    scores: list[float] = []
    for name in CRITERIA:
        if name not in fields:
            raise _malformed(judge, f"no score for {name}")
        score = _score(fields[name])
        if score is None:
            raise _malformed(judge, f"something else than a number for {name}")
        if not _LEAST <= score <= _MOST:
            raise _malformed(judge, f"a score for {name} that is not from {_LEAST} to {_MOST}")
        scores.append(score)
    return Scores(*scores)


def read_place(reply: Reply, judge: str) -> Place:
    """Which of two texts an answer names.

    Raises:
        MalformedReply: neither of them, and no tie.
    """
    said = _fields(reply, judge).get("better")
    words = said.lower().replace("passage", "").strip(" .") if isinstance(said, str) else ""
    if words not in _PLACES:
        raise _malformed(judge, "neither A, B nor tie")
    return _PLACES[words]


def _fields(reply: Reply, judge: str) -> dict[str, Any]:
    try:
        found = first_json(reply.text)
    except ValueError:
        what = "an answer that was cut off" if reply.finish_reason == "length" else "no JSON"
        raise _malformed(judge, what) from None
    if not isinstance(found, dict):
        raise _malformed(judge, "JSON that is no object")
    return _named(found)


def _named(fields: Any) -> dict[str, Any]:
    """With keys as the form has them: the paper's own is "common sense"."""
    return {
        re.sub(r"[\s-]+", "_", str(name).strip().lower()): value for name, value in cast(dict[Any, Any], fields).items()
    }


def _score(value: Any) -> float | None:
    if isinstance(value, dict):
        value = _named(value).get("score")
    if isinstance(value, str):
        written = _NUMBER.fullmatch(value)
        return float(written[1]) if written else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _malformed(judge: str, what: str) -> MalformedReply:
    return MalformedReply(f"the judge {judge} answered with {what}", hint="try again, or take a larger model as judge")
