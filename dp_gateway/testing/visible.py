"""What somebody who reads a sanitized text can measure of it, and pairs of texts that differ in one such feature.

`testing.entities` draws both texts of a pair many times and looks at whether one of these statistics tells them apart.
All values are made up.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Container, Hashable, Iterator, Mapping
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["PAIRS", "TextPair", "form", "statistics"]

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBER = re.compile(r"\d[\d,.]*")
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = 8


class TextPair(NamedTuple):
    """Two texts that differ in one mention.

    Attributes:
        type: entity type of the mention.
        feature: what the two mentions differ in.
        template: the text around it; `{}` is the mention.
        one, other: the mentions.
    """

    type: str
    feature: str
    template: str
    one: str
    other: str

    @property
    def texts(self) -> tuple[str, str]:
        """Both texts."""
        return self.template.replace("{}", self.one), self.template.replace("{}", self.other)


_PERSON = "Please write to {} about the delivery of the chairs."
_ID = "The case number is {} and the chairs are late."
_MAIL = "Please write to {} about the delivery."
_PHONE = "Call me on {} about the delivery."
_LINK = "The page {} shows the chairs."
_MONEY = "My salary is {} a year."
_DATE = "Today is 2025-07-01. The appointment was on {} in the morning."
_PLACE = "I live in {} with my dog."

_BY_TYPE: Mapping[str, tuple[tuple[str, str, str, str], ...]] = {
    "PERSON": (
        ("length", _PERSON, "Ann Lee", "Maximiliana Featherstone"),
        ("letter case", _PERSON, "Anna Miller", "ANNA MILLER"),
        ("gender", _PERSON, "Anna Miller", "Thomas Miller"),
        ("rarity", _PERSON, "James Smith", "Xiomara Quizhpe"),
        ("script", _PERSON, "Anna Miller", "Łukasz Żółć"),
        ("family name that is a title", _PERSON, "Aaron Judge", "Aaron Miller"),
        ("family name that is a word", _PERSON, "Emily Rose", "Emily Jones"),
        ("given name alone", _PERSON, "Anna", "Maria"),
        ("family name behind a title", _PERSON, "Dr. Miller", "Dr. Major"),
        ("initial of another family", "John Miller met {} about the chairs.", "J. Smith", "K. Smith"),
        ("initial", _PERSON, "A. Kowalski", "Z. Kowalski"),
        ("beside one of the same family", "Anna Miller and {} bought chairs.", "Peter Jones", "Peter Novak"),
        ("repeated", "Anna Miller met {}. Anna Miller bought chairs.", "Peter Jones", "Mark Novak"),
    ),
    "ID_NUMBER": (
        ("leading zero", _ID, "00481923", "70481923"),
        ("leading digit", _ID, "11481923", "91481923"),
        ("repeated digits", _ID, "77777777", "70481923"),
        ("trailing zeros", _ID, "70000000", "70481923"),
        ("letters", _ID, "AB-481923", "XK-481923"),
    ),
    "US_SSN": (("first digits", "My SSN is {} as you know.", "001-23-4567", "778-62-8144"),),
    "CREDIT_CARD": (("check digit", "My card is {} as you know.", "4111 1111 1111 1111", "4539 5787 6362 1486"),),
    "IBAN_CODE": (
        ("account", "My account is {} at that bank.", "DE89 3704 0044 0532 0130 00", "DE02 1203 0000 0000 2020 51"),
    ),
    "PHONE_NUMBER": (
        ("area", _PHONE, "+1 212 555 0142", "+1 415 555 0199"),
        ("mobile", _PHONE, "+49 151 23456789", "+49 30 23456789"),
        ("country", _PHONE, "+44 20 7946 0018", "+33 1 42 68 53 00"),
    ),
    "EMAIL_ADDRESS": (
        ("role account", _MAIL, "abuse@kestrel-foods.com", "anna@kestrel-foods.com"),
        ("two roles", _MAIL, "legal.hr@kestrel-foods.com", "anna.miller@kestrel-foods.com"),
        ("domain", _MAIL, "anna.miller@kestrel-foods.com", "anna.miller@oak.com"),
        ("length", _MAIL, "al@oak.com", "bartholomew@oak.com"),
        ("digits", _MAIL, "anna1@oak.com", "anna9@oak.com"),
    ),
    "URL": (
        ("length of the path", _LINK, "https://oak.com/a/b", "https://oak.com/annual-reports/bartholomew"),
        ("depth of the path", _LINK, "https://oak.com/a/b/c/d", "https://oak.com/a"),
        ("host", _LINK, "https://kestrel-foods.com/a", "https://oak.com/a"),
    ),
    "IP_ADDRESS": (("network", "The visitor came from {} at noon.", "81.2.69.142", "203.45.167.23"),),
    "MONEY": (
        ("significant digits", _MONEY, "$85,000", "$85,250"),
        ("leading digit", _MONEY, "$81,000", "$99,000"),
        ("cents", _MONEY, "$85,000.00", "$85,123.45"),
    ),
    "PERCENTAGE": (("significant digits", "The rate is {} this year.", "5 %", "5.5 %"),),
    "QUANTITY": (("significant digits", "I am {} tall.", "180 cm", "181.5 cm"),),
    "AGE": (("last digit", "I am {} years old.", "30", "34"),),
    "DURATION": (("last digit", "It took {} to arrive.", "30 days", "33 days"),),
    "DATE_TIME": (
        ("interval to a known date", _DATE, "2025-06-10", "2025-03-02"),
        ("day of the month", _DATE, "2025-06-01", "2025-06-28"),
        ("interval of two dates", "I left on 2024-05-05 and came back on {} by train.", "2024-05-08", "2024-06-20"),
    ),
    "LOCATION": (
        ("rarity", _PLACE, "Boston", "Nome"),
        ("words", _PLACE, "Boston", "Salt Lake City"),
    ),
    "STREET_ADDRESS": (("number", "I live at {} with my dog.", "9 Oak Street", "9114 Oak Street"),),
}

PAIRS: tuple[TextPair, ...] = tuple(TextPair(name, *row) for name, rows in _BY_TYPE.items() for row in rows)
"""Pairs of every type that is drawn, made to differ in one visible feature each."""


def form(text: str) -> Iterator[tuple[str, Hashable]]:
    """How a text is written, whatever the values in it: by name, so that two texts can be compared."""
    words = _WORD.findall(text)
    yield "words", len(words)
    yield "letter case", tuple(_case(word) for word in words)
    yield "kinds of characters", tuple(kind for kind, _ in groupby(map(_kind, text)))
    yield "zeros at the end of numbers", tuple(_zeros(number) for number in _NUMBER.findall(text))
    yield "digits behind a point", tuple(len(number.partition(".")[2]) for number in _NUMBER.findall(text))


def statistics(text: str, lists: Mapping[str, Container[str]] = MappingProxyType({})) -> Iterator[tuple[str, Hashable]]:
    """What can be measured of a text, by name; its form among it.

    Each is coarse, so that a few hundred draws show its law: lengths, single characters, digits, intervals between
    dates, which words are equal, which public lists a word stands in.
    """
    words, digits = _WORD.findall(text), re.findall(r"\d", text)
    yield from form(text)
    yield "the text", text
    yield "length", len(text)
    yield "length of each word", tuple(map(len, words))
    yield "runs of characters", tuple((kind, len(list(run))) for kind, run in groupby(map(_kind, text)))
    yield "digits", len(digits)
    for place, digit in enumerate(digits[:_DIGITS]):
        yield f"digit {place + 1}", digit
        yield f"digit {place + 1} is 0", digit == "0"
    yield "equal words", tuple(words.index(word) for word in words)
    yield "first letters", tuple(word[0] for word in words)
    yield "equal first letters", tuple([word[0] for word in words].index(word[0]) for word in words)
    for place, word in enumerate(words):
        yield f"word {place + 1}", word
        yield f"last letter of word {place + 1}", word[-1]
        for name, listed in lists.items():
            yield f"word {place + 1} is in {name}", word.lower() in listed
    yield "intervals between dates", _intervals(text)


def _case(word: str) -> str:
    return "upper" if word.isupper() else "lower" if word.islower() else "title" if word.istitle() else "mixed"


def _kind(character: str) -> str:
    if character.isdigit():
        return "9"
    if character.isalpha():
        return "A" if character.isupper() else "a"
    return character


def _zeros(number: str) -> int:
    plain = re.sub(r"\D", "", number)
    return len(plain) - len(plain.rstrip("0"))


def _intervals(text: str) -> tuple[int, ...]:
    days: list[int] = []
    for found in _ISO_DATE.findall(text):
        try:
            days.append(datetime.date.fromisoformat(found).toordinal())
        except ValueError:
            continue
    return tuple(later - earlier for earlier, later in pairwise(days))
