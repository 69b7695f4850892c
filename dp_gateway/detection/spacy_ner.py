"""The names that a spaCy pipeline finds, in our types: an optional detector beside the tagger."""

from __future__ import annotations

from collections.abc import Sequence

from dp_gateway.detection.labels import refine
from dp_gateway.detection.patterns.names import NameLists
from dp_gateway.detection.spacy_models import DEFAULT_MODEL, pipeline, run_pipeline
from dp_gateway.text.entities import Entity

__all__ = ["SpacyDetector"]

_SCORE = 0.85


class SpacyDetector:
    """The NER component of a spaCy pipeline.

    Args:
        model: what `spacy.load` takes.
        types: entity types to look for; all by default.
        names: lists of names and of common words: what the model takes for a name though it is an ordinary word is
            left out.

    Raises:
        MissingPackage: the pipeline is not installed.
    """

    def __init__(
        self, model: str = DEFAULT_MODEL, *, types: Sequence[str] | None = None, names: NameLists | None = None
    ) -> None:
        self.name = f"spacy:{model}"
        self._types = frozenset(types) if types is not None else None
        self._names = names
        self._nlp = pipeline(model)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in code points."""
        return [self._refined(text, found) for text, found in zip(texts, run_pipeline(self._nlp, texts), strict=True)]

    def _refined(self, text: str, found: list[tuple[int, int, str]]) -> list[Entity]:
        refined = (
            entity
            for start, end, label in found
            for entity in refine(text, start, end, label, _SCORE, self.name, self._names)
        )
        return [entity for entity in refined if self._types is None or entity.type in self._types]
