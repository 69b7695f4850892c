"""Dates: each value is drawn near on its own, or all of a scope move by one shift; written back in the same notation.

`Sources` makes the family that a policy asks for.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import islice

import numpy as np

from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.numeric import Law, NumericMechanism
from dp_gateway.randomness import Stream, uniform_below
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.base import Family, count_common, digits_like, plain_digits
from dp_gateway.surrogates.dates.classes import DateClass, class_of, date_at, number_of
from dp_gateway.surrogates.dates.formats import (
    QUARTERS,
    REFERENCE_YEAR,
    CalendarDate,
    FoundDates,
    find,
    notation,
    write,
    year_of_weekday,
)
from dp_gateway.surrogates.day_names import Name, month_name, weekday_name
from dp_gateway.text.folding import compared_all
from dp_gateway.vocabulary.numerals import ordinal_like


def _months(january: str, language: str, style: str = "full") -> list[str]:
    """The months of a language in the letter case of the first one."""
    return [month_name(january, Name(-1, language, style), number) for number in range(12)]


_FULL, _SHORT = (_months("January", "en", style) for style in ("full", "short"))
_WEEKDAYS = [weekday_name("Monday", Name(-1, "en", "full"), number) for number in range(7)]
_ORDINALS = [f"{day}{ordinal_like('th', day)}" for day in range(32)]


def forms_of(found: FoundDates, date: CalendarDate, *, named: bool = True) -> list[str]:
    """Return notations of a date, the same list for any date of this span; none of them is a bare number. `named`: with
    those of a day that hold the name of its month.
    """
    month = (date.month or 1) - 1
    full, short = _FULL[month], _SHORT[month]
    if date.span == "day":
        forms = _in_digits(date, day_first=_is_day_first(found)) if date.year else []
        if not named:
            return forms
        forms += _with_year(date, full, short) if date.year else []
        return forms + _without_year(date.day or 1, full, short) + _in_languages(date)
    if date.span == "month" and date.year:
        year, number = date.year, date.month or 1
        return [f"{full} {year}", f"{short} {year}", f"{full}, {year}", f"{full} of {year}", f"{number:02d}/{year}",
                f"{year:04d}-{number:02d}"]  # fmt: skip
    if date.span in ("quarter", "half") and date.year:
        number, sign = (month // 3, "Q") if date.span == "quarter" else (month // 6, "H")
        forms = [
            f"{sign}{number + 1} {date.year}",
            f"{date.year} {sign}{number + 1}",
            f"{sign}{number + 1}/{date.year}",
        ]
        return [*forms, f"{QUARTERS[number]} {date.span} of {date.year}"]
    if date.span == "decade":
        return [f"{date.year}s", f"{date.year}'s", f"'{(date.year or 0) % 100:02d}s"]
    return []


def _is_day_first(found: FoundDates) -> bool:
    month = found.spans.get("m", found.spans.get("B"))
    return month is not None and "Y" in found.spans and "d" in found.spans and found.spans["d"] < month


def _in_digits(date: CalendarDate, *, day_first: bool) -> list[str]:
    year, month, day = date.year or 1, date.month or 1, date.day or 1
    # A reply in another language may name them the other way round; what then means two dates is restored to neither.
    orders = ((day, month), (month, day)) if day_first else ((month, day), (day, month))
    return [
        f"{year:04d}-{month:02d}-{day:02d}",
        f"{year:04d}/{month:02d}/{day:02d}",
        *(f"{first:02d}/{second:02d}/{year}" for first, second in orders),
        *(f"{first}/{second}/{year}" for first, second in orders),
        *(f"{first}/{second}/{year % 100:02d}" for first, second in orders),
        f"{day:02d}.{month:02d}.{year}",
        f"{day}.{month}.{year}",
    ]


def _with_year(date: CalendarDate, full: str, short: str) -> list[str]:
    year, month, day = date.year or 1, date.month or 1, date.day or 1
    weekday, nth = _WEEKDAYS[datetime.date(year, month, day).weekday()], _ORDINALS[day]
    return [
        *(f"{name} {number}, {year}" for name in (full, short) for number in (day, nth)),
        *(f"{name} {number} {year}" for name in (full, short) for number in (day, nth)),
        *(f"{number} {name} {year}" for name in (full, short) for number in (day, nth)),
        f"{short}. {day}, {year}",
        f"{nth} of {full} {year}",
        f"{nth} of {full}, {year}",
        f"{day:02d} {full} {year}",
        f"{day:02d}-{short}-{year}",
        f"{weekday}, {full} {day}, {year}",
        f"{weekday}, {day} {full} {year}",
        f"{weekday}, {full} {day}",
        f"{full} {year}",
        f"{short} {year}",
    ]  # fmt: skip


def _without_year(day: int, full: str, short: str) -> list[str]:
    nth = _ORDINALS[day]
    forms = [f"{name} {number}" for name in (full, short) for number in (day, nth)]
    forms += [f"{number} {name}" for name in (full, short) for number in (day, nth)]
    return [*forms, f"{nth} of {full}", f"{full} the {nth}"]


def _in_languages(date: CalendarDate) -> list[str]:
    """A day written in German and in French, whatever the language of the mention: a reply may be a translation."""
    month, day, year = (date.month or 1) - 1, date.day or 1, date.year
    german, french = _GERMAN[month], _FRENCH[month]
    # Months that both languages write alike are told apart by the point.
    days = [f"{day}. {german}", f"{day} {french}", f"{day}{'er' if day == 1 else ''} {french}"]
    years = [f"{one} {year}" for one in days]
    for names, joint in _ELSEWHERE:
        one = f"{day}{joint}{names[month]}"
        days.append(one)
        years.append(f"{one}{joint}{year}")
    return [*days, *years, f"{german} {year}", f"{french} {year}"] if year else days


Dates = tuple[CalendarDate, ...]

_GERMAN, _FRENCH = _months("Januar", "de"), _months("janvier", "fr")
_ELSEWHERE = (
    (_months("enero", "es"), " de "), (_months("janeiro", "pt"), " de "), (_months("gennaio", "it"), " "),
    (_months("stycznia", "pl"), " "),
)  # fmt: skip
"""Months, and what stands between day, month and year. Dutch has months that English has too."""

NAMES = frozenset(
    compared_all(
        [*_WEEKDAYS, *_FULL, *_SHORT, *_GERMAN, *_FRENCH, *(month for names, _ in _ELSEWHERE for month in names)]
    )
)
"""Each named form of a day has one of these words, as words of replies are compared, and begins with one or a digit."""

EPSILON = 8.0
"""Where none is given."""

_MOST_CHARACTERS = 120
_MONTH_FIRST = ("", "zh", "ja")
_TO = re.compile(r"[-–—]|\b(?:to|through|till|until|thru|bis|à|au)\b", re.IGNORECASE)
_TIME = re.compile(r"\d:\d|T\d{4}|\d\s?[ap]\.?m\b|\bat \d", re.IGNORECASE)


class DateFamily(Family):
    """Surrogates of dates.

    Args:
        epsilon: of one date against any other of its class.
        never_self: the date itself is all but never drawn; see `mechanisms.numeric`.
        keep: what the policy keeps beyond; see `dates.classes.class_of`.
        language: of the text around a date, ISO 639-1; empty for English. 03/04 is March 4th in English, Chinese and
            Japanese, and the 3rd of April in all others.
        day_first: it is in this text, too.
    """

    keeps = "how exactly it is said, the decade (of a year the century), how it is written, the time of day"

    def __init__(
        self,
        epsilon: float = EPSILON,
        *,
        never_self: bool = True,
        keep: Collection[str] = (),
        language: str = "",
        day_first: bool = False,
    ) -> None:
        self.epsilon, self.never_self = epsilon, never_self
        self._keep, self._language = keep, language
        self._day_first = day_first or language not in _MONTH_FIRST

    @property
    def language_name(self) -> tuple[str, ...]:
        """The language, where it is not English: what is worked out under a name is named by it, too."""
        return (self._language,) if self._language else ()

    def class_of(self, date: CalendarDate) -> DateClass:
        """Return the class of a date, under what the policy keeps."""
        return class_of(date, self._keep)

    def _find(self, mention: str) -> Sequence[FoundDates] | None:
        """The dates of a mention; places are those of the mention, digits of all scripts are read alike."""
        if len(mention) > _MOST_CHARACTERS:
            return None
        return find(plain_digits(mention), day_first=self._day_first, language=self._language)

    def parse(self, mention: str, entity_type: str) -> Dates | None:
        """Read the dates of a mention; None for other types, relative expressions, and digits that are no date."""
        found = self._find(mention) if entity_type == "DATE_TIME" else None
        return tuple(date for one in found for date in one.dates) if found else None

    def mechanism(self, date: CalendarDate) -> NumericMechanism:
        """Return what draws a date: the mechanism of its class, over `number_of`."""
        return self.class_of(date).mechanism(self.epsilon, self.never_self)

    def draw_one(self, date: CalendarDate, stream: Stream) -> CalendarDate:
        """Draw a nearby date of the same class."""
        mechanism = self.mechanism(date)
        place = mechanism.release(mechanism.place(number_of(date)), stream)
        return date_at(self.class_of(date), int(mechanism.outputs[place]))

    def draw(self, value: Dates, stream: Stream) -> Dates:
        """Draw dates near the ones that are meant."""
        return tuple(self.draw_one(date, stream) for date in value)

    def in_order(self, mention: str, value: Dates, drawn: Dates) -> Dates:
        """Return what was drawn for the dates of a mention; a range ends after it begins, a list of dates has any
        order.

        To exchange the two would now and then give back those of the mention: a range that came out the wrong way
        round ends one day (month, year) after it begins.
        """
        if len(value) == 1:
            return drawn
        found, ordered = self._find(mention) or [], list(drawn)
        for place in _ends_of_ranges(mention, found):
            first, last = value[place - 1 : place + 1]
            alike = first.span == last.span and (first.year is None) == (last.year is None)
            wrong = number_of(ordered[place - 1]) >= number_of(ordered[place])
            if alike and number_of(first) < number_of(last) and wrong:
                ordered[place] = following_date(ordered[place - 1])
        return tuple(ordered)

    def law(self, date: CalendarDate) -> Law:
        """Return the exact law of a draw: the numbers of dates, and their probabilities."""
        mechanism = self.mechanism(date)
        return np.array(mechanism.outputs, np.float64), mechanism.distribution(mechanism.place(number_of(date)))

    def kept(self, mention: str, value: Dates) -> tuple[str, ...]:
        """Describe how exactly the dates are said, in which decade they lie, how they are written, and a time of
        day.
        """
        found = self._find(mention) or []
        classes = dict.fromkeys(self.class_of(date).name for date in value)
        written = _around(mention, found, [notation(one, mention) for one in found])
        # Weekdays beside days without a year agree with these, so that they tell the calendar of the year.
        years = sorted({year for one in found if (year := year_of_weekday(one)) is not None})
        calendars = (f"that its weekday is that of the day in {year}" for year in years)
        time = ["the time of day"] if _TIME.search(mention) else []
        return (*classes, *calendars, *time, f"that it is written {written}")

    def left(self, mention: str, value: Dates) -> tuple[str, ...]:
        """Name times of day, and words around the dates, such as the name of their calendar."""
        ends = (tuple(self._member(date, place) for date in value) for place in (0, -1))
        written = (self.render(mention, value, dates) for dates in ends)
        return ("word or time beside a date",) * count_common(mention, *written)

    def _member(self, date: CalendarDate, place: int) -> CalendarDate:
        """The first (0) or last (-1) date of the class of a date."""
        return date_at(self.class_of(date), int(self.mechanism(date).outputs[place]))

    def render(self, mention: str, value: Dates, drawn: Dates) -> str:
        """Write the mention with its dates replaced."""
        found, dates = self._find(mention) or [], iter(drawn)
        return digits_like(
            mention,
            _around(mention, found, [write(one, mention, tuple(islice(dates, len(one.dates)))) for one in found]),
        )

    def variants(
        self, mention: str, value: Dates, drawn: Dates, *, named: bool = True, written: str | None = None
    ) -> Iterable[Replacement]:
        """Return other common notations of the same dates, of whole dates also without the year or the day. `named`: as
        of `forms_of`. `written`: what `render` gives, where that is known.
        """
        found = self._find(mention) or []
        written = self.render(mention, value, drawn) if written is None else written
        pairs: dict[str, str] = {}
        before, after = iter(value), iter(drawn)
        for one in found:
            for old, new in [(next(before), next(after)) for _ in one.dates]:
                forms = zip(forms_of(one, new, named=named), forms_of(one, old, named=named), strict=True)
                for surrogate, original in forms:
                    # What is the same on both sides stands here too: another date must not be put in its place.
                    if surrogate != written:
                        pairs.setdefault(surrogate, original)
        if (other := plain_digits(written)) != written:
            pairs.setdefault(other, plain_digits(mention))
        if len(found) > 1:
            # Of a list of dates a reply names one.
            dates = iter(drawn)
            for one in found:
                if one.dates[0].span == "day of a month":
                    next(dates)  # a bare number
                    continue
                alone = write(one, mention, tuple(islice(dates, len(one.dates))))
                pairs.setdefault(alone.strip(), one.match[0].strip())
        return [Replacement(surrogate, original) for surrogate, original in pairs.items()]


def _ends_of_ranges(mention: str, found: Sequence[FoundDates]) -> list[int]:
    """The places of the dates that end a range: those behind "to" or a dash, not those of a list."""
    ends, place = list[int](), 0
    for number, one in enumerate(found):
        if number and _TO.search(mention, found[number - 1].match.end(), one.match.start()):
            ends.append(place)
        ends += range(place + 1, place + len(one.dates))
        place += len(one.dates)
    return ends


def _around(mention: str, found: Sequence[FoundDates], written: Sequence[str]) -> str:
    """A mention with something else in the places of its dates."""
    result, at = "", 0
    for one, instead in zip(found, written, strict=True):
        result += mention[at : one.match.start()] + instead
        at = one.match.end()
    return result + mention[at:]


def following_date(date: CalendarDate) -> CalendarDate:
    """Return the next date of the class; of its last one that one."""
    of, number = class_of(date), number_of(date)
    outputs = of.mechanism(EPSILON, True).outputs
    following = int(outputs[min(outputs.index(number) + 1, len(outputs) - 1)])
    return date_at(of, following)


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
        """Draw a shift in days; a function of the stream alone, so that all dates of a scope that give it get one
        shift.
        """
        bound = np.array([len(self.shifts)], np.uint64)
        return self.shifts[int(uniform_below(stream, bound)[0])]

    def delta(self, days: int) -> Fraction:
        """Return the exact delta, at epsilon 0, of moving all dates of a scope by that many days."""
        allowed = frozenset(self.shifts)
        return Fraction(sum(s - days not in allowed for s in self.shifts), len(self.shifts))


class ShiftedDates(DateFamily):
    """Surrogates of dates that all move by one shift.

    The shift comes from the stream without a look at the date: the caller keys the streams of all dates of a scope
    alike. Whole dates move by exactly that many days. A month, quarter, half or year moves as its middle does, a day
    without a year as in a leap year; all of them change. A decade moves by one decade in the direction of the shift.
    `language`, `day_first`: as of `DateFamily`.
    """

    keeps = "all intervals between dates, how exactly each is said, how it is written, the time of day"

    def __init__(self, language: str = "", *, day_first: bool = False) -> None:
        super().__init__(language=language, day_first=day_first)
        self.shift = DateShift()

    def draw(self, value: Dates, stream: Stream) -> Dates:
        """Return all dates, moved by the shift that this stream gives."""
        shift = self.shift.draw(stream)
        return tuple(move(date, shift) for date in value)

    def kept(self, mention: str, value: Dates) -> tuple[str, ...]:
        """Name every interval, which is all there is for whoever knows one date."""
        delta = float(self.shift.delta(_REPORTED_DAYS))
        blind = f"to who knows none, a move by {_REPORTED_DAYS} days has delta {delta:.3f}"
        return (f"all intervals between dates, so that one known date gives all others; {blind}",)


def move(date: CalendarDate, days: int) -> CalendarDate:
    """Move a date, as far as it is said, by that many days."""
    if date.span == "decade":
        decade = (date.year or 0) + (_DECADE if days > 0 else -_DECADE)
        return date._replace(year=decade if 0 < decade <= _LAST_DECADE else (date.year or 0) * 2 - decade)
    moved = _moved(_middle(date), days)
    year = None if date.year is None else moved.year
    if date.span == "day":
        return CalendarDate("day", year, moved.month, moved.day)
    if date.span == "month":
        return CalendarDate("month", year, moved.month)
    if date.span == "day of a month":
        return date._replace(day=moved.day)
    if date.span in ("quarter", "half"):
        months = 3 if date.span == "quarter" else 6
        return CalendarDate(date.span, year, (moved.month - 1) // months * months + 1)
    return CalendarDate("year", year)


def _middle(date: CalendarDate) -> datetime.date:
    year = date.year or REFERENCE_YEAR
    if date.span in ("day", "day of a month"):
        return datetime.date(year, date.month or 1, date.day or 1)
    if date.span == "month":
        return datetime.date(year, date.month or 1, 15)
    if date.span == "quarter":
        return datetime.date(year, (date.month or 1) + 1, 15)
    return datetime.date(year, (date.month or 1) + 3, 1) if date.span == "half" else datetime.date(year, 7, 2)


def _moved(date: datetime.date, days: int) -> datetime.date:
    try:
        return date + datetime.timedelta(days)
    except OverflowError:
        return date - datetime.timedelta(days)
