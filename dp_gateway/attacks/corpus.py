"""Reads sentences from files and as vocabulary entries: what is attacked, and what an attacker has seen of the like.

A file is plain text, one sentence a line, or a table with a column of sentences.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import InputError
from dp_gateway.randomness import OsEntropy, Stream, uniform_below
from dp_gateway.text import decode, encode, segment
from dp_gateway.text.unicode import tables
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.placement import placement_of
from dp_gateway.vocabulary.stopwords import is_stopword

__all__ = ["COLUMNS", "Corpus", "drawn_corpus", "read_corpus", "read_sentences"]


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
        """Where the words of a sentence stand."""
        return slice(int(self.starts[number]), int(self.starts[number + 1]))

    @property
    def has_context(self) -> bool:
        """Whether any sentence has more than one word."""
        return bool((np.diff(self.starts) > 1).any())

    def some_sentences(self, tokens: int, stream: Stream) -> Corpus:
        """Random whole sentences with about so many sensitive words; all of them where there are no more."""
        if self.sensitive.sum() <= tokens:
            return self
        order = np.argsort(stream.uint64(self.sentences), kind="stable")
        held = np.add.reduceat(np.append(self.sensitive, False).astype(np.int64), self.starts[:-1])
        held[np.diff(self.starts) == 0] = 0
        return self.pick(order[np.cumsum(held[order]) <= tokens])

    def pick(self, sentences: NDArray[np.int64]) -> Corpus:
        """Some sentences of the corpus, by number and in this order; one can be there several times."""
        lengths = np.diff(self.starts)[sentences]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        shifts = np.repeat(self.starts[:-1][sentences] - starts[:-1], lengths)
        at = np.asarray(np.arange(int(starts[-1])) + shifts, np.int64)
        words = tuple(self.words[int(place)] for place in at) if self.words else ()
        return Corpus(
            self.index, self.entries[at], starts, self.sensitive[at], self.stopwords[at], self.attackable, words
        )


def read_corpus(index: Index, sentences: Iterable[str], *, sensitive: NDArray[np.bool_] | None = None) -> Corpus:
    """A corpus of sentences.

    Args:
        index: the vocabulary.
        sentences: one string each.
        sensitive: (n,) which entries are attacked; None takes all but public stopwords.

    Raises:
        InputError: no sentence holds a sensitive word.
    """
    placement = placement_of(index)
    wanted = ~index.is_stopword if sensitive is None else sensitive
    entries: list[NDArray[np.int64]] = []
    flags: list[NDArray[np.bool_]] = []
    kept: list[NDArray[np.bool_]] = []
    words: list[str] = []
    for sentence in sentences:
        segments = segment(encode(sentence))
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
    """Single words drawn at random: enough for every attack that looks at no context.

    Args:
        index: whose words.
        prior: (n,) weight of each entry; None takes public frequencies of content words.
        count: how many words.
        stream: where randomness comes from; None takes that of the system.

    Raises:
        InputError: the prior is zero everywhere, or not a distribution.
    """
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
    """The sentences of a file's content.

    Args:
        name: of the file, for messages; one that ends in .tsv is a table.
        text: its content.

    Raises:
        InputError: there is no sentence, or a table has no column of that name.
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
