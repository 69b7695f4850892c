"""An adapter of Presidio's analyzer, for those who want its recognisers, or their own, beside this package's rules.

The default detection does not use it. It goes by Presidio's public interface; nothing is fetched: the one recogniser
that would ask the network for a list of public suffixes is replaced by one that reads the list on this machine. That
list (publicsuffix.org) is the snapshot that tldextract carries, and the answers are its answers; its import would bring
an HTTP client along, and a tree of 16,000 objects.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway.detection.ner_labels import LABELS, refine
from dp_gateway.detection.spacy_ner import DEFAULT_MODEL, pipeline, readable
from dp_gateway.errors import ConfigurationError, MissingPackage
from dp_gateway.text.entities import Entity

DEFAULT_THRESHOLDS: Mapping[str, float] = {"": 0.4, "US_DRIVER_LICENSE": 0.5, "URL": 0.6, "DATE_TIME": 0.5}
"""Least score by type; "" is for the types that are not named."""

_LANGUAGES = ("en", "es", "it", "pl", "de", "ko", "fi", "th", "tr", "sv")
_BY_MODEL = ("PERSON", "LOCATION", "NRP", "ORGANIZATION")


class PresidioDetector:
    """Presidio's analyzer as a detector.

    Args:
        model: the spaCy pipeline that it runs; its names are reported too. None for its patterns, checksums and context
            words alone.
        types: entity types to look for; all by default.
        thresholds: least score by type, over `DEFAULT_THRESHOLDS`; "" stands for the types that are not named.
        languages: languages whose recognisers are used.
        analyzer: an `AnalyzerEngine` of your own, for these languages.

    Raises:
        ConfigurationError: Presidio has no recogniser for a language.
        MissingPackage: presidio-analyzer or the pipeline is not installed.
    """

    def __init__(
        self,
        model: str | None = DEFAULT_MODEL,
        *,
        types: Sequence[str] | None = None,
        thresholds: Mapping[str, float] | None = None,
        languages: Sequence[str] = ("en",),
        analyzer: Any = None,
    ) -> None:
        self.name = f"presidio:{'+'.join(languages)}" + (f":{model}" if model else "")
        self._types = frozenset(types) if types is not None else None
        self._thresholds = {**DEFAULT_THRESHOLDS, **(thresholds or {})}
        self._languages = tuple(languages)
        self._analyzer: Any = analyzer or _analyzer(model or DEFAULT_MODEL, self._languages)
        self._left_out = frozenset(() if model else _BY_MODEL)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points, overlaps not resolved."""
        return [[entity for language in self._languages for entity in self._found(text, language)] for text in texts]

    def _found(self, text: str, language: str) -> list[Entity]:
        return [
            entity
            for result in self._analyzer.analyze(readable(text), language)
            if result.entity_type not in self._left_out
            for entity in refine(text, result.start, result.end, result.entity_type, float(result.score), self.name)
            if (self._types is None or entity.type in self._types) and entity.score >= self._least(entity.type)
        ]

    def _least(self, kind: str) -> float:
        return self._thresholds.get(LABELS.get(kind, kind), self._thresholds[""])


@cache
def _analyzer(model: str, languages: tuple[str, ...]) -> Any:
    for language in languages:
        if language not in _LANGUAGES:
            raise ConfigurationError(
                f"Presidio knows no recogniser for the language {language!r}", hint=f"use {', '.join(_LANGUAGES)}"
            )
    try:
        package: Any = import_module("presidio_analyzer")
        engines: Any = import_module("presidio_analyzer.nlp_engine")
        predefined: Any = import_module("presidio_analyzer.predefined_recognizers")
    except ImportError:
        raise MissingPackage("presidio-analyzer is not installed", hint="pip install 'dp-gateway[presidio]'") from None
    pipeline(model)
    settings = {"nlp_engine_name": "spacy", "models": [{"lang_code": one, "model_name": model} for one in languages]}
    engine = engines.NlpEngineProvider(nlp_configuration=settings).create_engine()
    registry = package.RecognizerRegistry(supported_languages=list(languages))
    registry.load_predefined_recognizers(languages=list(languages), nlp_engine=engine)
    registry.remove_recognizer("EmailRecognizer")

    class EmailRecognizer(predefined.EmailRecognizer):
        def validate_result(self, pattern_text: str) -> bool:
            return bool(extract(pattern_text).fqdn)

    for language in languages:
        registry.add_recognizer(EmailRecognizer(supported_language=language))
    return package.AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=list(languages))


_ENTRY = re.compile(r"^[.*!]*\w\S*", re.MULTILINE)
_PRIVATE = "// ===BEGIN PRIVATE DOMAINS==="


class Extracted(NamedTuple):
    """The parts of a host name. `fqdn`: the host if it is a name under a public suffix, else ""."""

    fqdn: str


def extract(address: str) -> Extracted:
    """Return the host of an e-mail address, read as leniently as tldextract does: as that of a URL."""
    authority = address.removeprefix("//").partition("/")[0].partition("?")[0].partition("#")[0]
    host = authority.rpartition("@")[2].partition(":")[0].strip().rstrip(".")
    labels = host.split(".")
    start = _suffix_start([_readable(label) for label in labels])
    return Extracted(host if 0 < start < len(labels) and labels[start - 1] else "")


def _suffix_start(labels: list[str]) -> int:
    """Where the longest public suffix begins; the number of labels if they end in none."""
    listed = _suffixes()
    found = len(labels)
    tail = ""
    for at in reversed(range(len(labels))):
        longer = f"{labels[at]}.{tail}" if tail else labels[at]
        if longer not in listed:
            if f"*.{tail}" in listed:
                return at + 1 if f"!{longer}" in listed else at
            break
        tail = longer
        found = at if listed[tail] else found
    return found


def _readable(label: str) -> str:
    """A label in lower case, out of Punycode if it is in it."""
    label = label.lower()
    if label.startswith("xn--"):
        import idna

        try:
            return idna.decode(label)
        except (UnicodeError, IndexError):
            pass
    return label


@cache
def _suffixes() -> dict[str, bool]:
    """The tails of the entries: True for the entries themselves."""
    package = find_spec("tldextract")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("tldextract, which presidio-analyzer depends on, is not installed")
    text = Path(package.origin).with_name(".tld_set_snapshot").read_text(encoding="utf-8")
    entries = _ENTRY.findall(text.partition(_PRIVATE)[0])
    tails: dict[str, bool] = {}
    for entry in entries:
        rest = entry.partition(".")[2]
        while rest and rest not in tails:
            tails[rest] = False
            rest = rest.partition(".")[2]
    return tails | dict.fromkeys(entries, True)
