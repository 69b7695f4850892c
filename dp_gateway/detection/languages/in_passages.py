"""What detectors of names in other languages than English have in common: each reads passage by passage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from dp_gateway.languages import LANGUAGES, passages
from dp_gateway.patterns.rules import Found
from dp_gateway.text.entities import Entity


class InPassages(ABC):
    """Finds something in passages of other languages than English; what derives from it says what, by `find`. `types`:
    types to look for; all of `kinds` by default.
    """

    name: str
    kinds: frozenset[str]

    def __init__(self, types: Sequence[str] | None = None) -> None:
        self._types = self.kinds if types is None else self.kinds.intersection(types)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """What is found in each text, in code points."""
        return [list(self._found(text)) if self._types else [] for text in texts]

    def _found(self, text: str) -> Iterator[Entity]:
        for start, end, language in passages(text):
            if language != "en" and language in LANGUAGES:
                for first, last, kind, score in self.find(text, start, end, language):
                    if kind in self._types:
                        yield Entity(first, last, kind, score, self.name)

    @abstractmethod
    def find(self, text: str, start: int, end: int, language: str) -> Iterable[Found]:
        """What a passage of a text holds."""
