"""Writes surrogates down only when a reply may hold one of them: most replies repeat nothing.

How they begin is known without them. `Surrogates` makes them for a reply that holds one of these beginnings; of one
that arrives in pieces, as soon as one of them may begin in what has come.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from operator import itemgetter

from dp_gateway.restore.words import MARKS, TRANSPARENT, ascii_words
from dp_gateway.text.escapes import BREAK
from dp_gateway.text.folding import compared

MOST_WORDS = 5
"""Words of a beginning; what has fewer is its own beginning."""

_FEW = 32
"""Of more beginnings nearly every reply holds a word."""

_LONGEST_HELD = 256
"""Characters that a stream holds back while something may begin in them that is not made."""

_WORD = re.compile(r"[a-z0-9]+")
_MARKUP = re.compile(f"[{MARKS}]")
_DIGIT = re.compile(r"[0-9]")
# Behind a letter or digit: a long run of marks is gone through from its beginning alone.
_CUT = re.compile(rf"(?<=[a-z0-9])[{MARKS}]+[a-z0-9]")
_OPEN = frozenset("%2") | TRANSPARENT
_GOES_ON = re.compile(rf"[{MARKS}]*+(?:%2?)?\Z")


class Later:
    """Surrogates that are made when a reply may hold one.

    Args:
        begins: the first words of each, up to `MOST_WORDS`; or more such words.
        sure: there is one at least.
        amid: they hold these words anywhere, and begin with one or with a digit.
        marks: other characters than letters and digits that one may begin with; None where that is not known.
    """

    def __init__(
        self,
        begins: Iterable[tuple[str, ...]],
        *,
        sure: bool,
        amid: bool = False,
        marks: frozenset[str] | None = frozenset(),
    ) -> None:
        self.sure, self.amid, self._marks = sure, amid, marks
        self._begins = frozenset(begins)
        self._lengths = set(map(len, self._begins))
        self._firsts = frozenset(map(itemgetter(0), self._begins))

    def may_stand_in(self, reply: str) -> bool:
        """Return whether a whole reply may hold a surrogate."""
        folded, words, marked = _read(reply, 0)
        # Markup may cut a word that has to be one.
        if (marked and _CUT.search(folded)) or self._holds_beginning(words):
            return True
        return "\\" in folded and self._holds_beginning(_WORD.findall(BREAK.sub("  ", folded)))

    def _holds_beginning(self, words: list[str]) -> bool:
        return not self._firsts.isdisjoint(words) and any(
            not self._begins.isdisjoint(beginnings(words, length)) for length in self._lengths
        )

    def clear_of(self, text: str, at: int, *, final: bool) -> int | None:
        """Return up to where, from a place on, no surrogate begins in a text; None where one may stand in it.

        Args:
            at: what stands before has gone out.
            final: no more text will come.
        """
        if final:
            # Of a stream, the beginning of the text may be the end of a word.
            found = self._may_begin_in(text) if at and self.amid else self.may_stand_in(text)
            return None if found else len(text)
        if self.amid or self._marks is None or "\\" in text:
            return None if self._may_begin_in(text) else len(text)
        folded, words, marked = _read(text, at)
        if marked and _CUT.search(folded, at):
            return None
        end = len(folded)
        if folded[-1:] in _OPEN and (open_ := _GOES_ON.search(folded, max(at, end - _LONGEST_HELD))):
            # The last word may go on behind markup, and behind a code for a space that is cut.
            end = open_.start()
            words = _WORD.findall(folded, at, end)
        if self._holds_beginning(words):
            return None
        return self._begun(folded, at, end, words)

    def _begun(self, folded: str, at: int, end: int, words: list[str]) -> int | None:
        """Where what may go on to be a surrogate begins in a text that breaks off; None where too much would be held.
        `words`: those between two places.
        """
        last = words[-MOST_WORDS:]
        if len(last) == len(words) and last and at and folded[at - 1 : at + 1].isalnum():
            last = last[1:]  # the first is the rest of one that has gone out
        cut, left = folded[end - 1 : end].isalnum(), 0
        for count in range(len(last), 0, -1):
            known = last[-count] in self._firsts or (cut and count == 1)
            if known and self._goes_on(tuple(last[-count:]), cut=cut):
                left = count
                break
        if not (left or self._marks):
            return len(folded)
        start, begin = max(at, len(folded) - _LONGEST_HELD), len(folded)
        for word in reversed(words[len(words) - left :]):
            begin = folded.rfind(word, start, begin)
            if begin < 0:
                return None
        if not self._marks:
            return begin
        behind = begin
        while behind > start and not folded[behind - 1].isalnum():
            behind -= 1
        if behind == start > at:
            return None
        return next((place for place in range(behind, begin) if folded[place] in self._marks), begin)

    def _goes_on(self, words: tuple[str, ...], *, cut: bool) -> bool:
        """Whether a beginning has more words than these, which are the first of it. `cut`: the last one may go on."""
        begins, known, last = self._in_order, words[:-1], words[-1]
        at = (bisect_left if cut else bisect_right)(begins, words)
        if at == len(begins) or len(begins[at]) < len(words) or begins[at][: len(known)] != known:
            return False
        next_one = begins[at][len(known)]
        return next_one.startswith(last) if cut else next_one == last

    @cached_property
    def _in_order(self) -> list[tuple[str, ...]]:
        return sorted(self._begins)

    def _may_begin_in(self, text: str) -> bool:
        """Whether a surrogate may begin in a text that may go on: one word of it is enough, or its beginning."""
        if (len(self._begins) > _FEW and not self.amid) or "\\" in text or _MARKUP.search(text):
            return True
        folded, words, _ = _read(text, 0)
        if self.amid and _DIGIT.search(folded):
            return True
        firsts = self._firsts
        return bool(words) and (not firsts.isdisjoint(words) or words[-1] in self._cut_firsts)

    @cached_property
    def _cut_firsts(self) -> frozenset[str]:
        """What the first words begin with, for a stream that breaks off inside of them."""
        return frozenset(first[:count] for first in self._firsts for count in range(1, len(first) + 1))


def _read(text: str, at: int) -> tuple[str, list[str], bool]:
    """A text as replies are compared, its words from a place on, and whether it may have markup."""
    text = text.replace("%20", "   ")
    if text.isascii():
        return text.lower(), *ascii_words(text[at:])
    folded = compared(text)
    return folded, _WORD.findall(folded, at), True


def words_in(surrogate: str) -> list[str]:
    """Split a surrogate of ASCII characters into words, as they are looked for in replies."""
    return ascii_words(surrogate)[0]


def beginnings(words: list[str], length: int = MOST_WORDS) -> Iterable[tuple[str, ...]]:
    """Return each so many words in a row; of fewer words all."""
    if len(words) < length:
        return [tuple(words)]
    return zip(*(words[at:] for at in range(length)), strict=False)
