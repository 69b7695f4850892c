"""Workers killed in the middle of their requests, and a server that stops and comes back. Figures are printed."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dp_gateway.errors import LedgerUnavailable
from dp_gateway.ledger.base import Ask, Ledger, Limit, Reservation
from dp_gateway.ledger.postgres import PostgresLedger
from dp_gateway.ledger.redis import RedisLedger
from dp_gateway.ledger.sqlite import SqliteLedger
from tests.ledger.servers import REDIS, postgres_schema, redis_prefix

SECRET = "0123456789abcdef"
ONE, MOST, CLIENTS = 10**9, 700, 32


def opened(kind: str, where: str) -> Ledger:
    if kind == "sqlite":
        return SqliteLedger(where, SECRET)
    return RedisLedger(REDIS, SECRET, prefix=where) if kind == "redis" else PostgresLedger(where, SECRET)


def wanted(name: str) -> Ask:
    return Ask(name, {name.encode(): (ONE,)}, [Limit("a", 0, 0, MOST * ONE)], time.time(), 600)


def work(kind: str, where: str, sent: str, worker: int) -> None:
    """Sends until it is killed: 32 clients, each of which writes a line when its request has left."""
    log = os.open(sent, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def client(ledger: Ledger, number: int) -> None:
        for step in range(500):
            name = f"{worker}-{number}-{step}"
            if isinstance(await ledger.reserve(wanted(name)), Reservation):
                os.write(log, name.encode() + b"\n")
                await asyncio.sleep(0.005)
                await ledger.settle(name)

    async def run() -> None:
        ledger = opened(kind, where)
        await ledger.open()
        await asyncio.gather(*(client(ledger, number) for number in range(CLIENTS)))

    asyncio.run(run())


@contextmanager
def place(kind: str, tmp_path: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield str(tmp_path / "l.db")
    else:
        with redis_prefix() if kind == "redis" else postgres_schema() as where:
            yield where


async def spent(kind: str, where: str) -> int:
    ledger = opened(kind, where)
    await ledger.open()
    await ledger.expire(time.time() + 3600)
    try:
        return sum(one.spent for one in await ledger.balances()) // ONE
    finally:
        await ledger.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "redis", "postgres"])
@pytest.mark.parametrize("killed_after", [150, 500, MOST])
def test_killed_workers_neither_lose_nor_invent_spending(kind: str, killed_after: int, tmp_path: Path) -> None:
    sent = tmp_path / "sent"
    sent.touch()
    context = multiprocessing.get_context("spawn")
    with place(kind, tmp_path) as where:
        workers = [context.Process(target=work, args=(kind, where, str(sent), number)) for number in range(2)]
        for worker in workers:
            worker.start()
        until = time.monotonic() + 60
        while sent.read_bytes().count(b"\n") < killed_after and time.monotonic() < until:
            time.sleep(0.002)
        for worker in workers:
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            worker.join()
        left, counted = sent.read_bytes().count(b"\n"), asyncio.run(spent(kind, where))
    print(f"{kind}: {left} left the machine, {counted} counted, at most {2 * CLIENTS} were in flight, budget {MOST}")
    assert left >= killed_after
    assert left <= counted <= min(left + 2 * CLIENTS, MOST)


def _redis(port: int, folder: Path) -> subprocess.Popen[bytes]:
    command = [
        "redis-server",
        "--port",
        str(port),
        "--dir",
        str(folder),
        "--appendonly",
        "yes",
        "--appendfsync",
        "always",
    ]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return server
        time.sleep(0.05)
    server.kill()
    pytest.fail("redis-server does not start")


@pytest.mark.slow
def test_a_redis_that_stops_refuses_and_charges_nothing_twice(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    try:
        server = _redis(port, tmp_path)
    except FileNotFoundError:
        pytest.skip("no redis-server on this machine")

    async def run() -> int:
        nonlocal server
        ledger = RedisLedger(f"redis://127.0.0.1:{port}", SECRET)
        await ledger.open()
        for number in range(50):
            await ledger.reserve(wanted(str(number)))
        server.kill()
        server.wait()
        for number in range(40, 60):
            with pytest.raises(LedgerUnavailable):
                await ledger.reserve(wanted(str(number)))
        server = _redis(port, tmp_path)
        for number in range(60):
            await ledger.reserve(wanted(str(number)))
            await ledger.settle(str(number))
        found = sum(one.spent for one in await ledger.balances()) // ONE
        await ledger.close()
        return found

    try:
        assert asyncio.run(run()) == 60
    finally:
        server.kill()
        server.wait()
