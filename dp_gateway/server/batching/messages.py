"""Anthropic's batches, `/v1/messages/batches`: a list of requests in one body, and results by `custom_id`.

Requests are sanitized, kept, priced and paid for as those of an uploaded file are. Which batch belongs to what is kept
is noted under the batch's id here, as the provider's batches have no field for it.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from typing import Any, cast

import orjson
from starlette.routing import Route as Served

from dp_gateway.errors import MalformedRequest
from dp_gateway.server.asgi import beside, read_body
from dp_gateway.server.batching.asking import OK, Asked, Batching, Found, missing
from dp_gateway.server.batching.routes import Content, Listing
from dp_gateway.server.batching.store import Head
from dp_gateway.server.batching.uploading import Incoming, Leaving
from dp_gateway.server.bodies import parse_large
from dp_gateway.server.own_routes import json_of
from dp_gateway.server.service import Route
from dp_gateway.server.settings import BatchSettings

__all__ = ["message_batch_routes"]

_PATH = "/messages/batches"
_HOST = re.compile(rb"[A-Za-z0-9.\-\[\]:]{1,255}")
_LEAVING = Leaving(_PATH, b'{"requests":[', b"]}", "application/json", listed=True)


class NewMessages(Incoming):
    """`POST /v1/messages/batches`."""

    by_messages = True

    async def done(self, asked: Asked) -> tuple[int, Any]:
        """Status and body."""
        raw = await read_body(asked.receive, asked.headers, asked.service.settings.limits, asked.client)
        lines = await beside(_lines_of, raw)
        return await self.taken(asked, _each(lines), "", lambda _: _LEAVING)

    async def told(self, asked: Asked, value: dict[str, Any], tag: str, head: Head, route: Route) -> dict[str, Any]:
        """The provider's batch; its id is noted, with the provider."""
        secret = asked.service.secrets[head.key_id]
        await beside(asked.kept.keep_note, tag, str(value.get("id")), secret, route.upstream.name.encode())
        return _by_this_url(asked, value)


def _lines_of(raw: bytes) -> list[bytes]:
    """The requests of a batch, a line each.

    Raises:
        MalformedRequest: the body is no batch of messages.
        RequestTooLarge: it holds too many values.
    """
    body = parse_large(raw)
    listed: Any = body.get("requests")
    proper = isinstance(listed, list) and body.keys() == {"requests"}
    each = cast("list[Any]", listed) if proper else []
    if not each or not all(isinstance(one, dict) and set(one) == {"custom_id", "params"} for one in each):  # pyright: ignore
        raise MalformedRequest(
            "the body is no batch of messages",
            hint='send {"requests": [{"custom_id": "...", "params": {...}}, ...]} and no other fields',
            param="requests",
        )
    return [orjson.dumps(one) + b"\n" for one in each]


async def _each(lines: Sequence[bytes]) -> AsyncIterator[bytes]:
    for line in lines:
        yield line


async def _found(asked: Asked) -> Found:
    """The provider and the tag of the batch that the path names.

    Raises:
        RequestError: the client has none of that name.
    """
    tag = await beside(asked.kept.tag_of, asked.id)
    head = await asked.owned(tag)
    if head is None:
        raise missing()
    note = await beside(asked.kept.note, tag, asked.id, asked.service.secrets[head.key_id])
    by_name = {upstream.name: upstream for upstream in asked.upstreams}
    upstream = by_name.get((note or b"").decode())
    if upstream is None:
        raise missing()
    return Found(upstream, {}, tag)


def _by_this_url(asked: Asked, value: dict[str, Any]) -> dict[str, Any]:
    """A batch whose results are to be had here, where they are restored."""
    if not value.get("results_url"):
        return value
    host = asked.headers.get(b"host", b"")
    base = f"{asked.scope['scheme']}://{host.decode()}" if _HOST.fullmatch(host) else ""
    return value | {"results_url": f"{base}/v1{_PATH}/{value.get('id')}/results"}


class OneOfMessages(Batching):
    """`GET` and `DELETE /v1/messages/batches/ID`, and `POST /v1/messages/batches/ID/cancel`."""

    by_messages = True

    async def done(self, asked: Asked) -> tuple[int, Any]:
        """Status and body."""
        found, method = await _found(asked), cast(str, asked.scope["method"])
        path = f"{_PATH}/{asked.id}" + ("/cancel" if method == "POST" else "")
        reply = await asked.ask(found.upstream, path, method)
        if reply.status == OK and method == "DELETE":
            await beside(asked.kept.forget, found.tag)
        return reply.status, _by_this_url(asked, json_of(reply.body))


class MessageResults(Content):
    """`GET /v1/messages/batches/ID/results`: with originals, by `custom_id`."""

    by_messages = True

    async def done(self, asked: Asked) -> tuple[int, Any]:
        """Status, and what gives the pieces."""
        found = await _found(asked)
        given = self.restored(asked, found, f"{_PATH}/{asked.id}/results")
        return OK, (given, await anext(given, b""))


class MessageListing(Listing):
    """`GET /v1/messages/batches`: the client's own."""

    by_messages = True

    async def own(self, asked: Asked, one: dict[str, Any]) -> dict[str, Any] | None:
        """One of them as the client knows it; None where it is not this client's."""
        tag = await beside(asked.kept.tag_of, str(one.get("id")))
        return None if await asked.owned(tag) is None else _by_this_url(asked, one)


def message_batch_routes(settings: BatchSettings | None) -> list[Served]:
    """The routes; none without settings. What they need is checked by `batch_routes`."""
    if settings is None:
        return []
    endpoints = (
        (_PATH, NewMessages(), "POST"),
        (_PATH, MessageListing(_PATH.strip("/")), "GET"),
        (f"{_PATH}/{{id}}", OneOfMessages(), "GET"),
        (f"{_PATH}/{{id}}", OneOfMessages(), "DELETE"),
        (f"{_PATH}/{{id}}/cancel", OneOfMessages(), "POST"),
        (f"{_PATH}/{{id}}/results", MessageResults(), "GET"),
    )
    return [Served(base + path, one, methods=[method]) for base in ("/v1", "") for path, one, method in endpoints]
