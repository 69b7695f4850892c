"""Servers to operate: the gateway in this process or in its own, and a provider whose streams wait for the test."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from starlette.applications import Starlette

PATTERNS = {"kind": "mask", "detection": {"ner": "off"}}
"""A policy that is loaded quickly."""


def settings(upstream: str, **tables: Any) -> dict[str, Any]:
    base = {
        "privacy": {"policy": "patterns"},
        "policies": {"patterns": PATTERNS},
        "upstreams": {"provider": {"url": upstream, "retries": 0}},
    }
    for table, fields in tables.items():
        base[table] = {**base.get(table, {}), **fields}
    return base


@contextlib.contextmanager
def served(app: Starlette) -> Iterator[str]:
    """The application on a port of this machine, as uvicorn runs it."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        base = f"http://127.0.0.1:{listener.getsockname()[1]}"
        await_ready(base)
        yield base
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def await_ready(base: str, process: subprocess.Popen[bytes] | None = None) -> None:
    for _ in range(600):
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{base}/readyz").status_code == 200:
                return
        assert process is None or process.poll() is None, "the server has ended"
        time.sleep(0.1)
    raise AssertionError("the server is not ready after a minute")


class Gateway:
    """`dp-gateway serve` in a process of its own."""

    def __init__(self, folder: Path, tables: dict[str, Any]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.config, self._errors = folder / "gateway.toml", folder / "stderr"
        self._folder = folder
        self.write({**tables, "server": {**tables.get("server", {}), "port": port}})

    def write(self, tables: dict[str, Any]) -> None:
        import tomlkit

        self.tables = tables
        self.config.write_text(tomlkit.dumps(tables))

    def __enter__(self) -> Gateway:
        environment = {**os.environ, "DP_GATEWAY_KEY_FILE": str(self._folder / "secret.key")}
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "dp_gateway", "serve", "--config", self.config], stderr=errors, env=environment
            )
        await_ready(self.base, self.process)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(30)

    @property
    def said(self) -> str:
        """What it wrote to standard error."""
        return self._errors.read_text()

    def await_said(self, text: str) -> None:
        for _ in range(300):
            if text in self.said:
                return
            time.sleep(0.1)
        raise AssertionError(self.said)

    def chat(self, text: str, **headers: str) -> httpx.Response:
        return httpx.post(f"{self.base}/v1/chat/completions", json=chat(text), headers=headers, timeout=30)


def chat(text: str, **fields: Any) -> dict[str, Any]:
    return {"model": "any", "messages": [{"role": "user", "content": text}], **fields}


class Provider:
    """Says back what it was sent; a stream stops in the middle until `go` is set.

    Attributes:
        bodies: what came in.
        heads: their headers.
        status: of every reply.
        begun: a stream has begun.
    """

    status = 200

    def __init__(self) -> None:
        self.bodies: list[Any] = []
        self.heads: list[dict[str, str]] = []
        self.begun, self.go = threading.Event(), threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    def __enter__(self) -> Provider:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.go.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def texts(self) -> list[str]:
        return [body["messages"][-1]["content"] for body in self.bodies]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._json({"object": "list", "data": [{"id": "any", "object": "model"}]})

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                provider.bodies.append(body)
                provider.heads.append({name.lower(): value for name, value in self.headers.items()})
                messages = body.get("messages") or [{"content": ""}]
                text = messages[-1]["content"] if isinstance(messages[-1], dict) else ""
                if body.get("stream") is True:
                    self._stream(str(text))
                    return
                message = {"role": "assistant", "content": text}
                self._json({"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})

            def _stream(self, text: str) -> None:
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.send_header("connection", "close")
                self.end_headers()
                half = len(text) // 2
                for piece in (text[:half], text[half:]):
                    choice = {"index": 0, "delta": {"content": piece}, "finish_reason": None}
                    self.wfile.write(b"data: " + json.dumps({"id": "x", "choices": [choice]}).encode() + b"\n\n")
                    self.wfile.flush()
                    provider.begun.set()
                    provider.go.wait(60)
                self.wfile.write(b"data: [DONE]\n\n")
                self.close_connection = True

            def _json(self, value: Any) -> None:
                content = json.dumps(value).encode()
                self.send_response(provider.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler


def streamed(lines: Iterator[str]) -> str:
    """The text of a stream of chat completions."""
    chunks = [json.loads(line[6:]) for line in lines if line.startswith("data: {")]
    return "".join(choice["delta"].get("content") or "" for chunk in chunks for choice in chunk["choices"])
