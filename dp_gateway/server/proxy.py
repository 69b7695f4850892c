"""Serves the routes that go to a provider: read, sanitize, send, restore. Nothing is sent before the whole body was
read.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import aiohttp
import orjson
from starlette.types import Receive, Scope, Send

from dp_gateway.api import CONVERSATIONS, COUNTS, KEPT_RESPONSES, SHAPES, Shape
from dp_gateway.budget.spent import price_headers
from dp_gateway.errors import GatewayError, Overloaded
from dp_gateway.exchange import MARK_HEADER, Caller, Exchange, user_of
from dp_gateway.policy import Policy
from dp_gateway.restore.caution import Caution
from dp_gateway.server import headers as passing
from dp_gateway.server.asgi import (
    EVENT_STREAM,
    Disconnected,
    Watch,
    conversation_of,
    error_body,
    error_event,
    error_headers,
    policy_of,
    read_body,
    refusal,
    send_bytes,
    send_json,
    too_slow,
)
from dp_gateway.server.bodies import RestoredReply, is_large, parse_object
from dp_gateway.server.kept import Kept
from dp_gateway.server.kept_responses import Keeping, check_policy, earlier
from dp_gateway.server.keys import Client
from dp_gateway.server.logs import Record
from dp_gateway.server.offloading import OffloadedExchange
from dp_gateway.server.replies import HEADER, CorrectedStream, Streaming, corrected
from dp_gateway.server.service import Route, Service
from dp_gateway.server.upstream import Upstream
from dp_gateway.till import Payment

if TYPE_CHECKING:
    from dp_gateway.judging.hooks import Judging, Sample

_BETA = "beta=true"
"""The one query that a provider gets: Anthropic's SDK asks for beta features so."""

RESPONSES = SHAPES["responses"]
_KEEPING = RESPONSES, CONVERSATIONS
_AFTER = 1.0
_TOLD_TO_JUDGES = ("route", "policy", "upstream", "client", "traceparent")


