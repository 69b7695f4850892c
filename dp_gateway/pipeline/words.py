"""The words of texts around their mentions, drawn by a token mechanism.

`Gateway` calls it as its second stage, for policies that draw words; the third fills the holes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dp_gateway.cache import Memory
from dp_gateway.pipeline.draws import DrawnText
from dp_gateway.pipeline.filling import Holes
from dp_gateway.pipeline.report import Totals
from dp_gateway.pipeline.request import Asked
from dp_gateway.pipeline.tokens import Sanitizer
from dp_gateway.policy import Policy
from dp_gateway.privacy.guarantee import Price, stated
from dp_gateway.randomness import Secret
from dp_gateway.surrogates.mentions import Mention

if TYPE_CHECKING:
    from dp_gateway.vocabulary.index import Index

__all__ = ["DrawnWords", "WordDraws"]

_TEXTS = 1024
"""Texts of a generation whose drawn words are kept: 30 kB for a long message, 5 kB for a usual one."""

_LONGEST_KEPT = 4000
"""Drawn words of longer texts are not kept: a message of a chat is shorter, and memory is bounded by entries."""

DrawnWords = list[tuple[Holes, DrawnText] | None]
"""The words of each text of a request around its mentions; None for a text that keeps them."""


class WordDraws:
    """Draws the words of requests.

    Args:
        policy: of the gateway.
        key: of repeatable draws; None draws fresh bits.
        index: the words.
    """

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

    def draw(self, asked: Sequence[Asked], mentions: Sequence[list[list[Mention]]]) -> list[DrawnWords]:
        """The drawn words of each text of each request, around its mentions; None where they stay."""
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
        """The words of texts that grow, or that do not, each drawn in its scope."""

        def draw(places: Sequence[int]) -> list[DrawnText]:
            tokens = self.tokens[grows]
            return tokens.draw_many([texts[at] for at in places], scopes=[scopes[at] for at in places])

        if not texts:
            return []
        if self._key is None:
            return draw(range(len(texts)))
        short = [at for at, text in enumerate(texts) if len(text) <= _LONGEST_KEPT]
        names = [(scopes[at], texts[at]) for at in short]
        kept = self._kept[grows].recall_many(names, lambda missing: draw([short[at] for at in missing]))
        if len(short) == len(texts):
            return kept
        long = [at for at, text in enumerate(texts) if len(text) > _LONGEST_KEPT]
        done = dict(zip((*short, *long), (*kept, *draw(long)), strict=True))
        return [done[at] for at in range(len(texts))]

    def totals(self, asked: Asked, drawn: Sequence[DrawnText]) -> Totals:
        """What drawn words cost, before anything else is told of them."""
        mechanism, words = self.tokens[False].mechanism, sum(one.words for one in drawn)
        # A text that is drawn alike again is the same unit.
        units = zip(asked.turns.scopes(asked.scope), asked.texts, drawn, strict=True)
        different = sum({(within, text, one.text): one.words for within, text, one in units}.values())
        if not different:
            return Totals(0, words, Price(0.0, 0.0, 0.0), asked.languages)
        level = stated((math.fsum([different * mechanism.guarantee.certified_epsilon]), 0.0))
        return Totals(0, words, Price(*level, different * mechanism.epsilon, (mechanism.name,)), asked.languages)
