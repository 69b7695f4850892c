"""Reads and writes by ASGI: the body of a request, a client that goes away, JSON answers and errors.

Every route of the server reads requests and writes its own answers by these functions. Errors have OpenAI's shape, and
Anthropic's on its route.
"""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
import zlib
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

import orjson
from starlette.types import Receive, Send

from dp_gateway.errors import (
    BudgetExceeded,
    ConfigurationError,
    GatewayError,
    MalformedRequest,
    RequestError,
    RequestTooLarge,
    SurrogatesExhausted,
)
from dp_gateway.server.keys import Client
from dp_gateway.server.logs import describe
from dp_gateway.server.settings import LimitSettings

_Made = TypeVar("_Made")

_JSON = re.compile(rb"\s*application/json\s*(;[\x20-\x7e]{0,200})?", re.IGNORECASE)
_ENCODINGS = (b"identity", b"gzip", b"x-gzip")
_GZIP = 31
"""What tells zlib that the whole is one member of gzip."""


async def read_body(receive: Receive, headers: dict[bytes, bytes], limits: LimitSettings, client: Client) -> bytes:
    """Read the body of a request.

    Args:
        limits: how large it may be, and how long it may take.

    Raises:
        RequestTooLarge: it has more bytes than are allowed; read no further.
        MalformedRequest: it is not declared as JSON, is compressed otherwise than by gzip, or takes too long.
        Disconnected: the client went away.
    """
    if not _JSON.fullmatch(headers.get(b"content-type", b"")):
        # Of the types that a browser sends for a foreign page without asking first, this is none.
        raise MalformedRequest("the body is not declared as JSON", hint="content-type: application/json", status=415)
    encoding = headers.get(b"content-encoding", b"identity").lower()
    if encoding not in _ENCODINGS:
        raise MalformedRequest(
            "the body is compressed otherwise than by gzip", hint="send it uncompressed, or packed by gzip", status=415
        )
    limit = client.body_bytes or limits.body_bytes
    try:
        async with asyncio.timeout(limits.body_seconds):
            body = await _received(receive, headers, limit)
    except TimeoutError:
        raise MalformedRequest(
            f"the body did not arrive within {limits.body_seconds:g} seconds",
            hint="send less at a time, or raise body_seconds of [limits]",
            status=408,
            code="body_timeout",
        ) from None
    return body if encoding == b"identity" else await beside(_unpacked, body, limit)


async def _received(receive: Receive, headers: dict[bytes, bytes], limit: int) -> bytes:
    length = headers.get(b"content-length", b"0")
    if length.isdigit() and int(length) > limit:
        raise _too_large(limit)
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        body += message.get("body", b"")
        if len(body) > limit:
            raise _too_large(limit)
        if not message.get("more_body"):
            return bytes(body)


def _unpacked(body: bytes, limit: int) -> bytes:
    """A body of gzip, unpacked no further than it may be large."""
    unpacking = zlib.decompressobj(_GZIP)
    try:
        whole = unpacking.decompress(body, limit + 1)
    except zlib.error:
        whole = None
    if whole is not None and len(whole) > limit:
        raise _too_large(limit)
    if whole is None or not unpacking.eof or unpacking.unused_data:
        raise MalformedRequest("the body is not gzip", hint="send it as it is, without content-encoding")
    return whole


async def beside(call: Callable[..., _Made], *arguments: Any) -> _Made:
    """Call what takes long without waiting for anything, in a thread: the event loop goes on."""
    return await asyncio.get_running_loop().run_in_executor(None, call, *arguments)


def conversation_of(headers: dict[bytes, bytes]) -> tuple[str | None, str]:
    """Return the key id and the id of the conversation, from `x-dp-conversation: [KEY:]ID`."""
    value = headers.get(b"x-dp-conversation", b"").decode("latin-1")
    key_id, colon, name = value.partition(":")
    return (key_id, name) if colon else (None, value)


def policy_of(headers: dict[bytes, bytes]) -> str | None:
    """Return the policy that the client names in `x-dp-policy`."""
    wanted = headers.get(b"x-dp-policy")
    return wanted.decode("latin-1") if wanted is not None else None


def _too_large(limit: int) -> RequestTooLarge:
    return RequestTooLarge(
        f"the body has more than {limit} bytes", hint="send less at a time, or raise body_bytes of [limits]"
    )


_PATIENCE_SECONDS = 0.05
"""Nearly every reply that is not streamed is there sooner: only then is a task worth its price."""


