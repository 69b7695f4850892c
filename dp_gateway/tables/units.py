"""What a table costs, unit by unit, in arrays: a unit is one draw, and the same draw again costs nothing.

A batch gives an array of its units; batches that were sanitized apart are merged by the hash of the unit, a part of the
hashes at a time, so that memory does not grow with the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.budget.base import Charge
from dp_gateway.privacy.guarantee import stated

UNIT = np.dtype(
    [
        ("high", "<u8"),
        ("low", "<u8"),
        ("column", "<u2"),
        ("count", "<u4"),
        ("epsilon", "<f8"),
        ("delta", "<f8"),
        ("nominal", "<f8"),
        ("mechanism", "S32"),
    ]
)
"""One unit: 128 bits of its hash, the column (from 0) that it was drawn for, how many draws it is, (epsilon, delta) and
nominal epsilon of each, and what drew."""

Units = NDArray[Any]
"""Units of dtype `UNIT`, shape (n,)."""

_PART = 64 << 20
"""Bytes of units that are merged at once."""


def unit_row(column: int, charge: Charge, nominal: float) -> tuple[object, ...]:
    """Return a charge as a row of `UNIT`."""
    high, low = int.from_bytes(charge.unit[:8], "little"), int.from_bytes(charge.unit[8:], "little")
    mechanism = charge.mechanism.encode("ascii", "replace")
    return high, low, column, charge.count, charge.epsilon, charge.delta, nominal, mechanism


class UnitList:
    """Collects the units of a batch."""

    def __init__(self) -> None:
        self._rows: list[tuple[object, ...]] = []
        self._arrays: list[Units] = []

    def add(self, column: int, charges: Iterable[Charge], nominal: float | Sequence[float]) -> None:
        """Note the charges of one draw or request. `column`: number of the column, from 0. `charges`: by certified
        levels. `nominal`: epsilon of each draw by its setting, or that of each charge.
        """
        charges = tuple(charges)
        nominals = [nominal] * len(charges) if isinstance(nominal, float | int) else nominal
        self._rows += [unit_row(column, charge, own) for charge, own in zip(charges, nominals, strict=True)]

    def extend(self, column: int, units: Units) -> None:
        """Note units of a column that are an array already, which becomes the list's."""
        units["column"] = column
        self._arrays.append(units)

    def array(self) -> Units:
        """Return the different ones, by ascending hash."""
        return joined([np.array(self._rows, UNIT), *self._arrays])


def joined(arrays: Sequence[Units]) -> Units:
    """Return the different units of some arrays, by ascending hash.

    Where one was priced more than once (what stands beside it changes its delta), the largest price counts; it belongs
    to the first of its columns.
    """
    units = np.concatenate([np.zeros(0, UNIT), *arrays])
    if not len(units):
        return units
    units = units[np.lexsort((units["column"], units["low"], units["high"]))]
    first = np.ones(len(units), bool)
    first[1:] = (units["high"][1:] != units["high"][:-1]) | (units["low"][1:] != units["low"][:-1])
    starts = first.nonzero()[0]
    kept = units[starts]
    for name in ("epsilon", "delta", "nominal", "count"):
        kept[name] = np.maximum.reduceat(units[name], starts)
    return kept


def different(files: Sequence[Path]) -> Iterator[Units]:
    """Yield the different units of files of sorted units, part by part. `files`: as `numpy.save` wrote what
    `UnitList.array` gave.
    """
    parts = 1 + sum(path.stat().st_size for path in files) // _PART
    edges = np.array([(part * 2**64) // parts for part in range(1, parts)], np.uint64)
    cuts = [_cuts(path, edges) for path in files]
    for part in range(parts):
        units = joined([_slice(path, *cut[part : part + 2]) for path, cut in zip(files, cuts, strict=True)])
        if len(units):
            yield units


def _cuts(path: Path, edges: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Where the parts of a file begin, and where the last one ends."""
    units = np.load(path, mmap_mode="r")
    return np.concatenate(([0], np.searchsorted(units["high"], edges), [len(units)]))


def _slice(path: Path, start: int, end: int) -> Units:
    # Opened each time: a corpus has more files than a process may hold open.
    return np.array(np.load(path, mmap_mode="r")[start:end])


class Group(NamedTuple):
    """Units of one column and one level.

    Attributes:
        column: number of the column.
        epsilon, delta: of each draw.
        draws: how many there are.
        nominal: the sum of their nominal epsilons.
    """

    column: int
    epsilon: float
    delta: float
    mechanism: str
    draws: int
    nominal: float

    @property
    def level(self) -> tuple[float, float]:
        """(epsilon, delta) of all of them by basic composition."""
        if math.isinf(self.epsilon):
            return math.inf, 1.0
        return stated((self.epsilon * self.draws, min(self.delta * self.draws, 1.0)))


def grouped(parts: Iterable[Units]) -> list[Group]:
    """Count units that were merged, by column, level and mechanism; sorted."""
    draws: dict[tuple[int, float, float, bytes], list[float]] = {}
    for units in parts:
        keys = units[["column", "epsilon", "delta", "mechanism"]]
        found, places = np.unique(keys, return_inverse=True)
        counts = np.bincount(places, units["count"], len(found))
        nominal = np.bincount(places, units["count"] * units["nominal"], len(found))
        for key, count, price in zip(found.tolist(), counts.tolist(), nominal.tolist(), strict=True):
            total = draws.setdefault(key, [0, 0.0])
            total[0] += count
            total[1] += price
    return [
        Group(column, epsilon, delta, mechanism.decode(), int(count), price)
        for (column, epsilon, delta, mechanism), (count, price) in sorted(draws.items())
    ]
