"""Discrete Laplace noise on the grid of a declared public range: metric DP for one number, drawn from keyed streams.

The noise is the two-sided geometric law of Ghosh, Roughgarden, Sundararajan ("Universally utility-maximizing privacy
mechanisms", 2009), Pr[z] proportional to a^|z| with a = exp(-epsilon * step / unit), folded back at both ends of the
range like a strip of paper. Folding is a function of input plus noise alone, hence post-processing of the unbounded
law: the full epsilon per unit of distance is spent and no factor 1/2 is lost, as the exponential mechanism would lose
it to its normaliser, which depends on the input. Clamping has the same guarantee, but puts an atom on either end: a
value next to the end is then drawn to the end with probability 1/2, which is the delta of `never_self`, and texts fill
with "100 %" and "aged 0".

On n grid points the folded law is a law c on a circle of 2n places (place t and place 2n - 1 - t are one grid point):
    P[i, j] = (c(i - j) + c(i + j + 1)) / C,    c(0) + ... + c(2n - 1) = C for every input.
c is a table of integers with c(d + 1) = ceil(a c(d)), which is never 0, up to d = n. So c(d) <= c(d + 1) / a holds in
integers and with it P[i, j] <= P[i + 1, j] / a for all i, j; the support is full and the level over the whole range is
finite. What is drawn is what is certified. OpenDP's samplers have the same law, but read the operating system's bits
and cannot be keyed; the tests compare with them.
"""

from __future__ import annotations

import math
import operator
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from decimal import ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, repeat
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.numeric_table import (
    Law,
    NumericLevel,
    NumericTable,
    circle_of,
    folded_weights,
    level_of,
    order_survival,
)
from dp_gateway.privacy.certificate import log_ratio
from dp_gateway.privacy.guarantee import Guarantee, check_epsilon
from dp_gateway.randomness import Stream, uniform_below

__all__ = ["Number", "NumericMechanism", "round_to"]

_MOST_POINTS = 20_000
_HALF = Decimal("0.5")

Number = int | float | Decimal | Fraction


def round_to(value: Decimal, quantum: Decimal) -> Decimal:
    """The nearest multiple of the quantum, halves up."""
    return (value / quantum + _HALF).to_integral_value(ROUND_FLOOR) * quantum


