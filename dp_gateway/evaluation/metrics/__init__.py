"""Figures of utility: whether what was released still makes sense.

>>> from dp_gateway.evaluation.metrics import metric
>>> metric("token_cosine").measure(["a good film"], ["a great film"])  # doctest: +ELLIPSIS
Measurement(metric='token_cosine', value=0.8..., interval=None, model='wordllama-256', samples=2, seconds=...)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from typing import Any, Protocol

from dp_gateway.errors import ConfigurationError, check_argument, did_you_mean

__all__ = ["Measurement", "Metric", "Skipped", "metric", "metrics"]


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
    """A metric that could not be computed: never a made-up score.

    Attributes:
        metric: its name.
        reason: why not, and what to do about it.
    """

    metric: str
    reason: str


class Metric(Protocol):
    """A figure of utility over documents."""

    @property
    def name(self) -> str:
        """The name by which reports tell the figure, in snake_case."""
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


_CLASSES = {
    "semantic_similarity": ("released_text", "SemanticSimilarity"),
    "token_cosine": ("released_text", "TokenCosine"),
    "accuracy": ("released_text", "Accuracy"),
    "coherence": ("released_text", "Coherence"),
    "mauve": ("generated_text", "Mauve"),
    "diversity": ("generated_text", "Diversity"),
    "perplexity": ("generated_text", "Perplexity"),
    "restoring_rate": ("released_text", "RestoringRate"),
    "judge": ("generated_text", "JudgeScore"),
}
"""Module and class of each, by name; a module is imported when one of its metrics is made."""


def metrics() -> tuple[str, ...]:
    """Return the names of all metrics."""
    return tuple(_CLASSES)


def metric(name: str, **options: Any) -> Metric:
    """Make a metric.

    Args:
        name: one of `metrics()`.
        options: of its class.

    Raises:
        ConfigurationError: there is no metric of that name, or it has no such option; the nearest is suggested.
    """
    check_argument("the name of a metric", name, str, hint=f"choose one of: {', '.join(_CLASSES)}")
    home = _CLASSES.get(name)
    if home is None:
        near = did_you_mean(name, _CLASSES, cutoff=0.4)
        raise ConfigurationError(f"there is no metric {name!r}", hint=f"{near}choose one of: {', '.join(_CLASSES)}")
    kind = getattr(import_module(f"{__name__}.{home[0]}"), home[1])
    known = signature(kind).parameters
    for option in options:
        if option not in known:
            taken = f"it takes: {', '.join(known)}" if known else "it takes no options"
            raise ConfigurationError(
                f"the metric {name} has no option {option!r}", hint=did_you_mean(option, known) + taken
            )
    made: Metric = kind(**options)
    return made
