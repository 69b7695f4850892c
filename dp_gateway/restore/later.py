"""Surrogates that are written down only when a reply may hold one of them: most replies repeat nothing.

How they begin is known without them. `Surrogates` makes them for a reply that holds one of these beginnings; of one
that arrives in pieces, as soon as one of them may begin in what has come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from dp_gateway.restore.words import TRANSPARENT, ascii_words
from dp_gateway.text.escapes import BREAK
from dp_gateway.text.folding import compared

if TYPE_CHECKING:
    from dp_gateway.restore.matching import Surrogates

MOST_WORDS = 5
"""Words of a beginning; what has fewer is its own beginning."""

_FEW = 32
"""Of more beginnings nearly every reply holds a word."""

AMONG_DIGITS = " 0123456789()+-./"
"""What a number is written with."""
_BETWEEN = AMONG_DIGITS + "".join(sorted(TRANSPARENT))
"""The same amid markup."""
_NEAR = 32
"""Characters beside a number that are looked at; a longer run of signs may go on to anything."""
_BEFORE_DIGITS = "".join(char for char in AMONG_DIGITS if not char.isdigit())

_WORD = re.compile(r"[a-z0-9]+")
_DIGITS = re.compile(r"[0-9]+")
_CUT = re.compile(rf"[a-z0-9][{re.escape(''.join(sorted(TRANSPARENT)))}]+[a-z0-9]")


class Later:
    """Surrogates that are made when a reply may hold one.

    Args:
        make: makes all surrogates of the request but those that others still leave for later, which it is given.
        begins: the first words of each, up to `MOST_WORDS`; or more such words.
        sure: there is one at least.
        digits: those that are no such words begin with some of these in a row, with nothing but `AMONG_DIGITS` before
            and between them.
        amid: they hold these words anywhere, and begin with one or with a digit.
    """

    def __init__(
        self,
        make: Callable[[tuple[Later, ...]], Surrogates],
        begins: Iterable[tuple[str, ...]],
        *,
        sure: bool,
        digits: Iterable[str] = (),
        amid: bool = False,
    ) -> None:
        self.make, self.sure, self._digits, self.amid = make, sure, frozenset(digits), amid
        self._begins = frozenset(begins)
        self._lengths = {len(begin) for begin in self._begins}
        self._firsts = frozenset(begin[0] for begin in self._begins if begin)

    def may_stand_in(self, reply: str, known: Callable[[], Iterable[tuple[int, int]]] = tuple) -> bool:
        """Whether a whole reply may hold one.

        Args:
            known: where, in order, those stand in it that are made already.
        """
        folded = compared(reply.replace("%20", "   "))
        if self._digits and self._stand_in("".join(_DIGITS.findall(folded))):
            # What is known is no part of another one, unless digits before or behind go on with it.
            beside = _DIGITS.findall(_without(folded, known()))
            if self._stand_in("".join(beside)):
                return True
        # Markup may cut a word that has to be one.
        return _CUT.search(folded) is not None or any(
            not self._begins.isdisjoint(beginnings(words, length))
            for words in map(_WORD.findall, {folded, BREAK.sub("  ", folded)})
            for length in self._lengths
        )

    def may_begin_in(self, text: str) -> bool:
        """Whether one may begin in a text that may go on: one word of it is enough, or how that begins."""
        if (len(self._begins) > _FEW and not self.amid) or "\\" in text or not TRANSPARENT.isdisjoint(text):
            return True
        folded = compared(text.replace("%20", "   "))
        if self.amid and _DIGITS.search(folded):
            return True
        words = _WORD.findall(folded)
        firsts = self._firsts
        if words and (not firsts.isdisjoint(words) or words[-1] in self._cut_firsts):
            return True
        return bool(self._digits) and self._digits_begin_in(folded)

    def _digits_begin_in(self, folded: str) -> bool:
        digits = "".join(_DIGITS.findall(folded))
        if self._stand_in(digits):
            return True
        # What the text ends with, where it is digits and what stands before and between them.
        tail = folded[len(folded.rstrip(AMONG_DIGITS)) :]
        if any(mark in tail[len(tail.rstrip(_BEFORE_DIGITS)) :] for mark in "(+"):
            return True
        last = "".join(_DIGITS.findall(tail))
        return any(last[-count:] in self._cut_digits for count in range(1, min(len(last), max(self._counts)) + 1))

    def _stand_in(self, digits: str) -> bool:
        """Whether some of them stand in a run of digits, which is looked up, however many there are."""
        return any(
            not self._digits.isdisjoint(digits[at : at + count] for at in range(len(digits) - count + 1))
            for count in self._counts
        )

    @cached_property
    def _cut_firsts(self) -> frozenset[str]:
        """What the first words begin with, for a stream that breaks off inside of them."""
        return frozenset(first[:count] for first in self._firsts for count in range(1, len(first) + 1))

    @cached_property
    def _counts(self) -> frozenset[int]:
        return frozenset(map(len, self._digits))

    @cached_property
    def _cut_digits(self) -> frozenset[str]:
        """What the digits begin with, for a stream that breaks off inside of them."""
        return frozenset(own[:count] for own in self._digits for count in range(1, len(own)))


def _without(folded: str, known: Iterable[tuple[int, int]]) -> str:
    """A text without some stretches; those stay around which other digits are near."""
    parts, at = list[str](), 0
    for start, end in known:
        before, behind = folded[max(start - _NEAR, 0) : start], folded[end : end + _NEAR]
        beside = before[len(before.rstrip(_BETWEEN)) :], behind[: len(behind) - len(behind.lstrip(_BETWEEN))]
        if not any(len(run) == _NEAR or _DIGITS.search(run) for run in beside):
            parts.append(folded[at:start])
            at = end
    return "".join(parts) + folded[at:]


def words_in(surrogate: str) -> list[str]:
    """The words of a surrogate of ASCII characters, as they are looked for in replies."""
    return ascii_words(surrogate)[0]


def beginnings(words: list[str], length: int = MOST_WORDS) -> Iterable[tuple[str, ...]]:
    """Each so many words in a row; of fewer words all."""
    if len(words) < length:
        return [tuple(words)]
    return zip(*(islice(words, at, None) for at in range(length)), strict=False)
