"""The conformance suite on every ledger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dp_gateway.budget.base import Ledger
from dp_gateway.budget.memory import MemoryLedger
from dp_gateway.budget.postgres import PostgresLedger
from dp_gateway.budget.redis import RedisLedger
from dp_gateway.budget.sqlite import SqliteLedger
from dp_gateway.testing.ledgers import LedgerConformance
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
