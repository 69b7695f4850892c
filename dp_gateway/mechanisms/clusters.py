"""Public clusterings of a vocabulary, for mechanisms that choose a cluster first: any labels can be plugged in.

What is at hand is the clustering of the CluSanT paper, CusText's: pick an entry, give it its h - 1 nearest entries that
are not taken yet, repeat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.custext import partition
from dp_gateway.vocabulary.index import LEVELS_PER_UNIT, Index

__all__ = ["Clusters", "Labels", "custext_labels", "diameter", "resolve_labels"]

Labels = NDArray[np.integer[Any]]
"""(n,) the cluster of each entry; any integers."""

_ROWS = 1024


class Clusters:
    """Entries grouped by cluster, and the centroids.

    Args:
        index: vocabulary and geometry.
        labels: (n,) the cluster of each entry.

    Attributes:
        labels: (n,) int64 from 0 to `count` - 1: clusters are numbered in the order of their first entries.
        order: (n,) the entries, cluster after cluster, ascending inside each.
        places: (n,) where each entry stands in `order`.
        starts: (count,) where each cluster begins in `order`.
        sizes: (count,) entries of each cluster.
        centroids: (count, d) mean vector of each cluster, in real units.

    Raises:
        AssumptionViolated: the labels are not n integers.
    """

    def __init__(self, index: Index, labels: Labels) -> None:
        if labels.shape != (index.size,) or not np.issubdtype(labels.dtype, np.integer):
            raise AssumptionViolated(
                f"a clustering is {index.size:,} integers, one an entry of the vocabulary",
                hint="give an array of labels, or a function from the index to one",
            )
        self.index = index
        _, first, given = np.unique(labels, return_index=True, return_inverse=True)
        self.labels = np.argsort(np.argsort(first, kind="stable"), kind="stable").astype(np.int64)[given.reshape(-1)]
        self.count = len(first)
        self.order = np.argsort(self.labels, kind="stable")
        self.places = np.empty(index.size, np.int64)
        self.places[self.order] = np.arange(index.size)
        self.sizes = np.bincount(self.labels, minlength=self.count)
        self.starts = np.cumsum(self.sizes) - self.sizes
        self.centroids = self._centroids()

    def _centroids(self) -> NDArray[np.float64]:
        # Sums of integers below 2^53: exact in float64.
        sums = np.zeros((self.count, self.index.vectors.shape[1]))
        for start in range(0, self.index.size, _ROWS):
            part = slice(start, start + _ROWS)
            np.add.at(sums, self.labels[part], self.index.vectors[part].astype(np.float64))
        return sums / (self.sizes[:, None] * self.index.scale)

    def members(self, cluster: int) -> NDArray[np.int64]:
        """(m,) the entries of a cluster, ascending."""
        start = int(self.starts[cluster])
        return self.order[start : start + int(self.sizes[cluster])]

    @property
    def digest(self) -> str:
        """Hash of the partition, whatever the numbers of its clusters."""
        return hashlib.sha256(self.labels.tobytes()).hexdigest()[:16]


def custext_labels(index: Index, clusters: int) -> NDArray[np.int64]:
    """CusText's clustering into about that many clusters of equal size; (n,) labels, kept beside the index.

    The size h is n / clusters rounded up, and the number of clusters n / h rounded up: at most what was asked for.

    Raises:
        AssumptionViolated: there are not between 1 and n clusters.
    """
    if not 1 <= clusters <= index.size:
        raise AssumptionViolated(
            f"the number of clusters must lie between 1 and {index.size:,} on this vocabulary, not {clusters}",
            hint="use 360 clusters, as the paper does",
        )
    size = -(-index.size // clusters)

    def compute() -> dict[str, NDArray[Any]]:
        groups = partition(index, size)
        labels = np.empty(index.size, np.int64)
        row, slot = np.nonzero(groups >= 0)
        labels[groups[row, slot]] = row
        return {"labels": labels}

    return index.derived(f"clusters-custext-{size}", compute)["labels"]


def resolve_labels(index: Index, clustering: Labels | Callable[[Index], Labels] | None, clusters: int) -> Labels:
    """(n,) labels: those given, those a function makes of the index, or CusText's clustering."""
    if clustering is None:
        return custext_labels(index, clusters)
    return np.asarray(clustering(index) if callable(clustering) else clustering)


def diameter(index: Index) -> float:
    """The largest distance between two entries, exact at the index's resolution; kept beside the index.

    It is also the global sensitivity of distance, max |d(x, y) - d(x', y)|: y = x' is one of the choices.
    """

    def compute() -> dict[str, NDArray[Any]]:
        vectors, norms = index.vectors, index.squared_norms
        largest = 0.0
        for start in range(0, index.size, _ROWS):
            part = slice(start, start + _ROWS)
            # Integers below 2^24: exact in float32.
            products = vectors[part] @ vectors[start:].T
            products *= -2
            products += norms[start:]
            largest = max(largest, float((products.max(axis=1) + norms[part]).max()))
        return {"level": np.array([round(np.sqrt(largest) * LEVELS_PER_UNIT)])}

    return float(index.distances(index.derived("diameter", compute)["level"])[0])
