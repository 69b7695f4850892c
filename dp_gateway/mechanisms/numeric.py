"""A staircase on a public grid: one number or date of a class in, one of the same class out, drawn from keyed streams.

Surrogates of amounts and dates are drawn with it. The class is a public list of n outputs in ascending order, the same
for every value of the class, so that nothing of the value but its class decides what can be drawn. A value is taken as
the nearest output, i; the w outputs around i (fewer on one side at the ends of the list, never fewer in all) have the
integer weight `high` each, all others `low`. Every row has the same total, hence for any two values of the class
    P[i, j] <= (high / low) P[k, j] <= e^epsilon P[k, j],
which is the extremal form of local differential privacy (Kairouz, Oh, Viswanath, "Extremal mechanisms for local
differential privacy", 2014): no law of the same epsilon keeps more mass within the window. A law that decays with the
distance, such as discrete Laplace noise, spends its epsilon on outputs that nobody draws: at 10 % an epsilon, amounts
of one power of ten were 24 apart.

With `never_self` the value's own output has the weight `low` too: it is drawn as seldom as the farthest one, 6 times
in 100,000 for money at epsilon 6, and delta is 0. To shut it out altogether would buy little and cost delta: what one
value cannot give and its neighbour can is high / total, and of a letter with a few dozen dates and amounts the deltas
add up to no guarantee at all.

What is drawn is what is certified: integers, compared with integers from a cryptographic source.
"""

from __future__ import annotations

import math
import operator
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from decimal import Decimal
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import exp_of
from dp_gateway.errors import AssumptionViolated
from dp_gateway.privacy.certificate import log_ratio
from dp_gateway.privacy.guarantee import Guarantee, check_epsilon
from dp_gateway.randomness import Stream, below

_LOW = 1 << 24
_MOST_EPSILON = 20.0
"""The integers of a larger one would not fit; it would differ from this one once in a million draws."""

_MOST_POINTS = 20_000


def integer_odds(epsilon: float) -> tuple[int, int]:
    """Find two integers whose ratio is at most e^epsilon, and at least 1: the odds of an output that is not drawn
    often, and of one that is.
    """
    # Rounded down: the ratio is never more.
    return _LOW, max(math.floor(exp_of(min(epsilon, _MOST_EPSILON)) * (1 - 1e-12) * _LOW), _LOW)