class NumericMechanism:
    """A number in, a number of the declared range out.

    Args:
        epsilon: epsilon for each `unit` of distance.
        low, high: the declared public range; a value outside is taken as the nearer end.
        step: distance of neighbouring grid points; of their logarithms on the log scale.
        unit: the distance that costs one epsilon, on the same scale as `step`: 5 (years), log(1.1) (10 %).
        scale: "linear", distance |v - v'|; "log", distance |log v - log v'|.
        never_self: the value itself is never drawn; the row is restricted to what remains, exactly.

    Distances are those of the grid points nearest to the values, so at most one step more than those of the values.

    Raises:
        InvalidEpsilon: epsilon is not a positive finite number.
        AssumptionViolated: the range, step or unit cannot be a grid of 2 to 20,000 points.
    """

    def __init__(
        self,
        epsilon: float,
        low: Number,
        high: Number,
        step: float | Decimal,
        unit: float | Decimal,
        scale: Literal["linear", "log"] = "linear",
        *,
        never_self: bool = True,
    ) -> None:
        self.epsilon = check_epsilon(epsilon)
        self.scale, self.never_self = scale, never_self
        self.steps_per_unit = _positive(unit, "unit") / _positive(step, "step")
        self.grid = _grid(Decimal(str(low)), Decimal(str(high)), Decimal(str(step)), scale)
        self._circle = circle_of(len(self.grid), self.epsilon / self.steps_per_unit)
        self._circle_array = np.array(self._circle, np.int64)
        self._ends = list(accumulate(self._circle, initial=0))
        self._total = self._ends[-1]
        self._levels: dict[tuple[Decimal | None, Number], NumericLevel] = {}
        self._tables: dict[tuple[Decimal | None, Number], tuple[list[Decimal], NumericTable]] = {}

    def release(self, value: Number, stream: Stream, quantum: Decimal | None = None) -> Decimal:
        """One draw; any number is accepted, NaN counts as the low end.

        Args:
            value: the private number.
            stream: bits; equal streams give equal draws.
            quantum: the draw is rounded to its multiples (never to 0 on the log scale), which is post-processing
                where the quantum is public; with `never_self`, what would be rounded to the value is left out.
        """
        exact = self._clamped(value)
        drawn = self.grid[self._draw(self._nearest(exact), self._own(exact, quantum), stream)]
        return drawn if quantum is None else self._rounded(drawn, quantum)

    def distribution(self, value: Number, quantum: Decimal | None = None) -> Law:
        """The exact law of `release`: outputs, and their probabilities of shape (outputs,)."""
        exact = self._clamped(value)
        outputs, starts = self._outputs(quantum)
        weights = folded_weights(self._circle_array, np.array([self._nearest(exact)]))[0]
        if own := self._own(exact, quantum):
            weights[own[0] : own[1]] = 0
        merged = np.add.reduceat(weights, starts)
        return outputs, merged / float(merged.sum())

    def order_survival(self, values: list[Number]) -> NDArray[np.float64]:
        """(m, m) exact probability that two values, drawn independently, keep their order; see `order_survival`."""
        return order_survival([float(self._clamped(v)) for v in values], [self.distribution(v) for v in values])

    @cached_property
    def metric(self) -> float:
        """Epsilon per unit of distance, from the integers: at most the nominal one, but for the last digit."""
        pairs = zip(self._circle[: len(self.grid)], self._circle[1:], strict=False)
        return max(log_ratio(near, far) for near, far in pairs) * self.steps_per_unit

    def level(self, quantum: Decimal | None = None, least: Number = 0) -> NumericLevel:
        """Exact figures over the whole range; takes a pass over all pairs of grid points (up to seconds).

        Args:
            quantum: inputs and outputs are its multiples, as in `release`.
            least: the least input, where that is public too.
        """
        known = self._levels.get((quantum, least))
        if known is None:
            known = self._levels[quantum, least] = self._level(quantum, least)
        return known

    def share(self, outputs: Iterable[Decimal], quantum: Decimal | None = None, least: Number = 0) -> float:
        """The largest probability that any input of the range is drawn as one of some outputs; arguments as `level`."""
        if (quantum, least) not in self._tables:
            self._tables[quantum, least] = self._outputs(quantum)[0], self._table(quantum, least)
        places, table = self._tables[quantum, least]
        return table.share(np.array([bisect_left(places, output) for output in outputs], np.int64))

    def _level(self, quantum: Decimal | None, least: Number) -> NumericLevel:
        table = self._table(quantum, least)
        return NumericLevel(self.metric, 0.0, 0.0, 0.0) if len(table.points) == 1 else level_of(table, self.metric)

    def _table(self, quantum: Decimal | None, least: Number) -> NumericTable:
        outputs, starts = self._outputs(quantum)
        own = [k if self.never_self else -1 for k in range(len(outputs))]
        first = min(bisect_left(outputs, self._clamped(least)), len(outputs) - 1)
        inputs = [(self._nearest(outputs[k]), own[k]) for k in range(first, len(outputs))]
        if quantum is not None and self.never_self:
            inputs += [(i, -1) for i in self._without_own(outputs[first:], quantum)]
        return NumericTable(self._circle_array, starts, *np.array(inputs).T)

    @cached_property
    def guarantee(self) -> Guarantee:
        """The promise for values on the grid, with `level` for the whole range (the first access computes it)."""
        level = self.level()
        share = f"never_self: (epsilon, delta) with delta {level.delta:.3g}, and {level.excess:.3g} added once"
        return Guarantee(
            notion="metric DP",
            nominal_epsilon=self.epsilon,
            certified_epsilon=level.epsilon,
            certificate="exact",
            unit="number",
            domain=f"numbers from {self.grid[0]:f} to {self.grid[-1]:f}",
            worst_pair=None,
            assumptions=(share,) if self.never_self else (),
            composition="basic: the levels of the draws that depend on one person add up",
            source="Ghosh, Roughgarden, Sundararajan, Universally utility-maximizing privacy mechanisms, 2009",
        )

    def _clamped(self, value: Number) -> Decimal:
        if isinstance(value, Fraction):
            ends = Fraction(self.grid[0]), Fraction(self.grid[-1])
            inside = min(max(value, ends[0]), ends[1])
            return Decimal(inside.numerator) / Decimal(inside.denominator)
        if value != value:  # noqa: PLR0124  # only NaN differs from itself, in every number type
            return self.grid[0]
        if value <= self.grid[0]:
            return self.grid[0]
        return self.grid[-1] if value >= self.grid[-1] else Decimal(str(value))

    def _nearest(self, value: Decimal) -> int:
        right = min(bisect_left(self.grid, value), len(self.grid) - 1)
        return right - (right > 0 and value - self.grid[right - 1] < self.grid[right] - value)

    def _rounded(self, value: Decimal, quantum: Decimal) -> Decimal:
        rounded = round_to(value, quantum)
        return quantum if self.scale == "log" and rounded < quantum else rounded

    def _own(self, value: Decimal, quantum: Decimal | None) -> tuple[int, int] | None:
        """The grid points that would be taken for the value; None where there are none or nothing else remains."""
        if not self.never_self:
            return None
        if quantum is None:
            nearest = self._nearest(value)
            return nearest, nearest + 1
        target = self._rounded(value, quantum)
        low = bisect_left(self.grid, target - quantum / 2)
        high = bisect_left(self.grid, target + quantum / 2)
        if self.scale == "log" and target == quantum:
            low = 0
        return (low, high) if 0 < high - low < len(self.grid) else None

    def _draw(self, start: int, own: tuple[int, int] | None, stream: Stream) -> int:
        places = len(self._circle)
        left_out: list[tuple[int, int]] = []
        if own:
            low, high = own
            for first in ((low - start) % places, (places - high - start) % places):
                last = first + high - low
                left_out += [(first, last)] if last <= places else [(first, places), (0, last - places)]
        ends = self._ends
        total = self._total - sum(ends[last] - ends[first] for first, last in left_out)
        point = int(uniform_below(stream, np.array([total], np.uint64))[0])
        for first, last in sorted(left_out):
            if point >= ends[first]:
                point += ends[last] - ends[first]
        place = (start + bisect_right(ends, point) - 1) % places
        return min(place, places - 1 - place)

    def _outputs(self, quantum: Decimal | None) -> tuple[list[Decimal], NDArray[np.int64]]:
        """The distinct outputs, and the first grid point of each."""
        if quantum is None:
            return self.grid, np.arange(len(self.grid))
        rounded = [self._rounded(value, quantum) for value in self.grid]
        starts = [k for k, value in enumerate(rounded) if k == 0 or value != rounded[k - 1]]
        return [rounded[k] for k in starts], np.array(starts)

    def _without_own(self, outputs: list[Decimal], quantum: Decimal) -> list[int]:
        """Grid points nearest to a multiple of the quantum that no grid point is rounded to."""
        gaps = [k for k in range(1, len(outputs)) if outputs[k] - outputs[k - 1] > quantum]
        return sorted({self._nearest(outputs[m]) for k in gaps for m in (k - 1, k)})


