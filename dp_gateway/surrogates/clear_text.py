"""What a request leaves in clear: `Drawer` asks whether a candidate stands in it, `Exclusions` what that shuts out.

A text is taken apart into words once; whoever asks after that looks words up, however long the text is. Words are
compared as in replies, without accents: a reply that says Kate would else be restored as one that says Käte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from functools import lru_cache

from dp_gateway.text.folding import compared

__all__ = ["ClearText", "ClearTexts"]

_WORD = re.compile(r"\w+")
_WORD_OR_HOLE = re.compile(r"\w+|\0")
_SPACED = bytes(ord(char) if char.isalnum() or char in "_\0" else ord(" ") for char in map(chr, range(128))).ljust(256)
_LOOKED_UP = 3
"""Words in a row that are looked up; what has more is looked for in the text where all such rows of it stand there."""


class ClearText:
    """What a turn leaves in clear.

    Args:
        pieces: the stretches of text that stay as they are.
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        # Between two pieces is a hole: what it separates is not one phrase.
        self._words = _words_and_holes(compared("\0".join(pieces)))
        self._rows: dict[int, frozenset[str]] = {}
        self._apart: str | None = None
        self._with_digits: int | None = None

    def __contains__(self, candidate: str) -> bool:
        return candidate in ClearTexts([self])

    @property
    def apart(self) -> str:
        """Words and holes, a space around each."""
        if self._apart is None:
            self._apart = " ".join(["", *self._words, ""])
        return self._apart

    def rows(self, count: int) -> frozenset[str]:
        """All that many words that stand in it one behind the other, compared, with one space between two."""
        if count not in self._rows:
            behind = (self._words[start:] for start in range(count))
            self._rows[count] = frozenset(self._words if count == 1 else map(" ".join, zip(*behind, strict=False)))
        return self._rows[count]

    @property
    def words(self) -> frozenset[str]:
        """The words that stand in it, as they are compared."""
        return self.rows(1)

    def alike(self, candidate: str) -> int:
        """How many texts stand in it, at most, that a draw could give beside this one.

        Such a text has as many words, of digits alone where this one is; else it has a digit somewhere where this one
        has one, which is counted by its words with digits.
        """
        words = _WORD.findall(candidate)
        if all(word.isdigit() for word in words):
            return len(self.like(" ".join([r"\d+"] * len(words))))
        if any(map(str.isdigit, candidate)):
            if self._with_digits is None:
                self._with_digits = sum(any(map(str.isdigit, word)) for word in self._words)
            return self._with_digits
        return len(self._words)

    def like(self, shape: str) -> set[str]:
        """The texts that stand in it and match a pattern of compared words, with one space between two."""
        return set(re.findall(rf"(?<= )(?=({shape}) )", self.apart))


class ClearTexts:
    """What a request leaves in clear up to a turn: what is said later shuts out nothing that was drawn before.

    Args:
        turns: what the first turns leave.
    """

    def __init__(self, turns: Iterable[ClearText] = ()) -> None:
        self._turns = list(turns)
        # By number of words: how many turns were looked at, and what stands in them.
        self._rows: dict[int, tuple[int, set[str]]] = {}
        self._alike: dict[str, int] = {}
        self._like: dict[str, set[str]] = {}

    def add(self, pieces: Iterable[str]) -> None:
        """Go on with what the next turn leaves in clear."""
        self._turns.append(ClearText(pieces))
        self._alike, self._like = {}, {}

    def __contains__(self, candidate: str) -> bool:
        words = _words_of(candidate)
        count = min(len(words), _LOOKED_UP)
        if not words or words[0] not in self.words:
            return False
        if count == 1:
            return True
        rows = self._in_rows(count)
        if not all(" ".join(words[start : start + count]) in rows for start in range(len(words) - count + 1)):
            return False
        return len(words) == count or any(f" {' '.join(words)} " in turn.apart for turn in self._turns)

    def _in_rows(self, count: int) -> Set[str]:
        if len(self._turns) == 1:
            return self._turns[0].rows(count)
        looked_at, rows = self._rows.get(count, (0, set[str]()))
        if looked_at < len(self._turns):
            rows.update(*(turn.rows(count) for turn in self._turns[looked_at:]))
            self._rows[count] = len(self._turns), rows
        return rows

    @property
    def words(self) -> Set[str]:
        """See `ClearText`."""
        return self._in_rows(1)

    def alike(self, candidate: str) -> int:
        """See `ClearText`."""
        if candidate not in self._alike:
            self._alike[candidate] = sum(turn.alike(candidate) for turn in self._turns)
        return self._alike[candidate]

    def like(self, shape: str) -> set[str]:
        """See `ClearText`."""
        if shape not in self._like:
            self._like[shape] = set[str]().union(*(turn.like(shape) for turn in self._turns))
        return self._like[shape]


def _words_and_holes(folded: str) -> list[str]:
    if not folded.isascii():
        return _WORD_OR_HOLE.findall(folded)
    # The same of ASCII, in four calls.
    return folded.encode().translate(_SPACED).decode().replace("\0", " \0 ").split()


@lru_cache(8192)
def _words_of(candidate: str) -> tuple[str, ...]:
    """The words of a candidate; the same ones are asked for in each request of a conversation."""
    return tuple(_WORD.findall(candidate))
