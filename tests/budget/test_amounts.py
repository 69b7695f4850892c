"""What ledgers count, read back: amounts in their units, levels of many draws, and accounts that are filled again."""

from __future__ import annotations

import asyncio

import pytest

from dp_gateway.budget import recovery
from dp_gateway.budget.accounts import amount
from dp_gateway.budget.base import Ask, Balance, Charge
from dp_gateway.budget.memory import MemoryLedger
from dp_gateway.budget.spent import Spent
from dp_gateway.exchange import Caller

ANNA = Caller("app", "acme", "c1", "anna")


@pytest.mark.parametrize(
    ("account", "spent", "read"),
    [("all/acme", 2_500_000_000, 2.5), ("all/acme:delta", 3_000_000, 3e-6), ("all/acme:0.5,0", 7, 7)],
)
def test_amounts_are_read_in_their_units(account: str, spent: int, read: float) -> None:
    """Epsilon is counted in billionths, delta in millionths of millionths, and draws one by one."""
    assert amount(Balance(account, 0, spent)) == pytest.approx(read)


def spent(*charges: Charge) -> Spent:
    return Spent(Ask("a", {}, [], 0.0, 60.0), ANNA, charges, (0.0, 0.0))


def test_many_small_draws_compose_to_less_than_their_sum_and_uniform_ones_to_their_sum() -> None:
    many = spent(Charge(b"u", 0.1, 0.0, "stairtext", 400))
    assert many.certified[0] == pytest.approx(40)
    epsilon, delta = many.composed()
    assert 0 < epsilon < 39
    assert 0 < delta < 1e-3
    uniform = spent(Charge(b"u", 0.0, 1e-4, "uniform", 2))
    assert uniform.composed() == uniform.certified


def test_more_accounts_than_are_refilled_at_once_are_all_refilled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "_AT_ONCE", 2)
    balances = [Balance(f"all/{name}", slot, 10 * at + slot) for at, name in enumerate("abcde", 1) for slot in (3, 4)]

    async def refilled() -> list[Balance]:
        ledger = MemoryLedger()
        await ledger.open()
        await recovery.refill(ledger, balances, 0.0)
        return sorted(await ledger.balances("all/"))

    assert asyncio.run(refilled()) == sorted(balances)


def test_a_unit_costs_each_of_its_draws_and_loses_no_more_than_everything() -> None:
    words = Charge(b"u", 0.4, 1e-3, "stairtext", 5)
    assert (words.cost, words.lost) == (2 * 10**9, 5 * 10**9)
    assert Charge(b"u", 0.0, 0.5, "uniform", 5).lost == 10**12
