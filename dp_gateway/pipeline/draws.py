"""Chooses the bits that the words and digits of texts are drawn from, and lets many short texts share a block.

`Sanitizer` calls it. Without a key the bits are fresh. With one they are a function of the scope and of the text: a
text that is sent again draws the same. A text that comes again as it is draws from one stream, told apart by all of it.
A text that grows (a prompt that a model goes on with, a file that is read as it is written) draws each word from the
text up to its end, so that no one who has it grow sees a second draw of a word.

A call of NumPy costs the same for twenty words as for two thousand, and a prompt has twenty. So texts are laid end to
end, with a line break between them, up to the size of a block; a line break ends words, digits and marks just as the
end of a text does, so each text gives what it gives alone, draw for draw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Entries, Mechanism
from dp_gateway.mechanisms.rows import HeadTailMechanism
from dp_gateway.pipeline.results import Report, Sanitized
from dp_gateway.randomness import KeyedPrefixes, KeyedStream, OsEntropy, Stream, uniform_below
from dp_gateway.text import BLOCK, BlockSpans, Rendered, Segments, Span, decode

SEPARATOR = "\n"

_ROOM = BLOCK // 2
"""Code points of a block: more gains nothing, and what is kept of one text keeps its block in memory."""

_LONGEST = BLOCK // 16
"""Longer texts gain nothing from company."""

_Offsets = NDArray[np.int64]


def in_blocks(texts: Sequence[str]) -> Iterator[list[int]]:
    """Yield the positions of texts that fit into one block together; a long or an empty text stands alone."""
    together: list[int] = []
    room = _ROOM
    for position, text in enumerate(texts):
        length = len(text) + 1
        if not text or length > _LONGEST:
            yield [position]
            continue
        if length > room:
            yield together
            together, room = [], _ROOM
        together.append(position)
        room -= length
    if together:
        yield together


class Joined(NamedTuple):
    """Several texts in one block. `starts`: (texts + 1,) where each text begins, and where one more would. `words`,
    `drawn`, `digits`: (texts + 1,) the first word, the first word to replace and the first digit of each.
    """

    starts: _Offsets
    words: _Offsets
    drawn: _Offsets
    digits: _Offsets

    @classmethod
    def of(cls, texts: Sequence[str], segments: Segments, starts: _Offsets) -> Joined:
        """Find where the parts of each text begin. `texts`: as they were joined by `SEPARATOR`. `starts`: (m,) where
        the words to replace begin.
        """
        begins = np.zeros(len(texts) + 1, np.int64)
        np.cumsum([len(text) + 1 for text in texts], out=begins[1:])
        return cls(begins, *(np.searchsorted(of, begins) for of in (segments.starts, starts, segments.digits)))


class DrawnText(NamedTuple):
    """A text with its words replaced. `words`: how many were drawn. `spans`, `sanitized`: make its spans, and the same
    with its report, which takes longer to write down.
    """

    text: str
    words: int
    spans: Callable[[], Sequence[Span]]
    sanitized: Callable[[], Sanitized[Report]]

    @classmethod
    def of(cls, sanitized: Sanitized[Report]) -> DrawnText:
        """Make one of a text whose spans and report are written down already."""
        return cls(sanitized.text, sanitized.report.words, lambda: sanitized.spans, lambda: sanitized)


class Split:
    """A block taken apart again, its words replaced. `starts` and `ends`: (m,) the words that were replaced."""

    def __init__(self, joined: Joined, rendered: Rendered, starts: _Offsets, ends: _Offsets, digits: _Offsets) -> None:
        grown = np.zeros(len(ends) + 1, np.int64)
        np.subtract(rendered.ends, ends, out=grown[1:])
        self._new = joined.starts + grown[joined.drawn]
        # Without the code points of the block: what is kept of one text keeps all of this.
        self._joined, self._words, self._digits = joined, (starts, ends, rendered.starts, rendered.ends), digits
        whole, places = decode(rendered.codes), self._new.tolist()
        self.texts = [whole[start : end - 1] for start, end in pairwise(places)]

    def counts(self, at: int) -> tuple[int, int, int]:
        """Count the words of a text that were replaced, those that were kept, and its digits."""
        words, drawn, digits = (int(of[at + 1] - of[at]) for of in self._joined[1:])
        return drawn, words - drawn, digits

    def spans(self, at: int) -> tuple[BlockSpans]:
        """Find where the words of a text stand."""
        joined = self._joined
        drawn, digits = slice(*joined.drawn[at : at + 2]), slice(*joined.digits[at : at + 2])
        before, after = joined.starts[at], self._new[at]
        moves = before, before, after, after
        starts, ends, new_starts, new_ends = (of[drawn] - move for of, move in zip(self._words, moves, strict=True))
        return (BlockSpans(starts, ends, new_starts, new_ends, self._digits[digits] - before),)


_TENS = np.uint64(2**64 // 10 * 10)
"""A word of bits from here on gives no digit: 0 to 5 would come more often."""

_Bits = NDArray[np.uint64]
_Drawn = tuple[Entries, _Bits]
"""What stands for each word, and the new digits."""


class Draws:
    """The draws of one scope. `key`: of the scope and of the settings of the draws; None for fresh bits. `grows`: its
    texts go on where they ended when they come again.
    """

    def __init__(self, key: bytes | None, *, grows: bool = False) -> None:
        self.key, self.grows = key, grows and key is not None

    def begin(self) -> TextDraws:
        """Begin a text."""
        return TextDraws(self)

    def alone(self, text: str) -> Stream:
        """Return the bits of a text that is one block and comes again as it is."""
        if self.key is None:
            return OsEntropy()
        return KeyedStream(self.key, hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())


class TextDraws:
    """The draws of one text, block by block."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws
        self._text = hashlib.sha256()
        self._prefixes = KeyedPrefixes(draws.key) if draws.grows and draws.key is not None else None

    def draw(self, mechanism: Mechanism, block: str, segments: Segments, entries: Entries, ends: _Offsets) -> _Drawn:
        """Draw for the words and digits of the next block.

        Args:
            entries: (m,) the words to replace.
            ends: (m,) where they end.
        """
        key = self._draws.key
        if self._prefixes is None or key is None:
            stream = self._next(block)
            drawn = mechanism.release(entries, stream)
            return drawn, _below_ten(stream, len(segments.digits))
        words, digits = _at_places(partial(self._prefixes.at, segments.codes), ends, segments.digits)
        return _release(mechanism, entries, words, [(key, len(entries))]), _as_digits(digits, [(key, len(digits))])

    def _next(self, block: str) -> Stream:
        """The bits of the next block: a function of the text up to its end."""
        if self._draws.key is None:
            return OsEntropy()
        self._text.update(block.encode("utf-8", "surrogatepass"))
        return KeyedStream(self._draws.key, self._text.digest())


