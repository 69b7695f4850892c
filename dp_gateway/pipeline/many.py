"""Many short texts at once: their words are looked up and drawn together, each text from the bits of its own.

A call of NumPy costs the same for twenty words as for two thousand, and a prompt has twenty. So texts are laid end to
end, with a line break between them, up to the size of a block; a line break ends words, digits and marks just as the
end of a text does, so each text gives what it gives alone, draw for draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.pipeline.results import Report, Sanitized
from dp_gateway.text import BLOCK, BlockSpans, Rendered, Segments, decode

__all__ = ["SEPARATOR", "DrawnText", "Joined", "Split", "in_blocks"]

SEPARATOR = "\n"

_ROOM = BLOCK // 2
"""Code points of a block: more gains nothing, and what is kept of one text keeps its block in memory."""

_LONGEST = BLOCK // 16
"""Longer texts gain nothing from company."""

_Offsets = NDArray[np.int64]


def in_blocks(texts: Sequence[str]) -> Iterator[list[int]]:
    """Positions of texts that fit into one block together; a long or an empty text stands alone."""
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
    """Several texts in one block.

    Attributes:
        starts: (texts + 1,) where each text begins, and where one more would.
        words, drawn, digits: (texts + 1,) the first word, the first word to replace and the first digit of each.
    """

    starts: _Offsets
    words: _Offsets
    drawn: _Offsets
    digits: _Offsets

    @classmethod
    def of(cls, texts: Sequence[str], segments: Segments, starts: _Offsets) -> Joined:
        """Where the parts of each text begin.

        Args:
            texts: as they were joined by `SEPARATOR`.
            segments: of the block.
            starts: (m,) where the words to replace begin.
        """
        begins = np.zeros(len(texts) + 1, np.int64)
        np.cumsum([len(text) + 1 for text in texts], out=begins[1:])
        return cls(begins, *(np.searchsorted(of, begins) for of in (segments.starts, starts, segments.digits)))


class DrawnText(NamedTuple):
    """A text with its words replaced.

    Attributes:
        text: the text.
        words: how many were drawn.
        sanitized: the same with its spans and its report, which take as long to write down as the draws.
    """

    text: str
    words: int
    sanitized: Callable[[], Sanitized[Report]]

    @classmethod
    def of(cls, sanitized: Sanitized[Report]) -> DrawnText:
        """A text with all that is written down."""
        return cls(sanitized.text, sanitized.report.words, lambda: sanitized)


class Split:
    """A block taken apart again, its words replaced.

    Attributes:
        texts: the texts.

    Args:
        joined: where the texts begin.
        rendered: the block.
        starts, ends: (m,) the words that were replaced.
        digits: the digits of the block.
    """

    def __init__(self, joined: Joined, rendered: Rendered, starts: _Offsets, ends: _Offsets, digits: _Offsets) -> None:
        grown = np.zeros(len(ends) + 1, np.int64)
        np.subtract(rendered.ends, ends, out=grown[1:])
        self._new = joined.starts + grown[joined.drawn]
        # Without the code points of the block: what is kept of one text keeps all of this.
        self._joined, self._words, self._digits = joined, (starts, ends, rendered.starts, rendered.ends), digits
        whole, places = decode(rendered.codes), self._new.tolist()
        self.texts = [whole[start : end - 1] for start, end in pairwise(places)]

    def __getitem__(self, at: int) -> tuple[BlockSpans, int]:
        """Where the words of a text stand, and how many of its words were kept."""
        joined = self._joined
        drawn, digits = slice(*joined.drawn[at : at + 2]), slice(*joined.digits[at : at + 2])
        before, after = joined.starts[at], self._new[at]
        moves = before, before, after, after
        starts, ends, new_starts, new_ends = (of[drawn] - move for of, move in zip(self._words, moves, strict=True))
        words = int(joined.words[at + 1] - joined.words[at])
        return BlockSpans(starts, ends, new_starts, new_ends, self._digits[digits] - before), words - len(starts)
