"""Rows that are an explicit head plus a tail common to all rows: CusText, DynText, StairText and their like.

Row x holds K outputs with integer weights; what is missing to `ROW_TOTAL` goes to the tail, which spreads over the
whole vocabulary by public integer column weights that sum to `COLUMN_TOTAL`. So

    P[x, y] = (head[x, y] * COLUMN_TOTAL + tail[x] * column[y]) / (ROW_TOTAL * COLUMN_TOTAL)

exactly, one 64-bit word serves one draw, and no draw involves floating point.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Entries, Mechanism, Progress, silent
from dp_gateway.privacy.certificate import HeadRows, Level, Utility, blocks_of, head_tail_level, head_tail_success
from dp_gateway.randomness import Stream
from dp_gateway.vocabulary.index import Index

ROW_TOTAL = 1 << 31
COLUMN_TOTAL = 1 << 31

_BLOCK = 2048

_GUIDE_SHIFT = 17
_GUIDE_REST = (1 << _GUIDE_SHIFT) - 1
"""Bits of a draw from the column that a guide table (Chen and Asau, 1974) leaves open: 16,384 entries fit the cache."""

_BRANCHES = 8
"""Of the search in a row: the comparisons of a step are eight bytes, whose bits are counted at once."""


def integer_shares(weights: NDArray[np.float64], total: int, least: int = 0) -> NDArray[np.int64]:
    """Return integers proportional to non-negative weights, each row of the last axis summing to `total` exactly.

    Shares are rounded down, and the remainder goes to the largest.

    Args:
        weights: (..., K), not all zero in any row.
        total: what a row sums to.
        least: no share falls below it.
    """
    spare = total - least * weights.shape[-1]
    shares = np.floor(weights * (spare / weights.sum(axis=-1, keepdims=True))).astype(np.int64) + least
    rows = shares.reshape(-1, shares.shape[-1])
    rows[np.arange(len(rows)), rows.argmax(axis=1)] += total - rows.sum(axis=1)
    return shares


def integer_row(weights: NDArray[np.float64], total: int, least: int = 0) -> NDArray[np.int64]:
    """Do what `integer_shares` does for a single row, (K,) -> (K,), without what it costs to treat many."""
    shares = (weights * ((total - least * len(weights)) / weights.sum())).astype(np.int64) + least
    shares[shares.argmax()] += total - shares.sum()
    return shares


class HeadTailMechanism(Mechanism):
    """A mechanism whose rows are a head and a common tail; subclasses say what the heads are.

    Args:
        index, epsilon: as in `Mechanism`.
        width: K, the slots of a head.
        column: (n,) integer column weights of the tail, summing to `COLUMN_TOTAL`; None where rows have no tail.
    """

    def __init__(self, index: Index, epsilon: float, width: int, column: NDArray[np.int64] | None = None) -> None:
        super().__init__(index, epsilon)
        self.width = width
        self.column = np.zeros(index.size, np.int64) if column is None else column
        self._column_ends = np.cumsum(self.column)
        # Rows are filled when they are first drawn from, so a short prompt costs its own words; pages that were
        # never written cost no memory. Filling a row twice writes the same bytes, so threads need no lock.
        self._levels = next(level for level in count(1) if _BRANCHES**level >= width)
        self._slots = _BRANCHES**self._levels
        self._nodes = sum(_BRANCHES**level for level in range(self._levels))
        self._trees = np.empty((index.size, self._nodes, _BRANCHES), np.uint32)
        self._filled = np.zeros(index.size, bool)

    @abstractmethod
    def outputs(self, entries: Entries) -> NDArray[np.integer[Any]]:
        """Return the outputs in the head of each row, (m, K)."""

    @abstractmethod
    def output_at(self, entries: Entries, slots: NDArray[np.int64]) -> Entries:
        """Return the output in one slot of each row, (m,)."""

    @abstractmethod
    def heads(self, entries: Entries) -> NDArray[np.int64]:
        """Compute the integer weights of the head of each row, (m, K); 0 where a slot is not used; sums at most
        `ROW_TOTAL`.
        """

    def row_ends(self, entry: int) -> NDArray[np.int64]:
        """Return the cumulative weights of one head, (K,); subclasses may compute them faster, to the same integers."""
        return np.cumsum(self.heads(np.array([entry], np.int64))[0])

    def release(self, entries: Entries, stream: Stream) -> Entries:
        """Draw once for each input entry, independently; shapes (m,) -> (m,)."""
        filled = self._filled[entries]
        if not filled.all():
            self._fill(np.unique(entries[~filled]))
        bits = stream.uint64(len(entries))
        row_draw = (bits >> np.uint64(33)).astype(np.uint32)
        slots = self._find_slots(entries, row_draw)
        tail = (slots >= self._slots).nonzero()[0]
        slots[tail] = 0
        drawn = self.output_at(entries, slots)
        if len(tail):
            drawn[tail] = self._find_outputs((bits[tail] & np.uint64(COLUMN_TOTAL - 1)).view(np.int64))
        return drawn

    def release_one(self, entry: int, stream: Stream) -> int:
        """Draw for one entry without the overhead of arrays."""
        if not self._filled[entry]:
            self._trees[entry] = self._tree(self.row_ends(entry)[None])[0]
            self._filled[entry] = True
        bits = int(stream.uint64(1)[0])
        ends = self._trees[entry].reshape(-1)[-self._slots :]
        slot = int(ends.searchsorted(np.uint32(bits >> 33), side="right"))
        if slot < self._slots:
            return int(self.output_at(np.array([entry]), np.array([slot]))[0])
        return int(self._column_ends.searchsorted(bits & (COLUMN_TOTAL - 1), side="right"))

    def _find_slots(self, entries: Entries, draw: NDArray[np.uint32]) -> NDArray[np.int64]:
        """How many cumulative weights of each row are at most the draw, or more than there are slots: in the tail."""
        nodes = self._trees.reshape(-1, _BRANCHES)
        wanted = draw[:, None]
        first = entries * self._nodes
        slots = np.zeros(len(entries), np.int64)
        for level in range(self._levels):
            # In the tail the first step counts all branches, and whatever the others read leaves it there.
            below = nodes.take(first + slots, axis=0, mode="clip") <= wanted
            slots <<= _BRANCHES.bit_length() - 1
            slots += np.bitwise_count(below.view(np.uint64)).reshape(-1)
            first += _BRANCHES**level
        return slots

    def _find_outputs(self, draw: NDArray[np.int64]) -> Entries:
        """How many cumulative column weights are at most the draw."""
        found = self._guide.take(draw >> _GUIDE_SHIFT)
        shared = (found < 0).nonzero()[0]
        if len(shared):
            found[shared] = self._column_ends.searchsorted(draw[shared], side="right")
        return found

    @cached_property
    def _guide(self) -> NDArray[np.int64]:
        """The output that all draws with these highest bits fall to; -1 where it depends on the others."""
        first = np.arange(0, COLUMN_TOTAL, 1 << _GUIDE_SHIFT)
        least, most = (self._column_ends.searchsorted(at, side="right") for at in (first, first | _GUIDE_REST))
        return np.where(least == most, least, -1)

    def _tree(self, ends: NDArray[np.int64]) -> NDArray[np.uint32]:
        """Cumulative weights (m, K) as search trees (m, nodes, branches): every 64th one, every eighth, all of them."""
        padded = np.empty((len(ends), self._slots), np.uint32)
        padded[:, : self.width], padded[:, self.width :] = ends, ends[:, -1:]
        steps = [_BRANCHES**level for level in reversed(range(self._levels))]
        parts = [padded[:, step - 1 :: step] for step in steps]
        return np.concatenate(parts, axis=1).reshape(len(ends), self._nodes, _BRANCHES)

    def _fill(self, entries: Entries) -> None:
        for start in range(0, len(entries), _BLOCK):
            part = entries[start : start + _BLOCK]
            self._trees[part] = self._tree(np.cumsum(self.heads(part), axis=1))
            self._filled[part] = True

    def _blocks(self, progress: Progress = silent, entries: Entries | None = None) -> Iterator[HeadRows]:
        """The rows of some entries; of all where None."""
        listed = np.arange(self.index.size) if entries is None else entries
        for places in blocks_of(len(listed), _BLOCK):
            part = listed[places]
            heads = self.heads(part)
            yield HeadRows(part, self.outputs(part).astype(np.int64), heads, ROW_TOTAL - heads.sum(axis=1))
            progress(int(places[-1]) + 1, len(listed))

    def distribution(self, entries: Entries) -> NDArray[np.float64]:
        """Compute the exact law of `release`, shape (m, n)."""
        heads = self.heads(entries)
        tails = ROW_TOTAL - heads.sum(axis=1, keepdims=True)
        law = (tails / ROW_TOTAL) * (self.column / COLUMN_TOTAL)
        rows = np.broadcast_to(np.arange(len(entries))[:, None], heads.shape)
        np.add.at(law, (rows, self.outputs(entries)), heads / ROW_TOTAL)
        return law

    def share(self, outputs: Entries) -> float:
        """Compute the largest probability that any input is drawn as one of some outputs; exact, in O(nK)."""
        counted = np.zeros(self.index.size, np.bool_)
        counted[outputs] = True
        column, most = float(self.column[outputs].sum()) / COLUMN_TOTAL, 0.0
        for block in self._blocks():
            heads = np.where(counted[block.outputs], block.heads, 0).sum(axis=1)
            most = max(most, float((heads + block.tails * column).max()) / ROW_TOTAL)
        return most

    def compute_level(self, progress: Progress = silent) -> Level:
        """Compute it exactly, in O(nK)."""
        return head_tail_level(self._blocks(progress), self.column, COLUMN_TOTAL)

    def utility(self, prior: NDArray[np.float64], progress: Progress = silent) -> Utility:
        """Compute it exactly, in O(mK) for a prior on m words."""
        support = np.flatnonzero(prior)
        success = head_tail_success(self._blocks(progress, support), self.column, COLUMN_TOTAL, ROW_TOTAL, prior)
        blocks = self._blocks(entries=support)
        cosine = sum(float(prior[block.entries] @ self._row_cosines(block)) for block in blocks)
        return Utility(success, cosine)

    @cached_property
    def _mean_direction(self) -> NDArray[np.float64]:
        norms = np.sqrt(self.index.squared_norms.astype(np.float64))
        return (self.column / COLUMN_TOTAL / norms) @ self.index.vectors

    def _row_cosines(self, block: HeadRows) -> NDArray[np.float64]:
        levels = self.output_levels(block.entries)
        head = (block.heads * self.index.cosines(block.entries[:, None], block.outputs, levels)).sum(axis=1)
        norms = np.sqrt(self.index.squared_norms[block.entries].astype(np.float64))
        tail = block.tails * (self.index.vectors[block.entries] @ self._mean_direction) / norms
        return (head + tail) / ROW_TOTAL

    @abstractmethod
    def output_levels(self, entries: Entries) -> NDArray[np.uint16]:
        """Return the distance levels of the outputs in the head of each row, (m, K)."""


class NeighbourHeads(HeadTailMechanism):
    """Rows whose head is the beginning of the index's neighbour list."""

    def outputs(self, entries: Entries) -> NDArray[np.integer[Any]]:
        """Return the nearest entries, (m, K)."""
        return self.index.neighbours[entries, : self.width]

    def output_at(self, entries: Entries, slots: NDArray[np.int64]) -> Entries:
        """Return the neighbour in one slot of each row, (m,)."""
        return self.index.neighbours[entries, slots].astype(np.int64)

    def output_levels(self, entries: Entries) -> NDArray[np.uint16]:
        """Return the distance levels of the nearest entries, (m, K)."""
        return self.index.neighbour_levels[entries, : self.width]
