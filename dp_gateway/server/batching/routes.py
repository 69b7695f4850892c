"""The routes of files and batches, OpenAI's and Anthropic's, and the results of a batch, restored line by line.

Anthropic's are a list of requests in one body, and results by `custom_id`. Which batch belongs to what is kept is noted
under the batch's id here, as the provider's batches have no field for it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from itertools import islice
from typing import Any, cast

import aiohttp
import orjson
from starlette.routing import Route as Served
from starlette.types import Send

from dp_gateway.api import SHAPES
from dp_gateway.errors import FieldRefused, MalformedRequest, RequestError
from dp_gateway.exchange import Caller
from dp_gateway.server.asgi import Disconnected, beside, read_body
from dp_gateway.server.batching.asking import (
    BLOCK,
    FIELD,
    ID,
    NOTE,
    OK,
    TAGGED,
    Batching,
    BatchingRequest,
    ProviderObject,
    as_sent,
    missing,
)
from dp_gateway.server.batching.uploading import Incoming, Leaving, Upload, blocks, check_packages
from dp_gateway.server.bodies import parse_large, parse_object
from dp_gateway.server.isolation.pool import REPLIES
from dp_gateway.server.kept import check_sealing
from dp_gateway.server.kept_uploads import UploadHead, Uploads
from dp_gateway.server.logs import Record, describe
from dp_gateway.server.own_routes import json_of
from dp_gateway.server.service import Route
from dp_gateway.server.settings import BatchSettings

_LOG = logging.getLogger("dp_gateway")
_NAME = re.compile(r"([0-9a-f]{16})[0-9a-f]{32}")


class ResultsFile:
    """A file of results or errors on its way back."""

    def __init__(self, asked: BatchingRequest, response: aiohttp.ClientResponse) -> None:
        self._asked = asked
        limits = asked.service.settings.limits
        self._blocks = blocks(response.content.iter_any(), BLOCK, limits.reply_bytes)
        self._first = b""
        self._tag = ""
        self._head: UploadHead | None = None

    async def begin(self) -> None:
        """Read the first lines, and find out whose they are. Raises RequestError where somebody else's."""
        self._first = await anext(self._blocks, b"")
        if not self._first.strip():
            return
        line = json_of(self._first.strip().partition(b"\n")[0])
        named = _NAME.fullmatch(str(line.get("custom_id"))) if isinstance(line, dict) else None  # pyright: ignore
        self._tag = named[1] if named else ""
        self._head = await self._asked.owned(self._tag)
        if self._head is None:
            raise missing()

    async def pieces(self) -> AsyncIterator[bytes]:
        """Yield the lines with originals."""
        head, number = self._head, 1
        if head is None:
            return
        doorway, caller = self._asked.doorway(head), Caller(*head.caller)
        block = self._first
        while block:
            arguments = self._asked.settings.folder, block, number, self._tag, caller
            yield await self._asked.service.offloading.lines(doorway, "results", block, *arguments, doing=REPLIES)
            number += sum(1 for line in block.split(b"\n") if line.strip())
            block = await anext(self._blocks, b"")


