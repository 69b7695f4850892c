"""The likeliest inputs behind each output where a row falls with distance; exact, without a look at all pairs.

The nearest inputs of an output are in the index. Any other one is at least as far away as the end of that list, so
its joint probability is at most what its row has there: of those only the few inputs whose bound exceeds what was
found already are looked at. What a row sums to is worked out once and kept beside the index.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.bounded import Candidates, Weights, bounded_search
from dp_gateway.attacks.row_sums import distance_counts, row_sums
from dp_gateway.mechanisms.base import Entries
from dp_gateway.mechanisms.radial import RadialMechanism
from dp_gateway.vocabulary.index import LEVELS

__all__ = ["best_of_radial"]

_NEAR = 64
_CELL_BITS = 8
"""Outputs whose lists end within so many bits of distance levels share a bound."""

Floats = NDArray[np.float64]


def best_of_radial(
    mechanism: RadialMechanism, weights: Weights, outputs: Entries, count: int, sums: Floats | None = None
) -> Candidates:
    """The `count` largest weights[x] P[x, y] for each output y of (m,), in no order.

    Args:
        mechanism, weights, outputs, count: as above.
        sums: (n,) as of `row_sums`, for a mechanism of a single table; None looks them up.
    """
    index, found = mechanism.index, Candidates.none(len(outputs), count)
    if len(mechanism.law) > 1:
        law = _mixed(mechanism, weights)
    else:
        everything = [(np.ones(index.size), mechanism)]
        law = _single(mechanism, weights, row_sums(index, everything)[0] if sums is None else sums)
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
        between = index.levels_from(outputs[far], inputs).astype(np.int64)
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


def _single(mechanism: RadialMechanism, weights: Weights, sums: Floats) -> _Law:
    # Inputs that have no share in this mechanism have neither weight nor sum.
    scale = np.divide(weights, sums, out=np.zeros_like(sums), where=weights > 0)
    return _Single(scale, mechanism.tables[0].astype(np.float64), mechanism.shift)


def _mixed(mechanism: RadialMechanism, weights: Weights) -> _Law:
    counts = distance_counts(mechanism.index, mechanism.shift, mechanism.tables.shape[1], mechanism.allowed)
    sums = counts.astype(np.float64) @ mechanism.tables.T.astype(np.float64)
    profiles = (mechanism.law / mechanism.law.sum() / sums) @ mechanism.tables.astype(np.float64)
    profiles *= weights[:, None]
    return _Mixed(profiles, mechanism.shift)
