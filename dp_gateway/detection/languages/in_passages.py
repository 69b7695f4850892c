"""What detectors of names in other languages than English have in common: each reads passage by passage, and Chinese in
traditional characters as if it were written in simplified ones, which tables and lists have.

Each character stands for one, so that what is found stands at the same places. The table is that of OpenCC (Apache
2.0), of which the pairs of single characters are carried; it is read when a text has Chinese. `Longest` is how lists
of words are looked up where no spaces are written.
"""

from __future__ import annotations

import lzma
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources

from dp_gateway.languages import LANGUAGES, passages
from dp_gateway.patterns.base import Detector
from dp_gateway.patterns.rules import Found
from dp_gateway.text.entities import Entity

_HAN = re.compile("[\u4e00-\u9fff]")


class InPassages(ABC):
    """Finds something in passages of other languages than English; what derives from it says what, by `find`. `types`:
    types to look for; all of `kinds` by default.
    """

    name: str
    kinds: frozenset[str]

    def __init__(self, types: Sequence[str] | None = None) -> None:
        self._types = self.kinds if types is None else self.kinds.intersection(types)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Return what is found in each text, in code points."""
        return [list(self._found(text)) if self._types else [] for text in texts]

    def _found(self, text: str) -> Iterator[Entity]:
        for start, end, language in passages(text):
            if language != "en" and language in LANGUAGES:
                for first, last, kind, score in self.find(text, start, end, language):
                    if kind in self._types:
                        yield Entity(first, last, kind, score, self.name)

    @abstractmethod
    def find(self, text: str, start: int, end: int, language: str) -> Iterable[Found]:
        """Find what a passage of a text holds."""


class ReadSimplified:
    """A detector that reads Chinese passages in simplified characters."""

    def __init__(self, detector: Detector) -> None:
        self.name = detector.name
        self._detector = detector

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points."""
        return self._detector.detect([simplified(text) for text in texts])


def simplified(text: str) -> str:
    """Write a text with its Chinese passages in simplified characters, as long as it was. `text`: any text; only
    Chinese passages change.
    """
    if text.isascii() or _HAN.search(text) is None:
        return text
    return "".join(
        text[one.start : one.end].translate(_table()) if one.language == "zh" else text[one.start : one.end]
        for one in passages(text)
    )


@cache
def _table() -> dict[int, str]:
    stored = resources.files("dp_gateway.detection.languages").joinpath("traditional.txt.xz").read_bytes()
    traditional, simple = lzma.decompress(stored).decode().splitlines()
    return dict(zip(map(ord, traditional), simple, strict=True))


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
        """Return how many characters the longest one has that begins at `start` and goes no further than `end`; 0 for
        none.
        """
        for length in self._lengths.get(text[start : start + 2], ()):
            if start + length <= end and text[start : start + length] in self._words:
                return length
        return 0
