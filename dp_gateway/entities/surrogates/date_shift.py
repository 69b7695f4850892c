"""The law of date shifts: one number of days for all dates of a scope, so that every interval between them survives.

The secret is where a scope lies in time: neighbouring inputs are the same dates, all moved by t days. What is seen is
date + s, so the law of s alone decides what it tells.

Which shifts are allowed: dates are seldom written whole. "March" must change, and "2024" too, or the true value leaves
(`never_self`). The middle of a month or quarter leaves it, whatever the year, when s is at least 46 days away from
every whole number of years; the middle of a year leaves it when s is at least 184 days. Allowed is therefore, with
365.2425 days a year,
    A = {s : 184 <= |s| <= 365.2425 years - 46, |s| at least 46 away from every multiple of 365.2425}.
The alternative, to move what did not change a little further, would make the output depend on s and the date apart, and
no statement over moves would follow.

Which law on A: uniform. For a move by t it gives epsilon 0 and delta(t) = |{s in A : s - t not in A}| / |A|, computed
exactly by `DateShift.delta`. Two-sided geometric noise over days (scale D) gives epsilon t / D without delta as long as
every shift is allowed; restricted to A it has both that epsilon and a delta, and a larger one, because it puts more
mass beside the gap at 0, where the support ends: with D = 365 and t = 30 it is (0.082, 0.162), uniform is (0, 0.132).
Uniform is better at every move up to half a year, and no shift is longer than three years.

The gaps are what this costs: without them delta(30) would be 0.014. A scope that needs less than that from its dates,
or more, sets `years`; delta is 1 from two times `years` on.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from dp_gateway.errors import AssumptionViolated
from dp_gateway.randomness import Stream, uniform_below

__all__ = ["DateShift"]

_YEAR = 365.2425
_GAP = 46
_LEAST = 184
_MOST_YEARS = 50


class DateShift:
    """Uniform over the allowed shifts.

    Args:
        years: no shift is longer than that many years.

    Attributes:
        shifts: the allowed shifts in days, ascending.

    Raises:
        AssumptionViolated: `years` is not between 1 and 50.
    """

    def __init__(self, years: int = 3) -> None:
        if not 1 <= years <= _MOST_YEARS:
            raise AssumptionViolated(
                f"dates cannot be shifted by up to {years} years",
                hint=f"give a number of years from 1 to {_MOST_YEARS}",
            )
        self.years = years
        later = [s for s in range(_LEAST, int(years * _YEAR) - _GAP + 1) if _GAP <= s % _YEAR <= _YEAR - _GAP]
        self.shifts = (*(-s for s in reversed(later)), *later)

    def draw(self, stream: Stream) -> int:
        """A shift in days; a function of the stream alone, so that all dates of a scope that give it get one shift."""
        bound = np.array([len(self.shifts)], np.uint64)
        return self.shifts[int(uniform_below(stream, bound)[0])]

    def delta(self, days: int) -> Fraction:
        """The exact delta, at epsilon 0, of moving all dates of a scope by that many days."""
        allowed = frozenset(self.shifts)
        return Fraction(sum(s - days not in allowed for s in self.shifts), len(self.shifts))
