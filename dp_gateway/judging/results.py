"""What a judge makes of texts, what that took, and whether it agrees with itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dp_gateway.judging.agreement import krippendorff_alpha
from dp_gateway.judging.replies import CRITERIA, Scores

__all__ = ["Comparison", "Judgement", "Tokens", "agreement"]


@dataclass(frozen=True, slots=True)
class Tokens:
    """What judging took, as the server counts it.

    Attributes:
        requests: answers that were asked for, unreadable ones included.
        prompt, completion: tokens.
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
        """JSON-ready; no text of what was judged."""
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
    """Krippendorff's alpha (interval) of each criterion over texts that were judged repeatedly; None: not defined."""
    return {
        name: krippendorff_alpha([[scores[at] for scores in one.repeats] for one in judgements])
        for at, name in enumerate(CRITERIA)
    }
