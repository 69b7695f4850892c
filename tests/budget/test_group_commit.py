"""What is reserved in a file is recorded in the same go, holds up nobody, and is given back where its sender goes."""

from __future__ import annotations

import asyncio
import fcntl
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from dp_gateway.budget import group_commit
from dp_gateway.budget import sqlite as sqlite_ledger
from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.audit_log import AuditLog
from dp_gateway.budget.base import Caller, Charge
from dp_gateway.budget.group_commit import GroupCommit, Noted
from dp_gateway.budget.log_chain import verify
from dp_gateway.budget.settings import BudgetSettings, LedgerSettings, open_ledger
from dp_gateway.errors import LedgerUnavailable
from dp_gateway.randomness import Secret

SECRET = Secret(b"a key for tests, not a secret")
ANNA = Caller("app", "acme", "c", "anna")


class Wanted:
    """A request of some units."""

    def __init__(self, *units: str) -> None:
        self._charges = tuple(Charge(unit.encode(), 1.0, 0.0, "stairtext") for unit in units)

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        return self._charges

    charged = charges
    """They take no time, so that no thread is asked for them."""


def held(folder: Path) -> Accountant:
    settings = LedgerSettings(audit_log=folder / "log")
    ledger = open_ledger(f"sqlite:///{folder}/ledger.db", SECRET)
    return Accountant(ledger, {"all": BudgetSettings(epsilon=99)}, secret=SECRET, settings=settings)


def events(folder: Path) -> list[str]:
    return [orjson.loads(line)["event"] for line in (folder / "log").read_bytes().splitlines()]


async def spent(accountant: Accountant) -> int:
    return sum(one.spent for one in await accountant.ledger.balances("all/") if ":" not in one.account)


def test_requests_are_recorded_by_the_thread_that_syncs_the_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    threads: list[str] = []
    put = AuditLog.put

    def seen(self: AuditLog, file: Any, size: int, lines: list[bytes], tail: Any, **how: bool) -> None:
        threads.append(threading.current_thread().name)
        # What is recorded is in the ledger already, of which another connection knows what is committed alone.
        with sqlite3.connect(tmp_path / "ledger.db") as ledger:
            steps = int(ledger.execute("SELECT value FROM header WHERE name = 'step'").fetchone()[0])
        assert all(orjson.loads(line)["ledger"][1] <= steps for line in lines)
        put(self, file, size, lines, tail, **how)

    async def run():
        accountant = held(tmp_path)
        await accountant.open()
        monkeypatch.setattr(AuditLog, "put", seen)
        taken = await asyncio.gather(*(accountant.reserve(Wanted(f"x{at}"), ANNA) for at in range(40)))
        assert all(one.recorded for one in taken)
        assert events(tmp_path) == ["spent"] * 40
        for one in taken:
            one.leaves()
            await accountant.finish(one)
        await accountant.close()

    asyncio.run(run())
    assert set(threads) == {"ledger"}
    assert len(threads) < 10, "requests that come together are recorded together"
    assert verify(tmp_path / "log", key=SECRET.subkey(b"marks")).broken is None


def test_what_cannot_be_recorded_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    async def run():
        accountant = held(tmp_path)
        await accountant.open()
        with monkeypatch.context() as patch:
            patch.setattr(AuditLog, "put", full)
            with pytest.raises(LedgerUnavailable, match="audit log cannot be written"):
                await accountant.reserve(Wanted("x"), ANNA)
        assert await spent(accountant) == 0
        async with accountant.spend(Wanted("x"), ANNA) as one:
            one.leaves()
        assert await spent(accountant) == 10**9
        await accountant.close()

    asyncio.run(run())
    assert events(tmp_path) == ["spent"]


@pytest.mark.parametrize("turns", range(7))
def test_who_goes_while_it_is_reserved_pays_nothing_and_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turns: int
):
    """The ledger must not have spent less than its log says, at whatever moment a client goes."""
    monkeypatch.setattr(group_commit, "_QUIET_SECONDS", 60.0)
    reserve = sqlite_ledger._reserve

    async def run() -> bool:
        accountant = held(tmp_path)
        await accountant.open()
        begun = threading.Event()
        monkeypatch.setattr(sqlite_ledger, "_reserve", lambda *asked: begun.set() or reserve(*asked))
        waiting = asyncio.create_task(accountant.reserve(Wanted("x"), ANNA))
        for _ in range(turns):
            await asyncio.sleep(0)
        came = begun.is_set()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await accountant.close()
        again = held(tmp_path)
        await again.open()  # ledger and log are compared
        assert await spent(again) == 0
        await again.close()
        return came

    came = asyncio.run(run())
    # Before its turn comes nothing need be undone; from then on all of it is, whatever was done of it.
    assert events(tmp_path) == ["spent", "refunded"] if came else events(tmp_path) in ([], ["spent", "refunded"])
    assert came == (turns > 1)


