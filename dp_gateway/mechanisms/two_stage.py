"""Rows of two stages: a cluster of a public clustering by one exponential mechanism, then a member of it by another.

CluSanT and NERaseText are made of them; any labels can be plugged in as clusters.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import exp
from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Entries, Mechanism, Progress, silent
from dp_gateway.mechanisms.custext import partition
from dp_gateway.mechanisms.dense import dense_level, dense_utility
from dp_gateway.mechanisms.rows import integer_row, integer_shares
from dp_gateway.privacy.certificate import Level, Utility
from dp_gateway.randomness import Stream
from dp_gateway.vocabulary.index import LEVELS_PER_UNIT, Index, squares_to_levels

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
        """Return the entries of a cluster, (m,), ascending."""
        start = int(self.starts[cluster])
        return self.order[start : start + int(self.sizes[cluster])]

    @property
    def digest(self) -> str:
        """Hash of the partition, whatever the numbers of its clusters."""
        return hashlib.sha256(self.labels.tobytes()).hexdigest()[:16]


def custext_labels(index: Index, clusters: int) -> NDArray[np.int64]:
    """Find CusText's clustering into about that many clusters of equal size; (n,) labels, kept beside the index.

    The size h is n / clusters rounded up, and the number of clusters n / h rounded up: at most what was asked for.
    Raises AssumptionViolated where there are not between 1 and n clusters.
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
    """Return the labels, (n,): those given, those a function makes of the index, or CusText's clustering."""
    if clustering is None:
        return custext_labels(index, clusters)
    return np.asarray(clustering(index) if callable(clustering) else clustering)


