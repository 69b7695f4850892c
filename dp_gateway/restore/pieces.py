"""Several pieces of a reply at once: most hold nothing that has to be replaced, and are looked at as one text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

__all__ = ["Rewindable", "feed_all"]

_FEW = 4
"""So few pieces are fed one by one where there is something to replace in them."""


class Rewindable(Protocol):
    """A stream that can go back to where it stood."""

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        ...

    @property
    def held(self) -> str:
        """What has been taken in and has not gone out."""
        ...

    def state(self) -> object:
        """Where the stream stands; None where it cannot go back."""
        ...

    def back(self, state: object) -> None:
        """Go back to a state."""
        ...


def feed_all(stream: Rewindable, pieces: Sequence[str]) -> list[str]:
    """What goes out for each of some pieces that have come together; joined it is what `feed` gives one by one."""
    if len(pieces) == 1 or (state := stream.state()) is None:
        return [stream.feed(piece) for piece in pieces]
    held, joined = stream.held, "".join(pieces)
    out = stream.feed(joined)
    if out == joined and not held:
        return list(pieces)
    if (held + joined).startswith(out):
        return _cut(out, len(held), pieces)
    stream.back(state)
    if len(pieces) <= _FEW:
        return [stream.feed(piece) for piece in pieces]
    half = len(pieces) // 2
    return feed_all(stream, pieces[:half]) + feed_all(stream, pieces[half:])


def _cut(out: str, held: int, pieces: Sequence[str]) -> list[str]:
    """A text in which nothing was replaced, in the pieces that it came in; the first has what was held before it."""
    parts: list[str] = []
    at, end = 0, held
    for piece in pieces:
        end += len(piece)
        parts.append(out[at:end])
        at = end
    return parts
