"""The words of labels, and those around a value: by them a bare number of a reply is told to be that value.

`Numbers` compares them, and `with_bare_numbers` within a request.
"""

from __future__ import annotations

import re
from bisect import bisect_left
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
    "gbp revenue value loan bill invoice expense profit margin principal premium net gross",
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
    """The words of a label or a stretch of text, folded, without a plural s: monthlyRent is "monthly", "rent"."""
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
    """What tells a number as one of its type."""
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
        """The words before and behind a value, by which a bare number is told to be that value; none that is cut."""
        text = self._text
        first, last = max(start - _BEFORE, 0), min(end + _BEHIND, len(text))
        if first:
            space = text.find(" ", first, start)
            first = start if space < 0 else space + 1
        if last < len(text):
            last = max(text.rfind(" ", end, last), end)
        if any(place and _AMID_WORD.match(text, place - 1) for place in (start, end)):
            # A value that begins or ends amid a word cuts it.
            return frozenset((*label_words(text[first:start]), *label_words(text[end:last])))
        return frozenset((*self._between(first, start), *self._between(end, last))) - _NO_WORD

    def _between(self, start: int, end: int) -> list[str]:
        starts, words = self._placed
        return words[bisect_left(starts, start) : bisect_left(starts, end)]
