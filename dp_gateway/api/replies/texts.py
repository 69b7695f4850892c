"""What becomes of the strings of one reply: whole ones at once, those that come in pieces each as its own stream.

Restorers of all API shapes call `Texts`. A stream of a JSON document ends at its last bracket: nothing is held back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

from dp_gateway.api.replies.fields import Path, Treatment
from dp_gateway.api.replies.marker import MarkedStream, taken_off
from dp_gateway.api.replies.masking import NO_SURROGATES, Mask, MaskedStream
from dp_gateway.restore import Caution, Restorer
from dp_gateway.restore.pieces import Rewindable
from dp_gateway.text.entities import Entity

__all__ = ["ClosingStream", "FieldStream", "Piece", "Texts"]

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
        """Numbers that look like one that was drawn, and nothing tells that they are."""
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


_SAID = frozenset({Treatment.TEXT, Treatment.WHOLE, Treatment.ANSWER})
_ARGUMENTS = frozenset({Treatment.JSON, Treatment.INPUT})
_JSON = frozenset({Treatment.JSON})
_JSON_ANSWERS = frozenset({Treatment.JSON, Treatment.ANSWER})


_UNSURE = "not restored for certain: a number that looks like one that was sent, and nothing tells that it is that"
_WITHHELD = "not restored, because it stood in an address that is none of the request's"


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


class Piece(NamedTuple):
    """A piece of a text, and the stream it has gone into."""

    text: str
    stream: FieldStream


class Texts:
    """Restores the strings of one reply.

    Attributes:
        noted: remarks for the report.
        alters: the text of the reply may differ from what the provider wrote.
        idle: nothing of it will.

    Args:
        restorer: surrogates and originals of the request.
        mask: finds identifiers; None lets those pass that the provider brings.
        known: a value that was in the request as it was sent.
        renamed: names of tools that the request was sent with, and the original ones.
        json_answers: the request asked for answers that are JSON documents.
        tools: names of the tools whose arguments are restored; None restores those of all.
        marked: the provider was told to mark answers that depend on facts about a stand-in.
    """

    def __init__(
        self,
        restorer: Restorer,
        mask: Callable[[str], list[Entity]] | None,
        known: Callable[[str], bool] | None,
        renamed: Mapping[str, str],
        *,
        json_answers: bool,
        tools: frozenset[str] | None = None,
        marked: bool = False,
    ) -> None:
        self._marked = marked
        self._named: list[str] = []
        # A dict, for its keys: in order, and each once.
        self.noted: dict[str, None] = {}
        self._mask = Mask(restorer, mask, known, self.noted) if mask else None
        self.alters = bool(restorer) or mask is not None or marked
        self.idle = not self.alters and not renamed
        self._restorer = restorer
        self._renamed = renamed
        self._json = _JSON_ANSWERS if json_answers else _JSON
        self._tools = tools
        self._called: dict[Path, str] = {}
        self._streams: dict[Path, FieldStream] = {}
        self._counted = 0
        self.unsure = 0
        # What the provider wrote in fields that are complete, where something may have to be told of it.
        self._wrote: list[str] = []

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        return self._counted + sum(stream.count for stream in self._streams.values())

    def note(self, text: str) -> None:
        """Remember a remark for the report, once."""
        self.noted[text] = None

    def whole(self, text: str, treatment: Treatment, path: Path = ()) -> str:
        """A string that is complete."""
        if self.idle or _is_binary(text):
            return text
        if self._marked and treatment is Treatment.ANSWER:
            written = text
            text, named = taken_off(text)
            self._named += named
            return written if (restored := self._whole(text, treatment, path)) == written else restored
        return self._whole(text, treatment, path)

    def _whole(self, text: str, treatment: Treatment, path: Path) -> str:
        if treatment is Treatment.NAME or treatment in self._json or self._is_left(treatment, path):
            stream = self._new(treatment, path)
            restored = stream.close(text)
            self._ended(stream)
        else:
            masked = text if self._mask is None else self._mask.whole(text)
            done = self._restorer.restore(masked, leaf=treatment is not Treatment.ANSWER)
            restored = done.text
            self._counted += done.count
            self._withheld(done.withheld)
            self._unsure(done.unsure)
            if self._restorer.cautions and treatment in _SAID:
                self._wrote.append(text)
        if treatment is Treatment.NAME:
            self.called(path[:-1], restored)
        return text if restored == text else restored

    @property
    def cautions(self) -> list[Caution]:
        """What the reply states about values that were drawn near; of a stream, as far as it has come."""
        texts = [*self._wrote, *(stream.heard for stream in self._streams.values())]
        found = [caution for text in texts if text for caution in self._restorer.cautions.of(text)]
        found += [caution for name in self._named if (caution := self._restorer.cautions.about(name)) is not None]
        return list(dict.fromkeys(found))

    def again(self, text: str, treatment: Treatment, path: Path = ()) -> str:
        """A complete string whose surrogates have been counted before."""
        counted = self._counted
        restored = self.whole(text, treatment, path)
        self._counted = counted
        return restored

    def unmasked(self, text: str, treatment: Treatment, path: Path = ()) -> str:
        """A complete string in which identifiers of the provider's own stay."""
        restored = self._restorer.restore(text)
        self._counted += restored.count
        return restored.text

    def piece(self, text: str, treatment: Treatment, path: Path) -> str:
        """The next piece of the string at a path; returns what of it is certain now."""
        if treatment is Treatment.WHOLE or _is_binary(text):
            return self.whole(text, treatment)
        restored = self.stream(path, treatment).feed(text)
        if treatment is Treatment.NAME and restored:
            self.called(path[:-1], self._called.get(path[:-1], "") + restored)
        return text if restored == text else restored

    def stream(self, path: Path, treatment: Treatment = Treatment.TEXT) -> FieldStream:
        """The stream of a path."""
        found = self._streams.get(path)
        if found is None:
            found = self._streams[path] = self._new(treatment, path)
        return found

    def called(self, place: Path, name: str) -> None:
        """Note the name of the tool whose arguments stand at a place."""
        if self._tools is not None:
            self._called[place] = name

    def _is_left(self, treatment: Treatment, path: Path) -> bool:
        """Whether a string is an argument of a tool that gets the surrogates."""
        if self._tools is None or treatment not in _ARGUMENTS or not path:
            return False
        return self._called.get(path[:-1]) not in self._tools

    def tails(self, belongs: Callable[[Path], bool]) -> list[tuple[Path, str]]:
        """Close the streams of some paths: what they held back, in the order in which they began."""
        tails: list[tuple[Path, str]] = []
        for path in [path for path in self._streams if belongs(path)]:
            stream = self._streams.pop(path)
            if tail := stream.close():
                tails.append((path, tail))
            self._ended(stream)
        return tails

    def _ended(self, stream: FieldStream) -> None:
        self._counted += stream.count
        self._withheld(stream.withheld)
        self._unsure(stream.unsure)
        self._wrote.append(stream.heard)

    def _unsure(self, count: int) -> None:
        self.unsure += count
        if count:
            self.note(_UNSURE)

    def _withheld(self, count: int) -> None:
        if count:
            self.note(_WITHHELD)

    def _new(self, treatment: Treatment, path: Path) -> FieldStream:
        if treatment is Treatment.NAME:
            return _NameStream(self._restorer, self._renamed)
        if treatment in self._json:
            return ClosingStream(partial(self._of, treatment, path))
        stream = self._of(treatment, path)
        return MarkedStream(stream, self._named) if self._marked and treatment is Treatment.ANSWER else stream

    def _of(self, treatment: Treatment, path: Path) -> FieldStream:
        as_json = treatment in self._json
        restorer = NO_SURROGATES if self._is_left(treatment, path) else self._restorer
        stream = restorer.stream(as_json=as_json, leaf=treatment is not Treatment.ANSWER)
        return MaskedStream(self._mask, stream, as_json=as_json, code=treatment in _ARGUMENTS) if self._mask else stream


class _NameStream:
    """The name of a tool: held back only while it may still become one that was replaced."""

    def __init__(self, restorer: Restorer, renamed: Mapping[str, str]) -> None:
        self.count = self.withheld = self.unsure = 0
        self.heard = ""
        self._restorer = restorer
        self._renamed = renamed
        self.held = ""

    def state(self) -> None:
        return

    def back(self, state: object) -> None:
        raise NotImplementedError("the name of a tool comes in few pieces")

    def feed(self, piece: str) -> str:
        self.held += piece
        if self.held not in self._renamed and any(name.startswith(self.held) for name in self._renamed):
            return ""
        return self.close()

    def close(self, piece: str = "") -> str:
        held, self.held = self.held + piece, ""
        if held in self._renamed:
            self.count += 1
            return self._renamed[held]
        restored = self._restorer.restore(held)
        self.count += restored.count
        return restored.text


def _is_binary(text: str) -> bool:
    """A data URL, such as that of an image."""
    return text.startswith("data:") and ";base64," in text[:100]
