"""A reply that is restored while it arrives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from dp_gateway.restore.guard import BOUNDARY, Guard, Written

if TYPE_CHECKING:
    from dp_gateway.restore.restorer import Match, Restorer

__all__ = ["RestoreStream"]

_CONTEXT = 2
"""Characters that have gone out and stay in front, for the rules about what stands before a match."""
_AHEAD = 64
"""Characters after a surrogate in which the end of its run is looked for."""

_RUN_END = re.compile(r"\s")


class RestoreStream:
    """Restores a reply piece by piece: what the pieces give, joined, is what the joined reply gives.

    Args:
        restorer: knows the surrogates.
        guard: decides which of them are restored.
    """

    def __init__(self, restorer: Restorer, guard: Guard) -> None:
        self._restorer = restorer
        self._guard = guard
        self._text = ""
        self._at = 0

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        return self._guard.count

    @property
    def withheld(self) -> int:
        """Surrogates that stayed, since they stood in an address that the request does not know."""
        return self._guard.withheld

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        return self._advance(piece, final=False) if self._restorer else piece

    def close(self, piece: str = "") -> str:
        """Take in the last piece, and return what was held back."""
        return self._advance(piece, final=True) if self._restorer else piece

    @property
    def held(self) -> str:
        """What is held back because it may become a surrogate."""
        return self._guard.held + self._text[self._at :]

    def state(self) -> object:
        """See `Rewindable.state`."""
        return self._guard.state(), self._text, self._at

    def back(self, state: object) -> None:
        """See `Rewindable.back`."""
        guard, self._text, self._at = cast(tuple[object, str, int], state)
        self._guard.back(guard)

    def _advance(self, piece: str, *, final: bool) -> str:
        at, text = self._at, self._text + piece
        matches, certain = self._restorer.matches(text, at, final=final)
        if not matches:
            out = self._passed(text, at, certain)
            self._keep(text, certain)
            return out + self._guard.close() if final else out
        return self.written(text, matches, certain, final=final)

    def written(self, text: str, matches: list[Match], certain: int, *, final: bool) -> str:
        """What goes out of a text that goes on from what has been taken in, as far as its surrogates are certain."""
        at, parts = self._at, list[str]()
        for match in matches:
            parts.append(self._passed(text, at, match.start))
            found = self._kept(text, match.start, match.end)
            written = Written(text[match.start : match.end], *self._forms(found, match, text))
            at = match.end
            run_end = _RUN_END.search(text, at, at + _AHEAD)
            parts.append(self._guard.surrogate(written, text[at : run_end.start()] if run_end else None))
        parts.append(self._passed(text, at, certain))
        self._keep(text, certain)
        if final:
            parts.append(self._guard.close())
        return "".join(parts)

    def _passed(self, text: str, start: int, end: int) -> str:
        """What of a stretch without surrogates, and of what waited before it, goes out."""
        if start == end:
            return ""
        read = self._read(text, start, end)
        return self._guard.text(read, self._kept(text, start, end))

    def _keep(self, text: str, at: int) -> None:
        """Keep what has not gone out, and a little of what has."""
        drop = at - _CONTEXT if at > _CONTEXT else 0
        self._text, self._at = text[drop:], at - drop

    def _read(self, text: str, start: int, end: int) -> str:
        """A stretch as the guard reads it."""
        read = text[start:end]
        return read.replace(BOUNDARY, " ") if BOUNDARY in read else read

    def _kept(self, text: str, start: int, end: int) -> str:
        """What belongs to no surrogate, as it goes into the output."""
        return text[start:end]

    def _forms(self, found: str, match: Match, text: str) -> tuple[str, str]:
        """What goes into the output where a surrogate stays, and where it does not."""
        del text
        return found, match.text
