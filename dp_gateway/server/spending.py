"""Budgets of the server: what is asked of the ledger around a request."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, nullcontext

from dp_gateway.exchange import Caller, Exchange
from dp_gateway.ledger.accountant import Accountant
from dp_gateway.ledger.opening import open_ledger
from dp_gateway.ledger.spent import Spent
from dp_gateway.randomness import Secret
from dp_gateway.server.settings import Settings

__all__ = ["Spending"]


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

    def spend(self, exchange: Exchange, caller: Caller, model: str) -> AbstractAsyncContextManager[Spent | None]:
        """Inside, the price of a request is reserved; it is settled at the end, or refunded where nothing left.

        Raises:
            BudgetExceeded: a budget does not allow it.
            LedgerError: the ledger cannot tell.
        """
        if self._accountant is None:
            return nullcontext()
        return self._accountant.spend(exchange.request, caller, model=model)
