"""What a training example is, how separate tokens become running text again, and how texts become the arrays of
training.

Every reader of a corpus gives `Example`s; a `Builder` numbers their words and says which labels each may have.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dp_gateway.detection.tagger.features import tokenize
from dp_gateway.detection.tagger.weights import LABELS, TYPES

__all__ = [
    "ALL",
    "GAP",
    "NAME",
    "Builder",
    "Example",
    "Span",
    "Stream",
    "from_tokens",
    "spans_of_tags",
    "without_marks",
]

ALL = frozenset(TYPES) - {"MONEY"}
"""Types that sources label, if they label all; sums are labelled in written messages alone."""

NAME = "NAME"
"""The type of a span that is a name of some kind: a source tells proper nouns, and no more of them."""

Span = tuple[int, int, str]


class Example(NamedTuple):
    """A text with the spans that its source, or a teacher, knows of.

    Attributes:
        text: as the tagger will read it.
        spans: (start, end, type) in code points, disjoint.
        known: types that the source labels wherever they occur; an unlabelled token may be of any other type.
        doubtful: (start, end, type) of what may be an entity or not: neither answer is taught there.
    """

    text: str
    spans: tuple[Span, ...] = ()
    known: frozenset[str] = ALL
    doubtful: tuple[Span, ...] = ()


def without_marks(text: str, mark: re.Pattern[str]) -> tuple[str, list[Span]]:
    """A text without its marks, and what each marks: (start, end, name of the mark), in order.

    Args:
        text: with marks amid its words.
        mark: an expression of a mark; its first group is the name, its second what is marked.
    """
    parts: list[str] = []
    spans: list[Span] = []
    length = position = 0
    for found in mark.finditer(text):
        parts += (text[position : found.start()], found[2])
        length += found.start() - position
        spans.append((length, length + len(found[2]), found[1]))
        length += len(found[2])
        position = found.end()
    return "".join([*parts, text[position:]]), spans


_NO_SPACE_BEFORE = re.compile(r"^(?:[.,;:!?%)\]}’”…]+|n[’']t|[’'](?:s|S|m|re|ve|ll|d)|'')$")
_NO_SPACE_AFTER = re.compile(r"^(?:[(\[{$£€“‘#@]|``)$")


def from_tokens(tokens: Sequence[str], spans: Sequence[Span], known: frozenset[str], *, join: bool = True) -> Example:
    """The running text of tokens, with spans given as (first token, last token + 1, type).

    Args:
        tokens: words and signs.
        spans: where they are entities.
        known: see `Example`.
        join: take the space before closing signs and behind opening ones away.
    """
    starts: list[int] = []
    ends: list[int] = []
    parts: list[str] = []
    length = 0
    quoted = False
    glue = True
    for token in tokens:
        quote = token == '"'
        closing = (quote and quoted) or (join and _NO_SPACE_BEFORE.match(token) is not None)
        if not glue and not closing:
            parts.append(" ")
            length += 1
        starts.append(length)
        written = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")"}.get(token, token) if join else token
        parts.append(written)
        length += len(written)
        ends.append(length)
        glue = join and ((quote and not quoted) or _NO_SPACE_AFTER.match(token) is not None)
        quoted ^= quote
    return Example("".join(parts), tuple((starts[a], ends[b - 1], kind) for a, b, kind in spans), known)


def spans_of_tags(tags: Sequence[str]) -> list[Span]:
    """Spans of BIO or IO tags, with the source's own names of types."""
    spans: list[Span] = []
    for index, tag in enumerate(tags):
        mark, _, kind = tag.partition("-")
        if not kind:
            continue
        last = spans[-1] if spans else None
        if mark == "I" and last is not None and last[1] == index and last[2] == kind:
            spans[-1] = (last[0], index + 1, kind)
        else:
            spans.append((index, index + 1, kind))
    return spans


GAP = 4
"""Empty places behind every text, as many as the widest convolution reaches: no text sees its neighbours."""

_FREE = (1 << len(LABELS)) - 1
_BITS = {kind: 0b11 << (1 + 2 * index) for index, kind in enumerate(TYPES)}
_BITS[NAME] = _BITS["PERSON"] | _BITS["ORGANIZATION"] | _BITS["LOCATION"] | _BITS["MISC"]
_IN_SUM = re.compile(r"\d|[^\w\s.,:;!?'\"()/-]")
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
            labels = _allowed(example, starts, ends, tokens)[:most]
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


def _allowed(example: Example, starts: list[int], ends: list[int], tokens: list[str]) -> list[int]:
    outside = 1
    for kind in ALL - example.known:
        outside |= _BITS[kind]
    # A number of a source that does not label sums may be one; its other words are none.
    numbers = outside if "MONEY" in example.known else outside | _BITS["MONEY"]
    labels = [numbers if _IN_SUM.search(token) else outside for token in tokens]
    for start, end, _ in example.doubtful:
        for index in range(bisect_right(ends, start), bisect_left(starts, end)):
            labels[index] = _FREE
    for start, end, kind in example.spans:
        bits = _BITS[kind] & _FIRST
        for index in range(bisect_right(ends, start), bisect_left(starts, end)):
            labels[index] = bits if kind != NAME else _BITS[NAME]
            bits = _BITS[kind] & ~_FIRST
    return labels
