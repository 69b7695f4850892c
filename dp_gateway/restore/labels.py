"""Reads the words of labels, and those around a value: by them a bare number of a reply is told to be that value.

`Numbers` compares them, and `with_bare_numbers` within a request. Where a reply writes a table, the head of its column
labels a number: rows that begin with a bar, as of Markdown, or lines of values with commas between them under a line of
names. A table is known as far as a stream keeps what stands before a number.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache

_WORD = re.compile(r"[A-Z]?[a-zà-ÿ]+|[A-ZÀ-Þ]+")
_AMID_WORD = re.compile(r"[A-Za-zÀ-ÿ]{2}")
_LEAST_LETTERS = 3
_NO_WORD = frozenset(("",))
_BEFORE, _BEHIND = 60, 30

KIND_WORDS = {
    "AGE": "age aged old older oldest younger youngest elder eldest year âge alter edad età leeftijd ans jahre años "
    "anni jaar",
    "MONEY": "amount price cost rent salary income fee total sum deposit payment pay budget balance due wage usd eur "
    "gbp revenue value loan bill invoice expense profit margin principal premium net gross owe owed paid "
    "charge charged earn cash fee pcm worth figure wages owing outstanding monthly",
    "PERCENTAGE": "percent percentage rate interest share",
    "QUANTITY": "weight height length size area dose dosage distance volume mass quantity width depth kg mg km cm mm "
    "ml lb oz gram kilogram pound metre meter mile litre liter",
    "DURATION": "duration term period days weeks months years hours minutes length time tenure experience min elapsed",
}
"""Words of a label that tell of which type a number is."""
_SAY_NOTHING = frozenset(
    "the and for with from that this too was were are has have had her his she they them their its you your our not "
    "but can will all who what which when about into over than then also per out one two".split()
)
_SHORT_UNITS = frozenset("kg mg km cm mm ml lb oz".split())


def label_words(text: str) -> list[str]:
    """Split a label or a stretch of text into words, folded, without a plural s: monthlyRent is "monthly", "rent"."""
    return [folded for word in _WORD.findall(text) if (folded := _label_word(word))]


@lru_cache(8192)
def _label_word(word: str) -> str:
    """A word of a label, folded; empty where it says nothing."""
    word = word.lower()
    if word in _SHORT_UNITS:
        return word
    return word.removesuffix("s") if len(word) >= _LEAST_LETTERS and word not in _SAY_NOTHING else ""


@cache
def words_of_kind(kind: str) -> frozenset[str]:
    """Return the words that tell a number as one of its type."""
    return frozenset(label_words(KIND_WORDS.get(kind, "")))


class WordsAround:
    """The words around the values of a text, each folded once however many values it stands beside."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _placed(self) -> tuple[list[int], list[str]]:
        """Where each word begins, in order, and the words."""
        found = list(_WORD.finditer(self._text))
        return [one.start() for one in found], [_label_word(one[0]) for one in found]

    def of(self, start: int, end: int) -> frozenset[str]:
        """Find the words around a value, by which a bare number is told to be that value; none that is cut."""
        if not self._placed[1]:
            return frozenset()
        text = self._text
        first, last = max(start - _BEFORE, 0), min(end + _BEHIND, len(text))
        if first:
            space = text.find(" ", first, start)
            first = start if space < 0 else space + 1
        if last < len(text):
            last = max(text.rfind(" ", end, last), end)
        if (start and _AMID_WORD.match(text, start - 1)) or (end and _AMID_WORD.match(text, end - 1)):
            # A value that begins or ends amid a word cuts it.
            return frozenset((*label_words(text[first:start]), *label_words(text[end:last])))
        return frozenset((*self._between(first, start), *self._between(end, last))) - _NO_WORD

    def _between(self, start: int, end: int) -> list[str]:
        starts, words = self._placed
        return words[bisect_left(starts, start) : bisect_left(starts, end)]


_CELL = re.compile(r"[0-9](?<![^,;\t\n].)[0-9]{0,14}(?:\.[0-9]{1,6})?(?=[,;\t\r\n]|\Z)", re.MULTILINE)
_NAMES = re.compile(r"[^\W\d][^\d\n|]*")
_SEPARATORS = ",;\t"


def column(text: str, start: int, reach: int) -> str:
    """Find the head of the column of what stands at a place; empty if it is in no table. `reach`: characters before it
    that are looked at.
    """
    first = max(start - reach + 1, 0)
    lines = text[first:start].split("\n")
    if first:
        del lines[0]  # it may be cut
    if len(lines) <= 1:
        return ""
    row = lines.pop()
    if row.lstrip().startswith("|"):
        return _head(lines, row.lstrip(), "|")
    separator = next((one for one in _SEPARATORS if one in row or one in lines[-1]), "")
    return _head(lines, row, separator) if separator else ""


def cells(text: str, at: int, end: int, reach: int) -> Iterator[re.Match[str]]:
    """Find the numbers of a stretch that are a value of their own in a line of values under a line of names."""
    return (one for one in values(text, at, end) if column(text, one.start(), reach))


def values(text: str, at: int, end: int) -> Iterator[re.Match[str]]:
    """Find the numbers of a stretch that stand between the separators of a line of values, under a head or not."""
    return _CELL.finditer(text, at, end)


def _head(lines: list[str], row: str, separator: str) -> str:
    """The cell of the first line of a table above a row, in the column where the row ends."""
    count = lines[-1].count(separator)
    at = row.count(separator)
    if not count or at > count:
        return ""
    head = ""
    for line in reversed(lines):
        if line.count(separator) != count or (separator == "|" and not line.lstrip().startswith("|")):
            break
        head = line
    named = head.split(separator)[at].strip(" \"'*_") if head else ""
    return named if _NAMES.fullmatch(named) else ""
