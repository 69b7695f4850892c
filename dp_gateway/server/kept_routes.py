"""Routes of what a provider keeps: responses and conversations, fetched, cancelled and deleted by their owner alone."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, urlencode

import orjson
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope

from dp_gateway.api import KEPT_RESPONSES
from dp_gateway.errors import FieldRefused
from dp_gateway.exchange import Caller, Exchange
from dp_gateway.server import headers as passing
from dp_gateway.server import service as serving
from dp_gateway.server.keeping import IDENTITY, check_policy
from dp_gateway.server.kept import Kept, not_found
from dp_gateway.server.keys import Client
from dp_gateway.server.own_routes import Own
from dp_gateway.server.parsing import is_large, parse_object
from dp_gateway.server.records import Record

__all__ = ["kept_routes"]

_QUERIES = {
    "after": re.compile(r"[A-Za-z0-9_-]{1,200}"),
    "before": re.compile(r"[A-Za-z0-9_-]{1,200}"),
    "limit": re.compile(r"[0-9]{1,4}"),
    "order": re.compile(r"asc|desc"),
    "stream": re.compile(r"false"),
}


class _KeptThing(Own):
    """Asks the provider for what it keeps, and restores it.

    Args:
        path: at the provider; `{}` stands for the id.
        method: of the request.
    """

    route = "kept"

    def __init__(self, path: str, method: str) -> None:
        self._path, self._method = path, method

    async def answer(self, scope: Scope, receive: Receive, record: Record) -> tuple[int, Any]:
        """Status and body."""
        del receive
        service: serving.Service = scope["app"].state.service
        headers: dict[bytes, bytes] = dict(scope["headers"])
        client = service.keys.client(passing.bearer(headers))
        record.client = client.name
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
            path = self._path.format(identity) + _query(scope["query_string"])
            response = await route.upstream.ask(self._method, path, sent)
            async with response:
                body = await route.upstream.whole(response, service.settings.limits.reply_bytes)
            exchange = await _exchange(service, route, client, kept)
            restored = await service.apart.restored(exchange, response.status, body)
            if self._method == "DELETE" and response.status == 200:  # noqa: PLR2004
                await service.kept.forget(client, identity)
        record.restored, record.bytes_out = restored.restored, len(restored.body)
        return response.status, orjson.Fragment(restored.body)


async def _exchange(service: serving.Service, route: serving.Route, client: Client, kept: Kept) -> Exchange:
    """What the response came of, sanitized once more: draws repeat."""
    *before, last = kept.bodies
    body = {} if is_large(last) else parse_object(last)
    caller = Caller(client.name, client.tenant, kept.conversation, kept.user)
    return await service.sanitize(route.doorway, KEPT_RESPONSES, body, caller, raw=last, before=before)


def _query(given: bytes) -> str:
    """The query of a request, as far as it may go on.

    Raises:
        FieldRefused: a part of it may not.
    """
    pairs = parse_qsl(given.decode("latin-1"), keep_blank_values=True)
    for name, value in pairs:
        if name not in _QUERIES or not _QUERIES[name].fullmatch(value):
            raise FieldRefused(
                "the query asks for what the gateway does not serve of a kept response; nothing was sent",
                hint="ask for after, before, limit and order alone; a stream is not taken up again: ask for the whole",
            )
    return f"?{urlencode(pairs)}" if pairs else ""


def kept_routes() -> list[BaseRoute]:
    """The routes, where the operator allows kept state."""
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
