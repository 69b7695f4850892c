"""Serves the playground: a page that shows what leaves and what comes back, and the routes behind it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

import orjson
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from dp_gateway.errors import MalformedRequest, RequestTooLarge
from dp_gateway.exchange import Caller, Doorway
from dp_gateway.server import headers as passing
from dp_gateway.server.asgi import Disconnected, conversation_of, error_body, read_body, refusal, too_slow
from dp_gateway.server.bodies import LARGE, is_large, parse_object
from dp_gateway.server.keys import Client
from dp_gateway.server.logs import Record
from dp_gateway.server.own_routes import Own
from dp_gateway.server.playground.turn import ChatTurn, Choices, Part, ReplyPiece, epsilons_of, policy_names
from dp_gateway.server.service import Service

__all__ = ["ChatTurn", "Choices", "Page", "Part", "ReplyPiece", "page", "playground_routes", "policy_names"]


class Page(NamedTuple):
    """The document, and the headers that belong to it."""

    html: str
    headers: Mapping[str, str]


@cache
def page() -> Page:
    """Serve the page: style and script stand in it, no others run, and nothing is asked of any other server."""
    folder = files("dp_gateway.server.playground")
    names = ("page.html", "style.css", "view.js", "plot.js", "script.js")
    html, style, *scripts = ((folder / name).read_text(encoding="utf-8") for name in names)
    script = "".join(scripts)
    allowed = (
        "default-src 'none'",
        f"style-src '{_hash(style)}'",
        f"script-src '{_hash(script)}'",
        "connect-src 'self'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
    headers = {
        "content-security-policy": "; ".join(allowed),
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
    }
    return Page(html.replace("/*style*/", style).replace("/*script*/", script), headers)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


_Handler = Callable[[Request, Record], Awaitable[Response]]


def playground_routes(*, any_policy: bool = False, options: Mapping[str, Any] | None = None) -> list[BaseRoute]:
    """Make the routes of the page at `/playground`, and of what it asks.

    POST /playground/sanitize   what would leave, and its certificate; nothing is sent
    POST /playground/chat       the same, then the reply: `sanitized`, `sent`, `raw`, `restored`, `report`, `error`
    GET  /playground/facts      providers, policies, what may be sent

    Args:
        any_policy: visitors may choose any policy and epsilon, as on one's own machine.
        options: further fields of the requests that the page sends, such as the temperature.
    """
    choices = Choices(any_policy=any_policy)
    return [
        Route("/playground", _page, methods=["GET"]),
        Route(
            "/playground/facts",
            _Answering("/playground/facts", partial(_facts, choices, options or {})),
            methods=["GET"],
        ),
        Route("/playground/sanitize", _Answering("/playground/sanitize", partial(_look, choices)), methods=["POST"]),
        Route("/playground/chat", _Answering("/playground/chat", partial(_chat, choices)), methods=["POST"]),
    ]


_LAST_WORDS = 1.0
"""Seconds for telling that the time of a request is over."""


class _Answering(Own):
    """Answers with the response of a handler, which may be a stream."""

    def __init__(self, route: str, handler: _Handler) -> None:
        self.route, self._handler = route, handler

    async def answer(self, scope: Scope, receive: Receive, record: Record) -> tuple[int, Any]:
        """Status, and what sends the response."""
        ends = asyncio.get_running_loop().time() + self.seconds(scope["app"].state.service)
        response = await self._handler(Request(scope, receive), record)
        return response.status_code, (partial(response, scope, receive), ends)

    async def give(self, send: Send, record: Record, value: Any) -> None:
        """Send the response."""
        respond, ends = value
        try:
            # A stream ends in time by itself, unless the client does not read it.
            async with asyncio.timeout_at(ends + _LAST_WORDS):
                await respond(send)
        except TimeoutError:
            raise Disconnected from None


async def _page(_: Request) -> Response:
    shown = page()
    return Response(shown.html, media_type="text/html", headers=dict(shown.headers))


async def _facts(choices: Choices, options: Mapping[str, Any], request: Request, record: Record) -> Response:
    service: Service = request.app.state.service
    client = service.keys.client(_key(request))
    record.client = client.name
    policies = [
        {
            "name": name,
            "kind": service.settings.policy(name).kind,
            "epsilons": epsilons_of(service.settings.policy(name)),
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
    off: tuple[str, ...]


async def _asked(request: Request, record: Record, *, stream: bool) -> _Asked:
    service: Service = request.app.state.service
    headers = dict(request.scope["headers"])
    client = service.keys.client(_key(request))
    record.client = client.name
    limits = service.settings.limits
    limits = limits.model_copy(update={"body_bytes": min(client.body_bytes or limits.body_bytes, LARGE)})
    body = await read_body(request.receive, headers, limits, replace(client, body_bytes=None))
    record.bytes_in = len(body)
    if is_large(body):
        raise RequestTooLarge("the playground is for texts that a person reads", hint="send fewer values")
    given = parse_object(body)
    policy, epsilon = given.pop("policy", None), given.pop("epsilon", None)
    if policy is not None and not isinstance(policy, str):
        raise MalformedRequest("the policy is no string", hint="see GET /playground/facts", param="policy")
    if not isinstance(given.get("messages"), list):
        raise MalformedRequest("there are no messages", hint='send {"messages": [...]}', param="messages")
    off: Any = given.pop("off", None) or []
    if not isinstance(off, list) or not all(isinstance(one, str) for one in cast(list[Any], off)):
        raise MalformedRequest("off is no list of entity types", hint='send {"off": ["MONEY"]}', param="off")
    caller = Caller(client.name, client.tenant, conversation_of(headers)[1])
    off = tuple(sorted(set(cast(list[str], off))))
    return _Asked(service, client, given | {"stream": stream}, caller, policy, epsilon, off)


async def _look(choices: Choices, request: Request, record: Record) -> Response:
    asked = await _asked(request, record, stream=False)
    record.policy, doorway = await asyncio.to_thread(
        choices.look, asked.service, asked.client, asked.policy, asked.epsilon, asked.off
    )
    # Nothing leaves, so nothing is counted as spent.
    turn = await _opened(asked, doorway, record)
    return _json({"policy": record.policy, "messages": _shown(turn), "report": await _report(turn)})


async def _opened(asked: _Asked, doorway: Doorway, record: Record) -> ChatTurn:
    start = time.perf_counter()
    turn = await ChatTurn.open(asked.service, doorway, asked.body, asked.caller)
    record.sanitize = time.perf_counter() - start
    return turn


async def _chat(choices: Choices, request: Request, record: Record) -> Response:
    start = time.perf_counter()
    asked = await _asked(request, record, stream=True)
    model = asked.body.get("model")
    if not isinstance(model, str) or not model:
        raise MalformedRequest("there is no model", hint="name one of GET /v1/models", param="model")
    route = await asyncio.to_thread(
        choices.send, asked.service, asked.client, model, asked.policy, asked.epsilon, asked.off
    )
    record.policy, record.upstream, record.streamed = route.policy, route.upstream.name, True
    turn = await _opened(asked, route.doorway, record)
    record.take(turn.exchange.request.totals)
    seconds = asked.service.settings.limits.request_seconds

    async def events() -> AsyncGenerator[bytes]:
        record.aborted = True  # unless it comes to its end
        yield _event("sanitized", {"messages": _shown(turn)})
        sent = time.perf_counter()
        try:
            async with aclosing(turn.reply(asked.service, route, asked.client, asked.caller)) as reply:
                while (piece := await _in_time(anext(reply, None), start, seconds)) is not None:
                    if piece.side == "sent":
                        yield _event("sent", {"provider": route.upstream.name, "policy": route.policy})
                        continue
                    record.upstream_first = record.upstream_first or time.perf_counter() - sent
                    if piece.text:
                        yield _event(piece.side, {"text": piece.text})
        except Exception as error:
            told = refusal(error)
            record.code = told.code
            yield _event("error", error_body(told, "chat")["error"])
        record.upstream_total = time.perf_counter() - sent
        record.restored = turn.exchange.reply.count
        report = await _report(turn) | {"restored": record.restored, "cautions": _cautions(turn)}
        record.aborted = False
        yield _event("report", report)

    return StreamingResponse(events(), media_type="text/event-stream", headers={"cache-control": "no-store"})


async def _in_time(piece: Awaitable[ReplyPiece | None], start: float, seconds: float) -> ReplyPiece | None:
    try:
        async with asyncio.timeout(max(start + seconds - time.perf_counter(), 0)):
            return await piece
    except TimeoutError:
        raise too_slow(seconds) from None


async def _report(turn: ChatTurn) -> dict[str, Any]:
    # A level that was never asked for before is worked out, which takes seconds.
    return await asyncio.to_thread(turn.exchange.report.to_json)


def _cautions(turn: ChatTurn) -> list[dict[str, str]]:
    """What the provider spoke of where the user reads the true value: both sides stand on this page already."""
    found = turn.exchange.reply.cautions
    return [{"spoke_of": one.surrogate, "reads": one.original, "stated": one.stated} for one in found]


def _shown(turn: ChatTurn) -> list[dict[str, Any]]:
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


def _json(value: Any) -> Response:
    return Response(orjson.dumps(value), media_type="application/json", headers={"cache-control": "no-store"})
