"""What rows that fall with distance sum to, and how many outputs lie at each distance.

One pass over half of all pairs: distance is symmetric, so a pair of blocks serves the rows of both. Weights are
integers, and their sums stay below 2^53: exact in any order.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.radial import RadialMechanism
from dp_gateway.vocabulary.index import LEVELS_PER_UNIT, Index

_ROWS = 512
"""A block of pairs, its levels and its weights fit the cache of a core."""

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

Parts = Sequence[tuple[Floats, RadialMechanism]]
"""What share of each input's row, (n,), goes through which mechanism of a single weight table."""


def row_sums(index: Index, parts: Parts) -> list[Floats]:
    """Compute for each part the sums of its integer weights over its outputs, (n,); 0 for inputs without a share in it.

    Kept beside the index.
    """
    takes = np.stack([share > 0 for share, _ in parts])
    digest = hashlib.sha256(" ".join(part.table_name for _, part in parts).encode() + np.packbits(takes).tobytes())
    stored = index.derived(
        f"row-sums-{digest.hexdigest()[:16]}", lambda: {"sums": _sums(index, takes, [part for _, part in parts])}
    )
    return list(stored["sums"])


def _sums(index: Index, takes: Flags, parts: Sequence[RadialMechanism]) -> Floats:
    gives = np.stack([_outputs(index, part.allowed) for part in parts])
    blocks = _Blocks(index, np.concatenate((takes, gives)))
    takes, gives = takes[:, blocks.order], gives[:, blocks.order]
    sums, lock = np.zeros(takes.shape), Lock()
    # One table may serve several parts, which differ in inputs and outputs.
    tables: dict[bytes, list[int]] = {}
    for number, part in enumerate(parts):
        tables.setdefault(part.tables.tobytes(), []).append(number)
    weighed = [(np.repeat(parts[few[0]].tables[0] * 1.0, 1 << parts[few[0]].shift), few) for few in tables.values()]

    def leading(few: list[int], inputs: slice, outputs: slice) -> list[int]:
        return [number for number in few if takes[number, inputs.start] and gives[number, outputs.start]]

    def add(rows: slice, columns: slice) -> None:
        levels = blocks.levels(rows, columns).astype(np.intp)
        for table, few in weighed:
            ahead, back = leading(few, rows, columns), leading(few, columns, rows) if rows != columns else []
            if not (ahead or back):
                continue
            weights = table.take(levels, mode="wrap")
            forward, backward = weights.sum(axis=1), weights.sum(axis=0)
            with lock:
                for number in ahead:
                    sums[number, rows] += forward
                for number in back:
                    sums[number, columns] += backward

    blocks.each_pair(add)
    ordered = np.empty_like(sums)
    ordered[:, blocks.order] = sums
    return ordered


def distance_counts(index: Index, shift: int, depth: int, allowed: Flags | None) -> NDArray[np.uint32]:
    """Count how many outputs stand at each distance from each input, (n, depth); the same for every epsilon.

    Kept beside the index where every word is an output.

    Args:
        index: vocabulary and geometry.
        shift: distance levels are coarsened by this many bits.
        depth: number of coarse levels.
        allowed: (n,) which words can be outputs; None for all.
    """
    if allowed is None:
        stored = index.derived(f"distances-{shift}-{depth}", lambda: {"counts": _counts(index, shift, depth, None)})
        return stored["counts"]
    return _counts(index, shift, depth, allowed)


def _counts(index: Index, shift: int, depth: int, allowed: Flags | None) -> NDArray[np.uint32]:
    outputs = _outputs(index, allowed)
    blocks = _Blocks(index, outputs[None, :])
    outputs = outputs[blocks.order]
    counts, lock = np.zeros((index.size, depth), np.uint32), Lock()

    def add(rows: slice, columns: slice) -> None:
        cells = blocks.levels(rows, columns)
        cells *= 1 / (1 << shift)
        np.floor(cells, out=cells)
        # Counters of the cells that occur, and of no others, stay in the cache.
        first = int(cells.min())
        width = int(cells.max()) - first + 1
        cells -= first
        if outputs[columns.start]:
            found = _histograms(cells, np.arange(int(cells.shape[0]))[:, None], width)
            with lock:
                counts[rows, first : first + width] += found
        if outputs[rows.start] and rows != columns:
            found = _histograms(cells, np.arange(int(cells.shape[1])), width)
            with lock:
                counts[columns, first : first + width] += found

    blocks.each_pair(add)
    ordered = np.empty_like(counts)
    ordered[blocks.order] = counts
    return ordered


def _histograms(cells: NDArray[np.float32], owners: NDArray[np.int64], width: int) -> NDArray[np.uint32]:
    """(m, width) how often each cell occurs with each of m owners, whose numbers are broadcast to the cells."""
    places = cells.astype(np.intp)
    places += width * owners
    return np.bincount(places.reshape(-1), minlength=width * owners.size).reshape(-1, width).astype(np.uint32)


def _outputs(index: Index, allowed: Flags | None) -> Flags:
    return np.ones(index.size, bool) if allowed is None else allowed


class _Blocks:
    """Entries in blocks that are alike.

    Args:
        index: vocabulary and geometry.
        flags: (f, n) entries of a block agree in all of them.

    Attributes:
        order: (n,) the entries, block by block.
        slices: where the blocks stand in that order.
    """

    def __init__(self, index: Index, flags: Flags) -> None:
        self.order = np.lexsort(flags)
        changes = np.flatnonzero((np.diff(flags[:, self.order]) != 0).any(axis=0)) + 1
        bounds: list[int] = [0, *changes.tolist(), index.size]
        self.slices = [
            slice(start, min(start + _ROWS, end))
            for first, end in pairwise(bounds)
            for start in range(first, end, _ROWS)
        ]
        vectors, squares = index.vectors[self.order], index.squared_norms[self.order, None]
        ones = np.ones_like(squares)
        # |x|^2 - 2 <x, y> + |y|^2 as one product; all its partial sums are integers below 2^24, so exact.
        self._rows = np.concatenate((-2 * vectors, squares, ones), axis=1)
        self._columns = np.concatenate((vectors, ones, squares), axis=1)

    def levels(self, rows: slice, columns: slice) -> NDArray[np.float32]:
        """Distance levels between two blocks."""
        levels = self._rows[rows] @ self._columns[columns].T
        np.sqrt(levels, out=levels)
        levels *= LEVELS_PER_UNIT
        return np.rint(levels, out=levels)

    def each_pair(self, work: Callable[[slice, slice], None]) -> None:
        """Do something for each pair of blocks, once; NumPy lets go of the interpreter lock in what takes long."""

        def row(number: int) -> None:
            for columns in self.slices[number:]:
                work(self.slices[number], columns)

        with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
            list(pool.map(row, range(len(self.slices))))
