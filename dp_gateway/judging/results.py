"""What a judge answers, read strictly, what it makes of texts, and whether it agrees with itself.

Prose, half JSON, refusals and scores out of range are no judgement. `Judge` reads its answers by these functions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import MalformedReply
from dp_gateway.llm import JsonSchema, Reply
from dp_gateway.llm.messages import closed_object, first_json


def krippendorff_alpha(units: Sequence[Sequence[float]]) -> float | None:
    """Compute Krippendorff's alpha for interval data; judgements may be missing.

    1 - observed / expected disagreement: 1 is full agreement, 0 what chance would give, below that there is system in
    the disagreement. (K. Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011, with squared differences.)

    Args:
        units: the scores of each text; a text with fewer than two says nothing.

    Returns:
        None where it is not defined: nothing was judged twice, or all scores are the same.
    """
    pairable = [np.asarray(scores, float) for scores in units if len(scores) > 1]
    if not pairable:
        return None
    expected = _disagreement(np.concatenate(pairable))
    return 1 - sum(map(_disagreement, pairable)) / expected if expected else None


def _disagreement(values: NDArray[np.float64]) -> float:
    """Squared differences over all pairs, each value weighing the same."""
    return len(values) * float(values.var(ddof=1))


Place = Literal["A", "B", "tie"]

_LEAST, _MOST = 1, 5
_NUMBER = re.compile(r"\s*+(\d+(?:\.\d+)?)\s*+(?:/\s*+5)?\s*+")
_PLACES: dict[str, Place] = {"a": "A", "b": "B", "tie": "tie", "equal": "tie", "both": "tie", "neither": "tie"}


class Scores(NamedTuple):
    """Scores of one answer, 1 (poor) to 5 (excellent); see prompts/judge.md for what they mean."""

    grammar: float
    common_sense: float
    coherence: float
    cohesiveness: float

    @property
    def mean(self) -> float:
        """Mean of the four scores."""
        return math.fsum(self) / len(self)


CRITERIA = Scores._fields

SCORES_FORM = JsonSchema(
    "scores", closed_object({name: {"type": "integer", "enum": [1, 2, 3, 4, 5]} for name in CRITERIA})
)

PAIR_FORM = JsonSchema("comparison", closed_object({"better": {"type": "string", "enum": ["A", "B", "tie"]}}))


def read_scores(reply: Reply, judge: str) -> Scores:
    """Read the scores of an answer. `judge`: its name, for messages. Raises MalformedReply where they are not all
    there, or one of them is not from 1 to 5.
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
    """Read which of two texts an answer names. Raises MalformedReply: neither of them, and no tie."""
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


@dataclass(frozen=True, slots=True)
class Tokens:
    """What judging took, as the server counts it. `requests`: answers that were asked for, unreadable ones included.
    `prompt` and `completion`: tokens.
    """

    requests: int = 0
    prompt: int = 0
    completion: int = 0

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(self.requests + other.requests, self.prompt + other.prompt, self.completion + other.completion)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge makes of a text.

    Attributes:
        repeats: the scores of each readable answer, one at least.
        failed: repeats without a readable answer.
        judge: model and host.
        tokens: what it took.
    """

    repeats: tuple[Scores, ...]
    failed: int
    judge: str
    tokens: Tokens

    @property
    def scores(self) -> Scores:
        """Mean of the repeats."""
        return Scores(*(sum(column) / len(column) for column in zip(*self.repeats, strict=True)))

    def to_json(self) -> dict[str, Any]:
        """Return the judgement as JSON values; no text of what was judged."""
        return {
            **self.scores._asdict(),
            "mean": self.scores.mean,
            "repeats": [list(scores) for scores in self.repeats],
            "failed": self.failed,
            "judge": self.judge,
            "requests": self.tokens.requests,
            "prompt_tokens": self.tokens.prompt,
            "completion_tokens": self.tokens.completion,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Which of two texts a judge finds better.

    Attributes:
        better: what it says in both orders; "tie" where they contradict each other.
        consistent: both orders say the same.
        judge: model and host.
        tokens: what it took.
    """

    better: Literal["first", "second", "tie"]
    consistent: bool
    judge: str
    tokens: Tokens


def agreement(judgements: Sequence[Judgement]) -> dict[str, float | None]:
    """Compute Krippendorff's alpha (interval) of each criterion over texts that were judged repeatedly; None: not
    defined.
    """
    return {
        name: krippendorff_alpha([[scores[at] for scores in one.repeats] for one in judgements])
        for at, name in enumerate(CRITERIA)
    }
