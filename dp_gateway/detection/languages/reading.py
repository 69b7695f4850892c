"""How the tagger reads languages other than English: tokens of every script, and what it knows of each by itself.

A word of an alphabet is one token, with the marks that stand on its letters; a Han character or a kana is a token of
its own. Such a token is written with its neighbours, three on either side, so that its features (pairs of characters,
listed words that it may be part of) need no more than the token. All features are integers computed with CRC-32.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from zlib import crc32

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.features import LONGEST, SHAPE_BUCKETS, Features, Vocabulary, hash_word, matched

NGRAM_BUCKETS = 49_152

LISTS = ("given", "family", "common", "place", "part of a place", "country", "organisation ending", "job")
"""Meaning of the lowest bits of a word's flags in the vocabulary; bits 11 to 15 are the order of its frequency."""

HAN = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
"""Han characters and kana, as the inside of a character class."""

# Vowel signs and other marks, joiners: Python's \w leaves them out, and they stand inside words.
_MARKS = (
    "\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"
    "\u200c\u200d"
)
_LETTER = rf"(?:[^\W_{HAN}]|[{_MARKS}])"
# French and Italian elision; an English possessive and the Dutch one; the rest as in English.
_ELIDED = r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|dell|all|dall|nell|sull|coll|un|quell|quest|tutt|anch|dov|com)"
_TOKEN = re.compile(
    rf"[{HAN}]|(?i:\b{_ELIDED}['’])(?=[^\W\d_])|{_LETTER}{{1,{LONGEST}}}+(?:['’](?![sS]\b)[^\W_{HAN}]{{1,{LONGEST}}}+)?"
    rf"|['’][sS]\b|\n\s{{0,{LONGEST}}}|([^\w\s]|_)\1{{0,{LONGEST}}}"
)
_IS_HAN = re.compile(rf"[{HAN}]")
_DIGIT = re.compile(r"\d")

PROCLITIC = re.compile(r"(?:[وف]?(?:[بكل]|ال|بال|لل)|[وف])(?=\w{2})")
"""Arabic particles that are written together with the word behind them."""

_AROUND = 3
_NONE = "\x02"
_CHARACTER = "\x01"
_LONGEST_LISTED = 4
_ARABIC = range(0x600, 0x700)
_FIRST_OTHER_SCRIPT = 0x590
_RUN, _SHAPE = 3, 12

_Integers = npt.NDArray[np.int64]


def tokenize_any(text: str) -> tuple[list[int], list[int], list[str]]:
    """Return starts, ends and tokens in the order of the text; a character of a script without spaces is written
    "\\x01" and then the seven characters around it.
    """
    starts, ends, words = matched(_TOKEN, text)
    for at, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if end - start == 1 and _IS_HAN.match(text, start):
            before = text[max(0, start - _AROUND) : start].rjust(_AROUND, _NONE)
            words[at] = _CHARACTER + before + text[start : end + _AROUND].ljust(_AROUND + 1, _NONE)
    return starts, ends, words


def language_features(words: Sequence[str], vocabulary: Vocabulary) -> Features:
    """Return the features of distinct tokens, see `tokenize_any`."""
    keys: list[int] = []
    ngrams: list[int] = []
    counts: list[int] = []
    shapes: list[int] = []
    listed: list[int] = []
    characters: list[int] = []
    other: list[int] = []
    for index, written in enumerate(words):
        word = written or " "
        before = len(ngrams)
        # A text may hold the character that marks such a token by itself.
        if word[0] == _CHARACTER and _IS_HAN.match(word, _AROUND + 1):
            keys.append(hash_word(word[_AROUND + 1]))
            ngrams += _around(word)
            shapes.append(
                hash_word(_CHARACTER + _script(word[_AROUND]) + _script(word[_AROUND + 1]) + _script(word[_AROUND + 2]))
                % SHAPE_BUCKETS
            )
            characters.append(index)
            listed += _words_over(word)
            other.append(0)
        else:
            lower = _DIGIT.sub("0", word.lower().replace("’", "'"))
            keys.append(hash_word(lower))
            ngrams += _groups(lower)
            shapes.append(hash_word(_shape(word)) % SHAPE_BUCKETS)
            other.append(hash_word(_stem(lower)))
        counts.append(len(ngrams) - before)
    rows, flags = _looked_up(np.array(keys, np.uint32), vocabulary)
    _, of_stem = _looked_up(np.array(other, np.uint32), vocabulary)
    flags = np.where(flags == 0, of_stem, flags)
    if characters:
        _, found = _looked_up(np.array(listed, np.uint32), vocabulary)
        flags[characters] = _over(found.reshape(len(characters), -1), flags[characters])
    lengths = np.array(counts, np.int64)
    return Features(
        rows, np.array(ngrams, np.int64), np.cumsum(lengths) - lengths, lengths, np.array(shapes, np.int64), flags
    )


