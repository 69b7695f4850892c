"""Input priors: how often each vocabulary entry is a word of some text, public stopwords left out."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import VocabularyError
from dp_gateway.text import encode, reblock, segment
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.placement import Placement
from dp_gateway.vocabulary.stopwords import is_stopword

__all__ = ["text_prior"]


def text_prior(index: Index, pieces: Iterable[str]) -> NDArray[np.float64]:
    """(n,) relative frequency of each entry among the content words of a text; unknown words count where they go.

    Raises:
        VocabularyError: the text has no content word.
    """
    placement = Placement(index)
    counts = np.zeros(index.size, np.int64)
    for block in reblock(pieces):
        segments = segment(encode(block))
        content = ~is_stopword(segments.hashes)
        counts += np.bincount(placement.entries(segments)[content], minlength=index.size)
    if not counts.any():
        raise VocabularyError("the prior's text holds no content word", hint="give a text with words in it")
    return counts / counts.sum()
