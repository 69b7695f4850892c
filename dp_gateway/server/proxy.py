"""The routes that go to a provider: read, sanitize, send, restore. Nothing is sent before the whole body was read."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import orjson
from starlette.types import Receive, Scope, Send

from dp_gateway.errors import BudgetExceeded, Overloaded, RequestError, UpstreamFailed
from dp_gateway.exchange import MARK_HEADER, Caller, Exchange, user_of
from dp_gateway.ledger.exhaustion import cheaper
from dp_gateway.ledger.spent import Spent, price_headers
from dp_gateway.server import headers as passing
from dp_gateway.server.answers import (
    error_body,
    error_event,
    error_headers,
    refusal,
    send_bytes,
    send_json,
    too_slow,
)
from dp_gateway.server.disconnect import Disconnected, Watch
from dp_gateway.server.incoming import LARGE, beside, conversation_of, parse, policy_of, read_body
from dp_gateway.server.keys import Client
from dp_gateway.server.records import Record
from dp_gateway.server.service import Route, Service
from dp_gateway.server.upstream import Upstream
from dp_gateway.shapes import COUNT_TOKENS, Shape
from dp_gateway.shapes.replies import asks_for_probabilities
from dp_gateway.shapes.sse import StreamRestorer

if TYPE_CHECKING:
    from dp_gateway.evaluation.hooks import Judging, Sample

__all__ = ["Call", "Proxy"]

_LONGEST_ERROR = 2000
_LONG_CHUNK = 16_384
"""Bytes of a stream that are restored beside the event loop."""

_BETA = "beta=true"
"""The one query that a provider gets: Anthropic's SDK asks for beta features so."""

_EVENT_STREAM = "text/event-stream"
_TOLD_TO_JUDGES = ("route", "policy", "upstream", "client", "traceparent")


class Proxy:
    """An ASGI endpoint that serves one API shape.

    Args:
        shape: of the requests.
    """

    def __init__(self, shape: Shape) -> None:
        self._shape = shape

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        service: Service = scope["app"].state.service
        call = Call(self._shape, service, scope, send)
        await call.run(receive)


