"""A load generator of bare sockets: so little of its own that the gateway is what is measured.

python -m benchmarks.serving.load PORT --requests N --connections C [--stream] [--kind KIND] [--check]

Prints JSON: requests a second, seconds to the whole reply and to the first event (median, 95 %), failures.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import time
from collections.abc import Iterator

import httptools
import orjson
import uvloop

from benchmarks.serving.prompts import body


class Client(asyncio.Protocol):
    def __init__(self, run: Run) -> None:
        self._run = run

    def connection_made(self, transport: asyncio.Transport) -> None:  # uvloop's is no subclass of asyncio's
        self._transport = transport
        self.next()

    def next(self) -> None:
        following = next(self._run.requests, None)
        if following is None:
            self._transport.close()
            self._run.ended()
            return
        self._said, request = following
        self._parser = httptools.HttpResponseParser(self)
        self._pieces: list[bytes] = []
        self._first = 0.0
        self._start = time.perf_counter()
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_body(self, data: bytes) -> None:
        if not self._first:
            self._first = time.perf_counter() - self._start
        self._pieces.append(data)

    def on_message_complete(self) -> None:
        run = self._run
        run.whole.append(time.perf_counter() - self._start)
        run.first.append(self._first)
        if self._parser.get_status_code() != 200 or (run.check and _joined(self._pieces) != self._said):
            run.failures += 1
        self.next()

    def connection_lost(self, exc: Exception | None) -> None:
        if exc is not None:
            self._run.failures += 1
            self._run.ended()


def _joined(pieces: list[bytes]) -> str:
    """What a client gets of a stream."""
    events = b"".join(pieces).split(b"\n\n")
    chunks = [orjson.loads(event[6:]) for event in events if event.startswith(b"data: {")]
    return "".join(chunk["choices"][0]["delta"].get("content", "") for chunk in chunks)


class Run:
    def __init__(self, requests: Iterator[tuple[str, bytes]], connections: int, check: bool) -> None:
        self.requests, self.check = requests, check
        self.whole: list[float] = []
        self.first: list[float] = []
        self.failures = 0
        self._left = connections
        self.done = asyncio.get_running_loop().create_future()

    def ended(self) -> None:
        self._left -= 1
        if self._left == 0 and not self.done.done():
            self.done.set_result(None)


def _requests(count: int, kind: str, stream: bool) -> Iterator[tuple[str, bytes]]:
    made = list(itertools.islice(body(kind, stream), count if kind.startswith("new") else 64))
    for number in range(count):
        said, content = made[number % len(made)]
        head = (
            b"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            b"authorization: Bearer key\r\ncontent-length: %d\r\n\r\n" % len(content)
        )
        yield said, head + content


async def run(port: int, count: int, connections: int, kind: str, stream: bool, check: bool) -> dict[str, float]:
    prepared = list(_requests(count, kind, stream))
    one = Run(iter(prepared), connections, check)
    start = time.perf_counter()
    for _ in range(connections):
        await asyncio.get_running_loop().create_connection(lambda: Client(one), "127.0.0.1", port)
    await one.done
    seconds = time.perf_counter() - start
    return {
        "rate": len(one.whole) / seconds,
        "whole": _at(one.whole, 0.5),
        "whole_95": _at(one.whole, 0.95),
        "first": _at(one.first, 0.5),
        "first_95": _at(one.first, 0.95),
        "done": len(one.whole),
        "failures": one.failures,
    }


def _at(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))] if values else float("nan")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--kind", default="tokens", choices=["tokens", "entities", "new", "new tokens", "new message"])
    parser.add_argument("--stream", action="store_true")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    figures = uvloop.run(run(given.port, given.requests, given.connections, given.kind, given.stream, given.check))
    print(orjson.dumps(figures).decode())
