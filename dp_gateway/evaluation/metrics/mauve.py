"""MAUVE, how far generated texts are from people's (Pillutla et al., "MAUVE: Measuring the gap between neural text and
human text using divergence frontiers", NeurIPS 2021).

Both sets of texts are cut into the same bins by k-means over their features (of the library faiss, as in their
program), a tenth as many as there are texts. For each mixture R of the histograms P and Q the curve has the point
(exp(-c KL(Q|R)), exp(-c KL(P|R))), and MAUVE is the area under it (their section 2, c = 5). They take features of GPT-2
large; the sentence embedder stands in for it, so that scores compare with one another and not with those of the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # pyright: ignore[reportMissingTypeStubs]

from dp_gateway.errors import MissingPackage
from dp_gateway.evaluation.metrics import Skipped
from dp_gateway.evaluation.metrics.computing import Computed, Found, local_embedder, vectors_of
from dp_gateway.vocabulary.embedders import Embedder

__all__ = ["Mauve", "frontier_area", "histograms"]

_LEAST = 50
"""Below that the histograms, of a tenth as many bins, say nothing; the authors advise some thousands."""

_SCALE = 5.0
_MIXTURES, _EDGE = 25, 1e-6
"""How many mixtures there are, and how little of either histogram the two at the ends have."""

_EXPLAINED = 0.9
"""Share of the variance that the principal components keep before k-means."""

_STARTS, _ROUNDS, _SEED = 5, 500, 25


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
        """Compute the metric of documents and what was released for them, one for one."""
        embedder = local_embedder(self._embedder)
        people, generated = (
            vectors_of([text for text in texts if text.strip()], embedder) for texts in (originals, released)
        )
        least = min(len(people), len(generated))
        if least < self._least:
            return self.skipped(
                f"it compares distributions: give at least {self._least} documents that are not empty, better thousands"
            )
        bins = max(2, round(least / 10))
        if len(np.unique(np.concatenate((people, generated)), axis=0)) < bins:
            return self.skipped(f"the texts are too alike: fewer than {bins} of them differ to its model")
        value = frontier_area(*histograms(people, generated, bins))
        return Found(value, None, f"features of {embedder.name}", len(generated))


def histograms(
    people: NDArray[Any], generated: NDArray[Any], bins: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The share of each set of features in every bin, each of shape (bins,).

    Args:
        people, generated: (n, d) and (m, d), no row of zeros.
        bins: how many clusters.

    Raises:
        MissingPackage: faiss-cpu is not installed.
    """
    try:
        import faiss  # pyright: ignore[reportMissingTypeStubs]
    except ImportError:
        raise MissingPackage(
            "the package faiss-cpu is not installed", hint="pip install 'dp-gateway[evaluation]'"
        ) from None
    features = np.concatenate((people, generated)).astype(np.float64)
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    features -= features.mean(axis=0)
    # More threads than one wait for each other on so few points: ten times the CPU time.
    with threadpool_limits(1):
        _, deviations, axes = np.linalg.svd(features, full_matrices=False)
        kept = np.cumsum(deviations**2) < _EXPLAINED * (deviations**2).sum()
        cut = np.ascontiguousarray(features @ axes[: int(kept.sum()) + 1].T, np.float32)
        library: Any = faiss
        # All points are used, however few or many of them a bin has.
        clusters = library.Kmeans(
            cut.shape[1], bins, niter=_ROUNDS, nredo=_STARTS, seed=_SEED,
            min_points_per_centroid=1, max_points_per_centroid=len(cut),
        )  # fmt: skip
        clusters.train(cut)
        found = clusters.index.search(cut, 1)[1][:, 0]
    parts = (found[: len(people)], found[len(people) :])
    first, second = (np.bincount(part, minlength=bins) / len(part) for part in parts)
    return first, second


def frontier_area(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """The area under the divergence frontier of two histograms of the same bins: 1 if equal, 1 / 252 if disjoint."""
    shares = np.linspace(_EDGE, 1 - _EDGE, _MIXTURES)[:, None]
    mixtures = shares * first + (1 - shares) * second
    across, up = (np.exp(-_SCALE * _divergences(one, mixtures)) for one in (second, first))
    # The curve ends on both axes: beside its first point it falls, beside its last one it goes on to the left.
    return float(-np.trapezoid([*up, up[-1]], [*across, 0.0]))


def _divergences(of: NDArray[np.float64], mixtures: NDArray[np.float64]) -> NDArray[np.float64]:
    """Kullback-Leibler divergences from each mixture, in nats."""
    there = of > 0
    return np.log(of[there] / mixtures[:, there]) @ of[there]
