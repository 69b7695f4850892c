"""Connections whose requests have to begin and to end in time: a client that sends one byte a minute, or takes nothing
of its reply, holds nothing for long, and one that sends without end what is no body fills no memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, cast

import httptools
import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from dp_gateway.errors import RequestError
from dp_gateway.server.asgi import error_body

_LONGEST_HEAD = 65_536
"""Bytes of a request before its body."""
_FRAMING = b"content-length", b"transfer-encoding"
"""Headers that say how long a body is."""
_BESIDE = 16
"""Bytes for each of a body that comes in chunks, and as many as of a head, that may be sizes of chunks, extensions, and
headers behind the body."""
_TOGETHER = 65_536
"""Bytes from which on what was written leaves at once, so that the loop's own rules hold back who writes more."""


class JoinedWrites:
    """A connection to a client on which leaves together what is written in one turn of the event loop: the head of an
    answer with its body, the last event of a stream with its end.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Take in what is to leave."""
        if not self._parts:
            self._loop.call_soon(self._leave)
        self._parts.append(data)
        self._size += len(data)
        if self._size >= _TOGETHER:
            self._leave()

    def writelines(self, list_of_data: Iterable[bytes]) -> None:
        """Take in parts that are to leave, behind what was taken in before."""
        self.write(b"".join(list_of_data))

    def write_eof(self) -> None:
        """End what is written, when everything has left."""
        self._leave()
        self._transport.write_eof()

    def _leave(self) -> None:
        data = b"".join(self._parts)
        self._parts.clear()
        self._size = 0
        # Of a connection that is gone nothing is told before the next turn.
        if data and not self._transport.is_closing():
            self._transport.write(data)

    def get_write_buffer_size(self) -> int:
        """Return how many bytes have not left."""
        return self._size + self._transport.get_write_buffer_size()

    def close(self) -> None:
        """Close the connection when everything has left."""
        self._leave()
        self._transport.close()


class Patient(HttpToolsProtocol):
    """uvicorn's protocol for HTTP, which waits no longer for the head of a request than some seconds.

    They count from its first byte; for the first request, from the connection on. For the rest of a request that was
    answered before it was there, it waits as long.

    An offer of another protocol than WebSocket is passed over, as HTTP allows: Java's client offers HTTP/2 with every
    request. The parser ends a request at such an offer, and would take its body for the next request. `head_seconds`:
    how long; set when the settings are known. `unread_seconds`: how long a client may take nothing of its reply.
    """

    head_seconds, unread_seconds = 15.0, 120.0
    _reading: asyncio.TimerHandle | None = None
    _timer: asyncio.TimerHandle | None = None
    _beside = 0
    _in_body = False
    _upgrade_at: int | None = None
    _resuming = False
    _served: RequestResponseCycle | None = None
    """What is being answered: the protocol itself remembers the last request alone, and others may have come first."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Called by the event loop when a client has connected."""
        super().connection_made(cast(asyncio.Transport, JoinedWrites(transport, self.loop)))
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Called by the event loop when a client has sent something."""
        if self._timer is None and not self._in_body:
            self._await_head()
        self._beside += len(data)
        super().data_received(data)
        while self._upgrade_at is not None:
            data, self._upgrade_at = data[self._upgrade_at :], None
            self._read_on()
            super().data_received(data)
        if self._beside > _LONGEST_HEAD:
            self._end(431, "the head of the request, or what stands beside its body, is too long")
        elif self._timer is None and self._is_answered and not self._in_body:
            self._await_head()  # behind the rest of a request that was answered before, the next may have begun

    def _should_upgrade(self) -> bool:
        return self.scope["method"] == "GET" and super()._should_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        # Called where the parser has ended a request, with the place of what follows.
        error = sys.exc_info()[1]
        self._upgrade_at = error.args[0] if error is not None else None

    @property
    def _is_passed_over(self) -> bool:
        """The request offers another protocol, and has a body, which the parser does not read."""
        return (
            self.parser.should_upgrade()
            and not self._should_upgrade()
            and any(name in _FRAMING and value != b"0" for name, value in self.headers)
        )

    def _read_on(self) -> None:
        """Go on with another parser behind the head of a request that offers another protocol."""
        self.parser = httptools.HttpRequestParser(self)
        with contextlib.suppress(AttributeError):  # as the protocol makes it, where the parser is new enough
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        if self._in_body:
            lines = [b"%b: %b\r\n" % (name, value) for name, value in self.headers if name in _FRAMING]
            self._resuming = True
            super().data_received(b"POST / HTTP/1.1\r\n%b\r\n" % b"".join(lines))
            self._resuming = False

    def on_message_begin(self) -> None:
        """Note that a request begins; the parser of HTTP calls this."""
        if not self._resuming:
            super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Take in the path of a request; the parser of HTTP calls this."""
        if not self._resuming:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Called by the parser, also for a header behind a body, which nobody asks for."""
        if not self._in_body:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Note that the headers have come; the parser of HTTP calls this."""
        if self._resuming:
            return
        self._over()
        self._in_body = True
        super().on_headers_complete()
        if not self.pipeline:
            self._served = self.cycle

    def on_body(self, body: bytes) -> None:
        """Take in a piece of a body; the parser of HTTP calls this."""
        self._beside -= (1 + _BESIDE) * len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that a request has come whole; the parser of HTTP calls this."""
        if self._is_passed_over:
            return
        self._over()
        self._in_body = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Called when an answer has been sent."""
        if self.pipeline:
            self._served = self.pipeline[-1][0]
        super().on_response_complete()
        if self._in_body and self._timer is None:
            self._timer = self.loop.call_later(self.head_seconds, self.transport.close)

    def pause_writing(self) -> None:
        """Called by the event loop when more waits for the client than it takes."""
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        """Called by the event loop when the client has taken most of it."""
        super().resume_writing()
        self._reads_on()

    def _await_reader(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._reading = self.loop.call_later(self.unread_seconds, self._look_at_reader, left)

    def _look_at_reader(self, left: int) -> None:
        if self.transport.get_write_buffer_size() < left:
            self._await_reader()
        else:
            self.transport.abort()

    def _reads_on(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by the event loop when the connection is gone."""
        self._over()
        self._reads_on()
        super().connection_lost(exc)
        if self._served is not None and not self._served.response_complete:
            self._served.disconnected = True
            self._served.message_event.set()

    @property
    def _is_answered(self) -> bool:
        """Nothing is being answered."""
        return self.cycle is None or self.cycle.response_complete  # pyright: ignore[reportUnnecessaryComparison]

    def _await_head(self) -> None:
        self._beside = 0
        self._timer = self.loop.call_later(self.head_seconds, self._end, 408, "the head of the request came too slowly")

    def _over(self) -> None:
        self._beside = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self, status: int, message: str) -> None:
        self._over()
        if self.transport.is_closing():  # it went to another protocol, which tells this one nothing
            return
        if self._is_answered:
            self.transport.write(_answer(status, message))
        self.transport.close()


def _answer(status: int, message: str) -> bytes:
    error = RequestError(message, hint="see whether something between holds it up", status=status, code="bad_head")
    body = orjson.dumps(error_body(error, ""))
    lines = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", "content-type: application/json", "connection: close"
    return "\r\n".join((*lines, f"content-length: {len(body)}", "", "")).encode() + body
