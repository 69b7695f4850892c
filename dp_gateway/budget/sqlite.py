"""The embedded ledger: one SQLite file that the workers of a machine share; write-ahead log, every commit synced.

`budget.settings` opens it for a URL that begins with "sqlite:"; `GroupCommit` commits what is waiting together.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson

from dp_gateway.budget.base import (
    KEPT_SLOTS,
    REMEMBERED_SECONDS,
    VERSION,
    Ask,
    Balance,
    Limit,
    Mark,
    Refused,
    Reservation,
    check_header,
    check_step,
    sums,
    total,
)
from dp_gateway.budget.group_commit import BUSY_SECONDS, GroupCommit, Noted, create_private
from dp_gateway.budget.guards import RECOVER, Clock
from dp_gateway.errors import LedgerCorrupt, LedgerError, LedgerUnavailable

_T = TypeVar("_T")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS header (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS slots (
    account TEXT NOT NULL, slot INTEGER NOT NULL, spent INTEGER NOT NULL CHECK (spent >= 0),
    PRIMARY KEY (account, slot)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS units (unit BLOB PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reservations (
    id TEXT PRIMARY KEY, state INTEGER NOT NULL, began REAL NOT NULL, until REAL NOT NULL, asked TEXT NOT NULL,
    slots TEXT NOT NULL, costs TEXT NOT NULL, spent TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS open_reservations ON reservations (until) WHERE state = 0;
"""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_ERROR)

_SETTLED, _REFUNDED = 1, 2
"""States of a reservation; one that is neither has 0."""

_CLOCK_SECONDS = 60

_UNITS_AT_ONCE, _LIMITS_AT_ONCE = 500, 100

_FEW_UNITS = 64

_MOST_RESERVED = 1000
"""Reservations that are kept in memory until they are settled: what is not there is read."""

_TRIAL = 16 * 4096
"""Characters: a reservation changes about ten pages of the file."""


