"""Metrics of released text: downstream accuracy, cosines to what stood there, and how much a reply gives back.

`metrics` names them; evaluations measure each setting with them.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.base import wilson
from dp_gateway.attacks.corpus import related
from dp_gateway.errors import InputError, MissingPackage
from dp_gateway.evaluation.metrics import Skipped
from dp_gateway.evaluation.metrics.computing import (
    Computed,
    ComputedFigure,
    OfLast,
    TextWords,
    cosines,
    local_embedder,
    mean_by_document,
    mean_found,
    vectors_of,
    words_of,
)
from dp_gateway.pipeline import Sanitized
from dp_gateway.text.types import UNITS
from dp_gateway.vocabulary.embedders import Embedder
from dp_gateway.vocabulary.lexicon import default_lexicon
from dp_gateway.vocabulary.words import is_stopword

_FOLDS = 5
_INVERSE_REGULARISATION = 2.0
"""By cross-validation on 1,000 sentences of SST-2 as they are; from 1 to 100 it matters by .01."""


class Accuracy(Computed):
    """Share of documents whose class is told from what was released, by five-fold cross-validation.

    Duplicates and parts of one document stay in one fold: else the classifier would have seen what it is tested on.
    Compare with the accuracy on the documents themselves, `measure(originals, originals, labels)`. `embedder`: as in
    `SemanticSimilarity`. `classifier`: any classifier with the interface of scikit-learn, on unit vectors; None is
    logistic regression.
    """

    name: str = "accuracy"

    def __init__(self, embedder: str | Embedder = "wordllama", *, classifier: Any = None) -> None:
        self._embedder, self._classifier = embedder, classifier
        self._groups_of = OfLast(_groups)

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> ComputedFigure | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        if labels is None:
            return self.skipped("the documents have no labels: give a data file with a column of labels")
        classes, counts = np.unique(np.asarray(labels), return_counts=True)
        groups = self._groups_of(originals)
        if len(classes) < 2 or counts.min() < _FOLDS or len(np.unique(groups)) < _FOLDS:  # noqa: PLR2004
            return self.skipped(
                f"it needs two classes or more with at least {_FOLDS} documents each, and at least {_FOLDS} documents"
                " that share no text"
            )
        embedder = local_embedder(self._embedder)
        # A text without a vector tells a classifier nothing.
        vectors = np.nan_to_num(vectors_of(released, embedder))
        hits = self._hits(vectors, np.asarray(labels), groups)
        named = "logistic regression" if self._classifier is None else type(self._classifier).__name__
        right = int(hits.sum())
        return ComputedFigure(right / len(hits), wilson(right, len(hits)), f"{named} on {embedder.name}", len(hits))

    def _hits(self, vectors: NDArray[np.float64], labels: NDArray[Any], groups: NDArray[np.int64]) -> NDArray[np.bool_]:
        try:
            from sklearn import linear_model, model_selection  # pyright: ignore
            from threadpoolctl import threadpool_limits  # pyright: ignore
        except ImportError:
            raise MissingPackage(
                "the package scikit-learn is not installed", hint="pip install 'dp-gateway[evaluation]'"
            ) from None
        linear, selection, limits = _untyped(linear_model), _untyped(model_selection), _untyped(threadpool_limits)
        model = self._classifier or linear.LogisticRegression(C=_INVERSE_REGULARISATION, max_iter=1000)
        # More threads than one are slower by ten times on matrices of this size.
        with limits(1):
            folds = selection.GroupKFold(_FOLDS)
            return np.asarray(selection.cross_val_predict(model, vectors, labels, groups=groups, cv=folds) == labels)


def _untyped(module: Any) -> Any:
    return module


def _groups(documents: Sequence[str]) -> NDArray[np.int64]:
    """(n,) documents that share text have the same number."""
    numbers: dict[bytes, int] = {}
    hashes = [found.hashes.tobytes() for found in words_of(documents)]
    places = np.array([numbers.setdefault(each, len(numbers)) for each in hashes], np.int64)
    return related([np.frombuffer(key, np.uint64) for key in numbers])[places]


class SemanticSimilarity(Computed):
    """Mean cosine, at most 1; 95 % normal interval over documents. `embedder`: a form of
    `vocabulary.embedders.SPECIFICATIONS`, or an embedder; one on this machine.
    """

    name: str = "semantic_similarity"

    def __init__(self, embedder: str | Embedder = "wordllama") -> None:
        self._embedder = embedder

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> ComputedFigure:
        """Compute the metric of documents and what was released for them, one for one."""
        embedder = local_embedder(self._embedder)
        return mean_found(cosines(originals, released, embedder), embedder.name)


class Coherence(SemanticSimilarity):
    """Mean cosine between `originals`, the private documents, and `released`, their continuations. `embedder`: as in
    `SemanticSimilarity`; "sentence-transformers:princeton-nlp/sup-simcse-bert-base-uncased" is what the paper takes.
    """

    name: str = "coherence"


class TokenCosine(Computed):
    """Mean cosine between each word and its replacement, at most 1; a word that was kept counts as 1.

    Words are paired by position. Where a text has another number of words than its document (a name of two words for
    one of three), what both have in common is aligned, and stretches of different length are left out. `embedder`: as
    in `SemanticSimilarity`; `file:PATH` takes word vectors such as GloVe, which the paper uses. `stopwords`: count
    stopwords too; most mechanisms may keep them, which tells little.
    """

    name: str = "token_cosine"

    def __init__(self, embedder: str | Embedder = "wordllama", *, stopwords: bool = False) -> None:
        self._embedder, self._stopwords = embedder, stopwords
        self._words_of_originals = OfLast(words_of)

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> ComputedFigure:
        """Compute the metric of documents and what was released for them, one for one."""
        embedder = local_embedder(self._embedder)
        words: dict[str, int] = {}
        pairs: list[tuple[int, int, int]] = []
        changed = words_of(released)
        for number, pair in enumerate(zip(self._words_of_originals(originals), changed, strict=True)):
            for before, after in self._pairs(*pair):
                pairs.append((number, words.setdefault(before, len(words)), words.setdefault(after, len(words))))
        if not pairs:
            return ComputedFigure(math.nan, None, embedder.name, 0)
        vectors = vectors_of(list(words), embedder)
        table = np.array(pairs, np.int64)
        cosine = np.einsum("nd,nd->n", vectors[table[:, 1]], vectors[table[:, 2]])
        known = np.isfinite(cosine)
        return mean_by_document(cosine[known], table[known, 0], embedder.name)

    def _pairs(self, original: TextWords, changed: TextWords) -> list[tuple[str, str]]:
        old, new = original.words, changed.words
        counted = np.ones(len(old), bool) if self._stopwords else ~is_stopword(original.hashes)
        if len(old) == len(new):
            return [(old[at], new[at]) for at in np.flatnonzero(counted).tolist()]
        aligned = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        return [
            (old[start + step], new[other + step])
            for kind, start, end, other, other_end in aligned
            if kind == "equal" or end - start == other_end - other
            for step in range(end - start)
            if counted[start + step]
        ]


_WORD = re.compile(r"[^\W\d_]{3,}|\d[\d.,()\s-]*\d")
_LEGAL = frozenset({"inc", "llc", "llp", "ltd", "plc", "corp", "gmbh"})
_LEAST_DIGITS = 5


class RestoringRate(Computed):
    """Share of words of surrogates in the provider's replies that are restored; Wilson's 95 % interval.

    `originals` are the private documents and `released` the replies as the provider wrote them.
    """

    name: str = "restoring_rate"

    def __init__(self, sent: Sequence[Sanitized[Any]] | None = None) -> None:
        self._sent = sent

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> ComputedFigure | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        if self._sent is None:
            return self.skipped("it needs what was sent to the provider: RestoringRate(sent=[gateway.sanitize(...)])")
        if len(self._sent) != len(originals):
            raise InputError(
                f"restoring_rate: there are {len(originals)} documents and {len(self._sent)} requests",
                hint="give what was sent for each document, in the same order",
            )
        common = default_lexicon().pool("COMMON_WORDS")
        mentions = restored = 0
        for request, reply in zip(self._sent, released, strict=True):
            matches, _ = request.restorer.matches(reply, 0, final=True)
            for start, end in mentioned(reply, request, common):
                mentions += 1
                restored += any(match.start < end and start < match.end for match in matches)
        if not mentions:
            return self.skipped("no reply holds a surrogate")
        return ComputedFigure(restored / mentions, wilson(restored, mentions), "none", mentions)


def mentioned(reply: str, request: Sanitized[Any], common: Container[str]) -> Iterator[tuple[int, int]]:
    """Find where words stand that should be restored. `reply`: as the provider wrote it. `request`: what was sent.
    `common`: words, in lower case, that are not taken for surrogates.
    """
    people, words, numbers, whole = set[str](), set[str](), set[str](), list[str]()
    for span in request.spans:
        if span.unit in UNITS:
            continue
        surrogate = request.text[span.sanitized_start : span.sanitized_end]
        whole.append(r"[\W_]+".join(map(re.escape, re.findall(r"[^\W_]+", _plain(surrogate)))))
        for word in _WORD.findall(surrogate):
            if word[0].isdigit():
                numbers.add(_digits(word))
            elif span.unit == "PERSON":
                people.add(_plain(word))
            elif _plain(word) not in common and _plain(word) not in _LEGAL:
                words.add(_plain(word))
    plain = _plain(reply)
    inside = [found.span() for form in whole if form for found in re.finditer(rf"\b{form}\b", plain)]
    for found in _WORD.finditer(reply):
        start, end = found.span()
        word = plain[start:end]
        forms = {word, word.removesuffix("s")}
        if word[0].isdigit():
            named = len(_digits(word)) >= _LEAST_DIGITS and _digits(word) in numbers
        else:
            named = bool(forms & words or (forms & people and found[0][0].isupper()))
        if named or any(first <= start and end <= last for first, last in inside):
            yield start, end


def _plain(text: str) -> str:
    """Lower case without accents, as long as it was."""
    return "".join(map(_plain_letter, text))


@cache
def _plain_letter(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[0].lower()[0]


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())