class Call:
    """One request on its way.

    Args:
        shape, service, scope, send: of the request; the service is held until the last byte of the reply, so that a
            reload does not change a request under way.
    """

    def __init__(self, shape: Shape, service: Service, scope: Scope, send: Send) -> None:
        self._shape, self.service, self.send = shape, service, send
        self.headers: dict[bytes, bytes] = dict(scope["headers"])
        self._query = _BETA if scope["query_string"] == _BETA.encode() else ""
        self.record = Record(shape.name, traceparent=passing.trace(self.headers))
        self._began = self._ended = False
        self._restorer: StreamRestorer | None = None
        # A count of tokens is no reply.
        self._judging: Judging | None = None if shape is COUNT_TOKENS else scope["app"].state.judging
        self._sample: Sample | None = None

    async def run(self, receive: Receive) -> None:
        """Serve it, and tell the observers."""
        start = time.perf_counter()
        limits = self.service.settings.limits
        try:
            self.service.enter()
        except Exception as error:
            await self._refuse(error)
            self.service.observe(self.record)
            return
        self._watch = Watch(receive)
        try:
            async with asyncio.timeout(limits.request_seconds):
                client = self.service.keys.client(passing.bearer(self.headers))
                self.record.client = client.name
                with self.service.one_of(client):
                    body = await read_body(receive, self.headers, limits, client)
                    self.record.bytes_in = len(body)
                    with self._watch:
                        await self.serve(body, client)
        except Disconnected:
            self.record.aborted = True
        except asyncio.CancelledError:
            # The server stops, and has waited for as long as it waits.
            if self._began and not self._ended:
                await self._refuse(Overloaded("the gateway is stopping", hint="send the request again"))
            raise
        except Exception as error:
            await self._refuse(error)
        finally:
            self.record.total = time.perf_counter() - start
            self.service.leave(self.record)

    async def serve(self, body: bytes, client: Client) -> None:
        """Read the body, sanitize, send, restore."""
        start = time.perf_counter()
        request = await parse(body)
        route, caller = self._route(client, request)
        mark = self.headers.get(MARK_HEADER.encode(), b"").decode("latin-1")
        exchange = await self.service.sanitize(route.doorway, self._shape, request, caller, mark, body)
        self.record.sanitize = time.perf_counter() - start
        try:
            await self._send(exchange, route, caller, client)
        except BudgetExceeded as error:
            policy = cheaper(route.doorway.gateway.policy, error, exchange.request.charges(certified=False))
            if policy is None:
                raise
            doorway = self.service.doorway_of(policy, route.key_id)
            route = route._replace(doorway=doorway, policy=policy.name)
            again = body if len(body) > LARGE else b""
            exchange = await self.service.sanitize(doorway, self._shape, request, caller, raw=again)
            await self._send(exchange, route, caller, client)

    def _route(self, client: Client, request: dict[str, Any]) -> tuple[Route, Caller]:
        model = request.get("model")
        key_id, conversation = conversation_of(self.headers)
        route = self.service.route(client, model if isinstance(model, str) else None, policy_of(self.headers), key_id)
        self.record.policy, self.record.upstream = route.policy, route.upstream.name
        return route, Caller(client.name, client.tenant, conversation, user_of(request))

    async def _send(self, exchange: Exchange, route: Route, caller: Caller, client: Client) -> None:
        self.record.count(exchange.request)
        upstream = route.upstream
        key = upstream.key or client.own_key
        api_key = self._shape.name == "messages" and passing.as_api_key(self.headers, upstream.key)
        headers = passing.to_provider(self.headers, upstream.settings.headers, key, api_key=api_key)
        start = time.perf_counter()
        async with (
            self.service.spending.spend(exchange, replace(caller, name=client.account)) as spent,
            await self.service.send(exchange, upstream, headers, spent, self._query) as response,
        ):
            self.record.upstream_first = time.perf_counter() - start
            self.record.status = response.status
            if self._judging is not None and response.status == 200:  # noqa: PLR2004
                self._sample = self._judging.sample(exchange)
            kept = passing.from_provider(response.headers.items()) + _told(exchange, route, spent)
            if response.status == 200 and response.content_type == _EVENT_STREAM:  # noqa: PLR2004
                await self._stream(exchange, response, upstream, kept)
            else:
                await self._whole(exchange, response, upstream, kept)
        self.record.upstream_total = time.perf_counter() - start
        self.record.restored = 0 if exchange.idle else exchange.reply.count
        if self._sample is not None:
            record = self.record
            self._sample.context |= {name: getattr(record, name) for name in _TOLD_TO_JUDGES}
            self._sample.done()

    async def _whole(
        self,
        exchange: Exchange,
        response: aiohttp.ClientResponse,
        upstream: Upstream,
        headers: list[tuple[bytes, bytes]],
    ) -> None:
        body = await upstream.whole(response, self.service.settings.limits.reply_bytes)
        start = time.perf_counter()
        large = len(body) > LARGE
        restored = (
            await beside(_restored, exchange, response.status, body)
            if large
            else _restored(exchange, response.status, body)
        )
        self.record.restore = time.perf_counter() - start
        self.record.bytes_out = len(restored)
        self._began = self._ended = True
        self._watch.over()
        if not exchange.idle and exchange.reply.dropped:
            headers = _with_dropped(headers)
        await send_bytes(self.send, response.status, restored, headers)
        if self._sample is not None:
            self._sample.feed(body)

    async def _stream(
        self,
        exchange: Exchange,
        response: aiohttp.ClientResponse,
        upstream: Upstream,
        headers: list[tuple[bytes, bytes]],
    ) -> None:
        self.record.streamed = self._began = True
        restorer = self._restorer = StreamRestorer(exchange.reply)
        if not exchange.idle and asks_for_probabilities(exchange.body):
            headers = _with_dropped(headers)  # which of them cannot be known yet
        head = [(b"content-type", _EVENT_STREAM.encode()), (b"cache-control", b"no-cache"), *headers]
        await self.send({"type": "http.response.start", "status": 200, "headers": head})
        try:
            async for chunk in response.content.iter_any():
                start = time.perf_counter()
                out = await beside(restorer.feed, chunk) if len(chunk) > _LONG_CHUNK else restorer.feed(chunk)
                self.record.restore += time.perf_counter() - start
                if out:
                    await self._piece(out)
                if self._sample is not None:
                    self._sample.feed(chunk)
        except (aiohttp.ClientError, OSError) as error:
            raise upstream.broken(error) from None
        await self._piece(restorer.close(), last=True)

    async def _piece(self, body: bytes, *, last: bool = False) -> None:
        self.record.bytes_out += len(body)
        if last:
            self._ended = True
            self._watch.over()
        await self.send({"type": "http.response.body", "body": body, "more_body": not last})

    async def _refuse(self, error: BaseException) -> None:
        if isinstance(error, TimeoutError):
            error = too_slow(self.service.settings.limits.request_seconds)
        told = refusal(error)
        self.record.code = told.code
        if self._began:
            # What was held back belongs to the user: first that, then the error.
            held = self._restorer.close() if self._restorer is not None else b""
            number = self._restorer.next_number if self._restorer is not None else 0
            await self._piece(held + error_event(told, self._shape.name, number), last=True)
            return
        self.record.status = told.status
        await send_json(self.send, told.status, error_body(told, self._shape.name), error_headers(told))


def _restored(exchange: Exchange, status: int, body: bytes) -> bytes:
    """The body with the originals; an error that is not JSON, such as a proxy's page, in the shape of an error.

    Raises:
        UpstreamFailed: what should be a reply is no JSON object.
    """
    if status == 200 and exchange.idle and body.startswith(b"{") and body.endswith(b"}"):  # noqa: PLR2004
        return body
    reply = exchange.reply
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
        return orjson.dumps(error_body(error, exchange.shape.name))
    return orjson.dumps(reply.error(parsed))


def _with_dropped(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers, saying that log-probabilities do not come with text that was restored."""
    name = b"x-dp-dropped"
    listed = [value for key, value in headers if key == name]
    return [*(pair for pair in headers if pair[0] != name), (name, b",".join([*listed, b"logprobs"]))]


def _told(exchange: Exchange, route: Route, spent: Spent | None) -> list[tuple[bytes, bytes]]:
    """What the client is told about the privacy of its request."""
    told = [(b"x-dp-policy", route.policy.encode("utf-8", "replace")), (b"x-dp-key", route.key_id.encode())]
    told += price_headers(exchange.request.totals.price, spent)
    if route.doorway.gateway.policy.kind == "observe":
        told.append((b"x-dp-observed", b"nothing was changed"))
    if exchange.texts.dropped:
        told.append((b"x-dp-dropped", ",".join(exchange.texts.dropped).encode("ascii", "replace")))
    return told
