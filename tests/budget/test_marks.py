"""The ledger, its sealed mark and the audit log prove each other: what was lost, replaced or set back is noticed."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
import stat
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from dp_gateway.budget import accountant as accounting
from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.audit_log import AuditLog
from dp_gateway.budget.base import Charge, Ledger, Mark
from dp_gateway.budget.guards import FAR, Clock, MarkFile
from dp_gateway.budget.log_chain import verify
from dp_gateway.budget.memory import MemoryLedger
from dp_gateway.budget.postgres import PostgresLedger
from dp_gateway.budget.redis import RedisLedger
from dp_gateway.budget.settings import BudgetSettings, LedgerSettings
from dp_gateway.budget.sqlite import SqliteLedger
from dp_gateway.errors import BudgetExceeded, GatewayError, LedgerCorrupt, LedgerUnavailable
from dp_gateway.exchange import Caller
from dp_gateway.randomness import Secret
from tests.budget.servers import POSTGRES, REDIS, postgres_schema, redis_prefix

FINGERPRINT = "0123456789abcdef"
SECRET = Secret(b"s" * 32)
KEY = SECRET.subkey(b"marks")
ANNA = Caller("app", "acme", "c1", "anna")
KINDS = ["sqlite", "redis", "postgres"]


class One:
    def __init__(self, name: str) -> None:
        self._charge = Charge(name.encode(), 1.0, 0.0, "stairtext")

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        return (self._charge,)


class Place:
    """Where a ledger is, and what may happen to it."""

    def __init__(self, kind: str, where: str, folder: Path) -> None:
        self.kind, self.where, self.log = kind, where, folder / "log"

    def ledger(self) -> Ledger:
        if self.kind == "sqlite":
            return SqliteLedger(self.where, FINGERPRINT)
        if self.kind == "redis":
            return RedisLedger(REDIS, FINGERPRINT, prefix=self.where)
        return PostgresLedger(self.where, FINGERPRINT)

    def accountant(self, most: float = 10, **more: Any) -> Accountant:
        settings = LedgerSettings(audit_log=self.log)
        return Accountant(self.ledger(), {"b": BudgetSettings(epsilon=most)}, secret=SECRET, settings=settings, **more)

    def empty(self) -> None:
        """Remove all that the ledger keeps."""
        if self.kind == "sqlite":
            for file in Path(self.where).parent.glob("l.db*"):
                if not file.name.endswith(".mark"):
                    file.unlink()
        elif self.kind == "redis":
            import redis

            client: Any = redis.Redis.from_url(REDIS)
            client.delete(*client.scan_iter("{" + self.where + "}:*"))
            client.close()
        else:
            import psycopg

            schema = self.where.rpartition("%3D")[2]
            with psycopg.connect(POSTGRES, autocommit=True) as connection:
                connection.execute(f"DROP SCHEMA {schema} CASCADE")
                connection.execute(f"CREATE SCHEMA {schema}")


@contextmanager
def place(kind: str, folder: Path) -> Iterator[Place]:
    if kind == "sqlite":
        yield Place(kind, str(folder / "l.db"), folder)
    else:
        with redis_prefix() if kind == "redis" else postgres_schema() as where:
            yield Place(kind, where, folder)


def run(accountant: Accountant, work: Callable[[Accountant], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        await accountant.open()
        try:
            return await work(accountant)
        finally:
            await accountant.close()

    return asyncio.run(whole())


async def send(held: Accountant, *names: str) -> None:
    for name in names:
        async with held.spend(One(name), ANNA) as spent:
            spent.leaves()


@pytest.mark.parametrize("kind", KINDS)
def test_a_ledger_that_was_emptied_is_refused_at_the_start(kind: str, tmp_path: Path) -> None:
    with place(kind, tmp_path) as here:
        run(here.accountant(), lambda held: send(held, "x", "y"))
        run(here.accountant(), lambda held: send(held, "z"))
        here.empty()
        for _ in range(2):
            with pytest.raises(LedgerCorrupt, match="not the one") as refused:
                run(here.accountant(), lambda held: send(held, "v"))
        assert "dp-gateway budget recover" in refused.value.hint


def test_a_ledger_whose_accounts_were_removed_is_refused_at_the_start(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    with pytest.raises(BudgetExceeded):  # a step is what was reserved
        run(here.accountant(most=0.5), lambda held: send(held, "x"))
    run(here.accountant(), lambda held: send(held, "x"))
    with contextlib.closing(sqlite3.connect(here.where, isolation_level=None)) as opened:
        opened.execute("DELETE FROM slots")
    with pytest.raises(LedgerCorrupt, match="no account"):
        run(here.accountant(), lambda held: send(held, "y"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_ledger_that_was_emptied_under_a_running_gateway_is_refused(kind: str, tmp_path: Path) -> None:
    async def work(held: Accountant) -> None:
        await send(held, "x")
        here.empty()
        for name in "yz":
            with pytest.raises(LedgerCorrupt):
                await send(held, name)
        with pytest.raises(LedgerCorrupt):
            await held.ready()

    with place(kind, tmp_path) as here:
        run(here.accountant(), work)


def test_a_file_that_was_replaced_under_a_running_gateway_is_refused_until_it_is_back(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    copy = tmp_path / "copy.db"

    async def work(held: Accountant) -> None:
        await send(held, "x")
        shutil.copy(here.where, copy)
        Path(here.where).rename(tmp_path / "away")
        with pytest.raises(LedgerCorrupt, match="deleted or replaced"):
            await send(held, "y")
        shutil.copy(copy, here.where)
        with pytest.raises(LedgerCorrupt, match="deleted or replaced"):
            await send(held, "y")
        (tmp_path / "away").rename(here.where)
        await send(held, "z")
        Path(f"{here.where}-wal").unlink()
        with pytest.raises(LedgerCorrupt, match="deleted or replaced"):
            await send(held, "v")

    run(here.accountant(), work)


def test_an_older_copy_and_a_damaged_write_ahead_log_are_refused(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "x"))
    shutil.copy(here.where, tmp_path / "old.db")

    async def killed(held: Accountant) -> None:
        await send(held, *"abcdef")
        await asyncio.sleep(2 * accounting._MARK_SECONDS)
        for suffix in ("", "-wal", ".mark"):
            shutil.copy(here.where + suffix, str(tmp_path / "crashed.db") + suffix)
        shutil.copy(here.log, tmp_path / "crashed.log")

    run(here.accountant(), killed)
    shutil.copy(tmp_path / "old.db", here.where)
    with pytest.raises(LedgerCorrupt, match="is lost"):
        run(here.accountant(), lambda held: send(held, "y"))

    crashed = Place("sqlite", str(tmp_path / "crashed.db"), tmp_path)
    crashed.log = tmp_path / "crashed.log"
    wal = Path(crashed.where + "-wal")
    whole = wal.read_bytes()
    wal.write_bytes(whole[: len(whole) // 2] + b"\x5a" * (len(whole) - len(whole) // 2))
    with contextlib.closing(sqlite3.connect(crashed.where)) as opened:  # SQLite itself finds nothing wrong
        assert opened.execute("SELECT sum(spent) FROM slots WHERE account = 'b/app'").fetchone()[0] < 7 * 10**9
    for log in (crashed.log, tmp_path / "none"):
        crashed.log = log
        with pytest.raises(LedgerCorrupt, match="is lost"):
            run(crashed.accountant(), lambda held: send(held, "y"))


def test_a_mark_that_was_changed_is_refused(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "x"))
    mark = tmp_path / "l.db.mark"
    mark.write_bytes(mark.read_bytes().replace(b'"step":1', b'"step":0'))
    with pytest.raises(LedgerCorrupt, match="was changed"):
        run(here.accountant(), lambda held: send(held, "y"))


def test_marks_only_go_forward(tmp_path: Path) -> None:
    marks = MarkFile(tmp_path / "mark", KEY)
    assert marks.read() is None
    marks.raise_to(Mark("a", 5), "log", 3)
    marks.raise_to(Mark("a", 4), "log", 2)
    marks.raise_to(Mark("a", 4))
    assert marks.read() == (Mark("a", 5), "log", 3, "")
    marks.raise_to(Mark("a", 6), "next", 1)
    assert marks.read() == (Mark("a", 6), "next", 1, "")
    marks.raise_to(Mark("a", 7), "next", 2, "here")
    marks.raise_to(Mark("a", 8))
    assert MarkFile(tmp_path / "mark", KEY).read() == (Mark("a", 8), "next", 2, "here")
    with pytest.raises(LedgerCorrupt):
        marks.raise_to(Mark("b", 9))
    with pytest.raises(LedgerCorrupt):
        MarkFile(tmp_path / "mark", b"other").read()


def test_requests_that_are_committed_together_raise_the_mark_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, raised = Place("sqlite", str(tmp_path / "l.db"), tmp_path), list[int]()
    raise_to = MarkFile.raise_to

    def counted(marks: MarkFile, mark: Mark, *more: Any) -> None:
        raised.append(mark.step)
        raise_to(marks, mark, *more)

    monkeypatch.setattr(MarkFile, "raise_to", counted)

    async def work(held: Accountant) -> None:
        raised.clear()
        for turn in range(3):
            await asyncio.gather(*(send(held, f"{turn} {number}") for number in range(8)))
            # Whoever goes on finds it raised at least as far as its own step.
            kept = MarkFile(tmp_path / "l.db.mark", KEY).read()
            assert kept is not None
            assert kept.mark.step == 8 * (turn + 1)

    settings = {"b": BudgetSettings(epsilon=100)}
    run(Accountant(here.ledger(), settings, secret=SECRET, settings=LedgerSettings()), work)
    assert len(raised) < 12
    assert raised == sorted(set(raised))


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def work(held: Accountant) -> None:
        await send(held, "x")
        found = [file for file in tmp_path.iterdir() if file.is_file()]
        assert len(found) == 5, found
        assert {stat.S_IMODE(file.stat().st_mode) for file in found} == {0o600}

    Path(here.where).touch(0o644)
    run(here.accountant(), work)


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_a_torn_line_that_was_never_acknowledged_is_cut_off_and_noted(cut: int, tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "x", "y"))
    whole = here.log.read_bytes()
    torn = whole.splitlines()[0][:cut]
    here.log.write_bytes(whole + torn)

    async def work(held: Accountant) -> None:
        await held.ready()
        await send(held, "z")

    run(here.accountant(), work)
    assert verify(here.log, key=KEY).broken is None
    records = [orjson.loads(line) for line in here.log.read_bytes().splitlines()]
    assert [record["event"] for record in records] == ["spent", "spent", "cut", "spent"]
    assert records[2]["bytes"] == len(torn)


def test_a_torn_line_is_cut_off_while_other_workers_go_on(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def work(held: Accountant) -> None:
        await send(held, "x")
        with here.log.open("ab") as file:
            file.write(b'{"log":"ab')
        await held.ready()
        await send(held, "y")

    run(here.accountant(), work)
    assert verify(here.log, key=KEY).head.number == 3


def test_a_line_that_was_acknowledged_is_not_cut_off(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "x", "y"))
    whole = here.log.read_bytes()
    for left in (whole[:-20], whole.splitlines(keepends=True)[0]):
        here.log.write_bytes(left)
        with pytest.raises(LedgerCorrupt, match="ends at line 1, and line 2"):
            run(here.accountant(), lambda held: send(held, "z"))
    assert here.log.read_bytes() == left


def test_a_log_of_one_line_that_was_acknowledged_is_not_begun_anew(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "x"))
    here.log.write_bytes(here.log.read_bytes()[:-20])
    with pytest.raises(LedgerCorrupt, match="ends at line 0, and line 1"):
        run(here.accountant(), lambda held: send(held, "y"))


def test_readiness_says_what_a_request_would_be_told(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def said(what: Awaitable[Any]) -> str:
        try:
            await what
        except GatewayError as error:
            return type(error).__name__ + error.message
        return "ready"

    async def work(held: Accountant) -> None:
        await send(held, "x")
        whole = here.log.read_bytes()
        for content in (whole, whole[:-20], b"nonsense\n", whole):
            here.log.write_bytes(content)
            held._ready_until = 0
            assert await said(held.ready()) == await said(send(held, repr(content)))

    run(here.accountant(), work)


@pytest.mark.parametrize("kind", KINDS)
def test_another_ledger_does_not_go_on_with_the_log(kind: str, tmp_path: Path) -> None:
    with place(kind, tmp_path) as here:
        run(here.accountant(), lambda held: send(held, "x"))
        with pytest.raises(LedgerCorrupt, match="not the one that the audit log"):
            other = Place("sqlite", str(tmp_path / "other.db"), tmp_path)
            run(other.accountant(), lambda held: send(held, "y"))


@pytest.mark.parametrize("kind", ["memory", *KINDS])
@pytest.mark.parametrize("window", ["day", "rolling"])
def test_a_clock_ten_years_ahead_locks_no_account(kind: str, window: Any, tmp_path: Path) -> None:
    began = 86400.0 * 20000
    clock = [began]

    async def work(held: Accountant) -> None:
        await send(held, "x")
        clock[0] = began + 3650 * 86400
        with pytest.raises(LedgerUnavailable, match="ahead") as refused:
            await send(held, "y")
        assert refused.value.status == 503
        with pytest.raises(LedgerUnavailable, match="ahead"):
            await held.ready()
        clock[0] = began + 2 * 86400
        await held.ready()
        await send(held, "y")
        with pytest.raises(BudgetExceeded):
            await send(held, "z")
        clock[0] = began
        with pytest.raises(BudgetExceeded):
            await send(held, "z")

    with place(kind, tmp_path) if kind != "memory" else contextlib.nullcontext(None) as here:
        ledger = MemoryLedger() if here is None else here.ledger()
        budgets = {"b": BudgetSettings(epsilon=1, window=window)}
        run(Accountant(ledger, budgets, secret=SECRET, clock=lambda: clock[0]), work)


def test_times_are_bounded_by_the_server_and_by_what_passed() -> None:
    passed = [0.0]
    own = Clock(lambda: passed[0])
    own.accept(1e9)
    own.accept(1e9 + FAR)
    with pytest.raises(LedgerUnavailable):
        own.accept(1e9 + 2 * FAR + 1)
    own.accept(1e9 - FAR)
    passed[0] += 2
    own.accept(1e9 + 2 * FAR + 1)
    of_server = Clock(lambda: passed[0])
    of_server.told(1e9)
    of_server.accept(1e9 + 3000)
    with pytest.raises(LedgerUnavailable, match="days ahead"):
        of_server.accept(1e9 + 4000)
    passed[0] += 1000
    of_server.accept(1e9 + 4000)


def test_workers_may_write_in_another_order_than_their_steps(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "log", KEY)
    for step in (2, 1, 3):
        log.append({"event": "spent", "ledger": ["a", step]}).result()
    log.close()
    assert AuditLog(tmp_path / "log", KEY).open() == Mark("a", 3)
    lines = (tmp_path / "log").read_bytes().splitlines()
    assert [orjson.loads(line)["ledger"][1] for line in lines] == [2, 2, 3]
    with pytest.raises(LedgerCorrupt):
        AuditLog(tmp_path / "log", b"another key").open()


def test_accounts_that_were_removed_are_missed_without_an_audit_log(tmp_path: Path) -> None:
    def accountant() -> Accountant:
        return Accountant(
            SqliteLedger(str(tmp_path / "l.db"), FINGERPRINT), {"b": BudgetSettings(epsilon=9)}, secret=SECRET
        )

    run(accountant(), lambda held: send(held, "x"))
    with contextlib.closing(sqlite3.connect(tmp_path / "l.db", isolation_level=None)) as opened:
        opened.execute("DELETE FROM slots")
    with pytest.raises(LedgerCorrupt, match="no account"):
        run(accountant(), lambda held: send(held, "y"))


def test_the_mark_names_the_line_that_was_written_last(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def work(held: Accountant) -> None:
        await send(held, "x", "y")
        await asyncio.sleep(2 * accounting._MARK_SECONDS)
        kept = MarkFile(Path(here.where + ".mark"), KEY).read()
        head = verify(here.log, key=KEY).head
        assert kept is not None
        assert kept[1:3] == (head.log, head.number)
        assert head.number == 2

    run(here.accountant(), work)


def test_the_mark_of_the_last_request_is_there_when_the_ledger_is_closed(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, *"abcdef"))
    kept = MarkFile(Path(here.where + ".mark"), KEY).read()
    assert kept is not None
    assert (kept.mark.step, kept.number) == (6, 6)


def test_without_an_audit_log_each_request_raises_the_mark_before_it_leaves(tmp_path: Path) -> None:
    ledger = SqliteLedger(str(tmp_path / "l.db"), FINGERPRINT)
    budgets = {"b": BudgetSettings(epsilon=10)}

    async def work(held: Accountant) -> None:
        for name in "xyz":
            await held.reserve(One(name), ANNA)
            kept = MarkFile(tmp_path / "l.db.mark", KEY).read()
            assert kept is not None
            assert kept.mark == ledger.mark

    run(Accountant(ledger, budgets, secret=SECRET, settings=LedgerSettings()), work)


def test_a_mark_that_was_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def work(held: Accountant) -> None:
        await send(held, "x", "y")
        Path(here.where + ".mark").write_bytes(b"{}")
        await asyncio.sleep(2 * accounting._MARK_SECONDS)
        with pytest.raises(LedgerCorrupt, match="was changed"):
            await send(held, "z")

    run(here.accountant(), work)


def test_a_disk_that_fills_up_while_a_torn_line_is_mended_leaves_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    synced = 0

    def full(descriptor: int) -> None:
        nonlocal synced
        synced += 1
        if synced == 2:
            raise OSError(28, "No space left on device")

    async def work(held: Accountant) -> None:
        nonlocal synced
        await send(held, "x")
        with here.log.open("ab") as file:
            file.write(b'{"log":"ab')
        with monkeypatch.context() as patched:
            synced = 0
            patched.setattr("dp_gateway.budget.audit_log.os.fsync", full)
            with pytest.raises(LedgerUnavailable, match="No space"):
                await send(held, "y")
        records = [orjson.loads(line) for line in here.log.read_bytes().splitlines()]
        # The line of y was taken back whole: there is nothing to refund.
        assert [record["event"] for record in records] == ["spent", "cut"]
        await send(held, "z")

    run(here.accountant(), work)
    assert verify(here.log, key=KEY).broken is None


def test_readiness_is_looked_up_once_a_second() -> None:
    class Counting(MemoryLedger):
        looked = 0

        async def check(self, now: float = 0) -> None:
            self.looked += 1

    ledger = Counting()

    async def work(held: Accountant) -> None:
        before = ledger.looked
        for _ in range(5):
            await held.ready()
        assert ledger.looked == before + 1

    run(Accountant(ledger, {"b": BudgetSettings(epsilon=9)}, secret=SECRET), work)
