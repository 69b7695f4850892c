"""One shift for all dates of a scope, for a policy that asks for it (`treatment = "shift"`): intervals survive exactly.

That is no protection against anybody who knows one date: today's, which stands in most system prompts, or a birthday.
Whoever knows it knows the shift, and with it every other date of the scope; delta is 1, and reports print "no
guarantee". Dates are drawn one by one where a policy does not ask for this (`date_classes`).

What the law below gives holds against a provider that knows no date at all. The secret is where a scope lies in time:
neighbouring inputs are the same dates, all moved by t days. What is seen is date + s, so the law of s alone decides
what it tells.

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

import datetime
from fractions import Fraction

import numpy as np

from dp_gateway.errors import AssumptionViolated
from dp_gateway.randomness import Stream, uniform_below
from dp_gateway.surrogates.dates.family import DateFamily, Dates
from dp_gateway.surrogates.dates.formats import REFERENCE_YEAR, CalendarDate

__all__ = ["DateShift", "ShiftedDates", "move"]

_YEAR = 365.2425
_GAP = 46
_LEAST = 184
_MOST_YEARS = 50
_DECADE = 10
_LAST_DECADE = 9990
_REPORTED_DAYS = 30


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


class ShiftedDates(DateFamily):
    """Surrogates of dates that all move by one shift.

    The shift comes from the stream without a look at the date: the caller keys the streams of all dates of a scope
    alike. Whole dates move by exactly that many days. A month, quarter or year moves as its middle does, a day without
    a year as in a leap year; all of them change. A decade moves by one decade in the direction of the shift.

    Args:
        shift: the law of the shift; uniform up to three years where it is not given.
        day_first: see `DateFamily`.
    """

    keeps = "all intervals between dates"

    def __init__(self, shift: DateShift | None = None, *, day_first: bool = False) -> None:
        super().__init__(day_first=day_first)
        self.shift = shift or DateShift()

    def draw(self, value: Dates, stream: Stream) -> Dates:
        """All dates, moved by the shift that this stream gives."""
        shift = self.shift.draw(stream)
        return tuple(move(date, shift) for date in value)

    def kept(self, mention: str, value: Dates) -> tuple[str, ...]:
        """Every interval, which is all there is for whoever knows one date."""
        delta = float(self.shift.delta(_REPORTED_DAYS))
        blind = f"to who knows none, a move by {_REPORTED_DAYS} days has delta {delta:.3f}"
        return (f"all intervals between dates, so that one known date gives all others; {blind}",)


def move(date: CalendarDate, days: int) -> CalendarDate:
    """A date as far as it is said, moved by that many days."""
    if date.span == "decade":
        decade = (date.year or 0) + (_DECADE if days > 0 else -_DECADE)
        return date._replace(year=decade if 0 < decade <= _LAST_DECADE else (date.year or 0) * 2 - decade)
    moved = _moved(_middle(date), days)
    year = None if date.year is None else moved.year
    if date.span == "day":
        return CalendarDate("day", year, moved.month, moved.day)
    if date.span == "month":
        return CalendarDate("month", year, moved.month)
    if date.span == "quarter":
        return CalendarDate("quarter", year, (moved.month - 1) // 3 * 3 + 1)
    return CalendarDate("year", year)


def _middle(date: CalendarDate) -> datetime.date:
    year = date.year or REFERENCE_YEAR
    if date.span == "day":
        return datetime.date(year, date.month or 1, date.day or 1)
    if date.span == "month":
        return datetime.date(year, date.month or 1, 15)
    return datetime.date(year, (date.month or 1) + 1, 15) if date.span == "quarter" else datetime.date(year, 7, 2)


def _moved(date: datetime.date, days: int) -> datetime.date:
    try:
        return date + datetime.timedelta(days)
    except OverflowError:
        return date - datetime.timedelta(days)