def _positive(value: float | Decimal, name: str) -> float:
    number = float(value)
    if not (math.isfinite(number) and number > 0):
        raise AssumptionViolated(
            f"the {name} of a numeric range must be positive and finite", hint=f"give a positive {name}"
        )
    return number


def _grid(low: Decimal, high: Decimal, step: Decimal, scale: str) -> list[Decimal]:
    hint = f"give low < high (above 0 on the log scale) and a step that makes 2 to {_MOST_POINTS:,} points"
    if not (low.is_finite() and high.is_finite() and low < high and (scale == "linear" or low > 0)):
        raise AssumptionViolated("the ends of a numeric range are no range", hint=hint)
    if scale == "linear":
        steps = int((high - low) / step)
        if not 1 <= steps < _MOST_POINTS:
            raise AssumptionViolated("the step of a numeric range does not fit the range", hint=hint)
        return [low + k * step for k in range(steps + 1)]
    steps = int((high / low).ln() / step)
    if not 1 <= steps < _MOST_POINTS:
        raise AssumptionViolated("the step of a numeric range does not fit the range", hint=hint)
    # Decimal arithmetic, so that all machines have one grid; 20,000 products of 60 digits lose none of the 15 kept.
    with localcontext(prec=60):
        factor = step.exp()
        powers = accumulate(repeat(factor, steps), operator.mul, initial=low)
        return [Decimal(f"{value:.14e}") for value in powers]
