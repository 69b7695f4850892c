"""Reads bodies as JSON, in bounds: requests are parsed, and replies that are not streamed are restored.

The event loop does this for small bodies, and worker processes (`isolation.jobs`) do it for large ones.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, NamedTuple, cast

import numpy as np
import orjson

from dp_gateway.api.replies import ReplyRestoration
from dp_gateway.errors import FieldRefused, MalformedRequest, RequestError, RequestTooLarge, UpstreamFailed
from dp_gateway.restore.caution import Caution
from dp_gateway.server.asgi import error_body

SMALL = 16_384
"""Bytes up to which a request or a reply may be treated in this process, where nothing can end what is done with it:
whether it is depends on how much there is to do, see `LITTLE` and `marks`."""

SMALL_OF_WORDS = SMALL // 4
"""Bytes up to which this process treats a request whose words are drawn: each word is work, and so is restoring it."""

LITTLE, MUCH = 16, 64
"""`finding.work` up to which a request is sanitized on the event loop, where its entities are known, and in this
process. The dearest entities, percentages without end, take three quarters of a millisecond each; most a twentieth."""

LARGE = 65_536
"""Bytes from which on a body is not even read in this process."""

MAX_VALUES = 500_000
"""Most values of one body."""

AT_ONCE = SMALL // 4
"""Bytes of a reply, or of a piece of it, up to which it is restored on the event loop; longer ones are beside it."""

FEW_MARKS, MANY_MARKS = 256, 1_024
"""`marks` of a reply up to which it is restored on the event loop, and in this process. Prose of 4 and of 16 kB has
about as many; lists of names and numbers, which take ten times as long, have them in a tenth of the bytes."""

_MARKS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@"

_MANY_VALUES = 4_000
"""Marks that may stand before a value, of a request that is treated in another process however short it is."""

_BEFORE_VALUES = (b",", b"[", b"{")


def is_large(body: bytes) -> bool:
    """Return whether a body is to be read in another process: it would hold up everybody in this one."""
    return len(body) > LARGE or sum(map(body.count, _BEFORE_VALUES)) > _MANY_VALUES


def marks(body: bytes) -> int:
    """Count the bytes of a reply that are digits, capitals, or signs of a login: what is restored stands at such."""
    return len(body) - len(body.translate(None, _MARKS))


def parse_large(body: bytes) -> dict[str, Any]:
    """Parse a body as `parse_object` does, after its values were counted. Raises MalformedRequest where it is no JSON
    object. Raises RequestTooLarge where it holds too many values.
    """
    # Each value but the first of a container follows a comma, and texts hold commas too.
    many = len(body) > MAX_VALUES and sum(map(body.count, _BEFORE_VALUES)) > MAX_VALUES
    if many and count_values(body) > MAX_VALUES:
        raise RequestTooLarge(f"the body holds more than {MAX_VALUES:,} values", hint="send fewer at once")
    return parse_object(body)


def count_values(body: bytes) -> int:
    """Count the values that a JSON text holds, within a few: marks outside of strings that stand before one."""
    codes = np.frombuffer(body, np.uint8)
    quotes = codes == ord('"')
    # A backslash escapes what follows unless it is escaped itself: of a run of them, every second one does.
    slashes = np.flatnonzero(codes == ord("\\"))
    if len(slashes):
        first = np.flatnonzero(np.diff(slashes, prepend=-2) > 1)
        place = np.arange(len(slashes)) - np.repeat(first, np.diff(first, append=len(slashes)))
        after = slashes[place % 2 == 0] + 1
        quotes[after[after < len(codes)]] = False
    outside = np.bitwise_xor.accumulate(quotes.view(np.uint8)) == 0
    return sum(int(np.count_nonzero((codes == ord(mark)) & outside)) for mark in _BEFORE_VALUES)


def parse_object(body: bytes) -> dict[str, Any]:
    """Parse the body of a request as a JSON object."""
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


def texts_of(body: dict[str, Any]) -> tuple[list[str], bool]:
    """Return the texts of a body of `/sanitize`, and whether it has one that stands alone. Raises MalformedRequest or
    FieldRefused where it has none, or further fields.
    """
    given: Any = body.get("texts", [body["text"]] if "text" in body else None)
    if not isinstance(given, list) or not all(isinstance(text, str) for text in cast(list[Any], given)):
        raise MalformedRequest("the body has no text", hint='send {"text": "..."} or {"texts": ["...", "..."]}')
    unknown = set(body) - {"text", "texts"}
    if unknown:
        raise FieldRefused("the body has further fields", hint='send {"text": "..."}; a policy goes into x-dp-policy')
    return cast(list[str], given), "texts" not in body


_LONGEST_ERROR = 2000


class RestoredReply(NamedTuple):
    """A whole reply.

    Attributes:
        body: with the originals.
        restored: surrogates.
        dropped: log-probabilities were left out.
        cautions: what it states about values that were drawn near.
    """

    body: bytes
    restored: int = 0
    dropped: bool = False
    cautions: tuple[Caution, ...] = ()


def restored_reply(reply: ReplyRestoration, shape: str, status: int, body: bytes) -> RestoredReply:
    """Restore the body of a reply; an error that is not JSON, such as a proxy's page, gets the shape of an error.
    `shape`: name of the API's. Raises UpstreamFailed where what should be a reply is no JSON object.
    """
    restored = _restored(reply, shape, status, body)
    return RestoredReply(restored, reply.count, bool(reply.dropped), tuple(reply.cautions))


def json_object(body: bytes) -> dict[str, Any]:
    """Parse the reply of a provider."""
    try:
        parsed: Any = orjson.loads(body)
    except orjson.JSONDecodeError:
        parsed = None
    if not isinstance(parsed, dict):
        raise UpstreamFailed(
            "the provider's reply is not a JSON object", hint="check that the upstream's url is that of an API"
        )
    return cast(dict[str, Any], parsed)


def _restored(reply: ReplyRestoration, shape: str, status: int, body: bytes) -> bytes:
    if status == HTTPStatus.OK:
        whole = json_object(body)
        restored = reply.whole(whole)
        return body if restored is whole else orjson.dumps(restored)
    try:
        parsed: Any = orjson.loads(body)
    except orjson.JSONDecodeError:
        text = reply.error(body[:_LONGEST_ERROR].decode("utf-8", "replace"))
        error = RequestError(f"the provider said: {text}", hint="see its documentation", status=status)
        return orjson.dumps(error_body(error, shape))
    return orjson.dumps(reply.error(parsed))
