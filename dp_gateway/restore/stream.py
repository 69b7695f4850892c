"""A reply that is restored while it arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from dp_gateway.restore.restorer import Match, Restorer

__all__ = ["RestoreStream"]

_CONTEXT = 2
"""Characters that have gone out and stay in front, for the rules about what stands before a match."""


class RestoreStream:
    """Restores a reply piece by piece: what the pieces give, joined, is what the joined reply gives.

    Attributes:
        count: surrogates found so far.
    """

    def __init__(self, restorer: Restorer) -> None:
        self.count = 0
        self._restorer = restorer
        self._text = ""
        self._at = 0

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        return self._advance(piece, final=False)

    def close(self, piece: str = "") -> str:
        """Take in the last piece, and return what was held back."""
        return self._advance(piece, final=True)

    @property
    def held(self) -> str:
        """What is held back because it may become a surrogate."""
        return self._text[self._at :]

    def state(self) -> object:
        """See `Rewindable.state`."""
        return self.count, self._text, self._at

    def back(self, state: object) -> None:
        """See `Rewindable.back`."""
        self.count, self._text, self._at = cast(tuple[int, str, int], state)

    def _advance(self, piece: str, *, final: bool) -> str:
        at, text = self._at, self._text + piece
        matches, certain = self._restorer.matches(text, at, final=final)
        if not matches:
            out = self._kept(text, at, certain)
            self._keep(text, certain)
            return out
        parts: list[str] = []
        for match in matches:
            parts += self._kept(text, at, match.start), self._written(text, match)
            at = match.end
        parts.append(self._kept(text, at, certain))
        self.count += len(matches)
        self._keep(text, certain)
        return "".join(parts)

    def _keep(self, text: str, at: int) -> None:
        """Keep what has not gone out, and a little of what has."""
        drop = at - _CONTEXT if at > _CONTEXT else 0
        self._text, self._at = text[drop:], at - drop

    def _kept(self, text: str, start: int, end: int) -> str:
        """What belongs to no surrogate, as it goes into the output."""
        return text[start:end]

    def _written(self, text: str, match: Match) -> str:
        """What stands in the place of a match, as it goes into the output."""
        del text
        return match.text
