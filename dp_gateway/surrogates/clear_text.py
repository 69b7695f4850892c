"""What a request leaves in clear: `Drawer` asks whether a candidate stands in it, `Exclusions` what that shuts out.

A turn is taken apart into words once, and kept with what was asked of it: a conversation sends its turns again with
every request. Whoever asks after that looks words up, however long the text is. Words are compared as in replies,
without accents: a reply that says Kate would else be restored as one that says Käte.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Protocol, TypeVar, cast

from dp_gateway.cache import Memory
from dp_gateway.text.folding import compared

_Answer = TypeVar("_Answer")

_WORD = re.compile(r"\w+")
_FIRST = re.compile(r"\0[^\w\0]*+(\w*)")
_WORD_OR_HOLE = re.compile(r"\w+|\0")
_PIECES = re.compile(r"\d+|[^\W\d_]+")
_SPACED = bytes(ord(char) if char.isalnum() or char in "_\0" else ord(" ") for char in map(chr, range(128))).ljust(256)
_LOOKED_UP = 3
"""Words in a row that are looked up; what has more is looked for in the text where all such rows of it stand there."""
_SHORT = 16_384
"""Characters of a text in which words in a row are looked for, whose rows are not written down."""
_MOST_ASKED = 128
"""Answers that are kept with a text."""
_TEXTS, _WEIGHT = 1024, 4000
"""Texts of a generation, a short one of which takes some 10 kB with its answers, and the characters of one that count
as another text; with its words it takes about five bytes for each."""
_LONGEST_KEPT = 2_000_000


def text_memory() -> Memory:
    """Make the memory in which what requests leave in clear is kept from one request of a conversation to the next."""
    return Memory(_TEXTS, members=_WEIGHT)


class ListedPhrases(Protocol):
    """Phrases or names of a list, found by their words; see `kept.WrittenPhrases`."""

    def standing(self, text: ClearText) -> Iterable[int]:
        """Find the entries that stand in a text."""
        ...


class ClearText:
    """The text that a turn leaves in clear.

    Args:
        pieces: the stretches of text that stay as they are.

    Attributes:
        apart: words and holes, a space around each.
        words: those words and holes, as they are compared.
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        # Between two pieces is a hole: what it separates is not one phrase.
        # Most words stand in other texts that are kept too, each once in memory.
        listed = [*map(sys.intern, _words_and_holes(compared("\0".join(pieces))))]
        self.apart = " ".join(["", *listed, ""])
        self.words = frozenset(listed)
        self._count = len(listed)
        self._rows: dict[int, frozenset[str]] = {}
        self._answers: dict[Hashable, object] = {}

    def __len__(self) -> int:
        return len(self.apart)

    def __bool__(self) -> bool:
        return True

    def _kept(self, make: Callable[[], _Answer], *name: Hashable) -> _Answer:
        """What was answered before."""
        if name not in self._answers:
            if len(self._answers) >= _MOST_ASKED:
                self._answers.clear()
            self._answers[name] = make()
        return cast(_Answer, self._answers[name])

    def __contains__(self, candidate: str) -> bool:
        words = _words_of(candidate)
        return bool(words) and words[0] in self.words and self.has(words)

    def has(self, words: tuple[str, ...]) -> bool:
        """Return whether some words, the first of which stands in it, stand in it one behind the other."""
        if len(words) == 1:
            return True
        if not self.words.issuperset(words):
            return False
        if len(self.apart) > _SHORT:
            count = min(len(words), _LOOKED_UP)
            rows = self._in_rows(count)
            if not all(" ".join(words[start : start + count]) in rows for start in range(len(words) - count + 1)):
                return False
            if len(words) == count:
                return True
        return f" {' '.join(words)} " in self.apart

    def _in_rows(self, count: int) -> frozenset[str]:
        """All that many words that stand in it one behind the other, compared, with one space between two."""
        if count not in self._rows:
            words = self.apart.split()
            self._rows[count] = frozenset(map(" ".join, zip(*(words[start:] for start in range(count)), strict=False)))
        return self._rows[count]

    @property
    def pieces(self) -> frozenset[str]:
        """Its runs of digits and of letters; most words are one."""
        return self._kept(self._pieces, "pieces")

    def _pieces(self) -> frozenset[str]:
        mixed = frozenset(word for word in self.words if not (word.isalpha() or word.isdecimal()))
        return self.words.difference(mixed).union(_PIECES.findall(" ".join(mixed)))

    @property
    def with_digits(self) -> int:
        """How many words of it have a digit."""
        return self._kept(self._count_digits, "with digits")

    def _count_digits(self) -> int:
        return sum(any(map(str.isdigit, word)) for word in self.apart.split() if not word.isalpha())

    def alike(self, candidate: str) -> int:
        """Count how many texts stand in it, at most, that a draw could give beside this one.

        Such a text has as many words, of digits alone where this one is; else it has a digit somewhere where this one
        has one, which is counted by its words with digits.
        """
        words = _words_of(candidate)
        if all(word.isdigit() for word in words):
            return len(self.like(" ".join([r"\d+"] * len(words))))
        return self.with_digits if any(map(str.isdigit, candidate)) else self._count

    def like(self, shape: str) -> frozenset[str]:
        """Find the texts that stand in it and match a pattern of compared words, with one space between two."""
        return self._kept(lambda: frozenset(re.findall(rf" (?=({shape}) )", self.apart)), "like", shape)

    def standing(self, found: ListedPhrases) -> frozenset[int]:
        """Find the entries of a list that stand in it."""
        return self._kept(lambda: frozenset(found.standing(self)), "standing", found)


