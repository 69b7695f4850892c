"""What a request says: its texts with their mentions and drawn words, and what each mention is drawn within."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dp_gateway.detection.hints import Hints
from dp_gateway.pipeline.languages import Languages
from dp_gateway.pipeline.replacing import Holed
from dp_gateway.pipeline.turns import Turns
from dp_gateway.surrogates.mentions import Mention, between
from dp_gateway.text.folding import fold

__all__ = ["Asked", "Said"]


class Asked(NamedTuple):
    """A request before anything is found in it.

    Attributes:
        texts: its texts.
        developer: which of them the developer wrote.
        scope, turns, hints: see `Gateway.request`.
        languages: of the users' texts.
    """

    texts: Sequence[str]
    developer: Sequence[bool]
    scope: str
    turns: Turns
    hints: Hints
    languages: Languages


class Said(NamedTuple):
    """A request before anything is drawn for its mentions.

    Attributes:
        texts: its texts.
        mentions: those of each text.
        words: the drawn words of each text; None where they stay.
        turns: when each text was said.
        scope: of the request.
    """

    texts: Sequence[str]
    mentions: Sequence[Sequence[Mention]]
    words: Sequence[Holed | None]
    turns: Turns
    scope: str

    def clear(self, at: int) -> Iterable[str]:
        """What a text leaves in clear."""
        words = self.words[at]
        return between(self.texts[at], self.mentions[at]) if words is None else words.pieces

    def scopes(self, at: int) -> Iterator[tuple[bytes, ...]]:
        """What each mention of a text is drawn within, where it is the first of its value."""
        mentions, turns = self.mentions[at], self.turns
        if not turns.chained:
            own: tuple[bytes, ...] = (_bytes(self.scope),)
        elif turns.links and turns.spoken[at]:
            own = (_bytes(turns.link(at)),)
        elif turns.links:
            # Not all of the text: an instruction tells the time, and is another one in each turn.
            values = (fold(mention.text) for mention in mentions if mention.type not in _CLOCKS)
            own = _bytes(turns.link(at)), *map(_bytes, values)
        else:
            yield from self._grown(at)
            return
        for _ in mentions:
            yield own

    def _grown(self, at: int) -> Iterator[tuple[bytes, ...]]:
        """The text up to the end of each mention."""
        text, state, done = self.texts[at], hashlib.sha256(), 0
        for mention in self.mentions[at]:
            state.update(_bytes(text[done : mention.end]))
            done = mention.end
            yield _bytes(self.scope), state.digest()


_CLOCKS = frozenset(("DATE_TIME", "DURATION"))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
