"""What the tagger reads: the words of a text, and of each its row in the vocabulary, its letters, shape and lists.

All are integers that depend on the word alone, computed with CRC-32: equal on every machine. Training and inference
call the same functions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

LONGEST = 40
"""Characters of one token at most: a line of a million letters becomes many tokens, each of bounded cost."""

# Letters and digits, with an apostrophe inside (O'Brien, don't) but without a possessive; one sign, repeated or not;
# the end of a line with what is blank behind it.
_TOKEN = re.compile(
    rf"[^\W_]{{1,{LONGEST}}}(?:['’](?![sS]\b)[^\W_]{{1,{LONGEST}}})?|['’][sS]\b|\n\s{{0,{LONGEST}}}"
    rf"|([^\w\s]|_)\1{{0,{LONGEST}}}"
)


def tokenize(text: str) -> tuple[list[int], list[int], list[str]]:
    """Return starts, ends and tokens in the order of the text; a token of line ends reads "\\n" or "\\n\\n", then " "
    if the next line is indented. White space within a line is no token.
    """
    return matched(_TOKEN, text)


def matched(token: re.Pattern[str], text: str) -> tuple[list[int], list[int], list[str]]:
    """Tokenize as `tokenize` does, by an expression of one's own for a token."""
    spans = [match.span() for match in token.finditer(text)]
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    words = [text[start:end] for start, end in spans]
    if "\n" in text:
        words = [_line_end(word) if word[0] == "\n" else word for word in words]
    return starts, ends, words


def _line_end(word: str) -> str:
    lines = "\n" if word.count("\n") == 1 else "\n\n"
    return lines if word[-1] == "\n" else lines + " "


NGRAM_BUCKETS = 1 << 16
SHAPE_BUCKETS = 1 << 10
FLAGS = 16
"""Bits of `Vocabulary.flags`: lists that a word stands in (bits 0 to 10), and the order of its frequency (11 to 15)."""

CASES = 3
"""Classes of `case_of`, which confidence is calibrated by: what it is worth differs between "Rose" and "rose"."""

_LONG, _RUN, _SHAPE = 6, 3, 12
_DIGIT = re.compile(r"\d")

IntArray = npt.NDArray[np.int64]


class Vocabulary(NamedTuple):
    """Words by the hash of their lower case. `hashes`: uint32, rising. `rows`: row of the table of word vectors, 0
    where there is none. `flags`: see `FLAGS`.
    """

    hashes: npt.NDArray[np.uint32]
    rows: npt.NDArray[np.uint16]
    flags: npt.NDArray[np.uint16]


class Features(NamedTuple):
    """The input of the network for n words.

    Attributes:
        rows: (n,) rows of the table of word vectors.
        ngrams: rows of the table of letter groups, word after word.
        starts: (n,) where each word's begin; each word has some.
        counts: (n,) how many each word has.
        shapes: (n,) rows of the table of shapes.
        flags: (n,) bits, see `FLAGS`.
    """

    rows: IntArray
    ngrams: IntArray
    starts: IntArray
    counts: IntArray
    shapes: IntArray
    flags: IntArray


def hash_word(word: str) -> int:
    """Return the CRC-32 of a word."""
    return crc32(word.encode("utf-8", "surrogatepass"))


@lru_cache(16_384)  # as many words as the network keeps: those of one text are mostly those of others
def case_of(word: str) -> int:
    """Return 0 for small letters alone, 1 for a word with a capital before small letters, 2 for all else."""
    return 0 if word.islower() else 1 if word.istitle() else 2


def word_features(words: Sequence[str], vocabulary: Vocabulary) -> Features:
    """Return the features of distinct words."""
    keys: list[int] = []
    ngrams: list[int] = []
    counts: list[int] = []
    shapes: list[int] = []
    for word in words:
        lower = _DIGIT.sub("0", word.lower().replace("’", "'"))
        keys.append(hash_word(lower))
        before = len(ngrams)
        ngrams += _ngrams(lower)
        counts.append(len(ngrams) - before)
        shapes.append(hash_word(_shape(word)) % SHAPE_BUCKETS)
    hashes = np.array(keys, np.uint32)
    at = np.minimum(np.searchsorted(vocabulary.hashes, hashes), len(vocabulary.hashes) - 1)
    known = vocabulary.hashes[at] == hashes
    lengths = np.array(counts, np.int64)
    return Features(
        np.where(known, vocabulary.rows[at], 0).astype(np.int64),
        np.array(ngrams, np.int64),
        np.cumsum(lengths) - lengths,
        lengths,
        np.array(shapes, np.int64),
        np.where(known, vocabulary.flags[at], 0).astype(np.int64),
    )


def _ngrams(lower: str) -> list[int]:
    """Groups of three and four letters, those at the ends marked, and the last and first two letters."""
    encoded = f"<{lower}>".encode("utf-8", "surrogatepass")
    last = len(encoded)
    groups = [crc32(encoded[i : i + 3]) for i in range(last - 2)]
    groups += [crc32(encoded[i : i + 4]) for i in range(last - 3)]
    if last > _LONG:
        groups += [crc32(encoded[:5]), crc32(encoded[-5:])]
    return [group % NGRAM_BUCKETS for group in groups] or [0]


def _shape(word: str) -> str:
    """Capitals, small letters, digits and signs of a word, each run at most thrice, with its length's class."""
    kinds = word.translate(_KINDS) if word.isascii() else "".join(map(_kind, word))
    return _RUNS.sub(r"\1", kinds)[:_SHAPE] + str(min(len(word), 9))


def _kind(char: str) -> str:
    return "d" if char.isdigit() else "X" if char.isupper() else "x" if char.isalpha() else char


_KINDS = str.maketrans({chr(code): _kind(chr(code)) for code in range(128)})
_RUNS = re.compile(rf"((.)\2{{{_RUN - 1}}})\2+", re.DOTALL)
