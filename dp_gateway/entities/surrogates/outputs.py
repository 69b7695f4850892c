"""What can be drawn, found by what a request holds: numbers by their digits, phrases and names by their words.

A request shuts out a few of thousands of outputs, and what it costs depends on which; nobody looks at each of them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Set
from decimal import Decimal

from dp_gateway.restore.folding import fold as as_compared
from dp_gateway.vocabulary.words import fold

__all__ = ["Outputs", "Written", "significant"]

_WORD = re.compile(r"\w+")

_AFTER = "\uffff"


def significant(digits: str) -> str:
    """Digits without the zeros at both ends: what all notations of a number have in common."""
    return digits.strip("0")


class Outputs:
    """The outputs of one law, which all values of one range, quantum and sign have in common.

    Args:
        outputs: signed, as the law gives them.
    """

    def __init__(self, outputs: Iterable[Decimal]) -> None:
        self._by_digits: dict[str, list[Decimal]] = {}
        for output in outputs:
            digits = significant(f"{abs(output):f}".replace(".", ""))
            self._by_digits.setdefault(digits, []).append(output)
        self._sorted = sorted(self._by_digits)
        self._below_one = [output for output in self if abs(output) < 1]
        self._longest = max(map(len, self._sorted), default=0)

    def __iter__(self) -> Iterator[Decimal]:
        for same in self._by_digits.values():
            yield from same

    def with_digits(self, digits: Iterable[str]) -> Iterator[Decimal]:
        """Those with these significant digits, each once."""
        for one in set(digits):
            yield from self._by_digits.get(one, ())

    def begun_by(self, run: str) -> Iterator[Decimal]:
        """Those that may be written with this run of digits first ("1,318", "1318.40", "1.3k")."""
        first = run.rstrip("0")
        if not first:
            yield from self._below_one
            return
        begin, end = bisect_left(self._sorted, first), bisect_left(self._sorted, first + _AFTER)
        for digits in self._sorted[begin:end]:
            yield from self._by_digits[digits]
        for length in range(min(len(run), self._longest) + 1):
            if not run[:length].startswith(first):
                yield from self._by_digits.get(run[:length], ())


class Written:
    """Phrases or names as they are written, found by their words and as replies are compared.

    Args:
        spellings: by entry.
    """

    def __init__(self, spellings: Iterable[str]) -> None:
        self._folded = [fold(spelled) for spelled in spellings]
        self._begin: dict[str, list[int]] = {}
        self._whole: dict[str, list[int]] = {}
        self._compared: dict[str, list[int]] = {}
        for entry, folded in enumerate(self._folded):
            self._compared.setdefault(as_compared(folded), []).append(entry)
            self._whole.setdefault(folded, []).append(entry)
            if begins := _WORD.search(folded):
                self._begin.setdefault(begins[0], []).append(entry)

    def shut_out(self, words: Set[str], taken: Set[str], stands_in_clear: Callable[[str], bool]) -> list[int]:
        """The entries that are taken, or stand in the clear text that has these words, ascending."""
        found = self._taken(taken)
        for word in self._begin.keys() & words:
            found.update(entry for entry in self._begin[word] if stands_in_clear(self._folded[entry]))
        return sorted(found)

    def left(self, words: Set[str], taken: Set[str]) -> int:
        """How many entries are neither taken nor one of these words."""
        gone = self._taken(taken)
        for word in self._whole.keys() & words:
            gone.update(self._whole[word])
        return len(self._folded) - len(gone)

    def _taken(self, taken: Set[str]) -> set[int]:
        return {entry for text in taken for entry in self._compared.get(text, ())}
