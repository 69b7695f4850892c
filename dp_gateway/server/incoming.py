"""What a request says besides its texts: its body as JSON, its size, whose it is, and which policy it wants."""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Callable
from typing import Any, TypeVar

from starlette.types import Receive

from dp_gateway.errors import MalformedRequest, RequestTooLarge
from dp_gateway.server.disconnect import Disconnected
from dp_gateway.server.keys import Client
from dp_gateway.server.settings import LimitSettings

__all__ = ["beside", "conversation_of", "policy_of", "read_body"]

_Made = TypeVar("_Made")

_JSON = re.compile(rb"\s*application/json\s*(;[\x20-\x7e]{0,200})?", re.IGNORECASE)
_ENCODINGS = (b"identity", b"gzip", b"x-gzip")
_GZIP = 31
"""What tells zlib that the whole is one member of gzip."""


async def read_body(receive: Receive, headers: dict[bytes, bytes], limits: LimitSettings, client: Client) -> bytes:
    """The body of a request.

    Args:
        receive, headers: of the request.
        limits: how large it may be, and how long it may take.
        client: who sends it.

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
        raise MalformedRequest("the body is compressed otherwise than by gzip", hint="send it as it is", status=415)
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
    """Key id and id of the conversation, from `x-dp-conversation: [KEY:]ID`."""
    value = headers.get(b"x-dp-conversation", b"").decode("latin-1")
    key_id, colon, name = value.partition(":")
    return (key_id, name) if colon else (None, value)


def policy_of(headers: dict[bytes, bytes]) -> str | None:
    """The policy that the client names in `x-dp-policy`."""
    wanted = headers.get(b"x-dp-policy")
    return wanted.decode("latin-1") if wanted is not None else None


def _too_large(limit: int) -> RequestTooLarge:
    return RequestTooLarge(
        f"the body has more than {limit} bytes", hint="send less at a time, or raise body_bytes of [limits]"
    )
