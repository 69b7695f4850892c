"""Writes surrogates down only when a reply may hold one of them: most replies repeat nothing.

How they begin is known without them. `Surrogates` makes them for a reply that holds one of these beginnings; of one
that arrives in pieces, as soon as one of them may begin in what has come.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property

from dp_gateway.restore.words import MARKS, TRANSPARENT, ascii_words
from dp_gateway.text.escapes import BREAK
from dp_gateway.text.folding import compared

MOST_WORDS = 5
"""Words of a beginning; what has fewer is its own beginning."""

_THIRD = 3
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
        begins: the first words of each, up to `MOST_WORDS`, with spaces between; or more such words.
        sure: there is one at least.
        amid: they hold these words anywhere, and begin with one or with a digit.
        marks: other characters than letters and digits that one may begin with; None where that is not known.
        rows: words, of which any `MOST_WORDS` in a row may be such first words; an empty one ends a row.
    """

    def __init__(
        self,
        begins: Iterable[str],
        *,
        sure: bool,
        amid: bool = False,
        marks: frozenset[str] | None = frozenset(),
        rows: Sequence[str] = (),
    ) -> None:
        self.sure, self.amid, self._marks, self._rows = sure, amid, marks, rows
        self._begins = frozenset(begins)
        # Tuples of words would be looked through by the collector of cycles.
        self._lengths = {begin.count(" ") + 1 for begin in self._begins}
        self._firsts = frozenset(begin.partition(" ")[0] for begin in self._begins)

    def may_stand_in(self, reply: str) -> bool:
        """Return whether a whole reply may hold a surrogate."""
        folded, words, marked = _read(reply, 0)
        # Markup may cut a word that has to be one.
        if (marked and _CUT.search(folded)) or self._holds_beginning(words):
            return True
        return "\\" in folded and self._holds_beginning(_WORD.findall(BREAK.sub("  ", folded)))

    def _holds_beginning(self, words: list[str]) -> bool:
        short = not self._firsts.isdisjoint(words) and any(
            not self._begins.isdisjoint(beginnings(words, length)) for length in self._lengths
        )
        return short or self._holds_row(words)

    def _holds_row(self, words: list[str]) -> bool:
        """Whether some of the words stand in a row there as well."""
        if not self._rows or self._thirds.isdisjoint(beginnings(words, _THIRD)):
            return False
        return not self._whole_rows.isdisjoint(beginnings(words))

    @cached_property
    def _thirds(self) -> set[str]:
        """Every third three words in a row: any `MOST_WORDS` in a row hold one of them."""
        return set(map(" ".join, zip(*(self._rows[at::_THIRD] for at in range(_THIRD)), strict=False)))

    @cached_property
    def _whole_rows(self) -> set[str]:
        return set(beginnings(self._rows))

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
            known = last[-count] in self._all_firsts or (cut and count == 1)
            if known and self._goes_on(" ".join(last[-count:]), cut=cut):
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

    def _goes_on(self, words: str, *, cut: bool) -> bool:
        """Whether a beginning has more words than these, which are the first of it. `cut`: the last one may go on."""
        begins, known = self._in_order, words if cut else words + " "
        at = bisect_left(begins, known)
        return at < len(begins) and begins[at].startswith(known)

    @cached_property
    def _in_order(self) -> list[str]:
        return sorted((*self._begins, *beginnings(self._rows)))

    def _may_begin_in(self, text: str) -> bool:
        """Whether a surrogate may begin in a text that may go on: one word of it is enough, or its beginning."""
        if (len(self._begins) + len(self._rows) > _FEW and not self.amid) or "\\" in text or _MARKUP.search(text):
            return True
        folded, words, _ = _read(text, 0)
        if self.amid and _DIGIT.search(folded):
            return True
        return bool(words) and (not self._all_firsts.isdisjoint(words) or words[-1] in self._cut_firsts)

    @cached_property
    def _cut_firsts(self) -> frozenset[str]:
        """What the first words begin with, for a stream that breaks off inside of them."""
        return frozenset(first[:count] for first in self._all_firsts for count in range(1, len(first) + 1))

    @cached_property
    def _all_firsts(self) -> frozenset[str]:
        return self._firsts.union(self._rows)


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


def beginnings(words: Sequence[str], length: int = MOST_WORDS) -> Iterable[str]:
    """Return each so many words in a row, with spaces between; of fewer words all."""
    if len(words) < length:
        return [" ".join(words)]
    return map(" ".join, zip(*(words[at:] for at in range(length)), strict=False))
