"""Phrases and names of public lists by their words: what a request shuts out, what holds a telling word of another.

A request shuts out a few of thousands, and what it costs depends on which; nobody looks at each of them (`Written`).
Phrases that hold a telling word of another one ("South Boston" for Boston, "Miller Savings Bank" for Miller & Rowe) are
drawn as seldom as the farthest value (`Relatives`); `mechanisms.restricted` computes what that costs. A word is telling
if few phrases of the list have it: "San", "Bank" and "engineer" tell next to nothing, and without all phrases that have
them nothing near would be left to draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from functools import cached_property

import numpy as np

from dp_gateway.mechanisms.restricted import RelatedSets
from dp_gateway.surrogates.clear_text import ClearText, ClearTexts
from dp_gateway.text.folding import compared, compared_all

__all__ = ["Relatives", "Written"]

_WORD, _TELLING_WORD = re.compile(r"\w+"), re.compile(r"[^\W\d_]{3,}")
_LEAST, _SHARE = 2, 250
_ALONE = 2
_WORDS = 2


class Relatives:
    """The phrases of a lexicon type by their telling words.

    Args:
        spellings: by entry.
        most: phrases that may hold a telling word beside another; None takes one in 250.
    """

    def __init__(self, spellings: Iterable[str], most: int | None = None) -> None:
        holding: dict[str, list[int]] = {}
        folded = compared_all(spellings)
        for entry, phrase in enumerate(folded):
            for word in set(_TELLING_WORD.findall(phrase)):
                holding.setdefault(word, []).append(entry)
        most = max(_LEAST, len(folded) // _SHARE) if most is None else most
        self._beside = {word for word, entries in holding.items() if len(entries) <= most}
        self._holding = {word: entries for word, entries in holding.items() if len(entries) <= _ALONE * most}

    def of(self, phrase: str) -> frozenset[int]:
        """The entries that hold one of the two most telling words of a phrase, listed or not."""
        words = sorted(set(_TELLING_WORD.findall(compared(phrase))))
        telling = self._holding if len(words) == 1 else self._beside
        rarest = sorted(filter(telling.__contains__, words), key=lambda word: len(self._holding[word]))
        return frozenset(entry for word in rarest[:_WORDS] for entry in self._holding[word])

    @cached_property
    def sets(self) -> RelatedSets:
        """The same for the certificate."""
        several = [word for word, entries in self._holding.items() if len(entries) > 1]
        each = [self._holding[word] for word in several]
        starts = np.cumsum([0, *map(len, each)], dtype=np.int64)[:-1]
        members = np.array([entry for entries in each for entry in entries], np.int64)
        return RelatedSets(members, starts, np.array([word not in self._beside for word in several], bool))


class Written:
    """Phrases or names as they are written, found by their words and as replies are compared.

    Args:
        spellings: by entry.
    """

    def __init__(self, spellings: Iterable[str]) -> None:
        self._as_compared = [compared(spelled) for spelled in spellings]
        self._begin: dict[str, list[int]] = {}
        self._whole: dict[str, list[int]] = {}
        for entry, text in enumerate(self._as_compared):
            self._whole.setdefault(text, []).append(entry)
            if begins := _WORD.search(text):
                self._begin.setdefault(begins[0], []).append(entry)

    def __len__(self) -> int:
        return len(self._as_compared)

    def standing(self, text: ClearText) -> Iterator[int]:
        """The entries that stand in a text."""
        for word in self._begin.keys() & text.words:
            yield from (entry for entry in self._begin[word] if self._as_compared[entry] in text)

    def shut_out(self, clear: ClearTexts, taken: Set[str]) -> list[int]:
        """The entries that are taken, or stand in clear, ascending."""
        found = clear.standing(self)
        found.update(entry for text in taken for entry in self._whole.get(text, ()))
        return sorted(found)
