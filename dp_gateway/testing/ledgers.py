"""What every ledger must do: a suite to subclass. Each test is one coroutine, run to its end in one event loop.

class TestMine(LedgerConformance):
    @contextmanager
    def ledger(self) -> Iterator[Ledger]: ...
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import TypeVar

from dp_gateway.budget.base import KEPT_SLOTS, REMEMBERED_SECONDS, Ask, Ledger, Limit, Refusal, Reservation
from dp_gateway.errors import LedgerUnavailable

__all__ = ["LedgerConformance", "ask"]

_T = TypeVar("_T")
_ONE = 10**9
_TEN_YEARS = 10 * 366 * 86400.0


def ask(
    name: str, *units: str, most: int = 10 * _ONE, now: float = 1000, account: str = "a", slot: int = 5, since: int = 5
) -> Ask:
    """Make a request for one epsilon a unit from one account.

    Args:
        name: of the request; asking twice under one name is asking once.
        units: what is drawn, by name.
        most: what the account may spend, in units of the ledger.
        now: seconds.
        account, slot, since: whose limit it is, and the slots of time that count.
    """
    return Ask(name, {unit.encode() * 16: (_ONE,) for unit in units}, [Limit(account, slot, since, most)], now, 60)


def _taken(outcome: Reservation | Refusal) -> Reservation:
    assert isinstance(outcome, Reservation), outcome
    return outcome


def _refused(outcome: Reservation | Refusal) -> Refusal:
    assert isinstance(outcome, Refusal), outcome
    return outcome


async def _spent(ledger: Ledger, account: str = "a") -> int:
    return sum(one.spent for one in await ledger.balances() if one.account == account)


class LedgerConformance:
    """Subclass it, and say how to make an empty ledger."""

    def ledger(self) -> AbstractContextManager[Ledger]:
        """Make an empty ledger, not open yet; it is closed and removed at the end by the test and by this manager."""
        raise NotImplementedError

    def run(self, test: Callable[[Ledger], Awaitable[_T]]) -> _T:
        """Open, test, close."""

        async def whole(ledger: Ledger) -> _T:
            await ledger.open()
            try:
                return await test(ledger)
            finally:
                await ledger.close()

        with self.ledger() as ledger:
            return asyncio.run(whole(ledger))

    def test_what_is_reserved_is_spent_until_it_is_refunded(self) -> None:
        """What is reserved is spent until it is refunded."""

        async def test(ledger: Ledger) -> None:
            assert _taken(await ledger.reserve(ask("1", "x", "y"))) == Reservation("1", (2 * _ONE,), (2 * _ONE,))
            assert await _spent(ledger) == 2 * _ONE
            await ledger.refund("1", 1001)
            assert await _spent(ledger) == 0

        self.run(test)

    def test_a_settled_unit_costs_nothing_again(self) -> None:
        """A settled unit costs nothing again."""

        async def test(ledger: Ledger) -> None:
            await ledger.reserve(ask("1", "x"))
            await ledger.settle("1")
            assert _taken(await ledger.reserve(ask("2", "x", "y"))).costs == (_ONE,)
            await ledger.settle("2")
            assert await _spent(ledger) == 2 * _ONE

        self.run(test)

    def test_a_unit_that_another_request_holds_costs_until_that_one_is_settled(self) -> None:
        """A unit that another request holds costs until that one is settled."""

        async def test(ledger: Ledger) -> None:
            await ledger.reserve(ask("1", "x"))
            assert _taken(await ledger.reserve(ask("2", "x"))).costs == (_ONE,)
            await ledger.refund("1", 1001)
            await ledger.settle("2")
            assert await _spent(ledger) == _ONE
            await ledger.reserve(ask("3", "z"))
            await ledger.reserve(ask("4", "z"))
            await ledger.settle("3")
            await ledger.settle("4")
            assert await _spent(ledger) == 2 * _ONE

        self.run(test)

    def test_a_limit_is_never_passed_and_nothing_is_taken(self) -> None:
        """A limit is never passed and nothing is taken."""

        async def test(ledger: Ledger) -> None:
            await ledger.reserve(ask("1", "x", "y", most=3 * _ONE))
            assert _refused(await ledger.reserve(ask("2", "v", "w", most=3 * _ONE))) == Refusal("a", 2 * _ONE, 2 * _ONE)
            assert await _spent(ledger) == 2 * _ONE
            assert _taken(await ledger.reserve(ask("3", "v", most=3 * _ONE))).spent == (3 * _ONE,)

        self.run(test)

    def test_a_request_takes_from_all_of_its_accounts_or_from_none(self) -> None:
        """A request takes from all of its accounts or from none."""

        async def test(ledger: Ledger) -> None:
            limits = [Limit("a", 0, 0, 5 * _ONE), Limit("b", 0, 0, _ONE)]
            wanted = Ask("1", {b"x" * 16: (2 * _ONE, 2 * _ONE)}, limits, 1000, 60)
            assert _refused(await ledger.reserve(wanted)).account == "b"
            assert await _spent(ledger, "a") == await _spent(ledger, "b") == 0
            assert _taken(await ledger.reserve(wanted._replace(costs={b"x" * 16: (_ONE, _ONE)}))).spent == (_ONE, _ONE)

        self.run(test)

    def test_one_request_may_not_cost_more_than_its_maximum(self) -> None:
        """One request may not cost more than its maximum."""

        async def test(ledger: Ledger) -> None:
            limits = [Limit("a", 0, 0, 5 * _ONE, _ONE)]
            assert _refused(await ledger.reserve(Ask("1", {b"x" * 16: (2 * _ONE,)}, limits, 1000, 60))).spent == 0

        self.run(test)

    def test_the_same_id_reserves_once_and_finishing_twice_changes_nothing(self) -> None:
        """The same id reserves once and finishing twice changes nothing."""

        async def test(ledger: Ledger) -> None:
            first = await ledger.reserve(ask("1", "x"))
            assert await ledger.reserve(ask("1", "x")) == first
            await ledger.settle("1")
            await ledger.settle("1")
            await ledger.refund("1", 1001)
            assert await ledger.reserve(ask("1", "x")) == first
            assert await _spent(ledger) == _ONE
            await ledger.settle("nobody")
            await ledger.refund("nobody", 1001)
            assert await _spent(ledger) == _ONE

        self.run(test)

    def test_a_refunded_id_can_be_asked_for_again(self) -> None:
        """A refunded id can be asked for again."""

        async def test(ledger: Ledger) -> None:
            await ledger.reserve(ask("1", "x"))
            await ledger.refund("1", 1001)
            assert _taken(await ledger.reserve(ask("1", "x"))).costs == (_ONE,)
            await ledger.settle("1")
            assert await _spent(ledger) == _ONE

        self.run(test)

    def test_a_reservation_whose_owner_died_is_settled(self) -> None:
        """A reservation whose owner died is settled."""

        async def test(ledger: Ledger) -> None:
            await ledger.reserve(ask("1", "x"))
            await ledger.refund("1", 1060)
            assert await _spent(ledger) == _ONE
            await ledger.reserve(ask("2", "y"))
            assert await ledger.expire(1059) == 0
            assert await ledger.expire(1060) == 1
            await ledger.refund("2", 1060)
            assert await _spent(ledger) == 2 * _ONE
            assert _taken(await ledger.reserve(ask("3", "x", "y"))).costs == (0,)

        self.run(test)

    def test_a_unit_is_paid_for_again_when_it_is_forgotten(self) -> None:
        """A unit is paid for again when it is forgotten."""

        async def test(ledger: Ledger) -> None:
            later = 1000 + 61 + REMEMBERED_SECONDS
            await ledger.reserve(ask("1", "x"))
            await ledger.settle("1")
            await ledger.reserve(ask("2", "x", now=later))
            await ledger.settle("2")
            assert await _spent(ledger) == 2 * _ONE
            assert _taken(await ledger.reserve(ask("3", "x", now=later))).costs == (0,)

        self.run(test)

    def test_windows_end_and_a_clock_that_jumps_back_opens_none(self) -> None:
        """Windows end and a clock that jumps back opens none."""

        async def test(ledger: Ledger) -> None:
            await ledger.reserve(ask("1", "x", most=_ONE))
            assert _taken(await ledger.reserve(ask("2", "y", most=_ONE, slot=6, since=6))).spent == (_ONE,)
            _refused(await ledger.reserve(ask("3", "z", most=2 * _ONE, slot=5, since=5)))
            await ledger.reserve(ask("4", "z", most=3 * _ONE, slot=5, since=5))
            assert [one[1:] for one in await ledger.balances()] == [(5, _ONE), (6, 2 * _ONE)]

        self.run(test)

    def test_old_slots_are_forgotten_and_what_counts_is_not(self) -> None:
        """Old slots are forgotten, and what counts is not."""

        async def test(ledger: Ledger) -> None:
            for slot in (0, 1, KEPT_SLOTS, KEPT_SLOTS + 3):
                await ledger.reserve(ask(f"w{slot}", f"w{slot}", slot=slot, since=slot - 1))
                await ledger.reserve(ask(f"t{slot}", f"t{slot}", slot=slot, since=-(2**62), account="total"))
            assert [one.slot for one in await ledger.balances("a")] == [KEPT_SLOTS, KEPT_SLOTS + 3]
            assert await _spent(ledger, "total") == 4 * _ONE
            await ledger.refund("w0", 1001)
            assert await _spent(ledger) == 2 * _ONE

        self.run(test)

    def test_amounts_are_exact_and_infinite_ones_never_fit(self) -> None:
        """Amounts are exact and infinite ones never fit."""

        async def test(ledger: Ledger) -> None:
            most = 10**15 - 1
            assert _taken(
                await ledger.reserve(Ask("1", {b"x": (most,)}, [Limit("a", 0, 0, most)], 1000, 60))
            ).costs == (most,)
            assert (
                _refused(await ledger.reserve(Ask("2", {b"y": (1,)}, [Limit("a", 0, 0, most)], 1000, 60))).spent == most
            )
            await ledger.refund("1", 1001)
            _refused(
                await ledger.reserve(Ask("3", {b"y": (10**15,), b"z": (10**15,)}, [Limit("a", 0, 0, most)], 1000, 60))
            )
            assert await _spent(ledger) == 0

        self.run(test)

    def test_a_request_that_is_free_passes_a_spent_budget(self) -> None:
        """A request that is free passes a spent budget."""

        async def test(ledger: Ledger) -> None:
            await ledger.put("a", 5, 10 * _ONE)
            assert _taken(await ledger.reserve(Ask("1", {b"x": (0,)}, [Limit("a", 5, 5, _ONE)], 1000, 60))).costs == (
                0,
            )

        self.run(test)

    def test_each_limit_counts_its_own_amounts(self) -> None:
        """Each limit counts its own amounts, and what was paid twice comes back by limit."""

        async def test(ledger: Ledger) -> None:
            limits = [Limit("a", 0, 0, 9), Limit("b", 0, 0, 4), Limit("c", 0, 0)]
            costs = {b"x": (3, 0, 1), b"y": (2, 3, 1)}
            first = Reservation("1", (5, 3, 2), (5, 3, 2))
            assert _taken(await ledger.reserve(Ask("1", costs, limits, 1000, 60))) == first
            more = Ask("2", {b"y": (2, 1, 1), b"z": (1, 0, 1)}, limits, 1000, 60)
            assert _taken(await ledger.reserve(more)).spent == (8, 4, 4)
            assert _refused(await ledger.reserve(Ask("3", {b"v": (0, 1, 0)}, limits, 1000, 60))) == Refusal("b", 1, 4)
            assert _taken(await ledger.reserve(Ask("4", {b"v": (1, 0, 0)}, limits, 1000, 60))).costs == (1, 0, 0)
            await ledger.settle("1")
            await ledger.settle("2")
            await ledger.refund("4", 1001)
            assert [tuple(one) for one in await ledger.balances()] == [("a", 0, 6), ("b", 0, 3), ("c", 0, 3)]

        self.run(test)

    def test_an_amount_can_be_set_and_accounts_listed_by_prefix(self) -> None:
        """An amount can be set and accounts listed by prefix."""

        async def test(ledger: Ledger) -> None:
            await ledger.reserve(ask("1", "x", account="one/a"))
            await ledger.reserve(ask("2", "y", account="two_%/b"))
            await ledger.put("one/a", 7, 3)
            assert [tuple(one) for one in await ledger.balances("one/")] == [("one/a", 7, 3)]
            assert [one.account for one in await ledger.balances("two_%/")] == ["two_%/b"]
            assert not await ledger.balances("two%")
            await ledger.refund("1", 1001)
            assert all(one.spent >= 0 for one in await ledger.balances())

        self.run(test)

    def test_one_request_from_a_clock_far_ahead_locks_no_account(self) -> None:
        """One request from a clock ten years ahead is refused, and the windows of the others go on."""

        async def test(ledger: Ledger) -> None:
            now = time.time()
            day = int(now // 86400)
            await ledger.reserve(ask("1", "x", most=_ONE, now=now, slot=day, since=day))
            ahead = ask("2", "y", most=_ONE, now=now + _TEN_YEARS, slot=day + 3650, since=day + 3650)
            try:
                taken = await ledger.reserve(ahead)
            except LedgerUnavailable:
                taken = None
            assert taken is None, "a request dated ten years ahead was taken"
            try:
                await ledger.check(now + _TEN_YEARS)
            except LedgerUnavailable:
                found = True
            else:
                found = False
            assert found, "a clock ten years ahead was not told before a request"
            await ledger.check(now)
            assert max(one.slot for one in await ledger.balances()) == day
            _refused(await ledger.reserve(ask("3", "y", most=_ONE, now=now + 1, slot=day, since=day)))
            _taken(await ledger.reserve(ask("4", "y", most=_ONE, now=now + 2, slot=day + 1, since=day + 1)))

        self.run(test)

    def test_steps_go_forward_and_a_ledger_that_is_renewed_is_another(self) -> None:
        """Each reservation is a step; a renewed ledger is empty, and has another name."""

        async def test(ledger: Ledger) -> None:
            before = ledger.mark
            await ledger.reserve(ask("1", "x"))
            assert ledger.mark.ledger == before.ledger
            assert ledger.mark.step > before.step or not before.ledger
            await ledger.check()
            await ledger.renew()
            assert not await ledger.balances()
            assert ledger.mark.ledger != before.ledger or not before.ledger
            assert _taken(await ledger.reserve(ask("1", "x"))).costs == (_ONE,)

        self.run(test)

    def test_a_budget_holds_under_many_at_once(self) -> None:
        """A budget holds under many at once."""

        async def one(ledger: Ledger, number: int) -> int:
            taken = await ledger.reserve(ask(str(number), f"{number}", most=20 * _ONE))
            if isinstance(taken, Refusal):
                return 0
            with contextlib.suppress(asyncio.CancelledError):
                await (ledger.refund(str(number), 1001) if number % 3 == 0 else ledger.settle(str(number)))
            return number % 3 != 0

        async def test(ledger: Ledger) -> None:
            left = sum(await asyncio.gather(*(one(ledger, number) for number in range(200))))
            assert await _spent(ledger) == left * _ONE
            assert left <= 20

        self.run(test)
