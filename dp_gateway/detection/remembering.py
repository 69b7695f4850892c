"""A memory of messages seen, for whatever finds entities: a chat re-sends its history on every turn.

Detection is by far the dearest step: the spans of a text are kept, without a character of it, in a bounded `Memory`.
`Detection` runs its detectors behind it, and a server the workers that have them: it loads no detector for that.
"""

from __future__ import annotations

from collections.abc import Sequence

from dp_gateway.cache import Memory, hashed_once
from dp_gateway.errors import ConfigurationError
from dp_gateway.text.entities import Entity

Spans = tuple[Entity, ...]
"""The entities of a text: disjoint, in order, in code points of the text as given."""

# Of a generation of the memory, which has two; this many spans count as a text.
_TEXTS, _SPANS = 2048, 244


def span_memory() -> Memory:
    """Make the memory where the spans of texts are kept: of some thousands of them, and a million spans at most."""
    return Memory(_TEXTS, members=_SPANS)


class Remembering:
    """Finds entities, and keeps what it found; `_run` says how. `cache`: where spans of seen texts are kept, see
    `span_memory`; None to look for them each time.
    """

    def __init__(self, cache: Memory | None = None) -> None:
        self._cache = cache

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text: disjoint, in order, in code points of the text as given. Raises
        ConfigurationError where they are one text.
        """
        if isinstance(texts, str):
            raise ConfigurationError(
                "the texts are one str, whose letters would be the texts", hint="give a list: [text]"
            )
        if self._cache is None:
            with hashed_once():
                return [list(spans) for spans in self._run(texts)]
        keys = [self._cache.key((text,)) for text in texts]
        known: dict[bytes, Spans | None] = {key: self._cache.find(key) for key in keys}
        new = {key: text for key, text in zip(keys, texts, strict=True) if known[key] is None}
        if new:
            with hashed_once():
                found = self._run(list(new.values()))
            for key, spans in zip(new, found, strict=True):
                known[key] = spans
                self._cache.keep(key, spans)
        return [list(known[key] or ()) for key in keys]

    def known(self, texts: Sequence[str]) -> list[Sequence[Entity]] | None:
        """Return the entities of each text if all are in memory, so that `detect` takes no time worth speaking of."""
        if self._cache is None:
            return None
        found: list[Sequence[Entity]] = []
        for text in texts:
            spans: Spans | None = self._cache.find(self._cache.key((text,)))
            if spans is None:
                return None
            found.append(spans)
        return found

    def remember(self, texts: Sequence[str], found: Sequence[Sequence[Entity]]) -> None:
        """Keep what the same detection has found elsewhere, for `detect` to come."""
        if self._cache is not None:
            for text, spans in zip(texts, found, strict=True):
                self._cache.keep(self._cache.key((text,)), tuple(spans))

    def _run(self, texts: Sequence[str]) -> list[Spans]:
        """The entities of texts that are not in memory."""
        raise NotImplementedError
