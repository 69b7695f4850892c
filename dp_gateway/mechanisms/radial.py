"""Rows that are a function of distance over the whole vocabulary: SanText, TEM and RanText.

A public law picks one of J integer weight tables (J = 1 but for RanText), then output y is drawn with probability
w_j[level(x, y)] / sum_z w_j[level(x, z)]. No n x n matrix is needed: the nearest words form an explicit head; every
other word weighs at most w_j at the end of the head, so a uniform word accepted with its share of that bound is an
exact draw from the rest (von Neumann rejection), whatever the normaliser.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Entries, Mechanism, Progress, silent
from dp_gateway.privacy.certificate import ColumnExtremes, Level, Utility, blocks_of, log_ratio
from dp_gateway.randomness import Stream, uniform_below
from dp_gateway.vocabulary.index import LEVELS, Index

__all__ = ["WEIGHT_ONE", "RadialMechanism", "weights_from"]

WEIGHT_ONE = 1 << 31
"""Integer weight of a word at distance 0."""

_HEAD = 128
_CHUNK = 8192
_DENSE_ROWS = 256


def weights_from(exponents: NDArray[np.float64]) -> NDArray[np.int64]:
    """Integer weights exp(exponent), at least 1, so that no rounding makes an output impossible."""
    return np.maximum(np.rint(np.exp(exponents) * WEIGHT_ONE), 1).astype(np.int64)


class _Head(NamedTuple):
    """Cumulative head weights (m, H), the level that ends the head (m,), and the bound on a tail weight (m,)."""

    ends: NDArray[np.int64]
    cut: NDArray[np.int64]
    cap: NDArray[np.int64]


class RadialMechanism(Mechanism):
    """A mechanism whose rows are functions of distance.

    Args:
        index, epsilon: as in `Mechanism`.
        tables: (J, LEVELS >> shift) int64 weights, not increasing along the levels; 0 where out of reach.
        law: (J,) int64 public weights of the tables.
        shift: distance levels are coarsened by this many bits.
        allowed: (n,) which words can be outputs; None for all.
    """

    def __init__(
        self,
        index: Index,
        epsilon: float,
        tables: NDArray[np.int64],
        law: NDArray[np.int64],
        *,
        shift: int = 0,
        allowed: NDArray[np.bool_] | None = None,
    ) -> None:
        super().__init__(index, epsilon)
        self.tables, self.law, self.shift, self.allowed = tables, law, shift, allowed
        self._law_ends = np.cumsum(law)

    def release(self, entries: Entries, stream: Stream) -> Entries:
        """One independent draw for each input entry; shapes (m,) -> (m,)."""
        if len(entries) <= _CHUNK:
            return self._release(entries, stream)
        parts = [self._release(entries[i : i + _CHUNK], stream) for i in range(0, len(entries), _CHUNK)]
        return np.concatenate(parts)

    def _release(self, entries: Entries, stream: Stream) -> Entries:
        tables = np.zeros(len(entries), np.int64)
        if len(self.law) > 1:
            bounds = np.full(len(entries), self._law_ends[-1], np.uint64)
            tables = np.searchsorted(self._law_ends, uniform_below(stream, bounds).astype(np.int64), side="right")
        head = self._head(entries, tables)
        totals = head.ends[:, -1] + head.cap * self.index.size
        drawn = np.empty(len(entries), np.int64)
        pending = np.arange(len(entries))
        while len(pending):
            value = uniform_below(stream, totals[pending].astype(np.uint64)).astype(np.int64)
            in_head = value < head.ends[pending, -1]
            near, far = pending[in_head], pending[~in_head]
            slots = (head.ends[near] <= value[in_head, None]).sum(axis=1)
            drawn[near] = self.index.neighbours[entries[near], slots]
            rest = value[~in_head] - head.ends[far, -1]
            proposal = rest // head.cap[far]
            level = self._coarse(self.index.levels_between(entries[far], proposal))
            accepted = (level >= head.cut[far]) & (rest % head.cap[far] < self.tables[tables[far], level])
            if self.allowed is not None:
                accepted &= self.allowed[proposal]
            drawn[far[accepted]] = proposal[accepted]
            pending = far[~accepted]
        return drawn

    def _coarse(self, levels: NDArray[np.uint16]) -> NDArray[np.int64]:
        return (levels >> self.shift).astype(np.int64)

    def _head(self, entries: Entries, tables: NDArray[np.int64]) -> _Head:
        levels = self._coarse(self.index.neighbour_levels[entries, :_HEAD])
        cut = levels[:, -1]
        if levels.shape[1] == self.index.size:
            # The list holds the whole vocabulary: there is no tail.
            cut = cut + 1
        weights = np.where(levels < cut[:, None], self.tables[tables[:, None], levels], 0)
        if self.allowed is not None:
            weights *= self.allowed[self.index.neighbours[entries, :_HEAD]]
        last = self.tables.shape[1] - 1
        whole = levels.shape[1] == self.index.size
        cap = np.zeros_like(cut) if whole else self.tables[tables, np.minimum(cut, last)]
        return _Head(np.cumsum(weights, axis=1), cut, cap)

    def distribution(self, entries: Entries) -> NDArray[np.float64]:
        """The exact law of `release`, shape (m, n)."""
        return self._rows(entries, self._coarse(self.index.levels_from(entries)))

    def _rows(self, entries: Entries, levels: NDArray[np.int64]) -> NDArray[np.float64]:
        del entries
        if len(self.law) == 1:
            weights = self.tables[0][levels]
            if self.allowed is not None:
                weights *= self.allowed
            return weights / weights.sum(axis=1, keepdims=True)
        profiles = self._profiles(self._histograms(levels))
        rows = np.take_along_axis(profiles, levels, axis=1)
        return rows if self.allowed is None else rows * self.allowed

    def _histograms(self, levels: NDArray[np.int64]) -> NDArray[np.float64]:
        depth = self.tables.shape[1]
        offsets = levels + depth * np.arange(len(levels))[:, None]
        if self.allowed is not None:
            offsets = offsets[:, self.allowed]
        counts = np.bincount(offsets.reshape(-1), minlength=depth * len(levels))
        return counts.reshape(len(levels), depth).astype(np.float64)

    def _profiles(self, histograms: NDArray[np.float64]) -> NDArray[np.float64]:
        """(m, levels) the probability of one output at each level: a mixture over the public law of tables."""
        normalisers = histograms @ self.tables.T.astype(np.float64)
        return (self.law / self.law.sum() / normalisers) @ self.tables

    def compute_level(self, progress: Progress = silent) -> Level:
        """Exact, by one pass over all pairs of words."""
        n = self.index.size
        extremes = ColumnExtremes(n)
        for entries in blocks_of(n, _DENSE_ROWS):
            extremes.add(self.distribution(entries))
            progress(int(entries[-1]) + 1, n)
        return self._level_of_column(extremes.worst_output())

    def _level_of_column(self, output: int) -> Level:
        column = np.concatenate(
            [self.distribution(entries)[:, output] for entries in blocks_of(self.index.size, _DENSE_ROWS)]
        )
        high, low = int(column.argmax()), int(column.argmin())
        exact = [self._exact_probability(x, output) for x in (high, low)]
        return Level(log_ratio(*exact), high, low, output)

    def _exact_probability(self, x: int, y: int) -> int:
        """P[x, y] as an integer multiple of 2^-256, rounded; one table gives a rational, several a sum of them."""
        levels = self._coarse(self.index.levels_from(np.array([x])))[0]
        if self.allowed is not None and not self.allowed[y]:
            return 0
        counts = np.bincount(
            levels if self.allowed is None else levels[self.allowed], minlength=self.tables.shape[1]
        ).tolist()
        total, law = 0, self.law.tolist()
        for weight, table in zip(law, self.tables.tolist(), strict=True):
            normaliser = sum(count * value for count, value in zip(counts, table, strict=True) if count)
            total += (weight * table[int(levels[y])] << 256) // (sum(law) * normaliser)
        return total

    def utility(self, prior: NDArray[np.float64], progress: Progress = silent) -> Utility:
        """Exact, by one pass over the words of the prior."""
        support = np.flatnonzero(prior)
        best = np.zeros(self.index.size)
        cosine = 0.0
        for start in range(0, len(support), _DENSE_ROWS):
            entries = support[start : start + _DENSE_ROWS]
            levels = self.index.levels_from(entries)
            rows = self._rows(entries, self._coarse(levels)) * prior[entries, None]
            np.maximum(best, rows.max(axis=0), out=best)
            cosine += float(np.vdot(rows, self.index.cosines(entries[:, None], np.arange(self.index.size), levels)))
            progress(start + len(entries), len(support))
        return Utility(float(best.sum()), cosine)


def one_table(exponents: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Tables and law of a mechanism that has a single weight table."""
    return weights_from(exponents)[None, :], np.ones(1, np.int64)


def full_levels(index: Index) -> NDArray[np.float64]:
    """(LEVELS,) distance of each level; named here so that mechanisms read as their papers do."""
    return index.distances(np.arange(LEVELS))
