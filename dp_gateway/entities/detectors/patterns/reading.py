"""A text as the rules of this package read it: one pass finds where its words and digits stand.

A rule says what has to stand near a match: a number of some digits, one of some words, a sign. It is run on the windows
around those alone, so that a long text with few of them costs little more than the pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from functools import cached_property
from typing import Protocol

__all__ = ["Reading", "folded_text"]

_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"[0-9](?:[0-9]|[^\w\n]{1,2}(?=[0-9(]))*+")
_BEFORE, _AFTER = 110, 130
# A window ends at a space, if there is one near: what looks behind a match then sees what it sees in the text. What
# looks before it sees the text itself.
_SNAP = 60
# A text of this length is one window.
_SMALL = 500

Span = tuple[int, int]


class _Searches(Protocol):
    """What `re.Pattern` and `Expression` have in common."""

    def finditer(self, text: str, position: int, end: int, /) -> Iterator[re.Match[str]]: ...


def folded_text(text: str) -> str:
    """Lower case of the same length: a character whose lower case is longer stays as it is."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


class Reading:
    """A text and where things stand in it.

    Args:
        text: the text.

    Attributes:
        text: the text.
        lower: `folded_text(text)`.
    """

    def __init__(self, text: str) -> None:
        self.text, self.lower = text, folded_text(text)
        self._by_digits: dict[int, list[Span]] = {}

    @cached_property
    def words(self) -> dict[str, list[int]]:
        """Where each word of letters begins; words in lower case."""
        found: dict[str, list[int]] = {}
        for match in _WORD.finditer(self.lower):
            found.setdefault(match.group(), []).append(match.start())
        return found

    def has(self, words: Set[str]) -> bool:
        """Whether one of the words stands in the text."""
        return not self.words.keys().isdisjoint(words)

    @cached_property
    def _numbers(self) -> list[tuple[Span, int]]:
        """The stretches of digits, with separators between them or not, and how many digits each has."""
        found = _DIGITS.finditer(self.text)
        return [(match.span(), sum(map(str.isdigit, match.group()))) for match in found]

    def near_digits(self, least: int) -> list[Span]:
        """The windows around numbers of that many digits."""
        windows = self._by_digits.get(least)
        if windows is None:
            windows = self.around([span for span, digits in self._numbers if digits >= least])
            self._by_digits[least] = windows
        return windows

    def near(self, words: Set[str], before: int = _BEFORE, after: int = _AFTER) -> list[Span]:
        """The windows around words, as wide as `before` and `after` say."""
        mine = self.words
        found = [word for word in mine if word in words] if len(words) > len(mine) else mine.keys() & words
        return self.around(sorted((at, at + len(word)) for word in found for at in self.words[word]), before, after)

    def near_hints(self, hints: Iterable[str]) -> list[Span]:
        """The windows around stretches of the lower-cased text."""
        return self.around(sorted((at, at + len(hint)) for hint in hints for at in _places(self.lower, hint)))

    def near_signs(self, sign: re.Pattern[str]) -> list[Span]:
        """The windows around the matches of a cheap expression."""
        return self.around([match.span() for match in sign.finditer(self.text)])

    def around(self, spans: Iterable[Span], before: int = _BEFORE, after: int = _AFTER) -> list[Span]:
        """Windows around spans that are in order; those that meet are one."""
        text, length = self.text, len(self.text)
        windows: list[Span] = []
        start = end = -_SNAP - before - 1
        for first, last in spans:
            if length <= _SMALL:
                return [(0, length)]
            if first - before > end + _SNAP:
                if end > 0:
                    windows.append((start, _space_behind(text, end)))
                start = first - before if first > before else 0
            end = last + after
        if end > 0:
            windows.append((start, _space_behind(text, end)))
        return windows

    def finditer(
        self, pattern: _Searches, words: Set[str], before: int = _BEFORE, after: int = _AFTER
    ) -> Iterator[re.Match[str]]:
        """The matches of an expression near words."""
        for start, end in self.near(words, before, after):
            yield from pattern.finditer(self.text, start, end)

    def matches_near(self, sign: re.Pattern[str], pattern: _Searches) -> Iterator[re.Match[str]]:
        """The matches of an expression near those of a cheap one."""
        for start, end in self.near_signs(sign):
            yield from pattern.finditer(self.text, start, end)


def _places(text: str, hint: str) -> Iterator[int]:
    at = text.find(hint)
    while at >= 0:
        yield at
        at = text.find(hint, at + len(hint))


def _space_behind(text: str, at: int) -> int:
    found = text.find(" ", at, at + _SNAP)
    return found if found >= 0 else min(len(text), at + _SNAP)
