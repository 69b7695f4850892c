"""Any word to a vocabulary entry: known words to themselves, all others to the entry nearest to their pieces' vectors.

Everything that draws words asks it; words are looked up by their hashes, many at once.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import VocabularyError
from dp_gateway.text import Segments, decode, segment_blocks
from dp_gateway.text.unicode import tables
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.words import cl100k, is_stopword, stopword_hashes

_SPARE = 3
"""Slots per hash, at least: fewer make probes longer, more make the table larger than the cache."""

_FREE = np.uint64(2**64 - 1)


class HashTable:
    """Finds the values of hashes. `hashes`: (m,) uniform; of equal ones the first counts. `values`: (m,) int32.
    `missing`: what every other hash has.
    """

    def __init__(self, hashes: NDArray[np.uint64], values: NDArray[np.int32], *, missing: int) -> None:
        bits = max(_SPARE * len(hashes), 2).bit_length()
        self._shift, self._missing = np.uint64(64 - bits), missing
        # The order of arrays laid end to end, each ascending, which a stable sort merges.
        order = np.argsort(hashes, kind="stable")
        ascending = hashes[order]
        counted = np.arange(len(hashes))
        slots = np.maximum.accumulate((ascending >> self._shift).view(np.int64) - counted) + counted
        # Behind the last slot one stays free, where every probe ends.
        size = max(1 << bits, int(slots[-1]) + 1 if len(slots) else 0) + 1
        self._hashes = np.full(size, _FREE)
        self._values = np.full(size, missing, np.int32)
        self._hashes[slots] = ascending
        self._values[slots] = values[order]

    def find(self, hashes: NDArray[np.uint64]) -> NDArray[np.int32]:
        """Find the value of each hash, same shape."""
        slots = (hashes >> self._shift).view(np.int64)
        found = self._hashes.take(slots)
        further = (found < hashes).nonzero()[0]
        while len(further):
            slots[further] += 1
            found[further] = self._hashes[slots[further]]
            further = further[found[further] < hashes[further]]
        values = self._values.take(slots)
        values[found != hashes] = self._missing
        return values


_LONGEST = 64
"""Code points of a word that its placement looks at; merging the pieces of a longer one takes quadratic time."""

_REMEMBERED = 1 << 19
"""Placed words kept in memory, as hashes; when more come, those are forgotten and placed again."""

_BATCH = 512


class Placement:
    """Finds the vocabulary entry of every word."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._known = _known_words(index)
        # (hashes ascending, entries) of other words placed so far: one tuple, replaced whole, so that threads
        # see an old or a new state and never half of one. Hashes only: no word of a user stays in memory.
        self._placed = (np.zeros(0, np.uint64), np.zeros(0, np.int64))
        self._lock = threading.Lock()

    def entries(self, segments: Segments) -> NDArray[np.int64]:
        """Find the entry of each word of a block, shape (words,)."""
        entries = self._known.find(segments.hashes).astype(np.int64) >> 1
        self._place_others(entries, segments, np.arange(len(entries)))
        return entries

    def content_words(self, segments: Segments) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Find which words of a block are no stopwords, and their entries; both of the same shape."""
        found = self._known.find(segments.hashes)
        words = (found & 1 == 0).nonzero()[0]
        entries = found[words].astype(np.int64) >> 1
        self._place_others(entries, segments, words)
        return words, entries

    def look_up(self, hashes: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Find the entries of words (by hash) that are in the vocabulary, and which are; both of the same shape."""
        return look_up(hashes, *self.index.hashes)

    def _place_others(self, entries: NDArray[np.int64], segments: Segments, words: NDArray[np.int64]) -> None:
        """Put in the entries that are missing yet, of some words of a block."""
        missing = (entries < 0).nonzero()[0]
        if not len(missing):
            return
        hashes = segments.hashes[words[missing]]
        placed, found = look_up(hashes, *self._placed)
        if not found.all():
            new, first = np.unique(hashes[~found], return_index=True)
            at = words[missing[~found][first]]
            folded = tables().fold[segments.codes]
            bounds = zip(segments.starts[at].tolist(), segments.ends[at].tolist(), strict=True)
            nearest = self.place([decode(folded[start : min(end, start + _LONGEST)]) for start, end in bounds])
            placed[~found] = nearest[np.searchsorted(new, hashes[~found])]
            self._remember(new, nearest)
        entries[missing] = placed

    def _remember(self, hashes: NDArray[np.uint64], entries: NDArray[np.int64]) -> None:
        with self._lock:
            old_hashes, old_entries = self._placed
            if len(old_hashes) + len(hashes) > _REMEMBERED:
                old_hashes, old_entries = old_hashes[:0], old_entries[:0]
            merged, first = np.unique(np.concatenate((old_hashes, hashes)), return_index=True)
            self._placed = merged, np.concatenate((old_entries, entries))[first]

    def place(self, words: list[str]) -> NDArray[np.int64]:
        """Find the entries of folded words, shape (words,); see `nearest_entries`."""
        index = self.index
        return nearest_entries(words, index.pieces, index.vectors, index.squared_norms)


