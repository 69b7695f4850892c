"""Exact certificates: the pure local-DP level of a table of rows, and what a Bayes attacker makes of it.

For a table P[x, y] over a vocabulary the level is max_y log(max_x P[x,y] / min_x P[x,y]). Here it is computed from
the integers that are sampled: in O(nK) for rows that are an explicit head plus a common tail, in one pass over all
pairs for rows that are a function of distance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["ColumnExtremes", "HeadRows", "Level", "Utility", "head_tail_level", "head_tail_success", "log_ratio"]


class Level(NamedTuple):
    """A certified level and where it is attained (entries; None where every output is impossible)."""

    epsilon: float
    x: int
    x_prime: int
    output: int


@dataclass(frozen=True, slots=True)
class Utility:
    """What is left over for attacker and user, over a prior on inputs.

    Attributes:
        bayes_asr: sum_y max_x pi(x) P[x,y], the success of the best context-free attack.
        expected_cosine: expected cosine between a word and its replacement.
        estimated: True where the law has no closed form and draws were used.
    """

    bayes_asr: float
    expected_cosine: float
    estimated: bool = False


class HeadRows(NamedTuple):
    """Some rows of a head-and-tail table; P[x, y] = (head * C + tail[x] * column[y]) / (T * C).

    Attributes:
        entries: (m,) inputs x.
        outputs: (m, K) outputs with an explicit weight.
        heads: (m, K) int64 their weights; 0 where the slot is not used.
        tails: (m,) int64 weight of the tail; heads and tail sum to T.
    """

    entries: NDArray[np.int64]
    outputs: NDArray[np.int64]
    heads: NDArray[np.int64]
    tails: NDArray[np.int64]


def log_ratio(high: int, low: int) -> float:
    """log(high / low) of exact integers, rounded up; infinite where low is 0 and high is not."""
    if low == 0:
        return math.inf if high else 0.0
    ratio = Fraction(high, low)
    # Subtracting logarithms would lose digits near a ratio of 1.
    value = math.log1p(float(ratio - 1)) if ratio < 2 else math.log(ratio.numerator) - math.log(ratio.denominator)
    return math.nextafter(value, math.inf) if value else 0.0


def head_tail_level(blocks: Iterable[HeadRows], column: NDArray[np.int64], total: int) -> Level:
    """Exact level of a head-and-tail table.

    Args:
        blocks: all rows.
        column: (n,) int64 tail weight of each output; `total` is their sum.
        total: C.
    """
    n = len(column)
    tails = np.empty(n, np.int64)
    entries: list[NDArray[np.int64]] = []
    outputs: list[NDArray[np.int64]] = []
    weights: list[NDArray[np.int64]] = []
    for block in blocks:
        tails[block.entries] = block.tails
        row, slot = np.nonzero(block.heads)
        entries.append(block.entries[row])
        outputs.append(block.outputs[row, slot])
        weights.append(block.heads[row, slot])
    x, y, head = np.concatenate(entries), np.concatenate(outputs), np.concatenate(weights)
    numerators = head * total + tails[x] * column[y]
    # Inputs whose head lacks y give y the tail alone: those matter with the least and the largest tail.
    low_tail, low_at = _first_outside(x, y, np.argsort(tails, kind="stable"), n)
    high_tail, high_at = _first_outside(x, y, np.argsort(-tails, kind="stable"), n)
    low = np.where(low_tail, tails[low_at] * column, np.iinfo(np.int64).max)
    high = np.where(high_tail, tails[high_at] * column, -1)
    order = np.lexsort((numerators, y))
    x, y, numerators = x[order], y[order], numerators[order]
    first = np.flatnonzero(np.r_[True, y[1:] != y[:-1]]) if len(y) else np.zeros(0, np.int64)
    last = np.r_[first[1:], len(y)] - 1 if len(y) else first
    low_at, high_at = low_at.copy(), high_at.copy()
    _take_better(low, low_at, y[first], numerators[first], x[first], smaller=True)
    _take_better(high, high_at, y[last], numerators[last], x[last], smaller=False)
    return _worst(low, high, low_at, high_at)


def _first_outside(
    x: NDArray[np.int64], y: NDArray[np.int64], ranking: NDArray[np.int64], n: int
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """For each output, the first input in the ranking whose head lacks it; and whether there is one."""
    rank = np.empty(n, np.int64)
    rank[ranking] = np.arange(n)
    order = np.lexsort((rank[x], y))
    outputs, ranks = y[order], rank[x][order]
    starts = np.searchsorted(outputs, np.arange(n))
    # The heads' ranks run 0, 1, 2 … until the first input without the output.
    place = np.arange(len(outputs)) - starts[outputs]
    runs_on = ranks == place
    missing = np.bincount(outputs, weights=_prefix(runs_on, starts[outputs]), minlength=n).astype(np.int64)
    return missing < n, ranking[np.minimum(missing, n - 1)]


def _prefix(flags: NDArray[np.bool_], group_starts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which flags are true together with all before them in their group."""
    false_so_far = np.cumsum(~flags)
    before_group = (false_so_far - ~flags)[group_starts] if len(flags) else false_so_far
    return false_so_far - before_group == 0


