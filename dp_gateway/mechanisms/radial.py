"""Rows that are a function of distance over the whole vocabulary: SanText, TEM and RanText.

A public law picks one of J integer weight tables (J = 1 but for RanText), then output y is drawn with probability
w_j[level(x, y)] / sum_z w_j[level(x, z)]. No n x n matrix is needed: the nearest words form an explicit head; every
other word weighs at most w_j at the end of the head, so a uniform word accepted with its share of that bound is an
exact draw from the rest (von Neumann rejection), whatever the normaliser.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import exp
from dp_gateway.mechanisms.base import Entries, Mechanism, Progress, silent
from dp_gateway.mechanisms.dense import dense_level, in_threads
from dp_gateway.privacy.certificate import Level, Utility
from dp_gateway.randomness import Stream, uniform_below
from dp_gateway.vocabulary.index import Index

WEIGHT_ONE = 1 << 31
"""Integer weight of a word at distance 0."""

_HEAD = 128
_CHUNK = 8192


def weights_from(exponents: NDArray[np.float64]) -> NDArray[np.int64]:
    """Compute integer weights exp(exponent), at least 1, so that no rounding makes an output impossible."""
    return np.maximum(np.rint(exp(exponents) * WEIGHT_ONE), 1).astype(np.int64)


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

    @property
    def table_name(self) -> str:
        """What figures of this table are stored under; TEM with a wide gamma has the table of SanText."""
        digest = hashlib.sha256()
        for array in (self.tables, self.law, self.allowed):
            digest.update(repr(None if array is None else array.shape).encode())
            if array is not None:
                digest.update(np.ascontiguousarray(array).data)
        return f"radial-{self.shift}-{digest.hexdigest()[:16]}"

    def release(self, entries: Entries, stream: Stream) -> Entries:
        """Draw once for each input entry, independently; shapes (m,) -> (m,)."""
        if len(entries) <= _CHUNK:
            return self._release(entries, stream)
        parts = [self._release(entries[i : i + _CHUNK], stream) for i in range(0, len(entries), _CHUNK)]
        return np.concatenate(parts)

    def _release(self, entries: Entries, stream: Stream) -> Entries:
        tables = self.draw_tables(len(entries), stream)
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

    def draw_tables(self, count: int, stream: Stream) -> NDArray[np.int64]:
        """Draw which weight table each draw uses, shape (count,), by the public law."""
        if len(self.law) == 1:
            return np.zeros(count, np.int64)
        bounds = np.full(count, self._law_ends[-1], np.uint64)
        return np.searchsorted(self._law_ends, uniform_below(stream, bounds).astype(np.int64), side="right")

    def _coarse(self, levels: NDArray[np.uint16]) -> NDArray[np.int64]:
        return (levels >> self.shift).astype(np.int64)

    def _head(self, entries: Entries, tables: NDArray[np.int64]) -> _Head:
        levels = self._coarse(self.index.neighbour_levels[entries, :_HEAD])
        cut = levels[:, -1]
        whole = levels.shape[1] == self.index.size
        if whole:
            # The list holds the whole vocabulary: there is no tail.
            cut = cut + 1
        weights = np.where(levels < cut[:, None], self.tables[tables[:, None], levels], 0)
        if self.allowed is not None:
            weights *= self.allowed[self.index.neighbours[entries, :_HEAD]]
        last = self.tables.shape[1] - 1
        cap = np.zeros_like(cut) if whole else self.tables[tables, np.minimum(cut, last)]
        return _Head(np.cumsum(weights, axis=1), cut, cap)

    def distribution(self, entries: Entries) -> NDArray[np.float64]:
        """Compute the exact law of `release`, shape (m, n)."""
        return self.rows_at(entries, self.index.levels_from(entries))

    def rows_at(self, entries: Entries, levels: NDArray[np.uint16]) -> NDArray[np.float64]:
        """Return what `distribution` does, of entries whose distance levels to all words, shape (m, n), are known."""
        if len(self.law) > 1:
            return self._mixed_rows(self._coarse(levels))
        # Weights and their sums are integers below 2^53, so float64 holds them exactly.
        weights = self._table_float.take(levels, mode="clip")
        if self.allowed is not None:
            weights *= self.allowed
        weights /= weights.sum(axis=1, keepdims=True)
        return weights

    @cached_property
    def _table_float(self) -> NDArray[np.float64]:
        return np.repeat(self.tables[0].astype(np.float64), 1 << self.shift)

    def _mixed_rows(self, levels: NDArray[np.int64]) -> NDArray[np.float64]:
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
        """Compute it exactly, by one pass over all pairs of words."""
        return dense_level(self.index.size, self.distribution, self.exact_probability, progress)

    def exact_probability(self, x: int, y: int) -> int:
        """Return P[x, y] as an integer multiple of 2^-256, rounded; one table gives a rational, several sum them."""
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
        """Compute it exactly, by one pass over the words of the prior."""
        support = np.flatnonzero(prior)
        everything = np.arange(self.index.size)

        def score(entries: Entries) -> tuple[NDArray[np.float64], float]:
            levels = self.index.levels_from(entries)
            rows = self.rows_at(entries, levels)
            rows *= prior[entries, None]
            cosines = self.index.cosines(entries[:, None], everything, levels)
            return rows.max(axis=0), float(np.vdot(rows, cosines))

        best = np.zeros(self.index.size)
        cosine = 0.0
        for block_best, block_cosine in in_threads(score, support, progress):
            np.maximum(best, block_best, out=best)
            cosine += block_cosine
        return Utility(float(best.sum()), cosine)


def one_table(exponents: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Make the tables and the law of a mechanism that has a single weight table."""
    return weights_from(exponents)[None, :], np.ones(1, np.int64)
