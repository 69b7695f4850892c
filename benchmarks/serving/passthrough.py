"""The same application as a bare pass-through: same framework, server and client, but the bytes go as they come.

python -m benchmarks.serving.passthrough PORT UPSTREAM
"""

from __future__ import annotations

import sys
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from dp_gateway.server.headers import bearer, to_provider
from dp_gateway.server.settings import UpstreamSettings
from dp_gateway.server.upstream import Upstream


class PassThrough:
    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        headers: dict[bytes, bytes] = dict(scope["headers"])
        sent = to_provider(headers, (), bearer(headers), api_key=False)
        path = scope["path"].removeprefix("/v1")
        async with await self._upstream.open("POST", path, body, sent) as response:
            head: list[Any] = [(b"content-type", response.headers["content-type"].encode())]
            if response.content_length is not None:
                data = await response.read()
                head.append((b"content-length", str(len(data)).encode()))
                await send({"type": "http.response.start", "status": response.status, "headers": head})
                await send({"type": "http.response.body", "body": data})
                return
            await send({"type": "http.response.start", "status": response.status, "headers": head})
            async for chunk in response.content.iter_any():
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b""})


if __name__ == "__main__":
    upstream = Upstream("default", UpstreamSettings(url=sys.argv[2]))
    application = Starlette(routes=[Route("/v1/chat/completions", PassThrough(upstream), methods=["POST"])])
    uvicorn.run(application, port=int(sys.argv[1]), log_level="warning", access_log=False, backlog=4096)
