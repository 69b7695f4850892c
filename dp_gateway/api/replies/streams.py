"""Restores streams of one string of a reply: a JSON document, an answer that may begin with markers, the name of a
tool.

`Texts` makes one for each string that comes in pieces; they stand around the restorer's own streams.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Protocol, cast

from dp_gateway.restore import Restorer
from dp_gateway.restore.stream import Rewindable

_MARK = re.compile(r'[{}\[\]"]')
_IN_STRING = re.compile(r'["\\]')
_MARKER = re.compile(r"\s{0,16}\[\[about:([^\[\]\n]{0,200})\]\][ \t]{0,16}\n?", re.IGNORECASE)
_BEGINNING = re.compile(r"\s{0,16}(?:\[(?:\[(?:a(?:b(?:o(?:u(?:t(?::[^\[\]\n]{0,200}\]?)?)?)?)?)?)?)?)?", re.IGNORECASE)
_BEHIND = re.compile(r"\s{0,16}\[\[about:[^\[\]\n]{0,200}\]\][ \t]{0,16}", re.IGNORECASE)


class FieldStream(Rewindable, Protocol):
    """A string that comes in pieces."""

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        ...

    @property
    def heard(self) -> str:
        """What the provider wrote so far, where something may have to be told of it; else empty."""
        ...

    @property
    def unsure(self) -> int:
        """Numbers that look like one that was drawn, and nothing tells that they are."""
        ...

    @property
    def withheld(self) -> int:
        """Surrogates that stayed, since they stood in an address that is none of the request's."""
        ...

    def close(self, piece: str = "") -> str:
        """Take in the last piece, and return what was held back."""
        ...


class _AroundStream:
    """What a stream around another one tells of it: counts and what was heard are the inner stream's."""

    def __init__(self, stream: FieldStream) -> None:
        self._stream = stream

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        return self._stream.count

    @property
    def heard(self) -> str:
        """What the provider wrote so far, where something may have to be told of it; else empty."""
        return self._stream.heard

    @property
    def unsure(self) -> int:
        """Numbers that look like one that was drawn, and nothing tells that they are."""
        return self._stream.unsure

    @property
    def withheld(self) -> int:
        """Surrogates that stayed."""
        return self._stream.withheld

    @property
    def held(self) -> str:
        """What has been taken in and has not gone out."""
        return self._stream.held

    def back(self, state: object) -> None:
        """Go back to a state, as `Rewindable` asks."""
        self._stream.back(state)


class ClosingStream(_AroundStream):
    """Arguments of a tool call, or an answer in JSON: clients read them as soon as they are balanced. `new`: makes the
    stream of one document.
    """

    def __init__(self, new: Callable[[], FieldStream]) -> None:
        super().__init__(new())
        self._new = new
        self._count = self._withheld = self._unsure = 0
        self._depth = 0
        self._in_string = self._escaped = False

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        return self._count + self._stream.count

    @property
    def unsure(self) -> int:
        """Numbers that look like one that was drawn, and nothing tells that they are."""
        return self._unsure + self._stream.unsure

    @property
    def withheld(self) -> int:
        """Surrogates that stayed."""
        return self._withheld + self._stream.withheld

    def state(self) -> object:
        """Return where the stream stands."""
        return self._stream.state(), dict(vars(self))

    def back(self, state: object) -> None:
        """Go back to a state."""
        inner, own = cast(tuple[object, dict[str, object]], state)
        vars(self).update(own)
        self._stream.back(inner)

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


def taken_off(text: str) -> tuple[str, list[str]]:
    """Take the markers off the beginning of an answer; return the rest, and the stand-ins that they name.

    Under `hint = true` of a policy the doorway asks the provider for such a marker (prompts/hint.md).
    """
    named: list[str] = []
    at = 0
    while match := _MARKER.match(text, at):
        named.append(match[1].strip())
        at = match.end()
    return text[at:], named


class MarkedStream(_AroundStream):
    """An answer that comes in pieces, without its markers: its beginning is held while it may be one. `named`: told of
    the stand-ins that markers name.
    """

    def __init__(self, stream: FieldStream, named: list[str]) -> None:
        super().__init__(stream)
        self._named = named
        self._begun = False
        self._beginning = ""

    @property
    def held(self) -> str:
        """What has been taken in and has not gone out."""
        return self._beginning + self._stream.held

    def state(self) -> object:
        """Return where the stream stands; None until the beginning has gone out, which is not gone back over."""
        return self._stream.state() if self._begun else None

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


class NameStream:
    """The name of a tool: held back only while it may still become one that was replaced."""

    def __init__(self, restorer: Restorer, renamed: Mapping[str, str]) -> None:
        self.count = self.withheld = self.unsure = 0
        self.heard = ""
        self._restorer = restorer
        self._renamed = renamed
        self.held = ""

    def state(self) -> None:
        """Return None: the name of a tool is not gone back over."""
        return

    def back(self, state: object) -> None:
        """Raise an error: it is never called, as there is no state."""
        raise NotImplementedError("the name of a tool comes in few pieces")

    def feed(self, piece: str) -> str:
        """Take in a piece and return what is certain now."""
        self.held += piece
        if self.held not in self._renamed and any(name.startswith(self.held) for name in self._renamed):
            return ""
        return self.close()

    def close(self, piece: str = "") -> str:
        """Take in the last piece, and return what was held back."""
        held, self.held = self.held + piece, ""
        if held in self._renamed:
            self.count += 1
            return self._renamed[held]
        restored = self._restorer.restore(held)
        self.count += restored.count
        return restored.text
