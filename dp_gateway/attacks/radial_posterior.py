"""The likeliest inputs behind each output where a row falls with distance; exact, without a look at all pairs.

The nearest inputs of an output are in the index. Any other one is at least as far away as the end of that list, so
its joint probability is at most what its row has there: of those only the few inputs whose bound exceeds what was
found already are looked at. What a row sums to is worked out once and kept beside the index.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.bounded import Candidates, Weights, bounded_search
from dp_gateway.mechanisms.base import Entries
from dp_gateway.mechanisms.radial import RadialMechanism
from dp_gateway.vocabulary.index import LEVELS, Index, squares_to_levels

__all__ = ["best_of_radial"]

_NEAR = 64
_ROWS = 128
_CELL_BITS = 8
"""Outputs whose lists end within so many bits of distance levels share a bound."""

Floats = NDArray[np.float64]


def best_of_radial(mechanism: RadialMechanism, weights: Weights, outputs: Entries, count: int) -> Candidates:
    """The `count` largest weights[x] P[x, y] for each output y of (m,), in no order."""
    index, found = mechanism.index, Candidates.none(len(outputs), count)
    law = _mixed(mechanism, weights) if len(mechanism.law) > 1 else _single(mechanism, weights)
    rows = np.arange(len(outputs)) if mechanism.allowed is None else np.flatnonzero(mechanism.allowed[outputs])
    near = index.neighbours[outputs, :_NEAR].astype(np.int64)
    levels = index.neighbour_levels[outputs, :_NEAR].astype(np.int64)
    # Words exactly at the end of the list may stand in it or not; without it they all count as far.
    ends = levels[:, -1] if near.shape[1] < index.size else np.full(len(outputs), LEVELS)
    for start in range(0, len(rows), 1024):
        some = rows[start : start + 1024]
        found.take(some, near[some], np.where(levels[some] < ends[some, None], law.joint(near[some], levels[some]), 0))
    if near.shape[1] == index.size:
        return found

    def joint(inputs: Entries, far: NDArray[np.int64]) -> Floats:
        between = _levels(index, outputs[far], inputs)
        return np.where(between >= ends[far, None], law.joint(inputs, between), 0.0)

    cells = ends[rows] >> _CELL_BITS
    for cell in np.unique(cells).tolist():
        far = rows[cells == cell]
        bounds = law.joint(np.arange(index.size), np.full(index.size, cell << _CELL_BITS))
        bounded_search(found, far, bounds, np.ones(len(far)), joint)
    return found


class _Law(Protocol):
    def joint(self, inputs: Entries, levels: NDArray[Any]) -> Floats:
        """Weight times probability of an output at these distance levels (broadcast together)."""
        ...


class _Single(NamedTuple):
    scale: Floats
    table: Floats
    shift: int

    def joint(self, inputs: Entries, levels: NDArray[Any]) -> Floats:
        return self.scale[inputs] * self.table[levels >> self.shift]


class _Mixed(NamedTuple):
    profiles: Floats
    shift: int

    def joint(self, inputs: Entries, levels: NDArray[Any]) -> Floats:
        return self.profiles[inputs, levels >> self.shift]


def _single(mechanism: RadialMechanism, weights: Weights) -> _Law:
    table = mechanism.tables[0].astype(np.float64)
    index, allowed = mechanism.index, mechanism.allowed
    given = np.ones(index.size) if allowed is None else allowed.astype(np.float64)

    def compute() -> dict[str, NDArray[Any]]:
        sums = np.zeros(index.size)

        def part(start: int) -> tuple[Floats, Floats]:
            # Distance is symmetric: each pair is looked at once.
            inputs = np.arange(start, min(start + _ROWS, index.size))
            block = table[_levels(index, inputs, slice(start, None)) >> mechanism.shift]
            # Sums of integers below 2^53: exact in any order.
            return block @ given[start:], given[inputs] @ block[:, len(inputs) :]

        for start, (own, others) in _in_threads(part, index.size):
            sums[start : start + len(own)] += own
            sums[start + len(own) :] += others
        return {"sums": sums}

    sums = index.derived(f"row-sums-{mechanism.table_name}", compute)["sums"]
    return _Single(weights / sums, table, mechanism.shift)


def _mixed(mechanism: RadialMechanism, weights: Weights) -> _Law:
    counts = _histograms(mechanism).astype(np.float64)
    sums = counts @ mechanism.tables.T.astype(np.float64)
    profiles = (mechanism.law / mechanism.law.sum() / sums) @ mechanism.tables.astype(np.float64)
    profiles *= weights[:, None]
    return _Mixed(profiles, mechanism.shift)


def _histograms(mechanism: RadialMechanism) -> NDArray[Any]:
    """(n, levels) how many outputs stand at each distance from each input; the same for every epsilon."""
    index, shift, allowed = mechanism.index, mechanism.shift, mechanism.allowed
    depth, outputs = mechanism.tables.shape[1], slice(None) if allowed is None else np.flatnonzero(allowed)

    def compute() -> dict[str, NDArray[Any]]:
        counts = np.zeros((index.size, depth), np.uint32)

        def part(start: int) -> NDArray[np.int64]:
            inputs = np.arange(start, min(start + _ROWS, index.size))
            cells = _levels(index, inputs, outputs) >> shift
            offsets = cells + depth * np.arange(len(inputs))[:, None]
            return np.bincount(offsets.reshape(-1), minlength=depth * len(inputs)).reshape(-1, depth)

        for start, rows in _in_threads(part, index.size):
            counts[start : start + len(rows)] = rows
        return {"counts": counts}

    if allowed is None:
        return index.derived(f"distances-{shift}-{depth}", compute)["counts"]
    return compute()["counts"]


def _levels(index: Index, entries: Entries, others: Entries | slice) -> NDArray[np.int64]:
    """(m, k) distance levels."""
    products = index.vectors[entries] @ index.vectors[others].T
    products *= -2
    products += index.squared_norms[entries, None]
    products += index.squared_norms[others]
    return squares_to_levels(products).astype(np.int64)


def _in_threads(work: Callable[[int], Any], total: int) -> Iterator[tuple[int, Any]]:
    """Results of blocks of rows by where they start; NumPy lets go of the interpreter lock in what takes long here."""
    starts = range(0, total, _ROWS)
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        yield from zip(starts, pool.map(work, starts), strict=True)
