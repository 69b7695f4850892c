"""Keeps the budgets of the server: it asks the ledger around a request, and tells what was spent."""

from __future__ import annotations

import math
import time
from typing import Any, NamedTuple

from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.accounts import DELTA, by_slot
from dp_gateway.budget.base import NO_LIMIT, Balance, Ledger, Limit, from_nano, from_pico
from dp_gateway.budget.settings import BudgetSettings, open_ledger
from dp_gateway.exchange import Caller, Exchange
from dp_gateway.privacy.guarantee import epsilon_json
from dp_gateway.randomness import Secret
from dp_gateway.server.settings import Settings
from dp_gateway.till import Again, Payment, pay


class AccountLevel(NamedTuple):
    """The level of a budget: how full it is, of all of its accounts.

    Attributes:
        budget, measure: name; `epsilon` or `delta`.
        spent: in the window that counts now, of all accounts together.
        limit: of one account; infinite for none.
        remaining: of the account that has the least left.
    """

    budget: str
    measure: str
    spent: float
    limit: float
    remaining: float


class Spending:
    """The server's accountant; without budgets and audit log nothing is asked and nothing is written. `secret`: keys
    units and accounts. `ledger`: of the service before; kept where it is one in memory, so that a reload forgets
    nothing.
    """

    def __init__(self, settings: Settings, secret: Secret, ledger: Ledger | None = None) -> None:
        self.ledger: Ledger | None = None
        self._accountant: Accountant | None = None
        if settings.budgets or settings.ledger.audit_log is not None:
            kept = ledger if settings.ledger.url.startswith("memory:") else None
            self.ledger = kept or open_ledger(settings.ledger.url, secret)
            self._accountant = Accountant(self.ledger, settings.budgets, secret=secret, settings=settings.ledger)

    @property
    def counts(self) -> str | None:
        """The levels that are charged, `certified` or `nominal`; None where nobody counts."""
        return None if self._accountant is None else self._accountant.settings.count

    async def open(self) -> None:
        """Open the ledger. Raises LedgerError where it cannot serve."""
        if self._accountant is not None:
            await self._accountant.open()

    async def ready(self) -> None:
        """Find out whether requests would be reserved and recorded. Raises LedgerError where they would be refused."""
        if self._accountant is not None:
            await self._accountant.ready()

    async def close(self) -> None:
        """Close the ledger."""
        if self._accountant is not None:
            await self._accountant.close()

    async def pay(self, exchange: Exchange, caller: Caller, again: Again | None = None) -> Payment:
        """Reserve the price of a request, as `till.pay` does."""
        return await pay(self._accountant, exchange, caller, again)

    async def told(self, caller: Caller, model: str) -> list[dict[str, Any]]:
        """Return what the accounts of a caller spent; those of users, conversations and models where these are named.
        Raises LedgerError where the ledger cannot tell.
        """
        if self._accountant is None:
            return []
        accounts, found = self._accountant.accounts, list[dict[str, Any]]()
        named = {"user": caller.user, "conversation": caller.conversation, "model": model}
        for name, budget in accounts.budgets.items():
            if named.get(budget.per, "key") == "":
                continue
            account = accounts.account(name, caller, model)
            found.append(_told(name, budget, account, await self._accountant.ledger.balances(account)))
        return found

    async def levels(self) -> list[AccountLevel]:
        """Return how full the budgets are. Raises LedgerError where the ledger cannot tell."""
        if self._accountant is None:
            return []
        found: list[AccountLevel] = []
        for name, budget in self._accountant.accounts.budgets.items():
            balances = await self._accountant.ledger.balances(f"{name}/")
            for suffix, limit in zip(("", f":{DELTA}"), budget.limits("", time.time(), (DELTA,)), strict=True):
                amount = from_pico if suffix else from_nano
                spent = _by_account(balances, suffix, limit)
                most = math.inf if limit.most == NO_LIMIT else amount(limit.most)
                left = max(most - amount(max(spent.values(), default=0)), 0)
                found.append(
                    AccountLevel(name, DELTA if suffix else "epsilon", amount(sum(spent.values())), most, left)
                )
        return found


def _by_account(balances: list[Balance], suffix: str, limit: Limit) -> dict[str, int]:
    """What each account spent in the window; those of epsilon have no colon in their names."""
    spent: dict[str, int] = {}
    for one in balances:
        account, colon, rest = one.account.partition(":")
        if colon + rest == suffix and one.slot >= limit.since:
            spent[account] = spent.get(account, 0) + one.spent
    return spent


def _told(name: str, budget: BudgetSettings, account: str, balances: list[Balance]) -> dict[str, Any]:
    now = time.time()
    epsilon, delta = budget.limits(account, now, (DELTA,))
    spent = from_nano(_by_account(balances, "", epsilon).get(account, 0))
    lost = from_pico(_by_account(balances, f":{DELTA}", delta).get(account, 0))
    slots = by_slot(balances, account)
    # How many slots count at the end of one.
    width = epsilon.slot - epsilon.since + 1
    most = math.inf if budget.epsilon is None else budget.epsilon
    most_lost = math.inf if budget.delta is None else budget.delta
    return {
        "budget": name,
        "account": account,
        "window": budget.window,
        "epsilon": epsilon_json(most),
        "spent": epsilon_json(spent),
        "left": epsilon_json(max(most - spent, 0)),
        "delta": epsilon_json(most_lost),
        "spent_delta": lost,
        "left_delta": epsilon_json(max(most_lost - lost, 0)),
        "resets": budget.resets(now),
        "history": [
            {
                "begins": budget.began(one.slot),
                "ends": budget.began(one.slot + 1),
                "epsilon": epsilon_json(one.epsilon),
                "counted": epsilon_json(
                    sum(other.epsilon for other in slots if one.slot - width < other.slot <= one.slot)
                ),
                "delta": one.delta,
                "draws": one.draws,
            }
            for one in slots
        ],
    }