class Disconnected(Exception):
    """The client went away; there is nobody to answer."""


class Watch:
    """Inside its block, the task is cancelled when the client disconnects, and `Disconnected` is raised instead.
    `receive`: of the ASGI request, whose body has been read.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._gone = False
        self._watching: asyncio.Task[None] | None = None

    def __enter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._timer = self._loop.call_later(_PATIENCE_SECONDS, self._begin)
        return self

    def _begin(self) -> None:
        self._watching = self._loop.create_task(self._watch())

    async def _watch(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self._gone = True
        if self._task is not None:
            self._task.cancel()

    def over(self) -> None:
        """Look no longer: the last of the reply leaves, and so may the client."""
        self._timer.cancel()
        if self._watching is not None:
            self._watching.cancel()
            # The task keeps its error, and that this object: what points back to itself is freed late.
            self._watching = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over()
        if self._gone and isinstance(error, asyncio.CancelledError):
            if self._task is not None:
                self._task.uncancel()
            raise Disconnected from None


EVENT_STREAM = "text/event-stream"
"""Content type of a streamed reply."""

_LOG = logging.getLogger("dp_gateway")
_TYPES = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}
"""Of other errors of a client it is an invalid request."""
_OF_SERVER = 500
_ANTHROPIC_TYPES = _TYPES | {413: "request_too_large", 503: "overloaded_error"}


def refusal(error: BaseException) -> RequestError:
    """Turn any exception into what the client is told; of one that nobody foresaw, nothing but that it happened."""
    if isinstance(error, RequestError):
        return error
    if isinstance(error, SurrogatesExhausted):
        return RequestError(error.message, hint=error.hint, code="surrogates_exhausted")
    _LOG.error("a request failed: %s", describe(error))
    if isinstance(error, GatewayError):
        known = error if isinstance(error, ConfigurationError) else None
        return RequestError(
            known.message if known else "the gateway cannot sanitize the request now; nothing was sent",
            hint=known.hint if known else "see its log",
            status=500,
            code="gateway_error",
        )
    return RequestError(
        "the gateway failed; nothing more was sent", hint="see its log", status=500, code="gateway_error"
    )


def too_slow(seconds: float) -> MalformedRequest:
    """Make the error for the client of a request that took longer than `request_seconds`."""
    return MalformedRequest(
        f"the request took longer than {seconds:g} seconds",
        hint="ask for less, stream the reply, or raise request_seconds of [limits]",
        status=504,
        code="request_timeout",
    )


def error_body(error: RequestError, shape: str) -> dict[str, Any]:
    """Write the error as the SDKs of a shape's API read it, with the section of the documentation that explains it."""
    types = _ANTHROPIC_TYPES if shape == "messages" else _TYPES
    inside: dict[str, Any] = {
        "message": f"{error.message}. {error.hint[:1].upper()}{error.hint[1:]}",
        "type": types.get(error.status, "api_error" if error.status >= _OF_SERVER else "invalid_request_error"),
        "code": error.code,
        "param": error.param,
        "docs": error.docs,
    }
    if isinstance(error, BudgetExceeded):
        inside |= error.data
    return {"type": "error", "error": inside} if shape == "messages" else {"error": inside}


def error_headers(error: RequestError) -> list[tuple[bytes, bytes]]:
    """Return the headers of a refusal, which say when it is worth asking again."""
    if not isinstance(error, BudgetExceeded):
        return []
    # The SDKs repeat what was refused with 429 on their own; a budget is no richer a second later.
    again = [(b"x-should-retry", b"false")]
    if error.resets is not None:
        again.append((b"retry-after", str(max(math.ceil(error.resets - time.time()), 1)).encode()))
    return again


def error_event(error: RequestError, shape: str, number: int = 0) -> bytes:
    """Write the error as an event of a stream that has begun. `number`: of the event, where the API numbers them."""
    body = error_body(error, shape)
    if shape == "responses":
        told = {name: body["error"][name] for name in ("code", "message", "param")}
        body = {"type": "error", **told, "sequence_number": number}
    name = b"event: error\n" if shape in ("messages", "responses") else b""
    return name + b"data: " + orjson.dumps(body) + b"\n\n"


async def send_bytes(send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    """Send a whole answer, encoded as JSON."""
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})


async def send_json(send: Send, status: int, value: Any, headers: list[tuple[bytes, bytes]] | None = None) -> None:
    """Send a whole answer of JSON."""
    await send_bytes(send, status, orjson.dumps(value), headers or [])
