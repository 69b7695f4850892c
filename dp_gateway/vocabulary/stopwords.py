"""The public English stopword list of NLTK (Porter et al.), folded; with contractions as tokenised corpora cut them."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from dp_gateway.text import hash_words

__all__ = ["STOPWORDS", "is_stopword", "stopword_hashes"]

STOPWORDS: frozenset[str] = frozenset(
    """
    i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself yourselves he him
    his himself she she's her hers herself it it's its itself they them their theirs themselves what which who
    whom this that that'll these those am is are was were be been being have has had having do does did doing a
    an the and but if or because as until while of at by for with about against between into through during
    before after above below to from up down in out on off over under again further then once here there when
    where why how all any both each few more most other some such no nor not only own same so than too very s t
    can will just don don't n't should should've now d ll m o re ve y ain aren aren't couldn couldn't didn didn't
    doesn doesn't hadn hadn't hasn hasn't haven haven't isn isn't ma mightn mightn't mustn mustn't needn needn't
    shan shan't shouldn shouldn't wasn wasn't weren weren't won won't wouldn wouldn't
    i'm i've i'd i'll he'd he'll he's it'd it'll we're we've we'd we'll they're they've they'd they'll she'd she'll
    """.split()
)


@cache
def stopword_hashes() -> NDArray[np.uint64]:
    """The hashes of the stopwords by `text.hash_words`, ascending."""
    return np.sort(hash_words(STOPWORDS))


def is_stopword(hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which of these words (by `text.hash_words`) are stopwords; same shape."""
    table = stopword_hashes()
    at = np.minimum(np.searchsorted(table, hashes), len(table) - 1)
    return table[at] == hashes
