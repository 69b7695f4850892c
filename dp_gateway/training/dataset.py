"""Examples as the arrays that training reads: words by number, and which labels each word may have."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.labels import LABELS, TYPES
from dp_gateway.detection.tagger.tokens import tokenize
from dp_gateway.training.examples import ALL, NAME, Example

__all__ = ["GAP", "Builder", "Stream"]

GAP = 4
"""Empty places behind every text, as many as the widest convolution reaches: no text sees its neighbours."""

_FREE = (1 << len(LABELS)) - 1
_BITS = {kind: 0b11 << (1 + 2 * index) for index, kind in enumerate(TYPES)}
_BITS[NAME] = _BITS["PERSON"] | _BITS["ORGANIZATION"] | _BITS["LOCATION"] | _BITS["MISC"]
_FIRST = sum(1 << (1 + 2 * index) for index in range(len(TYPES)))


class Stream(NamedTuple):
    """Texts behind one another.

    Attributes:
        words: (n,) numbers of words; 0 is an empty place.
        glued: (n,) whether no space stands before the word.
        allowed: (n,) bits of the labels that are right.
        edges: (m + 1,) where each text begins, and the end.
    """

    words: npt.NDArray[np.int32]
    glued: npt.NDArray[np.uint8]
    allowed: npt.NDArray[np.uint32]
    edges: npt.NDArray[np.int64]


class Builder:
    """Collects examples; words keep their numbers over all streams of one builder.

    Args:
        tokens: starts, ends and tokens of a text.
    """

    def __init__(self, tokens: Callable[[str], tuple[list[int], list[int], list[str]]] = tokenize) -> None:
        self.words: dict[str, int] = {"": 0}
        self._tokens = tokens

    def stream(self, examples: Iterable[Example], most: int = 400) -> Stream:
        """The examples as a stream, each cut off behind `most` words."""
        words: list[int] = []
        glued: list[int] = []
        allowed: list[int] = []
        edges = [0]
        numbers = self.words
        for example in examples:
            starts, ends, tokens = self._tokens(example.text)
            if not tokens:
                continue
            labels = _allowed(example, starts, ends)[:most]
            words += [numbers.setdefault(token, len(numbers)) for token in tokens[:most]]
            words += [0] * GAP
            glued += [int(start == end) for start, end in zip(starts[:most], [-1, *ends[: most - 1]], strict=False)]
            glued += [0] * GAP
            allowed += labels
            allowed += [_FREE] * GAP
            edges.append(len(words))
        return Stream(
            np.array(words, np.int32),
            np.array(glued, np.uint8),
            np.array(allowed, np.uint32),
            np.array(edges, np.int64),
        )


def _allowed(example: Example, starts: list[int], ends: list[int]) -> list[int]:
    outside = 1
    for kind in ALL - example.known:
        outside |= _BITS[kind]
    labels = [outside] * len(starts)
    for start, end, _ in example.doubtful:
        for index in range(bisect_right(ends, start), bisect_left(starts, end)):
            labels[index] = _FREE
    for start, end, kind in example.spans:
        bits = _BITS[kind] & _FIRST
        for index in range(bisect_right(ends, start), bisect_left(starts, end)):
            labels[index] = bits if kind != NAME else _BITS[NAME]
            bits = _BITS[kind] & ~_FIRST
    return labels