class ClearTexts:
    """The texts that a request leaves in clear up to a turn: what is said later shuts out nothing that was drawn
    before. `memory`: keeps the turns for the next request, see `text_memory`; None keeps them for this one.
    """

    def __init__(self, memory: Memory | None = None) -> None:
        self._memory = memory
        self._turns: list[ClearText] = []
        self._alike: dict[Hashable, int] = {}

    def __iter__(self) -> Iterator[ClearText]:
        return iter(self._turns)

    def add(self, pieces: Iterable[str]) -> None:
        """Go on with what the next turn leaves in clear."""
        self._alike.clear()
        listed = tuple(pieces)
        make = partial(ClearText, listed)
        memory = self._memory if sum(map(len, listed)) <= _LONGEST_KEPT else None
        # By its pieces: those that are a whole text were hashed before.
        self._turns.append(make() if memory is None else memory.recall(make, *listed))

    def __contains__(self, candidate: str) -> bool:
        first = _WORD.search(candidate)
        if first is None:
            return False
        begin = [turn for turn in self._turns if first[0] in turn.words]
        return bool(begin) and any(turn.has(_words_of(candidate)) for turn in begin)

    def standing_among(self, candidates: Sequence[str]) -> list[bool]:
        """Tell whether each candidate stands in it; together, as most of many begin with a word that no turn has."""
        firsts: list[str] = _FIRST.findall("\0".join(["", *candidates]))
        begin = {first for first in {*firsts} if any(first in turn.words for turn in self._turns)}
        return [first in begin and one in self for first, one in zip(firsts, candidates, strict=True)]

    def pieces(self) -> set[str]:
        """Return the runs of digits and of letters of all turns."""
        return set[str]().union(*(turn.pieces for turn in self._turns))

    def alike(self, candidate: str) -> int:
        """Count how many texts stand in clear, at most, that a draw could give beside this one."""
        shape = tuple(word.isdigit() for word in _words_of(candidate))
        # Of the other texts it asks only whether there is a digit.
        name = shape if all(shape) else any(map(str.isdigit, candidate))
        if name not in self._alike:
            self._alike[name] = sum(turn.alike(candidate) for turn in self._turns)
        return self._alike[name]

    def like(self, shape: str) -> set[str]:
        """Find the texts in any turn that match a pattern of compared words."""
        return set[str]().union(*(turn.like(shape) for turn in self._turns))

    def standing(self, found: ListedPhrases) -> set[int]:
        """Find the entries that stand in any turn."""
        return set[int]().union(*(turn.standing(found) for turn in self._turns))


def _words_and_holes(folded: str) -> list[str]:
    if not folded.isascii():
        return _WORD_OR_HOLE.findall(folded)
    # The same of ASCII, in four calls.
    return folded.encode().translate(_SPACED).decode().replace("\0", " \0 ").split()


@lru_cache(8192)
def _words_of(candidate: str) -> tuple[str, ...]:
    """The words of a candidate; the same ones are asked for in each request of a conversation."""
    return tuple(_WORD.findall(candidate))