def draw_together(
    mechanism: Mechanism,
    texts: Sequence[str],
    draws: Sequence[Draws],
    segments: Segments,
    entries: Entries,
    ends: _Offsets,
    joined: Joined,
) -> _Drawn:
    """Draw for the words and digits of several texts in one block: what each gives alone. `texts` and `draws`: aligned;
    all of them grow or none does. `entries` and `ends`: (m,) the words to replace, and where they end.
    """
    if not draws[0].grows:
        streams = [own.alone(text) for text, own in zip(texts, draws, strict=True)]
        return _words(mechanism, entries, joined.drawn, streams), draw_digits(joined.digits, streams)
    keys = [own.key or b"" for own in draws]
    bounds = [(start, behind - 1) for start, behind in pairwise(joined.starts.tolist())]

    def follow(places: _Offsets) -> _Bits:
        return KeyedPrefixes.of_texts(keys, segments.codes, bounds, places.tolist())

    words, digits = _at_places(follow, ends, segments.digits)
    of_words, of_digits = (zip(keys, np.diff(of).tolist(), strict=True) for of in (joined.drawn, joined.digits))
    return _release(mechanism, entries, words, list(of_words)), _as_digits(digits, list(of_digits))


def _at_places(follow: Callable[[_Offsets], _Bits], ends: _Offsets, digits: _Offsets) -> tuple[_Bits, _Bits]:
    """The bits of words by their ends, and of digits, which end behind themselves; two words for each. `follow`: gives
    the bits of places in ascending order.
    """
    if not len(digits):
        return follow(ends), np.zeros((0, 2), np.uint64)
    places = np.concatenate((ends, digits + 1))
    order = np.argsort(places, kind="stable")
    bits = np.empty((len(places), 2), np.uint64)
    bits[order] = follow(places[order])
    return bits[: len(ends)], bits[len(ends) :]


