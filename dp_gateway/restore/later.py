"""Writes surrogates down only when a reply may hold one of them: most replies repeat nothing.

How they begin is known without them. `Surrogates` makes them for a reply that holds one of these beginnings; of one
that arrives in pieces, as soon as one of them may begin in what has come.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import islice

from dp_gateway.restore.words import MARKS, TRANSPARENT, ascii_words
from dp_gateway.text.escapes import BREAK
from dp_gateway.text.folding import compared

MOST_WORDS = 5
"""Words of a beginning; what has fewer is its own beginning."""

_FEW = 32
"""Of more beginnings nearly every reply holds a word."""

_WORD = re.compile(r"[a-z0-9]+")
_DIGIT = re.compile(r"[0-9]")
_CUT = re.compile(rf"[a-z0-9][{MARKS}]+[a-z0-9]")


class Later:
    """Surrogates that are made when a reply may hold one.

    Args:
        begins: the first words of each, up to `MOST_WORDS`; or more such words.
        sure: there is one at least.
        amid: they hold these words anywhere, and begin with one or with a digit.
    """

    def __init__(self, begins: Iterable[tuple[str, ...]], *, sure: bool, amid: bool = False) -> None:
        self.sure, self.amid = sure, amid
        self._begins = frozenset(begins)
        self._lengths = {len(begin) for begin in self._begins}
        self._firsts = frozenset(begin[0] for begin in self._begins if begin)

    def may_stand_in(self, reply: str) -> bool:
        """Return whether a whole reply may hold a surrogate."""
        folded = compared(reply.replace("%20", "   "))
        # Markup may cut a word that has to be one.
        return _CUT.search(folded) is not None or any(
            not self._begins.isdisjoint(beginnings(words, length))
            for words in map(_WORD.findall, {folded, BREAK.sub("  ", folded)})
            for length in self._lengths
        )

    def may_begin_in(self, text: str) -> bool:
        """Return whether a surrogate may begin in a text that may go on: one word of it is enough, or its beginning."""
        if (len(self._begins) > _FEW and not self.amid) or "\\" in text or not TRANSPARENT.isdisjoint(text):
            return True
        folded = compared(text.replace("%20", "   "))
        if self.amid and _DIGIT.search(folded):
            return True
        words = _WORD.findall(folded)
        firsts = self._firsts
        return bool(words) and (not firsts.isdisjoint(words) or words[-1] in self._cut_firsts)

    @cached_property
    def _cut_firsts(self) -> frozenset[str]:
        """What the first words begin with, for a stream that breaks off inside of them."""
        return frozenset(first[:count] for first in self._firsts for count in range(1, len(first) + 1))


def words_in(surrogate: str) -> list[str]:
    """Split a surrogate of ASCII characters into words, as they are looked for in replies."""
    return ascii_words(surrogate)[0]


def beginnings(words: list[str], length: int = MOST_WORDS) -> Iterable[tuple[str, ...]]:
    """Return each so many words in a row; of fewer words all."""
    if len(words) < length:
        return [tuple(words)]
    return zip(*(islice(words, at, None) for at in range(length)), strict=False)
