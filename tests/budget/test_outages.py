"""Workers killed in the middle of their requests, servers that stop and come back, a full disk. Figures are printed."""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.base import Ask, Charge, Ledger, Limit
from dp_gateway.budget.log_chain import verify
from dp_gateway.budget.postgres import PostgresLedger
from dp_gateway.budget.redis import RedisLedger
from dp_gateway.budget.settings import BudgetSettings, LedgerSettings
from dp_gateway.budget.sqlite import SqliteLedger
from dp_gateway.errors import BudgetExceeded, LedgerCorrupt, LedgerError, LedgerUnavailable
from dp_gateway.exchange import Caller
from dp_gateway.randomness import Secret
from tests.budget.servers import REDIS, own_server, postgres_schema, redis_prefix

FINGERPRINT = "0123456789abcdef"
SECRET = Secret(b"s" * 32)
IN_FLIGHT, WORKERS = 1000, 2
ANNA = Caller("app", "acme", "c1", "anna")


class One:
    """A request of one unit at epsilon 1."""

    def __init__(self, name: str) -> None:
        self._charge = Charge(hashlib.sha256(name.encode()).digest(), 1.0, 1e-9, "stairtext")

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        return (self._charge,)


def opened(kind: str, where: str) -> Ledger:
    if kind == "sqlite":
        return SqliteLedger(where, FINGERPRINT)
    if kind == "redis":
        return RedisLedger(REDIS, FINGERPRINT, prefix=where)
    return PostgresLedger(where, FINGERPRINT)


def accountant(ledger: Ledger, most: float, log: Path | None = None) -> Accountant:
    settings = LedgerSettings(audit_log=log)
    return Accountant(ledger, {"b": BudgetSettings(epsilon=most)}, secret=SECRET, settings=settings)


async def spent(ledger: Ledger) -> int:
    await ledger.open()
    await ledger.expire(time.time() + 7200)
    try:
        return sum(one.spent for one in await ledger.balances() if ":" not in one.account) // 10**9
    finally:
        await ledger.close()


