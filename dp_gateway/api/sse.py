"""Reads server-sent events from any chunking, restores them, and writes them again.

Most events of a stream are like the one before. What stands before and after the text is compared as bytes, and the
text goes on in the stream of the earlier one.

Source: WHATWG HTML, "Server-sent events", section 9.2.5 and 9.2.6.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import orjson

from dp_gateway.api.replies.base import Named, ReplyRestoration, TextPiece
from dp_gateway.api.replies.fields import is_object
from dp_gateway.api.replies.streams import FieldStream
from dp_gateway.errors import UpstreamFailed
from dp_gateway.restore.caution import Caution
from dp_gateway.restore.stream import feed_all


def loaded(document: bytes) -> Any:
    """Parse the document of an event; lone surrogates and NaN, which some providers write, are taken. Raises ValueError
    where it is no JSON, or nested too deeply.
    """
    try:
        return orjson.loads(document)
    except ValueError:
        pass
    try:
        return json.loads(document)
    except RecursionError:
        raise ValueError from None


def dumped(value: Any) -> bytes:
    """Write the document of a value that `loaded` has given, in one line."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value).encode()


_PLAIN = re.compile(rb'[^"\\\x00-\x1f]*+')
_LITERAL = re.compile(rb'(?>(?:[^"\\\x00-\x1f]++|\\.)*)')


class RepeatedEvent:
    """The frame of events that differ in their text alone: the bytes before the text and after it, and its stream."""

    def __init__(self, before: bytes, after: bytes, stream: FieldStream) -> None:
        self._before, self._after, self._stream = before, after, stream

    @classmethod
    def like(cls, raw: bytes, piece: TextPiece) -> RepeatedEvent | None:
        """Make what tells events like this one, whose only text is `piece`; None if its place in the bytes is not
        certain.
        """
        string = dumped(piece.text)
        # Outside of it nothing is escaped, so that nothing else can be the text: where it stands once is its place.
        if raw.count(b"\\") != string.count(b"\\") or raw.count(string) != 1:
            return None
        at = raw.index(string)
        return cls(raw[: at + 1], raw[at + len(string) - 1 :], piece.stream)

    def restored(self, events: Sequence[bytes]) -> tuple[bytes, int]:
        """Restore the first of some events, as many as are like the earlier one; return how many these are too."""
        before, after = self._before, self._after
        if not events[0].startswith(before):
            return b"", 0
        # Cut all at once: that a text begins and ends where it was cut is seen by what it holds.
        *literals, rest = b"".join(events)[len(before) :].split(after + before)
        end = rest.find(after)
        if end >= 0:
            literals.append(rest[:end])
        if not _PLAIN.fullmatch(b"".join(literals)):
            literals = list(takewhile(_LITERAL.fullmatch, literals))
        try:
            texts: list[str] = loaded(b'["%b"]' % b'","'.join(literals)) if literals else []
        except ValueError:
            return b"", 0
        if not texts:
            return b"", 0
        new = feed_all(self._stream, texts)
        if new == texts:
            return b"".join(events[: len(texts)]), len(texts)
        changed = [
            raw if out == text else before + dumped(out)[1:-1] + after
            for raw, text, out in zip(events, texts, new, strict=False)
        ]
        return b"".join(changed), len(texts)


LARGEST_EVENT = 32 * 1024 * 1024
"""Bytes: an event may carry an image."""

_TOGETHER = 256
"""Events that are looked at together."""

_LINE_END = re.compile(rb"\r\n|\n|\r")
# A line end that is cut in two ends the event at once; the other half is then an empty line, which means nothing.
_BLANK_LINE = re.compile(rb"(?:\r\n|\n|\r(?!\n)){2}")
_BOM = b"\xef\xbb\xbf"
_DONE = b"[DONE]"
_NUMBERED = re.compile(rb'"sequence_number"\s*:\s*(\d{1,18})(?=[,}\s])')
_LONGEST_NUMBER = 64


