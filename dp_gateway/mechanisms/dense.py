"""Level and utility of any mechanism that can write out its rows, by one pass over all pairs of entries.

Mechanisms without a closed form call it, and comparisons call it for several mechanisms at once: distances, most of the
work, are then computed once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Entries, Mechanism, Progress, silent
from dp_gateway.privacy.certificate import ColumnExtremes, Level, Utility, log_ratio
from dp_gateway.vocabulary.index import Index

_ROWS = 64

_Result = TypeVar("_Result")

Law = Callable[[Entries], NDArray[np.float64]]
"""The rows of some inputs, shapes (m,) -> (m, n)."""


def dense_level(size: int, law: Law, exact: Callable[[int, int], int], progress: Progress = silent) -> Level:
    """Compute the exact pure level of a table.

    Args:
        size: n.
        law: rows in floating point; they only find where the level is attained.
        exact: P[x, y] as an integer, on a scale common to all x and y.
        progress: rows done.
    """
    extremes = ColumnExtremes(size)

    def ends(entries: Entries) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        rows = law(entries)
        return rows.min(axis=0), rows.max(axis=0)

    everything = np.arange(size)
    for block, (low, high) in enumerate(in_threads(ends, everything, progress)):
        extremes.add(block, low, high)
    return _settled(extremes, everything, law, exact)


def _settled(extremes: ColumnExtremes, entries: Entries, law: Law, exact: Callable[[int, int], int]) -> Level:
    """The level where floating point has found it: integers say what it is."""
    output, *numbers = extremes.worst()
    blocks = [block_of(entries, number) for number in numbers]
    columns = [law(block)[:, output] for block in blocks]
    high, low = int(blocks[0][columns[0].argmax()]), int(blocks[1][columns[1].argmin()])
    return Level(log_ratio(exact(high, output), exact(low, output)), high, low, output)


def dense_utility(
    index: Index, law: Law, prior: NDArray[np.float64], outputs: Entries, progress: Progress = silent
) -> Utility:
    """Compute the success of the Bayes-optimal attack, and the expected cosine, by one pass over the inputs of the
    prior.

    Args:
        index: vocabulary and geometry.
        law: rows, their columns in the order of `outputs`.
        prior: (n,) on inputs.
        outputs: (n,) entries.
        progress: rows done.
    """
    norms = np.sqrt(index.squared_norms)[:, None]
    # Transposed, for OpenBLAS is twenty times slower the other way round.
    units = np.ascontiguousarray((index.vectors[outputs] / norms[outputs]).T)
    best = np.zeros(index.size)
    cosine = 0.0

    def score(entries: Entries) -> tuple[NDArray[np.float64], float]:
        rows = law(entries)
        rows *= prior[entries, None]
        # One rounding of a weight to 24 bits is far below the resolution of distances.
        means = (units @ rows.astype(np.float32).T).T
        return rows.max(axis=0), float(np.vdot(means, index.vectors[entries] / norms[entries]))

    for block_best, block_cosine in in_threads(score, np.flatnonzero(prior), progress):
        np.maximum(best, block_best, out=best)
        cosine += block_cosine
    return Utility(float(best.sum()), cosine)


def block_of(entries: Entries, number: int) -> Entries:
    """Return the entries of a numbered block of `in_threads`."""
    return entries[number * _ROWS : (number + 1) * _ROWS]


def in_threads(work: Callable[[Entries], _Result], entries: Entries, progress: Progress) -> Iterator[_Result]:
    """Yield results of blocks of entries, in order; NumPy lets go of the interpreter lock in what takes long here."""
    blocks = [block_of(entries, number) for number in range(-(-len(entries) // _ROWS))]
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        for number, result in enumerate(pool.map(work, blocks), 1):
            yield result
            progress(min(number * _ROWS, len(entries)), len(entries))


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
        level = _settled(one, everything, mechanism.distribution, each.exact_probability)
        mechanism.kept_level(lambda level=level: level)


def _kept(mechanism: Mechanism) -> bool:
    def refuse() -> Level:
        raise _NotKept

    try:
        mechanism.kept_level(refuse)
    except _NotKept:
        return False
    return True
