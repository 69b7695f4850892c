"""Notations of dates: patterns whose groups are the parts that change when a date moves.

A mention is rewritten group by group; everything between the groups stays as it is. Groups: Y year (four digits, or
two), J era and j year in it, m month, B month by name, r month in Roman numbers, d day, e last day of a range inside
one month, o ordinal suffix, A weekday, h half of a year, q quarter, w quarter in words, D decade, z second year of two
("2019/20", "2019-2023"), a and b: day and month in the order that has to be decided, n a day in words ("fourteenth").
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from dp_gateway.languages.conventions import BETWEEN_DAYS
from dp_gateway.surrogates.day_names import (
    MONTH,
    WEEKDAY,
    Name,
    in_case_of,
    month_name,
    month_words,
    read_month,
    read_weekday,
    weekday_name,
    weekday_words,
)
from dp_gateway.vocabulary.numerals import ordinal_like

REFERENCE_YEAR = 2024
"""Dates without a year are taken to lie in it; it has a 29th of February."""

_D = r"(?<!\d)(?P<d>\d{1,2})(?P<o>st|nd|rd|th|er|ter|ten)?"
# The last day of a range, or the second of two.
_E = rf"(?:(?:{BETWEEN_DAYS}|,\s?)(?P<e>\d{{1,2}})(?P<p>st|nd|rd|th|er)?\.?)?"
# A day of a month that nobody names: an ordinal, one behind a weekday, or one beside a date.
_DAY_ALONE = re.compile(
    r"(?<![0-9A-Za-z:./+])(?P<d>\d{1,2})(?P<o>st|nd|rd|th|er)?[.º°]?(?:\s?[日号號])?"
    r"(?!\d|[^\W\d_]|[:%/]|[.,]\d|\s?(?:[ap]\.?\s?m\b|uhr\b|o['’]clock|h\b))",
    re.IGNORECASE,
)
_THIS_MONTH = (
    r"d\. ?m\b|dieses monats|courant|ct\b|del (?:corriente|mes|cte)|de este mes|c\. ?m\b|corrente|do corrente|dezer|"
    r"b\.? ?m\b"
)
_ORDINAL = re.compile(rf"\d(?:st|nd|rd|th)\b|\b(?:d[ií]a|giorno|dni[au])\s\d|\d\.? (?:{_THIS_MONTH})", re.IGNORECASE)
# With these beside it a number is the day of a month, though no month is named.
_WITH_DAYS = re.compile(
    rf"(?>(?:{BETWEEN_DAYS}|{_THIS_MONTH}|giorno|dni[au]|the|on|of|next|last|this|each|every|month|den|dem|le|el|"
    r"dia|día|[\W\x00])*)",
    re.IGNORECASE,
)
SAID_YEAR = re.compile(
    r"\b(?:eighteen|nineteen|twenty|two thousand)[- ](?:and )?(?:oh|hundred|ten|eleven|twelve|"
    r"[a-z]{3,6}teen|[a-z]{3,5}ty)\b",
    re.IGNORECASE,
)
"""A year in words, which nothing reads."""
_Y = r"(?P<Y>(?:1[5-9]|2[01])\d\d(?!\d)|(?<=['’])\d\d(?!\d))"
_YEAR_TAIL = rf"(?:,?\s*|\s+of\s+|-|/|\s+)['’]?{_Y}"
QUARTERS = ("first", "second", "third", "fourth")
_UP_TO_TWENTY = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
ORDINALS = (
    *_UP_TO_TWENTY, *(f"twenty-{one}" for one in _UP_TO_TWENTY[:9]), "thirtieth", "thirty-first",
)  # fmt: skip
"""The days of a month in words, in order."""
_N = rf"(?P<n>{'|'.join(word.replace('-', '[- ]') for word in reversed(ORDINALS))})"
ERAS = {"明治": 1868, "大正": 1912, "昭和": 1926, "平成": 1989, "令和": 2019}
"""The first years of Japanese eras, in order."""


_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
"""Months as Polish writes them, among others: "4.XII"."""


@cache
def _patterns(language: str = "") -> list[re.Pattern[str]]:
    """The notations that are read in a text of a language; empty for English."""
    if language:
        patterns = _other_patterns(language)
    else:
        month = rf"(?P<B>{MONTH})\b\.?"
        weekday = rf"(?:\b(?P<A>{WEEKDAY})\b\.?,?\s+(?:the\s+|den\s+|le\s+)?)?"
        patterns = _english_patterns(month, weekday)
    return [re.compile(pattern, re.IGNORECASE) for pattern in patterns]


def _numeric(weekday: str, behind: str) -> tuple[str, ...]:
    return (
        rf"(?<!\d)(?P<Y>\d{{4}})(?P<s>[-/.])(?P<m>\d{{1,2}})(?P=s)(?P<d>\d{{1,2}})\s{behind}",
        rf"(?<![\d.])(?P<a>\d{{1,2}})(?P<s>[-/]|\.\s?)(?P<b>\d{{1,2}})(?P=s)(?P<Y>\d{{4}}|\d\d)\s{behind}",
        rf"{weekday}(?<!\d)(?P<Y>\d{{4}})(?P<s>[-/.])(?P<m>\d{{1,2}})(?P=s)(?P<d>\d{{1,2}})(?!\d)",
        r"(?<!\d)(?P<Y>(?:19|20)\d\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?!\d)",
        r"(?<!\d)(?P<Y>\d{4})\s?年\s?(?P<m>\d{1,2})\s?月(?:\s?(?P<d>\d{1,2})\s?日)?",
        # What Python prints: datetime.date(1971, 3, 8).
        r"\bdate\((?P<Y>\d{4}), ?(?P<m>\d{1,2}), ?(?P<d>\d{1,2})\)",
        rf"{weekday}(?<![\d.])(?P<a>\d{{1,2}})(?P<s>[-/ ]|\.\s?)(?P<b>\d{{1,2}})(?P=s)(?P<Y>\d{{4}}|\d\d)(?!\d)",
    )


def _other_patterns(language: str) -> tuple[str, ...]:
    """Days, months and years of a language; what joins them stays as it is written."""
    end = r"(?![^\W\d_])"
    month = rf"(?<![^\W\d_])(?P<B>{month_words(language)}){end}\.?"
    article = r"(?:(?:den|dem|le|de|el|día|dia)\s)?"
    weekday = rf"(?:(?<![^\W\d_])(?P<A>{weekday_words(language)}){end}\.?[,،]?\s+{article})?"
    day = rf"(?<!\d)(?P<d>\d{{1,2}})(?P<o>er(?=\s)|[º°ª])?\.?{_E}[\s/.,،-]*(?:(?:de|من)\s)?(?:شهر\s)?"
    before_year = r"[.,،/\s-]*(?:(?:del?|do|سنة|عام|لعام|من|सन्?)\s)?['’]?"
    year = rf"{before_year}(?P<Y>(?:1[5-9]|2[01])\d\d(?!\d)|(?<=['’])\d\d(?!\d))"
    until = rf"(?:(?:{BETWEEN_DAYS})(?P<e>\d{{1,2}})\s?[日号號])?"
    return (
        rf"(?P<J>{'|'.join(ERAS)})(?P<j>\d{{1,2}}|元)\s?年"
        r"(?:\s?(?P<m>\d{1,2})\s?月)?(?:\s?(?P<d>\d{1,2})\s?日)?",
        rf"(?<!\d)(?P<Y>\d{{4}})\s?年\s?(?P<m>\d{{1,2}})\s?月\s?(?P<d>\d{{1,2}})\s?[日号號]{until}",
        rf"(?<!\d)(?P<m>\d{{1,2}})\s?月\s?(?P<d>\d{{1,2}})\s?[日号號]{until}",
        *_numeric(weekday, rf"\((?P<A>{weekday_words(language)})\)"),
        rf"(?<!\d)(?P<d>\d{{1,2}})[./ -]\s?(?P<r>{'|'.join(reversed(_ROMAN))}){end}(?:[./ -]\s?{_Y})?",
        rf"{weekday}{day}{month}{year}",
        rf"{month}{year}",
        # "Mai 68": a day is never so large.
        rf"{weekday}{day}{month}\s(?:del?\s|do\s)?(?P<Y>3[2-9]|[4-9]\d)(?!\d)",
        rf"{month}\s(?:del?\s|do\s)?(?P<Y>3[2-9]|[4-9]\d)(?!\d)",
        rf"{weekday}{day}{month}",
        r"(?<![\d/])(?P<m>\d{1,2})[/.](?P<Y>(?:1[5-9]|2[01])\d\d)(?!\d)",
        r"(?<![\d/.])(?P<Y>(?:1[5-9]|2[01])\d\d)[/.](?P<m>0[1-9]|1[0-2])(?!\d|[/.]\d)",
        r"(?<!\d)(?P<Y>(?:1[5-9]|2[01])\d\d)(?!\d)",
        r"(?<![\d/-])(?P<a>\d{1,2})(?P<s>[/.-])(?P<b>\d{1,2})(?![\d/-])",
        rf"(?<!\d)(?P<d>\d{{1,2}})[./ -]\s?(?P<r>{'|'.join(reversed(_ROMAN))})[./ -](?P<Y>3[2-9]|[4-9]\d)(?!\d)",
        r"\A['’](?P<Y>\d\d)\Z",
        # "In '84", whose apostrophe belongs to no finding.
        r"\A(?P<Y>[4-9]\d)\Z",
        r"(?<!\d)(?P<m>\d{1,2})\s?月",
        month,
    )


def _english_patterns(month: str, weekday: str) -> tuple[str, ...]:
    return (
        *_numeric(weekday, rf"\((?P<A>{WEEKDAY})\)"),
        rf"{weekday}{_D}\.?{_E}(?:\s+(?:day\s+)?of)?[\s/-]*{month}{_YEAR_TAIL}",
        rf"{weekday}{month}[\s-]*(?:the\s)?{_D}{_E}(?!\d|:){_YEAR_TAIL}",
        rf"{weekday}(?:the\s)?\b{_N}\s(?:day\s)?of\s{month}{_YEAR_TAIL}",
        rf"{weekday}{month}\s(?:the\s)?{_N}{_YEAR_TAIL}",
        rf"(?<![\w-])(?P<d>\d{{1,2}})[-/]{month}[-/](?P<Y>\d\d)(?!\d)",
        rf"{month}{_YEAR_TAIL}",
        rf"{weekday}{_D}\.?{_E}(?:\s+(?:day\s+)?of)?[\s/-]*{month}",
        rf"{weekday}{month}[\s-]*(?:the\s)?{_D}{_E}(?!\d|:|\s?[ap]\.?m\b)",
        rf"{weekday}(?:the\s)?\b{_N}\s(?:day\s)?of\s{month}",
        rf"{weekday}{month}\s(?:the\s)?{_N}\b",
        # "In '84", whose apostrophe belongs to no finding.
        r"\A(?P<Y>[4-9]\d)\Z",
        r"(?<!\w)(?P<d>\d\d)(?P<B>JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)(?P<Y>(?:19|20)\d\d|\d\d)?(?!\w)",
        rf"{_Y}[\s-]?Q(?P<q>[1-4])\b",
        rf"\bQ(?P<q>[1-4])(?:{_YEAR_TAIL})?(?!\d)",
        rf"{_Y}[\s-]?H(?P<h>[12])\b",
        rf"\bH(?P<h>[12]){_YEAR_TAIL}(?!\d)",
        rf"\b(?P<w>{'|'.join(QUARTERS)})\s+quarter(?:{_YEAR_TAIL})?",
        rf"(?<![\d/])(?P<m>\d{{1,2}})/{_Y}",
        rf"(?<!\d){_Y}-(?P<m>0[1-9]|1[0-2])(?!\d)",
        r"(?<!\d)(?P<D>(?:1[5-9]|20)\d0)['’]?s\b",
        r"(?:(?<!\w)['’]?)(?P<D>\d0)['’]?s\b",
        rf"(?<!\d){_Y}\s?[-–/]\s?(?P<z>\d\d|(?:1[5-9]|2[01])\d\d)(?!\d)",
        rf"(?<!\d){_Y}(?!\d)",
        r"(?<![\d/])(?P<a>\d{1,2})/(?P<b>\d{1,2})(?![\d/])",
        r"(?<=[a-z.,]\s)(?<!\d\s)(?P<a>\d{1,2})(?P<s>\.)(?P<b>1[0-2]|0?[1-9])\.?(?!\d)",
        rf"\b{month}",
    )


_TIME = re.compile(
    r"(?:T|\b)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?(?:Z|[+-]\d{2}:?\d{2})\b)?|T\d{4,6}Z?"
    r"|\b\d{1,2}\s?(?:[-–]|to)\s?\d{1,2}\s?[ap]\.?m\b\.?|(?<=\bat )(?:1\d|2[0-3]|0?\d)(?:\.[0-5]\d)?(?![\w./])"
    r"|\b\d{1,2}(?:\.\d{2})?\s?(?:[ap]\.?\s?m\b\.?|Uhr\b|uur\b|o['’]clock\b|h\b)|\b\d{1,2}\s?h\s?\d{2}\b",
    re.IGNORECASE,
)
_PIVOT = 69
_MONTHS = 12
_LONGEST_MONTH = 31
_TWO, _CENTURY = 2, 100
_WEEK, _FEBRUARY, _LEAP_DAY = 7, 2, 29

Span = Literal["day", "month", "quarter", "half", "year", "decade", "day of a month"]


class CalendarDate(NamedTuple):
    """A date as far as it is said.

    Attributes:
        span: the smallest part that is said; the parts below are None. A "day of a month" has nothing else.
        year: None where it is not said; of a decade its first.
        month: 1 to 12; of a quarter or a half of a year its first.
        day: 1 to 31.
    """

    span: Span
    year: int | None
    month: int | None = None
    day: int | None = None


class FoundDates(NamedTuple):
    """Dates that one pattern found: one, or first and last day of a range."""

    match: re.Match[str]
    dates: tuple[CalendarDate, ...]
    groups: dict[str, str]
    spans: dict[str, tuple[int, int]]
    language: str = ""


def find(mention: str, *, day_first: bool = False, language: str = "") -> Sequence[FoundDates] | None:
    """Find all dates of a mention in order; None where there are none, or digits that belong to no date or time of day.

    Args:
        mention: the text.
        day_first: how 03/04/2024 is read; points ("03.04.2024") and numbers above 12 decide for themselves.
        language: of the text around it, ISO 639-1; empty for English.
    """
    return _find(mention, day_first, language)


# A mention is read where it is found, drawn for and priced, and for each way in which what stands in for it is written.
@lru_cache(2048)
def _find(mention: str, day_first: bool, language: str) -> tuple[FoundDates, ...] | None:
    found, rest = list[FoundDates](), mention
    for pattern in _patterns(language):
        for match in pattern.finditer(rest):
            one = _read(match, mention, day_first, language)
            if one:
                found.append(one)
        # Spaces of the same length: what was read is not read again, and places stay.
        for one in found:
            start, end = one.match.span()
            rest = rest[:start] + "\x00" * (end - start) + rest[end:]
        if not rest.strip("\x00 ,."):
            break
    found += _days_alone(mention, rest, language, found)
    for one in found:
        start, end = one.match.span()
        rest = rest[:start] + "\x00" * (end - start) + rest[end:]
    if not found or any(character.isdigit() for character in without_times(rest)) or SAID_YEAR.search(rest):
        return None
    return tuple(sorted(found, key=lambda one: one.match.start()))


def _days_alone(mention: str, rest: str, language: str, dates: Sequence[FoundDates]) -> list[FoundDates]:
    """Days whose month is not named, in what is left of a mention: beside dates, behind weekdays, or ordinals."""
    if not any(map(str.isdigit, rest)) or any(_has_a_day(one, rest) for one in dates):
        return []
    weekday = re.compile(rf"(?<![^\W\d_])(?:{weekday_words(language)}|{WEEKDAY})(?![^\W\d_])\.?", re.IGNORECASE)
    others, weekdays = weekday.subn(" ", _DAY_ALONE.sub(" ", rest))
    if not (dates or weekdays or _ORDINAL.search(rest)) or not _WITH_DAYS.fullmatch(without_times(others)):
        return []
    read = (_read(match, mention, True, language) for match in _DAY_ALONE.finditer(without_times(rest, " ")))
    return [one for one in read if one]


def _has_a_day(date: FoundDates, rest: str) -> bool:
    """Whether a number beside a date is its day, one that its month does not have: "30 February"."""
    start, end = date.match.span()
    named = date.spans.get("B")
    if named is None:
        return bool(re.search(r"\d-\Z", rest[:start]) or re.match(r"-\d", rest[end:]))
    return named[0] == start and rest[:start].rstrip()[-1:].isdigit()


def without_times(mention: str, instead: str = "") -> str:
    """Return a mention with something in the place of each character of its times of day."""
    return _TIME.sub(lambda time: instead * len(time[0]), mention)


def _read(match: re.Match[str], mention: str, day_first: bool, language: str) -> FoundDates | None:
    groups = {name: text for name, text in match.groupdict().items() if text}
    if not match[0].isascii() and any(c.isdigit() and not c.isascii() for c in match[0]):
        return None
    spans = {name: match.span(name) for name in groups}
    if "a" in groups:
        day, month = _order(groups, day_first)
        for name, old in (("d", day), ("m", month)):
            groups[name], spans[name] = groups.pop(old), spans.pop(old)
    dates = _dates(groups, _is_german(mention, match), language)
    return FoundDates(match, dates, groups, spans, language) if dates else None


def _order(groups: dict[str, str], day_first: bool) -> tuple[str, str]:
    first = day_first or groups.get("s", "")[:1] == "." or int(groups["a"]) > _MONTHS
    return ("a", "b") if first and int(groups["b"]) <= _MONTHS else ("b", "a")


_GERMAN_POINT = re.compile(r"\d\.\s*[^\W\d]")
_GERMAN_WORD = re.compile(r"\b(?:den|der|vom|im)\b")


def _is_german(mention: str, match: re.Match[str]) -> bool:
    return _GERMAN_POINT.search(match[0]) is not None or _GERMAN_WORD.search(mention) is not None


def _dates(groups: dict[str, str], german: bool, language: str) -> tuple[CalendarDate, ...]:  # noqa: PLR0911
    year = _year(groups["Y"]) if "Y" in groups else _year_of_era(groups) if "J" in groups else None
    if "D" in groups:
        decade = groups["D"]
        return (CalendarDate("decade", int(decade) if len(decade) > _TWO else _year(decade)),)
    if "q" in groups or "w" in groups:
        number = int(groups["q"]) if "q" in groups else QUARTERS.index(groups["w"].casefold()) + 1
        return (CalendarDate("quarter", year, 3 * number - 2),)
    if "h" in groups:
        return (CalendarDate("half", year, 6 * int(groups["h"]) - 5),)
    month = (
        read_month(groups["B"], german=german, language=language).number + 1
        if "B" in groups
        else _ROMAN.index(groups["r"].upper()) + 1
        if "r" in groups
        else int(groups.get("m", 0))
    )
    if not month and year is None and "d" in groups:
        day = int(groups["d"])
        return (CalendarDate("day of a month", None, None, day),) if 1 <= day <= _LONGEST_MONTH else ()
    if not month:
        return _years(year, groups.get("z")) if year else ()
    if month > _MONTHS or year == 0:
        return ()
    days = [int(groups[name]) for name in "de" if name in groups]
    if "n" in groups:
        days = [ORDINALS.index(groups["n"].lower().replace(" ", "-")) + 1]
    if not days:
        return (CalendarDate("month", year, month),)
    last = calendar.monthrange(year or REFERENCE_YEAR, month)[1]
    valid = all(1 <= day <= last for day in days) and len(days) == len(set(days))
    return tuple(CalendarDate("day", year, month, day) for day in days) if valid else ()


def _years(year: int, second: str | None) -> tuple[CalendarDate, ...]:
    """A year, or two; one and the next are a season, or a year of a school or of taxes, which moves as one."""
    if second is None:
        return (CalendarDate("year", year),)
    last = int(second) if len(second) > _TWO else year - year % 100 + int(second)
    last += _CENTURY if last < year and len(second) == _TWO else 0
    if last == year + 1:
        return (CalendarDate("year", year),)
    return (CalendarDate("year", year), CalendarDate("year", last)) if year < last < year + _CENTURY else ()


def _year_of_era(groups: dict[str, str]) -> int:
    return ERAS[groups["J"]] + (1 if groups["j"] == "元" else int(groups["j"])) - 1


def era_of(date: CalendarDate) -> tuple[str, str]:
    """Tell the era and year of a date, as a year alone begins with the era that begins in it."""
    year = date.year or REFERENCE_YEAR
    era = next((name for name, first in reversed(ERAS.items()) if first <= year), "西暦")
    number = year - ERAS.get(era, 1) + 1
    return era, "元" if number == 1 else str(number)


def _year(text: str) -> int:
    year = int(text)
    if len(text) > _TWO:
        return year
    return year + (1900 if year >= _PIVOT else 2000)


def write(found: FoundDates, mention: str, dates: tuple[CalendarDate, ...]) -> str:
    """Write the text that `found` found, with other dates in place of its own; of its digits nothing else is kept."""
    german = _is_german(mention, found.match)
    texts = {name: _part(name, found, dates, german) for name in found.spans if name != "s"}
    spans = dict(found.spans)
    if "e" in texts and dates[0].month != dates[1].month and "B" in found.groups:
        # A range that crosses the end of a month needs both months.
        month = _month(found, german)
        first, last = (month_name(found.groups["B"], month, (date.month or 1) - 1) for date in dates)
        after = found.spans["B"] > found.spans["d"]
        texts["B"] = last if after else first
        if after:
            # Behind the ordinal suffix, or the point, as the month stands behind the last day: "27 de enero y 3 de".
            ends = "o" if "o" in texts else "d"
            point = mention[found.spans[ends][1]] == "."
            spans[ends] = spans[ends][0], spans[ends][1] + point
            joint = mention[found.spans["p" if "p" in texts else "e"][1] : found.spans["B"][0]].lstrip(".")
            texts[ends] += f".{joint}{first}" if point else f"{joint}{first}"
        else:
            texts["e"] = f"{last} {texts['e']}"
    if "e" in texts and dates[0].month != dates[1].month and "m" in found.groups:
        texts["e"] = f"{dates[1].month}月{texts['e']}"
    start, written = found.match.start(), ""
    for name, text in sorted(texts.items(), key=lambda item: found.spans[item[0]]):
        left, right = spans[name]
        written += mention[start:left] + text
        start = right
    return written + mention[start : found.match.end()]


def notation(found: FoundDates, mention: str) -> str:
    """Tell how the text that `found` found is written, without what it says: "MM/DD/YYYY",
    "Weekday, Month DD, YYYY".
    """
    pieces, at = list[str](), found.match.start()
    for name, (left, right) in sorted(found.spans.items(), key=lambda item: item[1]):
        if name != "s":
            like = found.groups[name]
            pieces += (mention[at:left], _shape(name, like, found))
            at = right
    written = re.sub(r"\d", "0", "".join([*pieces, mention[at : found.match.end()]]))
    return f"{written}, a year and the next" if "z" in found.groups and len(found.dates) == 1 else written


def _shape(name: str, like: str, found: FoundDates) -> str:
    if name == "B":
        month = _month(found, _is_german(found.match.string, found.match))
        # Of one language, names may be of several styles: "marca" and "marzec", those of Cairo and of Beirut.
        other = f", {month.style}" if month.style not in ("full", "short", "also") else ""
        named = "" if month.language == "en" else f" ({month.language}{other})"
        return {"short": "Mon"}.get(month.style, "Month") + named
    if name in ("Y", "D", "z"):
        return "YYYY" if len(like) > _TWO else "YY"
    return {
        "J": "Era",
        "j": "YY",
        "A": "Weekday",
        "m": "MM",
        "r": "Roman",
        "q": "N",
        "w": "Nth",
        "n": "Nth",
        "o": "th",
        "p": "th",
    }.get(name, "DD")


def _part(name: str, found: FoundDates, dates: tuple[CalendarDate, ...], german: bool) -> str:  # noqa: PLR0911
    last = name in ("e", "p", "z") or (name == "Y" and "z" not in found.groups)
    like, date = found.groups[name], dates[-1 if last else 0]
    if name in ("Y", "D", "z"):
        year = (date.year or 0) + (name == "z" and len(dates) == 1)
        return f"{year:04d}" if len(like) > _TWO else f"{year % 100:02d}"
    if name in ("J", "j"):
        return era_of(date)[name == "j"]
    if name == "B":
        return month_name(like, _month(found, german), (date.month or 1) - 1)
    if name == "r":
        return in_case_of(like, _ROMAN[(date.month or 1) - 1])
    if name == "A":
        named = (
            read_month(found.groups["B"], german=german).language
            if "B" in found.groups and not found.language
            else "en"
        )
        language = found.language or named
        weekday = read_weekday(like, language)
        return weekday_name(like, weekday, weekday_in(date, year_of_weekday(found) or REFERENCE_YEAR))
    if name == "q":
        return str(((date.month or 1) + 2) // 3)
    if name == "h":
        return "1" if date.month == 1 else "2"
    if name == "w":
        return in_case_of(like, QUARTERS[(date.month or 1) // 3])
    if name == "n":
        word = ORDINALS[(date.day or 1) - 1]
        return in_case_of(like, word if "-" in like or " " not in like else word.replace("-", " "))
    if name in ("o", "p"):
        return ordinal_like(like, date.day or 1)
    if name == "d" and date.day == 1 and found.language == "fr" and "B" in found.groups and "o" not in found.groups:
        return "1er"
    return _number((date.day if name in ("d", "e") else date.month) or 1, found)


def _month(found: FoundDates, german: bool) -> Name:
    """The month as it is written; "May" is short beside a short weekday, between hyphens and in "02MAY", else whole."""
    name = read_month(found.groups["B"], german=german, language=found.language)
    weekday = found.groups.get("A")
    if found.language:
        return name
    short = (
        _is_compact(found)
        or f"-{found.groups['B']}-" in found.match[0]
        or (weekday and read_weekday(weekday, "en").style == "short")
    )
    return name._replace(style="short") if short else name


def _number(number: int, found: FoundDates) -> str:
    """Two digits between other numbers, no zero beside the name of a month, whatever the mention has.

    In "3/14" one sees that March has one digit; a 12 would not tell, so that writing alike would give the month away.
    """
    # Where 年, 月 and 日 stand between, numbers never have one, nor in a call, which programs could not read then.
    bare = (found.language and "月" in found.match[0]) or found.match[0].startswith("date(")
    padded = "m" in found.groups and not bare
    return f"{number:02d}" if padded or _is_compact(found) else str(number)


def _is_compact(found: FoundDates) -> bool:
    """Whether the month stands directly behind the day: "02MAR2019"."""
    return "d" in found.spans and "B" in found.spans and found.spans["d"][1] == found.spans["B"][0]


_LIKELY_YEARS = (2025, 2026, 2024, 2027, 2023, 2028, 2022, 2029, 2021, 2030, 2032, 2036, 2040, 2044, 2048)
"""Years in which each day of a year has any weekday, the 29th of February included."""


def weekday_in(date: CalendarDate, year: int = REFERENCE_YEAR) -> int:
    """Tell the weekday of a date, whatever weekday a mention has; of one without a year, that in the given year. A 29th
    of February that the year does not have is the day behind the 28th.
    """
    first = datetime.date(date.year or year, date.month or 1, 1)
    return (first.weekday() + (date.day or 1) - 1) % _WEEK


def year_meant(date: CalendarDate, weekday: int) -> int:
    """Find the year in which a day without one has a weekday, the likeliest: "Friday 7 November" is one of 2025."""
    leap = (date.month, date.day) == (_FEBRUARY, _LEAP_DAY)
    years = (year for year in _LIKELY_YEARS if calendar.isleap(year) or not leap)
    return next((year for year in years if weekday_in(date, year) == weekday), REFERENCE_YEAR)


def year_of_weekday(found: FoundDates) -> int | None:
    """Tell the year by whose calendar the weekday beside a day without a year is that day's; None where none is."""
    if "A" not in found.groups or found.dates[0].span != "day" or found.dates[0].year is not None:
        return None
    return year_meant(found.dates[0], read_weekday(found.groups["A"], found.language).number)
