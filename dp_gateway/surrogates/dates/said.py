"""Dates as people say them: a day of a month by its number alone ("le 3", "am 14."), in words ("trois mai"), beside
words that stay ("vers 1936"), in English inside of another language ("9 Dec"), and feasts ("zu Pfingsten").

`Sources` asks here for what no other family of dates reads. Words, forms and feasts are in `said.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple

from dp_gateway.languages.conventions import BETWEEN_DAYS, weekdays
from dp_gateway.languages.conventions import months as months_of
from dp_gateway.randomness import Stream
from dp_gateway.restore import Replacement
from dp_gateway.surrogates.base import Family, count_common, digits_like, in_case_of, pick, plain_digits
from dp_gateway.surrogates.dates.family import DateFamily, Dates, ShiftedDates, following_date
from dp_gateway.surrogates.dates.formats import ORDINALS, CalendarDate, find, write
from dp_gateway.surrogates.day_names import month_name, read_month
from dp_gateway.text.folding import fold
from dp_gateway.text.lists import alternatives
from dp_gateway.vocabulary.numerals import cased, ordinal_like

_MOST_CHARACTERS, _MOST_READ = 80, 1024
_LONGEST_MONTH = 31
_LEAST_IN_ENGLISH = 13
"""A smaller number alone may be a time of the day in English."""
_ORDINAL = r"(?:st|nd|rd|th|er|de|ste|te[nrs]?|e|[ºª°]|\.[ºª]|-?(?:go|ego|ym|sty|ty))?"
_NUMBER = re.compile(r"(?P<d>\d{1,2})(?P<o>st|nd|rd|th|er)?", re.IGNORECASE)
_FIRST = {"fr": ("1er",), "es": ("uno",), "it": ("uno",), "pt": ("um",)}


class _Read(NamedTuple):
    """A mention that was read. `dates`: of it. `write`: makes of other dates the text that stands for them."""

    dates: Dates
    write: Callable[[Dates], str]


class SaidDates(DateFamily):
    """Surrogates of dates that are said so; arguments as of `DateFamily`."""

    def parse(self, mention: str, entity_type: str) -> Dates | None:
        """Read the dates of a mention; None for what is none of these."""
        if entity_type != "DATE_TIME" or len(mention) > _MOST_CHARACTERS:
            return None
        read = _read(mention, self._language)
        return None if read is None else read.dates

    def in_order(self, mention: str, value: Dates, drawn: Dates) -> Dates:
        """Return what was drawn; of two days the second is the later one, as in the mention."""
        del mention
        if len(value) == len(drawn) == 2 and value[0].span == value[1].span == "day of a month":  # noqa: PLR2004
            (one, two), (first, last) = value, drawn
            if (one.day or 0) < (two.day or 0) and (first.day or 0) >= (last.day or 0):
                return first, following_date(first)
        return drawn

    def render(self, mention: str, value: Dates, drawn: Dates) -> str:
        """Write the mention with its dates replaced."""
        read = _read(mention, self._language)
        return mention if read is None else digits_like(mention, read.write(drawn))

    def kept(self, mention: str, value: Dates) -> tuple[str, ...]:
        """Describe how exactly the dates are said, and how they are written."""
        classes = dict.fromkeys(self.class_of(date).name for date in value)
        last = tuple(self._member(date, -1) for date in value)
        return (*classes, f'written like "{self.render(mention, value, last)}"')

    def variants(
        self, mention: str, value: Dates, drawn: Dates, *, named: bool = True, written: str | None = None
    ) -> Iterable[Replacement]:
        """Give none: which month is meant is often not known."""
        return ()


class ShiftedSaidDates(ShiftedDates, SaidDates):
    """These dates, all moved by one shift; see `ShiftedDates`."""


class Feasts(Family):
    """Feasts as dates: another feast that stands behind the same article. `language`: of the text, ISO 639-1."""

    keeps = "that it is a feast, words beside it, letter case"

    def __init__(self, language: str) -> None:
        self._language = language

    def parse(self, mention: str, entity_type: str) -> tuple[str, str] | None:
        """Read the feast and its class; None for what is none."""
        if entity_type != "DATE_TIME" or len(mention) > _MOST_CHARACTERS:
            return None
        found = self._parted(mention)
        return None if found is None else found[1]

    def _parted(self, mention: str) -> tuple[tuple[str, str], tuple[str, str]] | None:
        """What stands around a feast, and the feast with its class."""
        feasts = _feasts(self._language)
        for before, core, behind in _parted(mention, self._language):
            if (found := feasts.get(fold(core))) is not None:
                return (before, behind), found
        return None

    def draw(self, value: tuple[str, str], stream: Stream) -> str:
        """Draw a feast of the class."""
        return pick(stream, _classes(self._language)[value[1]])

    def render(self, mention: str, value: Any, drawn: str) -> str:
        """Write the mention with the drawn feast."""
        found = self._parted(mention)
        if found is None:
            return mention
        before, behind = found[0]
        core = mention[len(before) : len(mention) - len(behind)]
        return f"{before}{in_case_of(core, drawn)}{behind}"

    def outputs(self, mention: str, value: tuple[str, str]) -> float:
        """Count the feasts of the class."""
        return len(_classes(self._language)[value[1]])

    def kept(self, mention: str, value: Any) -> tuple[str, ...]:
        """Say that it is a feast, and how it is written."""
        return ("that it is a feast", f'written like "{self.render(mention, value, self._last(value))}"')

    def left(self, mention: str, value: Any) -> tuple[str, ...]:
        """Name words around the feast."""
        return ("word or time beside a date",) * count_common(mention, self.render(mention, value, self._last(value)))

    def _last(self, value: tuple[str, str]) -> str:
        every = _classes(self._language)[value[1]]
        return next(one for one in reversed(every) if one != value[0])


@cache
def _rows() -> Mapping[tuple[str, str], Sequence[str]]:
    """The entries of each row, by language and kind."""
    text = resources.files("dp_gateway.surrogates.dates").joinpath("said.txt").read_text("utf-8")
    rows: dict[tuple[str, str], Sequence[str]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            language, kind, entries = line.split(" ", maxsplit=2)
            if kind == "feast":
                own, entries = entries.split(" ", maxsplit=1)
                kind = f"feast {own}"
            rows[language, kind] = tuple(entries.split("|"))
    return rows


@cache
def _classes(language: str) -> Mapping[str, Sequence[str]]:
    """The feasts of a language, by class."""
    return {kind: every for (of, kind), every in _rows().items() if of == (language or "en") and "feast" in kind}


@cache
def _feasts(language: str) -> Mapping[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for kind, every in _classes(language).items():
        for one in every:
            found.setdefault(fold(one), (one, kind))
    return found


@cache
def _around(language: str) -> re.Pattern[str]:
    """Words before a date, it, and words behind it."""
    of, spaceless = language or "en", language in ("zh", "ja")
    before, behind = (_rows().get((of, kind), ()) for kind in ("before", "behind"))
    days = "" if spaceless else f"|{weekdays(of)}"
    first = alternatives(map(re.escape, before))
    last = alternatives(map(re.escape, behind))
    gap = "" if spaceless else r"(?:[.,،]?\s|(?<=['’]))"
    lead = rf"(?:(?:{first}{days}){gap}){{0,3}}"
    return re.compile(rf"(?P<before>{lead})(?P<core>.+?)(?P<behind>(?:{r' ?' if spaceless else ' '}(?:{last}))?)", re.I)


def _parted(mention: str, language: str) -> Iterable[tuple[str, str, str]]:
    """A mention without words beside its date, first as it is."""
    yield "", mention, ""
    found = _around(language).fullmatch(mention)
    if found is not None and found["core"] != mention:
        yield found["before"], found["core"], found["behind"]


@lru_cache(_MOST_READ)
def _read(mention: str, language: str) -> _Read | None:
    plain = plain_digits(mention)
    for before, core, behind in _parted(plain, language):
        for reader in (_of_two, _of_words_alone, _of_roman, _of_days, _of_words, _of_formats):
            read = reader(core, language)
            if read is not None:
                return _Read(read.dates, _between(before, read, behind))
    return None


def _between(before: str, read: _Read, behind: str) -> Callable[[Dates], str]:
    return lambda dates: f"{before}{read.write(dates)}{behind}"


_DAY_AND_MONTH = re.compile(r"(?P<d>\d{1,2})(?P<o>st|nd|rd|th) of the (?P<m>\d{1,2})(?P<p>st|nd|rd|th)", re.IGNORECASE)
_NTH = "|".join(sorted((word.replace("-", "[- ]") for word in ORDINALS), key=len, reverse=True))
_DAY_AND_MONTH_IN_WORDS = re.compile(rf"(?P<d>{_NTH}) of the (?P<m>{_NTH})", re.IGNORECASE)
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_DAY_AND_ROMAN = re.compile(
    r"(?P<w>[A-Za-z]{2,9}\.?,?\s)?(?P<d>\d{1,2})(?P<s>[/.-])(?P<m>i{1,3}|iv|vi{0,3}|ix|"
    r"xi{0,2})(?:(?P=s)(?P<y>(?:1[89]|20)?\d\d))?",
    re.IGNORECASE,
)
_MONTHS, _SHORT_YEAR, _THIS_CENTURY = 12, 2, 40


def _of_words_alone(core: str, language: str) -> _Read | None:
    """A day and a month by their numbers in words: "eleventh of the fourth"."""
    found = None if language else _DAY_AND_MONTH_IN_WORDS.fullmatch(core)
    if found is None:
        return None
    day, month = (ORDINALS.index(found[group].lower().replace(" ", "-")) + 1 for group in "dm")
    if day > _LONGEST_MONTH or month > _MONTHS:
        return None

    def written(drawn: Dates) -> str:
        return f"{ORDINALS[(drawn[0].day or 1) - 1]} of the {ORDINALS[(drawn[0].month or 1) - 1]}"

    return _Read((CalendarDate("day", None, month, day),), written)


def _of_roman(core: str, language: str) -> _Read | None:
    """A day and a month in Roman numbers, with a year or without: "3/vi", "14.xi.2019"."""
    del language
    found = _DAY_AND_ROMAN.fullmatch(core)
    if found is None or not 1 <= int(found["d"]) <= _LONGEST_MONTH:
        return None
    year = int(found["y"]) if found["y"] else None
    if year is not None and len(found["y"]) == _SHORT_YEAR:
        year += 2000 if year < _THIS_CENTURY else 1900
    date = CalendarDate("day", year, _ROMAN.index(found["m"].lower()) + 1, int(found["d"]))

    def written(drawn: Dates) -> str:
        new = drawn[0]
        month = _ROMAN[(new.month or 1) - 1]
        parts = [str(new.day or 1), month.upper() if found["m"].isupper() else month]
        if found["y"]:
            parts.append(f"{(new.year or 0) % 100:02d}" if len(found["y"]) == _SHORT_YEAR else str(new.year))
        return (found["w"] or "") + found["s"].join(parts)

    return _Read((date,), written)


def _of_two(core: str, language: str) -> _Read | None:
    """A day and a month by their numbers: "6th of the 4th"."""
    found = None if language else _DAY_AND_MONTH.fullmatch(core)
    if found is None or not (1 <= int(found["d"]) <= _LONGEST_MONTH and 1 <= int(found["m"]) <= _MONTHS):
        return None
    date = CalendarDate("day", None, int(found["m"]), int(found["d"]))

    def written(drawn: Dates) -> str:
        day, month = drawn[0].day or 1, drawn[0].month or 1
        return f"{day}{ordinal_like(found['o'], day)} of the {month}{ordinal_like(found['p'], month)}"

    return _Read((date,), written)


def _of_days(core: str, language: str) -> _Read | None:
    """Days of a month by their numbers alone: "3", "14.", "12 et 13", "17e"."""
    if not core[:1].isdigit() or _days().fullmatch(core) is None:
        return None
    numbers = list(_NUMBER.finditer(core))
    least = 1 if language else _LEAST_IN_ENGLISH
    if any(not least <= int(one["d"]) <= _LONGEST_MONTH for one in numbers):
        return None
    dates = tuple(CalendarDate("day of a month", None, None, int(one["d"])) for one in numbers)

    def written(drawn: Dates) -> str:
        result, at = "", 0
        for one, date in zip(numbers, drawn, strict=True):
            day = date.day or 1
            end = ordinal_like(one["o"], day) if one["o"] else "er" if language == "fr" and day == 1 else ""
            result += f"{core[at : one.start()]}{day}{end}"
            at = one.end()
        return result + core[at:]

    return _Read(dates, written) if len(set(dates)) == len(dates) else None


@cache
def _days() -> re.Pattern[str]:
    day = rf"\d{{1,2}}{_ORDINAL}\.?"
    return re.compile(rf"{day}(?:(?:{BETWEEN_DAYS}|,\s?){day}){{0,4}}", re.I)


class _Words(NamedTuple):
    """Days in words: the expression, alone or with a month, the number of each word, and the words in order."""

    pattern: re.Pattern[str]
    numbers: Mapping[str, int]
    words: Sequence[str]


@cache
def _words(language: str) -> Sequence[_Words]:
    rows = _rows()
    every = (
        [rows[language, kind] for kind in ("days", "counted") if (language, kind) in rows] if language else [ORDINALS]
    )
    ends = "|".join(rows.get((language, "ends"), ())) or "(?!)"
    month = rf"(?P<joint>\s(?:de\s|d['’]|of\s)?)(?P<B>{months_of(language or 'en')})"
    found: list[_Words] = []
    for words in every:
        numbers = {fold(word.rstrip("-")): day for day, word in enumerate(words, 1)}
        numbers |= {fold(word): 1 for word in _FIRST.get(language, ())}
        stems = alternatives(map(re.escape, numbers))
        end = rf"(?P<end>{ends})" if words[0].endswith("-") else "(?P<end>)"
        found.append(_Words(re.compile(rf"(?P<day>{stems}){end}(?:{month})?"), numbers, words))
    return found


def _of_words(core: str, language: str) -> _Read | None:
    """A day in words: "fünfzehnten Mai", "trois mai", "the ninth"."""
    folded = fold(core)
    if len(folded) != len(core):
        return None
    for said in _words(language):
        if (found := said.pattern.fullmatch(folded)) is not None:
            return _of_day(core, found, said, language)
    return None


def _of_day(core: str, found: re.Match[str], said: _Words, language: str) -> _Read | None:
    day, last = said.numbers[found["day"]], found.end("end")
    like = core[slice(*found.span("B"))] if found["B"] else ""
    date = CalendarDate("day of a month", None, None, day)
    if like:
        if find(f"{day} {like}", day_first=True, language=language) is None:
            return None
        date = CalendarDate("day", None, read_month(like, language=language).number + 1, day)

    def written(drawn: Dates) -> str:
        new = drawn[0]
        word = said.words[(new.day or 1) - 1].rstrip("-") + found["end"]
        if not like:
            return cased(core, word)
        month = month_name(like, read_month(like, language=language), (new.month or 1) - 1)
        return f"{cased(core[:last], word)}{core[slice(*found.span('joint'))]}{month}"

    return _Read((date,), written)


def _of_formats(core: str, language: str) -> _Read | None:
    """What other notations of the language read, or those of English in a text of another, with nothing beside it."""
    for of in dict.fromkeys((language, "")):
        found = find(core, day_first=of == language and language not in ("", "zh", "ja"), language=of)
        if not found or (of != language and (not core.isascii() or not re.search("[A-Za-z]{3}", core))):
            continue
        rest, at = "", 0
        for one in found:
            rest += core[at : one.match.start()] + " "
            at = one.match.end()
        if re.search(r"\w", rest + core[at:]):
            continue
        dates = tuple(date for one in found for date in one.dates)

        def written(drawn: Dates, found: Any = found) -> str:
            result, at, following = "", 0, iter(drawn)
            for one in found:
                result += core[at : one.match.start()]
                result += write(one, core, tuple(next(following) for _ in one.dates))
                at = one.match.end()
            return result + core[at:]

        return _Read(dates, written)
    return None