def test_a_server_goes_on_while_another_process_writes(tmp_path: Path):
    async def run():
        accountant = held(tmp_path)
        await accountant.open()
        other = sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(accountant.reserve(Wanted("x"), ANNA))
        for _ in range(20):
            await asyncio.sleep(0.01)
        assert not waiting.done()
        writer: Any = accountant.ledger
        connection = writer._writer._connection
        assert connection.execute("PRAGMA busy_timeout").fetchone() == (0,), "the event loop would wait for it"
        other.execute("COMMIT")
        assert (await waiting).recorded
        other.close()
        await accountant.close()

    asyncio.run(run())


def test_requests_that_come_while_the_event_loop_is_busy_are_committed_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(group_commit, "_GATHER_SECONDS", 60.0)
    groups: list[int] = []
    commit = GroupCommit._commit

    def counted(self: GroupCommit, connection: sqlite3.Connection, group: Any) -> Any:
        groups.append(len(group.jobs))
        return commit(self, connection, group)

    async def run():
        accountant = held(tmp_path)
        await accountant.open()
        groups.clear()
        monkeypatch.setattr(GroupCommit, "_commit", counted)
        waiting: list[asyncio.Task[Any]] = []
        for at in range(8):
            waiting.append(asyncio.create_task(accountant.reserve(Wanted(f"x{at}"), ANNA)))
            for _ in range(2):
                time.sleep(0.001)  # another request, on the event loop
                await asyncio.sleep(0)
        assert all(one.recorded for one in await asyncio.gather(*waiting))
        assert groups == [8]
        await accountant.close()

    asyncio.run(run())


def test_an_audit_log_that_another_process_writes_to_holds_up_nobody(tmp_path: Path):
    async def run():
        accountant = held(tmp_path)
        await accountant.open()
        for name in ("x", "y"):
            with (tmp_path / "log").open("rb") as other:
                fcntl.flock(other, fcntl.LOCK_EX)
                waiting = asyncio.create_task(accountant.reserve(Wanted(name), ANNA))
                for _ in range(20):
                    await asyncio.sleep(0.01)
                assert not waiting.done()
            assert (await waiting).recorded
        await accountant.close()

    asyncio.run(run())
    assert events(tmp_path) == ["spent", "spent"]
    assert verify(tmp_path / "log", key=SECRET.subkey(b"marks")).broken is None


class Written:
    """Notes that are never ready."""

    def __init__(self) -> None:
        self.all: list[list[str]] = []

    def begin(self, records: list[str]) -> None:
        """Leave them to `write`."""

    def write(self, records: list[str]) -> None:
        """Keep them."""
        self.all.append(records)


def test_jobs_run_in_the_order_in_which_they_were_asked_for(tmp_path: Path):
    ran: list[int] = []
    long = {number for number in range(200) if number % 7 == 3}

    def job(number: int) -> Callable[[sqlite3.Connection], int]:
        def run(_: sqlite3.Connection) -> int:
            ran.append(number)
            here = threading.current_thread() is threading.main_thread()
            assert not (here and number in long), "a long job holds up the event loop"
            return number

        return run

    async def run():
        commit = GroupCommit(
            lambda: sqlite3.connect(tmp_path / "l.db", isolation_level=None, check_same_thread=False),
            lambda error: LedgerUnavailable(str(error), hint="none"),
        )
        await commit.opened
        futures = [commit.submit(job(number), brief=number not in long) for number in range(200)]
        assert await asyncio.gather(*futures) == list(range(200))
        assert ran == list(range(200))

        def failing(_: sqlite3.Connection) -> None:
            raise ZeroDivisionError

        beside, fails = commit.submit(job(1), brief=True), commit.submit(failing, brief=True)
        for future in (beside, fails):
            with pytest.raises(ZeroDivisionError):
                await future
        long.clear()
        late = [commit.submit(job(number), brief=True, later=True) for number in range(50)]
        assert await asyncio.wait_for(asyncio.gather(*late), 30) == list(range(50))
        notes = Written()
        told = commit.submit(lambda _: Noted("done", notes, "a note"), brief=True)
        assert await told == ("done", None)
        assert notes.all == [["a note"]]
        last = [commit.submit(job(number), brief=True, later=number % 2 == 0) for number in range(100)]
        await commit.close()
        assert [one.result() for one in last] == list(range(100))
        with pytest.raises(LedgerUnavailable):
            await commit.submit(job(1))

    asyncio.run(run())


def test_many_units_are_written_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    threads: list[str] = []
    reserve = sqlite_ledger._reserve

    def seen(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return reserve(*arguments)

    async def run():
        accountant = held(tmp_path)
        await accountant.open()
        monkeypatch.setattr(sqlite_ledger, "_reserve", seen)
        await accountant.reserve(Wanted(*map(str, range(90))), ANNA)
        await accountant.reserve(Wanted("few"), ANNA)
        await accountant.close()

    asyncio.run(run())
    assert threads == ["ledger", threading.current_thread().name]
