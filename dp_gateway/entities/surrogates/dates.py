"""Dates: all dates of a scope move by one shift, so that intervals between them survive.

`DateFamily.draw` draws the shift from the stream without looking at the date. The caller therefore keys the streams of
dates by the scope and not by the value; two dates of one scope then move alike, whatever their notation. See
`date_shift` for the law and what it guarantees.

Whole dates move by exactly that many days. A month, quarter or year moves as its middle does, a day without a year as
in a leap year; all of them change. A decade moves by one decade in the direction of the shift: that tells which of two
neighbours it was, and no more, and is outside of the statement over moves. Years 1 and 9999 are the ends of the
calendar: a date that would leave it moves the other way.

What stays: times of day, the notation, and relative expressions ("yesterday", "next Monday", "3 pm"), which are no
dates to shift. Weekdays next to a date move with it.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from dp_gateway.entities.surrogates.base import Family, Pair
from dp_gateway.entities.surrogates.date_formats import REFERENCE_YEAR, CalendarDate, Found, find, write
from dp_gateway.entities.surrogates.date_shift import DateShift
from dp_gateway.randomness import Stream

__all__ = ["DateFamily", "Dates", "move"]

Dates = tuple[CalendarDate, ...]

_MOST_CHARACTERS = 120
_DECADE = 10
_LAST_DECADE = 9990


class DateFamily(Family):
    """Surrogates of dates.

    Args:
        shift: the law of the shift; uniform up to three years where it is not given.
        day_first: how 03/04/2024 is read: the 3rd of April instead of March 4th.
    """

    def __init__(self, shift: DateShift | None = None, *, day_first: bool = False) -> None:
        self.shift = shift or DateShift()
        self.day_first = day_first

    def _find(self, mention: str) -> list[Found] | None:
        return find(mention, day_first=self.day_first) if len(mention) <= _MOST_CHARACTERS else None

    def parse(self, mention: str, entity_type: str) -> Dates | None:
        """The dates of a mention; None for other types, relative expressions, and digits that are no date."""
        found = self._find(mention) if entity_type == "DATE_TIME" else None
        return tuple(date for one in found for date in one.dates) if found else None

    def draw(self, value: Dates, stream: Stream) -> Dates:
        """All dates, moved by the shift that this stream gives."""
        shift = self.shift.draw(stream)
        return tuple(move(date, shift) for date in value)

    def render(self, mention: str, value: Dates, drawn: Dates) -> str:
        """The mention with its dates replaced."""
        written, at, dates = "", 0, list(drawn)
        for one in self._find(mention) or ():
            own, dates = tuple(dates[: len(one.dates)]), dates[len(one.dates) :]
            written += mention[at : one.match.start()] + write(one, mention, own)
            at = one.match.end()
        return written + mention[at:]

    def variants(self, mention: str, value: Dates, drawn: Dates) -> Iterable[Pair]:
        """Other common notations of the same dates, of whole dates also without the year or the day."""
        from dp_gateway.entities.surrogates.date_variants import forms_of

        found = self._find(mention) or []
        written = self.render(mention, value, drawn)
        pairs: dict[str, str] = {}
        before, after = iter(value), iter(drawn)
        for one in found:
            for old, new in [(next(before), next(after)) for _ in one.dates]:
                forms = zip(forms_of(one, new), forms_of(one, old), strict=True)
                for surrogate, original in forms:
                    if surrogate not in (written, original):
                        pairs.setdefault(surrogate, original)
        return [Pair(surrogate, original) for surrogate, original in pairs.items()]


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
