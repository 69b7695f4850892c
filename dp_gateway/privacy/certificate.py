"""Computes exact certificates: the pure local-DP level of a table of rows, and what a Bayes attacker makes of it.

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

_DENSE_RANKS = 64
_OFF = 8
"""Units in the last place of a logarithm, more than what rounding takes from a log ratio."""


class Level(NamedTuple):
    """A certified level and where it is attained (as entries)."""

    epsilon: float
    x: int
    x_prime: int
    output: int


@dataclass(frozen=True, slots=True)
class Utility:
    """The utility that is left over for attacker and user, over a prior on inputs.

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
    """Compute log(high / low) of exact integers, rounded up; infinite if low is 0 and high is not."""
    if low == 0:
        return math.inf if high else 0.0
    ratio = Fraction(high, low)
    if ratio == 1:
        return 0.0
    if ratio < 2:  # noqa: PLR2004
        # Subtracting logarithms would lose digits near a ratio of 1.
        value = largest = math.log1p(float(ratio - 1))
    else:
        largest = math.log(ratio.numerator)
        value = largest - math.log(ratio.denominator)
    # Logarithms of integers are off by two units in the last place at most; what is subtracted is rounded as well.
    return value + _OFF * math.ulp(largest)


def head_tail_level(blocks: Iterable[HeadRows], column: NDArray[np.int64], total: int) -> Level:
    """Compute the exact level of a head-and-tail table. `blocks`: all rows. `column`: (n,) int64 tail weight of each
    output; `total` is their sum. `total`: C.
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
    # Inputs whose head lacks y give y the tail alone: of those the least and the largest tail count.
    low_row = _first_outside(x, y, np.argsort(tails, kind="stable"), n)
    high_row = _first_outside(x, y, np.argsort(-tails, kind="stable"), n)
    low = np.where(low_row >= 0, tails[low_row] * column, np.iinfo(np.int64).max)
    high = np.where(high_row >= 0, tails[high_row] * column, -1)
    np.minimum.at(low, y, numerators)
    np.maximum.at(high, y, numerators)
    output = _worst_column(low, high)
    at = np.flatnonzero(y == output)
    found: list[int] = []
    for value, outside in ((high[output], high_row[output]), (low[output], low_row[output])):
        attained = x[at[numerators[at] == value]]
        found.append(int(attained[0]) if len(attained) else int(outside))
    return Level(log_ratio(int(high[output]), int(low[output])), found[0], found[1], output)


def _first_outside(x: NDArray[np.int64], y: NDArray[np.int64], ranking: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """For each output, the first input in the ranking whose head lacks it; -1 where every head has it."""
    rank = np.empty(n, np.int64)
    rank[ranking] = np.arange(n)
    rows = min(n, _DENSE_RANKS)
    present = np.zeros((rows, n), bool)
    early = rank[x] < rows
    present[rank[x[early]], y[early]] = True
    result = np.where(present.all(axis=0), -1, ranking[present.argmin(axis=0)])
    # Words that all of the first heads hold are few; look at all heads for those.
    for output in np.flatnonzero(result < 0).tolist():
        lacking = np.ones(n, bool)
        lacking[rank[x[y == output]]] = False
        if lacking.any():
            result[output] = ranking[lacking.argmax()]
    return result


def _worst_column(low: NDArray[np.int64], high: NDArray[np.int64]) -> int:
    with np.errstate(divide="ignore"):
        ratios = np.where(high > 0, np.log(np.maximum(high, 1)) - np.log(low), 0.0)
    # Floating point only finds the candidates; integers decide.
    candidates = np.flatnonzero(ratios >= ratios.max() - 1e-9)[:1000].tolist()
    return max(candidates, key=lambda output: log_ratio(int(high[output]), int(low[output])))


def head_tail_success(
    blocks: Iterable[HeadRows], column: NDArray[np.int64], total: int, row_total: int, prior: NDArray[np.float64]
) -> float:
    """Compute the success of the Bayes-optimal context-free attack, sum_y max_x prior(x) P[x, y], in O(nK)."""
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
    """Largest and smallest probability of each output over all inputs, from blocks of dense rows. `outputs`: n."""

    def __init__(self, outputs: int) -> None:
        self._low = np.full(outputs, np.inf)
        self._high = np.zeros(outputs)
        self._low_block = np.zeros(outputs, np.int64)
        self._high_block = np.zeros(outputs, np.int64)

    def add(self, block: int, low: NDArray[np.float64], high: NDArray[np.float64]) -> None:
        """Take in the column-wise least and largest probabilities of a numbered block of rows, shapes (n,)."""
        better = low < self._low
        self._low[better], self._low_block[better] = low[better], block
        better = high > self._high
        self._high[better], self._high_block[better] = high[better], block

    def worst(self) -> tuple[int, int, int]:
        """Find the output that tells inputs apart best, and the blocks with its largest and least probability."""
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(self._high > 0, self._high / self._low, 0.0)
        output = int(np.argmax(ratios))
        return output, int(self._high_block[output]), int(self._low_block[output])


def blocks_of(total: int, rows: int) -> Iterator[NDArray[np.int64]]:
    """Yield entries 0 to total - 1 in blocks."""
    for start in range(0, total, rows):
        yield np.arange(start, min(start + rows, total))
