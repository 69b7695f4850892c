"""Phrases that hold a telling word of another one: "South Boston" for Boston, "Miller Savings Bank" for Miller & Rowe.

`Phrases` draws them as seldom as the farthest value does; `mechanisms.restricted` computes what that costs. A word is
telling if few phrases of the list have it: "San", "Bank" and "engineer" tell next to nothing, and without all phrases
that have them nothing near would be left to draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

import numpy as np

from dp_gateway.mechanisms.restricted import RelatedSets
from dp_gateway.text.folding import compared, compared_all

__all__ = ["Relatives"]

_WORD = re.compile(r"[^\W\d_]{3,}")
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
            for word in set(_WORD.findall(phrase)):
                holding.setdefault(word, []).append(entry)
        most = max(_LEAST, len(folded) // _SHARE) if most is None else most
        self._beside = {word for word, entries in holding.items() if len(entries) <= most}
        self._holding = {word: entries for word, entries in holding.items() if len(entries) <= _ALONE * most}

    def of(self, phrase: str) -> frozenset[int]:
        """The entries that hold one of the two most telling words of a phrase, listed or not."""
        words = sorted(set(_WORD.findall(compared(phrase))))
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
