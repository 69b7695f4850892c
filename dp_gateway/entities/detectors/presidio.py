"""Presidio's recognisers (patterns, checksums, context words) beside the NER of any installed spaCy pipeline.

`AnalyzerEngine.analyze` runs a whole spaCy pipeline on every message, and every recogniser on every text. Here the
pipeline is loaded once with its NER component alone and works in batches; a recogniser runs only on texts that hold
what each of its patterns needs (a digit, an "@"), and Presidio's context enhancer only where it can raise a score.
No decision process is kept, nothing is logged, and nothing is fetched (`libraries`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway.entities.detectors.labels import LABELS, refine
from dp_gateway.entities.detectors.libraries import libraries
from dp_gateway.entities.detectors.patterns.names import NameLists
from dp_gateway.entities.detectors.spacy_models import DEFAULT_MODEL, pipeline, readable, run_pipeline, tokenized
from dp_gateway.entities.types import Entity
from dp_gateway.errors import ConfigurationError

__all__ = ["DEFAULT_THRESHOLDS", "PresidioDetector", "SpacyDetector"]

DEFAULT_THRESHOLDS: Mapping[str, float] = {"": 0.4, "US_DRIVER_LICENSE": 0.5, "URL": 0.6, "DATE_TIME": 0.5}
"""Least score by type; "" is for the types that are not named."""

_NER_SCORE = 0.85
# Context is five words; what stands further before a finding than this does not count.
_WINDOW, _BEFORE = 2000, 300
_HINTS = {
    "EMAIL_ADDRESS": re.compile("@"),
    "PHONE_NUMBER": re.compile(r"(?:[0-9][ ().\-/]{0,3}){7}"),
    "MAC_ADDRESS": re.compile("[0-9A-Fa-f]{2}[:.-]?[0-9A-Fa-f]{2}[:.-]"),
    "IP_ADDRESS": re.compile(r"[0-9]\.[0-9]|:[0-9A-Fa-f]*:"),
    "CRYPTO": re.compile("bc1|[13][A-Za-z0-9]{24}"),
    "IBAN_CODE": re.compile(r"[A-Za-z]{2}[0-9]{2}"),
    "MEDICAL_LICENSE": re.compile(r"[A-Za-z][A-Za-z9][0-9]{5}"),
    "US_DRIVER_LICENSE": re.compile("[0-9]{3}"),
    "CREDIT_CARD": re.compile(r"(?:[0-9][ -]?){12}"),
    # One number of ten digits in eleven passes this check, telephone numbers among them: the word has to be there.
    "UK_NHS": re.compile("nhs|national health", re.IGNORECASE),
}
_LEFT_OUT = ("SpacyRecognizer", "UrlRecognizer")
"""The model is run here; of URLs our own patterns find all that pass the threshold."""

_DIGITS = re.compile("[0-9][0-9 .:/-]{3}|[A-Za-z][0-9]{2}")


class _Recognizer(NamedTuple):
    recognizer: Any
    types: tuple[str, ...]
    hint: re.Pattern[str]


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
            for entity in refine(text, start, end, label, _NER_SCORE, self.name, self._names)
        )
        return [entity for entity in refined if self._types is None or entity.type in self._types]


class PresidioDetector:
    """Presidio's analyzer over an NLP engine of our own; URLs are left to `patterns`.

    Args:
        model: spaCy pipeline whose NER is used; None for patterns, checksums and context words alone.
        types: entity types to look for; all by default.
        thresholds: least score by type, over `DEFAULT_THRESHOLDS`; "" stands for the types that are not named.
        languages: languages whose recognisers are used. The pipeline's language should be the first.
        names: see `SpacyDetector`.

    Raises:
        ConfigurationError: Presidio has no recogniser for a language.
        MissingPackage: the pipeline is not installed.
    """

    def __init__(
        self,
        model: str | None = DEFAULT_MODEL,
        *,
        types: Sequence[str] | None = None,
        thresholds: Mapping[str, float] | None = None,
        languages: Sequence[str] = ("en",),
        names: NameLists | None = None,
    ) -> None:
        self.name = f"presidio:{'+'.join(languages)}" + (f":{model}" if model else "")
        self._types = frozenset(types) if types is not None else None
        self._thresholds = {**DEFAULT_THRESHOLDS, **(thresholds or {})}
        self._ner = SpacyDetector(model, types=types, names=names) if model else None
        self._recognizers = [
            (language, [one for one in _recognizers(language) if self._types is None or self._types & set(one.types)])
            for language in languages
        ]

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The entities of each text, in code points, overlaps not resolved."""
        by_model: list[list[Entity]] = self._ner.detect(texts) if self._ner else [[] for _ in texts]
        return [found + self._by_pattern(text) for text, found in zip(texts, by_model, strict=True)]

    def _by_pattern(self, text: str) -> list[Entity]:
        found: list[Entity] = []
        text = readable(text)
        if not _DIGITS.search(text) and "@" not in text and "." not in text:
            return found
        for language, recognizers in self._recognizers:
            chosen = [one for one in recognizers if one.hint.search(text)]
            results = [result for one in chosen for result in one.recognizer.analyze(text, list(one.types), None)]
            # Context can only raise a score, and its search takes time that grows with the text for each result.
            low = [result for result in results if result.score < self._least(result.entity_type)]
            if low:
                results = [result for result in results if result.score >= self._least(result.entity_type)]
                results += _raised(text, low, [one.recognizer for one in chosen], language)
            for result in results:
                found += self._accepted(text, result)
        return found

    def _least(self, kind: str) -> float:
        return self._thresholds.get(LABELS.get(kind, kind), self._thresholds[""])

    def _accepted(self, text: str, result: Any) -> list[Entity]:
        refined = refine(text, result.start, result.end, result.entity_type, float(result.score), self.name)
        return [
            entity
            for entity in refined
            if (self._types is None or entity.type in self._types) and entity.score >= self._least(entity.type)
        ]


