"""Budgets of the server: what is asked of the ledger around a request, and what is done when a budget is spent."""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from dp_gateway.config import Policy
from dp_gateway.errors import BudgetExceeded
from dp_gateway.exchange import Caller, Exchange
from dp_gateway.ledger.accountant import Accountant
from dp_gateway.ledger.opening import open_ledger
from dp_gateway.ledger.spent import Spent
from dp_gateway.randomness import Secret
from dp_gateway.server.settings import Settings

__all__ = ["Spending", "cheaper"]

_STEP = 0.25
"""Lower epsilons are multiples of this: each is a mechanism of its own, which is kept."""


class Spending:
    """The server's accountant; without budgets and audit log nothing is asked and nothing is written.

    Args:
        settings: of the server.
        secret: keys units and accounts.
    """

    def __init__(self, settings: Settings, secret: Secret) -> None:
        self._accountant: Accountant | None = None
        if settings.budgets or settings.ledger.audit_log is not None:
            ledger = open_ledger(settings.ledger.url, secret)
            self._accountant = Accountant(ledger, settings.budgets, secret=secret, settings=settings.ledger)

    async def open(self) -> None:
        """Open the ledger.

        Raises:
            LedgerError: it cannot serve.
        """
        if self._accountant is not None:
            await self._accountant.open()

    async def close(self) -> None:
        """Close the ledger."""
        if self._accountant is not None:
            await self._accountant.close()

    @asynccontextmanager
    async def spend(self, exchange: Exchange, caller: Caller, model: str) -> AsyncGenerator[Spent | None]:
        """Inside, the price of a request is reserved; it is settled at the end, or refunded where nothing left.

        Raises:
            BudgetExceeded: a budget does not allow it.
            LedgerError: the ledger cannot tell.
        """
        if self._accountant is None:
            yield None
            return
        async with self._accountant.spend(exchange.request, caller, model=model) as spent:
            yield spent


def cheaper(policy: Policy, error: BudgetExceeded) -> Policy | None:
    """The policy under which a request that a budget refused may be sent all the same; None for none.

    `mask` takes placeholders for drawn entities: only where nothing but entities is protected, since the words of the
    other policies would be left in clear. `lower` draws words at an epsilon that is as much lower as the budget is.
    """
    if error.exhausted == "mask" and policy.kind == "entities":
        return policy.model_copy(update={"kind": "mask", "name": f"{policy.name}, masked"})
    if error.exhausted == "lower" and policy.draws_words and 0 < error.left < error.asked < math.inf:
        epsilon = math.floor(policy.tokens.epsilon * error.left / error.asked / _STEP) * _STEP
        if epsilon >= max(error.least, _STEP):
            tokens = policy.tokens.model_copy(update={"epsilon": epsilon})
            return policy.model_copy(update={"tokens": tokens, "name": f"{policy.name}, epsilon {epsilon:g}"})
    return None
