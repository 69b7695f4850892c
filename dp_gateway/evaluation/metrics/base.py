"""The interface of a utility metric."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Measurement", "Metric", "Skipped"]


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a metric found.

    Args:
        metric: the name of the metric.
        value: in the metric's own unit, which its docstring names.
        interval: 95 % interval of the value, where the metric has one.
        model: which model computed it ("wordllama-256", "SmolLM2-135M-Instruct", "none").
        samples: how many documents, tokens or replies it was computed from.
        seconds: how long it took.
    """

    metric: str
    value: float
    interval: tuple[float, float] | None
    model: str
    samples: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Skipped:
    """A metric that could not be computed, and what to do about it: never a made-up score."""

    metric: str
    reason: str


class Metric(Protocol):
    """A figure of utility over documents."""

    @property
    def name(self) -> str:
        """As it stands in reports, in snake_case."""
        ...

    def measure(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None = None
    ) -> Measurement | Skipped:
        """Compare documents with what was released for them, one for one.

        Args:
            originals: the documents as they were.
            released: what left for each of them (or the continuation, for metrics of coherence).
            labels: classes of the documents, for metrics of downstream accuracy.

        Raises:
            InputError: if the lengths differ or there is nothing to compare.
        """
        ...
