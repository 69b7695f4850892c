"""`GET /v1/files/ID/content`: results and errors of a batch, restored line by line as they come."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from itertools import islice
from typing import Any, cast

import aiohttp
from starlette.types import Send

from dp_gateway.errors import RequestError
from dp_gateway.exchange import Caller
from dp_gateway.server.batching.asking import (
    BLOCK,
    OK,
    Asked,
    Batching,
    Found,
    missing,
)
from dp_gateway.server.batching.kept import Head
from dp_gateway.server.batching.multipart import blocks
from dp_gateway.server.disconnect import Disconnected
from dp_gateway.server.failures import describe
from dp_gateway.server.incoming import beside
from dp_gateway.server.isolation.pool import REPLIES
from dp_gateway.server.own_routes import json_of
from dp_gateway.server.records import Record

__all__ = ["Content", "Results"]

_LOG = logging.getLogger("dp_gateway")
_NAME = re.compile(r"([0-9a-f]{16})[0-9a-f]{32}")


class Results:
    """A file of results or errors on its way back.

    Args:
        asked: the request.
        response: of the provider.
    """

    def __init__(self, asked: Asked, response: aiohttp.ClientResponse) -> None:
        self._asked = asked
        limits = asked.service.settings.limits
        self._blocks = blocks(response.content.iter_any(), BLOCK, limits.reply_bytes)
        self._first = b""
        self._tag = ""
        self._head: Head | None = None

    async def begin(self) -> None:
        """Read the first lines, and find out whose they are.

        Raises:
            RequestError: somebody else's.
        """
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
        """The lines with originals."""
        head, number = self._head, 1
        if head is None:
            return
        doorway, caller = self._asked.doorway(head), Caller(*head.caller)
        block = self._first
        while block:
            arguments = self._asked.settings.folder, block, number, self._tag, caller
            yield await self._asked.service.apart.lines(doorway, "results", block, *arguments, doing=REPLIES)
            number += sum(1 for line in block.split(b"\n") if line.strip())
            block = await anext(self._blocks, b"")


class Content(Batching):
    """`GET /v1/files/ID/content`: results with originals; of an upload what the client sent."""

    async def done(self, asked: Asked) -> tuple[int, Any]:
        """Status, and what gives the pieces."""
        found = await asked.file()
        given = self._uploaded(asked, found) if found.tag else self._restored(asked, found)
        # What fails at once is told as an error; later the reply can only break off.
        return OK, (given, await anext(given, b""))

    @staticmethod
    async def _uploaded(asked: Asked, found: Found) -> AsyncGenerator[bytes]:
        head = cast(Head, await asked.owned(found.tag))
        lines: Iterator[bytes] = asked.kept.originals(found.tag, asked.service.secrets[head.key_id])
        while some := await beside(lambda: list(islice(lines, 64))):
            yield b"".join(line + b"\n" for line in some)

    @staticmethod
    async def _restored(asked: Asked, found: Found) -> AsyncGenerator[bytes]:
        async with asked.content(found.upstream, asked.id) as response:
            results = Results(asked, response)
            try:
                await results.begin()
                async for piece in results.pieces():
                    yield piece
            except (aiohttp.ClientError, OSError) as error:
                raise found.upstream.broken(error) from None

    async def give(self, send: Send, record: Record, value: Any) -> None:
        """See `Own`."""
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
