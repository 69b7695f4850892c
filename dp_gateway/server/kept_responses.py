"""Goes on from responses and conversations that a provider keeps, and serves the routes by which their owner reads
them.

The proxy remembers by `Keeping` what a response came of; the routes fetch, cancel and delete what was remembered.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

import aiohttp
import orjson
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from dp_gateway.api import KEPT_RESPONSES
from dp_gateway.api.responses import identity_of, named_by
from dp_gateway.api.sse import EventParser
from dp_gateway.errors import FieldRefused, LedgerError, RequestError
from dp_gateway.exchange import Caller, Exchange, user_of
from dp_gateway.server import headers as passing
from dp_gateway.server import service as serving
from dp_gateway.server.asgi import EVENT_STREAM, Watch, beside, error_event, refusal, too_slow
from dp_gateway.server.bodies import LARGE, is_large, parse_object
from dp_gateway.server.kept import Kept, KeptState, hashed, not_found
from dp_gateway.server.keys import Client
from dp_gateway.server.logs import Record
from dp_gateway.server.own_routes import Own, caller_of
from dp_gateway.server.replies import Streaming
from dp_gateway.server.upstream import Upstream

IDENTITY = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""Ids that can be asked for in a path."""

_LOG = logging.getLogger("dp_gateway")


async def earlier(state: KeptState, client: Client, request: Mapping[str, Any]) -> Kept | None:
    """Look up what a request goes on from; None if it is the first. `request`: its fields; of a large one those that
    `Plain.head` gives. Raises RequestError where it names what this client's user does not have (404), or names it
    wrongly. Raises LedgerUnavailable where the file cannot be read.
    """
    identity = next((one for one in named_by(dict(request)) if one is not None), None)
    if identity is None:
        return None
    kept = await state.find(client, identity)
    if user_of(request) not in ("", kept.user):
        raise not_found()
    return kept


def check_policy(kept: Kept, route: serving.Route) -> None:
    """Refuse to go on, or to restore, under a policy that draws otherwise. Raises RequestError where it is
    another one.
    """
    if kept.upstream != route.upstream.name:
        raise not_found()
    if (kept.policy, kept.policy_hash) != (route.policy, _hash(route)):
        raise FieldRefused(
            "what the provider keeps was sanitized under another policy; nothing was sent",
            hint="ask under the policy that it began with, or send the whole conversation in `input`",
            status=409,
        )


def _hash(route: serving.Route) -> str:
    return hashed(route.doorway.gateway.policy.model_dump_json())


class Keeping:
    """Remembers what a response came of, before its client hears of it. `request`: its fields; see `earlier`."""

    def __init__(
        self,
        state: KeptState,
        client: Client,
        caller: Caller,
        route: serving.Route,
        request: Mapping[str, Any],
        raw: bytes,
        before: Kept | None,
    ) -> None:
        self._state, self._client = state, client
        model = request.get("model")
        bodies = (*(before.bodies if before else ()), raw)
        self._kept = Kept(
            route.policy, _hash(route), route.key_id, route.upstream.name, caller.conversation, caller.user,
            model if isinstance(model, str) else None, bodies,
        )  # fmt: skip
        self._conversation = named_by(dict(request))[1]
        self._parser: EventParser | None = EventParser(largest=LARGE)

    async def whole(self, body: bytes) -> None:
        """Keep the request under the id of a whole reply, as the provider wrote it."""
        try:
            reply = await beside(orjson.loads, body) if len(body) > LARGE else orjson.loads(body)
        except orjson.JSONDecodeError:
            return
        await self._keep(identity_of(reply))

    async def piece(self, chunk: bytes) -> None:
        """Look for the reply's id in the next bytes of a stream, as the provider wrote them, and keep the request under
        it.
        """
        if self._parser is None:
            return
        try:
            events = self._parser.feed(chunk)
        except RequestError:  # its first event is larger than any
            self._parser = None
            return
        for event in events:
            if not event.data.startswith(b"{"):
                continue
            try:
                identity = identity_of(orjson.loads(event.data))
            except orjson.JSONDecodeError:
                continue
            self._parser = None
            await self._keep(identity)
            return

    async def _keep(self, identity: str | None) -> None:
        if identity is None or not IDENTITY.fullmatch(identity):
            return
        try:
            await self._state.keep(self._client, identity, self._kept)
            if self._conversation is not None:
                await self._state.keep(self._client, self._conversation, self._kept)
        except LedgerError as error:
            # What it cost is spent: the client gets its reply, and hears that it is not found if it asks for more.
            _LOG.error("a kept response was not remembered: %s", error.message)


_QUERIES = {
    "after": re.compile(r"[A-Za-z0-9_-]{1,200}"),
    "before": re.compile(r"[A-Za-z0-9_-]{1,200}"),
    "limit": re.compile(r"[0-9]{1,4}"),
    "order": re.compile(r"asc|desc"),
    "stream": re.compile(r"true|false"),
}

_STREAMED = "GET", "/responses/{}"
"""Method and path of what a provider can send again as a stream."""


class _Stream(NamedTuple):
    """The stream of a kept response, as the provider sends it again, and what restores it."""

    service: serving.Service
    client: Client
    exchange: Exchange
    upstream: Upstream
    response: aiohttp.ClientResponse
    receive: Receive