class Content(Batching):
    """`GET /v1/files/ID/content`: results with originals; of an upload what the client sent."""

    async def done(self, asked: BatchingRequest) -> tuple[int, Any]:
        """Return the status, and what gives the pieces."""
        found = await asked.file()
        given = self._uploaded(asked, found) if found.tag else self.restored(asked, found, f"/files/{asked.id}/content")
        # What fails at once is told as an error; later the reply can only break off.
        return OK, (given, await anext(given, b""))

    @staticmethod
    async def _uploaded(asked: BatchingRequest, found: ProviderObject) -> AsyncGenerator[bytes]:
        head = cast(UploadHead, await asked.owned(found.tag))
        lines: Iterator[bytes] = asked.kept.originals(found.tag, asked.service.secrets[head.key_id])
        while some := await beside(lambda: list(islice(lines, 64))):
            yield b"".join(line + b"\n" for line in some)

    @staticmethod
    async def restored(asked: BatchingRequest, found: ProviderObject, path: str) -> AsyncGenerator[bytes]:
        """Fetch the results at a path of the provider, with originals."""
        async with asked.content(found.upstream, path) as response:
            results = ResultsFile(asked, response)
            try:
                await results.begin()
                async for piece in results.pieces():
                    yield piece
            except (aiohttp.ClientError, OSError) as error:
                raise found.upstream.broken(error) from None

    async def give(self, send: Send, record: Record, value: Any) -> None:
        """Send the answer to the client."""
        given, piece = cast("tuple[AsyncGenerator[bytes], bytes]", value)
        await send(
            {
                "type": "http.response.start",
                "status": record.status,
                "headers": [(b"content-type", b"application/octet-stream")],
            }
        )
        try:
            while piece:
                record.bytes_out += len(piece)
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = await anext(given, b"")
        except Exception as error:
            # The status has gone: a reply without its end is what tells the client.
            _LOG.error("a file of results broke off: %s", describe(error))
            record.code = error.code if isinstance(error, RequestError) else "gateway_error"
            raise Disconnected from None
        finally:
            await given.aclose()
        await send({"type": "http.response.body", "body": b""})


class Listing(Batching):
    """`GET /v1/files` and `GET /v1/batches`: the client's own."""

    def __init__(self, what: str) -> None:
        self._what = what

    async def done(self, asked: BatchingRequest) -> tuple[int, Any]:
        """Do what the route is for, and give the status and the body of the answer."""
        query = asked.scope["query_string"].decode("latin-1")
        if not re.fullmatch(r"[A-Za-z0-9_=&-]{0,500}", query):
            raise FieldRefused("the query cannot be sent on", hint="ask with after, limit, order and purpose alone")
        found: list[dict[str, Any]] = []
        more = False
        for upstream in asked.upstreams:
            reply = await asked.ask(upstream, f"/{self._what}" + (f"?{query}" if query else ""))
            value = json_of(reply.body)
            if reply.status != OK:
                if len(asked.upstreams) == 1:
                    return reply.status, value
                continue
            more = more or bool(value.get("has_more"))
            for one in value.get("data", []):
                if (own := await self.own(asked, one)) is not None:
                    found.append(own)
        ids = {"first_id": found[0].get("id"), "last_id": found[-1].get("id")} if found else {}
        return OK, {"object": "list", "data": found, "has_more": more, **ids}

    async def own(self, asked: BatchingRequest, one: dict[str, Any]) -> dict[str, Any] | None:
        """Describe one of the list as the client knows it; None if it is not this client's."""
        if self._what == "batches":
            batch = await asked.batch(one)
            return None if batch is None else batch[1]
        tagged = TAGGED.fullmatch(str(one.get("filename")))
        head = await asked.owned(tagged[1]) if tagged else None
        return None if head is None else as_sent(one, head)


class OneFile(Batching):
    """`GET` and `DELETE /v1/files/ID`."""

    async def done(self, asked: BatchingRequest) -> tuple[int, Any]:
        """Do what the route is for, and give the status and the body of the answer."""
        found = await asked.file()
        if not found.tag:
            async with asked.content(found.upstream, f"/files/{asked.id}/content") as response:
                await ResultsFile(asked, response).begin()
        if asked.scope["method"] == "GET":
            return OK, found.value
        reply = await asked.ask(found.upstream, f"/files/{asked.id}", "DELETE")
        if reply.status == OK and found.tag and not await self._awaited(asked, found):
            await beside(asked.kept.forget, found.tag)
        return reply.status, json_of(reply.body)

    @staticmethod
    async def _awaited(asked: BatchingRequest, found: ProviderObject) -> bool:
        """Whether a batch was made of the file, whose results have to be restored still."""
        return bool(await beside(asked.kept.has_notes, found.tag))


