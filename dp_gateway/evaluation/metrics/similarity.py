"""Cosines between what stood there and what was released: of sentences, of words, and of a document and its
continuation.

Semantic similarity is CluSanT's (Awon et al., NAACL 2025, section 5), which takes all-MiniLM-L6-v2
(`sentence-transformers:...` here); coherence is DynText's (appendix C, equation 17), with SimCSE there; token cosine is
that of DynText's Figure 2. Any embedder on this machine stands in for theirs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from difflib import SequenceMatcher

import numpy as np

from dp_gateway.evaluation.metrics.computing import (
    Computed,
    Found,
    OfLast,
    Words,
    cosines,
    local_embedder,
    mean_by_document,
    mean_found,
    vectors_of,
    words_of,
)
from dp_gateway.vocabulary.embedders import Embedder
from dp_gateway.vocabulary.stopwords import is_stopword

__all__ = ["Coherence", "SemanticSimilarity", "TokenCosine"]


class SemanticSimilarity(Computed):
    """Mean cosine, at most 1; 95 % normal interval over documents.

    Args:
        embedder: a form of `vocabulary.embedders.SPECIFICATIONS`, or an embedder; one on this machine.
    """

    name: str = "semantic_similarity"

    def __init__(self, embedder: str | Embedder = "wordllama") -> None:
        self._embedder = embedder

    def compute(self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None) -> Found:
        """Compute the metric of documents and what was released for them, one for one."""
        embedder = local_embedder(self._embedder)
        return mean_found(cosines(originals, released, embedder), embedder.name)


class Coherence(SemanticSimilarity):
    """Mean cosine between `originals`, the private documents, and `released`, their continuations.

    Args:
        embedder: as in `SemanticSimilarity`; "sentence-transformers:princeton-nlp/sup-simcse-bert-base-uncased" is what
            the paper takes.
    """

    name: str = "coherence"


class TokenCosine(Computed):
    """Mean cosine between each word and its replacement, at most 1; a word that was kept counts as 1.

    Words are paired by position. Where a text has another number of words than its document (a name of two words for
    one of three), what both have in common is aligned, and stretches of different length are left out.

    Args:
        embedder: as in `SemanticSimilarity`; `file:PATH` takes word vectors such as GloVe, which the paper uses.
        stopwords: count stopwords too; most mechanisms may keep them, which tells little.
    """

    name: str = "token_cosine"

    def __init__(self, embedder: str | Embedder = "wordllama", *, stopwords: bool = False) -> None:
        self._embedder, self._stopwords = embedder, stopwords
        self._words_of_originals = OfLast(words_of)

    def compute(self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None) -> Found:
        """Compute the metric of documents and what was released for them, one for one."""
        embedder = local_embedder(self._embedder)
        words: dict[str, int] = {}
        pairs: list[tuple[int, int, int]] = []
        changed = words_of(released)
        for number, pair in enumerate(zip(self._words_of_originals(originals), changed, strict=True)):
            for before, after in self._pairs(*pair):
                pairs.append((number, words.setdefault(before, len(words)), words.setdefault(after, len(words))))
        if not pairs:
            return Found(math.nan, None, embedder.name, 0)
        vectors = vectors_of(list(words), embedder)
        table = np.array(pairs, np.int64)
        cosine = np.einsum("nd,nd->n", vectors[table[:, 1]], vectors[table[:, 2]])
        known = np.isfinite(cosine)
        return mean_by_document(cosine[known], table[known, 0], embedder.name)

    def _pairs(self, original: Words, changed: Words) -> list[tuple[str, str]]:
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
