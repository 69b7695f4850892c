"""The integers behind discrete Laplace noise on a folded grid, exact levels of its table, and survival of order."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.privacy.certificate import log_ratio

__all__ = ["Law", "NumericLevel", "NumericTable", "circle_of", "folded_weights", "level_of", "order_survival"]

_TOTAL = 1 << 62
_BLOCK = 256

Law = tuple[list[Decimal], NDArray[np.float64]]
"""Outputs in ascending order, and their probabilities of shape (outputs,)."""


class NumericLevel(NamedTuple):
    """What the integers of the table guarantee.

    Attributes:
        metric: largest log ratio of any output per unit of distance between two inputs, before any exclusion.
        excess: with `never_self`, what is added once to `metric * distance`, over outputs that both inputs can give.
        epsilon: largest log ratio of an output that both inputs can give, over the whole range.
        delta: largest probability that an input gives an output which another input cannot give; 0 without exclusion.
    """

    metric: float
    excess: float
    epsilon: float
    delta: float


def circle_of(points: int, epsilon_per_step: float) -> list[int]:
    """c(0) to c(2n - 1), symmetric, with c(d) <= c(d + 1) / a in integers up to n; they sum to about 2^62."""
    ratio = math.exp(-epsilon_per_step)
    mass = 1 + 2 * sum(ratio**d for d in range(1, points)) + ratio**points
    # Rounded upwards: a smaller ratio would be a larger epsilon.
    numerator = math.ceil(Fraction(math.nextafter(ratio, 1.0)) * _TOTAL)
    half = [int(_TOTAL / mass)]
    while len(half) <= points:
        following = -(-half[-1] * numerator // _TOTAL)
        half += [following] if following < half[-1] else [following] * (points + 1 - len(half))
    return half + half[points - 1 : 0 : -1]


def folded_weights(circle: NDArray[np.int64], points: NDArray[np.int64]) -> NDArray[np.int64]:
    """(m, n) integer weights of the rows of m grid points; every row sums to the sum of the circle (2n,)."""
    places = len(circle)
    outputs = np.arange(places // 2)
    return circle[(outputs - points[:, None]) % places] + circle[(outputs + points[:, None] + 1) % places]


class NumericTable(NamedTuple):
    """Rows with merged outputs, of which one may be left out.

    Attributes:
        circle: (2n,) int64, see `circle_of`.
        starts: (k,) the first grid point of each output.
        points: (m,) the grid point of each input.
        own: (m,) the output that is left out of each row; -1 where none is.
    """

    circle: NDArray[np.int64]
    starts: NDArray[np.int64]
    points: NDArray[np.int64]
    own: NDArray[np.int64]

    def rows(self, at: slice) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Integer weights (m, k), those left out being 0, and the totals (m,)."""
        weights = np.add.reduceat(folded_weights(self.circle, self.points[at]), self.starts, axis=1)
        restricted = np.flatnonzero(self.own[at] >= 0)
        weights[restricted, self.own[at][restricted]] = 0
        return weights, weights.sum(axis=1)

    def share(self, outputs: NDArray[np.int64]) -> float:
        """The largest probability, over all rows, of some outputs together."""
        places = len(self.circle)
        sums = np.concatenate(([0.0], np.cumsum(np.tile(self.circle.astype(np.float64), 2))))
        ends = np.append(self.starts[1:], places // 2)

        def weights(points: NDArray[np.int64], of: NDArray[np.int64]) -> NDArray[np.float64]:
            width = ends[of] - self.starts[of]
            low, high = (self.starts[of] - points) % places, (self.starts[of] + points + 1) % places
            return sums[low + width] - sums[low] + sums[high + width] - sums[high]

        own = np.where(self.own >= 0, weights(self.points, self.own), 0.0)
        wanted = weights(self.points[:, None], outputs)
        wanted[self.own[:, None] == outputs] = 0
        return float((wanted.sum(axis=1) / (sums[places] - own)).max())

    def probability(self, row: int, output: int) -> Fraction:
        """One entry, exactly."""
        weights, totals = self.rows(slice(row, row + 1))
        return Fraction(int(weights[0, output]), int(totals[0]))


class _Extremes:
    """Where each output is most and least probable, among the inputs that can give it; and all totals."""

    def __init__(self, table: NumericTable) -> None:
        outputs = len(table.starts)
        self.high, self.low = np.zeros(outputs), np.full(outputs, np.inf)
        self.high_row, self.low_row = np.zeros(outputs, np.int64), np.zeros(outputs, np.int64)
        self.totals: list[int] = []
        columns = np.arange(outputs)
        for start in range(0, len(table.points), _BLOCK):
            weights, totals = table.rows(slice(start, start + _BLOCK))
            self.totals += totals.tolist()
            rows = weights / totals[:, None].astype(np.float64)
            row = rows.argmax(axis=0)
            better = rows[row, columns] > self.high
            self.high[better], self.high_row[better] = rows[row, columns][better], row[better] + start
            rows[rows == 0] = np.inf
            row = rows.argmin(axis=0)
            better = rows[row, columns] < self.low
            self.low[better], self.low_row[better] = rows[row, columns][better], row[better] + start


def level_of(table: NumericTable, metric: float) -> NumericLevel:
    """Exact figures of a table; floating point finds the worst entries, integers give their figures."""
    extremes = _Extremes(table)
    worst = int((extremes.high / extremes.low).argmax())
    most = table.probability(int(extremes.high_row[worst]), worst)
    least = table.probability(int(extremes.low_row[worst]), worst)
    epsilon = log_ratio(most.numerator * least.denominator, least.numerator * most.denominator)
    delta, left_out = 0.0, np.unique(table.own[table.own >= 0])
    if len(left_out):
        output = int(left_out[extremes.high[left_out].argmax()])
        delta = math.nextafter(float(table.probability(int(extremes.high_row[output]), output)), 1.0)
    excess = log_ratio(max(extremes.totals), min(extremes.totals))
    return NumericLevel(metric, excess, epsilon, delta)


def order_survival(values: list[float], laws: list[Law]) -> NDArray[np.float64]:
    """(m, m) exact probability that values i and j, drawn independently from their laws, keep their order.

    A tie counts as lost unless the values are equal; equal values are one draw inside a scope, so their entry is 1.
    """
    places = sorted({value for outputs, _ in laws for value in outputs})
    table = np.zeros((len(laws), len(places)))
    for row, (outputs, probabilities) in zip(table, laws, strict=True):
        row[np.searchsorted(np.array(places, object), np.array(outputs, object))] = probabilities
    before = np.cumsum(table, axis=1) - table
    smaller = before @ table.T
    signs = np.sign(np.subtract.outer(values, values))
    return np.where(signs == 0, 1.0, np.where(signs < 0, smaller, smaller.T))
