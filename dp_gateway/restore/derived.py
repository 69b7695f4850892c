"""Works out numbers of a reply from a request's values: "an increase of $110", of $1,380 and $1,490.

Nobody has to ask for such a number. It is known by its value: a sum, a difference, a product, a share, a percentage or
a mean of numbers of the request of which one at least was drawn near, rounded as the reply writes it. `results` works
out those that a request asks for and puts them right; what is found here is cautioned.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from dp_gateway.restore.standins import Near, value_of

MOST_OPERANDS = 8
_LEAST = 10
"""A smaller number is told of anything."""
_BY_CHANCE = 100
"""Below it a number that is only near a result is near one by chance."""
_MONTHS = 12
_PERIODS = (4, _MONTHS, 52)
"""How often an amount is paid in a month or a year."""


class Derived:
    """Works out what numbers can be derived from the values of one request.

    Args:
        near: the numbers that were drawn near.
        others: the other numbers of what was asked.
    """

    def __init__(self, near: Sequence[Near], others: Iterable[float]) -> None:
        drawn = [(value_of(one.surrogate), (one,)) for one in near[-MOST_OPERANDS:]]
        plain = [(number, ()) for number in dict.fromkeys(others)]
        self._results = sorted(_results(drawn, plain[-MOST_OPERANDS:]), key=lambda one: one[0])

    def of(self, written: str) -> Sequence[Near]:
        """Find the values of which a number may be worked out. `written`: as the reply writes it."""
        number = value_of(written)
        if number < _LEAST:
            return ()
        places = len(written.partition(".")[2])
        margin = 1e-6 if number < _BY_CHANCE and not places else 0.5 * 10.0**-places + 1e-6
        at = bisect_left(self._results, number - margin, key=lambda one: one[0])
        if at < len(self._results) and self._results[at][0] <= number + margin:
            return self._results[at][1]
        return ()


def _results(
    drawn: Sequence[tuple[float, tuple[Near, ...]]], plain: Sequence[tuple[float, tuple[Near, ...]]]
) -> Iterator[tuple[float, tuple[Near, ...]]]:
    for (one, of_one), (other, of_other) in combinations([*drawn, *plain], 2):
        if of := of_one + of_other:
            yield from ((result, of) for result in _of_two(one, other))
    for kind in {near.type for _, (near,) in drawn}:
        alike = [(value, of) for value, of in drawn if of[0].type == kind]
        total, of = sum(value for value, _ in alike), tuple(near for _, (near,) in alike)
        if len(alike) > 1:
            yield from ((result, of) for result in (total, total / len(alike)))
    for value, of in drawn:
        if of[0].type == "MONEY":
            yield from ((result, of) for period in _PERIODS for result in (value * period, value / period))


def _of_two(one: float, other: float) -> Iterator[float]:
    yield from (one + other, abs(one - other), one * other, one * other / 100)
    for part, whole in ((one, other), (other, one)):
        if whole > 0:
            yield from (part / whole, 100 * part / whole, part / whole / _MONTHS)
        if part < _BY_CHANCE:
            yield from (whole * (1 + part / 100), whole * (1 - part / 100))
