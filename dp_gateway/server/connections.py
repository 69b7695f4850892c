"""Connections whose requests have to begin in time: a client that sends one byte a minute holds nothing for long."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dp_gateway.errors import RequestError
from dp_gateway.server.asgi import error_body

__all__ = ["Patient"]

_LONGEST_HEAD = 65_536
"""Bytes of a request before its body."""


class Patient(HttpToolsProtocol):
    """uvicorn's protocol for HTTP, which waits no longer for the head of a request than some seconds.

    They count from its first byte; for the first request, from the connection on.

    Attributes:
        head_seconds: how long; set when the settings are known.
    """

    head_seconds = 15.0
    _timer: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Called by the event loop when a client has connected."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Called by the event loop when a client has sent something."""
        if self._timer is None and (self.cycle is None or not self.cycle.more_body):  # pyright: ignore[reportUnnecessaryComparison]
            self._await_head()
        super().data_received(data)
        if self._timer is not None:
            self._head += len(data)
            if self._head > _LONGEST_HEAD:
                self._end(431, "the head of the request is too long")

    def on_headers_complete(self) -> None:
        """Called by the parser."""
        self._over()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by the event loop when the connection is gone."""
        self._over()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._timer = self.loop.call_later(self.head_seconds, self._end, 408, "the head of the request came too slowly")

    def _over(self) -> None:
        self._head = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self, status: int, message: str) -> None:
        self._over()
        if self.cycle is None or self.cycle.response_complete:  # pyright: ignore[reportUnnecessaryComparison]
            self.transport.write(_answer(status, message))
        self.transport.close()


def _answer(status: int, message: str) -> bytes:
    error = RequestError(message, hint="see whether something between holds it up", status=status, code="bad_head")
    body = orjson.dumps(error_body(error, ""))
    lines = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", "content-type: application/json", "connection: close"
    return "\r\n".join((*lines, f"content-length: {len(body)}", "", "")).encode() + body
