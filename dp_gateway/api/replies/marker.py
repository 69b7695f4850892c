"""The marker by which a provider that was told so names the stand-in of which its answer states facts.

Under `hint = true` of a policy the doorway adds the hint (prompts/hint.md) to chat completions, and `Texts` takes the
marker off the beginning of an answer, whole or cut anywhere, and makes a caution of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dp_gateway.api.replies.texts import FieldStream

__all__ = ["MarkedStream", "taken_off"]

_MARKER = re.compile(r"\s*\[\[about:([^\[\]\n]{0,200})\]\][ \t]*\n?", re.IGNORECASE)
_BEGINNING = re.compile(r"\s{0,16}(?:\[(?:\[(?:a(?:b(?:o(?:u(?:t(?::[^\[\]\n]{0,200}\]?)?)?)?)?)?)?)?)?", re.IGNORECASE)
_BEHIND = re.compile(r"\s{0,16}\[\[about:[^\[\]\n]{0,200}\]\][ \t]{0,16}", re.IGNORECASE)


def taken_off(text: str) -> tuple[str, list[str]]:
    """An answer without the markers at its beginning, and the stand-ins that they name."""
    named: list[str] = []
    while match := _MARKER.match(text):
        named.append(match[1].strip())
        text = text[match.end() :]
    return text, named


class MarkedStream:
    """An answer that comes in pieces, without its markers: its beginning is held while it may be one.

    Args:
        stream: restores the rest.
        named: told of the stand-ins that markers name.
    """

    def __init__(self, stream: FieldStream, named: list[str]) -> None:
        self._stream, self._named = stream, named
        self._begun = False
        self._beginning = ""

    @property
    def count(self) -> int:
        """See `FieldStream`."""
        return self._stream.count

    @property
    def heard(self) -> str:
        """See `FieldStream`."""
        return self._stream.heard

    @property
    def unsure(self) -> int:
        """See `FieldStream`."""
        return self._stream.unsure

    @property
    def withheld(self) -> int:
        """See `FieldStream`."""
        return self._stream.withheld

    @property
    def held(self) -> str:
        """What has been taken in and has not gone out."""
        return self._beginning + self._stream.held

    def state(self) -> object:
        """See `Rewindable.state`; the beginning is not gone back over."""
        return self._stream.state() if self._begun else None

    def back(self, state: object) -> None:
        """See `Rewindable.back`."""
        self._stream.back(state)

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        if self._begun:
            return self._stream.feed(piece)
        text = self._beginning + piece
        if _BEGINNING.fullmatch(text) or _BEHIND.fullmatch(text):
            self._beginning = text
            return ""
        # Behind a marker another may follow.
        rest, named = taken_off(text)
        self._named += named
        if named and (not rest or _BEGINNING.fullmatch(rest)):
            self._beginning = rest
            return ""
        self._begun, self._beginning = True, ""
        return self._stream.feed(rest)

    def close(self, piece: str = "") -> str:
        """Take in the last piece, and return what was held back."""
        if self._begun:
            return self._stream.close(piece)
        rest, named = taken_off(self._beginning + piece)
        self._named += named
        self._begun, self._beginning = True, ""
        return self._stream.close(rest)
