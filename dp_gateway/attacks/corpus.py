"""Sentences that are attacked, and sentences that an attacker has seen: read from files, and split to share nothing.

Audits and evaluations begin here.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import InputError, check_argument
from dp_gateway.randomness import OsEntropy, Stream, uniform_below
from dp_gateway.text import decode, segment
from dp_gateway.text.unicode import tables
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.placement import placement_of
from dp_gateway.vocabulary.words import is_stopword


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sentences as entries.

    Attributes:
        index: the vocabulary.
        entries: (t,) the entry of each word, unknown words placed as a sanitizer places them.
        starts: (s + 1,) where each sentence begins, and where the last one ends.
        sensitive: (t,) words to recover: known to the vocabulary, and of the kind that is attacked.
        stopwords: (t,) public stopwords, which some mechanisms leave in clear.
        attackable: (n,) which entries an attacked word can be; public.
        words: the t words themselves, folded; empty where words were drawn and no sentence stands behind them.
    """

    index: Index
    entries: NDArray[np.int64]
    starts: NDArray[np.int64]
    sensitive: NDArray[np.bool_]
    stopwords: NDArray[np.bool_]
    attackable: NDArray[np.bool_]
    words: tuple[str, ...] = ()

    @property
    def sentences(self) -> int:
        """Number of sentences."""
        return len(self.starts) - 1

    @property
    def counts(self) -> NDArray[np.int64]:
        """(n,) how often each entry is a sensitive word."""
        return np.bincount(self.entries[self.sensitive], minlength=self.index.size)

    def sentence(self, number: int) -> slice:
        """Return where the words of a sentence stand."""
        return slice(int(self.starts[number]), int(self.starts[number + 1]))

    @property
    def has_context(self) -> bool:
        """Whether any sentence has more than one word."""
        return bool((np.diff(self.starts) > 1).any())

    def some_sentences(self, tokens: int, stream: Stream) -> Corpus:
        """Draw whole sentences with about so many sensitive words; all of them where there are no more."""
        if self.sensitive.sum() <= tokens:
            return self
        order = np.argsort(stream.uint64(self.sentences), kind="stable")
        held = np.add.reduceat(np.append(self.sensitive, False).astype(np.int64), self.starts[:-1])
        held[np.diff(self.starts) == 0] = 0
        return self.pick(order[np.cumsum(held[order]) <= tokens])

    def pick(self, sentences: NDArray[np.int64]) -> Corpus:
        """Take some sentences of the corpus, by number and in this order; one can be there several times."""
        lengths = np.diff(self.starts)[sentences]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        shifts = np.repeat(self.starts[:-1][sentences] - starts[:-1], lengths)
        at = np.asarray(np.arange(int(starts[-1])) + shifts, np.int64)
        words = tuple(self.words[int(place)] for place in at) if self.words else ()
        return Corpus(
            self.index, self.entries[at], starts, self.sensitive[at], self.stopwords[at], self.attackable, words
        )


def read_corpus(index: Index, sentences: Iterable[str], *, sensitive: NDArray[np.bool_] | None = None) -> Corpus:
    """Make a corpus of sentences.

    Args:
        index: the vocabulary.
        sentences: one string each.
        sensitive: (n,) which entries are attacked; None takes all but public stopwords.

    Raises:
        ConfigurationError: the index is none.
        InputError: no sentence holds a sensitive word.
    """
    check_argument("index", index, Index, hint="write index=Index(), or Sanitizer(...).index")
    if isinstance(sentences, str):
        raise InputError("the sentences are one str, whose letters would be the sentences", hint="give a list")
    placement = placement_of(index)
    wanted = ~index.is_stopword if sensitive is None else sensitive
    entries: list[NDArray[np.int64]] = []
    flags: list[NDArray[np.bool_]] = []
    kept: list[NDArray[np.bool_]] = []
    words: list[str] = []
    for sentence in sentences:
        segments = segment(sentence)
        placed = placement.entries(segments)
        known = placement.look_up(segments.hashes)[1]
        stopwords = is_stopword(segments.hashes)
        entries.append(placed)
        flags.append(known & wanted[placed] & (~stopwords if sensitive is None else True))
        kept.append(stopwords)
        folded = decode(tables().fold[segments.codes])
        words += [folded[a:b] for a, b in zip(segments.starts.tolist(), segments.ends.tolist(), strict=True)]
    if not any(flag.any() for flag in flags):
        raise InputError(
            "the text holds no word to attack: none that the vocabulary knows and that is no public stopword",
            hint="give sentences in the language of the vocabulary, one a line",
        )
    starts = np.concatenate(([0], np.cumsum([len(part) for part in entries])))
    joined = np.concatenate(entries), starts, np.concatenate(flags), np.concatenate(kept)
    return Corpus(index, *joined, wanted, tuple(words))


