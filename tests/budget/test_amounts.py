"""What ledgers count, read back: amounts in their units, levels of many draws, and accounts that are filled again."""

from __future__ import annotations

import asyncio
import math

import pytest

from dp_gateway.budget import recovery
from dp_gateway.budget.accounts import Accounts, Total, amount, by_slot, totals
from dp_gateway.budget.base import Ask, Balance, Charge
from dp_gateway.budget.memory import MemoryLedger
from dp_gateway.budget.settings import BudgetSettings
from dp_gateway.budget.spent import Remaining, Spent
from dp_gateway.exchange import Caller
from dp_gateway.privacy.composition import compose
from dp_gateway.randomness import Secret

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


def told(*balances: tuple[str, int, int]) -> list[Total]:
    return totals(Balance(account, slot, units) for account, slot, units in balances)


def test_what_accounts_spent_is_added_up_by_account_and_by_slot() -> None:
    balances = [
        ("a/x", 1, 2 * 10**9),
        ("a/x", 2, 10**9),
        ("a/x:delta", 2, 4 * 10**6),
        ("a/x:0.5,0", 2, 6),
        ("b/y", 1, 5),
    ]
    one, other = told(*balances)
    assert (one.account, one.epsilon, one.delta, one.counts) == ("a/x", 3.0, pytest.approx(4e-6), {(0.5, 0.0): 6})
    assert (other.account, other.draws) == ("b/y", 0)
    slots = by_slot((Balance(*each) for each in balances), "a/x")
    assert [(slot.slot, slot.epsilon, slot.draws) for slot in slots] == [(1, 2.0, 0), (2, 1.0, 6)]
    assert by_slot((Balance(*each) for each in balances), "nobody/z") == []


def test_the_delta_of_an_account_is_never_more_than_everything() -> None:
    assert told(("a/x:delta", 1, 3 * 10**12))[0].delta == 1


def test_many_draws_of_an_account_are_told_together_where_that_is_less_than_their_sum() -> None:
    """And what was set by hand is spent on top: no draw stands for it."""
    draws = told(("a/x", 1, 40 * 10**9), ("a/x:0.1,0", 1, 400))[0]
    epsilon, delta = draws.together(1e-6)
    assert compose([(0.1, 0.0)] * 400, 1e-6) == pytest.approx(epsilon)
    assert delta == pytest.approx(1e-6)
    by_hand = told(("a/x", 1, 47 * 10**9), ("a/x:0.1,0", 1, 400))[0]
    assert by_hand.together(1e-6)[0] == pytest.approx(epsilon + 7)


@pytest.mark.parametrize(
    "balances",
    [
        [("a/x", 1, 10**9)],
        [("a/x", 1, 10**9), ("a/x:0.5,0", 1, 2)],
        [("a/x", 1, 40 * 10**9), ("a/x:delta", 1, 10**12), ("a/x:0.1,0", 1, 400)],
    ],
    ids=["no draws", "two draws", "everything may be lost"],
)
def test_where_nothing_is_won_the_sum_is_told(balances: list[tuple[str, int, int]]) -> None:
    total = told(*balances)[0]
    assert total.together(1e-6) == (total.epsilon, total.delta)


@pytest.mark.parametrize("per", ["key", "tenant", "user", "conversation", "model"])
def test_an_account_is_of_those_whose_budget_it_is_and_tells_no_user(per: str) -> None:
    accounts = Accounts({"b": BudgetSettings.model_validate({"epsilon": 1, "per": per})}, Secret(b"k" * 32))
    names = {
        accounts.account("b", caller, model)
        for caller in (ANNA, Caller("app", "acme", "c2", "anna"), Caller("app", "acme", "c1", "bert"))
        for model in ("m", "n")
    }
    assert len(names) == {"key": 1, "tenant": 1, "user": 2, "conversation": 2, "model": 2}[per]
    assert not any("anna" in name or "bert" in name or "c1" in name for name in names)
    # No name can be written so that it is another's: "a" of tenant "bc" is not "ab" of tenant "c".
    assert accounts.subject("user", "a", "bc") != accounts.subject("user", "ab", "c")


def test_two_ledgers_that_tell_of_one_spending_are_joined_by_the_larger_amount() -> None:
    one = [Balance("a/x", 1, 5), Balance("a/x", 2, 9), Balance(f"{recovery.HEADS}log", 0, 3)]
    other = [Balance("a/x", 1, 7), Balance("b/y", 1, 2)]
    assert recovery.larger(one, other) == [Balance("a/x", 1, 7), Balance("a/x", 2, 9), Balance("b/y", 1, 2)]
    assert recovery.larger(other, one) == recovery.larger(one, other)


def test_a_client_is_told_what_it_was_charged_and_what_is_left() -> None:
    left = (
        Remaining("day", 3.0, 7.0, 0.0, math.inf, 86400.0, warned=False),
        Remaining("year", 90.0, 2.5, 1e-6, 1e-4, None, warned=True),
    )
    one = Spent(Ask("a", {}, [], 0.0, 60.0), ANNA, [Charge(b"u", 0.5, 1e-6, "clusant", 2)], (0.5, 1e-6), left)
    said = {name.decode(): value.decode() for name, value in one.headers()}
    assert said["x-dp-budget-remaining"] == "2.5"
    assert said["x-dp-budget-remaining-delta"] == "0.0001"
    assert said["x-dp-budget-warning"] == "year"
    told = one.to_json()
    assert (told["charged_epsilon"], told["total_epsilon"]) == (0.5, 1.0)
    assert told["budgets"][0]["left_delta"] == "inf"
    assert told["units"] == [{"mechanism": "clusant", "draws": 2, "epsilon": 0.5, "delta": 1e-6}]
    # Whoever appears in both draws has the level of both.
    assert one.person(2)[0] == pytest.approx(1.0)
    assert one.person(1)[0] == pytest.approx(0.5)