class SqliteLedger:
    """Implements `Ledger` on a file.

    Args:
        path: of the file; created with its folder. Not on a network file system: the write-ahead log needs shared
            memory.
    """

    def __init__(self, path: str | Path, fingerprint: str) -> None:
        self._path, self._fingerprint = Path(path), fingerprint
        self.mark, self.beside, self._clock = Mark(), self._path.with_name(f"{self._path.name}.mark"), Clock()
        self._files: list[tuple[str, tuple[int, int]]] = []
        self._reserved: dict[str, _Held] = {}
        self._writer: GroupCommit | None = None

    async def open(self) -> None:
        self._writer = GroupCommit(self._connect, self._failed, self._same_files)
        await self._writer.opened

    def _connect(self) -> sqlite3.Connection:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LedgerUnavailable(
                f"the folder of the ledger {self._path} cannot be made: {error.strerror}", hint="name another place"
            ) from None
        self._shut_out_others()
        connection = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(connection)
            # The event loop waits for nobody.
            connection.execute("PRAGMA busy_timeout = 0")
            # As long as this connection is open, nobody has a reason to make any of them anew.
            self._files = [(str(file), _inode(str(file))) for file in self._own_files if file.exists()]
        except BaseException:
            connection.close()
            raise
        return connection

    @property
    def _own_files(self) -> list[Path]:
        return [self._path.with_name(self._path.name + suffix) for suffix in ("", "-wal", "-shm")]

    def _shut_out_others(self) -> None:
        """Files of mode 0600: SQLite makes those beside it with the mode of the first."""
        try:
            create_private(self._path)
            for file in self._own_files:
                if file.exists() and file.stat().st_mode & 0o077 and file.stat().st_uid == os.geteuid():
                    file.chmod(0o600)
        except OSError as error:
            raise LedgerUnavailable(
                f"the ledger {self._path} cannot be opened: {error.strerror}", hint="see who may write to it"
            ) from None

    def _same_files(self) -> None:
        for file, inode in self._files:
            try:
                same = _inode(file) == inode
            except OSError:
                same = False
            if not same:
                raise LedgerCorrupt(
                    f"the ledger {self._path} was deleted or replaced while it was in use; nothing was sent",
                    hint=f"put it back, or {RECOVER}",
                )

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "header" not in tables:
            raise LedgerCorrupt(f"{self._path} is a database, but no ledger", hint="name another file")
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        own = (("id", secrets.token_hex(8)), ("step", "0"), ("clock", "0"))
        header = (("version", str(VERSION)), ("secret", self._fingerprint), *own)
        connection.executemany("INSERT OR IGNORE INTO header VALUES (?, ?)", header)
        kept = dict(connection.execute("SELECT name, value FROM header"))
        check_header(kept["version"], kept["secret"], self._fingerprint, f"the ledger {self._path}")
        connection.execute("COMMIT")
        self.mark = Mark(kept["id"], int(kept["step"]))
        if float(kept["clock"]):
            self._clock.resume(float(kept["clock"]))

    def _failed(self, error: sqlite3.Error) -> LedgerError:
        said = f"the ledger {self._path}: {error}"
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _DAMAGED:
            return LedgerCorrupt(said, hint=RECOVER)
        return LedgerUnavailable(said, hint="see whether the disk is full, and who may write to the file")

    async def _do(self, job: Callable[[sqlite3.Connection], _T]) -> _T:
        return await self._submit(job)

    def _submit(
        self,
        job: Callable[[sqlite3.Connection], _T],
        *,
        brief: bool = False,
        later: bool = False,
        done: Callable[[], None] | None = None,
    ) -> asyncio.Future[_T]:
        if self._writer is None:
            raise LedgerUnavailable("the ledger is not open", hint="await ledger.open() first")
        return self._writer.submit(job, brief=brief, later=later, done=done)

    async def reserve(self, ask: Ask) -> Reservation | Refused:
        return await self._take(ask, lambda outcome, _: outcome)

    def reserve_noted(
        self, ask: Ask, note: Callable[[Reservation, Mark], Any], write: Callable[[list[Any]], None]
    ) -> asyncio.Future[Refused | tuple[Reservation, Exception | None]]:
        """`reserve`, and write a note of it as soon as it is on the disk, before anybody is told.

        Args:
            note: what is written, of what was taken and how far the ledger came with it.
            write: writes notes, beside the event loop.

        Returns:
            What was taken, and the error where it could not be written.
        """
        return self._take(ask, lambda outcome, mark: Noted(outcome, write, note(outcome, mark)))

    def _take(self, ask: Ask, done: Callable[[Reservation, Mark], Any]) -> asyncio.Future[Any]:
        self._clock.accept(ask.now)
        reached = self.mark

        def take(connection: sqlite3.Connection) -> Any:
            nonlocal reached
            kept = self._header(connection)
            step, outcome = int(kept["step"]), _reserve(connection, ask)
            if isinstance(outcome, _Held):
                step += 1
                if len(self._reserved) < _MOST_RESERVED:
                    self._reserved[ask.id] = outcome
                told = [("step", str(step))]
                if ask.now > float(kept["clock"]) + _CLOCK_SECONDS:
                    told.append(("clock", repr(float(ask.now))))
                connection.executemany("INSERT OR REPLACE INTO header VALUES (?, ?)", told)
                outcome = Reservation(ask.id, tuple(outcome.asked), outcome.spent)
            reached = self.mark._replace(step=step)
            return outcome if isinstance(outcome, Refused) else done(outcome, reached)

        def told() -> None:
            self.mark = max(self.mark, reached)

        return self._submit(take, brief=_is_brief(ask.costs), done=told)

    def _header(self, connection: sqlite3.Connection) -> dict[str, str]:
        kept = dict(connection.execute("SELECT name, value FROM header WHERE name IN ('id', 'step', 'clock')"))
        check_step(f"the ledger {self._path}", self.mark, kept.get("id"), int(kept.get("step", "0")))
        return kept

    async def check(self) -> None:

        def write(connection: sqlite3.Connection) -> None:
            self._header(connection)
            # As much as a reservation writes, so that a full disk is found out before one is tried.
            trial = f"{time.time()!r} ".ljust(_TRIAL)
            connection.execute("INSERT OR REPLACE INTO header VALUES ('checked', ?)", (trial,))

        await self._do(write)

    async def renew(self) -> None:
        """Open an empty ledger; the files that were there are kept under other names."""
        await self.close()
        self._clock = Clock()
        for file in (*self._own_files, self.beside):
            if file.exists():
                file.rename(file.with_name(f"{file.name}.replaced-{time.time_ns()}"))
        await self.open()

    async def settle(self, name: str) -> None:
        await self._settle(name, later=False)

    def settle_later(self, name: str) -> asyncio.Future[None]:
        """`settle`, committed with what comes next: what was taken is spent all the same until then."""
        return self._settle(name, later=True)

    def _settle(self, name: str, *, later: bool) -> asyncio.Future[None]:
        held = self._reserved.pop(name, None)
        brief = held is not None and _is_brief(held.costs)
        return self._submit(lambda connection: _settle(connection, name, held), brief=brief, later=later)

    async def refund(self, name: str, now: float) -> None:
        self._reserved.pop(name, None)
        await self._do(lambda connection: _refund(connection, name, now))

    async def expire(self, now: float) -> int:
        return await self._do(lambda connection: _expire(connection, now))

    async def balances(self, prefix: str = "") -> list[Balance]:

        def read(connection: sqlite3.Connection) -> list[Balance]:
            found = connection.execute(
                "SELECT account, slot, spent FROM slots WHERE substr(account, 1, ?) = ? ORDER BY account, slot",
                (len(prefix), prefix),
            )
            return [Balance(*row) for row in found]

        return await self._do(read)

    async def put(self, account: str, slot: int, spent: int) -> None:

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM slots WHERE account = ?", (account,))
            connection.execute("INSERT INTO slots VALUES (?, ?, ?)", (account, slot, spent))

        await self._do(write)

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
            self._writer = None


