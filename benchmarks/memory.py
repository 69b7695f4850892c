"""Whether the server's memory grows: fresh texts of both policies, streams, and clients that go away.

python -m benchmarks.memory [--requests 100000] [--connections 8] [--short]

Prints the resident memory of the server and of the processes that detect for it, after the first tenth of the requests
and at the end. It takes about 40 ms of one core for a request, so it is no part of `make bench` at its full size.
--short sends a sentence with six private values in place of 200 words, which takes a quarter of the time.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import aiohttp
import orjson

from benchmarks.serving import waiting_for
from benchmarks.serving.prompts import body
from benchmarks.timing import Figure

_PROVIDER, _GATEWAY = 19311, 19312
_REQUESTS = 3000
_LONG, _SHORT = ("new", "new tokens"), ("new sentence", "new sentence")
"""Kinds of requests, of each policy one."""
_STREAMED, _CANCELLED = 3, 10
"""One of so many requests."""
_PATIENCE = 120
"""Seconds that a client waits for a reply."""

_SETTINGS = f"""
[server]
port = {_GATEWAY}
[upstreams.provider]
url = "http://127.0.0.1:{_PROVIDER}/v1"
[privacy.models]
words = "tokens"
"""


class Memory(NamedTuple):
    """Resident megabytes.

    Attributes:
        server: of the process that serves.
        detecting: of those that it started, shared pages counted once.
    """

    server: float
    detecting: float

    @classmethod
    def of(cls, process: int) -> Memory:
        """The memory of a server by its process."""
        return cls(_megabytes(process, "Rss:"), sum(_megabytes(one, "Pss:") for one in _started_by(process)))


def run() -> Iterator[Figure]:
    early, late = measure(_REQUESTS, 8, _LONG)
    yield Figure(
        "resident memory of the server at the end / after a tenth of the requests", late.server / early.server, 1.2
    )
    yield Figure("memory of the processes that detect, the same", late.detecting / early.detecting, 1.2)


def measure(count: int, connections: int, kinds: tuple[str, str]) -> tuple[Memory, Memory]:
    """Memory after a tenth of so many requests, and at the end."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "gateway.toml"
        config.write_text(_SETTINGS)
        environment = {**os.environ, "DP_GATEWAY_KEY_FILE": str(config.with_name("secret.key"))}
        commands = [
            [sys.executable, "-m", "benchmarks.serving.provider", str(_PROVIDER)],
            [sys.executable, "-m", "dp_gateway", "serve", "--config", str(config)],
        ]
        provider, server = (
            subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) for command in commands
        )
        try:
            waiting_for(_GATEWAY, "/readyz")
            return asyncio.run(_measured(server.pid, count, connections, kinds))
        finally:
            for process in (server, provider):
                process.terminate()
                process.wait()


async def _measured(process: int, count: int, connections: int, kinds: tuple[str, str]) -> tuple[Memory, Memory]:
    requests, failed = enumerate(_bodies(kinds)), Counter[int | str]()
    timeout = aiohttp.ClientTimeout(total=_PATIENCE)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{_GATEWAY}", timeout=timeout) as session:

        async def some(many: int) -> None:
            given = itertools.islice(requests, many)
            await asyncio.gather(*(_sender(session, given, failed) for _ in range(connections)))

        tenths: list[Memory] = []
        for tenth in range(1, 11):
            await some(count * tenth // 10 - count * (tenth - 1) // 10)
            tenths.append(Memory.of(process))
            print(f"{count * tenth // 10:,} requests: {tenths[-1]._asdict()}", file=sys.stderr, flush=True)
            # A busy machine lets some wait for too long; a server that refuses its requests would not be measured.
            if failed.total() > count // 100:
                raise RuntimeError(f"requests failed: {dict(failed)}")
        return tenths[0], tenths[-1]


def _bodies(policies: tuple[str, str]) -> Iterator[bytes]:
    """Texts that nobody has sent before, of both policies in turn, some of them as streams."""
    kinds = [body(kind, stream) for kind in policies for stream in (False,) * (_STREAMED - 1) + (True,)]
    for number in itertools.count():
        _, content = next(kinds[number % len(kinds)])
        words = number % len(kinds) >= _STREAMED
        yield content.replace(b'"model":"m"', b'"model":"words"') if words else content


async def _sender(
    session: aiohttp.ClientSession, requests: Iterator[tuple[int, bytes]], failed: Counter[int | str]
) -> None:
    headers = {"content-type": "application/json"}
    for number, content in requests:
        if number % _CANCELLED == 0:
            try:
                async with asyncio.timeout(0.01), session.post("/v1/chat/completions", data=content, headers=headers):
                    pass
            except TimeoutError:
                continue
        try:
            async with session.post("/v1/chat/completions", data=content, headers=headers) as reply:
                await reply.read()
                if reply.status != 200:
                    failed[reply.status] += 1
        except TimeoutError:
            failed[f"no reply in {_PATIENCE} seconds"] += 1
        except aiohttp.ClientOSError:
            # A client that a busy machine held up writes to a connection that the server has closed as idle.
            failed["connection closed"] += 1


def computed(process: int) -> float:
    """Processor seconds of a server and of the processes that it started and that live."""
    # What `clock_getcpuclockid` gives on Linux; the module `time` has that for threads alone.
    return sum(time.clock_gettime(~one << 3 | 2) for one in (process, *_started_by(process)))


def _started_by(process: int) -> list[int]:
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in map(int, (thread / "children").read_text().split()):
            found += [child, *_started_by(child)]
    return found


def _megabytes(process: int, field: str) -> float:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0  # it was replaced meanwhile
    return next((float(line.split()[1]) for line in lines if line.startswith(field)), 0.0) / 1024


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--short", action="store_true", help="sentences, not texts of 200 words")
    given = parser.parse_args()
    first, last = measure(given.requests, given.connections, _SHORT if given.short else _LONG)
    print(orjson.dumps({"first tenth": first._asdict(), "end": last._asdict()}).decode())
