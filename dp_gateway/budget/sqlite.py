"""The embedded ledger: one SQLite file that the workers of a machine share; write-ahead log, every commit synced.

`budget.settings` opens it for a URL that begins with "sqlite:"; `GroupCommit` commits what is waiting together.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import orjson

from dp_gateway.budget.base import (
    INFINITE,
    KEPT_SLOTS,
    REMEMBERED_SECONDS,
    VERSION,
    Ask,
    Balance,
    Mark,
    Refusal,
    Reservation,
    check_header,
    check_step,
    sums,
)
from dp_gateway.budget.group_commit import BUSY_SECONDS, GroupCommit, Noted, Notes, create_private
from dp_gateway.budget.guards import RECOVER, Clock
from dp_gateway.budget.sqlite_turn import Held, Turn
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

_REFUNDED = 2
"""The state of a reservation that was given back; one that was settled has 1, and one that is neither 0."""

_INTO = "INTO reservations VALUES (?, 0, ?, ?, ?, ?, ?, ?)"
_INSERT, _REPLACE = f"INSERT OR IGNORE {_INTO}", f"INSERT OR REPLACE {_INTO}"

_CLOCK_SECONDS = 60

_FEW_UNITS = 64

_MOST_RESERVED = 1000
"""Reservations that are kept in memory until they are settled: what is not there is read."""

_TRIAL = 16 * 4096
"""Characters: a reservation changes about ten pages of the file."""


class SqliteLedger:
    """Implements `Ledger` on a file. `path`: of the file; created with its folder. Not on a network file system: the
    write-ahead log needs shared memory.
    """

    def __init__(self, path: str | Path, fingerprint: str) -> None:
        self._path, self._fingerprint = Path(path), fingerprint
        self.mark, self.beside, self._clock = Mark(), self._path.with_name(f"{self._path.name}.mark"), Clock()
        self._files: list[tuple[str, tuple[int, int]]] = []
        self._reserved: dict[str, Held] = {}
        # Units of what is settled later: who asks for one of them should not pay again.
        self._settling = set[bytes]()
        self._turn = Turn()
        self._writer: GroupCommit | None = None

    async def open(self) -> None:
        turn = self._turn = Turn()
        self._writer = GroupCommit(self._connect, self._failed, self._begins, turn.write, turn.forget)
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

    def _begins(self) -> None:
        self._turn.begins()
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
        return await self._open_writer.submit(job)

    @property
    def _open_writer(self) -> GroupCommit:
        if self._writer is None:
            raise LedgerUnavailable("the ledger is not open", hint="await ledger.open() first")
        return self._writer

    async def reserve(self, ask: Ask) -> Reservation | Refusal:
        return await self._take(ask, lambda outcome, _: outcome)

    def reserve_noted(
        self, ask: Ask, note: Callable[[Reservation, Mark], Any], notes: Notes
    ) -> asyncio.Future[Refusal | tuple[Reservation, Exception | None]]:
        """Reserve, and write a note of it as soon as it is on the disk, before anybody is told.

        Args:
            note: what is written, of what was taken and how far the ledger came with it.
            notes: where it is written, beside the event loop.

        Returns:
            What was taken, and the error where it could not be written.
        """
        return self._take(ask, lambda outcome, mark: Noted(outcome, notes, note(outcome, mark)))

    def _take(self, ask: Ask, done: Callable[[Reservation, Mark], Any]) -> asyncio.Future[Any]:
        self._clock.accept(ask.now)
        reached = self.mark
        if self._settling and not self._settling.isdisjoint(ask.costs) and self._writer is not None:
            self._writer.hurry()
        brief = _is_brief(ask.costs)
        if brief:
            self._turn.expect(ask.costs)

        def take(connection: sqlite3.Connection) -> Any:
            nonlocal reached
            turn = self._turn
            if not turn.is_known(connection):
                kept = self._header(connection)
                turn.read(connection, int(kept["step"]), float(kept["clock"]))
            outcome = _reserve(connection, ask, turn)
            if isinstance(outcome, Held):
                turn.count(float(ask.now) if ask.now > turn.clock + _CLOCK_SECONDS else None)
                if len(self._reserved) < _MOST_RESERVED:
                    self._reserved[ask.id] = outcome
                outcome = Reservation(ask.id, tuple(outcome.asked), outcome.spent)
            reached = Mark(self.mark.ledger, turn.step)
            return outcome if isinstance(outcome, Refusal) else done(outcome, reached)

        def told() -> None:
            self.mark = max(self.mark, reached)

        return self._open_writer.submit(take, brief=brief, done=told)

    def _header(self, connection: sqlite3.Connection) -> dict[str, str]:
        kept = dict(connection.execute("SELECT name, value FROM header WHERE name IN ('id', 'step', 'clock')"))
        check_step(f"the ledger {self._path}", self.mark, kept.get("id"), int(kept.get("step", "0")))
        return kept

    async def check(self, now: float = 0) -> None:
        self._clock.check(now)

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
        self._reserved.pop(name, None)
        await self._do(lambda connection: _settle(connection, name, self._turn))

    def settle_later(self, name: str) -> asyncio.Future[None]:
        """Settle in a transaction with others: what was taken is spent all the same until then."""
        held = self._reserved.pop(name, None)
        if held is None:
            return self._open_writer.submit(lambda connection: _settle(connection, name, self._turn), later=True)
        self._settling.update(held.costs)
        return self._open_writer.submit(
            lambda _: self._turn.settle_soon(name, held),
            brief=_is_brief(held.costs),
            later=True,
            done=lambda: self._settling.difference_update(held.costs),
        )

    async def refund(self, name: str, now: float) -> None:
        self._reserved.pop(name, None)
        await self._do(lambda connection: _refund(connection, name, now, self._turn))

    async def expire(self, now: float) -> int:
        return await self._do(lambda connection: _expire(connection, now, self._turn))

    async def balances(self, prefix: str = "") -> list[Balance]:

        def read(connection: sqlite3.Connection) -> list[Balance]:
            self._turn.write(connection)
            found = connection.execute(
                "SELECT account, slot, spent FROM slots WHERE substr(account, 1, ?) = ? ORDER BY account, slot",
                (len(prefix), prefix),
            )
            return [Balance(*row) for row in found]

        return await self._do(read)

    async def put(self, account: str, slot: int, spent: int) -> None:

        def write(connection: sqlite3.Connection) -> None:
            self._turn.changed(connection)
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


def _reserve(connection: sqlite3.Connection, ask: Ask, turn: Turn) -> Held | Reservation | Refusal:
    turn.settle(connection)
    until = turn.paid_until(connection, ask.costs)
    costs = {unit: cost for unit, cost in ask.costs.items() if until[unit] <= ask.now}
    asked = sums(costs.values(), len(ask.limits))
    after: list[int] = []
    slots: list[tuple[str, int]] = []
    opened: list[tuple[str, int]] = []
    for limit, cost, known in zip(ask.limits, asked, turn.spent(connection, ask.limits), strict=True):
        (account, slot, since, most, request), (_, _, spent, last) = limit, known
        if cost > 0 and (cost > request or spent + cost > most):
            return _known(connection, ask.id) or Refusal(account, cost, min(spent, INFINITE))
        after.append(min(spent + cost, INFINITE))
        # Never behind what was written: a clock that jumps back opens no window again.
        slots.append((account, max(slot, last)))
        if last < slot:
            opened.append((account, since - KEPT_SLOTS))
    held = Held(ask.now, ask.now + ask.lease, asked, slots, costs, tuple(after))
    named = orjson.dumps({unit.hex(): cost for unit, cost in costs.items()})
    row = ask.id, held.began, held.until, orjson.dumps(asked), orjson.dumps(slots), named, orjson.dumps(after)
    if not connection.execute(_INSERT, row).rowcount:
        if (known := _known(connection, ask.id)) is not None:
            return known
        connection.execute(_REPLACE, row)
    turn.take(slots, asked)
    if opened:
        connection.executemany("DELETE FROM slots WHERE account = ? AND slot < ?", opened)
    return held


def _known(connection: sqlite3.Connection, name: str) -> Reservation | None:
    """A reservation that was made before, and not given back."""
    found = connection.execute("SELECT asked, spent FROM reservations WHERE id = ? AND state != 2", (name,)).fetchone()
    return None if found is None else Reservation(name, *(tuple(orjson.loads(one)) for one in found))


def _held(connection: sqlite3.Connection, name: str) -> Held | None:
    found = connection.execute(
        "SELECT began, until, asked, slots, costs FROM reservations WHERE id = ? AND state = 0", (name,)
    ).fetchone()
    if found is None:
        return None
    began, until, *told = found
    asked, slots, costs = map(orjson.loads, told)
    slots = [(account, slot) for account, slot in slots]
    return Held(began, until, asked, slots, {bytes.fromhex(unit): prices for unit, prices in costs.items()})


def _settle(connection: sqlite3.Connection, name: str, turn: Turn) -> None:
    """Settle a reservation, unless somebody did."""
    turn.settle(connection)
    held = _held(connection, name)
    if held is not None:
        turn.settle_soon(name, held)
        turn.settle(connection)


def _refund(connection: sqlite3.Connection, name: str, now: float, turn: Turn) -> None:
    turn.settle(connection)
    held = _held(connection, name)
    if held is None:
        return
    if now >= held.until:
        _settle(connection, name, turn)
        return
    turn.give_back(connection, held.slots, list(held.asked))
    connection.execute("UPDATE reservations SET state = ? WHERE id = ?", (_REFUNDED, name))


def _expire(connection: sqlite3.Connection, now: float, turn: Turn) -> int:
    turn.settle(connection)
    over = connection.execute("SELECT id FROM reservations WHERE state = 0 AND until <= ?", (now,)).fetchall()
    for (name,) in over:
        _settle(connection, name, turn)
    connection.execute("DELETE FROM units WHERE until <= ?", (now,))
    connection.execute("DELETE FROM reservations WHERE until <= ?", (now - REMEMBERED_SECONDS,))
    return len(over)
