"""What the embedded ledger keeps in memory is what its file says, whoever else writes to it, and whatever fails."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from dp_gateway.budget.base import Ask, Limit, Refusal, Reservation
from dp_gateway.budget.sqlite import SqliteLedger
from dp_gateway.errors import LedgerUnavailable

ACCOUNT = "all/acme"


def ask(name: str, cost: int, *, unit: bytes = b"", slot: int = 0, since: int = 0) -> Ask:
    return Ask(name, {unit or name.encode(): [cost]}, [Limit(ACCOUNT, slot, since, most=10)], now=1000.0, lease=60.0)


async def opened(folder: Path) -> SqliteLedger:
    ledger = SqliteLedger(folder / "l.db", "f")
    await ledger.open()
    return ledger


async def spent(ledger: SqliteLedger) -> int:
    return sum(one.spent for one in await ledger.balances())


def test_what_another_process_spends_counts_at_once(tmp_path: Path):
    async def run():
        here, there = await opened(tmp_path), await opened(tmp_path)
        assert isinstance(await here.reserve(ask("a", 4)), Reservation)
        assert isinstance(await there.reserve(ask("b", 5)), Reservation)
        assert await here.reserve(ask("c", 2)) == Refusal(ACCOUNT, 2, 9)
        await there.refund("b", 1001.0)
        assert isinstance(await here.reserve(ask("d", 6)), Reservation)
        await there.put(ACCOUNT, 0, 1)
        assert isinstance(await here.reserve(ask("e", 9)), Reservation)
        assert here.mark.step == 4
        assert await there.reserve(ask("f", 1)) == Refusal(ACCOUNT, 1, 10)
        await here.close()
        await there.close()

    asyncio.run(run())


def test_what_is_not_committed_is_not_remembered(tmp_path: Path):
    async def run():
        ledger = await opened(tmp_path)
        assert isinstance(await ledger.reserve(ask("a", 4)), Reservation)
        fails = asyncio.ensure_future(ledger.reserve(ask("b", 6)))
        beside: Any = ledger._open_writer.submit(lambda _: 1 / 0, brief=True)
        await asyncio.sleep(0)
        for one in (fails, beside):
            with pytest.raises(ZeroDivisionError):
                await one
        assert (await spent(ledger), ledger.mark.step) == (4, 1)
        assert isinstance(await ledger.reserve(ask("b", 6)), Reservation)
        await ledger.close()

    asyncio.run(run())


def test_what_was_rolled_back_by_itself_is_not_acknowledged(tmp_path: Path):
    async def run():
        ledger = await opened(tmp_path)
        assert isinstance(await ledger.reserve(ask("a", 4)), Reservation)
        fails = asyncio.ensure_future(ledger.reserve(ask("b", 6)))
        beside = ledger._open_writer.submit(lambda connection: connection.rollback(), brief=True)
        for one in (fails, beside):
            with pytest.raises(LedgerUnavailable):
                await one
        assert await spent(ledger) >= 4
        await ledger.close()

    asyncio.run(run())


def test_windows_and_what_comes_back_are_read_from_the_file(tmp_path: Path):
    async def run():
        ledger = await opened(tmp_path)
        assert isinstance(await ledger.reserve(ask("a", 8, slot=1, since=1)), Reservation)
        # A new window; a clock that goes back is in it as well.
        assert isinstance(await ledger.reserve(ask("b", 8, slot=2, since=2)), Reservation)
        assert await ledger.reserve(ask("c", 3, slot=1, since=1)) == Refusal(ACCOUNT, 3, 16)
        assert await ledger.reserve(ask("c", 3, slot=2, since=2)) == Refusal(ACCOUNT, 3, 8)
        await ledger.refund("b", 1001.0)
        assert isinstance(await ledger.reserve(ask("c", 3, slot=2, since=2)), Reservation)
        assert [one[1:] for one in await ledger.balances()] == [(1, 8), (2, 3)]
        await ledger.close()

    asyncio.run(run())


def test_a_unit_that_is_settled_soon_is_free_to_the_next_request(tmp_path: Path):
    async def run():
        ledger = await opened(tmp_path)
        for name in ("a", "b"):
            assert isinstance(await ledger.reserve(ask(name, 4, unit=b"same")), Reservation)
        settled = [ledger.settle_later(name) for name in ("a", "b")]
        # Both paid; the second one gets it back, and the third pays nothing.
        assert await ledger.reserve(ask("c", 4, unit=b"same")) == Reservation("c", (0,), (4,))
        assert all(one.done() for one in settled)
        assert (await spent(ledger), ledger._settling) == (4, set())
        await ledger.close()
        with sqlite3.connect(tmp_path / "l.db") as file:
            assert file.execute("SELECT state, count(*) FROM reservations GROUP BY 1").fetchall() == [(0, 1), (1, 2)]

    asyncio.run(run())


def test_what_was_settled_elsewhere_is_not_settled_again(tmp_path: Path):
    async def run():
        here, there = await opened(tmp_path), await opened(tmp_path)
        for name in ("a", "b"):
            await here.reserve(ask(name, 1))
        await there.refund("a", 1001.0)
        await there.settle("b")
        await asyncio.gather(here.settle_later("a"), here.settle_later("b"))
        assert await spent(here) == 1
        with sqlite3.connect(tmp_path / "l.db") as file:
            assert file.execute("SELECT id, state FROM reservations ORDER BY 1").fetchall() == [("a", 2), ("b", 1)]
            assert file.execute("SELECT unit FROM units").fetchall() == [(b"b",)]
        await here.close()
        await there.close()

    asyncio.run(run())


def test_what_requests_that_come_together_pay_for_is_looked_up_once(tmp_path: Path):
    async def run():
        ledger, said = await opened(tmp_path), list[str]()
        await ledger.reserve(ask("first", 0))
        await ledger._do(lambda connection: connection.set_trace_callback(said.append))
        asked = [ask(f"r{number}", 1, unit=b"%d" % (number % 7)) for number in range(8)]
        taken = await asyncio.gather(*map(ledger.reserve, asked))
        assert [one.costs for one in taken if isinstance(one, Reservation)] == [(1,)] * 8
        assert len([one for one in said if one.startswith("SELECT unit")]) == 1
        assert await spent(ledger) == 8
        await ledger.close()

    asyncio.run(run())


def test_what_another_process_paid_for_meanwhile_is_free(tmp_path: Path):
    async def run():
        here, there = await opened(tmp_path), await opened(tmp_path)
        assert await here.reserve(ask("a", 2, unit=b"u")) == Reservation("a", (2,), (2,))
        assert await there.reserve(ask("b", 2, unit=b"v")) == Reservation("b", (2,), (4,))
        await there.settle("b")
        assert await here.reserve(ask("c", 2, unit=b"v")) == Reservation("c", (0,), (4,))
        await here.refund("a", 1001.0)
        assert await here.reserve(ask("d", 2, unit=b"u")) == Reservation("d", (2,), (4,))
        await here.close()
        await there.close()

    asyncio.run(run())


def test_what_is_settled_in_the_same_transaction_is_free(tmp_path: Path):
    async def run():
        ledger = await opened(tmp_path)
        for name in "ab":
            await ledger.reserve(ask(name, 2, unit=name.encode()))
        together = [ledger.settle_later("a"), ledger.reserve(ask("c", 2, unit=b"a")), ledger.reserve(ask("d", 2))]
        _, free, new = await asyncio.gather(*together)
        assert (free, new) == (Reservation("c", (0,), (4,)), Reservation("d", (2,), (6,)))
        await ledger.close()

    asyncio.run(run())
