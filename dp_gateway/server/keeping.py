"""One request whose response the provider may keep: what it goes on from, and what is remembered of it."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

import orjson

from dp_gateway.api.sse import EventParser
from dp_gateway.errors import FieldRefused, LedgerError, RequestError
from dp_gateway.exchange import Caller, user_of
from dp_gateway.server.continued import identity_of, named_by
from dp_gateway.server.incoming import beside
from dp_gateway.server.kept import Kept, KeptState, hashed, not_found
from dp_gateway.server.keys import Client
from dp_gateway.server.parsing import LARGE
from dp_gateway.server.service import Route

__all__ = ["IDENTITY", "Keeping", "check_policy", "earlier"]

IDENTITY = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""Ids that can be asked for in a path."""

_LOG = logging.getLogger("dp_gateway")


async def earlier(state: KeptState, client: Client, request: Mapping[str, Any]) -> Kept | None:
    """What a request goes on from; None where it is the first.

    Args:
        state: of the gateway.
        client: who asks.
        request: its fields; of a large one those that `Plain.head` gives.

    Raises:
        RequestError: it names what this client's user does not have (404), or names it wrongly.
        LedgerUnavailable: the file cannot be read.
    """
    identity = next((one for one in named_by(dict(request)) if one is not None), None)
    if identity is None:
        return None
    kept = await state.find(client, identity)
    if user_of(request) not in ("", kept.user):
        raise not_found()
    return kept


def check_policy(kept: Kept, route: Route) -> None:
    """Refuse to go on, or to restore, under a policy that draws otherwise.

    Raises:
        RequestError: it is another one.
    """
    if kept.upstream != route.upstream.name:
        raise not_found()
    if (kept.policy, kept.policy_hash) != (route.policy, _hash(route)):
        raise FieldRefused(
            "what the provider keeps was sanitized under another policy; nothing was sent",
            hint="ask under the policy that it began with, or send the whole conversation in `input`",
            status=409,
        )


def _hash(route: Route) -> str:
    return hashed(route.doorway.gateway.policy.model_dump_json())


class Keeping:
    """Remembers what a response came of, before its client hears of it.

    Args:
        state: of the gateway.
        client, caller, route: of the request.
        request: its fields; see `earlier`.
        raw: its body.
        before: what it goes on from.
    """

    def __init__(
        self,
        state: KeptState,
        client: Client,
        caller: Caller,
        route: Route,
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
        """The reply, as the provider wrote it."""
        try:
            reply = await beside(orjson.loads, body) if len(body) > LARGE else orjson.loads(body)
        except orjson.JSONDecodeError:
            return
        await self._keep(identity_of(reply))

    async def piece(self, chunk: bytes) -> None:
        """The next bytes of a stream, as the provider wrote them."""
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
