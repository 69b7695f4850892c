"""Finds numbers of a request that are known by their digits alone: of telephones, cards, accounts and the like.

A reply writes (617) 555-0163 as 617.555.0163, +1 617 555 0163 or 16175550163. Whatever stands between the digits stays
as the reply has it. `Surrogates` asks for them beside the surrogates that it finds as they were sent.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from dp_gateway.restore.bounds import NEED_MORE, NOWHERE, may_start, right_bound
from dp_gateway.restore.words import TRANSPARENT

__all__ = ["LEAST_DIGITS", "MOST_DIGITS", "DigitStrings", "digit_strings"]

LEAST_DIGITS, MOST_DIGITS = 7, 20
"""Fewer digits may stand for anything; no number of these kinds has more, its country with it."""
_LONGEST_GAP, _MOST_SIGNS = 4, 2
_BETWEEN = frozenset(" ()+-./\u00a0\u2009\u202f\u2010\u2011\u2013") | TRANSPARENT
_RUN = re.compile(
    rf"[0-9](?>[{re.escape(''.join(sorted(_BETWEEN)))}]{{0,{_LONGEST_GAP}}}+[0-9]){{{LEAST_DIGITS - 1},}}"
)
_GROUP = re.compile(r"[0-9]+")
_DIGIT, _NO_DIGIT = re.compile(r"[0-9]"), re.compile(r"[^0-9]+")
_WIDEST = MOST_DIGITS * (1 + _LONGEST_GAP)
"""Characters of the longest number."""


class DigitStrings:
    """The numbers of one request that are known by their digits. `pairs`: the digits of each as it was sent and as it
    was typed, as many of the one as of the other.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._originals: dict[str, str] = {}
        ambiguous = set[str]()
        for sent, typed in pairs:
            if self._originals.setdefault(sent, typed) != typed:
                ambiguous.add(sent)
        for sent in ambiguous:
            # What stands for two numbers is put back as neither.
            del self._originals[sent]
        self._begins = {sent[:LEAST_DIGITS] for sent in self._originals}

    def __bool__(self) -> bool:
        return bool(self._originals)

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """All of them, with their originals."""
        return frozenset(self._originals.items())

    def among(self, strings: frozenset[str]) -> frozenset[tuple[str, str]]:
        """Return those of the numbers that stand among some strings of digits, with their originals."""
        return frozenset((one, self._originals[one]) for one in strings & self._originals.keys())

    def found(self, text: str, at: int, *, final: bool) -> tuple[list[tuple[int, int, str]], int]:
        """Find the numbers of a text from a place on: where each stands and what belongs there.

        Args:
            text: the text; what stands before the place is looked at.
            final: no more text will come.

        Returns:
            Start, end and original of each, and how far that is certain.
        """
        found: list[tuple[int, int, str]] = []
        certain = len(text) if final else self._certain(text, at)
        for match in _RUN.finditer(text, at):
            run, first = _Run.of(text, match), 0
            while first < len(run.spans) and run.spans[first][0] < certain:
                windows = run.windows(first) if run.begin(first) in self._begins else ()
                for last, digits in windows:
                    start, stop = _with_signs(text, at, run.spans[first][0]), run.spans[last][1]
                    if digits not in self._originals or not may_start(text, start):
                        continue
                    bound = right_bound(text, start, stop, plural=False, final=final)
                    if bound == NEED_MORE:
                        return found, start
                    if bound != NOWHERE:
                        found.append((start, stop, _laid(text[start:stop], self._originals[digits])))
                        first = last
                        break
                first += 1
        return found, certain

    @cached_property
    def _in_order(self) -> list[str]:
        return sorted(self._originals)

    def _certain(self, text: str, at: int) -> int:
        """How far a text is certain from a place on: it may end in how one of the numbers begins."""
        place, least = len(text), max(at, len(text) - _WIDEST)
        while place > least and (text[place - 1] in _BETWEEN or "0" <= text[place - 1] <= "9"):
            place -= 1
        for group in _GROUP.finditer(text, place):
            digits = _NO_DIGIT.sub("", text[group.start() :])
            known = bisect_left(self._in_order, digits)
            if known < len(self._in_order) and self._in_order[known].startswith(digits):
                return _with_signs(text, at, group.start())
        return len(text)


def digit_strings(text: str) -> frozenset[str]:
    """Find the digits of a text that may be a number of `DigitStrings`."""
    runs = (_Run.of(text, match) for match in _RUN.finditer(text))
    return frozenset(digits for run in runs for first in range(len(run.spans)) for _, digits in run.windows(first))


class _Run(NamedTuple):
    """Groups of digits with nothing but separators between them.

    Attributes:
        digits: all of them.
        spans: where each group stands in the text.
        places: where each group begins in the digits, and the last one ends.
    """

    digits: str
    spans: list[tuple[int, int]]
    places: list[int]

    @classmethod
    def of(cls, text: str, match: re.Match[str]) -> _Run:
        """The groups of a match of `_RUN`."""
        spans = [group.span() for group in _GROUP.finditer(text, *match.span())]
        return cls(_NO_DIGIT.sub("", match[0]), spans, [0, *accumulate(stop - start for start, stop in spans)])

    def begin(self, first: int) -> str:
        """The first digits from a group on."""
        return self.digits[self.places[first] : self.places[first] + LEAST_DIGITS]

    def windows(self, first: int) -> Iterator[tuple[int, str]]:
        """Groups in a row from one on that may be a number: the last of them and their digits, longest first."""
        start, ends = self.places[first], self.places[first + 1 : first + 1 + MOST_DIGITS]
        for last, end in reversed(list(enumerate(ends, first))):
            if LEAST_DIGITS <= end - start <= MOST_DIGITS:
                yield last, self.digits[start:end]


def _with_signs(text: str, at: int, start: int) -> int:
    """Where a number begins, from a place on, with a plus or a bracket before its first digit."""
    least = max(at, start - _MOST_SIGNS)
    while start > least and text[start - 1] in "+(":
        start -= 1
    return start


def _laid(written: str, digits: str) -> str:
    """A number as it is written, with other digits."""
    each = iter(digits)
    return _DIGIT.sub(lambda _: next(each), written)
