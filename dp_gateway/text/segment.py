"""Text -> words and digits -> text, vectorised over code points; everything else is kept as it is.

A word is a run of letters with the marks and joiners that follow them; an apostrophe between two letters belongs to
it ("don't"), but a final 's does not ("John's" is the word "John"). Numbers that are not decimal digits (Roman
numerals, fractions) count as letters, and so does whatever is one in disguise, or may be: circled letters, Braille,
tags, private and unassigned code points. Nothing here allocates more than a few arrays as long as the text, and nothing
is done word by word in Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import mul
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.text.unicode import APOSTROPHE, DIGIT, LETTER, MARK, OTHER, UPPER, tables

BLOCK = 1 << 16
"""Most code points that are drawn at once; block limits depend on the text alone, never on how it was read."""

_LOWER, _CAPITALISED, _UPPER_CASE = 0, 1, 2
# An odd multiplier, so that its powers have inverses modulo 2^64 and a word's hash can be moved to its own start.
_BASE = 0x9E3779B97F4A7C15
_BASE_INVERSE = pow(_BASE, -1, 1 << 64)
_MIXER = 0xD6E8FEB86659FD93
_ALL = (1 << 64) - 1


class Segments(NamedTuple):
    """The words and digits that a block of text consists of.

    Attributes:
        codes: (n,) uint32 code points of the block.
        starts, ends: (words,) offsets of each word.
        hashes: (words,) uint64 hash of each folded word; see `hash_words`.
        cases: (words,) uint8 letter-case pattern: lower, Capitalised or UPPER.
        digits: (digits,) offsets of decimal digits.
    """

    codes: NDArray[np.uint32]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    cases: NDArray[np.uint8]
    digits: NDArray[np.int64]


class Rendered(NamedTuple):
    """A block with words replaced: its code points, and where the replaced words stand in it."""

    codes: NDArray[np.uint32]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


def encode(text: str) -> NDArray[np.uint32]:
    """Return the code points of a text, lone surrogates included."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def decode(codes: NDArray[np.uint32]) -> str:
    """Return the text of code points."""
    return codes.astype("<u4", copy=False).tobytes().decode("utf-32-le", "surrogatepass")


def segment_blocks(pieces: Iterable[str]) -> Iterator[tuple[str, Segments]]:
    """Cut a text that arrives in pieces of any size into blocks of at most `BLOCK` code points, and segment each.

    A block ends after white space where there is any, else after anything that is in no word and no number.
    """
    for block in _blocks(pieces):
        yield block, segment(block)


def _blocks(pieces: Iterable[str]) -> Iterator[str]:
    pending = ""
    for piece in pieces:
        pending += piece
        start = 0
        while len(pending) - start > BLOCK:
            end = _cut(pending, start)
            yield pending[start:end]
            start = end
        pending = pending[start:]
    if pending:
        yield pending


def _cut(text: str, start: int) -> int:
    end = start + BLOCK
    cut = max(text.rfind(" ", start, end), text.rfind("\n", start, end)) + 1
    if cut > start:
        return cut
    outside = np.flatnonzero(tables().kind[encode(text[start:end])] == OTHER)
    return start + int(outside[-1]) + 1 if len(outside) else end


def segment(text: str) -> Segments:
    """Find the words and digits of a text, which may be longer than `BLOCK`."""
    codes, unicode = encode(text), tables()
    places = codes.astype(np.int64)
    kinds = np.zeros(len(codes) + 1, np.uint8)
    # Every code point is in the tables; with "clip", `take` writes into its output without a buffer.
    unicode.kind.take(places, out=kinds[:-1], mode="clip")
    present = int(np.bitwise_or.reduce(kinds))
    inside = (kinds & LETTER).view(bool)
    if present & MARK:
        _join_marks(kinds, inside)
    if present & APOSTROPHE:
        _join_apostrophes(kinds, inside, codes)
    edges = (inside[1:] != inside[:-1]).nonzero()[0]
    edges += 1
    if inside[0]:
        edges = np.concatenate((np.zeros(1, np.int64), edges))
    digits = (kinds == DIGIT).nonzero()[0] if present & DIGIT else np.zeros(0, np.int64)
    starts, ends = edges[0::2], edges[1::2]
    if not len(starts):
        return Segments(codes, starts, ends, np.zeros(0, np.uint64), np.zeros(0, np.uint8), digits)
    hashes = _hashes(unicode.fold.take(places), edges)
    cases = _cases(kinds, edges, plain=not present & (MARK | APOSTROPHE), any_upper=bool(present & UPPER))
    return Segments(codes, starts, ends, hashes, cases, digits)