class Event(NamedTuple):
    """One event.

    Attributes:
        name: the `event` field.
        data: the `data` fields, joined by line feeds; empty where there is none.
        others: all other lines (`id`, `retry`, comments), in order.
        raw: the event as it came, with the empty line that ends it.
    """

    name: str | None
    data: bytes
    others: tuple[bytes, ...] = ()
    raw: bytes = b""


class EventParser:
    """Cuts a stream of bytes into events; lines end with LF, CRLF or CR. `largest`: bytes that one event may have.
    Raises UpstreamFailed: from `feed`: an event is larger.
    """

    def __init__(self, *, largest: int = LARGEST_EVENT) -> None:
        self._largest = largest
        self._held = bytearray()
        self._begun = False

    @property
    def held(self) -> int:
        """Bytes of an event that is not complete."""
        return len(self._held)

    def feed(self, chunk: bytes) -> list[Event]:
        """Take in some bytes and return the events that are complete."""
        return [parsed(raw) for raw in self.raw(chunk)]

    def raw(self, chunk: bytes) -> list[bytes]:
        """Take in some bytes and return each complete event as it came, with the empty line that ends it."""
        if not self._begun:
            chunk = self._without_mark(chunk)
        if self._held:
            searched = max(len(self._held) - 3, 0)
            self._held += chunk
            if _BLANK_LINE.search(self._held, searched) is None:
                self._check()
                return []
            chunk = bytes(self._held)
            self._held.clear()
        return self._cut(chunk)

    def close(self) -> list[Event]:
        """Note that the stream has ended; an event that no empty line ended is returned too."""
        rest = bytes(self._held).strip(b"\r\n")
        self._held.clear()
        return [parsed(rest + b"\n\n")] if rest else []

    def _cut(self, data: bytes) -> list[bytes]:
        if b"\r" not in data:
            *blocks, rest = data.split(b"\n\n")
            events = [block + b"\n\n" for block in blocks if block]
        else:
            events, at = list[bytes](), 0
            for blank in _BLANK_LINE.finditer(data):
                if blank.start() > at:
                    events.append(data[at : blank.end()])
                at = blank.end()
            rest = data[at:]
        if rest:
            self._held += rest
            self._check()
        return events

    def _check(self) -> None:
        if len(self._held) > self._largest:
            # It is no event, and to restore it as text would take as long as it is: what else is held goes out at once.
            self._held.clear()
            raise UpstreamFailed(
                f"the provider sent an event of more than {self._largest} bytes",
                hint="check that the upstream URL leads to a model provider",
            )

    def _without_mark(self, chunk: bytes) -> bytes:
        """The beginning of the stream without a byte order mark, which may come in pieces."""
        chunk = bytes(self._held) + chunk
        self._held.clear()
        if len(chunk) < len(_BOM) and _BOM.startswith(chunk):
            self._held += chunk
            return b""
        self._begun = True
        return chunk.removeprefix(_BOM)


def parsed(raw: bytes) -> Event:
    """Parse an event from its bytes."""
    block = raw.rstrip(b"\r\n")
    if block[:6] == b"data: " and b"\n" not in block and b"\r" not in block:
        return Event(None, block[6:], (), raw)
    first, _, second = block.partition(b"\n")
    if first[:7] == b"event: " and second[:6] == b"data: " and b"\n" not in second and b"\r" not in block:
        return Event(first[7:].decode("utf-8", "replace") or None, second[6:], (), raw)
    name: str | None = None
    data: list[bytes] = []
    others: list[bytes] = []
    for line in _LINE_END.split(block):
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            data.append(value)
        elif field == b"event":
            name = value.decode("utf-8", "replace") or None
        elif line:
            others.append(line)
    return Event(name, b"\n".join(data), tuple(others), raw)