Number = int | Decimal
Law = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Outputs in ascending order, and their probabilities; both of shape (outputs,)."""


class _Ordered(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


class NumericMechanism:
    """A number of a class in, a number of the class out.

    Args:
        epsilon: of one draw, against any other value of the class.
        outputs: the public list of the class, ascending and without duplicates.
        width: how many outputs lie in the window around a value, its own included.
        never_self: the output that is nearest to the value is drawn as seldom as any other, rather than often.

    Raises:
        InvalidEpsilon: epsilon is not a positive finite number.
        AssumptionViolated: the outputs are no ascending list of 1 to 20,000, or the width does not fit them.
    """

    def __init__(self, epsilon: float, outputs: Sequence[Number], width: int, *, never_self: bool = True) -> None:
        self.epsilon = check_epsilon(epsilon)
        self.outputs = outputs if isinstance(outputs, range) else tuple(outputs)
        self.width, self.never_self = width, never_self
        n = len(self.outputs)
        if not 1 <= n <= _MOST_POINTS or not all(map(operator.lt, self.outputs, self.outputs[1:])):
            raise AssumptionViolated(
                "the outputs of a class of numbers are no ascending list",
                hint=f"give 1 to {_MOST_POINTS:,} different numbers in ascending order",
            )
        if not 1 + never_self <= width <= n:
            raise AssumptionViolated(
                "the window does not fit the outputs of the class", hint=f"give a width from {1 + never_self} to {n}"
            )
        self.low, self.high = integer_odds(self.epsilon if width < n or never_self else 0)
        often = width - never_self
        self.total = often * self.high + (n - often) * self.low

    def place(self, value: _Ordered) -> int:
        """Return the place of the output that a value is taken as: the nearest one."""
        right = min(bisect_left(self.outputs, value), len(self.outputs) - 1)
        exact: Any = value
        return right - (right > 0 and exact - self.outputs[right - 1] < self.outputs[right] - exact)

    def first(self, place: int) -> int:
        """Return where the window around a place begins."""
        return min(max(place - self.width // 2, 0), len(self.outputs) - self.width)

    def release(self, place: int, stream: Stream) -> int:
        """Draw a place; equal streams give equal draws. `place`: of the private value, as `place` gives it."""
        return self.at_point(place, below(stream, self.total))

    def at_point(self, place: int, point: int) -> int:
        """Return the place of the draw that a number below `total` gives. `place`: of the private value. `point`:
        uniform over the integers from 0 to `total`.
        """
        first, inside = self.first(place), (self.width - self.never_self) * self.high
        if point < inside:
            drawn = first + point // self.high
            return drawn + (self.never_self and drawn >= place)
        drawn = (point - inside) // self.low - self.never_self
        if drawn < 0:
            return place
        return drawn + self.width if drawn >= first else drawn

    def point(self, place: int, drawn: int) -> int:
        """Return the least number below `total` for which `release` gives an output. `place`: of the private value."""
        first, often = self.first(place), self.width - self.never_self
        inside = drawn - first
        if 0 <= inside < self.width and not (self.never_self and drawn == place):
            return (inside - (self.never_self and drawn > place)) * self.high
        seldom = -1 if drawn == place else drawn - (self.width if inside >= 0 else 0)
        return often * self.high + (seldom + self.never_self) * self.low

    def weights(self, place: int) -> NDArray[np.int64]:
        """Return the integers that a draw for this place compares with, shape (outputs,); they sum to `total`."""
        weights = np.full(len(self.outputs), self.low, np.int64)
        first = self.first(place)
        weights[first : first + self.width] = self.high
        if self.never_self:
            weights[place] = self.low
        return weights

    def distribution(self, place: int) -> NDArray[np.float64]:
        """Compute the exact law of `release`, shape (outputs,)."""
        return self.weights(place) / float(self.total)

    @cached_property
    def level(self) -> float:
        """Exact epsilon over the class, from the integers; there is no delta."""
        return log_ratio(self.high, self.low)

    def share(self, places: Iterable[int]) -> float:
        """Compute the largest probability that any value of the class is drawn as one of some outputs, by place."""
        listed, n = list(places), len(self.outputs)
        if not listed:
            return 0.0
        shut_out, before = np.zeros(n, np.int64), np.zeros(n + 1, np.int64)
        shut_out[listed] = 1
        np.cumsum(shut_out, out=before[1:])
        first, end = self._windows
        often = before[end] - before[first]
        if self.never_self:
            often -= shut_out
        most, count = int(often.max()), int(before[-1])
        return float(most * self.high + (count - most) * self.low) / self.total

    @cached_property
    def _windows(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where the window around each place begins and ends, as `first` gives it."""
        n = len(self.outputs)
        first = np.clip(np.arange(n) - self.width // 2, 0, n - self.width)
        return first, first + self.width

    @property
    def guarantee(self) -> Guarantee:
        """The promise for any two values of the class."""
        return Guarantee(
            notion="pure local DP",
            nominal_epsilon=self.epsilon,
            certified_epsilon=self.level,
            certificate="exact",
            unit="number",
            domain=f"numbers from {self.outputs[0]} to {self.outputs[-1]}",
            worst_pair=None,
            assumptions=(),
            composition="basic: the levels of the draws that depend on one person add up",
            source="Kairouz, Oh, Viswanath, Extremal mechanisms for local differential privacy, 2014",
        )


class RemainingOutputs:
    """The outputs of a mechanism that can still be used; `Drawer` keeps one for each law of which some are gone.
    `mechanism`: draws among all. `gone`: places of outputs that cannot be used, whatever the value is.
    """

    def __init__(self, mechanism: NumericMechanism, gone: Collection[int]) -> None:
        self._mechanism = mechanism
        self._places = [place for place in range(len(mechanism.outputs)) if place not in gone]

    def remove(self, place: int) -> None:
        """Take an output away."""
        at = bisect_left(self._places, place)
        if at < len(self._places) and self._places[at] == place:
            del self._places[at]

    def without(self, gone: Collection[int]) -> RemainingOutputs:
        """Make a copy from which the outputs at these places are taken away too."""
        one = copy(self)
        one._places = [place for place in self._places if place not in gone]
        return one

    def release(self, place: int, stream: Stream) -> int | None:
        """Draw the place of one output of a value's row among what is left, by the weights there; None if nothing is
        left. `place`: of the private value.
        """
        places, one = self._places, self._mechanism
        window = one.first(place)
        first, last = bisect_left(places, window), bisect_left(places, window + one.width)
        # In order: outputs before the window, those in it up to the value's own, that one, those behind it, the rest.
        own = bisect_left(places, place, first, last)
        itself = one.never_self and own < last and places[own] == place
        runs = (
            (0, first, one.low), (first, own, one.high), (own, own + itself, one.low), (own + itself, last, one.high),
            (last, len(places), one.low),
        )  # fmt: skip
        left = sum((end - start) * weight for start, end, weight in runs)
        point = below(stream, left) if left else 0
        for start, end, weight in runs:
            if point < (end - start) * weight:
                return places[start + point // weight]
            point -= (end - start) * weight
        return None


def order_survival(values: Sequence[float], laws: Sequence[Law]) -> NDArray[np.float64]:
    """Compute the exact probability, (m, m), that values i and j, drawn independently from their laws, keep their
    order.

    A tie counts as lost unless the values are equal; equal values are one draw inside a scope, so their entry is 1.
    """
    places = np.unique(np.concatenate([outputs for outputs, _ in laws]))
    table = np.zeros((len(laws), len(places)))
    for row, (outputs, probabilities) in zip(table, laws, strict=True):
        row[np.searchsorted(places, outputs)] = probabilities
    before = np.cumsum(table, axis=1) - table
    smaller = before @ table.T
    signs = np.sign(np.subtract.outer(values, values))
    return np.where(signs == 0, 1.0, np.where(signs < 0, smaller, smaller.T))
