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
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import aiohttp
import orjson

from benchmarks.beside.bodies import KINDS, Kind
from benchmarks.beside.dense import DENSE
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
_SMALL_MOST, _HEALTH_MOST = 100.0, 20.0
"""Bars in milliseconds, for 99 in 100."""
_BARE_MOST = 5.0
"""The most that a server that does nothing takes where the machine has time, for 99 in 100."""

_NOTHING = "nothing beside"
_JSON = {"content-type": "application/json"}
_LEAST = 200
"""Answers of /healthz that are waited for at least."""


class Beside(NamedTuple):
    """What was measured beside one large request; milliseconds, and its own status and seconds. `bare_99`: of a server
    that does nothing. `busy`: share of the time that the process that serves everybody computed.
    """

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
    bare_99: float
    busy: float

    @property
    def over(self) -> bool:
        """One of the bars is passed."""
        return self.small_99 > _SMALL_MOST or self.health_99 > _HEALTH_MOST

    @property
    def told(self) -> bool:
        """The machine had time for a server that does nothing: what it measured is the gateway's."""
        return self.bare_99 <= _BARE_MOST


class Running(NamedTuple):
    """What is measured: ports of the gateway and of a server that does nothing, and the process that serves."""

    port: int
    bare: int
    process: int

    def computed(self) -> float:
        """Seconds of a processor that the process has had."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@contextmanager
def _processes(seconds: float, budgets: bool) -> Iterator[Running]:
    with tempfile.TemporaryDirectory(prefix="dp-beside-") as folder:
        port, small, big, bare = _free(), _free(), _free(), _free()
        more = _BUDGETS.format(folder=folder) if budgets else ""
        config = Path(folder) / "gateway.toml"
        config.write_text(_CONFIG.format(port=port, small=small, big=big, seconds=seconds, more=more))
        serve = [sys.executable, "-m", "dp_gateway", "serve", "--config", str(config)]
        provider = [sys.executable, "-m", "benchmarks.beside.provider"]
        running = [subprocess.Popen([*provider, str(one)]) for one in (small, big)]
        running.append(subprocess.Popen([sys.executable, "-m", "benchmarks.beside.bare", str(bare)]))
        running.append(subprocess.Popen(serve))
        try:
            waiting_for(bare, "/")
            waiting_for(port, "/readyz")
            yield Running(port, bare, running[-1].pid)
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


async def _one_after_another(url: str, kind: Kind, policy: str, size: int, done: Counter[str]) -> None:
    """Sends a small request of a kind again and again, in a conversation of its own each time."""
    content = orjson.dumps(kind.body(size) | {"model": kind.answer})
    headers = {"content-type": "application/json", "x-dp-policy": policy}
    async with aiohttp.ClientSession(url, headers=headers) as session:
        while True:
            conversation = {"x-dp-conversation": uuid4().hex}
            async with session.post(kind.path, data=content, headers=conversation) as reply:
                said = await reply.read()
            code = "" if reply.status == HTTPStatus.OK else orjson.loads(said)["error"].get("code", "")
            done[f"{reply.status} {code}"] += 1


async def measure_dense(
    running: Running, kind: Kind, policy: str, size: int, number: Iterator[int], at_once: int, seconds: float
) -> Beside:
    """What small requests take beside some at once that hold as much work as their bytes allow."""
    url = f"http://127.0.0.1:{running.port}"
    done = Counter[str]()
    began = time.perf_counter()
    sending = [_one_after_another(url, kind, policy, size, done) for _ in range(at_once)]
    async with _asked(running, number, *sending) as asked:
        await asyncio.sleep(seconds)
    status, _, code = max(done, key=lambda name: done[name], default="0 ").partition(" ")
    took = (time.perf_counter() - began) * at_once / max(done.total(), 1)
    return asked.beside(kind.name, policy, int(status), code, took)


class Asked(NamedTuple):
    """Seconds that small requests, /healthz and the server that does nothing took; and, at the end, the share of the
    time that the process that serves computed.
    """

    small: list[float]
    health: list[float]
    bare: list[float]
    busy: list[float]

    def beside(self, name: str, policy: str, status: int, code: str, seconds: float) -> Beside:
        """The figures beside a large request, and its own."""
        small, health = (_at(self.small, 0.5), _at(self.small, 0.99)), (_at(self.health, 0.5), _at(self.health, 0.99))
        worst = max(*self.small, *self.health) * 1e3
        return Beside(name, policy, status, code, seconds, *small, *health, worst, _at(self.bare, 0.99), self.busy[0])


@asynccontextmanager
async def _asked(running: Running, number: Iterator[int], *beside: Coroutine[Any, Any, None]) -> AsyncIterator[Asked]:
    """Asks for little as long as the block runs, and lets others send beside it."""
    asked = Asked([], [], [], [])
    url = f"http://127.0.0.1:{running.port}"
    async with (
        aiohttp.ClientSession(url, headers=_JSON) as one,
        aiohttp.ClientSession(url) as two,
        aiohttp.ClientSession(f"http://127.0.0.1:{running.bare}") as three,
    ):
        asking = _small(one, asked.small, number), _health(two, asked.health), _health(three, asked.bare), *beside
        tasks = [asyncio.create_task(each) for each in asking]
        await asyncio.sleep(0.1)
        for took in asked[:3]:
            took.clear()
        began, computed = time.perf_counter(), running.computed()
        yield asked
        asked.busy.append((running.computed() - computed) / (time.perf_counter() - began))
        for task in tasks:
            if task.done():
                task.result()
            task.cancel()


async def measure(running: Running, kind: Kind | None, policy: str, size: int, number: Iterator[int]) -> Beside:
    """What small requests take beside a large one; without one for comparison."""
    url = f"http://127.0.0.1:{running.port}"
    content = (
        orjson.dumps(kind.body(size) | ({} if kind.path == "/sanitize" else {"model": kind.answer})) if kind else b""
    )
    status, code, seconds = 0, "", 0.0
    async with _asked(running, number) as asked:
        while len(asked.health) < _LEAST:
            if kind is None:
                await asyncio.sleep(5)
            else:
                status, code, seconds = await _send(url + kind.path, policy, content)
    return asked.beside(kind.name if kind else _NOTHING, policy, status, code, seconds)


def main() -> int:
    """Measure; the exit status is 0 where everything is within its bound."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.beside", description=__doc__)
    parser.add_argument("--megabytes", type=float, default=10.0)
    parser.add_argument("--dense", type=int, metavar="BYTES", help="some small requests that are hard work instead")
    parser.add_argument("--at-once", type=int, default=4, help="how many of those (default: 4)")
    parser.add_argument("--for", type=float, default=4, dest="lasting", help="seconds of each of those (default: 4)")
    parser.add_argument("--policy", action="append", help="default: entities, tokens, hybrid")
    parser.add_argument("--only", action="append", help="names of kinds; default: all")
    parser.add_argument("--seconds", type=float, default=20.0, help="sanitizing_seconds of the gateway (default: 20)")
    parser.add_argument("--budgets", action="store_true", help="with a ledger of SQLite and an audit log")
    given = parser.parse_args()
    kinds = [one for one in (DENSE if given.dense else KINDS) if not given.only or one.name in given.only]
    number = iter(range(10**9))
    measured: list[Beside] = []
    what = f"{given.at_once} of {given.dense} bytes" if given.dense else f"{given.megabytes:g} MB"
    print(
        f"{what}; load before {os.getloadavg()[0]:.1f}; milliseconds: small p50 p99, /healthz p50 p99, worst; a server "
        "that does nothing, p99; share of the time that the process that serves computed"
    )
    with _processes(given.seconds, given.budgets) as running:
        for policy in given.policy or ["entities", "tokens", "hybrid"]:
            for kind in (None, *kinds):
                if kind is None or not given.dense:
                    measuring = measure(running, kind, policy, round(given.megabytes * 1e6), number)
                else:
                    measuring = measure_dense(running, kind, policy, given.dense, number, given.at_once, given.lasting)
                measured.append(one := asyncio.run(measuring))
                print(
                    f"{policy:9} {one.kind:34} {one.status:3} {one.code:20} {one.seconds:6.1f} s  {one.small_50:6.1f} "
                    f"{one.small_99:6.1f}  {one.health_50:6.1f} {one.health_99:6.1f}  {one.worst:7.1f}  "
                    f"{one.bare_99:5.1f}  {one.busy:.2f}{' OVER' * one.over}{' (busy machine)' * (not one.told)}",
                    flush=True,
                )
    return _verdict(measured)


def _verdict(measured: list[Beside]) -> int:
    """Say whether the bars hold; 1 where they do not."""
    beside = [one for one in measured if one.kind != _NOTHING]
    over = [f"{one.kind} ({one.policy})" for one in beside if one.over and one.told]
    untold = sum(one.over and not one.told for one in beside)
    small, health = max(one.small_99 for one in beside), max(one.health_99 for one in beside)
    print(
        f"small request, worst p99: {small:.1f} ms (bar {_SMALL_MOST:g}); /healthz: {health:.1f} (bar {_HEALTH_MOST:g})"
    )
    print(f"load after {os.getloadavg()[0]:.1f}; {len(over)} of {len(beside)} over a bar: {', '.join(over) or 'none'}")
    print("does not hold" if over else f"not told: the machine was busy beside {untold}" if untold else "holds")
    return int(bool(over or untold))


if __name__ == "__main__":
    sys.exit(main())