def drawn_corpus(
    index: Index, prior: NDArray[np.float64] | None = None, count: int = 20_000, stream: Stream | None = None
) -> Corpus:
    """Draw single words at random: enough for every attack that looks at no context.

    Args:
        index: whose words.
        prior: (n,) weight of each entry; None takes public frequencies of content words.
        count: how many words.
        stream: where randomness comes from; None takes that of the system.

    Raises:
        ConfigurationError: an argument is of another kind.
        InputError: the prior is zero everywhere, or not a distribution; or no word is to be drawn.
    """
    check_argument("index", index, Index, hint="write index=Index(), or Sanitizer(...).index")
    check_argument("count", count, int, hint="give how many words are drawn, such as 2_000")
    if count < 1:
        raise InputError(f"{count} words cannot be drawn", hint="give how many words are drawn, such as 2_000")
    prior = index.content_prior if prior is None else prior
    stream = stream or OsEntropy()
    if prior.shape != (index.size,) or not np.isfinite(prior).all() or prior.min() < 0 or not prior.any():
        raise InputError(
            f"a prior is {index.size:,} weights, one a vocabulary entry: none negative, not all zero",
            hint="leave it out to take public word frequencies",
        )
    ends = np.cumsum(prior)
    bounds = np.full(count, 1 << 53, np.uint64)
    uniform = uniform_below(stream, bounds).astype(np.float64) * 2.0**-53 * ends[-1]
    entries = np.asarray(np.searchsorted(ends, uniform, side="right"), np.int64)
    return Corpus(index, entries, np.arange(count + 1), np.ones(count, bool), np.zeros(count, bool), prior > 0)


COLUMNS = ("sentence", "text")
"""Names of a column of sentences, lower case."""


def read_sentences(name: str, text: str) -> list[str]:
    """Read the sentences of a file's content. `name`: of the file, for messages; one that ends in .tsv is a table.
    Raises InputError where there is no sentence, or a table has no column of that name.
    """
    lines = text.splitlines()
    table = name.lower().endswith(".tsv") or (bool(lines) and "\t" in lines[0] and _column(lines[0]) is not None)
    sentences = _of_table(name, text) if table else [line for line in lines if line.strip()]
    if not sentences:
        raise InputError(f"{name} holds no sentence", hint="give text, one sentence a line")
    return sentences


def _column(header: str) -> int | None:
    names = [cell.strip().lower() for cell in header.split("\t")]
    return next((names.index(column) for column in COLUMNS if column in names), None)


def _of_table(name: str, text: str) -> list[str]:
    column = _column(text.splitlines()[0]) if text.strip() else None
    if column is None:
        raise InputError(f"{name} has no column named sentence", hint="name the column in the first line")
    rows = csv.reader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    next(rows)
    return [row[column] for row in rows if len(row) > column and row[column].strip()]


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
    """Draw disjoint private and shadow sentences as in the paper: 20,000 and 1,000, or as many as there are.

    Duplicates are dropped, and of sentences that share parts all go to one side. Where there are fewer sentences than
    are asked for, one in `one_in` of them is in the shadow set.

    Args:
        sentences: one string each.
        stream: of the draws of sentences.
        private, shadow: how many sentences of each kind.
        one_in: see above.

    Raises:
        InputError: there are no two sentences that share nothing.
    """
    # Sentences that differ in punctuation or letter case are the same to an attacker.
    found = {segment(sentence).hashes.tobytes(): sentence.strip() for sentence in reversed(sentences)}
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
    """Check that no sentence of more than one word stands in both. Raises InputError where some do."""
    both = _whole(private) & _whole(shadow)
    if both:
        raise overlap(len(both), "sentence")


def overlap(count: int, what: str) -> InputError:
    """Make the error of a private and a shadow set that share some sentences or texts."""
    return InputError(
        f"private and shadow set overlap in {count:,} {what}{'s' * (count > 1)}; that inflates success",
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
    """Group sentences, given as hashes of their words: (s,) the group of each; shared runs of words connect them."""
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
