"""Private and shadow sentences that share nothing: duplicates and parts of one sentence stay on one side.

Corpora such as SST-2 hold phrases of the same sentences. Were some of them private and others in the attacker's
hands, success rates would be inflated.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.corpus import Corpus
from dp_gateway.errors import InputError
from dp_gateway.randomness import Stream
from dp_gateway.text import encode, segment

__all__ = ["check_disjoint", "related", "split"]

_RUN = 8
"""Sentences that share so many words in a row are parts of one text."""

_SHORTEST = 4
"""A shorter phrase stands in too many sentences to be a part of one of them."""

_ASIDE = 0.2
"""At most this share of all sentences is set aside for the attacker, to take shadow sentences from."""

_MIX = np.uint64(0x9E3779B97F4A7C15)


def split(
    sentences: Sequence[str], stream: Stream, *, private: int = 20_000, shadow: int = 1_000, one_in: int = 21
) -> tuple[list[str], list[str]]:
    """Disjoint private and shadow sentences, drawn as in the paper: 20,000 and 1,000, or as many as there are.

    Duplicates are dropped, and of sentences that share parts all go to one side. Where there are fewer sentences than
    are asked for, one in `one_in` of them is in the shadow set.

    Raises:
        InputError: there are no two sentences that share nothing.
    """
    # Sentences that differ in punctuation or letter case are the same to an attacker.
    found = {segment(encode(sentence)).hashes.tobytes(): sentence.strip() for sentence in reversed(sentences)}
    found.pop(b"", None)
    unique = list(reversed(found.values()))
    if len(unique) < 2:  # noqa: PLR2004 - one to attack, one for the attacker
        raise InputError(
            "the text cannot be split into a private and a shadow part: it holds fewer than two different sentences",
            hint="give more sentences, one a line, or a second text: --shadow FILE",
        )
    words = [np.frombuffer(key, np.uint64) for key in reversed(found)]
    groups = related(words)
    shadow = min(shadow, max(1, len(unique) // one_in))
    aside = _set_aside(groups, stream, shadow, max(shadow, round(_ASIDE * len(unique))))
    if not aside.any() or aside.all():
        raise InputError(
            "the text cannot be split into a private and a shadow part: its sentences are parts of one another",
            hint="give a second text: --shadow FILE",
        )
    keys = stream.uint64(len(unique))
    order = np.argsort(keys, kind="stable")
    rest, candidates = order[~aside[order]][:private], order[aside[order]]
    # One of each group, then a second one of each: a thousand parts of ten sentences would tell little.
    turns = _turns(groups[candidates])
    chosen = candidates[np.argsort(turns, kind="stable")[:shadow]]
    return [unique[row] for row in rest.tolist()], [unique[row] for row in chosen.tolist()]


def _set_aside(groups: NDArray[np.int64], stream: Stream, wanted: int, most: int) -> NDArray[np.bool_]:
    """(s,) the attacker's side: so many random groups, but no more than so many sentences in all."""
    names, group, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    taken, total = np.zeros(len(names), bool), 0
    for number in np.argsort(stream.uint64(len(names)), kind="stable").tolist():
        if np.count_nonzero(taken) < wanted and total + sizes[number] <= most:
            taken[number] = True
            total += int(sizes[number])
    return taken[group]


def _turns(groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """(m,) how many before each one are of the same group."""
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    turns = np.empty(len(groups), np.int64)
    turns[order] = np.arange(len(groups)) - np.repeat(starts, np.diff(np.append(starts, len(groups))))
    return turns


def check_disjoint(private: Corpus, shadow: Corpus) -> None:
    """Check that no sentence of more than one word stands in both.

    Raises:
        InputError: some do.
    """
    both = _whole(private) & _whole(shadow)
    if both:
        raise InputError(
            f"private and shadow set overlap in {len(both):,} sentence{'s' * (len(both) > 1)}; that inflates success",
            hint="give --private alone and let it be split, or remove the common lines from one file",
        )


def _whole(corpus: Corpus) -> set[tuple[str, ...]]:
    """The sentences of more than one word."""
    bounds = zip(corpus.starts[:-1].tolist(), corpus.starts[1:].tolist(), strict=True) if corpus.words else ()
    return {corpus.words[start:end] for start, end in bounds if end - start > 1}


def _runs(hashes: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    """(t - length + 1,) hashes of all runs of so many words."""
    total = len(hashes) - length + 1
    runs = np.zeros(max(total, 0), np.uint64)
    for offset in range(length if total > 0 else 0):
        runs = (runs ^ hashes[offset : offset + total]) * _MIX
        runs ^= runs >> np.uint64(29)
    return runs


def related(sentences: Sequence[NDArray[np.uint64]]) -> NDArray[np.int64]:
    """(s,) the group of each sentence, by hashes of its words: connected by runs of words that they share."""
    lengths = np.array([len(words) for words in sentences], np.int64)
    everything = np.concatenate(sentences) if len(sentences) else np.zeros(0, np.uint64)
    owner = np.repeat(np.arange(len(sentences)), lengths)
    keys: list[NDArray[np.uint64]] = []
    owners: list[NDArray[np.int64]] = []
    for length in range(_SHORTEST, _RUN + 1):
        runs = _runs(everything, length)
        inside = owner[: len(runs)] == owner[length - 1 :] if len(runs) else np.zeros(0, bool)
        runs, holders = runs[inside], owner[: len(inside)][inside]
        if length < _RUN:
            # A short phrase links only to the sentences that hold all of it.
            used = np.isin(runs, runs[lengths[holders] == length])
            runs, holders = runs[used], holders[used]
        keys.append(runs + np.uint64(length))
        owners.append(holders)
    _, link = np.unique(np.concatenate(keys), return_inverse=True)
    return _components(np.concatenate(owners), link, len(sentences))


def _components(owner: NDArray[np.int64], link: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Least sentence of each connected component, by passing labels on until none changes."""
    labels = np.arange(count)
    while True:
        least = np.full(int(link.max()) + 1 if len(link) else 0, count)
        np.minimum.at(least, link, labels[owner])
        passed = labels.copy()
        np.minimum.at(passed, owner, least[link])
        passed = np.minimum(passed, passed[passed])
        if (passed == labels).all():
            return labels
        labels = passed
