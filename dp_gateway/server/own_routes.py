"""Routes that are the gateway's own: models, sanitizing alone, health."""

from __future__ import annotations

import asyncio
import time
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import parse_qsl

import orjson
from starlette.responses import JSONResponse
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from dp_gateway.budget.spent import MEANING
from dp_gateway.errors import FieldRefused, LedgerError, RequestError
from dp_gateway.exchange import Caller
from dp_gateway.server import headers as passing
from dp_gateway.server.asgi import (
    Disconnected,
    conversation_of,
    error_body,
    policy_of,
    read_body,
    refusal,
    send_json,
    too_slow,
)
from dp_gateway.server.bodies import is_large, parse_object, texts_of
from dp_gateway.server.keys import Client
from dp_gateway.server.logs import Record
from dp_gateway.server.service import Service

_MOST_MODELS = 2**20
"""Bytes of a provider's list of models: it is read on the event loop."""


class Own:
    """Answers with JSON; errors in OpenAI's shape. Requests count, and have as much time, as those of the API."""

    route = ""
    """Name in records."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        service: Service = scope["app"].state.service
        record, start = Record(self.route, traceparent=passing.trace(dict(scope["headers"]))), time.perf_counter()
        try:
            service.enter()
        except RequestError as error:
            await _refuse(error, send, record)
            service.observe(record)
            return
        seconds = self.seconds(service)
        try:
            async with asyncio.timeout(seconds):
                record.status, value = await self.answer(scope, receive, record)
            await self.give(send, record, value)
        except Disconnected:
            record.aborted = True
        except Exception as error:
            await _refuse(too_slow(seconds) if isinstance(error, TimeoutError) else error, send, record)
        finally:
            record.total = time.perf_counter() - start
            service.leave(record)

    def seconds(self, service: Service) -> float:
        """Return how many seconds an answer may take."""
        return service.settings.limits.request_seconds

    async def answer(self, scope: Scope, receive: Receive, record: Record) -> tuple[int, Any]:
        """Work out the status, and what `give` sends."""
        raise NotImplementedError

    async def give(self, send: Send, record: Record, value: Any) -> None:
        """Send an answer."""
        await send_json(send, record.status, value)


def caller_of(scope: Scope, record: Record) -> tuple[Service, dict[bytes, bytes], Client]:
    """Return the service, the headers of a request, and the client that it is of, which is recorded. Raises KeyRefused
    where the key is none of this gateway's.
    """
    service: Service = scope["app"].state.service
    headers: dict[bytes, bytes] = dict(scope["headers"])
    client = service.keys.client(passing.bearer(headers))
    record.client = client.name
    return service, headers, client


async def _refuse(error: Exception, send: Send, record: Record) -> None:
    told = refusal(error)
    record.code, record.status = told.code, told.status
    await send_json(send, told.status, error_body(told, "chat"))


class Health:
    """`/healthz`: the process runs. Probes ask all the time, and count as no requests."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say that the process runs."""
        await send_json(send, 200, {"status": "ok"})


class Readiness:
    """`/readyz`: everything is loaded, and a request would be reserved, recorded and sent."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say whether a request would be served now."""
        state = scope["app"].state
        status, told = 503, {"status": "loading"}
        if state.ready:
            status, told = 200, {"status": "ready"}
            try:
                await state.service.ready()
            except LedgerError as error:
                status, told = error.status, {"status": error.code, "message": error.message, "next": error.hint}
        await send_json(send, status, told)


class ModelsRoute(Own):
    """`/v1/models` and `/v1/models/NAME`: what all providers together have. A name in the path goes nowhere."""

    route = "models"

    async def answer(self, scope: Scope, receive: Receive, record: Record) -> tuple[int, Any]:
        """Work out the answer: its status and its body."""
        service, _, client = caller_of(scope, record)
        wanted: str | None = scope.get("path_params", {}).get("model")
        found: list[dict[str, Any]] = []
        for upstream in service.upstreams.by_name.values():
            sent = passing.to_provider({}, (), upstream.key or client.own_key, api_key=False)
            reply = await upstream.reply_to(
                "GET", "/models", None, sent, min(service.settings.limits.reply_bytes, _MOST_MODELS)
            )
            if reply.status != HTTPStatus.OK and len(service.upstreams.by_name) == 1:
                return reply.status, json_of(reply.body)
            found += _models(json_of(reply.body))
        if wanted is None:
            return 200, {"object": "list", "data": found}
        for model in found:
            if model.get("id") == wanted:
                return 200, model
        raise RequestError(
            "no provider has this model", hint="see GET /v1/models", status=404, code="model_not_found", param="model"
        )


