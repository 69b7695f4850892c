"""Levels of several mechanisms in one pass over all pairs of words: distances, most of the work, are computed once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Entries, Mechanism, Progress, silent
from dp_gateway.mechanisms.dense import block_of, in_threads
from dp_gateway.privacy.certificate import ColumnExtremes, Level, log_ratio

__all__ = ["levels_together"]


@runtime_checkable
class _OfDistances(Protocol):
    """A mechanism whose rows follow from distance levels."""

    def rows_at(self, entries: Entries, levels: NDArray[np.uint16]) -> NDArray[np.float64]: ...

    def exact_probability(self, x: int, y: int) -> int: ...


class _NotKept(Exception):
    """No level is kept."""


def levels_together(mechanisms: Sequence[Mechanism], progress: Progress = silent) -> None:
    """Compute the levels that are not known yet of mechanisms over one index, and keep them beside it.

    The same figures as `Mechanism.level`, which finds them then. Mechanisms whose rows do not follow from distances are
    left alone: theirs take no pass over all pairs.
    """
    tables = {each.table_name: each for each in mechanisms}.values()
    made = [(each, each) for each in tables if isinstance(each, _OfDistances) and not _kept(each)]
    if not made:
        return
    index = mechanisms[0].index
    everything = np.arange(index.size)
    extremes = [ColumnExtremes(index.size) for _ in made]

    def ends(entries: Entries) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        levels = index.levels_from(entries)
        rows = (each.rows_at(entries, levels) for _, each in made)
        return [(law.min(axis=0), law.max(axis=0)) for law in rows]

    for number, found in enumerate(in_threads(ends, everything, progress)):
        for one, (low, high) in zip(extremes, found, strict=True):
            one.add(number, low, high)
    for (mechanism, each), one in zip(made, extremes, strict=True):
        level = _level(mechanism, each, one, everything)
        mechanism.kept_level(lambda level=level: level)


def _level(mechanism: Mechanism, rows: _OfDistances, extremes: ColumnExtremes, everything: Entries) -> Level:
    """Integers decide; floating point has found where."""
    output, *numbers = extremes.worst()
    blocks = [block_of(everything, number) for number in numbers]
    columns = [mechanism.distribution(block)[:, output] for block in blocks]
    high, low = int(blocks[0][columns[0].argmax()]), int(blocks[1][columns[1].argmin()])
    ratio = log_ratio(rows.exact_probability(high, output), rows.exact_probability(low, output))
    return Level(ratio, high, low, output)


def _kept(mechanism: Mechanism) -> bool:
    def refuse() -> Level:
        raise _NotKept

    try:
        mechanism.kept_level(refuse)
    except _NotKept:
        return False
    return True
