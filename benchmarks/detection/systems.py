"""The systems that are compared, each as one function from texts to findings."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dp_gateway.entities.detectors.detection import Detection, default_detection
from dp_gateway.entities.detectors.labels import LABELS
from dp_gateway.entities.detectors.lexicon import default_lexicon
from dp_gateway.entities.detectors.patterns import PatternDetector
from dp_gateway.entities.detectors.spacy_models import DEFAULT_MODEL, pipeline, run_pipeline
from dp_gateway.entities.detectors.tagger import TaggerDetector
from dp_gateway.entities.types import Entity

__all__ = ["SYSTEMS", "System", "presidio_engine"]

System = Callable[[Sequence[str]], Sequence[Sequence[Entity]]]


def _default() -> System:
    return default_detection(ner="always").detect


def _spacy() -> System:
    nlp = pipeline(DEFAULT_MODEL)

    def find(texts: Sequence[str]) -> list[list[Entity]]:
        return [
            [Entity(a, b, LABELS.get(label, "OTHER"), 0.85, "spacy") for a, b, label in found]
            for found in run_pipeline(nlp, texts)
        ]

    return find


def presidio_engine() -> Any:
    """Presidio's own analyzer over the same pipeline."""
    # tldextract would wait for the network at the first e-mail address; it then uses the list it carries.
    os.environ.setdefault("TLDEXTRACT_CACHE", os.devnull)
    logging.getLogger("tldextract").setLevel(logging.CRITICAL)
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    models = [{"lang_code": "en", "model_name": DEFAULT_MODEL}]
    provider = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
    return AnalyzerEngine(nlp_engine=provider.create_engine())


def _presidio() -> System:
    engine = presidio_engine()

    def find(texts: Sequence[str]) -> list[list[Entity]]:
        return [
            [
                Entity(r.start, r.end, LABELS.get(r.entity_type, r.entity_type), r.score, "")
                for r in engine.analyze(text, "en")
            ]
            for text in texts
        ]

    return find


def _tagger(recall: Any = "balanced") -> Callable[[], System]:
    return lambda: TaggerDetector(recall).detect


def _with_patterns(recall: Any = "balanced") -> Callable[[], System]:
    def make() -> System:
        names, phrases = default_lexicon()
        return Detection([TaggerDetector(recall), PatternDetector(names=names), phrases]).detect

    return make


SYSTEMS: Mapping[str, Callable[[], System]] = {
    "default": _default,
    "spaCy": _spacy,
    "Presidio": _presidio,
    "tagger": _tagger(),
    "tagger, high": _tagger("high"),
    "tagger, precise": _tagger("precise"),
    "tagger + patterns": _with_patterns(),
    "tagger + patterns, high": _with_patterns("high"),
}
"""Systems by name; each is made when it is asked for."""
