"""Figures of utility: whether what was released still makes sense.

>>> from dp_gateway.evaluation.metrics import metric
>>> metric("token_cosine").measure(["a good film"], ["a great film"])  # doctest: +ELLIPSIS
Measurement(metric='token_cosine', value=0.8..., interval=None, model='wordllama-256', samples=2, seconds=...)
"""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import Any

from dp_gateway.errors import ConfigurationError
from dp_gateway.evaluation.metrics.base import Measurement, Metric, Skipped

__all__ = ["Measurement", "Metric", "Skipped", "metric", "metrics"]

_CLASSES = {
    "semantic_similarity": ("similarity", "SemanticSimilarity"),
    "token_cosine": ("similarity", "TokenCosine"),
    "accuracy": ("accuracy", "Accuracy"),
    "coherence": ("similarity", "Coherence"),
    "mauve": ("mauve", "Mauve"),
    "diversity": ("generated_text", "Diversity"),
    "perplexity": ("perplexity", "Perplexity"),
    "restoring_rate": ("restoring_rate", "RestoringRate"),
    "judge": ("generated_text", "JudgeScore"),
}
"""Module and class of each, by name; a module is imported when one of its metrics is made."""


def metrics() -> tuple[str, ...]:
    """The names of all metrics."""
    return tuple(_CLASSES)


def metric(name: str, **options: Any) -> Metric:
    """Make a metric.

    Args:
        name: one of `metrics()`.
        options: of its class.

    Raises:
        ConfigurationError: there is no metric of that name; the nearest is suggested.
    """
    home = _CLASSES.get(name)
    if home is None:
        near = difflib.get_close_matches(name, _CLASSES, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]}? " if near else ""
        raise ConfigurationError(f"there is no metric {name!r}", hint=f"{hint}choose one of: {', '.join(_CLASSES)}")
    made: Metric = getattr(import_module(f"{__name__}.{home[0]}"), home[1])(**options)
    return made
