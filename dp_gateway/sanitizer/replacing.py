"""Putting surrogates into a text, and knowing afterwards where everything stood and stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple, overload

import numpy as np

from dp_gateway.entities.mentions import Mention
from dp_gateway.entities.substitution import Drawn
from dp_gateway.sanitizer.results import Report, Sanitized
from dp_gateway.sanitizer.tokens import Sanitizer
from dp_gateway.text import Span, Spans

__all__ = ["Replaced", "replace", "replace_with_words"]

_POSSESSIVE = re.compile(r"['\u2019][sS]\b")
_Found = Sequence[tuple[Mention, Drawn]]
_Price = Callable[[str], float]


class Replaced(NamedTuple):
    """A text with its mentions replaced; the report of its words where those were drawn too."""

    text: str
    spans: Sequence[Span]
    words: Report | None


def replace(text: str, found: _Found, price: _Price) -> Replaced:
    """Replace the mentions alone.

    Args:
        found: mentions in order, and what was drawn for them.
        price: nominal epsilon of one value of a type.
    """
    pieces: list[str] = []
    spans: list[Span] = []
    at = length = 0
    for mention, one in found:
        if one.text is None:
            continue
        start = length + mention.start - at
        pieces += (text[at : mention.start], one.text)
        length = start + len(one.text)
        spans.append(Span(mention.start, mention.end, start, length, mention.type, price(mention.type)))
        at = mention.end
    return Replaced("".join([*pieces, text[at:]]), spans, None)


def replace_with_words(tokens: Sanitizer, text: str, found: _Found, price: _Price, scope: str) -> Replaced:
    """Replace the mentions, and draw all other words: the words are drawn in a text that has holes for mentions."""
    hole = next(chr(code) for code in range(0xE000, 0xF900) if chr(code) not in text)
    found = [_with_possessive(text, mention, one) for mention, one in found]
    holed = replace(text, [(mention, Drawn(hole, one.treatment)) for mention, one in found], price)
    words = tokens.sanitize(holed.text, scope=scope)
    places = [place for place, char in enumerate(words.text) if char == hole] if found else []
    pieces: list[str] = []
    spans: list[Span] = []
    at = length = 0
    for place, (mention, one) in zip(places, found, strict=True):
        surrogate = text[mention.start : mention.end] if one.text is None else one.text
        start = length + place - at
        pieces += (words.text[at:place], surrogate)
        length, at = start + len(surrogate), place + 1
        if one.text is not None:
            spans.append(Span(mention.start, mention.end, start, length, mention.type, price(mention.type)))
    mentions = [mention for mention, _ in found]
    merged = _Merged(words, spans, [span.start for span in holed.spans], mentions, places, pieces[1::2])
    return Replaced("".join([*pieces, words.text[at:]]), merged, words.report)


def _with_possessive(text: str, mention: Mention, one: Drawn) -> tuple[Mention, Drawn]:
    """A possessive goes with its mention: alone it would count as a word and be drawn."""
    suffix = _POSSESSIVE.match(text, mention.end)
    if suffix is None:
        return mention, one
    drawn = one if one.text is None else one._replace(text=one.text + suffix[0])
    return mention._replace(end=suffix.end()), drawn


class _Merged(Sequence[Span]):
    """Spans of words and of mentions in order; worked out when first asked for."""

    def __init__(
        self,
        words: Sanitized[Report],
        spans: list[Span],
        holes: list[int],
        mentions: list[Mention],
        places: list[int],
        surrogates: list[str],
    ) -> None:
        self._words, self._of_mentions = words, spans
        self._holes, self._places = np.array(holes, np.int64), np.array(places, np.int64)
        self._old = np.cumsum([0, *(mention.end - mention.start - 1 for mention in mentions)])
        self._new = np.cumsum([0, *(len(surrogate) - 1 for surrogate in surrogates)])

    @cached_property
    def _all(self) -> list[Span]:
        if not isinstance(self._words.spans, Spans):
            return self._of_mentions
        offsets = self._words.spans.offsets.copy()
        # What stands behind a hole moves by what the holes before it have grown.
        offsets[:, :2] += self._old[np.searchsorted(self._holes, offsets[:, 0])][:, None]
        offsets[:, 2:] += self._new[np.searchsorted(self._places, offsets[:, 2])][:, None]
        moved = [
            Span(start, end, new_start, new_end, span.unit, span.epsilon)
            for (start, end, new_start, new_end), span in zip(offsets.tolist(), self._words.spans, strict=True)
        ]
        return sorted([*moved, *self._of_mentions], key=lambda span: span.start)

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, index: int) -> Span: ...
    @overload
    def __getitem__(self, index: slice) -> list[Span]: ...
    def __getitem__(self, index: int | slice) -> Span | list[Span]:
        return self._all[index]
