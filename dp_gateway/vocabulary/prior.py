"""Input priors: how often each vocabulary entry is a word of some text, public stopwords left out."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import VocabularyError
from dp_gateway.text import encode, reblock, segment
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.placement import placement_of
from dp_gateway.vocabulary.words import is_stopword

__all__ = ["text_prior"]


def text_prior(index: Index, pieces: Iterable[str]) -> NDArray[np.float64]:
    """(n,) relative frequency of each entry among the content words of a text.

    Only vocabulary words count: for another word neither a cosine nor an attacker's right answer is defined.

    Raises:
        VocabularyError: the text has no content word of the vocabulary.
    """
    placement = placement_of(index)
    counts = np.zeros(index.size, np.int64)
    for block in reblock(pieces):
        segments = segment(encode(block))
        entries, known = placement.look_up(segments.hashes)
        counts += np.bincount(entries[known & ~is_stopword(segments.hashes)], minlength=index.size)
    if not counts.any():
        raise VocabularyError(
            "the prior's text holds no content word of the vocabulary", hint="give a text with words in it"
        )
    return counts / counts.sum()
