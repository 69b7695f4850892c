"""What a training example is, and how text that came as separate tokens becomes running text again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from dp_gateway.detection.tagger.labels import TYPES

__all__ = ["ALL", "NAME", "Example", "Span", "from_tokens", "spans_of_tags"]

ALL = frozenset(TYPES)

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
