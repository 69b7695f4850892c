"""A provider that notes what it received, and answers well or badly."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import random
import re
import socket
import struct
import threading
from collections import Counter
from collections.abc import AsyncIterator
from typing import Self

MARKER = re.compile(rb"marker ([a-z]+)")
_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: %b\r\ncontent-length: %d\r\n%b\r\n"
_STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
_WEIGHTS = {"well": 30, "slow": 2, "reset": 2, "half a head": 1, "redirected": 1, "unavailable": 2, "failing": 1,
            "not JSON": 1, "gzip bomb": 1, "long line": 1, "half an event": 1, "infinite": 1, "silent": 1}  # fmt: skip


def _message(text: str) -> bytes:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return json.dumps(
        {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    ).encode()


def _event(text: str) -> bytes:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": None}
    told = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return b"data: " + json.dumps(told).encode() + b"\n\n"


def _chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


def _whole(body: bytes, kind: bytes = b"application/json", more: bytes = b"") -> bytes:
    return _HEAD % (kind, len(body), more) + body


_FIXED = {
    "reset": b"",
    "half a head": b"HTTP/1.1 200 OK\r\ncontent-",
    "redirected": b"HTTP/1.1 307 X\r\nlocation: /v1/elsewhere\r\ncontent-length: 0\r\n\r\n",
    "unavailable": b"HTTP/1.1 503 X\r\ncontent-length: 0\r\n\r\n",
    "failing": b"HTTP/1.1 500 X\r\ncontent-length: 0\r\n\r\n",
    "not JSON": _whole(b"<html>", b"text/html"),
    "half an event": _STREAM + _chunk(_event("half")) + _chunk(b'data: {"id": "c", "choi'),
}


class Provider:
    """Serves inside its block, in a thread of its own.

    Attributes:
        received: markers of the requests that arrived whole.
        answers: how often it did what.
        well: it answers well alone.
    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._bomb = gzip.compress(b'{"x": "' + b"0" * 300_000_000, 9)
        self.received: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.well = False

    def __enter__(self) -> Self:
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)), daemon=True)
        self._thread.start()
        ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join(10)

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._done = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=1024)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        ready.set()
        await self._done.wait()
        server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, asyncio.CancelledError, OSError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                found = re.search(rb"content-length: *(\d+)", head.lower())
                body = await reader.readexactly(int(found[1])) if found else b""
                if marked := MARKER.search(body):
                    self.received[marked[1].decode()] += 1
                kind = "well" if self.well else self._chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
                self.answers[kind] += 1
                async for data in self._answer(kind, b'"stream":true' in body):
                    writer.write(data)
                    await writer.drain()
                if kind in ("reset", "half a head", "half an event"):
                    sock: socket.socket = writer.get_extra_info("socket")
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    writer.transport.abort()
                    return
        writer.close()

    async def _answer(self, kind: str, stream: bool) -> AsyncIterator[bytes]:
        if kind in _FIXED:
            yield _FIXED[kind]
        elif kind in ("slow", "silent"):
            await asyncio.sleep(1 if kind == "slow" else 30)
            yield _whole(_message("late"))
        elif kind == "gzip bomb":
            yield _whole(self._bomb, more=b"content-encoding: gzip\r\n")
        elif kind == "long line":
            yield _STREAM + _chunk(b"data: ")
            for _ in range(160):
                yield _chunk(b"x" * 65_536)
            yield b"0\r\n\r\n"
        elif kind == "infinite":
            yield _STREAM
            while True:
                yield _chunk(_event("more and more "))
                await asyncio.sleep(0.01)
        elif stream:
            yield _STREAM
            for word in ("what ", "you ", "said ", "was ", "received"):
                yield _chunk(_event(word))
                await asyncio.sleep(0.005)
            yield _chunk(b"data: [DONE]\n\n") + b"0\r\n\r\n"
        elif kind == "well":
            yield _whole(_message("received"))
