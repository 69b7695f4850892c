"""A provider that answers by a script, byte for byte, and keeps what reached it."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Self


class Taken(NamedTuple):
    """A request as it arrived."""

    method: str
    path: str
    head: str
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Pause(NamedTuple):
    """Wait before going on."""

    seconds: float


class Reset(NamedTuple):
    """Break the connection off, the hard way."""


class Close(NamedTuple):
    """End the connection; what was sent before arrives."""


class Gone(NamedTuple):
    """Take no further connections."""


Step = bytes | Pause | Reset | Close | Gone
Script = Callable[[Taken], Iterable[Step]]


def whole(value: Any, status: int = 200, **headers: str) -> list[Step]:
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    lines = [f"HTTP/1.1 {status} X", "content-type: application/json", f"content-length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {given}" for name, given in headers.items()]
    return ["\r\n".join(lines).encode() + b"\r\n\r\n" + body]


def stream(events: Iterable[bytes | Pause | Reset], *, end: bool = True) -> list[Step]:
    steps: list[Step] = [b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"]
    for event in events:
        steps.append(event if isinstance(event, Pause | Reset) else b"%x\r\n%b\r\n" % (len(event), event))
    return [*steps, b"0\r\n\r\n"] if end else steps


def after(go: threading.Event, steps: Iterable[Step]) -> Iterator[Step]:
    """Wait until the test lets it go on."""
    while not go.is_set():
        yield Pause(0.01)
    yield from steps


def event(data: Any, name: str | None = None) -> bytes:
    head = f"event: {name}\n".encode() if name else b""
    return head + b"data: " + (data if isinstance(data, bytes) else json.dumps(data).encode()) + b"\n\n"


def message(text: str, **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **more}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {"id": "c-1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}


def pieces(text: str, size: int = 3) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def chat_stream(text: str, size: int = 3) -> list[bytes]:
    said = [event(chunk({"content": piece})) for piece in pieces(text, size)]
    return [event(chunk({"role": "assistant", "content": ""})), *said, event(chunk({}, "stop")), event(b"[DONE]")]


def echo(taken: Taken) -> list[Step]:
    """Chat completions that say what the last message said."""
    body = taken.json
    said = body["messages"][-1]["content"]
    return stream(chat_stream(said)) if body.get("stream") else whole(message(said))


class Provider:
    """Serves on 127.0.0.1 inside its block; `script` may be changed at any time."""

    def __init__(self, script: Script = echo) -> None:
        self.script = script
        self.taken: list[Taken] = []
        self.gone = threading.Event()

    def __enter__(self) -> Self:
        started = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        started.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join()

    @property
    def last(self) -> Taken:
        return self.taken[-1]

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve(started))
        self._loop.close()

    async def _serve(self, started: threading.Event) -> None:
        self._done = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        server = self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        started.set()
        await self._done.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            while await self._answer(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            self.gone.set()
        except asyncio.CancelledError:
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lengths = [line.split(":")[1] for line in head.lower().split("\r\n") if line.startswith("content-length:")]
        body = await reader.readexactly(int(lengths[0])) if lengths else b""
        method, path, _ = head.split(" ", 2)
        self.taken.append(Taken(method, path, head, body))
        for step in self.script(self.last):
            if isinstance(step, Gone):
                self._server.close()
            elif isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
            elif isinstance(step, Reset):
                sock: socket.socket = writer.get_extra_info("socket")
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                writer.transport.abort()
                return False
            elif isinstance(step, Close):
                return False
            else:
                writer.write(step)
                await writer.drain()
        return True
