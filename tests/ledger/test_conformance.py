"""The conformance suite on every ledger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dp_gateway.ledger.base import Ledger
from dp_gateway.ledger.memory import MemoryLedger
from dp_gateway.ledger.sqlite import SqliteLedger
from dp_gateway.testing.ledgers import LedgerConformance


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
        yield SqliteLedger(self.path, "0123456789abcdef")
