"""Names of months and weekdays in twelve languages, in the style in which a text writes them. `formats` reads and
writes days by it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from dp_gateway.languages.conventions import table
from dp_gateway.text.lists import alternatives

_TABLE = table()
_BESIDE_ENGLISH = ("en", "de", "fr")
"""Languages whose names are read where the text around a date is English, or unknown."""

_OTHER_MONTHS = {"sept": ("en", "short", 8), "jänner": ("de", "full", 0), "aout": ("fr", "full", 7)}
_OTHER_WEEKDAYS = {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}


class Name(NamedTuple):
    """A name that was read: its number from 0, language ("en", "de") and style ("full", "short")."""

    number: int
    language: str
    style: str


class _Names(NamedTuple):
    """What the names of months and weekdays may mean, by their folded forms."""

    months: dict[str, list[Name]]
    weekdays: dict[str, list[Name]]


@cache
def _names(language: str) -> _Names:
    """The names that are read in a text of a language; empty for English."""
    found = _Names({}, {})
    for (of, style), (of_months, of_days) in _TABLE.items():
        if of in ((language, "en") if language else _BESIDE_ENGLISH):
            for names, into in ((of_months, found.months), (of_days, found.weekdays)):
                for number, word in enumerate(names):
                    into.setdefault(word.casefold(), []).append(Name(number, of, style))
    if not language:
        for word, (of, style, number) in _OTHER_MONTHS.items():
            found.months.setdefault(word, []).insert(0, Name(number, of, style))
    for word, number in _OTHER_WEEKDAYS.items():
        found.weekdays.setdefault(word, [Name(number, "en", "short")])
    return found


def month_words(language: str = "") -> str:
    """Write an alternation of the names of months that are read, for patterns that ignore letter case."""
    return alternatives(_names(language).months)


def weekday_words(language: str = "") -> str:
    """Write an alternation of the names of weekdays that are read, for patterns that ignore letter case."""
    return alternatives(_names(language).weekdays)


MONTH, WEEKDAY = month_words(), weekday_words()
"""Those of a text in English."""


def read_month(word: str, *, german: bool = False, language: str = "") -> Name:
    """Read a month; in English, names that languages share are German where `german` says so, else English, else French
    if they are written small.
    """
    readings = _names(language).months[word.casefold()]
    if not language and not german and word.islower() and all(name.language != "en" for name in readings):
        return _read(readings, "fr")
    return _read(readings, language or ("de" if german else "en"))


def read_weekday(word: str, language: str) -> Name:
    """Read a weekday, in the given language where it can be."""
    return _read(_names(language if language not in _BESIDE_ENGLISH else "").weekdays[word.casefold()], language)


def _read(readings: list[Name], language: str) -> Name:
    return next((name for name in readings if name.language == language), readings[0])


def month_name(like: str, name: Name, number: int) -> str:
    """Write a month in the language, style and letter case of `like`, which was read as `name`."""
    return in_case_of(like, _written(name)[0][number])


def weekday_name(like: str, name: Name, number: int) -> str:
    """Write a weekday in the language, style and letter case of `like`, which was read as `name`."""
    return in_case_of(like, _written(name)[1][number])


def _written(name: Name) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Months and weekdays of a language and style; in place of spellings that are read alone, the usual ones."""
    return _TABLE[name.language, "full" if name.style == "also" else name.style]


def in_case_of(like: str, word: str) -> str:
    """Write the word in capitals, capitalised or small, as `like` is."""
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word[0].upper() + word[1:] if like[0].isupper() else word.lower()