def work(kind: str, where: str, most: float, sent: str, log: Path | None, worker: int) -> None:
    """Sends until it is killed: each client writes a line when its request has left."""
    lines = os.open(sent, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def client(held: Accountant, number: int) -> None:
        for step in range(10_000):
            name = f"{worker}-{number}-{step}"
            try:
                async with held.spend(One(name), ANNA) as reserved:
                    reserved.leaves()
                    os.write(lines, name.encode() + b"\n")
                    await asyncio.sleep(0.5)
            except BudgetExceeded:
                return

    async def run() -> None:
        held = accountant(opened(kind, where), most, log)
        await held.open()
        await asyncio.gather(*(client(held, number) for number in range(IN_FLIGHT // WORKERS)))

    asyncio.run(run())


@contextmanager
def place(kind: str, tmp_path: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield str(tmp_path / "l.db")
    else:
        with redis_prefix() if kind == "redis" else postgres_schema() as where:
            yield where


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "redis", "postgres"])
@pytest.mark.parametrize(("killed_after", "most"), [(1200, 100_000), (1500, 1600)])
def test_killed_workers_neither_lose_nor_invent_spending(
    kind: str, killed_after: int, most: int, tmp_path: Path
) -> None:
    sent, log = tmp_path / "sent", tmp_path / "log"
    sent.touch()
    context = multiprocessing.get_context("spawn")
    with place(kind, tmp_path) as where:
        given = (kind, where, most, str(sent), log)
        workers = [context.Process(target=work, args=(*given, number)) for number in range(WORKERS)]
        for worker in workers:
            worker.start()
        until = time.monotonic() + 120
        while sent.read_bytes().count(b"\n") < killed_after and time.monotonic() < until:
            time.sleep(0.002)
        for worker in workers:
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            worker.join()
        left, counted = sent.read_bytes().count(b"\n"), asyncio.run(spent(opened(kind, where)))
    found = verify(log)
    print(
        f"{kind}: {left} left, {counted} counted, {found.head.number} in the audit log, {IN_FLIGHT} in flight, {most}"
    )
    assert left >= killed_after
    assert left <= counted <= min(left + IN_FLIGHT, most)
    # A line that was cut in the middle of its writing is the last one.
    assert found.broken is None or found.broken > found.head.number
    assert left <= found.head.number <= counted


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["redis", "postgres"])
def test_a_server_that_stops_refuses_and_charges_nothing_twice(kind: str) -> None:
    async def client(held: Accountant, number: int, going: asyncio.Event, counts: dict[str, int]) -> None:
        step = 0
        while going.is_set():
            step += 1
            try:
                async with held.spend(One(f"{number}-{step}"), ANNA) as reserved:
                    if step % 5:
                        reserved.leaves()
                    await asyncio.sleep(0.01)
                counts["left" if step % 5 else "given back"] += 1
            except LedgerUnavailable as error:
                counts["refused" if error.status == 503 else "otherwise"] += 1
                await asyncio.sleep(0.05)

    async def run() -> None:
        held = accountant(ledger(), 100_000)
        await held.open()
        going, counts = asyncio.Event(), {"left": 0, "given back": 0, "refused": 0}
        going.set()
        clients = [asyncio.create_task(client(held, number, going, counts)) for number in range(64)]
        for _ in range(2):
            await asyncio.sleep(2)
            await asyncio.to_thread(server.kill)
            before = counts["refused"]
            while counts["refused"] < before + 64:
                await asyncio.sleep(0.05)
            await asyncio.to_thread(server.start)
        await asyncio.sleep(8)
        after = counts["left"]
        await asyncio.sleep(2)
        assert counts["left"] > after, "requests are served again"
        going.clear()
        await asyncio.gather(*clients)
        await held.close()
        total = await spent(ledger())
        print(f"{kind}: {counts}, {total} counted")
        assert total == counts["left"]

    def ledger() -> Ledger:
        make: Any = RedisLedger if kind == "redis" else PostgresLedger
        return make(server.url, FINGERPRINT)

    with own_server(kind) as server:
        asyncio.run(run())


def test_a_redis_that_was_emptied_is_no_new_ledger() -> None:
    redis = pytest.importorskip("redis")

    async def run(prefix: str) -> None:
        held = accountant(RedisLedger(REDIS, FINGERPRINT, prefix=prefix), 10)
        await held.open()
        async with held.spend(One("x"), ANNA) as reserved:
            reserved.leaves()
        client: Any = redis.Redis.from_url(REDIS)
        client.delete("{" + prefix + "}:header")
        client.close()
        with pytest.raises(LedgerCorrupt, match="emptied"):
            async with held.spend(One("y"), ANNA):
                pass
        await held.close()

    with redis_prefix() as prefix:
        asyncio.run(run(prefix))


def fill(where: str, log: str, room: int) -> None:
    """Spends until the disk is full: no file may grow past what is there by more than `room` bytes."""

    async def run() -> None:
        held = accountant(SqliteLedger(where, FINGERPRINT), 100_000, Path(log))
        await held.open()
        async with held.spend(One("first"), ANNA) as reserved:
            reserved.leaves()
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        done = 1
        error: LedgerError | None = None
        while error is None:
            try:
                async with held.spend(One(str(done)), ANNA) as reserved:
                    reserved.leaves()
                done += 1
            except LedgerError as full:
                error = full
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        async with held.spend(One("last"), ANNA) as reserved:
            reserved.leaves()
        await held.close()
        print(done + 1, error.status, error.code, flush=True)

    asyncio.run(run())


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files")
@pytest.mark.parametrize("room", [400_000, 60_000])
def test_a_full_disk_refuses_and_nothing_is_lost(room: int, tmp_path: Path) -> None:
    where, log = str(tmp_path / "l.db"), str(tmp_path / "log")
    code = f"from tests.budget.test_outages import fill; fill({where!r}, {log!r}, {room})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    left, status, error = done.stdout.split()
    assert (status, error) == ("503", "ledger_unavailable")
    assert asyncio.run(spent(SqliteLedger(where, FINGERPRINT))) == int(left) >= 2
    assert verify(Path(log)).broken is None
    assert verify(Path(log)).head.number >= int(left)


def test_a_page_that_was_overwritten_is_said(tmp_path: Path) -> None:
    path = tmp_path / "l.db"

    async def some(ledger: Ledger) -> None:
        await ledger.open()
        try:
            for number in range(300):
                limits = [Limit(f"a{number}", 0, 0, 10**9)]
                await ledger.reserve(Ask(f"{number}", {f"{number}".encode(): (1,)}, limits, time.time(), 600))
        finally:
            await ledger.close()

    asyncio.run(some(SqliteLedger(path, FINGERPRINT)))
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\x5a" * (len(whole) - 4096))
    with pytest.raises(LedgerCorrupt):
        asyncio.run(some(SqliteLedger(path, FINGERPRINT)))


def test_another_process_that_looks_does_no_harm_after_a_reload(tmp_path: Path) -> None:
    """Two ledgers of a process overlap while settings are read again; who opens the second keeps the locks of both."""
    path = tmp_path / "l.db"
    look = (
        f"import sqlite3; c = sqlite3.connect({str(path)!r}); c.execute('SELECT * FROM header').fetchall(); c.close()"
    )

    async def run() -> int:
        old, new = SqliteLedger(path, FINGERPRINT), SqliteLedger(path, FINGERPRINT)
        await old.open()
        await new.open()
        await old.close()
        try:
            subprocess.run([sys.executable, "-c", look], check=True, timeout=60)
            await new.reserve(Ask("1", {b"u": (1,)}, [Limit("a", 0, 0, 10**9)], time.time(), 600))
            return new.mark.step
        finally:
            await new.close()

    assert asyncio.run(run()) > 0
