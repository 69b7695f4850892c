"""Streams of JSON documents whose end is known: at the last bracket, nothing is held back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dp_gateway.api.replies.texts import FieldStream

__all__ = ["ClosingStream"]

_MARK = re.compile(r'[{}\[\]"]')
_IN_STRING = re.compile(r'["\\]')


class ClosingStream:
    """Arguments of a tool call, or an answer in JSON: clients read them as soon as they are balanced.

    Args:
        new: makes the stream of one document.
    """

    def __init__(self, new: Callable[[], FieldStream]) -> None:
        self._new = new
        self._stream = new()
        self._count = self._withheld = self._unsure = 0
        self._depth = 0
        self._in_string = self._escaped = False

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        return self._count + self._stream.count

    @property
    def heard(self) -> str:
        """See `FieldStream`; of the document that has not ended."""
        return self._stream.heard

    @property
    def unsure(self) -> int:
        """See `FieldStream`."""
        return self._unsure + self._stream.unsure

    @property
    def withheld(self) -> int:
        """Surrogates that stayed."""
        return self._withheld + self._stream.withheld

    @property
    def held(self) -> str:
        """What has been taken in and has not gone out."""
        return self._stream.held

    def state(self) -> None:
        """See `Rewindable.state`: what stands in escapes is not gone back over."""
        return

    def back(self, state: object) -> None:
        """See `Rewindable.back`; never called, as there is no state."""
        self._stream.back(state)

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        at, out = 0, list[str]()
        while (end := self._end(piece, at)) is not None:
            out.append(self._stream.close(piece[at:end]))
            self._count, self._withheld, self._unsure = self.count, self.withheld, self.unsure
            self._stream = self._new()
            at = end
        return "".join([*out, self._stream.feed(piece[at:])]) if at < len(piece) or not out else "".join(out)

    def close(self, piece: str = "") -> str:
        """Take in the last piece, and return what was held back."""
        return (self.feed(piece) if piece else "") + self._stream.close()

    def _end(self, text: str, at: int) -> int | None:
        """Where the document ends, behind its last bracket; None where it goes on."""
        if self._escaped and at < len(text):
            self._escaped = False
            at += 1
        while mark := (_IN_STRING if self._in_string else _MARK).search(text, at):
            at = mark.end()
            char = mark[0]
            if char == '"':
                self._in_string = not self._in_string
            elif char == "\\":
                self._escaped = at == len(text)
                at += 1
            else:
                self._depth = max(self._depth + (1 if char in "{[" else -1), 0)
                if not self._depth and char in "}]":
                    return at
        return None
