"""Surrogates that are written down only when a reply may hold one of them: most replies repeat nothing.

How they begin is known without them. `Surrogates` makes them for a reply that holds one of these beginnings, and for
one that arrives in pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice

from dp_gateway.restore.replacement import Replacement
from dp_gateway.restore.words import TRANSPARENT, ascii_words
from dp_gateway.text.escapes import BREAK
from dp_gateway.text.folding import compared

__all__ = ["MOST_WORDS", "Later", "beginnings", "words_in"]

MOST_WORDS = 5
"""Words of a beginning; what has fewer is its own beginning."""

_WORD = re.compile(r"[a-z0-9]+")
_CUT = re.compile(rf"[a-z0-9][{re.escape(''.join(sorted(TRANSPARENT)))}]+[a-z0-9]")


class Later:
    """Surrogates that are made when a reply may hold one.

    Args:
        make: makes all surrogates of the request, those that are known at once among them.
        begins: the first words of each, up to `MOST_WORDS`; or more such words.
        sure: there is one at least.
    """

    def __init__(self, make: Callable[[], list[Replacement]], begins: Iterable[tuple[str, ...]], *, sure: bool) -> None:
        self.make, self.sure = make, sure
        self._begins = frozenset(begins)
        self._lengths = {len(begin) for begin in self._begins}

    def may_stand_in(self, reply: str) -> bool:
        """Whether a whole reply may hold one."""
        folded = compared(reply.replace("%20", "   "))
        # Markup may cut a word that has to be one.
        return _CUT.search(folded) is not None or any(
            not self._begins.isdisjoint(beginnings(_WORD.findall(read), length))
            for read in {folded, BREAK.sub("  ", folded)}
            for length in self._lengths
        )


def words_in(surrogate: str) -> list[str]:
    """The words of a surrogate of ASCII characters, as they are looked for in replies."""
    return ascii_words(surrogate)[0]


def beginnings(words: list[str], length: int = MOST_WORDS) -> Iterable[tuple[str, ...]]:
    """Each so many words in a row; of fewer words all."""
    if len(words) < length:
        return [tuple(words)]
    return zip(*(islice(words, at, None) for at in range(length)), strict=False)