def _release(mechanism: Mechanism, entries: Entries, bits: _Bits, keys: Sequence[tuple[bytes, int]]) -> Entries:
    """One draw for each word, from bits of its own; with each key, how many words it belongs to."""
    if isinstance(mechanism, HeadTailMechanism):
        # One word of bits serves one draw.
        return mechanism.release(entries, _Given(np.ascontiguousarray(bits[:, 0])))
    own = (key for key, count in keys for _ in range(count))
    each = zip(entries.tolist(), bits, own, strict=True)
    return np.array(
        [mechanism.release_one(entry, KeyedStream(key, row.tobytes())) for entry, row, key in each], np.int64
    )


def _as_digits(bits: _Bits, keys: Sequence[tuple[bytes, int]]) -> _Bits:
    """A uniform digit for each place."""
    values = bits[:, 0].copy()
    over = (values >= _TENS).nonzero()[0]
    if len(over):
        own = [key for key, count in keys for _ in range(count)]
        values[over] = [_below_ten(KeyedStream(own[at], bits[at].tobytes()), 1)[0] for at in over.tolist()]
    return values % np.uint64(10)


def _below_ten(stream: Stream, count: int) -> _Bits:
    return uniform_below(stream, np.full(count, 10, np.uint64)) if count else np.zeros(0, np.uint64)


class _Given:
    """Bits that are there already, one word for each draw."""

    def __init__(self, bits: _Bits) -> None:
        self._bits = bits

    def uint64(self, count: int) -> _Bits:
        del count
        return self._bits


class _JoinedStream:
    """Streams one behind the other, for draws that take one 64-bit word each."""

    def __init__(self, streams: Sequence[Stream], firsts: _Offsets) -> None:
        self._parts = list(zip(streams, np.diff(firsts).tolist(), strict=True))

    def uint64(self, count: int) -> _Bits:
        del count
        return np.concatenate([stream.uint64(count) for stream, count in self._parts])


def _words(mechanism: Mechanism, entries: Entries, firsts: _Offsets, streams: Sequence[Stream]) -> Entries:
    """One draw for each entry, those of each text from its own stream; `firsts` is the first entry of each."""
    if isinstance(mechanism, HeadTailMechanism):
        # One word of bits serves one draw, so the order of the bits is that of the entries.
        return mechanism.release(entries, _JoinedStream(streams, firsts))
    ends = firsts.tolist()
    parts = zip(ends, ends[1:], streams, strict=False)
    return np.concatenate([mechanism.release(entries[start:end], stream) for start, end, stream in parts])


def draw_digits(firsts: _Offsets, streams: Sequence[Stream]) -> _Bits:
    """Draw uniform digits, those of each text from its own stream, whose words are drawn before."""
    counts: list[int] = np.diff(firsts).tolist()
    parts = [(stream, stream.uint64(count)) for stream, count in zip(streams, counts, strict=True) if count]
    if not parts:
        return np.zeros(0, np.uint64)
    values = np.concatenate([drawn for _, drawn in parts])
    if values.max() < _TENS:
        return values % np.uint64(10)
    # Once in 10^18 digits; its text draws on as it does alone.
    return np.concatenate(
        [uniform_below(_Continued(drawn, stream), np.full(len(drawn), 10, np.uint64)) for stream, drawn in parts]
    )


class _Continued:
    """A stream whose first words were taken already."""

    def __init__(self, first: _Bits, stream: Stream) -> None:
        self._first: _Bits | None = first
        self._stream = stream

    def uint64(self, count: int) -> _Bits:
        first, self._first = self._first, None
        return self._stream.uint64(count) if first is None else first
