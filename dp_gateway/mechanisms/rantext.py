"""RanText (InferDPT; Tong et al. 2023, IEEE TDSC 2025): a random radius, then the exponential mechanism inside it.

The paper adds Laplace noise Z to the word's vector and takes all words closer than r = ||Z||; only the norm matters,
and its law is the same for every word. So the law of r is tabulated once, on a public grid, and the words inside the
ball are weighed by exp(epsilon/2 (1 - d/r)). Every word has positive probability, so the level over the vocabulary
is finite. The noise scale follows the official code: it drops 4.6-fold at epsilon = 2 and hardly changes after.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import exp, log_of
from dp_gateway.mechanisms.base import Entries, Mechanism
from dp_gateway.mechanisms.radial import WEIGHT_ONE, RadialMechanism
from dp_gateway.randomness import Stream, uniform_below
from dp_gateway.vocabulary.index import LEVELS, LEVELS_PER_UNIT, Index

_LISTED = 4096
"""Words kept in order for each word: what a ball of RanText holds on a wide vocabulary, several times over."""

_BATCH = 64


class Ranking:
    """Words in order of distance, for those words that are asked about: fast exact draws for random radii.

    Of each word that was drawn from, the histogram of all distances on a public grid, and the first words in that
    order. A draw first finds the distance, exactly, from the histogram; the word is then one of equals.

    Args:
        index: vocabulary and geometry.
        cells: number of cells of the distance grid.
        cell_of: maps distance levels to cells, elementwise.

    Attributes:
        ends: (n, cells) how many words lie in each cell or nearer; rows are valid once `fill` was asked for them.
        words: (n, listed) the nearest words, by cell; likewise.
    """

    def __init__(self, index: Index, cells: int, cell_of: Callable[[NDArray[np.uint16]], NDArray[np.uint16]]) -> None:
        self._index, self._cells, self._cell_of = index, cells, cell_of
        # Pages that are never written cost no memory.
        kind = np.uint16 if index.size < 1 << 16 else np.uint32
        self.ends = np.empty((index.size, cells), kind)
        self.words = np.empty((index.size, min(_LISTED, index.size)), kind)
        self._filled = np.zeros(index.size, bool)

    def fill(self, entries: NDArray[np.int64]) -> None:
        """Make sure that the rows of these entries are valid."""
        filled = self._filled[entries]
        if filled.all():
            return
        missing = np.unique(entries[~filled])
        for start in range(0, len(missing), _BATCH):
            rows = missing[start : start + _BATCH]
            cells = self._cell_of(self._index.levels_from(rows))
            offsets = cells.astype(np.int64) + self._cells * np.arange(len(rows))[:, None]
            counts = np.bincount(offsets.reshape(-1), minlength=self._cells * len(rows)).reshape(len(rows), -1)
            self.ends[rows] = np.cumsum(counts, axis=1)
            # A stable sort of 16-bit keys is a radix sort.
            order = np.argsort(cells, axis=1, kind="stable")
            self.words[rows] = order[:, : self.words.shape[1]]
            self._filled[rows] = True


_SHIFT = 8
_CELLS = LEVELS >> _SHIFT
_CHUNK = 2048
_ROWS = 64
_PROPOSALS = 32
_COMMON = 400
"""A cell with at least this share of the vocabulary is drawn from by proposals, not by sorting."""

_RADII = 256
_GRID = 1 << 15
_THRESHOLD = 2.0
_LEAST_MASS = 2.0**-31


def noise_scale(epsilon: float) -> float:
    """Compute the Laplace scale of a dimension, as a multiple of its range: 1/tau(epsilon)."""
    if epsilon < _THRESHOLD:
        return 1 / epsilon
    tau = 0.01658160142016071 * log_of(19.064721649556482 * epsilon - 38.1294334077209) + 9.311083811697406
    return 1 / tau


def norm_law(scales: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Compute the law of ||Z|| for independent Z_i ~ Laplace(scale_i): grid of squared norms, and the mass at each
    point.

    The squares are rounded to a grid and their laws convolved by FFT; P(Z_i^2 <= t) = 1 - exp(-sqrt(t)/scale_i).
    """
    mean = float((2 * scales**2).sum())
    deviation = math.sqrt(float((20 * np.square(scales**2)).sum()))
    # The grid is long enough that what wraps around weighs less than the rounding.
    longest = mean + 12 * deviation + 60 * float(scales.max()) ** 2
    step = longest / _GRID
    edges = np.sqrt((np.arange(_GRID + 1) - 0.5).clip(0) * step)
    transform = np.ones(_GRID // 2 + 1, complex)
    values, counts = np.unique(scales[scales > 0], return_counts=True)
    for scale, count in zip(values.tolist(), counts.tolist(), strict=True):
        mass = -np.diff(exp(-edges / scale))
        transform *= np.fft.rfft(mass) ** count
    mass = np.maximum(np.fft.irfft(transform, _GRID), 0)
    grid = np.linspace(0.0, step * (_GRID - 1), _GRID)
    return grid, np.asarray(mass / mass.sum(), np.float64)


def radius_weights(distances: NDArray[np.float64], radius: float, epsilon: float) -> NDArray[np.float64]:
    """Weigh the words at these distances by exp(-epsilon d / (2 r)), relatively; 0 at the radius and beyond."""
    return np.where(distances < radius, exp(-epsilon / 2 * distances / radius), 0.0)


class RanText(RadialMechanism):
    """RanText over the whole vocabulary."""

    name = "rantext"
    notion = "claimed pure local DP inside a random adjacency list"
    source = "Tong et al., InferDPT: Privacy-Preserving Inference for Black-box LLMs, arXiv 2310.12214"

    def __init__(self, index: Index, epsilon: float) -> None:
        Mechanism.__init__(self, index, epsilon)
        ranges = (index.vectors.max(axis=0) - index.vectors.min(axis=0)).astype(np.float64) / index.scale
        radii, law = _radius_law(ranges * noise_scale(self.epsilon), _longest_distance(index))
        # The middle of each cell stands for it; the word itself is at distance 0.
        coarse = index.distances(np.arange(_CELLS) * (1 << _SHIFT) + (1 << (_SHIFT - 1)))
        coarse[0] = 0.0
        tables = np.stack([radius_weights(coarse, radius, self.epsilon) for radius in radii.tolist()])
        weights = np.where(tables > 0, np.maximum(np.rint(tables * WEIGHT_ONE), 1), 0).astype(np.int64)
        super().__init__(index, epsilon, weights, law, shift=_SHIFT)
        # Cells at the largest radius and beyond hold nothing that can be drawn.
        self._reach = int(np.count_nonzero(weights.any(axis=0)))
        self._ranking = Ranking(index, _CELLS, lambda levels: levels >> np.uint16(_SHIFT))

    def release(self, entries: Entries, stream: Stream) -> Entries:
        """Draw once for each input entry, independently; shapes (m,) -> (m,)."""
        if self.epsilon < _THRESHOLD:
            # The ball holds nearly all words: rejection from all of them hardly ever rejects.
            return super().release(entries, stream)
        self._ranking.fill(entries)
        parts = [self._draw(entries[i : i + _CHUNK], stream) for i in range(0, len(entries), _CHUNK)]
        return np.concatenate(parts) if parts else entries.copy()

    def _draw(self, entries: Entries, stream: Stream) -> Entries:
        """Radius, then cell, then one of the words in it."""
        radii = self.draw_tables(len(entries), stream)
        ends = self._ranking.ends[entries, : self._reach].astype(np.int64)
        counts = np.diff(ends, axis=1, prepend=0)
        weights = self.tables[radii, : self._reach]
        totals = np.cumsum(counts * weights, axis=1)
        value = uniform_below(stream, totals[:, -1].astype(np.uint64)).astype(np.int64)
        cells = np.count_nonzero(totals <= value[:, None], axis=1)
        rows = np.arange(len(entries))
        last, count, weight = ends[rows, cells], counts[rows, cells], weights[rows, cells]
        place = last - 1 - (totals[rows, cells] - 1 - value) // weight
        listed = self._ranking.words.shape[1]
        drawn = self._ranking.words[entries, np.minimum(place, listed - 1)].astype(np.int64)
        beyond = last > listed
        common = beyond & (count * _COMMON >= self.index.size)
        drawn[common] = self._by_proposal(entries[common], cells[common], stream)
        rare = beyond & ~common
        drawn[rare] = self._by_order(entries[rare], place[rare])
        return drawn

    def _by_proposal(self, entries: Entries, cells: NDArray[np.int64], stream: Stream) -> Entries:
        """A uniform word of a populous cell: the first uniform word of the vocabulary that lies in it."""
        drawn = np.empty(len(entries), np.int64)
        pending = np.arange(len(entries))
        while len(pending):
            bounds = np.full(len(pending) * _PROPOSALS, self.index.size, np.uint64)
            proposed = uniform_below(stream, bounds).astype(np.int64)
            levels = self.index.levels_between(np.repeat(entries[pending], _PROPOSALS), proposed)
            inside = (levels >> np.uint16(_SHIFT) == np.repeat(cells[pending], _PROPOSALS)).reshape(-1, _PROPOSALS)
            found = inside.any(axis=1)
            drawn[pending[found]] = proposed.reshape(-1, _PROPOSALS)[found, inside[found].argmax(axis=1)]
            pending = pending[~found]
        return drawn

    def _by_order(self, entries: Entries, places: NDArray[np.int64]) -> Entries:
        """The words at these places of the full order, where cells are sparse."""
        drawn = np.empty(len(entries), np.int64)
        for start in range(0, len(entries), _ROWS):
            part = slice(start, start + _ROWS)
            cells = self.index.levels_from(entries[part]) >> np.uint16(_SHIFT)
            order = np.argsort(cells, axis=1, kind="stable")
            drawn[part] = order[np.arange(len(order)), places[part]]
        return drawn


def _longest_distance(index: Index) -> float:
    """No two entries are farther apart than this."""
    return 2 * math.sqrt(float(index.squared_norms.max())) / index.scale + 1 / LEVELS_PER_UNIT


def _radius_law(scales: NDArray[np.float64], longest: float) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """A grid of radii with integer weights.

    The grid reaches past the longest distance and every radius keeps a weight of at least 2^-31: in exact arithmetic
    every word is possible, and it has to remain so.
    """
    squares, mass = norm_law(scales)
    norms, ends = np.sqrt(squares), np.cumsum(mass)
    # The smallest radius still holds the word itself.
    low = max(float(norms[np.searchsorted(ends, _LEAST_MASS)]), longest / (LEVELS >> _SHIFT))
    high = float(norms[min(np.searchsorted(ends, 1 - _LEAST_MASS), len(norms) - 1)])
    edges = np.linspace(low, high, _RADII)
    cells = np.clip(np.searchsorted(edges, norms), 0, _RADII - 1)
    cell_mass = np.bincount(cells, weights=mass, minlength=_RADII)
    radii, weights = edges, np.maximum(np.rint(cell_mass * (1 << 31)), 1).astype(np.int64)
    if high <= longest:
        radii, weights = np.append(radii, longest * 1.001), np.append(weights, 1)
    return radii, weights
