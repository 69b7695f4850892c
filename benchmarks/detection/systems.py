"""The systems that are compared, each as one function from texts to findings."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.detection.ner_labels import LABELS
from dp_gateway.detection.parts import ProseDetector
from dp_gateway.detection.spacy_ner import DEFAULT_MODEL, SpacyDetector, pipeline, run_pipeline
from dp_gateway.detection.tagger import TaggerDetector
from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.policy import DetectionSettings
from dp_gateway.text.entities import Entity

__all__ = ["SYSTEMS", "System", "presidio_engine"]

System = Callable[[Sequence[str]], Sequence[Sequence[Entity]]]


def _default(recall: Any = "balanced") -> Callable[[], System]:
    threshold = DetectionSettings(recall=recall).least_score
    return lambda: default_detection(ner="always", recall=recall, thresholds={"": threshold}).detect


def _before() -> System:
    """The default before there was a tagger: spaCy's names beside patterns and lists."""
    names, phrases = default_lexicon()
    spacy = ProseDetector(SpacyDetector(names=names))
    lists = ProseDetector(phrases, kinds=("prose", "table", "keys"))
    return Detection([spacy, PatternDetector(names=names), lists], thresholds={"": 0.35}).detect


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
                Entity(r.start, r.end, LABELS.get(str(r.entity_type), str(r.entity_type)), r.score, "")
                for r in engine.analyze(text, "en")
            ]
            for text in texts
        ]

    return find


def _tagger(recall: Any = "balanced") -> Callable[[], System]:
    return lambda: TaggerDetector(recall).detect


SYSTEMS: Mapping[str, Callable[[], System]] = {
    "default": _default(),
    "default, high": _default("high"),
    "default, precise": _default("precise"),
    "spaCy + patterns": _before,
    "spaCy": _spacy,
    "Presidio": _presidio,
    "tagger": _tagger(),
}
"""Systems by name; each is made when it is asked for."""
