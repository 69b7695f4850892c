"""What a frontier is measured on: documents to protect, and others of the same kind that the attacker has.

Documents are text, one a line, or a table with a column of sentences and perhaps one of labels.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks import Corpus, drawn_corpus, read_corpus, split
from dp_gateway.attacks.corpus import COLUMNS
from dp_gateway.errors import InputError
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.pipeline import Sanitizer
from dp_gateway.randomness import KeyedStream, Secret
from dp_gateway.vocabulary.index import Index

EXAMPLE = "The old doctor from Boston wrote a short letter about the terrible accident in the garden."
"""A sentence of nobody."""

_LABELS = ("label", "class", "labels")
_OTHER_FORMATS = (".csv", ".json", ".jsonl", ".ndjson", ".parquet", ".arrow", ".xlsx", ".pdf", ".docx", ".gz", ".zip")


class Documents(NamedTuple):
    """What a data file holds.

    Attributes:
        texts: the documents that hold text, white space put in order, so that none has a line break.
        labels: the class of each, numbered in the order of their names; None where the file has none.
        notes: what was left out and why, in words, without any of the text.
    """

    texts: Sequence[str]
    labels: Sequence[int] | None
    notes: tuple[str, ...]


def read_documents(name: str, text: str) -> Documents:
    """Read the documents of a file's content. `name`: of the file; one that ends in .tsv is a table, as is one whose
    first line names a sentence column. Raises InputError where the format is another one, or there is no document.
    """
    refuse_other_formats(name)
    lines = text.removeprefix("\ufeff").splitlines()
    columns = [cell.strip().lower() for cell in lines[0].split("\t")] if lines else []
    named = next((columns.index(column) for column in COLUMNS if column in columns), None)
    table = name.lower().endswith(".tsv") or (len(columns) > 1 and named is not None)
    if not table:
        return _documents(name, [(line, None) for line in lines], labelled=False)
    if named is None:
        raise InputError(f"{name} has no column named sentence", hint="name the column in the first line")
    label = next((columns.index(column) for column in _LABELS if column in columns), None)
    rows = csv.reader(io.StringIO("\n".join(lines[1:])), delimiter="\t", quoting=csv.QUOTE_NONE)
    found = [(_cell(row, named) or "", _cell(row, label)) for row in rows]
    return _documents(name, found, labelled=label is not None)


def refuse_other_formats(name: str) -> None:
    """Refuse a file whose name says that it is no text and no TSV. Raises InputError where it is."""
    suffix = Path(name).suffix.lower()
    if suffix in _OTHER_FORMATS:
        raise InputError(
            f"{name} is a {suffix} file, which is not read here",
            hint="write the sentences one a line into a .txt file, or as .tsv with the columns sentence and label",
        )


def _cell(row: list[str], column: int | None) -> str | None:
    return row[column].strip() if column is not None and len(row) > column else None


def _documents(name: str, found: Sequence[tuple[str, str | None]], *, labelled: bool) -> Documents:
    tidy = [(" ".join(text.split()), label) for text, label in found]
    filled = [(text, label) for text, label in tidy if text]
    notes: list[str] = []
    if len(filled) < len(tidy):
        notes.append(f"{len(tidy) - len(filled):,} empty texts were left out")
    if labelled:
        kept = [(text, label) for text, label in filled if label]
        if len(kept) < len(filled):
            notes.append(f"{len(filled) - len(kept):,} texts without a label were left out")
        filled = kept
    if not filled:
        raise InputError(f"{name} holds no sentence", hint="give text, one sentence a line")
    texts = [text for text, _ in filled]
    if not labelled:
        return Documents(texts, None, tuple(notes))
    names = sorted({label for _, label in filled if label})
    number = {label: place for place, label in enumerate(names)}
    return Documents(texts, [number[label] for _, label in filled if label], tuple(notes))


_SHADOW = 1_000
_WORDS = 20_000
_SHADOW_WORDS = 5_000


@dataclass(frozen=True, slots=True)
class DocumentSample:
    """Documents, and their words as entries.

    Attributes:
        texts: the documents to protect; empty where single words stand for them.
        labels: their classes, where the data have some.
        private: their words. The words an attacker reckons with are the content words of the data.
        shadow: what the attacker has.
        seed: of the sample and of all draws.
        notes: what was left out or done otherwise, in words.
        digest: SHA-256 of texts and labels.
    """

    texts: Sequence[str]
    labels: Sequence[int] | None
    private: Corpus
    shadow: Corpus
    seed: int
    notes: tuple[str, ...]
    digest: str

    @property
    def index(self) -> Index:
        """The vocabulary."""
        return self.private.index

    @property
    def prior(self) -> NDArray[np.float64]:
        """(n,) relative frequencies of the content words to protect."""
        counts = self.private.counts
        return counts / counts.sum()

    def stream(self, mechanism: Mechanism) -> KeyedStream:
        """Return the bits of an attacked copy; a function of seed and setting."""
        return KeyedStream(b"draws of a frontier", str(self.seed).encode(), mechanism.fingerprint.encode())

    def example(self, mechanism: Mechanism, *, keep_stopwords: bool) -> str:
        """Sanitize one public sentence, none of the documents', under this setting, to be read beside its figures."""
        key = Secret(hashlib.sha256(f"example of a frontier {self.seed}".encode()).digest())
        return Sanitizer(mechanism, keep_stopwords=keep_stopwords, key=key).sanitize(EXAMPLE).text

    def released(self, mechanism: Mechanism, *, keep_stopwords: bool) -> list[str]:
        """Return what leaves for each document; a function of seed, setting and text."""
        key = Secret(hashlib.sha256(f"draws of a frontier {self.seed}".encode()).digest())
        sanitizer = Sanitizer(mechanism, keep_stopwords=keep_stopwords, key=key, languages="any")
        # One text: a thousand short ones cost as many calls.
        return sanitizer.sanitize("\n".join(self.texts)).text.split("\n")