class SanitizeOnly(Own):
    """`/sanitize`: `{"text": ...}` or `{"texts": [...]}`, with an optional `policy`; nothing is sent anywhere."""

    route = "sanitize"

    async def answer(self, scope: Scope, receive: Receive, record: Record) -> tuple[int, Any]:
        """Work out the answer: its status and its body."""
        service, headers, client = caller_of(scope, record)
        with service.one_of(client):
            raw = await read_body(receive, headers, service.settings.limits, client)
            return await self._sanitized(service, client, headers, raw, record)

    async def _sanitized(
        self, service: Service, client: Client, headers: dict[bytes, bytes], raw: bytes, record: Record
    ) -> tuple[int, Any]:
        route = service.route(client, None, policy_of(headers), None)
        caller = Caller(client.name, client.tenant, conversation_of(headers)[1])
        record.policy = route.policy
        start = time.perf_counter()
        request, entities, single = None, None, False
        if not is_large(raw) and len(raw) <= service.most_here(route.doorway):
            texts, single = texts_of(parse_object(raw))
            request = await service.texts(route.doorway, texts, caller)
            entities = route.doorway.gateway.known(texts, [False] * len(texts)) if request is None else None
        if request is None:
            answer, totals = await service.offloading.texts(route.doorway, raw, caller, entities)
            record.sanitize = time.perf_counter() - start
            record.take(totals)
            # The name of the policy goes in front of what another process has written.
            return 200, orjson.Fragment(orjson.dumps({"policy": route.policy})[:-1] + b"," + answer[1:])
        record.sanitize = time.perf_counter() - start
        record.take(request.totals)
        out = [one.text for one in request.texts]
        told = {"policy": route.policy, "report": request.report.to_json()}
        return 200, ({"text": out[0]} if single else {"texts": out}) | told


class Budgets(Own):
    """`/v1/privacy/budget`: what the caller spent, when, and what is left.

    Of budgets by conversation with the header `x-dp-conversation`, by user or model with `?user=` and `?model=`.
    """

    route = "budget"

    async def answer(self, scope: Scope, receive: Receive, record: Record) -> tuple[int, Any]:
        """Work out the answer: its status and its body."""
        service, headers, client = caller_of(scope, record)
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        if unknown := set(query) - {"user", "model"}:
            raise FieldRefused(f"there are {len(unknown)} unknown queries", hint="ask with ?user= and ?model= alone")
        caller = Caller(client.account, client.tenant, conversation_of(headers)[1], query.get("user", ""))
        return 200, {"budgets": await service.spending.told(caller, query.get("model", "")), "meaning": MEANING}


class NotServed(Own):
    """Every other path and method: refused, because what it would send could not be protected. `status`: 404, or 405
    where the path has other methods. `allow`: those.
    """

    route = "not served"

    def __init__(self, status: int, allow: str) -> None:
        self._status, self._allow = status, allow

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"allow", self._allow.encode("latin-1"))]
            await send(message)

        await super().__call__(scope, receive, told if self._allow else send)

    async def answer(self, scope: Scope, receive: Receive, record: Record) -> tuple[int, Any]:
        """Work out the answer: its status and its body."""
        raise RequestError(
            "the gateway does not serve this route, and has sent nothing",
            hint="it serves POST /v1/chat/completions, /v1/completions, /v1/responses, /v1/embeddings, /v1/messages, "
            "/v1/messages/count_tokens, /v1/responses/compact, /v1/responses/input_tokens, /v1/moderations, /sanitize, "
            "and GET /v1/models, /v1/privacy/budget; with a table [batches] in its settings /v1/files, /v1/batches and "
            "/v1/messages/batches",
            status=self._status,
            code="not_served",
        )


def json_of(body: bytes) -> Any:
    """Parse JSON of a provider; an empty object if it is none."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return {}


def _models(reply: Any) -> list[dict[str, Any]]:
    data = cast(dict[str, Any], reply).get("data") if isinstance(reply, dict) else None
    if not isinstance(data, list):
        return []
    return [cast(dict[str, Any], model) for model in cast(list[Any], data) if isinstance(model, dict)]


async def refuse_websocket(socket: WebSocket) -> None:
    """Refuse a WebSocket with the reason, before it is one."""
    error = RequestError(
        "the gateway serves no WebSockets, and has sent nothing",
        hint='let the client use HTTP: the same requests as POST, with "stream": true',
        status=501,
        code="websocket_not_served",
    )
    await socket.send_denial_response(JSONResponse(error_body(error, ""), error.status))
