"""The same application as a bare pass-through: what comes in goes out, and what comes back goes back, as it is.

python -m benchmarks.serving.passthrough PORT UPSTREAM

Keys, limits, headers, the watch for clients that go away, records and metrics are those of the gateway; left out are
reading, sanitizing and restoring.
"""

from __future__ import annotations

import sys
from typing import Any

import uvicorn
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from dp_gateway.api import find
from dp_gateway.pipeline.results import SEAL, SanitizedBody
from dp_gateway.server import headers as passing
from dp_gateway.server.app import operated_app
from dp_gateway.server.keys import Client
from dp_gateway.server.proxy import Call, Proxy
from dp_gateway.server.settings import Settings


class PassThrough(Proxy):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await _BareCall(find("chat"), scope["app"].state.service, scope, send).run(receive)


class _BareCall(Call):
    async def serve(self, body: bytes, client: Client) -> None:
        upstream = self.service.upstreams.find("m")
        sent = passing.to_provider(self.headers, (), client.own_key, api_key=False)
        async with await upstream.post(
            "/chat/completions", SanitizedBody({}, seal=SEAL, written=body), sent
        ) as response:
            self.record.status = response.status
            head: list[Any] = [(b"content-type", response.headers["content-type"].encode())]
            head += passing.from_provider(response.headers.items())
            if response.content_length is not None:
                data = await upstream.whole(response, 2**26)
                head.append((b"content-length", str(len(data)).encode()))
                await self.send({"type": "http.response.start", "status": response.status, "headers": head})
                await self.send({"type": "http.response.body", "body": data})
                return
            await self.send({"type": "http.response.start", "status": response.status, "headers": head})
            async for chunk in response.content.iter_any():
                await self.send({"type": "http.response.body", "body": chunk, "more_body": True})
            await self.send({"type": "http.response.body", "body": b""})


if __name__ == "__main__":
    told = {
        "privacy": {"policy": "tokens"},
        "upstreams": {"default": {"url": sys.argv[2]}},
        "server": {"playground": False},
    }
    application = operated_app(Settings.model_validate(told))
    application.router.routes.insert(0, Route("/v1/chat/completions", PassThrough(find("chat")), methods=["POST"]))
    uvicorn.run(application, port=int(sys.argv[1]), log_level="warning", access_log=False, backlog=4096)
