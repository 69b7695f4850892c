"""The longest listed word that begins at a place of Chinese or Japanese, which are written without spaces. `groups` and
`places` look words up so.
"""

from __future__ import annotations

from collections.abc import Iterable


class Longest:
    """Words of two characters and more.

    Args:
        words: the words.
        most: characters of the longest one that is looked for.
    """

    def __init__(self, words: Iterable[str], most: int) -> None:
        self._words = frozenset(word for word in words if 1 < len(word) <= most)
        lengths: dict[str, set[int]] = {}
        for word in self._words:
            lengths.setdefault(word[:2], set()).add(len(word))
        # Two characters tell for most places of a text that no word begins there.
        self._lengths = {pair: sorted(found, reverse=True) for pair, found in lengths.items()}

    def at(self, text: str, start: int, end: int) -> int:
        """How many characters the longest one has that begins at `start` and goes no further than `end`; 0 for none."""
        for length in self._lengths.get(text[start : start + 2], ()):
            if start + length <= end and text[start : start + length] in self._words:
                return length
        return 0
