"""Detectors of other libraries: GLiNER, Flair, and any callable or LangChain Runnable that returns spans."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dp_gateway.detection.ner_labels import LABELS, refine
from dp_gateway.errors import ConfigurationError, MissingPackage, check_argument
from dp_gateway.text.entities import Entity

_GLINER_LABELS: Mapping[str, str] = {
    "person": "PERSON",
    "organization": "ORGANIZATION",
    "location": "LOCATION",
    "street address": "STREET_ADDRESS",
    "postal code": "POSTCODE",
    "phone number": "PHONE_NUMBER",
    "email address": "EMAIL_ADDRESS",
    "username": "USERNAME",
    "job title": "JOB_TITLE",
    "nationality": "NRP",
    "date": "DATE_TIME",
    "age": "AGE",
    "identification number": "ID_NUMBER",
}


class GlinerDetector:
    """A GLiNER model on this machine. `model`: a folder, or a name that the library knows; or a loaded model. `labels`:
    what the model is asked for, each with the entity type it stands for. `threshold`: least score.
    """

    def __init__(
        self,
        model: str | Any = "urchade/gliner_multi_pii-v1",
        *,
        labels: Mapping[str, str] = _GLINER_LABELS,
        threshold: float = 0.5,
    ) -> None:
        self.name = f"gliner:{model}" if isinstance(model, str) else "gliner"
        self._labels = {label.lower(): kind for label, kind in labels.items()}
        self._threshold = threshold
        self._model: Any = _load_gliner(model) if isinstance(model, str) else model

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points, overlaps not resolved."""
        asked = list(self._labels)
        predict = getattr(self._model, "batch_predict_entities", None)
        if predict is not None:
            answers: list[Any] = predict(list(texts), asked, threshold=self._threshold)
        else:
            answers = [self._model.predict_entities(text, asked, threshold=self._threshold) for text in texts]
        return [
            [
                Entity(one["start"], one["end"], self._labels[one["label"].lower()], float(one["score"]), self.name)
                for one in answer
                if one["label"].lower() in self._labels
            ]
            for answer in answers
        ]


def _load_gliner(model: str) -> Any:
    from importlib import import_module

    try:
        library: Any = import_module("gliner")
    except ImportError:
        raise MissingPackage("the package gliner is not installed", hint="pip install gliner") from None
    return library.GLiNER.from_pretrained(model)


class FlairDetector:
    """A Flair sequence tagger on this machine. `model`: a file, or a name that the library knows; or a loaded tagger.
    `sentence`: makes a Flair sentence of a text; Flair's own class by default.
    """

    def __init__(self, model: str | Any = "ner", *, sentence: Callable[[str], Any] | None = None) -> None:
        self.name = f"flair:{model}" if isinstance(model, str) else "flair"
        self._tagger: Any = _flair().models.SequenceTagger.load(model) if isinstance(model, str) else model
        self._sentence: Callable[[str], Any] = sentence or _flair().data.Sentence

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points."""
        sentences = [self._sentence(text) for text in texts]
        self._tagger.predict(sentences)
        return [
            [
                entity
                for span in sentence.get_spans("ner")
                for entity in refine(
                    text, span.start_position, span.end_position, span.tag, float(span.score), self.name
                )
            ]
            for text, sentence in zip(texts, sentences, strict=True)
        ]


def _flair() -> Any:
    try:
        import flair.data  # pyright: ignore
        import flair.models  # pyright: ignore
    except ImportError:
        raise MissingPackage("the package flair is not installed", hint="pip install flair") from None
    library: Any = flair
    return library


class CallableDetector:
    """Makes a detector of any function of a text, or LangChain Runnable, that returns spans.

    Args:
        find: called with a text, returns an iterable of mappings (or objects) with `start`, `end`, and one of `type`,
            `entity_type`, `entity_group` or `label`, and maybe a `score`. A Runnable is run by its `batch`.
        name: stands in `Entity.detector` and in the key of caches; state model and version.
        labels: labels of the function, each with the entity type it stands for; the usual ones by default. Spans with
            another label are left out.

    Raises:
        ConfigurationError: a span has no place in its text or no label, or there is no list of spans.
    """

    def __init__(self, find: Any, *, name: str, labels: Mapping[str, str] = LABELS) -> None:
        if not callable(find) and not callable(getattr(find, "batch", None)):
            raise ConfigurationError(
                f"the detector {name} is no function of a text, but {type(find).__name__}",
                hint='give a function that returns mappings such as {"start": 6, "end": 10, "label": "ID_NUMBER"}',
            )
        check_argument("labels", labels, Mapping, hint='write labels={"BADGE": "ID_NUMBER"}')
        self.name = name
        self._find = find
        self._labels = {label.upper(): kind for label, kind in labels.items()}

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points, overlaps not resolved."""
        batch = getattr(self._find, "batch", None)
        answers: list[Any] = batch(list(texts)) if batch is not None else [self._find(text) for text in texts]
        if any(answer is None for answer in answers):
            raise ConfigurationError(
                f"the detector {self.name} returned None", hint="return a list of spans, an empty one for no span"
            )
        return [
            [entity for span in answer if (entity := self._entity(span, text)) is not None]
            for text, answer in zip(texts, answers, strict=True)
        ]

    def _entity(self, span: Any, text: str) -> Entity | None:
        def field(*names: str) -> Any:
            for name in names:
                value = span.get(name) if isinstance(span, Mapping) else getattr(span, name, None)  # pyright: ignore
                if value is not None:
                    return value  # pyright: ignore[reportUnknownVariableType]
            return None

        label = field("type", "entity_type", "entity_group", "label")
        if label is None:
            raise ConfigurationError(
                f"the detector {self.name} returned a span that does not say what it is",
                hint='return mappings such as {"start": 6, "end": 10, "label": "ID_NUMBER"}',
            )
        kind = self._labels.get(str(label).upper())
        if kind is None:
            return None
        start, end = field("start"), field("end")
        if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start < end <= len(text):
            raise ConfigurationError(
                f"the detector {self.name} returned a span that has no place in its text",
                hint="return start and end as offsets in code points, start below end",
            )
        score = field("score")
        return Entity(start, end, kind, 1.0 if score is None else float(score), self.name)
