"""What a request says besides its texts: its body as JSON, its size, whose it is, and which policy it wants."""

from __future__ import annotations

from typing import Any, cast

import orjson
from starlette.types import Receive

from dp_gateway.errors import MalformedRequest, RequestTooLarge
from dp_gateway.server.disconnect import Disconnected

__all__ = ["conversation_of", "parse_object", "policy_of", "read_body"]


async def read_body(receive: Receive, headers: dict[bytes, bytes], limit: int) -> bytes:
    """The body of a request.

    Raises:
        RequestTooLarge: it has more than `limit` bytes; read no further.
        MalformedRequest: it is compressed.
        Disconnected: the client went away.
    """
    length = headers.get(b"content-length", b"0")
    if length.isdigit() and int(length) > limit:
        raise _too_large(limit)
    if headers.get(b"content-encoding", b"identity") != b"identity":
        raise MalformedRequest("the body is compressed", hint="send it as it is, without content-encoding", status=415)
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


def parse_object(body: bytes) -> dict[str, Any]:
    """The body of a request as a JSON object.

    Raises:
        MalformedRequest: it is none.
    """
    try:
        parsed = orjson.loads(body)
    except orjson.JSONDecodeError:
        # Its text would show a piece of the body.
        raise MalformedRequest(
            "the body is not JSON", hint="send a JSON object, encoded as UTF-8, nested less than 1,000 deep"
        ) from None
    if not isinstance(parsed, dict):
        raise MalformedRequest("the body is no JSON object", hint="send a JSON object with the fields of the API")
    return cast(dict[str, Any], parsed)


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