class NewBatch(Batching):
    """`POST /v1/batches`."""

    async def done(self, asked: BatchingRequest) -> tuple[int, Any]:
        """Do what the route is for, and give the status and the body of the answer."""
        body = parse_object(await read_body(asked.receive, asked.headers, asked.service.settings.limits, asked.client))
        sent, metadata, file_id = _batch_of(body)
        upstream, file = await asked.find(f"/files/{file_id}")
        tagged = TAGGED.fullmatch(str(file.get("filename")))
        if tagged is None or (head := await asked.owned(tagged[1])) is None:
            raise missing()
        tag = tagged[1]
        raw = orjson.dumps(sent | {"metadata": {NOTE: tag}})
        reply = await asked.ask(upstream, "/batches", "POST", raw)
        value = json_of(reply.body)
        if reply.status != OK:
            return reply.status, value
        secret = asked.service.secrets[head.key_id]
        await beside(asked.kept.keep_note, tag, str(value.get("id")), secret, orjson.dumps(metadata))
        return OK, value | {"metadata": metadata}


def _batch_of(body: dict[str, Any]) -> tuple[dict[str, Any], Any, str]:
    """What of a request for a batch is sent on, its metadata, and its file. Raises RequestError where it cannot be sent
    on.
    """
    known = {"input_file_id", "endpoint", "completion_window", "metadata", "output_expires_after"}
    if unknown := set(body) - known:
        raise FieldRefused(f"the batch has {len(unknown)} fields that nobody knows", hint="leave them out")
    file_id, window, expires = (
        body.get("input_file_id"),
        body.get("completion_window"),
        body.get("output_expires_after"),
    )
    if not isinstance(file_id, str) or not ID.fullmatch(file_id):
        raise MalformedRequest(
            "the batch names no file",
            hint="upload one with POST /v1/files, and name it in input_file_id",
            param="input_file_id",
        )
    if body.get("endpoint") not in {shape.path for shape in SHAPES.values()}:
        raise FieldRefused("batches of this endpoint are not sanitized", hint="see GET /openapi.json", param="endpoint")
    if not isinstance(window, str) or not re.fullmatch(r"\d{1,4}[hdm]", window):
        raise MalformedRequest("the batch has no completion_window", hint='such as "24h"', param="completion_window")
    plain = isinstance(expires, dict) and all(
        isinstance(one, int) or FIELD.fullmatch(str(one))
        for pair in cast("dict[str, Any]", expires).items()
        for one in pair
    )
    if expires is not None and not plain:
        raise MalformedRequest("output_expires_after cannot be read", hint="leave it out", param="output_expires_after")
    sent = {name: value for name, value in body.items() if name != "metadata" and value is not None}
    return sent, body.get("metadata"), file_id


class OneBatch(Batching):
    """`GET /v1/batches/ID` and `POST /v1/batches/ID/cancel`."""

    async def done(self, asked: BatchingRequest) -> tuple[int, Any]:
        """Do what the route is for, and give the status and the body of the answer."""
        upstream, value = await asked.find(f"/batches/{asked.id}")
        batch = await asked.batch(value)
        if batch is None:
            raise missing()
        if asked.scope["method"] == "GET":
            return OK, batch[1]
        reply = await asked.ask(upstream, f"/batches/{asked.id}/cancel", "POST")
        value = json_of(reply.body)
        return reply.status, value | {"metadata": batch[1]["metadata"]} if reply.status == OK else value


def batch_routes(settings: BatchSettings | None) -> list[Served]:
    """Make the routes of batches and their files; none without settings. Raises MissingPackage or StoreError where
    nothing could be kept.
    """
    if settings is None:
        return []
    check_packages()
    check_sealing("batches", "batches")
    Uploads(settings.folder).check()
    endpoints = (
        ("/files", Upload(), "POST"),
        ("/files", Listing("files"), "GET"),
        ("/files/{id}", OneFile(), "GET"),
        ("/files/{id}", OneFile(), "DELETE"),
        ("/files/{id}/content", Content(), "GET"),
        ("/batches", NewBatch(), "POST"),
        ("/batches", Listing("batches"), "GET"),
        ("/batches/{id}", OneBatch(), "GET"),
        ("/batches/{id}/cancel", OneBatch(), "POST"),
    )
    return [Served(base + path, one, methods=[method]) for base in ("/v1", "") for path, one, method in endpoints]