def _known_words(index: Index) -> HashTable:
    """Twice the entry of each word that is known (-1 of all others), and 1 more for public stopwords.

    Known are the vocabulary and the public words that were placed when the index was built.
    """
    stopwords = stopword_hashes()
    entries = np.full(len(stopwords), -1)
    for known in (index.hashes, index.placed):
        placed, found = look_up(stopwords, *known)
        entries[found] = placed[found]
    hashes = np.concatenate((stopwords, index.hashes[0], index.placed[0]))
    values = np.concatenate((2 * entries + 1, 2 * index.hashes[1], 2 * index.placed[1]))
    return HashTable(hashes, values.astype(np.int32), missing=-2)


def placement_of(index: Index) -> Placement:
    """Return the placement of an open index, one for all that use it."""
    return index.shared("placement", Placement)


def nearest_entries(
    words: list[str],
    pieces: NDArray[np.int16],
    vectors: NDArray[np.float32],
    squared_norms: NDArray[np.float32],
    progress: Callable[[int], None] | None = None,
) -> NDArray[np.int64]:
    """Find the nearest entry to the mean of each folded word's pieces, shape (words,); ties go to the first entry.

    A word none of whose pieces has a vector goes to an entry chosen by a public hash of it.

    Args:
        words: at most 64 code points of each are looked at.
        pieces, vectors, squared_norms: as in `Index`.
        progress: called with the number of words newly placed.
    """
    encoding = cl100k()
    half_norms = squared_norms / 2
    result = np.empty(len(words), np.int64)
    for start in range(0, len(words), _BATCH):
        part = [word[:_LONGEST] for word in words[start : start + _BATCH]]
        # Lone surrogates have no bytes in cl100k.
        tokens = [encoding.encode_ordinary(" " + word.encode("utf-8", "replace").decode()) for word in part]
        counts = np.array([len(found) for found in tokens])
        found = pieces[np.concatenate([np.array(each) for each in tokens])].astype(np.int64)
        starts = np.cumsum(counts) - counts
        known = np.add.reduceat(found.any(axis=1).astype(np.int64), starts)
        means: NDArray[np.float64] = np.rint(np.add.reduceat(found, starts) / np.maximum(known, 1)[:, None])
        placed = nearest_to(means, vectors, half_norms)
        for row in np.flatnonzero(known == 0).tolist():
            placed[row] = _by_hash(part[row], len(vectors))
        result[start : start + len(part)] = placed
        if progress is not None:
            progress(len(part))
    return result


def nearest_to(
    points: NDArray[np.float64], vectors: NDArray[np.float32], half_norms: NDArray[Any]
) -> NDArray[np.int64]:
    """Find the entry nearest to each integer-valued point, shape (m,); ties go to the first entry. `points`: (m, d) in
    the units of `vectors`. `vectors`: (n, d) as in `Index`. `half_norms`: (n,) half their squared norms.
    """
    # v.m - |v|^2 / 2 orders entries by distance to m; halves of integers below 2^24, exact in float32.
    scores = points.astype(np.float32) @ vectors.T
    scores -= half_norms
    return scores.argmax(axis=1)


def _by_hash(word: str, entries: int) -> int:
    digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "little") % entries


def look_up(
    wanted: NDArray[np.uint64], hashes: NDArray[np.uint64], entries: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Find the entries of hashes among ascending hashes, and which were found, both of the shape of `wanted`."""
    if not len(hashes):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), bool)
    at = np.searchsorted(hashes, wanted)
    np.minimum(at, len(hashes) - 1, out=at)
    return entries[at], hashes[at] == wanted


def text_prior(index: Index, pieces: Iterable[str]) -> NDArray[np.float64]:
    """Return the relative frequency, (n,), of each entry among the content words of a text.

    Only vocabulary words count: for another word neither a cosine nor an attacker's right answer is defined. Raises
    VocabularyError where the text has no content word of the vocabulary.
    """
    placement = placement_of(index)
    counts = np.zeros(index.size, np.int64)
    for _, segments in segment_blocks(pieces):
        entries, known = placement.look_up(segments.hashes)
        counts += np.bincount(entries[known & ~is_stopword(segments.hashes)], minlength=index.size)
    if not counts.any():
        raise VocabularyError(
            "the prior's text holds no content word of the vocabulary", hint="give a text with words in it"
        )
    return counts / counts.sum()
