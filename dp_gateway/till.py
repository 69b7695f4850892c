"""Pays for requests: their price is reserved before they leave, then settled, or given back where nothing left.

async with await pay(accountant, exchange, caller, again) as payment:
    with payment.leaving():               # from here on it counts as received
        send(payment.exchange.body)

All doors pay by this one coroutine. Doors without an event loop call it through a `Till`.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Generator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.blocking import BlockingAccountant
from dp_gateway.budget.settings import Budget, LedgerSettings, budgets_of, ledger_of, open_ledger
from dp_gateway.budget.spent import Spent, cheaper
from dp_gateway.errors import BudgetExceeded
from dp_gateway.exchange import Caller, Doorway, Exchange, ReadRequest
from dp_gateway.policy import Policy
from dp_gateway.randomness import Secret

Again = Callable[[Policy], Awaitable[Exchange]]
"""Sanitizes a request once more, under another policy."""


class Payment:
    """A request whose price is reserved; without budgets it costs nothing, and all of this does nothing. `exchange`:
    the request that may leave. Its report says what was charged, and what is left. `spent`: what it costs; None where
    nobody counts.
    """

    def __init__(self, exchange: Exchange, spent: Spent | None = None, accountant: Accountant | None = None) -> None:
        self.exchange, self.spent, self._accountant = exchange, spent, accountant

    @contextmanager
    def leaving(self, unsent: Callable[[Exception], bool] = lambda _: False) -> Generator[None]:
        """Enclose the sending of the request: it counts as received from here on. `unsent`: whether an error says that
        nothing of the request left; it is then given back.
        """
        if self.spent is not None:
            self.spent.leaves()
        try:
            yield
        except Exception as error:
            if self.spent is not None and unsent(error):
                self.spent.nothing_left()
            raise

    async def finish(self) -> None:
        """Settle the request, or refund it where it never left; also where whoever waits is cancelled."""
        if self._accountant is not None and self.spent is not None:
            await self._accountant.finish(self.spent)

    async def __aenter__(self) -> Payment:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.finish()


async def pay(accountant: Accountant | None, exchange: Exchange, caller: Caller, again: Again | None = None) -> Payment:
    """Reserve the price of a request; of the same under a cheaper policy where the budget asks for that.

    Args:
        accountant: None where there are no budgets.
        again: sanitizes it under another policy; None where it is this exchange or none.

    Raises:
        BudgetExceeded: a budget does not allow it, and nothing cheaper will do.
        LedgerError: the ledger cannot tell; nothing may be sent.
        GatewayError: it cannot be sanitized again.
    """
    if accountant is None:
        return Payment(exchange)
    try:
        spent = await _reserved(accountant, exchange, caller)
    except BudgetExceeded as refused:
        policy = cheaper(exchange.policy, refused, exchange.request.charges(certified=False))
        if policy is None or again is None:
            raise
        exchange = await again(policy)
        spent = await _reserved(accountant, exchange, caller)
    exchange.charge(spent)
    return Payment(exchange, spent, accountant)


async def _reserved(accountant: Accountant, exchange: Exchange, caller: Caller) -> Spent:
    payer = Caller(caller.name, caller.tenant, caller.conversation or exchange.scope, caller.user)
    return await accountant.reserve(exchange.request, payer, model=exchange.texts.model or "")


class Till:
    """Pays for the requests of doors in a user's own process, from any thread or event loop.

    Args:
        ledger: settings as of `[ledger]` of the server, or a URL; empty for a file in the user's data folder.
        key: of units and accounts.

    Raises:
        ConfigurationError: a budget makes no sense, or no ledger has such a URL.
        LedgerError: the ledger cannot serve.
    """

    def __init__(self, budget: Budget | None, ledger: str | LedgerSettings | Mapping[str, Any], key: Secret) -> None:
        self._accountant: BlockingAccountant | None = None
        if budget is not None:
            budgets, settings = budgets_of(budget), ledger_of(ledger)
            self._accountant = BlockingAccountant(
                lambda: Accountant(open_ledger(settings.url, key), budgets, secret=key, settings=settings)
            )

    def pay(self, doorway: Doorway, exchange: Exchange, caller: Caller) -> Payment:
        """Reserve the price of a request; a cheaper policy sanitizes its texts anew, beside the accountant's loop."""
        if self._accountant is None:
            return Payment(exchange)

        async def again(policy: Policy) -> Exchange:
            read = ReadRequest(exchange.shape, exchange.texts, caller)
            return (await asyncio.to_thread(doorway.under(policy).sanitize, [read]))[0]

        return self._accountant.start(lambda held: pay(held, exchange, caller, again)).result()

    def finish(self, payment: Payment) -> Future[None]:
        """Settle or refund a payment; who need not know when may go on at once."""
        if self._accountant is not None:
            return self._accountant.start(lambda _: payment.finish())
        done: Future[None] = Future()
        done.set_result(None)
        return done

    def charge(self, doorway: Doorway, exchange: Exchange, caller: Caller) -> Exchange:
        """Pay for a request at once, for parts that do not see it leave; the exchange that may leave. Raises
        BudgetExceeded or LedgerError where it may not be paid for.
        """
        payment = self.pay(doorway, exchange, caller)
        with payment.leaving():
            self.finish(payment).result()
        return payment.exchange

    def close(self) -> None:
        """Close the ledger."""
        if self._accountant is not None:
            self._accountant.close()


def shared_till(budget: Budget | None, ledger: str | LedgerSettings | Mapping[str, Any], key: Secret) -> Till:
    """Return the till of these settings in this process, which all parts share that are made anew for every call.
    Raises ConfigurationError or LedgerError as `Till` does.
    """
    if budget is None:
        return Till(None, ledger, key)
    budgets, settings = budgets_of(budget), ledger_of(ledger)
    told = {name: one.model_dump_json() for name, one in budgets.items()}
    name = os.getpid(), key.subkey(b"tills"), repr(sorted(told.items())), settings.model_dump_json()
    with _lock:
        if name not in _tills:
            _tills[name] = Till(budgets, settings, key)
        return _tills[name]


_tills: dict[tuple[int, bytes, str, str], Till] = {}
_lock = threading.Lock()
