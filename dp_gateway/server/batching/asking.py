"""Finds out, for all routes of files and batches, who asks, which provider has what is asked for, and whose it is."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, cast

import aiohttp
import orjson
from starlette.types import Receive, Scope, Send

from dp_gateway.errors import RequestError, UpstreamFailed
from dp_gateway.exchange import Doorway
from dp_gateway.policy import Policy
from dp_gateway.server import headers as passing
from dp_gateway.server.asgi import beside, send_bytes
from dp_gateway.server.kept_uploads import UploadHead, Uploads
from dp_gateway.server.keys import Client
from dp_gateway.server.logs import Record
from dp_gateway.server.own_routes import Own, caller_of, json_of
from dp_gateway.server.service import Service
from dp_gateway.server.settings import BatchSettings
from dp_gateway.server.upstream import Upstream, UpstreamReply

BLOCK = 2**16
"""Bytes of lines that one job takes: others who wait for the same process come in between."""

MOST_JSON = 2**22
"""Bytes of what a provider says of files and batches."""

ID = re.compile(r"[A-Za-z0-9_-]{1,128}")
"""The name of a file or a batch."""

TAGGED = re.compile(r"([0-9a-f]{16})\.jsonl")
"""The name that an upload goes by."""

FIELD = re.compile(r"[a-z0-9_-]{1,32}")
"""The value of a plain field."""

NOTE = "dp_gateway"
"""The field of a batch's metadata that holds its tag: what the client says in its metadata stays here."""

OK, _MISSING = 200, 404


class AnswerWithHeaders(NamedTuple):
    """An answer with headers of its own."""

    value: Any
    headers: list[tuple[bytes, bytes]]


class ProviderObject(NamedTuple):
    """Something that a provider has of a client's. `upstream`: the provider. `value`: what it says of it. `tag`: of the
    upload that it belongs to; empty where that is not known yet.
    """

    upstream: Upstream
    value: dict[str, Any]
    tag: str


class Batching(Own):
    """The part that all routes of files and batches have in common."""

    route = "batches"
    by_messages = False
    """Whether the provider is asked as Anthropic's clients ask."""

    async def answer(self, scope: Scope, receive: Receive, record: Record) -> tuple[int, Any]:
        """Work out the status and the body of the answer."""
        service, headers, client = caller_of(scope, record)
        asked = BatchingRequest(service, client, headers, scope, receive, record, by_messages=self.by_messages)
        with service.one_of(client):
            return await self.done(asked)

    async def done(self, asked: BatchingRequest) -> tuple[int, Any]:
        """Do what the route is for; return the status, and what `give` sends."""
        raise NotImplementedError

    async def give(self, send: Send, record: Record, value: Any) -> None:
        """Send the answer to the client."""
        if isinstance(value, AnswerWithHeaders):
            await send_bytes(send, record.status, orjson.dumps(value.value), value.headers)
        else:
            await super().give(send, record, value)


