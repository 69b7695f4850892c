"""A reply that is restored while it arrives."""

from __future__ import annotations

from typing import cast

from dp_gateway.restore.guard import BOUNDARY, Guard
from dp_gateway.restore.matching import Match, Surrogates
from dp_gateway.restore.numbers import CONTEXT

__all__ = ["RestoreStream"]

_CONTEXT = 8
"""Characters that have gone out and stay in front, for the rules about what stands before a match."""


_LONG_HELD = 4096
"""Characters up to which what is held is looked at with each piece: more than any line that is known again."""


class RestoreStream:
    """Restores a reply piece by piece: what the pieces give, joined, is what the joined reply gives.

    Args:
        surrogates: finds them.
        guard: decides which of them are restored.
        hears: what is taken in is kept, as something may have to be told of it.
    """

    def __init__(self, surrogates: Surrogates, guard: Guard, *, hears: bool = False) -> None:
        self._surrogates = surrogates
        self._guard = guard
        self._text = ""
        self._at = 0
        self._context = _CONTEXT if surrogates.numbers is None else CONTEXT
        self.unsure = 0
        self._heard: list[str] | None = [] if hears else None

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
        self._hear(piece)
        return self._advance(piece, final=False) if self._surrogates else piece

    def close(self, piece: str = "") -> str:
        """Take in the last piece, and return what was held back."""
        self._hear(piece)
        return self._advance(piece, final=True) if self._surrogates else piece

    def _hear(self, piece: str) -> None:
        if self._heard is not None and piece:
            self._heard.append(piece)

    @property
    def heard(self) -> str:
        """What has been taken in, where something may have to be told of it; else empty."""
        return "".join(self._heard or ())

    @property
    def held(self) -> str:
        """What is held back because it may become a surrogate."""
        return self._guard.held + self._text[self._at :]

    def state(self) -> object:
        """See `Rewindable.state`."""
        return self._guard.state(), self._text, self._at, self.unsure, len(self._heard or ())

    def back(self, state: object) -> None:
        """See `Rewindable.back`."""
        guard, self._text, self._at, self.unsure, heard = cast(tuple[object, str, int, int, int], state)
        if self._heard is not None:
            del self._heard[heard:]
        self._guard.back(guard)

    def _advance(self, piece: str, *, final: bool) -> str:
        at, text = self._at, self._text + piece
        if not final and _may_wait(len(self._text) - at, len(text) - at):
            self._text = text
            return ""
        matches, certain = self._surrogates.matches(text, at, final=final)
        if matches:
            return self.written(text, matches, certain, final=final)
        out = ""
        if at < certain:
            self._weigh(text, at, certain)
            out = self._guard.text(self._read(text, at, certain), self._kept(text, at, certain))
        self._keep(text, certain)
        return out + self._guard.close() if final else out

    def written(self, text: str, matches: list[Match], certain: int, *, final: bool) -> str:
        """What goes out of a text that goes on from what has been taken in, as far as its surrogates are certain."""
        at, parts, guard = self._at, list[str](), self._guard
        guard.begin(self._read(text, at, len(text)), at)
        for match in matches:
            start, end, _ = match
            if at < start:
                self._weigh(text, at, start)
                parts.append(guard.passed(start, self._kept(text, at, start)))
            found = self._kept(text, start, end)
            parts.append(guard.surrogate(start, end, *self._forms(found, match, text)))
            at = end
        if at < certain:
            self._weigh(text, at, certain)
            parts.append(guard.passed(certain, self._kept(text, at, certain)))
        guard.end(certain)
        self._keep(text, certain)
        if final:
            parts.append(guard.close())
        return "".join(parts)

    def _weigh(self, text: str, start: int, end: int) -> None:
        """Count the numbers of a stretch without surrogates that look like one that was drawn."""
        if self._surrogates.numbers is not None:
            self.unsure += self._surrogates.numbers.unsure(text, start, end)

    def _keep(self, text: str, at: int) -> None:
        """Keep what has not gone out, and a little of what has."""
        drop = at - self._context if at > self._context else 0
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


def _may_wait(held: int, grown: int) -> bool:
    """Whether what is held need not be looked at again yet: of much, that it has grown by a sixteenth is waited for."""
    unit = held.bit_length() - 4
    return held > _LONG_HELD and held >> unit == grown >> unit
