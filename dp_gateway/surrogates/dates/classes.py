"""The classes of dates: which dates are drawn from one public list, and where a date stands in it.

A class is how exactly a date is said and the decade it lies in (of a year the century); dates without a year are one
class each. Its list holds every such date, so that (epsilon, delta) holds for any two dates of the class, whatever else
the provider knows: today's date, or any other date of the text. A draw usually lies within the window:

| said | class | window |
|---|---|---|
| a day | a decade; a day without a year: the year | 30 days on either side |
| a month | a decade; without a year: the year | 6 months; without a year any other month |
| a quarter | a decade; without a year: the year | 4 quarters; without a year any other quarter |
| a half of a year | a decade | 4 halves |
| a year | a century | 5 years |
| a decade | a hundred years from a '70 on | 2 decades |
| a day, no month | 1 to 31 | all days |
"""

from __future__ import annotations

import datetime
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from dp_gateway.mechanisms.numeric import NumericMechanism
from dp_gateway.surrogates.dates.formats import QUARTERS, CalendarDate, Span

_COMMON_YEAR = 2023
"""Where days without a year lie: the 29th of February is taken as the 28th, so that every output is a date."""

_DECADE, _CENTURY = 10, 100
_LAST_YEAR = 9999
_PIVOT = 70
_PER_YEAR = {"month": 12, "quarter": 4, "half": 2}
_WIDTHS: dict[Span, int] = {"day": 61, "month": 13, "quarter": 9, "half": 9, "year": 11, "decade": 5}
_WEEKS = 9
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LONGEST_MONTH = 31
_MOST_CLASSES = 128


class DateClass(NamedTuple):
    """Dates that are said alike and lie in one period.

    Attributes:
        span: how exactly.
        first, last: years of the period; None where no year is said.
        weekday: of the days, where the policy keeps it: 0 is Monday.
        quarter: of the days and months, where the policy keeps it, from 0 to 3.
    """

    span: Span
    first: int | None
    last: int | None
    weekday: int | None = None
    quarter: int | None = None

    @property
    def name(self) -> str:
        """What is kept of a date, in words."""
        period = "of a month that is not named" if self.span == "day of a month" else "without a year"
        if self.first is not None:
            period = f"of the {'year' if self.first == self.last else 'years'} {self.first}"
            period += "" if self.first == self.last else f" to {self.last}"
        quarter = "" if self.quarter is None else f" in the {QUARTERS[self.quarter]} quarter"
        span = "half of a year" if self.span == "half" else self.span.removesuffix(" of a month")
        return f"that it is a {span} {period}{quarter}{self._on}"

    @property
    def _on(self) -> str:
        return "" if self.weekday is None else f", a {_WEEKDAYS[self.weekday]}"

    def mechanism(self, epsilon: float, never_self: bool) -> NumericMechanism:
        """Return what draws a date of the class, as `number_of` numbers them."""
        return _mechanism(self, epsilon, never_self)


@lru_cache(_MOST_CLASSES)
def _mechanism(of: DateClass, epsilon: float, never_self: bool) -> NumericMechanism:
    if of.span == "day of a month":
        outputs = range(1, _LONGEST_MONTH + 1)
    elif of.first is None or of.last is None:
        outputs = range(1, 366) if of.span == "day" else range(_PER_YEAR[of.span])
    elif of.span == "day":
        outputs = range(datetime.date(of.first, 1, 1).toordinal(), datetime.date(of.last, 12, 31).toordinal() + 1)
    elif of.span in _PER_YEAR:
        outputs = range(of.first * _PER_YEAR[of.span], (of.last + 1) * _PER_YEAR[of.span])
    else:
        outputs = range(of.first, of.last + 1, _DECADE if of.span == "decade" else 1)
    if of.weekday is None and of.quarter is None:
        width = len(outputs) if of.first is None and of.span != "day" else min(_WIDTHS[of.span], len(outputs))
        return NumericMechanism(epsilon, outputs, width, never_self=never_self)
    fitting = [number for number in outputs if _agrees(of, number)]
    width = _WIDTHS[of.span] if of.weekday is None else _WEEKS
    return NumericMechanism(epsilon, fitting, min(width, len(fitting)), never_self=never_self)


def _agrees(of: DateClass, number: int) -> bool:
    """Whether the date of a number has the weekday and the quarter of a class."""
    date = date_at(of, number)
    if of.quarter is not None and ((date.month or 1) - 1) // 3 != of.quarter:
        return False
    return of.weekday is None or datetime.date.fromordinal(number).weekday() == of.weekday


def class_of(date: CalendarDate, keep: Collection[str] = ()) -> DateClass:
    """Return the class of a date. `keep`: what the policy keeps beyond how exactly it is said and the decade: `year`,
    `season` (the quarter) and `weekday`, each where the date says it; weekdays are told by the year.
    """
    of = _period_of(date)
    if date.span in ("day", "month") and "season" in keep:
        of = of._replace(quarter=((date.month or 1) - 1) // 3)
    if date.year is None or date.span in ("year", "decade"):
        return of
    if "year" in keep and date.span in ("day", "month"):
        of = of._replace(first=date.year, last=date.year)
    if "weekday" in keep and date.span == "day":
        of = of._replace(weekday=datetime.date.fromordinal(number_of(date)).weekday())
    return of


def _period_of(date: CalendarDate) -> DateClass:
    if date.year is None:
        return DateClass(date.span, None, None)
    if date.span == "decade":
        # A hundred years that two digits tell apart: the '70s are those of 1970, the '60s those of 2060.
        first = (date.year - _PIVOT) // _CENTURY * _CENTURY + _PIVOT
        return DateClass("decade", first, first + _CENTURY - 1)
    years = _CENTURY if date.span == "year" else _DECADE
    first = date.year // years * years
    return DateClass(date.span, max(first, 1), min(first + years - 1, _LAST_YEAR))


def number_of(date: CalendarDate) -> int:
    """Number a date by where it stands in time: days, months, quarters, halves or years, counted as far
    as the date is said.
    """
    month = date.month or 1
    if date.span == "day":
        day = date.day or 1
        if date.year is None:
            last = day - ((month, day) == (2, 29))
            return datetime.date(_COMMON_YEAR, month, last).timetuple().tm_yday
        return datetime.date(date.year, month, day).toordinal()
    if date.span == "day of a month":
        return date.day or 1
    if date.span in _PER_YEAR:
        number = _PER_YEAR[date.span]
        return (date.year or 0) * number + (month - 1) * number // 12
    return date.year or 0


def date_at(of: DateClass, number: int) -> CalendarDate:
    """Return the date of a class that has a number."""
    if of.span == "day":
        if of.first is None:
            day = datetime.date(_COMMON_YEAR, 1, 1) + datetime.timedelta(number - 1)
            return CalendarDate("day", None, day.month, day.day)
        day = datetime.date.fromordinal(number)
        return CalendarDate("day", day.year, day.month, day.day)
    if of.span == "day of a month":
        return CalendarDate(of.span, None, None, number)
    if of.span in _PER_YEAR:
        year, part = divmod(number, _PER_YEAR[of.span])
        return CalendarDate(of.span, None if of.first is None else year, part * 12 // _PER_YEAR[of.span] + 1)
    return CalendarDate(of.span, number)