def _looked_up(hashes: npt.NDArray[np.uint32], vocabulary: Vocabulary) -> tuple[_Integers, _Integers]:
    at = np.minimum(np.searchsorted(vocabulary.hashes, hashes), len(vocabulary.hashes) - 1)
    known = vocabulary.hashes[at] == hashes
    rows = np.where(known, vocabulary.rows[at], 0).astype(np.int64)
    return rows, np.where(known, vocabulary.flags[at], 0).astype(np.int64)


def _stem(lower: str) -> str:
    """What to look up where the word itself is in no list: without a particle, without the s of a genitive."""
    if ord(lower[0]) in _ARABIC:
        return lower[match.end() :] if (match := PROCLITIC.match(lower)) else lower
    return lower[:-1] if lower.endswith("s") else lower


def _groups(lower: str) -> list[int]:
    """Groups of letters, those at the ends marked: of three and four, beyond the Latin script of two to four."""
    marked = f"<{lower}>"
    last = len(marked)
    sizes = (2, 3, 4) if ord(lower[0]) >= _FIRST_OTHER_SCRIPT else (3, 4)
    groups = [
        crc32(marked[i : i + size].encode("utf-8", "surrogatepass")) for size in sizes for i in range(last - size + 1)
    ]
    if last > _AROUND + _AROUND:
        groups += [crc32(part.encode("utf-8", "surrogatepass")) for part in (marked[:5], marked[-5:])]
    return [group % NGRAM_BUCKETS for group in groups] or [0]


def _around(word: str) -> list[int]:
    """The character, pairs and threes that it stands in, and the pairs beside it."""
    a, b, c, d, e = word[_AROUND - 1 : _AROUND + 4]
    groups = (c, f"{b}{c}<", f">{c}{d}", b + c + d, f"{a}{b}|", f"|{d}{e}")
    return [crc32(group.encode("utf-8", "surrogatepass")) % NGRAM_BUCKETS for group in groups]


def _words_over(word: str) -> list[int]:
    """Hashes of the two to four characters that the one in the middle is part of."""
    middle = _AROUND + 1
    return [
        crc32(word[start : start + size].encode("utf-8", "surrogatepass"))
        for size in range(2, _LONGEST_LISTED + 1)
        for start in range(middle - size + 1, middle + 1)
    ]


# Of the entries of `_words_over`: those that begin with the character.
_BEGINS = np.array(
    [start == _AROUND + 1 for size in range(2, _LONGEST_LISTED + 1) for start in range(_AROUND + 2 - size, _AROUND + 2)]
)


def _over(found: _Integers, alone: _Integers) -> _Integers:
    """Flags of characters: two bits for each list, whether a listed word begins with it and whether one goes on."""
    flags = (alone & 0b11) << 12
    for bit in range(6):
        inside = (found >> bit) & 1
        flags |= inside[:, _BEGINS].any(1).astype(np.int64) << (2 * bit)
        flags |= inside[:, ~_BEGINS].any(1).astype(np.int64) << (2 * bit + 1)
    return flags | (((found >> 6) & 1).any(1).astype(np.int64) << 14)


def _script(char: str) -> str:
    """The kind of a neighbour."""
    if "\u3040" <= char < "\u30a0":
        return "h"
    if "\u30a0" <= char < "\u3100":
        return "k"
    if _IS_HAN.match(char):
        return "x"
    return "d" if char.isdigit() else "l" if char.isalpha() else "s" if char.isspace() else char


def _shape(word: str) -> str:
    """Capitals, small letters, letters without case, digits and signs, each run at most thrice, and the length."""
    shape: list[str] = []
    for char in word:
        kind = (
            "d"
            if char.isdigit()
            else "X"
            if char.isupper()
            else "x"
            if char.islower()
            else "o"
            if char.isalpha()
            else char
        )
        if shape[-_RUN:] != [kind] * _RUN:
            shape.append(kind)
        if len(shape) == _SHAPE:
            break
    return "".join(shape) + str(min(len(word), 9))
