"""The ledger of many machines on PostgreSQL (12 or later): each step is one statement, and so one transaction."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files
from typing import Any

from dp_gateway.budget.base import (
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
)
from dp_gateway.budget.guards import RECOVER, Clock
from dp_gateway.errors import ConfigurationError, LedgerCorrupt, LedgerUnavailable

_CONNECT_SECONDS = 5.0
_PATIENCE_SECONDS = 10.0
_CONNECTIONS = 8
_MIGRATION_LOCK = 0x64702D67
_RESERVE = (
    "SELECT refused, asked, after, CASE WHEN refused IS NULL THEN dp_next_step(%s, %s) ELSE 0 END "
    "FROM dp_reserve(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)
_LOST = "DP001"
_CHECK = "UPDATE dp_header SET value = value WHERE name = 'id' RETURNING value, extract(epoch FROM clock_timestamp())"

_ISOLATION = (
    "SELECT set_config('default_transaction_isolation', 'read committed', false) "
    "WHERE current_setting('default_transaction_isolation') <> 'read committed'"
)
"""The functions lock the rows that they read; in a database that is stricter by default, most of many requests at once
would be refused."""


class PostgresLedger:
    """Keeps budgets in PostgreSQL, for servers that share them. `url`: such as postgresql://user@host/database; a
    schema by `?options=-csearch_path%3Dname`. Raises ConfigurationError where the extra `postgres` is not installed.
    """

    def __init__(self, url: str, fingerprint: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise ConfigurationError(
                "a PostgreSQL ledger needs the package psycopg", hint="install it: pip install 'dp-gateway[postgres]'"
            ) from None
        self._dial = partial(
            psycopg.AsyncConnection.connect, url, autocommit=True, connect_timeout=int(_CONNECT_SECONDS)
        )
        # Few connections, first come, first served. A server that is away refuses at once, and the next request finds
        # out whether it is back; a pool that connects by itself lets both wait.
        self._fingerprint = fingerprint
        self.mark, self.beside, self._clock = Mark(), None, Clock()
        self._idle: list[Any] = []
        self._turns = asyncio.Semaphore(_CONNECTIONS)
        self._open = False

    async def open(self) -> None:
        self._open = True
        try:
            async with self._connection() as connection, connection.transaction():
                await self._migrate(connection)
        except BaseException:
            await self.close()
            raise
        await self.check()

    async def _migrate(self, connection: Any) -> None:
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
        found = await connection.execute("SELECT to_regclass('dp_header')")
        if (await found.fetchone())[0] is None:
            sql = (files("dp_gateway.budget") / "migrations" / f"{VERSION:04}.sql").read_text(encoding="utf-8")
            await connection.execute(sql)
            for row in (("version", str(VERSION)), ("secret", self._fingerprint)):
                await connection.execute("INSERT INTO dp_header VALUES (%s, %s)", row)
        if (await (await connection.execute("SELECT to_regclass('dp_steps')")).fetchone())[0] is None:
            sql = (files("dp_gateway.budget") / "migrations" / f"{VERSION:04}_steps.sql").read_text(encoding="utf-8")
            await connection.execute(sql)
            await connection.execute(
                "INSERT INTO dp_header VALUES ('id', %s) ON CONFLICT DO NOTHING", (secrets.token_hex(8),)
            )
        kept = dict(await (await connection.execute("SELECT name, value FROM dp_header")).fetchall())
        check_header(kept.get("version", ""), kept.get("secret", ""), self._fingerprint, "the PostgreSQL ledger")
        steps = await connection.execute("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM dp_steps")
        self.mark = Mark(kept.get("id", ""), (await steps.fetchone())[0])

    async def check(self, now: float = 0) -> None:
        rows = await self._run(_CHECK)
        steps = await self._run("SELECT last_value FROM dp_steps")
        check_step("the PostgreSQL ledger", self.mark, rows[0][0] if rows else None, steps[0][0])
        self._clock.told(float(rows[0][1]))
        self._clock.check(now)

    async def renew(self) -> None:
        """Open an empty ledger; what was there is removed."""
        self._open = True
        try:
            async with self._connection() as connection, connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
                sql = (files("dp_gateway.budget") / "migrations" / "remove.sql").read_text(encoding="utf-8")
                await connection.execute(sql)
        finally:
            await self.close()
        self._clock = Clock()
        await self.open()

    async def _connect(self) -> Any:
        connection = await self._dial()
        try:
            await connection.execute(_ISOLATION)
        except BaseException:
            await connection.close()
            raise
        return connection

    @asynccontextmanager
    async def _connection(self) -> AsyncGenerator[Any]:
        """A connection for one step; closed where the step failed."""
        if not self._open:
            raise LedgerUnavailable("the ledger is not open", hint="await ledger.open() first")
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._turns.acquire()
        except TimeoutError:
            raise LedgerUnavailable(
                "the PostgreSQL ledger has more to do than it can; nothing was sent", hint="see pg_stat_activity"
            ) from None
        try:
            connection = self._idle.pop() if self._idle else await self._connect()
            try:
                yield connection
            except BaseException:
                await connection.close()
                raise
            self._idle.append(connection)
        except Exception as error:
            raise _told(error) from None
        finally:
            self._turns.release()

    async def _run(self, statement: str, arguments: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        had = len(self._idle)
        try:
            return await self._run_once(statement, arguments)
        except LedgerUnavailable:
            if not had:
                raise
        # The server may have been started again since it was last asked. Every step may be repeated: it has an id, or
        # sets what is to be.
        await self._forget_connections()
        return await self._run_once(statement, arguments)

    async def _run_once(self, statement: str, arguments: Sequence[Any]) -> list[tuple[Any, ...]]:
        async with self._connection() as connection:
            return await (await connection.execute(statement, arguments)).fetchall()

    async def _forget_connections(self) -> None:
        while self._idle:
            await self._idle.pop().close()

    async def reserve(self, ask: Ask) -> Reservation | Refusal:
        self._clock.accept(ask.now)
        accounts, slots, sinces, mosts, requests = map(list, zip(*ask.limits, strict=True)) if ask.limits else [[]] * 5
        # Row by row: arrays of PostgreSQL have no rows of length 0.
        costs = (list(ask.costs), [cost for prices in ask.costs.values() for cost in prices])
        until = float(ask.now + ask.lease)
        wanted = (
            *self.mark,
            ask.id,
            float(ask.now),
            until,
            *costs,
            accounts,
            slots,
            sinces,
            mosts,
            requests,
            KEPT_SLOTS,
        )
        ((refused, asked, after, step),) = await self._run(_RESERVE, wanted)
        self.mark = self.mark._replace(step=max(self.mark.step, step))
        if refused is not None:
            return Refusal(refused, int(asked[0]), int(after[0]))
        return Reservation(ask.id, tuple(map(int, asked)), tuple(map(int, after)))

    async def settle(self, name: str) -> None:
        await self._run("SELECT dp_settle(%s, %s)", (name, REMEMBERED_SECONDS))

    async def refund(self, name: str, now: float) -> None:
        await self._run("SELECT dp_refund(%s, %s, %s)", (name, float(now), REMEMBERED_SECONDS))

    async def expire(self, now: float) -> int:
        over = await self._run("SELECT id FROM dp_held WHERE state = 'reserved' AND until <= %s", (float(now),))
        for (name,) in over:
            await self.settle(name)
        forget = (
            "WITH gone AS (DELETE FROM dp_units WHERE until <= %s) DELETE FROM dp_held WHERE until <= %s RETURNING 1"
        )
        await self._run(forget, (float(now), float(now - REMEMBERED_SECONDS)))
        return len(over)

    async def balances(self, prefix: str = "") -> list[Balance]:
        rows = await self._run("SELECT account, slot, spent FROM dp_slots WHERE starts_with(account, %s)", (prefix,))
        return sorted(Balance(account, slot, int(spent)) for account, slot, spent in rows)

    async def put(self, account: str, slot: int, spent: int) -> None:
        async with self._connection() as connection, connection.transaction():
            await connection.execute("SELECT dp_lock(%s)", ([account],))
            await connection.execute("DELETE FROM dp_slots WHERE account = %s", (account,))
            await connection.execute("INSERT INTO dp_slots VALUES (%s, %s, %s)", (account, slot, spent))

    async def close(self) -> None:
        self._open = False
        await self._forget_connections()


def _is_of_driver(error: BaseException) -> bool:
    import psycopg

    return isinstance(error, psycopg.Error | OSError)


def _told(error: BaseException) -> BaseException:
    import psycopg

    if isinstance(
        error, psycopg.errors.UndefinedTable | psycopg.errors.UndefinedFunction | psycopg.errors.CheckViolation
    ):
        return LedgerCorrupt(
            "the PostgreSQL ledger is not what was created", hint=f"restore it from a copy, or {RECOVER}"
        )
    if getattr(error, "sqlstate", None) == _LOST:
        return LedgerCorrupt(
            "the PostgreSQL ledger was replaced, emptied or set back since it was opened; nothing was sent",
            hint=RECOVER,
        )
    if not _is_of_driver(error):
        return error
    return LedgerUnavailable(
        f"the PostgreSQL ledger does not answer ({type(error).__name__}); nothing was sent",
        hint="see whether it runs and accepts connections: pg_isready",
    )
