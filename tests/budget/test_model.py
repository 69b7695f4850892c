"""Any sequence of steps gives the same on SQLite as in memory, where the plain statement of the rules is."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from dp_gateway.budget.base import Ask, Limit
from dp_gateway.budget.memory import MemoryLedger
from dp_gateway.budget.sqlite import SqliteLedger
from dp_gateway.errors import LedgerCorrupt, LedgerError, LedgerUnavailable, LedgerVersion

SECRET = "0123456789abcdef"
NAMES = st.sampled_from("pqrs")
MOST = 9


class SameAsInMemory(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.loop = asyncio.new_event_loop()
        self.plain, self.stored = MemoryLedger(), SqliteLedger(Path(self.folder.name) / "l.db", SECRET)
        self.run(self.stored.open())
        self.now = 0.0

    def run(self, what):
        return self.loop.run_until_complete(what)

    @rule(name=NAMES, costs=st.dictionaries(st.sampled_from([b"1", b"2", b"3"]), st.integers(0, 5)), back=st.booleans())
    def reserve(self, name, costs, back):
        slot = int(self.now // 50) - back
        limits = [Limit("a", slot, slot, MOST), Limit("b", 0, 0, 3 * MOST, 7)]
        ask = Ask(name, {unit: (cost, cost // 2) for unit, cost in costs.items()}, limits, self.now, 60)
        assert self.run(self.plain.reserve(ask)) == self.run(self.stored.reserve(ask))

    @rule(name=NAMES)
    def settle(self, name):
        self.run(self.plain.settle(name))
        self.run(self.stored.settle(name))

    @rule(name=NAMES)
    def refund(self, name):
        self.run(self.plain.refund(name, self.now))
        self.run(self.stored.refund(name, self.now))

    @rule(seconds=st.integers(1, 70))
    def wait(self, seconds):
        self.now += seconds
        assert self.run(self.plain.expire(self.now)) == self.run(self.stored.expire(self.now))

    @invariant()
    def same_and_within_the_limits(self):
        kept = self.run(self.stored.balances())
        assert [one for one in self.run(self.plain.balances()) if one.spent] == [one for one in kept if one.spent]
        assert all(one.spent <= MOST for one in kept if one.account == "a")
        assert sum(one.spent for one in kept if one.account == "b") <= 3 * MOST

    def teardown(self):
        self.run(self.stored.close())
        self.loop.close()
        self.folder.cleanup()


SameAsInMemory.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
TestSameAsInMemory = SameAsInMemory.TestCase


def refused(path: Path) -> LedgerError:
    with pytest.raises(LedgerError) as error:
        asyncio.run(SqliteLedger(path, SECRET).open())
    return error.value


def test_a_corrupt_file_one_of_another_format_and_no_folder_are_said(tmp_path: Path):
    (tmp_path / "noise").write_bytes(b"no database at all" * 1000)
    assert isinstance(refused(tmp_path / "noise"), LedgerCorrupt)
    assert isinstance(refused(tmp_path / "noise" / "l.db"), LedgerUnavailable)
    old = sqlite3.connect(tmp_path / "old")
    with old:
        old.execute("CREATE TABLE header (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
        old.executemany("INSERT INTO header VALUES (?, ?)", [("version", "0"), ("secret", SECRET)])
    old.close()
    assert isinstance(refused(tmp_path / "old"), LedgerVersion)