def _join_marks(kinds: NDArray[np.uint8], inside: NDArray[np.bool_]) -> None:
    """Marks belong to the word that they follow; a mark after anything else (an emoji, a digit) is kept as it is."""
    positions = np.arange(len(kinds))
    mark = kinds == MARK
    last_letter = np.maximum.accumulate(np.where(inside, positions, -1))
    last_other = np.maximum.accumulate(np.where(inside | mark, -1, positions))
    inside |= mark & (last_letter > last_other)


def _join_apostrophes(kinds: NDArray[np.uint8], inside: NDArray[np.bool_], codes: NDArray[np.uint32]) -> None:
    # The element behind the last code point is no letter, so that neither end of the block needs a case of its own.
    at = (kinds == APOSTROPHE).nonzero()[0]
    at = at[inside[at - 1] & inside[at + 1]]
    if not len(at):
        return
    following, next_but_one = codes[at + 1], at + 2
    possessive = (following == ord("s")) | (following == ord("S"))
    possessive &= ~inside[next_but_one]
    possessive &= kinds[next_but_one] != APOSTROPHE
    inside[at] = ~possessive
    inside[at[possessive] + 1] = False


def _cases(kinds: NDArray[np.uint8], edges: NDArray[np.int64], *, plain: bool, any_upper: bool) -> NDArray[np.uint8]:
    cases = np.zeros(len(edges) // 2, np.uint8)
    if not any_upper:
        return cases
    starts = edges[0::2]
    upper = (kinds & UPPER) >> 2
    cases[upper[starts] > 0] = _CAPITALISED
    uppers = np.add.reduceat(upper, edges, dtype=np.int64)[0::2]
    letters = edges[1::2] - starts if plain else np.add.reduceat(kinds & LETTER, edges, dtype=np.int64)[0::2]
    cases[(uppers == letters) & (uppers > 1)] = _UPPER_CASE
    return cases


@lru_cache(maxsize=2)
def _powers(count: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The first `count` powers of the base and of its inverse."""

    def powers(base: int) -> NDArray[np.uint64]:
        factors = np.full(count, base, np.uint64)
        factors[0] = 1
        return np.multiply.accumulate(factors)

    return powers(_BASE), powers(_BASE_INVERSE)


def _hashes(folded: NDArray[np.uint32], edges: NDArray[np.int64]) -> NDArray[np.uint64]:
    # Blocks share one table. What evaluation reads whole is longer: its table has a power of two of places, so that
    # texts of about the same length share one as well.
    forward, backward = _powers(max(BLOCK, 1 << (len(folded) - 1).bit_length()))
    # Sums from the beginning of the block on, modulo 2^64 as the hashes are: a word's own is a difference of two.
    sums = np.zeros(len(folded) + 1, np.uint64)
    np.multiply(folded, forward[: len(folded)], out=sums[1:])
    sums.cumsum(out=sums)
    at = sums.take(edges)
    hashes = (at[1::2] - at[0::2]) * backward.take(edges[0::2])
    hashes ^= hashes >> np.uint64(31)
    hashes *= np.uint64(_MIXER)
    hashes ^= hashes >> np.uint64(32)
    return hashes


def hash_words(words: Iterable[str]) -> NDArray[np.uint64]:
    """Compute the hashes that `segment` gives to these words, whatever their case; (words,) uint64.

    A polynomial in the folded code points modulo 2^64, mixed. It only finds vocabulary entries: two strings that
    collide are treated as the same word, which costs no privacy.
    """
    hashes: list[NDArray[np.uint64]] = []
    codes: list[NDArray[np.uint32]] = []
    length = 0
    for word in words:
        codes.append(encode(word)[:BLOCK])
        length += len(codes[-1])
        if length >= BLOCK:
            hashes.append(_hash_codes(codes))
            codes, length = [], 0
    return np.concatenate([*hashes, _hash_codes(codes)])


def hash_word(word: str) -> int:
    """Compute what `hash_words` gives for one word, sooner: NumPy takes as long for one as for a hundred."""
    if not word.isascii():
        return int(hash_words([word])[0])
    folded = word[:BLOCK].lower().encode()
    powers = _WORD_POWERS if len(folded) <= len(_WORD_POWERS) else _powers_of(len(folded))
    hashed = sum(map(mul, folded, powers)) & _ALL
    hashed ^= hashed >> 31
    hashed = hashed * _MIXER & _ALL
    return hashed ^ hashed >> 32


def _powers_of(count: int) -> list[int]:
    powers = [1]
    for _ in range(count - 1):
        powers.append(powers[-1] * _BASE & _ALL)
    return powers


_WORD_POWERS = _powers_of(64)


def _hash_codes(words: list[NDArray[np.uint32]]) -> NDArray[np.uint64]:
    if not words:
        return np.zeros(0, np.uint64)
    ends = np.cumsum([len(codes) for codes in words])
    edges = np.stack((np.concatenate(([0], ends[:-1])), ends), axis=1).reshape(-1)
    return _hashes(tables().fold[np.concatenate(words)], edges)


def render(
    segments: Segments,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    cases: NDArray[np.uint8],
    entry_starts: NDArray[np.int64],
    entry_lengths: NDArray[np.int64],
    entry_codes: NDArray[np.uint32],
    digit_values: NDArray[np.uint64],
) -> Rendered:
    """Put other words in the place of some words of a block, in their letter case, and other digits for its digits.

    Args:
        starts, ends, cases: (m,) the words to replace, in order: all of the block's words, or some.
        entry_starts, entry_lengths: (m,) where each replacement stands in `entry_codes`.
        entry_codes: lower-case code points of all vocabulary entries.
        digit_values: (digits,) new values 0 to 9 of the block's digits.
    """
    codes, digits = segments.codes, segments.digits
    new_ends = ends + (entry_lengths - (ends - starts)).cumsum()
    new_starts = new_ends - entry_lengths
    before = entry_lengths.cumsum() - entry_lengths
    source = np.concatenate((codes, entry_codes.take(_runs(entry_starts - before, entry_lengths))))
    if len(digits):
        source[digits] = _zeros(codes[digits]) + digit_values.astype(np.uint32)
    # In turn, what stands before a word and its replacement: how long each run is, and how far from its source.
    runs, moves = np.empty((2, 2 * len(starts) + 1), np.int64)
    runs[0:-1:2], runs[1::2], runs[-1] = starts, entry_lengths, len(codes)
    runs[2::2] -= ends
    moves[0], moves[2::2], moves[1::2] = 0, ends - new_ends, len(codes) + before - new_starts
    output = source.take(_runs(moves, runs))
    if cases.any():
        _apply_cases(output, new_starts, cases, entry_lengths)
    return Rendered(output, new_starts, new_ends)


def _runs(moves: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Offsets of runs laid end to end, each counting up from its own place there plus its move."""
    offsets = moves.repeat(lengths)
    offsets += np.arange(len(offsets))
    return offsets


def _apply_cases(
    output: NDArray[np.uint32], starts: NDArray[np.int64], cases: NDArray[np.uint8], lengths: NDArray[np.int64]
) -> None:
    upper = tables().upper
    capital = starts[cases == _CAPITALISED]
    output[capital] = upper[output[capital]]
    whole = (cases == _UPPER_CASE).nonzero()[0]
    if len(whole):
        counts = lengths[whole]
        letters = _runs(starts[whole] - (counts.cumsum() - counts), counts)
        output[letters] = upper[output[letters]]


def _zeros(digits: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The zero of each digit's script: decimal digits stand in tens, the first of each run being a zero."""
    if digits.max() <= ord("9"):
        return np.full(len(digits), ord("0"), np.uint32)
    runs = tables().starts
    first = runs[np.searchsorted(runs, digits, side="right") - 1]
    return digits - (digits - first) % np.uint32(10)
