"""What somebody who reads a sanitized text can measure of it.

`testing.entities` draws both texts of a pair many times and looks at whether one of these statistics tells them apart.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Container, Hashable, Iterator, Mapping
from itertools import groupby, pairwise
from types import MappingProxyType

__all__ = ["form", "statistics"]

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBER = re.compile(r"\d[\d,.]*")
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = 8


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