class Proxy:
    """An ASGI endpoint that serves one API shape."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        service: Service = scope["app"].state.service
        call = Call(self._shape, service, scope, send)
        await call.run(receive)


class Call:
    """One request on its way. `shape`, `service`, `scope`, `send`: of the request; the service is held until the last
    byte of the reply, so that a reload does not change a request under way.
    """

    def __init__(self, shape: Shape, service: Service, scope: Scope, send: Send) -> None:
        self._shape, self.service, self.send = shape, service, send
        self.headers = passing.combined(scope["headers"])
        # Azure names the model in the path.
        self._deployment: str | None = scope.get("path_params", {}).get("deployment")
        self._query = _BETA if _BETA.encode() in scope["query_string"].split(b"&") else ""
        self.record = Record(shape.name, traceparent=passing.trace(self.headers))
        self._began = self._ended = False
        self._restorer: Streaming | None = None
        self._correcting: CorrectedStream | None = None
        # A count of tokens is no reply.
        self._judging: Judging | None = None if shape in COUNTS else scope["app"].state.judging
        self._sample: Sample | None = None
        self._keeping: Keeping | None = None

    async def run(self, receive: Receive) -> None:
        """Serve it, and tell the observers."""
        start = time.perf_counter()
        limits = self.service.settings.limits
        self._ends = start + limits.request_seconds
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
            if self._restorer is not None:
                self.record.restored = self._restorer.count
                self._restorer.end()
            self.record.total = time.perf_counter() - start
            self.service.leave(self.record)

    async def serve(self, body: bytes, client: Client) -> None:
        """Read the body, sanitize, send, restore."""
        start = time.perf_counter()
        state = self.service.kept if self._shape in _KEEPING else None
        large = is_large(body)
        if not large:
            request = parse_object(body)
        elif state is not None or self._deployment is not None or self.service.routes_by_body:
            request = await self.service.offloading.head(body)
        else:
            request = dict[str, Any]()  # nothing of it is asked for before it is sanitized
        if self._deployment is not None and request.get("model") is None:
            request["model"] = self._deployment
            # What is kept of requests that come again goes by their bytes; of a large one only the head is known here.
            model = orjson.dumps({"model": self._deployment})
            body = model[:-1] + b"," + body[body.index(b"{") + 1 :] if large else orjson.dumps(request)
        kept = await earlier(state, client, request) if state is not None else None
        before = kept.bodies if kept is not None else ()
        model = request.get("model")
        route, caller = self._route(client, model if isinstance(model, str) else None, user_of(request), kept)
        mark = self.headers.get(MARK_HEADER.encode(), b"").decode("latin-1")
        if state is not None and request.get("store") is not False and not mark:
            self._keeping = Keeping(state, client, caller, route, request, body, kept)
        shape = KEPT_RESPONSES if state is not None and self._shape is RESPONSES else self._shape
        exchange = await self.service.sanitize(route.doorway, shape, request, caller, mark, body, before, large=large)
        self.record.sanitize = time.perf_counter() - start
        if not isinstance(exchange, OffloadedExchange):
            self.record.take(exchange.request.totals)

        async def again(policy: Policy) -> Exchange:
            doorway = self.service.doorway_of(policy, route.key_id)
            # What would go on from it, or be restored by it, is drawn otherwise.
            self._keeping = None
            once_more = await self.service.sanitize(
                doorway, shape, request, caller, raw=body, before=before, large=large
            )
            await self._take(once_more)
            return once_more

        start = time.perf_counter()
        payer = caller if caller.name == client.account else replace(caller, name=client.account)
        async with await self.service.spending.pay(exchange, payer, again) as payment:
            if payment.exchange is not exchange:
                route = route._replace(policy=payment.exchange.policy.name)
            try:
                await self._send(payment, route, client, start)
            except Exception:
                # A provider may fail before it is worked out what the request cost.
                with suppress(GatewayError):
                    await self._take(payment.exchange)
                raise
        self.record.upstream_total = time.perf_counter() - start
        if self._sample is not None:
            record = self.record
            self._sample.context |= {name: getattr(record, name) for name in _TOLD_TO_JUDGES}
            self._sample.done()

    async def _take(self, exchange: Exchange) -> None:
        """Note what a request cost; another process may have worked that out while the provider answered."""
        self.record.take(await self.service.offloading.totals(exchange))

    def _route(self, client: Client, model: str | None, user: str, kept: Kept | None) -> tuple[Route, Caller]:
        key_id, conversation = conversation_of(self.headers)
        if kept is not None:
            key_id, conversation, user, model = kept.key_id, kept.conversation, kept.user, model or kept.model
        route = self.service.route(client, model, policy_of(self.headers), key_id)
        if kept is not None:
            check_policy(kept, route)
        self.record.policy, self.record.upstream = route.policy, route.upstream.name
        return route, Caller(client.name, client.tenant, conversation, user)

    async def _send(self, payment: Payment, route: Route, client: Client, start: float) -> None:
        exchange, upstream = payment.exchange, route.upstream
        key = upstream.key or client.own_key
        api_key = self._shape.name == "messages" and passing.as_api_key(self.headers, upstream.key)
        headers = passing.to_provider(self.headers, upstream.settings.headers, key, api_key=api_key)
        async with await self.service.send(payment, upstream, headers, self._query) as response:
            self.record.upstream_first = time.perf_counter() - start
            self.record.status = response.status
            if self._judging is not None and response.status == HTTPStatus.OK:
                self._sample = self._judging.sample(exchange)
            if response.status == HTTPStatus.OK and response.content_type == EVENT_STREAM:
                # What the request cost is worked out last: its reply begins to be restored meanwhile.
                async with _beside(self._head(payment, route, response)) as head:
                    await self._stream(exchange, response, upstream, head)
            else:
                headers = await self._headers(payment, route, response)
                await self._whole(exchange, response, upstream, headers)

    async def _headers(
        self, payment: Payment, route: Route, response: aiohttp.ClientResponse
    ) -> list[tuple[bytes, bytes]]:
        """The provider's, and what the client is told about the privacy of its request."""
        await self._take(payment.exchange)
        return passing.from_provider(response.headers.items()) + _told(payment, route)

    async def _whole(
        self,
        exchange: Exchange,
        response: aiohttp.ClientResponse,
        upstream: Upstream,
        headers: list[tuple[bytes, bytes]],
    ) -> None:
        body = await upstream.whole(response, self.service.settings.limits.reply_bytes)
        start = time.perf_counter()
        if response.status == HTTPStatus.OK and exchange.idle and body.startswith(b"{") and body.endswith(b"}"):
            restored = RestoredReply(body)
        else:
            restored = await self.service.offloading.restored(exchange, response.status, body)
        rewriting = self.service.rewriting(exchange) if response.status == HTTPStatus.OK else None
        if rewriting is not None:
            restored = await corrected(rewriting, restored, self._left)
            if rewriting.outcome is not None:
                headers = [*headers, (HEADER, rewriting.outcome.encode())]
        record = self.record
        record.restore, record.bytes_out, record.restored = (
            time.perf_counter() - start,
            len(restored.body),
            restored.restored,
        )
        if self._keeping is not None and response.status == HTTPStatus.OK:
            await self._keeping.whole(body)
        self._began = self._ended = True
        self._watch.over()
        if restored.dropped:
            headers = _with_dropped(headers)
        if told := _caution(restored.cautions):
            headers = [*headers, (b"x-dp-caution", told)]
        await send_bytes(self.send, response.status, restored.body, headers)
        if self._sample is not None:
            self._sample.feed(body)

    async def _head(self, payment: Payment, route: Route, response: aiohttp.ClientResponse) -> None:
        """Begin a stream, when all is known that its head tells."""
        exchange, headers = payment.exchange, await self._headers(payment, route, response)
        self.record.streamed = self._began = True
        if not exchange.idle and exchange.probabilities:
            headers = _with_dropped(headers)  # which of them cannot be known yet
        head = [(b"content-type", EVENT_STREAM.encode()), (b"cache-control", b"no-cache"), *headers]
        await self.send({"type": "http.response.start", "status": 200, "headers": head})

    async def _stream(
        self, exchange: Exchange, response: aiohttp.ClientResponse, upstream: Upstream, head: asyncio.Task[None]
    ) -> None:
        restorer = self._restorer = await self.service.offloading.stream(exchange)
        rewriting = self.service.rewriting(exchange)
        correcting = self._correcting = CorrectedStream(rewriting) if rewriting is not None else None
        try:
            async for chunk in response.content.iter_any():
                if self._keeping is not None:
                    await self._keeping.piece(chunk)
                start = time.perf_counter()
                out = await restorer.feed(chunk)
                if correcting is not None:
                    out = await correcting.feed(out, self._left)
                self.record.restore += time.perf_counter() - start
                if out:
                    await head
                    await self._piece(out)
                if self._sample is not None:
                    self._sample.feed(chunk)
        except (aiohttp.ClientError, OSError) as error:
            raise upstream.broken(error) from None
        rest = await restorer.close()
        await head
        # Headers have gone: a comment, which clients pass over, says it at the end.
        told = _caution(restorer.cautions)
        rest += b": x-dp-caution: " + told + b"\n\n" if told else b""
        if correcting is not None:
            rest = await correcting.close(rest, self._left)
        await self._piece(rest, last=True)

    @property
    def _left(self) -> float:
        """Seconds that a correction may take: what comes after it needs some time of the request as well."""
        return max(self._ends - time.perf_counter() - _AFTER, 0.0)

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
            held = await self._restorer.rest() if self._restorer is not None else b""
            held = self._correcting.rest(held) if self._correcting is not None else held
            number = self._restorer.next_number if self._restorer is not None else 0
            await self._piece(held + error_event(told, self._shape.name, number), last=True)
            return
        self.record.status = told.status
        await send_json(self.send, told.status, error_body(told, self._shape.name), error_headers(told))


