"""The tagger's vocabulary: frequent words with vectors to begin from, and the lists that words stand in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.features import Vocabulary, hash_word
from dp_gateway.vocabulary.lexicon.data import Phrases, read_data

__all__ = ["WORDS", "WORD_WIDTH", "build_vocabulary", "first_vectors"]

WORDS = 36_000
"""Words with a vector of their own, the most frequent ones."""

WORD_WIDTH = 64

_OFTEN = 6000
"""Of those, words that the training texts hold often though they are rare elsewhere: nicknames, brands, slang."""

_RANKS = (0, 300, 2000, 8000, 20000)
_FIRST_RANK_BIT = 11


def build_vocabulary(seen: Counter[str]) -> tuple[Vocabulary, list[str]]:
    """The vocabulary, and its words with vectors in the order of their rows (row 0 is for all others).

    Args:
        seen: how often the training texts hold each word, lower case.
    """
    import wordfreq

    listed = [word for word in wordfreq.top_n_list("en", 60_000) if word.isascii()]
    ranks = {word: rank for rank, word in enumerate(listed)}
    often = [word for word, count in seen.most_common() if count >= 12 and word not in ranks and not word.isdigit()]
    frequent, rest = listed[: WORDS - _OFTEN - 1], listed[WORDS - _OFTEN - 1 :]
    words = ["", *dict.fromkeys([*frequent, *often[:_OFTEN], *rest])][:WORDS]
    flags = _flags(read_data())
    for word, rank in ranks.items():
        band = sum(rank >= edge for edge in _RANKS) - 1
        flags[word] = flags.get(word, 0) | 1 << (_FIRST_RANK_BIT + band)
    rows = {word: row for row, word in enumerate(words) if row}
    entries = {hash_word(word): (rows.get(word, 0), flags.get(word, 0)) for word in {*rows, *flags}}
    hashes = np.array(sorted(entries), np.uint32)
    return (
        Vocabulary(
            hashes,
            np.array([entries[int(one)][0] for one in hashes], np.uint16),
            np.array([entries[int(one)][1] for one in hashes], np.uint16),
        ),
        words,
    )


def _flags(data: Phrases) -> dict[str, int]:
    """The lists each word stands in, one bit each."""
    towns = data.types["CITY"]
    lists: list[Iterable[str]] = [
        data.pools["GIVEN_NAMES_ALL"],
        [*data.pools["GIVEN_NAME_FEMALE"][:700], *data.pools["GIVEN_NAME_MALE"][:700]],
        data.pools["SURNAMES_ALL"],
        data.pools["SURNAMES_ALL"][:3000],
        data.pools["COMMON_WORDS"],
        [town for town in towns if " " not in town],
        [part for town in towns if " " in town for part in town.split()],
        [part for kind in ("COUNTRY", "REGION") for place in data.types[kind] for part in place.split()],
        data.types["NRP"],
        [part for job in data.types["JOB_TITLE"] for part in job.split()],
        [part for part, count in _endings(data).items() if count >= 3],
    ]
    flags: dict[str, int] = {}
    for bit, words in enumerate(lists):
        for word in words:
            key = word.lower()
            flags[key] = flags.get(key, 0) | 1 << bit
    return flags


def _endings(data: Phrases) -> Counter[str]:
    """What streets and organisations end in: Street, University, Ltd."""
    phrases = [*data.pools["STREET_NAME"], *data.types["ORGANIZATION"]]
    return Counter(phrase.split()[-1] for phrase in phrases)


def first_vectors(words: list[str]) -> npt.NDArray[np.float32]:
    """Vectors to begin from: those of the project's embedder, turned to fewer dimensions that keep most of them."""
    from dp_gateway.vocabulary.embedders import resolve

    vectors = np.nan_to_num(np.asarray(resolve("wordllama").embed(words[1:]), np.float32))
    vectors = vectors - vectors.mean(0)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6
    _, _, axes = np.linalg.svd(vectors[:8000], full_matrices=False)
    turned = vectors @ axes[:WORD_WIDTH].T
    turned /= turned.std()
    return np.concatenate([np.zeros((1, WORD_WIDTH), np.float32), turned.astype(np.float32)])
