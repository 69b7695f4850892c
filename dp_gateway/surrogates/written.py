"""Phrases and names that can be drawn, found by what a request holds.

A request shuts out a few of thousands of them, and what it costs depends on which; nobody looks at each of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set

from dp_gateway.text.folding import compared

__all__ = ["Written"]

_WORD = re.compile(r"\w+")


class Written:
    """Phrases or names as they are written, found by their words and as replies are compared.

    Args:
        spellings: by entry.
    """

    def __init__(self, spellings: Iterable[str]) -> None:
        self._as_compared = [compared(spelled) for spelled in spellings]
        self._begin: dict[str, list[int]] = {}
        self._whole: dict[str, list[int]] = {}
        for entry, text in enumerate(self._as_compared):
            self._whole.setdefault(text, []).append(entry)
            if begins := _WORD.search(text):
                self._begin.setdefault(begins[0], []).append(entry)

    def __len__(self) -> int:
        return len(self._as_compared)

    def shut_out(self, words: Set[str], taken: Set[str], stands_in_clear: Callable[[str], bool]) -> list[int]:
        """The entries that are taken, or stand in the clear text that has these words, ascending."""
        found = {entry for text in taken for entry in self._whole.get(text, ())}
        for word in self._begin.keys() & words:
            found.update(entry for entry in self._begin[word] if stands_in_clear(self._as_compared[entry]))
        return sorted(found)