def _is_brief(units: Mapping[bytes, Any]) -> bool:
    """Whether what a request pays for is written in well below a millisecond."""
    return len(units) <= _FEW_UNITS


def _inode(file: str) -> tuple[int, int]:
    found = os.stat(file)
    return found.st_dev, found.st_ino


def _reserve(connection: sqlite3.Connection, ask: Ask) -> _Held | Reservation | Refused:
    known = connection.execute(
        "SELECT asked, spent FROM reservations WHERE id = ? AND state != 2", (ask.id,)
    ).fetchone()
    if known is not None:
        return Reservation(ask.id, *(tuple(orjson.loads(one)) for one in known))
    paid = _paid(connection, ask.costs, ask.now)
    costs = {unit: cost for unit, cost in ask.costs.items() if unit not in paid}
    asked = sums(costs.values(), len(ask.limits))
    after: list[int] = []
    slots: list[tuple[str, int]] = []
    opened: list[tuple[str, int]] = []
    for limit, cost, (spent, last) in zip(ask.limits, asked, _slots(connection, ask.limits), strict=True):
        if cost > 0 and (cost > limit.request or spent + cost > limit.most):
            return Refused(limit.account, cost, total((spent,)))
        after.append(total((spent, cost)))
        # Never behind what was written: a clock that jumps back opens no window again.
        slots.append((limit.account, max(limit.slot, last)))
        if last < limit.slot:
            opened.append((limit.account, limit.since - KEPT_SLOTS))
    _add(connection, slots, asked)
    if opened:
        connection.executemany("DELETE FROM slots WHERE account = ? AND slot < ?", opened)
    held = _Held(ask.now, ask.now + ask.lease, asked, slots, costs, tuple(after))
    named = orjson.dumps({unit.hex(): cost for unit, cost in costs.items()})
    told = *held[:2], orjson.dumps(asked), orjson.dumps(slots), named, orjson.dumps(after)
    connection.execute("INSERT OR REPLACE INTO reservations VALUES (?, 0, ?, ?, ?, ?, ?, ?)", (ask.id, *told))
    return held