@cache
def _recognizers(language: str) -> list[_Recognizer]:
    """Presidio's pattern recognisers of a language, with the least that a text must hold for each."""
    package = libraries().presidio_analyzer
    from presidio_analyzer.recognizer_registry import RecognizerRegistryProvider  # pyright: ignore

    settings = {**_predefined(Path(package.__file__)), "supported_languages": [language]}
    try:
        registry: Any = RecognizerRegistryProvider(registry_configuration=settings).create_recognizer_registry()
    except ValueError:
        raise ConfigurationError(
            f"Presidio knows no recogniser for the language {language!r}", hint="use en, es, it, pl or de"
        ) from None
    recognizers: list[_Recognizer] = []
    for recognizer in registry.recognizers:
        types = tuple(recognizer.supported_entities)
        if recognizer.supported_language == language and recognizer.name not in _LEFT_OUT and set(types) & set(LABELS):
            recognizers.append(_Recognizer(recognizer, types, _HINTS.get(types[0], _DIGITS)))
    return recognizers


def _predefined(package: Path) -> dict[str, Any]:
    """Presidio's own list of recognisers, but those that are switched off: each is looked for among all classes.

    YAML's fast parser is used where there is one: the slow one takes 80 ms.
    """
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    file = package.with_name("conf") / "default_recognizers.yaml"
    settings = yaml.load(file.read_text(encoding="utf-8"), loader)
    return settings | {"recognizers": [one for one in settings["recognizers"] if one.get("enabled", True)]}


def _raised(text: str, results: list[Any], recognizers: list[Any], language: str) -> list[Any]:
    """`_with_context` in windows: the time of that search is the number of results times the length of the text."""
    windows: dict[int, list[Any]] = {}
    for result in results:
        windows.setdefault(result.start // _WINDOW, []).append(result)
    raised: list[Any] = []
    for number, inside in windows.items():
        first = max(0, number * _WINDOW - _BEFORE)
        last = max(result.end for result in inside)
        for result in inside:
            result.start, result.end = result.start - first, result.end - first
        for result in _with_context(text[first:last], inside, recognizers, language):
            result.start, result.end = result.start + first, result.end + first
            raised.append(result)
    return raised


def _with_context(text: str, results: list[Any], recognizers: list[Any], language: str) -> list[Any]:
    """Presidio's results, scores raised where a context word of their recogniser stands before them."""
    from presidio_analyzer.context_aware_enhancers import LemmaContextAwareEnhancer  # pyright: ignore
    from presidio_analyzer.nlp_engine import NlpArtifacts  # pyright: ignore[reportMissingTypeStubs]

    doc = tokenized(text, language)
    words = [token.lower_ for token in doc]
    enhancer: Any = LemmaContextAwareEnhancer()
    artifacts: Any = NlpArtifacts([], doc, [token.idx for token in doc], words, None, language)  # pyright: ignore
    artifacts.keywords = [word for word in words if word[0].isalnum()]
    enhanced: list[Any] = enhancer.enhance_using_context(text, results, artifacts, recognizers)
    return enhanced
