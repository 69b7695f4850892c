"""Stands before a provider, passes everything on as it is, and keeps what went over the wire: for demonstrations."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from dp_gateway.api.replies.fields import is_array, is_object
from dp_gateway.api.sse import EventParser
from dp_gateway.errors import UpstreamFailed
from dp_gateway.server.answers import error_body

__all__ = ["Relay", "Seen", "content_of"]

_KEPT = 16
_OF_THE_CONNECTION = ("connection", "content-length", "host", "keep-alive", "transfer-encoding")


@dataclass(slots=True)
class Seen:
    """One request as it reached the provider, and the reply as it left it.

    Attributes:
        path: of the request.
        body: of the request; bytes.
        reply: as far as it has come.
        streamed: the reply is a stream of events.
    """

    path: str
    body: bytes
    reply: bytearray = field(default_factory=bytearray)
    streamed: bool = False

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages of a chat completion."""
        return orjson.loads(self.body)["messages"]

    @property
    def said(self) -> str:
        """The text of the reply to a chat completion."""
        if not self.streamed:
            return content_of(orjson.loads(self.reply))
        parser = EventParser()
        data = [event.data.strip() for event in (*parser.feed(bytes(self.reply)), *parser.close())]
        return "".join([content_of(orjson.loads(one)) for one in data if one.startswith(b"{")])


def content_of(reply: Any) -> str:
    """The text of a chat completion, or the piece of it that a chunk brings: of the first choice, empty without one."""
    choices: Any = reply.get("choices") if is_object(reply) else None
    choice: Any = choices[0] if is_array(choices) and choices else None
    message: Any = (choice.get("delta") or choice.get("message")) if is_object(choice) else None
    content: Any = message.get("content") if is_object(message) else None
    return content if isinstance(content, str) else ""


class Relay:
    """An application that forwards to a provider.

    Args:
        url: the provider's base URL; its routes stand here without "/v1".

    Attributes:
        app: to be served.
        seen: the latest requests, oldest first.
    """

    def __init__(self, url: str) -> None:
        self.seen: deque[Seen] = deque(maxlen=_KEPT)
        self._url = url
        self.app = Starlette(
            routes=[Route("/{path:path}", self._forward, methods=["GET", "POST"])], lifespan=self._lifespan
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncGenerator[None]:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as self._session:
            yield

    async def _forward(self, request: Request) -> Response:
        headers = {name: value for name, value in request.headers.items() if name not in _OF_THE_CONNECTION}
        seen = Seen(request.url.path, await request.body())
        try:
            response = await self._session.request(
                request.method, self._url + seen.path, data=seen.body or None, headers=headers, allow_redirects=False
            )
        except (aiohttp.ClientError, OSError):
            error = UpstreamFailed("the provider cannot be reached", hint=f"see whether {self._url} answers")
            return Response(orjson.dumps(error_body(error, "chat")), error.status, media_type="application/json")
        seen.streamed = response.content_type == "text/event-stream"
        if seen.body:
            self.seen.append(seen)

        async def passed() -> AsyncGenerator[bytes]:
            async with response:
                async for piece in response.content.iter_any():
                    seen.reply += piece
                    yield piece

        return StreamingResponse(passed(), response.status, media_type=response.headers.get("content-type"))