def _slots(connection: sqlite3.Connection, limits: Sequence[Limit]) -> Iterator[tuple[int, int]]:
    """What was spent under each limit since it counts, and the last slot that has anything; few statements, again."""
    for at in range(0, len(limits), _LIMITS_AT_ONCE):
        part = limits[at : at + _LIMITS_AT_ONCE]
        rows = connection.execute(
            f"WITH asked (place, account, since, slot) AS (VALUES {', '.join(['(?, ?, ?, ?)'] * len(part))}) "
            "SELECT coalesce(sum(CASE WHEN slots.slot >= since THEN spent END), 0), "
            "coalesce(max(slots.slot), asked.slot - 1) FROM asked LEFT JOIN slots USING (account) "
            "GROUP BY place ORDER BY place",
            [value for place, one in enumerate(part) for value in (place, one.account, one.since, one.slot)],
        )
        yield from rows


def _paid(connection: sqlite3.Connection, units: Iterable[bytes], now: float) -> set[bytes]:
    """Those of some units that were paid for; few statements, as a request may have thousands of units."""
    asked, found = list(units), set[bytes]()
    for at in range(0, len(asked), _UNITS_AT_ONCE):
        part = asked[at : at + _UNITS_AT_ONCE]
        places = ", ".join("?" * len(part))
        rows = connection.execute(f"SELECT unit FROM units WHERE until > ? AND unit IN ({places})", (now, *part))
        found.update(unit for (unit,) in rows)
    return found


def _add(connection: sqlite3.Connection, slots: Sequence[tuple[str, int]], amounts: Iterable[int]) -> None:
    connection.executemany(
        "INSERT INTO slots VALUES (?1, ?2, max(?3, 0)) "
        "ON CONFLICT (account, slot) DO UPDATE SET spent = min(max(spent + ?3, 0), 8000000000000000)",
        [(account, slot, amount) for (account, slot), amount in zip(slots, amounts, strict=True)],
    )


class _Held(NamedTuple):
    """A reservation that is neither settled nor given back.

    Attributes:
        began, until: when it was made, and when its lease ends.
        asked, slots: what was taken, and from which slots.
        costs: of each unit.
        spent: after it, where it was made by this process.
    """

    began: float
    until: float
    asked: Sequence[int]
    slots: Sequence[tuple[str, int]]
    costs: Mapping[bytes, Sequence[int]]
    spent: tuple[int, ...] = ()


def _held(connection: sqlite3.Connection, name: str) -> _Held | None:
    found = connection.execute(
        "SELECT began, until, asked, slots, costs FROM reservations WHERE id = ? AND state = 0", (name,)
    ).fetchone()
    if found is None:
        return None
    began, until, *told = found
    asked, slots, costs = map(orjson.loads, told)
    return _Held(began, until, asked, slots, {bytes.fromhex(unit): prices for unit, prices in costs.items()})


def _settle(connection: sqlite3.Connection, name: str, known: _Held | None = None) -> None:
    """Settle a reservation, unless somebody did. `known`: what it is, where this process made it."""
    held = _held(connection, name) if known is None else known
    if held is None:
        return
    done = connection.execute("UPDATE reservations SET state = ? WHERE id = ? AND state = 0", (_SETTLED, name))
    if not done.rowcount:
        return
    paid = _paid(connection, held.costs, held.began)
    new = [(unit, held.until + REMEMBERED_SECONDS) for unit in held.costs if unit not in paid]
    connection.executemany("INSERT OR REPLACE INTO units VALUES (?, ?)", new)
    if paid:
        twice = sums((held.costs[unit] for unit in paid), len(held.slots))
        _add(connection, held.slots, [-min(pair) for pair in zip(twice, held.asked, strict=True)])


def _refund(connection: sqlite3.Connection, name: str, now: float) -> None:
    held = _held(connection, name)
    if held is None:
        return
    if now >= held.until:
        _settle(connection, name)
        return
    _add(connection, held.slots, [-cost for cost in held.asked])
    connection.execute("UPDATE reservations SET state = ? WHERE id = ?", (_REFUNDED, name))


def _expire(connection: sqlite3.Connection, now: float) -> int:
    over = connection.execute("SELECT id FROM reservations WHERE state = 0 AND until <= ?", (now,)).fetchall()
    for (name,) in over:
        _settle(connection, name)
    connection.execute("DELETE FROM units WHERE until <= ?", (now,))
    connection.execute("DELETE FROM reservations WHERE until <= ?", (now - REMEMBERED_SECONDS,))
    return len(over)