def encode(event: Event) -> bytes:
    """Write the event as bytes, its lines ended by line feeds; `raw` is not looked at."""
    data = event.data.replace(b"\n", b"\ndata: ") if b"\n" in event.data else event.data
    if event.name is None and not event.others:
        return b"data: " + data + b"\n\n"
    name = () if event.name is None else (b"event: " + event.name.encode(),)
    return b"\n".join([*event.others, *name, b"data: " + data]) + b"\n\n"


class StreamRestorer:
    """Restores a streamed reply: bytes in, bytes out."""

    def __init__(self, reply: ReplyRestoration) -> None:
        self._reply = reply
        self._parser = EventParser()
        self._repeated: RepeatedEvent | None = None
        self._number = -1
        self._tail = b""

    @property
    def next_number(self) -> int:
        """The number of the next event, where the API numbers them."""
        return max(self._reply.next_number, self._number + 1)

    @property
    def held(self) -> int:
        """Bytes of an event that is not complete."""
        return self._parser.held

    @property
    def count(self) -> int:
        """Surrogates restored so far."""
        return self._reply.count

    @property
    def cautions(self) -> list[Caution]:
        """What the reply states about values that were drawn near, as far as it has come."""
        return self._reply.cautions

    @property
    def heard(self) -> int:
        """Characters that `cautions` looks at: they take as long as there are many."""
        return sum(map(len, self._reply.texts.heard))

    def _skim(self, chunk: bytes) -> None:
        """Note the number of the last event of a stream that passes as it is."""
        joined = self._tail + chunk
        if found := _NUMBERED.match(joined, max(joined.rfind(b'"sequence_number"'), 0)):
            self._number = int(found[1])
        self._tail = joined[-_LONGEST_NUMBER:]

    def feed(self, chunk: bytes) -> bytes:
        """Take in some bytes of the provider and return everything that may go out now. Raises UpstreamFailed where an
        event is larger, or nested deeper, than any API's.
        """
        if self._reply.idle:
            self._skim(chunk)
            return chunk
        events, at, out = self._parser.raw(chunk), 0, list[bytes]()
        while at < len(events):
            like, count = self._repeated.restored(events[at : at + _TOGETHER]) if self._repeated else (b"", 0)
            if not count:
                like, count = self._restored(parsed(events[at])), 1
            out.append(like)
            at += count
        return b"".join(out)

    def close(self) -> bytes:
        """Note that the provider's stream has ended, and return what is still held."""
        return b"".join([self._restored(event) for event in self._parser.close()]) + self._rest()

    def _rest(self) -> bytes:
        self._repeated = None
        return _written(self._reply.close())

    def _restored(self, event: Event) -> bytes:
        if not event.data:
            return self._of_text(event.raw)
        if event.data.startswith(_DONE):
            return self._rest() + event.raw
        try:
            value: Any = loaded(event.data)
        except ValueError:
            restored = self._of_text(event.data)
            return event.raw if restored is event.data else encode(event._replace(data=restored))
        return self._of_json(event, value)

    def _of_text(self, data: bytes) -> bytes:
        text = data.decode("utf-8", "replace")
        restored = self._reply.other(text)
        return data if restored == text else restored.encode("utf-8", "replace")

    def _of_json(self, event: Event, value: Any) -> bytes:
        if not is_object(value):
            return encode(event._replace(data=dumped(self._reply.other(value))))
        events = self._reply.event(event.name, value)
        piece = self._reply.only_piece
        self._repeated = RepeatedEvent.like(event.raw, piece) if piece else None
        if len(events) == 1 and events[0][1] is value:
            return event.raw
        return _written(events, event.others)


def _written(events: list[Named], others: tuple[bytes, ...] = ()) -> bytes:
    """Events made of one: the last of them keeps its other lines."""
    last = len(events) - 1
    return b"".join(
        [encode(Event(name, dumped(data), others if at == last else ())) for at, (name, data) in enumerate(events)]
    )
