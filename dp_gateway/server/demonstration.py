"""Serves an application in a thread, and records what a gateway sends: for `dp-gateway demo`, the chat and tests."""

from __future__ import annotations

import socket
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self

import aiohttp
import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from dp_gateway.api.replies.chat import content_of
from dp_gateway.api.sse import EventParser
from dp_gateway.errors import ConfigurationError, UpstreamFailed
from dp_gateway.server.asgi import error_body
from dp_gateway.server.logs import LOGGING

# As in a process of its own, but this one is somebody else's: only the server's own messages are formatted.
_LOGGING = {name: value for name, value in LOGGING.items() if name != "root"}
_LOGGING["loggers"] = {"uvicorn": {**LOGGING["root"], "propagate": False}}

_PAUSE_SECONDS = 0.01
_PATIENCE_SECONDS = 5


class Background:
    """Serves inside its block, on 127.0.0.1.

    Args:
        port: 0 takes a free one.

    Attributes:
        url: of the server, without a slash at the end.

    Raises:
        ConfigurationError: the port is taken, or the application did not start.
    """

    def __init__(self, app: Any, port: int = 0) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind(("127.0.0.1", port))
        except OSError:
            self._socket.close()
            raise ConfigurationError(f"port {port} is taken", hint="choose another one, or leave --port out") from None
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        config = uvicorn.Config(
            app, log_config=_LOGGING, access_log=False, server_header=False, timeout_graceful_shutdown=_PATIENCE_SECONDS
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        while not self._server.started:
            if not self._thread.is_alive():
                self._socket.close()
                raise ConfigurationError("the server did not start", hint="see what it wrote above")
            time.sleep(_PAUSE_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


_KEPT = 16
_OF_THE_CONNECTION = ("connection", "content-length", "host", "keep-alive", "transfer-encoding")


@dataclass(slots=True)
class SeenRequest:
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


class Relay:
    """An application that forwards to a provider.

    Args:
        url: the provider's base URL; its routes stand here without "/v1".

    Attributes:
        app: to be served.
        seen: the latest requests, oldest first.
    """

    def __init__(self, url: str) -> None:
        self.seen: deque[SeenRequest] = deque(maxlen=_KEPT)
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
        seen = SeenRequest(request.url.path, await request.body())
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
