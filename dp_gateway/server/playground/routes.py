"""The routes of the playground. They take the same keys as the API, and keep nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping
from contextlib import aclosing, contextmanager
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import orjson
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from dp_gateway.errors import MalformedRequest
from dp_gateway.exchange import Caller
from dp_gateway.server import headers as passing
from dp_gateway.server.answers import error_body, refusal
from dp_gateway.server.incoming import conversation_of, parse_object, read_body
from dp_gateway.server.keys import Client
from dp_gateway.server.playground.choices import Choices, epsilon_of, policy_names
from dp_gateway.server.playground.page import page
from dp_gateway.server.playground.turn import Part, Turn
from dp_gateway.server.records import Record
from dp_gateway.server.service import Service

__all__ = ["playground_routes"]

_Handler = Callable[[Request], Awaitable[Response]]


def playground_routes(*, any_policy: bool = False, options: Mapping[str, Any] | None = None) -> list[BaseRoute]:
    """The page at `/playground`, and what it asks.

    POST /playground/sanitize   what would leave, and its certificate; nothing is sent
    POST /playground/chat       the same, then the reply, as events `sent`, `raw`, `restored`, `report`, `error`
    GET  /playground/facts      providers, policies, what may be sent

    Args:
        any_policy: see `Choices`.
        options: further fields of the requests that the page sends, such as the temperature.
    """
    choices = Choices(any_policy=any_policy)
    return [
        Route("/playground", _page, methods=["GET"]),
        Route("/playground/facts", _refusing(partial(_facts, choices, options or {})), methods=["GET"]),
        Route("/playground/sanitize", _refusing(partial(_look, choices)), methods=["POST"]),
        Route("/playground/chat", _refusing(partial(_chat, choices)), methods=["POST"]),
    ]


def _refusing(handler: _Handler) -> _Handler:
    """Errors in OpenAI's shape."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Exception as error:
            told = refusal(error)
            return _json(error_body(told, "chat"), told.status)

    return answer


async def _page(_: Request) -> Response:
    shown = page()
    return Response(shown.html, media_type="text/html", headers=dict(shown.headers))


async def _facts(choices: Choices, options: Mapping[str, Any], request: Request) -> Response:
    service: Service = request.app.state.service
    client = service.keys.client(_key(request))
    policies = [
        {
            "name": name,
            "kind": service.settings.policy(name).kind,
            "epsilon": epsilon_of(service.settings.policy(name)),
            "sendable": choices.sendable(service, client, name),
        }
        for name in policy_names(service)
    ]
    upstreams = [
        {"name": name, "host": urlsplit(upstream.settings.url).netloc}
        for name, upstream in service.upstreams.by_name.items()
        if client.upstream in (None, name)
    ]
    chosen = client.policy or service.settings.privacy.policy
    return _json({"policies": policies, "policy": chosen, "providers": upstreams, "options": dict(options)})


class _Asked(NamedTuple):
    """What the page sends."""

    service: Service
    client: Client
    body: dict[str, Any]
    caller: Caller
    policy: str | None
    epsilon: Any


async def _asked(request: Request, *, stream: bool) -> _Asked:
    service: Service = request.app.state.service
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        # Of the types that a foreign page may send without asking, this is none.
        raise MalformedRequest("the body is not declared as JSON", hint="content-type: application/json", status=415)
    headers = dict(request.scope["headers"])
    client = service.keys.client(_key(request))
    given = parse_object(await read_body(request.receive, headers, service.settings.limits.body_bytes))
    policy, epsilon = given.pop("policy", None), given.pop("epsilon", None)
    if policy is not None and not isinstance(policy, str):
        raise MalformedRequest("the policy is no string", hint="see GET /playground/facts", param="policy")
    if not isinstance(given.get("messages"), list):
        raise MalformedRequest("there are no messages", hint='send {"messages": [...]}', param="messages")
    caller = Caller(client.name, client.tenant, conversation_of(headers)[1])
    return _Asked(service, client, given | {"stream": stream}, caller, policy, epsilon)


async def _look(choices: Choices, request: Request) -> Response:
    asked = await _asked(request, stream=False)
    with _counted(asked.service, "/playground/sanitize", asked.client) as record:
        name, doorway = await asyncio.to_thread(choices.look, asked.service, asked.client, asked.policy, asked.epsilon)
        record.policy = name
        turn = await Turn.open(asked.service, doorway, asked.body, asked.caller)
        record.status, record.epsilon = 200, turn.exchange.report.total_epsilon
        return _json({"policy": name, "messages": _shown(turn), "report": await _report(turn)})


async def _chat(choices: Choices, request: Request) -> Response:
    asked = await _asked(request, stream=True)
    model = asked.body.get("model")
    if not isinstance(model, str) or not model:
        raise MalformedRequest("there is no model", hint="name one of GET /v1/models", param="model")
    route = await asyncio.to_thread(choices.send, asked.service, asked.client, model, asked.policy, asked.epsilon)
    turn = await Turn.open(asked.service, route.doorway, asked.body, asked.caller)

    async def events() -> AsyncGenerator[bytes]:
        with _counted(asked.service, "/playground/chat", asked.client) as record:
            record.policy, record.upstream, record.streamed = route.policy, route.upstream.name, True
            record.epsilon = turn.exchange.report.total_epsilon
            yield _event("sent", {"messages": _shown(turn), "provider": route.upstream.name, "policy": route.policy})
            try:
                async with aclosing(turn.reply(asked.service, route, asked.client)) as reply:
                    async for piece in reply:
                        if piece.text:
                            yield _event(piece.side, {"text": piece.text})
                record.status = 200
            except Exception as error:
                told = refusal(error)
                record.status, record.code = told.status, told.code
                yield _event("error", error_body(told, "chat")["error"])
            record.restored = turn.exchange.reply.count
            yield _event("report", await _report(turn) | {"restored": record.restored})

    return StreamingResponse(events(), media_type="text/event-stream", headers={"cache-control": "no-store"})


@contextmanager
def _counted(service: Service, route: str, client: Client) -> Generator[Record]:
    record = Record(route, client=client.name)
    service.enter()
    try:
        yield record
    finally:
        service.leave(record)


async def _report(turn: Turn) -> dict[str, Any]:
    # A level that was never asked for before is worked out, which takes seconds.
    return await asyncio.to_thread(turn.exchange.report.to_json)


def _shown(turn: Turn) -> list[dict[str, Any]]:
    return [
        {"role": message["role"], "parts": [_part(part) for part in parts]}
        for message, parts in zip(turn.exchange.body["messages"], turn.messages, strict=True)
    ]


def _part(part: Part) -> dict[str, Any]:
    return part._asdict() if part.original is not None else {"text": part.text}


def _key(request: Request) -> str | None:
    return passing.bearer(dict(request.scope["headers"]))


def _event(name: str, data: Any) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + orjson.dumps(data) + b"\n\n"


def _json(value: Any, status: int = 200) -> Response:
    return Response(orjson.dumps(value), status, media_type="application/json", headers={"cache-control": "no-store"})
