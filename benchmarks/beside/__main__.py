"""Starts a gateway, sends it the large requests one by one, and asks for little beside them; see the package."""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import aiohttp
import orjson

from benchmarks.beside.bodies import KINDS, Kind
from benchmarks.serving import waiting_for

_CONFIG = """
[server]
port = {port}
playground = false
[privacy]
policy = "entities"
client_policies = ["entities", "tokens", "hybrid", "mask"]
[upstreams.small]
url = "http://127.0.0.1:{small}/v1"
models = ["small"]
[upstreams.big]
url = "http://127.0.0.1:{big}/v1"
[limits]
sanitizing_seconds = {seconds}
{more}
"""
_BUDGETS = """
[budgets.everything]
per = "tenant"
soft = 1
[ledger]
url = "sqlite:///{folder}/ledger.db"
count = "certified"
audit_log = "{folder}/audit.log"
"""
_REST, _HEALTH_REST = 0.02, 0.01
_LEAST = 200
"""Answers of /healthz that are waited for at least."""


class Beside(NamedTuple):
    """What was measured beside one large request; milliseconds, and its own status and seconds."""

    kind: str
    policy: str
    status: int
    code: str
    seconds: float
    small_50: float
    small_99: float
    health_50: float
    health_99: float
    worst: float


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@contextmanager
def _processes(seconds: float, budgets: bool) -> Iterator[int]:
    with tempfile.TemporaryDirectory(prefix="dp-beside-") as folder:
        port, small, big = _free(), _free(), _free()
        more = _BUDGETS.format(folder=folder) if budgets else ""
        config = Path(folder) / "gateway.toml"
        config.write_text(_CONFIG.format(port=port, small=small, big=big, seconds=seconds, more=more))
        serve = [sys.executable, "-m", "dp_gateway", "serve", "--config", str(config)]
        provider = [sys.executable, "-m", "benchmarks.beside.provider"]
        running = [subprocess.Popen([*provider, str(one)]) for one in (small, big)]
        running.append(subprocess.Popen(serve))
        try:
            waiting_for(port, "/readyz")
            yield port
        finally:
            for one in reversed(running):
                one.terminate()
                one.wait()


async def _small(session: aiohttp.ClientSession, took: list[float], number: Iterator[int]) -> None:
    while True:
        text = f"Write to Anna Miller, {next(number)} Main Street, that ann{next(number)}@corp.example.org has paid."
        body = orjson.dumps({"model": "small", "messages": [{"role": "user", "content": text}]})
        began = time.perf_counter()
        async with session.post("/v1/chat/completions", data=body) as reply:
            await reply.read()
            if reply.status != 200:
                raise RuntimeError(f"a small request was answered with {reply.status}")
        took.append(time.perf_counter() - began)
        await asyncio.sleep(_REST)


async def _health(session: aiohttp.ClientSession, took: list[float]) -> None:
    while True:
        began = time.perf_counter()
        async with session.get("/healthz") as reply:
            await reply.read()
        took.append(time.perf_counter() - began)
        await asyncio.sleep(_HEALTH_REST)


_SEND = """
import sys, time, urllib.request, urllib.error
url, policy, path = sys.argv[1:]
body = open(path, "rb").read()
headers = {"content-type": "application/json", "x-dp-policy": policy}
try:
    reply = urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=900)
except urllib.error.HTTPError as error:
    reply = error
start, size = b"", 0
while piece := reply.read(1 << 20):
    start, size = start or piece[:400], size + len(piece)
print(reply.status, size, start.decode("utf-8", "replace"))
"""
"""The client of the large request is a process of its own, behind the others, as if on another machine."""


async def _send(url: str, policy: str, content: bytes) -> tuple[int, str, float]:
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        began = time.perf_counter()
        sending = await asyncio.create_subprocess_exec(
            *("nice", "-n", "5", sys.executable, "-c", _SEND, url, policy, file.name), stdout=subprocess.PIPE
        )
        said, _ = await sending.communicate()
        status, _, start = said.decode().split(" ", 2)
        code = start.split('"code":"')[1].split('"')[0] if '"code":"' in start else ""
        return int(status), code, time.perf_counter() - began


def _at(took: list[float], share: float) -> float:
    return sorted(took)[int(share * (len(took) - 1))] * 1e3


async def measure(port: int, kind: Kind | None, policy: str, size: int, number: Iterator[int]) -> Beside:
    """What small requests take beside a large one; without one for comparison."""
    url = f"http://127.0.0.1:{port}"
    content = (
        orjson.dumps(kind.body(size) | ({} if kind.path == "/sanitize" else {"model": kind.answer})) if kind else b""
    )
    small, health = list[float](), list[float]()
    headers = {"content-type": "application/json"}
    async with aiohttp.ClientSession(url, headers=headers) as one, aiohttp.ClientSession(url) as two:
        beside = [asyncio.create_task(_small(one, small, number)), asyncio.create_task(_health(two, health))]
        status, code, seconds = 0, "", 0.0
        await asyncio.sleep(0.1)
        small.clear()
        health.clear()
        while len(health) < _LEAST:
            if kind is None:
                await asyncio.sleep(5)
            else:
                status, code, seconds = await _send(url + kind.path, policy, content)
        for task in beside:
            if task.done():
                task.result()
            task.cancel()
    worst = max(*small, *health) * 1e3
    name = kind.name if kind else "nothing beside"
    measured = _at(small, 0.5), _at(small, 0.99), _at(health, 0.5), _at(health, 0.99), worst
    return Beside(name, policy, status, code, seconds, *measured)


def main() -> int:
    """Measure; the exit status is 0 where everything is within its bound."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.beside", description=__doc__)
    parser.add_argument("--megabytes", type=float, default=10.0)
    parser.add_argument("--policy", action="append", help="default: entities, tokens, hybrid")
    parser.add_argument("--only", action="append", choices=[kind.name for kind in KINDS])
    parser.add_argument("--seconds", type=float, default=20.0, help="sanitizing_seconds of the gateway (default: 20)")
    parser.add_argument("--budgets", action="store_true", help="with a ledger of SQLite and an audit log")
    given = parser.parse_args()
    number = iter(range(10**9))
    bad = 0
    load = os.getloadavg()[0]
    print(f"{given.megabytes:g} MB; load before {load:.1f}; milliseconds: small p50 p99, /healthz p50 p99, worst")
    with _processes(given.seconds, given.budgets) as port:
        for policy in given.policy or ["entities", "tokens", "hybrid"]:
            for kind in (None, *[one for one in KINDS if not given.only or one.name in given.only]):
                one = asyncio.run(measure(port, kind, policy, round(given.megabytes * 1e6), number))
                over = one.small_99 > 100 or one.health_99 > 20
                bad += over
                print(
                    f"{policy:9} {one.kind:34} {one.status:3} {one.code:20} {one.seconds:6.1f} s  {one.small_50:6.1f} "
                    f"{one.small_99:6.1f}  {one.health_50:6.1f} {one.health_99:6.1f}  {one.worst:7.1f}{' OVER' * over}",
                    flush=True,
                )
    print(f"{bad} over 100 ms or 20 ms")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
