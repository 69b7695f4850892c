"""A detector that reads the passages of its languages alone: what knows English finds names everywhere else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from dp_gateway.languages import Passage, language_at, passages
from dp_gateway.patterns.base import Detector
from dp_gateway.text.entities import Entity


class InLanguages:
    """A detector that reads the passages of a text that are in its languages.

    Args:
        detector: the detector; it sees each passage as a text.
        languages: codes of languages, see `dp_gateway.languages`.
    """

    def __init__(self, detector: Detector, languages: Collection[str] = ("en",)) -> None:
        self.name = detector.name
        self._detector = detector
        self._languages = frozenset(languages)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of those passages, in code points of the whole text."""
        pieces = [
            (number, start, text[start:end])
            for number, text in enumerate(texts)
            for start, end, language in passages(text)
            if language in self._languages
        ]
        found: list[list[Entity]] = [[] for _ in texts]
        if not pieces:
            return found
        answers = self._detector.detect([piece for _, _, piece in pieces])
        for (number, offset, _), entities in zip(pieces, answers, strict=True):
            found[number] += [
                one._replace(start=one.start + offset, end=one.end + offset) if offset else one for one in entities
            ]
        return found


def abroad(text: str) -> Sequence[Passage]:
    """The passages of a text, empty where all of it is English: most texts need no second look."""
    found = passages(text)
    return found if any(one.language != "en" for one in found) else ()


def within(found: Sequence[Passage], entities: Iterable[Entity], language: str = "en") -> list[Entity]:
    """Those of some entities that begin in passages of a language; all of them where there are no passages.

    Args:
        found: see `abroad`.
        entities: of the text.
        language: a code.
    """
    return [one for one in entities if not found or language_at(found, one.start) == language]
