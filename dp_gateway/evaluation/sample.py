"""What a frontier is measured on: documents to protect, and others of the same kind that the attacker has."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks import Corpus, drawn_corpus, read_corpus, split
from dp_gateway.errors import InputError
from dp_gateway.evaluation.documents import Documents
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.pipeline import Sanitizer
from dp_gateway.randomness import KeyedStream, Secret
from dp_gateway.vocabulary.index import Index

__all__ = ["Sample", "public_sample", "take_sample"]

_SHADOW = 1_000
_WORDS = 20_000
_SHADOW_WORDS = 5_000


@dataclass(frozen=True, slots=True)
class Sample:
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
        """The bits of an attacked copy; a function of seed and setting."""
        return KeyedStream(b"draws of a frontier", str(self.seed).encode(), mechanism.fingerprint.encode())

    def released(self, mechanism: Mechanism, *, keep_stopwords: bool) -> list[str]:
        """What leaves for each document; a function of seed, setting and text."""
        key = Secret(hashlib.sha256(f"draws of a frontier {self.seed}".encode()).digest())
        sanitizer = Sanitizer(mechanism, keep_stopwords=keep_stopwords, key=key, languages="any")
        # One text: a thousand short ones cost as many calls.
        return sanitizer.sanitize("\n".join(self.texts)).text.split("\n")


def take_sample(index: Index, documents: Documents, size: int, seed: int) -> Sample:
    """Up to so many documents, and up to 1,000 others that share no sentence with them for the attacker.

    Raises:
        InputError: the documents hold no content word of the vocabulary.
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
    return Sample(chosen, labels, private, shadow, seed, tuple(notes), digest)


def _any_word(index: Index, texts: Sequence[str]) -> bool:
    try:
        read_corpus(index, texts)
    except InputError:
        return False
    return True


def public_sample(index: Index, seed: int) -> Sample:
    """20,000 single words drawn from public frequencies, for who gives no data."""
    stream = KeyedStream(b"sample of a frontier", str(seed).encode())
    private = drawn_corpus(index, index.content_prior, _WORDS, stream)
    occurring = np.where(private.counts > 0, index.content_prior, 0.0)
    private = Corpus(index, private.entries, private.starts, private.sensitive, private.stopwords, occurring > 0)
    shadow = drawn_corpus(index, occurring, _SHADOW_WORDS, stream)
    digest = hashlib.sha256(private.entries.tobytes()).hexdigest()
    return Sample((), None, private, shadow, seed, ("single words drawn from public frequencies",), digest)