def _take_better(
    best: NDArray[np.int64],
    at: NDArray[np.int64],
    outputs: NDArray[np.int64],
    values: NDArray[np.int64],
    inputs: NDArray[np.int64],
    *,
    smaller: bool,
) -> None:
    better = values < best[outputs] if smaller else values > best[outputs]
    best[outputs[better]] = values[better]
    at[outputs[better]] = inputs[better]


def _worst(low: NDArray[np.int64], high: NDArray[np.int64], low_at: NDArray[np.int64], high_at: NDArray[np.int64]) -> Level:
    possible = high > 0
    if not possible.any():
        return Level(0.0, 0, 0, 0)
    with np.errstate(divide="ignore"):
        ratios = np.where(possible, np.log(np.maximum(high, 1)) - np.log(np.maximum(low, 0)), -np.inf)
    # Floating point only finds the candidates; integers decide.
    candidates = np.flatnonzero(ratios >= ratios.max() - 1e-9)[:1000]
    level, y = max((log_ratio(int(high[y]), int(low[y])), -int(y)) for y in candidates)
    return Level(level, int(high_at[-y]), int(low_at[-y]), -y)


def head_tail_success(
    blocks: Iterable[HeadRows], column: NDArray[np.int64], total: int, row_total: int, prior: NDArray[np.float64]
) -> float:
    """Success of the Bayes-optimal context-free attack, sum_y max_x prior(x) P[x, y], in O(nK)."""
    best = np.zeros(len(column))
    tail = 0.0
    for block in blocks:
        weight = prior[block.entries]
        tail = max(tail, float((weight * block.tails).max()))
        numerators = block.heads * float(total) + block.tails[:, None] * column[block.outputs].astype(np.float64)
        np.maximum.at(best, block.outputs, np.where(block.heads > 0, weight[:, None] * numerators, 0.0))
    np.maximum(best, tail * column, out=best)
    return float(best.sum() / (float(row_total) * float(total)))


class ColumnExtremes:
    """Largest and smallest probability of each output over all inputs, from blocks of dense rows.

    Args:
        outputs: n.
    """

    def __init__(self, outputs: int) -> None:
        self._low = np.full(outputs, np.inf)
        self._high = np.zeros(outputs)

    def add(self, rows: NDArray[np.float64]) -> None:
        """Take in a block of rows P[x, :], shape (m, n)."""
        np.minimum(self._low, rows.min(axis=0), out=self._low)
        np.maximum(self._high, rows.max(axis=0), out=self._high)

    def worst_output(self) -> int:
        """The output that tells inputs apart best."""
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(self._high > 0, self._high / self._low, 0.0)
        return int(np.argmax(ratios))


def blocks_of(total: int, rows: int) -> Iterator[NDArray[np.int64]]:
    """Entries 0 to total - 1 in blocks."""
    for start in range(0, total, rows):
        yield np.arange(start, min(start + rows, total))