def diameter(index: Index) -> float:
    """Compute the largest distance between two entries, exact at the index's resolution; kept beside the index.

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


STAGE_TOTAL = 1 << 62
"""T: what the integer weights of one stage sum to."""

_SPARE_BITS = np.uint64(2)
_FEW = 8
"""Draws up to this many are made one by one, from rows that are kept."""

_CACHED = 1 << 21
"""Integers of kept rows, for each stage: 16 MB."""

_MADE_AT_ONCE = 512

_CHUNK = 8192


class TwoStageMechanism(Mechanism):
    """A mechanism whose rows are a row over clusters and a row inside the chosen cluster. `index` and `epsilon`: as in
    `Mechanism`. `clusters`: the public clustering.
    """

    def __init__(self, index: Index, epsilon: float, clusters: Clusters) -> None:
        super().__init__(index, epsilon)
        self.clusters = clusters
        self._outer_kept: dict[int, NDArray[np.int64]] = {}
        self._inner_kept: dict[tuple[int, int], NDArray[np.int64]] = {}
        self._inner_held = 0
        self._near: dict[int, tuple[NDArray[np.float32], NDArray[np.float32]]] = {}

    @abstractmethod
    def outer_weights(self, cluster: int) -> NDArray[np.float64]:
        """Return the weights of all clusters, seen from one, (count,); not all are zero."""

    @property
    @abstractmethod
    def inner_rates(self) -> NDArray[np.float64]:
        """(count,) by what the logarithm of a member's weight falls for each unit of distance, in each cluster."""

    # Integers.

    def outer_shares(self, cluster: int) -> NDArray[np.int64]:
        """Return the integer weights of all clusters, seen from one, (count,); they sum to `STAGE_TOTAL`."""
        return np.diff(self._outer_ends(cluster), prepend=0)

    def inner_shares(self, entries: Entries, cluster: int) -> NDArray[np.int64]:
        """Return integer weights of a cluster's members, seen from entries, (m, size); rows sum to `STAGE_TOTAL`."""
        return integer_shares(self._inner_weights(entries, cluster), STAGE_TOTAL, least=1)

    def exact_probability(self, x: int, y: int) -> int:
        """Return P[x, y] as an integer multiple of 2^-124."""
        cluster = int(self.clusters.labels[y])
        slot = int(self.clusters.places[y] - self.clusters.starts[cluster])
        inner = self.inner_shares(np.array([x]), cluster)[0, slot]
        return int(self.outer_shares(int(self.clusters.labels[x]))[cluster]) * int(inner)

    def _inner_weights(self, entries: Entries, cluster: int) -> NDArray[np.float64]:
        levels = self._levels(entries, *self._members(cluster))
        levels -= levels.min(axis=1, keepdims=True)
        levels *= -self._level_rates[cluster]
        weights = exp(levels, out=levels)
        weights *= self._inner_one
        return np.rint(weights, out=weights)

    @cached_property
    def _level_rates(self) -> NDArray[np.float64]:
        return self.inner_rates / (LEVELS_PER_UNIT * self.index.scale)

    @cached_property
    def _inner_one(self) -> float:
        """Weight of the nearest member: sums stay below 2^53, hence exact whatever their order."""
        return 2.0 ** (52 - int(self.clusters.sizes.max()).bit_length())

    def _members(self, cluster: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        found = self._near.get(cluster)
        if found is None:
            members = self.clusters.members(cluster)
            columns = np.ascontiguousarray(self.index.vectors[members].T)
            found = self._near[cluster] = columns, self.index.squared_norms[members]
        return found

    def _levels(
        self, entries: Entries, columns: NDArray[np.float32], norms: NDArray[np.float32]
    ) -> NDArray[np.float64]:
        products = self.index.vectors[entries] @ columns
        products *= -2
        products += self.index.squared_norms[entries, None]
        products += norms
        return squares_to_levels(products).astype(np.float64)

    def _outer_ends(self, cluster: int) -> NDArray[np.int64]:
        ends = self._outer_kept.get(cluster)
        if ends is None:
            if len(self._outer_kept) * self.clusters.count > _CACHED:
                self._outer_kept.clear()
            if self.clusters.count <= _MADE_AT_ONCE:
                # One slow draw (a twentieth of a second), and then none.
                self._outer_kept.update({other: self._make_outer(other) for other in range(self.clusters.count)})
            ends = self._outer_kept[cluster] = self._make_outer(cluster)
        return ends

    def _make_outer(self, cluster: int) -> NDArray[np.int64]:
        return np.cumsum(integer_shares(self.outer_weights(cluster), STAGE_TOTAL, least=1))

    def _inner_ends(self, entry: int, cluster: int) -> NDArray[np.int64]:
        ends = self._inner_kept.get((entry, cluster))
        if ends is None:
            ends = np.cumsum(integer_row(self._inner_weights(np.array([entry]), cluster)[0], STAGE_TOTAL, least=1))
            if self._inner_held > _CACHED:
                self._inner_kept.clear()
                self._inner_held = 0
            self._inner_kept[entry, cluster] = ends
            self._inner_held += len(ends)
        return ends

    # Draws.

    def release(self, entries: Entries, stream: Stream) -> Entries:
        """Draw once for each input entry, independently; shapes (m,) -> (m,)."""
        bits = (stream.uint64(2 * len(entries)) >> _SPARE_BITS).astype(np.int64)
        first, second = bits[: len(entries)], bits[len(entries) :]
        if len(entries) <= _FEW:
            draws = zip(entries.tolist(), first.tolist(), second.tolist(), strict=True)
            return np.array([self._draw_one(*draw) for draw in draws], np.int64)
        chosen = np.empty(len(entries), np.int64)
        for label, part in _by_value(self.clusters.labels[entries]):
            chosen[part] = np.searchsorted(self._outer_ends(label), first[part], side="right")
        drawn = np.empty(len(entries), np.int64)
        for cluster, together in _by_value(chosen):
            for start in range(0, len(together), _CHUNK):
                part = together[start : start + _CHUNK]
                ends = np.cumsum(self.inner_shares(entries[part], cluster), axis=1)
                slots = np.count_nonzero(ends <= second[part, None], axis=1)
                drawn[part] = self.clusters.order[self.clusters.starts[cluster] + slots]
        return drawn

    def release_one(self, entry: int, stream: Stream) -> int:
        """Do what `release` does for one entry, with the same bits."""
        first, second = (stream.uint64(2) >> _SPARE_BITS).tolist()
        return self._draw_one(entry, first, second)

    def _draw_one(self, entry: int, first: int, second: int) -> int:
        clusters = self.clusters
        cluster = int(self._outer_ends(int(clusters.labels[entry])).searchsorted(first, side="right"))
        slot = int(self._inner_ends(entry, cluster).searchsorted(second, side="right"))
        return int(clusters.order[int(clusters.starts[cluster]) + slot])

    # The law.

    def distribution(self, entries: Entries) -> NDArray[np.float64]:
        """Return the law of `release`, shape (m, n): the integers, correct to eleven digits."""
        return self._ordered_rows(entries).take(self.clusters.places, axis=1)

    def rows_at(self, entries: Entries, levels: NDArray[np.uint16]) -> NDArray[np.float64]:
        """Return what `distribution` does, of entries whose distance levels to all words, shape (m, n), are known."""
        ordered = self._rows_from(entries, levels.take(self.clusters.order, axis=1).astype(np.float64))
        return ordered.take(self.clusters.places, axis=1)

    def _ordered_rows(self, entries: Entries) -> NDArray[np.float64]:
        """Rows with the outputs in the order of clusters."""
        return self._rows_from(entries, self._levels(entries, *self._ordered_columns))

    def _rows_from(self, entries: Entries, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Rows in place of ordered distance levels; what rounding leaves over (2^-50 of a row) is left out."""
        clusters = self.clusters
        rows -= np.repeat(np.minimum.reduceat(rows, clusters.starts, axis=1), clusters.sizes, axis=1)
        rows *= np.repeat(-self._level_rates, clusters.sizes)
        exp(rows, out=rows)
        rows *= self._inner_one
        np.rint(rows, out=rows)
        spare = STAGE_TOTAL - clusters.sizes
        rows *= np.repeat(spare / np.add.reduceat(rows, clusters.starts, axis=1), clusters.sizes, axis=1)
        np.floor(rows, out=rows)
        rows += 1
        labels, inverse = np.unique(clusters.labels[entries], return_inverse=True)
        outer = np.stack([self.outer_shares(label) for label in labels.tolist()]) / float(STAGE_TOTAL) ** 2
        rows *= np.repeat(outer[inverse], clusters.sizes, axis=1)
        return rows

    @cached_property
    def _ordered_columns(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        order = self.clusters.order
        return self.index.vectors[order].T, self.index.squared_norms[order]

    def compute_level(self, progress: Progress = silent) -> Level:
        """Compute the level exactly, by one pass over all pairs of entries."""
        order = self.clusters.order
        found = dense_level(
            self.index.size,
            lambda places: self._ordered_rows(order[places]),
            lambda x, y: self.exact_probability(int(order[x]), int(order[y])),
            progress,
        )
        x, x_prime, output = (int(order[place]) for place in found[1:])
        return Level(found.epsilon, x, x_prime, output)

    def utility(self, prior: NDArray[np.float64], progress: Progress = silent) -> Utility:
        """Compute the utility exactly, by one pass over the entries of the prior."""
        return dense_utility(self.index, self._ordered_rows, prior, self.clusters.order, progress)


def _by_value(values: NDArray[np.int64]) -> list[tuple[int, NDArray[np.int64]]]:
    """Each distinct value with the places that have it."""
    order = np.argsort(values, kind="stable")
    ordered: NDArray[Any] = values[order]
    cuts = np.flatnonzero(np.diff(ordered)) + 1
    parts = np.split(order, cuts)
    return [(int(values[part[0]]), part) for part in parts if len(part)]