def take_sample(index: Index, documents: Documents, size: int, seed: int) -> DocumentSample:
    """Draw up to so many documents, and up to 1,000 others that share no sentence with them for the attacker. Raises
    InputError where the documents hold no content word of the vocabulary.
    """
    notes = list(documents.notes)
    stream = KeyedStream(b"sample of a frontier", str(seed).encode())
    try:
        chosen, others = split(documents.texts, stream, private=size, shadow=_SHADOW)
    except InputError:
        chosen, others = list(documents.texts[:size]), []
        notes.append("there are too few texts to set some aside: the attacker has public word frequencies")
    else:
        notes.append(f"{len(others):,} other texts are the attacker's")
        if len(chosen) + len(others) < min(size, len(documents.texts)):
            notes.append("texts that say the same are taken once")
    everything = read_corpus(index, [*chosen, *others])
    reckoned = everything.counts > 0
    private = read_corpus(index, chosen, sensitive=reckoned)
    public = np.where(reckoned, np.maximum(index.content_prior, 1e-12), 0.0)
    shadow = (
        read_corpus(index, others, sensitive=reckoned)
        if others and _any_word(index, others)
        else drawn_corpus(index, public, _SHADOW_WORDS, stream)
    )
    labels = None
    if documents.labels is not None:
        label = dict(zip(reversed(documents.texts), reversed(documents.labels), strict=True))
        labels = [label[text] for text in chosen]
    digest = hashlib.sha256(json.dumps([chosen, others, labels]).encode()).hexdigest()
    return DocumentSample(chosen, labels, private, shadow, seed, tuple(notes), digest)


def _any_word(index: Index, texts: Sequence[str]) -> bool:
    try:
        read_corpus(index, texts)
    except InputError:
        return False
    return True


def public_sample(index: Index, seed: int) -> DocumentSample:
    """Draw 20,000 single words from public frequencies, for who gives no data."""
    stream = KeyedStream(b"sample of a frontier", str(seed).encode())
    private = drawn_corpus(index, index.content_prior, _WORDS, stream)
    occurring = np.where(private.counts > 0, index.content_prior, 0.0)
    private = Corpus(index, private.entries, private.starts, private.sensitive, private.stopwords, occurring > 0)
    shadow = drawn_corpus(index, occurring, _SHADOW_WORDS, stream)
    digest = hashlib.sha256(private.entries.tobytes()).hexdigest()
    return DocumentSample((), None, private, shadow, seed, ("single words drawn from public frequencies",), digest)
