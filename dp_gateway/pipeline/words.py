"""Draws the words of texts around their mentions by a token mechanism; where the mentions stand, the texts have holes.

`Gateway` calls it as its second stage, for policies that draw words; the third fills the holes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from dp_gateway.cache import Memory
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.pipeline.draws import DrawnText
from dp_gateway.pipeline.finding import OriginalRequest
from dp_gateway.pipeline.results import Report, Sanitized
from dp_gateway.pipeline.tokens import Sanitizer
from dp_gateway.policy import Policy
from dp_gateway.randomness import Secret
from dp_gateway.surrogates.substitution import Drawn
from dp_gateway.text import Span, Spans
from dp_gateway.text.entities import Mention

if TYPE_CHECKING:
    from dp_gateway.vocabulary.index import Index

_POSSESSIVE = re.compile(r"['\u2019][sS]\b")
_HOLES = "".join(map(chr, (*range(0x1F000, 0x1F094), *range(0x4DC0, 0x4E00), *range(0x2500, 0x2760))))
_Found = Sequence[tuple[Mention, Drawn]]


def between(text: str, mentions: Iterable[Mention]) -> Iterator[str]:
    """Return the stretches of a text between its mentions."""
    at = 0
    for mention in mentions:
        yield text[at : mention.start]
        at = mention.end
    yield text[at:]


class Replaced(NamedTuple):
    """A text with its mentions replaced. `words`: makes the report of its words, where those were drawn too."""

    text: str
    spans: Sequence[Span]
    words: Callable[[], Report] | None


def replace(text: str, found: _Found) -> Replaced:
    """Replace the mentions alone. `found`: mentions in order, and what was drawn for them."""
    pieces: list[str] = []
    spans: list[Span] = []
    at = length = 0
    for mention, one in found:
        if one.text is None:
            continue
        start = length + mention.start - at
        pieces += (text[at : mention.start], one.text)
        length = start + len(one.text)
        spans.append(Span(mention.start, mention.end, start, length, mention.type, one.epsilon))
        at = mention.end
    return Replaced("".join([*pieces, text[at:]]), spans, None)


class Holes(NamedTuple):
    """A text whose words are to be drawn around its mentions.

    Attributes:
        text: the original text.
        mentions: each with a possessive behind it: alone that would count as a word and be drawn.
        hole: a character that occurs nowhere in the text.
        holed: the text with that character for each mention.
    """

    text: str
    mentions: list[Mention]
    hole: str
    holed: str

    @classmethod
    def of(cls, text: str, mentions: Sequence[Mention]) -> Holes:
        """Cut the mentions, which are in order, out of a text."""
        hole = _hole(text)
        if not mentions:
            return cls(text, [], hole, str(text))
        longer = [_with_possessive(text, mention) for mention in mentions]
        return cls(text, longer, hole, replace(text, [(mention, Drawn(hole, "")) for mention in longer]).text)


class Holed(NamedTuple):
    """A text whose words were drawn around its mentions, which are holes in it yet. `text`, `mentions`, `hole`: see
    `Holes`. `words`: the drawn words, with one hole character for each mention.
    """

    text: str
    mentions: list[Mention]
    hole: str
    words: Sanitized[Report]

    @property
    def pieces(self) -> list[str]:
        """What stands between the mentions: visible to the provider, whatever the mentions become."""
        return self.words.text.split(self.hole)


def _hole(text: str) -> str:
    """A symbol that does not stand in a text: game tiles, hexagrams, shapes; whatever is a letter would be drawn."""
    return next(char for char in _HOLES if char not in text)


def _with_possessive(text: str, mention: Mention) -> Mention:
    suffix = _POSSESSIVE.match(text, mention.end)
    return mention if suffix is None else mention._replace(end=suffix.end())


def fill(holed: Holed, drawn: Sequence[tuple[Mention, Drawn]]) -> Replaced:
    """Put what was drawn for the mentions into the holes; a mention that is kept goes back in."""
    if not drawn:
        return Replaced(holed.words.text, holed.words.spans, lambda: holed.words.report)
    pieces: list[str] = []
    surrogates: list[str] = []
    spans: list[Span] = []
    length = 0
    between = holed.pieces
    for before, longer, (mention, one) in zip(between, holed.mentions, drawn, strict=False):
        kept = one.text is None
        suffix = holed.text[mention.end : longer.end]
        surrogate = holed.text[longer.start : longer.end] if one.text is None else one.text + suffix
        pieces += (before, surrogate)
        surrogates.append(surrogate)
        start = length + len(before)
        length = start + len(surrogate)
        if not kept:
            end = length - len(suffix)
            spans.append(Span(mention.start, mention.end, start, end, mention.type, one.epsilon))
    merged = _Merged(holed, spans, surrogates)
    return Replaced("".join([*pieces, between[-1]]), merged, lambda: holed.words.report)


class _Merged(Sequence[Span]):
    """Spans of words and of mentions in order; worked out when first asked for."""

    def __init__(self, holed: Holed, spans: list[Span], surrogates: list[str]) -> None:
        self._holed, self._of_mentions, self._surrogates = holed, spans, surrogates

    @cached_property
    def _all(self) -> list[Span]:
        spans, mentions = self._holed.words.spans, self._holed.mentions
        if not isinstance(spans, Spans):
            return self._of_mentions
        # What stands behind a hole moves by what the holes before it have grown.
        offsets = spans.offsets.copy()
        grown = [mention.end - mention.start - 1 for mention in mentions]
        starts = np.array([mention.start for mention in mentions], np.int64)
        holes = starts - np.cumsum([0, *grown])[:-1]
        offsets[:, :2] += np.cumsum([0, *grown])[np.searchsorted(holes, offsets[:, 0])][:, None]
        places = np.cumsum([len(piece) + 1 for piece in self._holed.pieces])[:-1] - 1
        new = np.cumsum([0, *(len(surrogate) - 1 for surrogate in self._surrogates)])
        offsets[:, 2:] += new[np.searchsorted(places, offsets[:, 2])][:, None]
        moved = [
            Span(start, end, new_start, new_end, span.unit, span.epsilon)
            for (start, end, new_start, new_end), span in zip(offsets.tolist(), spans, strict=True)
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


class WordUnit(NamedTuple):
    """The words of a text that were drawn, and are paid for together.

    Attributes:
        scope: what they were drawn within.
        text, sent: the original text, and what came out, with holes for its mentions.
        words: how many there are.
        mechanism: what drew each.
    """

    scope: str
    text: str
    sent: str
    words: int
    mechanism: Mechanism


_TEXTS = 1024
"""Texts of a generation whose drawn words are kept: 30 kB for a long message, 5 kB for a usual one."""

_LONGEST_KEPT = 4000
"""Drawn words of longer texts are not kept: a message of a chat is shorter, and memory is bounded by entries."""

DrawnWords = list[tuple[Holes, DrawnText] | None]
"""The words of each text of a request around its mentions; None for a text that keeps them."""


class WordDraws:
    """Draws the words of requests. `key`: of repeatable draws; None draws fresh bits."""

    def __init__(self, policy: Policy, key: Secret | None, index: Index | str | Path | None) -> None:
        self._policy, self._key, self._index = policy, key, index
        # Texts that grow are drawn from other bits than those that come again as they are.
        self._kept = {grows: Memory(_TEXTS) for grows in (False, True)}

    @cached_property
    def tokens(self) -> dict[bool, Sanitizer]:
        """What draws the words of texts that come again as they are, and of texts that grow."""
        settings = self._policy.tokens
        options: dict[str, Any] = dict(settings.options)
        mechanism = Sanitizer(settings.mechanism, settings.epsilon, index=self._index, **options).mechanism
        return {
            # A request is checked as a whole, before its mentions become holes.
            grows: Sanitizer(
                mechanism, keep_stopwords=settings.keep_stopwords, key=self._key, grows=grows, languages="any"
            )
            for grows in (False, True)
        }

    def draw(self, asked: Sequence[OriginalRequest], mentions: Sequence[list[list[Mention]]]) -> list[DrawnWords]:
        """Draw the words of each text of each request, around its mentions; None for a text whose words stay."""
        words: list[DrawnWords] = [[None] * len(one.texts) for one in asked]
        if not self._policy.draws_words:
            return words
        for grows in (False, True):
            places: list[tuple[DrawnWords, int]] = []
            holes: list[Holes] = []
            scopes: list[str] = []
            for one, found, own in zip(asked, mentions, words, strict=True):
                if one.turns.grows == grows:
                    drawn = [at for at, by_developer in enumerate(one.developer) if not by_developer]
                    within = one.turns.scopes(one.scope)
                    places += ((own, at) for at in drawn)
                    holes += (Holes.of(one.texts[at], found[at]) for at in drawn)
                    scopes += (within[at] for at in drawn)
            done = self._draw([one.holed for one in holes], scopes, grows)
            for (own, at), one, drawn_text in zip(places, holes, done, strict=True):
                own[at] = one, drawn_text
        return words

    def _draw(self, texts: Sequence[str], scopes: Sequence[str], grows: bool) -> list[DrawnText]:
        """The words of texts that grow, or that do not, each drawn in its scope; those of short ones are kept."""
        memory = self._kept[grows]
        keys = [
            memory.key((scope, text)) if self._key is not None and len(text) <= _LONGEST_KEPT else None
            for text, scope in zip(texts, scopes, strict=True)
        ]
        done: list[Any] = [None if key is None else memory.find(key) for key in keys]
        if missing := [at for at, one in enumerate(done) if one is None]:
            drawn = self.tokens[grows].draw_many([texts[at] for at in missing], scopes=[scopes[at] for at in missing])
            for at, one in zip(missing, drawn, strict=True):
                done[at] = one
                if (key := keys[at]) is not None:
                    memory.keep(key, one)
        return done

    def units(self, asked: OriginalRequest, words: DrawnWords) -> list[WordUnit]:
        """Return what is paid for the drawn words of a request."""
        drawn = [(within, one) for within, one in zip(asked.turns.scopes(asked.scope), words, strict=True) if one]
        return [
            WordUnit(within, holes.text, one.text, one.words, self.tokens[False].mechanism)
            for within, (holes, one) in drawn
            if one.words
        ]
