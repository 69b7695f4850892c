"""Finds names of persons by the larger lists of languages without capitals: Arabic, Hindi, Chinese and Japanese."""

from __future__ import annotations

from collections.abc import Sequence

from dp_gateway.detection.languages.listed_runs import names_in_runs
from dp_gateway.detection.languages.listed_words import names_in_words
from dp_gateway.languages import passages
from dp_gateway.text.entities import Entity

_SCORE = 0.8
_FINDS = {"ar": names_in_words, "hi": names_in_words, "zh": names_in_runs, "ja": names_in_runs}


class ListedNames:
    """Finds listed names of persons in passages of languages without capitals.

    Args:
        types: types to look for; PERSON is what it finds.
    """

    name = "listed names"

    def __init__(self, types: Sequence[str] | None = None) -> None:
        self._wanted = types is None or "PERSON" in types

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The names of each text, in code points."""
        return [
            [
                Entity(first, last, "PERSON", _SCORE, self.name)
                for start, end, language in (passages(text) if self._wanted and not text.isascii() else ())
                if (find := _FINDS.get(language)) is not None
                for first, last in find(text, start, end, language)
            ]
            for text in texts
        ]
