"""Names of months and weekdays in English, German and French, in the style in which a text writes them."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["MONTH", "WEEKDAY", "Name", "in_case_of", "month_name", "read_month", "read_weekday", "weekday_name"]

_MONTHS = {
    ("en", "full"): "January February March April May June July August September October November December",
    ("en", "short"): "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    ("de", "full"): "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    ("de", "short"): "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    ("fr", "full"): "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    ("fr", "short"): "janv févr mars avr mai juin juil août sept oct nov déc",
}
_WEEKDAYS = {
    ("en", "full"): "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    ("en", "short"): "Mon Tue Wed Thu Fri Sat Sun",
    ("de", "full"): "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    ("de", "short"): "Mo Di Mi Do Fr Sa So",
    ("fr", "full"): "lundi mardi mercredi jeudi vendredi samedi dimanche",
    ("fr", "short"): "lun mar mer jeu ven sam dim",
}
_OTHER_MONTHS = {"sept": ("en", "short", 8), "jänner": ("de", "full", 0), "aout": ("fr", "full", 7)}
_OTHER_WEEKDAYS = {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}


class Name(NamedTuple):
    """A name that was read: its number from 0, language ("en", "de", "fr") and style ("full", "short")."""

    number: int
    language: str
    style: str


def _readings(names: dict[tuple[str, str], str]) -> dict[str, list[Name]]:
    readings: dict[str, list[Name]] = {}
    for (language, style), words in names.items():
        for number, word in enumerate(words.split()):
            readings.setdefault(word.casefold(), []).append(Name(number, language, style))
    return readings


_READ_MONTHS = _readings(_MONTHS)
for _word, (_language, _style, _number) in _OTHER_MONTHS.items():
    _READ_MONTHS.setdefault(_word, []).insert(0, Name(_number, _language, _style))
_READ_WEEKDAYS = _readings(_WEEKDAYS)
for _word, _number in _OTHER_WEEKDAYS.items():
    _READ_WEEKDAYS[_word] = [Name(_number, "en", "short")]

MONTH = "|".join(sorted(_READ_MONTHS, key=len, reverse=True))
WEEKDAY = "|".join(sorted(_READ_WEEKDAYS, key=len, reverse=True))
"""Alternations of all names, for patterns that ignore letter case."""


def read_month(word: str, *, german: bool = False) -> Name:
    """A month; names that languages share are German where `german` says so, French where written small if it can."""
    return _read(_READ_MONTHS[word.casefold()], "de" if german else "fr" if word.islower() else "en")


def read_weekday(word: str, language: str) -> Name:
    """A weekday, in the given language where it can be."""
    return _read(_READ_WEEKDAYS[word.casefold()], language)


def _read(readings: list[Name], language: str) -> Name:
    return next((name for name in readings if name.language == language), readings[0])


def month_name(like: str, name: Name, number: int) -> str:
    """A month in the language, style and letter case of `like`, which was read as `name`."""
    return in_case_of(like, _MONTHS[name.language, name.style].split()[number])


def weekday_name(like: str, name: Name, number: int) -> str:
    """A weekday in the language, style and letter case of `like`, which was read as `name`."""
    return in_case_of(like, _WEEKDAYS[name.language, name.style].split()[number])


def in_case_of(like: str, word: str) -> str:
    """The word in capitals, capitalised or small, as `like` is."""
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word[0].upper() + word[1:] if like[0].isupper() else word.lower()
