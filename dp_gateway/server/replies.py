"""Replies restored: whole ones, in this process or, where they are large, in another one."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import orjson

from dp_gateway.api.replies import ReplyRestorer
from dp_gateway.errors import RequestError, UpstreamFailed
from dp_gateway.restore.caution import Caution
from dp_gateway.server.answers import error_body

__all__ = ["RestoredReply", "restored_reply"]

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


def restored_reply(reply: ReplyRestorer, shape: str, status: int, body: bytes) -> RestoredReply:
    """The body with the originals; an error that is not JSON, such as a proxy's page, in the shape of an error.

    Args:
        reply: restores it.
        shape: name of the API's.
        status, body: of the provider.

    Raises:
        UpstreamFailed: what should be a reply is no JSON object.
    """
    restored = _restored(reply, shape, status, body)
    return RestoredReply(restored, reply.count, bool(reply.dropped), tuple(reply.cautions))


def _restored(reply: ReplyRestorer, shape: str, status: int, body: bytes) -> bytes:
    try:
        parsed: Any = orjson.loads(body)
    except orjson.JSONDecodeError:
        parsed = None
    if status == 200:  # noqa: PLR2004
        if not isinstance(parsed, dict):
            raise UpstreamFailed(
                "the provider's reply is not a JSON object", hint="check that the upstream's url is that of an API"
            )
        restored = reply.whole(cast(dict[str, Any], parsed))
        return body if restored is parsed else orjson.dumps(restored)
    if parsed is None:
        text = reply.error(body[:_LONGEST_ERROR].decode("utf-8", "replace"))
        error = RequestError(f"the provider said: {text}", hint="see its documentation", status=status)
        return orjson.dumps(error_body(error, shape))
    return orjson.dumps(reply.error(parsed))