class _KeptThing(Own):
    """Asks the provider for what it keeps, and restores it. `path`: at the provider; `{}` stands for the id."""

    route = "kept"

    def __init__(self, path: str, method: str) -> None:
        self._path, self._method = path, method

    async def answer(self, scope: Scope, receive: Receive, record: Record) -> tuple[int, Any]:
        """Status and body, or the stream."""
        service, headers, client = caller_of(scope, record)
        identity: str = scope["path_params"]["identity"]
        if service.kept is None or not IDENTITY.fullmatch(identity):
            raise not_found()
        with service.one_of(client):
            kept = await service.kept.find(client, identity)
            route = service.route(client, kept.model, None, kept.key_id)._replace(policy=kept.policy)
            route = route._replace(doorway=service.doorway(kept.policy, kept.key_id))
            check_policy(kept, route)
            record.policy, record.upstream = route.policy, route.upstream.name
            sent = passing.to_provider(
                headers, route.upstream.settings.headers, route.upstream.key or client.own_key, api_key=False
            )
            streams = (self._method, self._path) == _STREAMED
            path = self._path.format(identity) + _query(scope["query_string"], streams=streams)
            exchange = await _exchange(service, route, client, kept)
            response = await route.upstream.ask(self._method, path, sent)
            if streams and response.status == HTTPStatus.OK and response.content_type == EVENT_STREAM:
                return response.status, _Stream(service, client, exchange, route.upstream, response, receive)
            async with response:
                body = await route.upstream.whole(response, service.settings.limits.reply_bytes)
            restored = await service.offloading.restored(exchange, response.status, body)
            if self._method == "DELETE" and response.status == HTTPStatus.OK:
                await service.kept.forget(client, identity)
        record.restored, record.bytes_out = restored.restored, len(restored.body)
        return response.status, orjson.Fragment(restored.body)

    async def give(self, send: Send, record: Record, value: Any) -> None:
        """Send the answer to the client."""
        if not isinstance(value, _Stream):
            await super().give(send, record, value)
            return
        record.streamed = True
        async with value.response:
            with value.service.one_of(value.client), Watch(value.receive):
                restorer = await value.service.offloading.stream(value.exchange)
                try:
                    rest = await self._pass_on(send, record, value, restorer)
                finally:
                    record.restored = restorer.count
                    restorer.end()
        record.bytes_out += len(rest)
        await send({"type": "http.response.body", "body": rest})

    @staticmethod
    async def _pass_on(send: Send, record: Record, stream: _Stream, restorer: Streaming) -> bytes:
        """Send a stream with originals; its end, which is an error where it breaks off."""
        seconds = stream.service.settings.limits.request_seconds
        head = [(b"content-type", EVENT_STREAM.encode()), (b"cache-control", b"no-cache")]
        await send({"type": "http.response.start", "status": record.status, "headers": head})
        try:
            async with asyncio.timeout(seconds):
                async for chunk in stream.response.content.iter_any():
                    if piece := await restorer.feed(chunk):
                        record.bytes_out += len(piece)
                        await send({"type": "http.response.body", "body": piece, "more_body": True})
            return await restorer.close()
        except Exception as error:
            if isinstance(error, TimeoutError):
                error = too_slow(seconds)
            elif isinstance(error, aiohttp.ClientError | OSError):
                error = stream.upstream.broken(error)
            told = refusal(error)
            record.code = told.code
            return await restorer.rest() + error_event(told, KEPT_RESPONSES.name, restorer.next_number)


async def _exchange(service: serving.Service, route: serving.Route, client: Client, kept: Kept) -> Exchange:
    """What the response came of, sanitized once more: draws repeat."""
    *before, last = kept.bodies
    large = is_large(last)
    body = {} if large else parse_object(last)
    caller = Caller(client.name, client.tenant, kept.conversation, kept.user)
    return await service.sanitize(route.doorway, KEPT_RESPONSES, body, caller, raw=last, before=before, large=large)


def _query(given: bytes, *, streams: bool) -> str:
    """The query of a request, as far as it may go on. `streams`: what is asked for may come as a stream. Raises
    FieldRefused where a part of it may not.
    """
    pairs = parse_qsl(given.decode("latin-1"), keep_blank_values=True)
    for name, value in pairs:
        if name == "starting_after":
            # The gateway's own events move the numbers, and what a surrogate began with would be missing.
            raise FieldRefused(
                "a stream is not taken up in its middle: its restored events have other numbers; nothing was sent",
                hint="ask for the stream from its beginning, or for the whole response",
                param=name,
            )
        if name not in _QUERIES or not _QUERIES[name].fullmatch(value) or (value == "true" and not streams):
            raise FieldRefused(
                "the query asks for what the gateway does not serve of a kept response; nothing was sent",
                hint="ask for after, before, limit and order alone, and of a response for stream",
            )
    return f"?{urlencode(pairs)}" if pairs else ""


def kept_routes() -> list[BaseRoute]:
    """Make the routes of kept responses, if the operator allows kept state."""
    served = (
        ("/responses/{}", "GET"),
        ("/responses/{}", "DELETE"),
        ("/responses/{}/cancel", "POST"),
        ("/responses/{}/input_items", "GET"),
        ("/conversations/{}", "GET"),
        ("/conversations/{}", "DELETE"),
        ("/conversations/{}/items", "GET"),
    )
    return [
        Route(prefix + path.format("{identity}"), _KeptThing(path, method), methods=[method])
        for path, method in served
        for prefix in ("/v1", "")
    ]