@asynccontextmanager
async def _beside(doing: Coroutine[Any, Any, None]) -> AsyncGenerator[asyncio.Task[None]]:
    """Do something while the block runs; it is done before an error of the block goes on, unless that is cancelled."""
    task = asyncio.ensure_future(doing)
    try:
        yield task
    except asyncio.CancelledError:
        task.cancel()
        raise
    except Exception:
        await task
        raise


def _caution(cautions: Iterable[Caution]) -> bytes:
    """The types of values that were drawn near and of which the reply states something, with how many; no value."""
    counted = Counter(caution.type for caution in cautions)
    return ", ".join(f"{name}={count}" for name, count in sorted(counted.items())).encode()


def _with_dropped(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers, saying that log-probabilities do not come with text that was restored."""
    name = b"x-dp-dropped"
    listed = [value for key, value in headers if key == name]
    return [*(pair for pair in headers if pair[0] != name), (name, b",".join([*listed, b"logprobs"]))]


def _told(payment: Payment, route: Route) -> list[tuple[bytes, bytes]]:
    """What the client is told about the privacy of its request."""
    exchange = payment.exchange
    told = [(b"x-dp-policy", route.policy.encode("utf-8", "replace")), (b"x-dp-key", route.key_id.encode())]
    told += price_headers(exchange.request.totals.price, payment.spent)
    if languages := exchange.request.totals.languages.header:
        told.append((b"x-dp-languages", languages.encode()))
    if exchange.policy.kind == "observe":
        told.append((b"x-dp-observed", b"nothing was changed"))
    if exchange.texts.dropped:
        told.append((b"x-dp-dropped", ",".join(exchange.texts.dropped).encode("ascii", "replace")))
    return told
