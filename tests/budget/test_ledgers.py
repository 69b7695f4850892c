"""The conformance suite on every ledger."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from dp_gateway.budget.base import REMEMBERED_SECONDS, Ledger
from dp_gateway.budget.memory import MemoryLedger
from dp_gateway.budget.postgres import PostgresLedger
from dp_gateway.budget.redis import RedisLedger
from dp_gateway.budget.sqlite import SqliteLedger
from dp_gateway.testing.ledgers import LedgerConformance, ask
from tests.budget.servers import REDIS, postgres_schema, redis_prefix

SECRET = "0123456789abcdef"


class TestMemory(LedgerConformance):
    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        yield MemoryLedger()


class TestSqlite(LedgerConformance):
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path) -> None:
        self.path = tmp_path / "ledger.db"

    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        yield SqliteLedger(self.path, SECRET)

    def test_requests_are_kept_as_long_as_their_units_and_no_longer(self) -> None:
        async def test(ledger: Ledger) -> None:
            await ledger.reserve(ask("1", "x"))
            await ledger.settle("1")
            with closing(sqlite3.connect(self.path)) as opened:
                for over, kept in ((0, 1), (1, 0)):
                    await ledger.expire(1060 + REMEMBERED_SECONDS - 1 + over)
                    assert opened.execute("SELECT count(*) FROM reservations").fetchone() == (kept,)

        self.run(test)


class TestRedis(LedgerConformance):
    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        with redis_prefix() as prefix:
            yield RedisLedger(REDIS, SECRET, prefix=prefix)


class TestPostgres(LedgerConformance):
    @contextmanager
    def ledger(self) -> Iterator[Ledger]:
        with postgres_schema() as url:
            yield PostgresLedger(url, SECRET)
