"""MAUVE: how near the distribution of generated texts comes to that of texts by people.

Pillutla et al., "MAUVE: Measuring the gap between neural text and human text using divergence frontiers", NeurIPS 2021;
computed by their package `mauve-text`. They take features of GPT-2 large; the sentence embedder stands in for it, so
that scores compare with one another and not with those of the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dp_gateway.errors import MissingPackage
from dp_gateway.evaluation.metrics.base import Skipped
from dp_gateway.evaluation.metrics.computing import Computed, Found, local_embedder, vectors_of
from dp_gateway.vocabulary.embedders import Embedder

__all__ = ["Mauve"]

_LEAST = 50
"""Below that the histograms, of a tenth as many bins, say nothing; the authors advise some thousands."""

_SEED = 25
"""The package's own; k-means starts from it."""


class Mauve(Computed):
    """MAUVE between `originals`, texts by people, and `released`, generated ones; 0 to 1, higher is nearer.

    Args:
        embedder: as in `SemanticSimilarity`.
        least: documents without which it is skipped.
    """

    name: str = "mauve"

    def __init__(self, embedder: str | Embedder = "wordllama", *, least: int = _LEAST) -> None:
        self._embedder, self._least = embedder, least

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> Found | Skipped:
        """See `Metric.measure`."""
        embedder = local_embedder(self._embedder)
        people, generated = (
            vectors_of([text for text in texts if text.strip()], embedder) for texts in (originals, released)
        )
        if min(len(people), len(generated)) < self._least:
            return self.skipped(
                f"it compares distributions: give at least {self._least} documents that are not empty, better thousands"
            )
        bins = min(len(people), len(generated)) // 10
        if len(np.unique(np.concatenate((people, generated)), axis=0)) < bins:
            return self.skipped(f"the texts are too alike: fewer than {bins} of them differ to its model")
        try:
            import mauve  # pyright: ignore
            from threadpoolctl import threadpool_limits  # pyright: ignore
        except ImportError:
            raise MissingPackage(
                "the package mauve-text is not installed", hint="pip install 'dp-gateway[evaluation]'"
            ) from None
        library: Any = mauve
        limits: Any = threadpool_limits
        # More threads than one wait for each other on so few points: ten times the CPU time.
        with limits(1):
            found = library.compute_mauve(p_features=people, q_features=generated, seed=_SEED)
        return Found(float(found.mauve), None, f"features of {embedder.name}", len(generated))