class BatchingRequest:
    """A request, and what it needs of the service."""

    def __init__(
        self,
        service: Service,
        client: Client,
        headers: dict[bytes, bytes],
        scope: Scope,
        receive: Receive,
        record: Record,
        *,
        by_messages: bool = False,
    ) -> None:
        self._by_messages = by_messages
        self.service, self.client, self.headers = service, client, headers
        self.scope, self.receive, self.record = scope, receive, record
        self.settings = cast(BatchSettings, service.settings.batches)
        self.kept = Uploads(self.settings.folder)

    @property
    def id(self) -> str:
        """The id that the path names."""
        found: str = self.scope["path_params"]["id"]
        if not ID.fullmatch(found):
            raise missing()
        return found

    def upstream_headers(self, upstream: Upstream, **more: str) -> dict[str, str]:
        """Return the headers that a provider gets with a request."""
        key = upstream.key or self.client.own_key
        if self._by_messages:
            api_key = passing.as_api_key(self.headers, upstream.key)
            sent = passing.to_provider(self.headers, (), key, api_key=api_key)
        else:
            sent = passing.to_provider({}, (), key, api_key=False)
        return sent | {name.replace("_", "-"): value for name, value in more.items()}

    async def ask(self, upstream: Upstream, path: str, method: str = "GET", body: bytes | None = None) -> UpstreamReply:
        """Ask a provider for a short reply."""
        return await upstream.reply_to(method, path, body, self.upstream_headers(upstream), MOST_JSON)

    @property
    def upstreams(self) -> list[Upstream]:
        """Providers that the client may ask."""
        by_name = self.service.upstreams.by_name
        return [by_name[self.client.upstream]] if self.client.upstream is not None else list(by_name.values())

    async def find(self, path: str) -> tuple[Upstream, dict[str, Any]]:
        """Ask provider after provider for a file or a batch; return what the first that has it says.

        Raises:
            RequestError: nobody has it.
        """
        failed: UpstreamReply | None = None
        for upstream in self.upstreams:
            reply = await self.ask(upstream, path)
            if reply.status == OK:
                return upstream, json_of(reply.body)
            failed = reply if reply.status != _MISSING else failed
        if failed is not None:
            raise UpstreamFailed(f"the provider answered with {failed.status}", hint="ask again later; see its status")
        raise missing()

    async def owned(self, tag: str) -> UploadHead | None:
        """Return what is kept of an upload; None if it is not this client's, or no longer kept."""
        head = await beside(self.kept.head, tag, self.service.secrets) if tag else None
        return head if head is not None and head.caller[:2] == (self.client.name, self.client.tenant) else None

    async def file(self) -> ProviderObject:
        """Return the file of the path. Raises RequestError where the client has none of that name."""
        upstream, value = await self.find(f"/files/{self.id}")
        if value.get("purpose") == "batch_output":
            return ProviderObject(upstream, value, "")
        tagged = TAGGED.fullmatch(str(value.get("filename")))
        if tagged is None or (head := await self.owned(tagged[1])) is None:
            raise missing()
        return ProviderObject(upstream, as_sent(value, head), tagged[1])

    async def batch(self, value: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
        """Describe a batch as its client knows it, after its tag; None if it is not this client's."""
        metadata: Any = value.get("metadata")
        tag = str(metadata.get(NOTE)) if isinstance(metadata, dict) else ""  # pyright: ignore
        if not re.fullmatch(r"[0-9a-f]{16}", tag) or (head := await self.owned(tag)) is None:
            return None
        secret = self.service.secrets[head.key_id]
        note = await beside(self.kept.note, tag, str(value.get("id")), secret)
        return tag, value | {"metadata": orjson.loads(note) if note else None}

    def doorway(self, head: UploadHead) -> Doorway:
        """Return the doorway that an upload went through, whatever the settings say now."""
        for name in self.service.settings.named_policies:
            doorway = self.service.doorway(name, head.key_id)
            if doorway.gateway.policy.model_dump_json() == head.policy:
                return doorway
        return self.service.doorway_of(Policy.model_validate_json(head.policy), head.key_id, f"batch {head.policy}")

    @asynccontextmanager
    async def content(self, upstream: Upstream, path: str) -> AsyncGenerator[aiohttp.ClientResponse]:
        """Fetch the lines of results at a path. Raises RequestError where it cannot be had."""
        response = await upstream.ask("GET", path, self.upstream_headers(upstream))
        async with response:
            if response.status != OK:
                raise missing() if response.status == _MISSING else upstream.broken(aiohttp.ClientError())
            yield response


def missing() -> RequestError:
    """Make the error for whoever asks for what does not exist or is another's: it does not say which."""
    return RequestError(
        "there is none of that name that came through this gateway with this key",
        hint="see GET /v1/files, /v1/batches, /v1/messages/batches; what is kept goes after keep_days of [batches]",
        status=_MISSING,
        code="not_found",
    )


def as_sent(value: dict[str, Any], head: UploadHead) -> dict[str, Any]:
    """Return what a provider says of an upload, with the client's own name and size."""
    return value | {"filename": head.filename, "bytes": head.size}
