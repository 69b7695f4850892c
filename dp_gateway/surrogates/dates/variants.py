"""The notations in which a reply may write a date again."""

from __future__ import annotations

import datetime

from dp_gateway.surrogates.dates.day_names import Name, month_name, weekday_name
from dp_gateway.surrogates.dates.formats import CalendarDate, Found

__all__ = ["forms_of"]

_JANUARY = (Name(-1, "en", "full"), Name(-1, "en", "short"))
_QUARTERS = ("first", "second", "third", "fourth")


def forms_of(found: Found, date: CalendarDate) -> list[str]:
    """Notations of a date, the same list for any date of this span; none of them is a bare number."""
    month = (date.month or 1) - 1
    full, short = (month_name("January", name, month) for name in _JANUARY)
    if date.span == "day":
        forms = _with_year(date, full, short, _is_day_first(found)) if date.year else []
        return forms + _without_year(date.day or 1, full, short) + _in_languages(date)
    if date.span == "month" and date.year:
        year, number = date.year, date.month or 1
        return [f"{full} {year}", f"{short} {year}", f"{full}, {year}", f"{full} of {year}", f"{number:02d}/{year}",
                f"{year:04d}-{number:02d}"]  # fmt: skip
    if date.span == "quarter" and date.year:
        number = month // 3
        forms = [f"Q{number + 1} {date.year}", f"{date.year} Q{number + 1}", f"Q{number + 1}/{date.year}"]
        return [*forms, f"{_QUARTERS[number]} quarter of {date.year}"]
    if date.span == "decade":
        return [f"{date.year}s", f"{date.year}'s", f"'{(date.year or 0) % 100:02d}s"]
    return []


def _is_day_first(found: Found) -> bool:
    if "m" not in found.spans or "d" not in found.spans or "Y" not in found.spans:
        return False
    return found.spans["d"] < found.spans["m"]


def _ordinal(day: int) -> str:
    suffix = "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{suffix}"


def _with_year(date: CalendarDate, full: str, short: str, day_first: bool) -> list[str]:
    year, month, day = date.year or 1, date.month or 1, date.day or 1
    weekday = weekday_name("Monday", Name(-1, "en", "full"), datetime.date(year, month, day).weekday())
    first, second = (day, month) if day_first else (month, day)
    return [
        f"{year:04d}-{month:02d}-{day:02d}",
        f"{year:04d}/{month:02d}/{day:02d}",
        f"{first:02d}/{second:02d}/{year}",
        f"{first}/{second}/{year}",
        f"{first}/{second}/{year % 100:02d}",
        f"{day:02d}.{month:02d}.{year}",
        f"{day}.{month}.{year}",
        *(f"{name} {number}, {year}" for name in (full, short) for number in (day, _ordinal(day))),
        *(f"{name} {number} {year}" for name in (full, short) for number in (day, _ordinal(day))),
        *(f"{number} {name} {year}" for name in (full, short) for number in (day, _ordinal(day))),
        f"{short}. {day}, {year}",
        f"{_ordinal(day)} of {full} {year}",
        f"{_ordinal(day)} of {full}, {year}",
        f"{day:02d} {full} {year}",
        f"{day:02d}-{short}-{year}",
        f"{weekday}, {full} {day}, {year}",
        f"{weekday}, {day} {full} {year}",
        f"{weekday}, {full} {day}",
        f"{full} {year}",
        f"{short} {year}",
    ]  # fmt: skip


def _without_year(day: int, full: str, short: str) -> list[str]:
    forms = [f"{name} {number}" for name in (full, short) for number in (day, _ordinal(day))]
    forms += [f"{number} {name}" for name in (full, short) for number in (day, _ordinal(day))]
    return [*forms, f"{_ordinal(day)} of {full}", f"{full} the {_ordinal(day)}"]


def _in_languages(date: CalendarDate) -> list[str]:
    """The same in the other languages, whatever that of the mention: a reply may be a translation."""
    month, day, year = (date.month or 1) - 1, date.day or 1, date.year
    german, french = (
        month_name(january, Name(-1, language, "full"), month)
        for january, language in (("Januar", "de"), ("janvier", "fr"))
    )
    # Months that both languages write alike are told apart by the point.
    days = [f"{day}. {german}", f"{day} {french}", f"{day}{'er' if day == 1 else ''} {french}"]
    return [*days, *(f"{one} {year}" for one in days), f"{german} {year}", f"{french} {year}"] if year else days