_PATH = "/messages/batches"
_HOST = re.compile(rb"[A-Za-z0-9.\-\[\]:]{1,255}")
_LEAVING = Leaving(_PATH, b'{"requests":[', b"]}", "application/json", listed=True)


class NewMessages(Incoming):
    """`POST /v1/messages/batches`."""

    by_messages = True

    async def done(self, asked: BatchingRequest) -> tuple[int, Any]:
        """Do what the route is for, and give the status and the body of the answer."""
        raw = await read_body(asked.receive, asked.headers, asked.service.settings.limits, asked.client)
        lines = await beside(_lines_of, raw)
        return await self.taken(asked, _each(lines), "", lambda _: _LEAVING)

    async def told(
        self, asked: BatchingRequest, value: dict[str, Any], tag: str, head: UploadHead, route: Route
    ) -> dict[str, Any]:
        """Note the id of the provider's batch, with the provider, and return what the client is told of it."""
        secret = asked.service.secrets[head.key_id]
        await beside(asked.kept.keep_note, tag, str(value.get("id")), secret, route.upstream.name.encode())
        return _by_this_url(asked, value)


def _lines_of(raw: bytes) -> list[bytes]:
    """The requests of a batch, a line each. Raises MalformedRequest where the body is no batch of messages. Raises
    RequestTooLarge where it holds too many values.
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


async def _found(asked: BatchingRequest) -> ProviderObject:
    """The provider and the tag of the batch that the path names. Raises RequestError where the client has none of that
    name.
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
    return ProviderObject(upstream, {}, tag)


def _by_this_url(asked: BatchingRequest, value: dict[str, Any]) -> dict[str, Any]:
    """A batch whose results are to be had here, where they are restored."""
    if not value.get("results_url"):
        return value
    host = asked.headers.get(b"host", b"")
    base = f"{asked.scope['scheme']}://{host.decode()}" if _HOST.fullmatch(host) else ""
    return value | {"results_url": f"{base}/v1{_PATH}/{value.get('id')}/results"}


class OneOfMessages(Batching):
    """`GET` and `DELETE /v1/messages/batches/ID`, and `POST /v1/messages/batches/ID/cancel`."""

    by_messages = True

    async def done(self, asked: BatchingRequest) -> tuple[int, Any]:
        """Do what the route is for, and give the status and the body of the answer."""
        found, method = await _found(asked), cast(str, asked.scope["method"])
        path = f"{_PATH}/{asked.id}" + ("/cancel" if method == "POST" else "")
        reply = await asked.ask(found.upstream, path, method)
        if reply.status == OK and method == "DELETE":
            await beside(asked.kept.forget, found.tag)
        return reply.status, _by_this_url(asked, json_of(reply.body))


class MessageResults(Content):
    """`GET /v1/messages/batches/ID/results`: with originals, by `custom_id`."""

    by_messages = True

    async def done(self, asked: BatchingRequest) -> tuple[int, Any]:
        """Return the status, and what gives the pieces."""
        found = await _found(asked)
        given = self.restored(asked, found, f"{_PATH}/{asked.id}/results")
        return OK, (given, await anext(given, b""))


class MessageListing(Listing):
    """`GET /v1/messages/batches`: the client's own."""

    by_messages = True

    async def own(self, asked: BatchingRequest, one: dict[str, Any]) -> dict[str, Any] | None:
        """Describe one of the list as the client knows it; None if it is not this client's."""
        tag = await beside(asked.kept.tag_of, str(one.get("id")))
        return None if await asked.owned(tag) is None else _by_this_url(asked, one)


def message_batch_routes(settings: BatchSettings | None) -> list[Served]:
    """Make the routes of batches of messages; none without settings. What they need is checked by `batch_routes`."""
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
