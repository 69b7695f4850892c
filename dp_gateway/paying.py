"""Budgets of the doors in a user's own process: the wrapped clients.

paid = pay(purse, doorway, caller, lambda doorway: doorway.open("chat", body, caller))
paid.leaves()                             # from here on it counts as received
send(paid.exchange.body)
paid.finish()
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from dp_gateway.errors import BudgetExceeded
from dp_gateway.exchange import Caller, Doorway, Exchange
from dp_gateway.ledger.accountant import Accountant
from dp_gateway.ledger.blocking import BlockingAccountant
from dp_gateway.ledger.exhaustion import cheaper
from dp_gateway.ledger.opening import open_ledger
from dp_gateway.ledger.settings import Budget, LedgerSettings, budgets_of, ledger_of
from dp_gateway.ledger.spent import Spent
from dp_gateway.randomness import Secret
from dp_gateway.shapes import RequestTexts, Shape

__all__ = ["Paid", "PayingDoorway", "Purse", "pay", "shared_purse"]

Opens = Callable[[Doorway], Exchange]
"""Sanitizes a request at a doorway."""


class Paid:
    """A request whose price is reserved; without budgets it costs nothing, and all of this does nothing.

    Attributes:
        exchange: the request. Its report says what was charged, and what is left.
    """

    def __init__(self, exchange: Exchange, spent: Spent | None = None, purse: Purse | None = None) -> None:
        self.exchange, self._spent, self._purse = exchange, spent, purse

    def leaves(self) -> None:
        """The request is sent now: it counts as received from here on."""
        if self._spent is not None:
            self._spent.leaves()

    def nothing_left(self) -> None:
        """Nothing of it was sent after all."""
        if self._spent is not None:
            self._spent.nothing_left()

    def finish(self) -> Future[None]:
        """Settle it, or refund it where it never left."""
        if self._purse is not None and self._spent is not None:
            return self._purse.accountant.finish(self._spent)
        done: Future[None] = Future()
        done.set_result(None)
        return done


class Purse:
    """The budgets of a wrapped client, and the ledger that they are kept in.

    Args:
        budget: see `Budget`.
        ledger: settings as of `[ledger]` of the server, or a URL; empty for a file in the user's data folder.
        key: of units and accounts.

    Raises:
        ConfigurationError: a budget makes no sense, or no ledger has such a URL.
        LedgerError: the ledger cannot serve.
    """

    def __init__(self, budget: Budget, ledger: str | LedgerSettings | Mapping[str, Any], key: Secret) -> None:
        budgets, settings = budgets_of(budget), ledger_of(ledger)
        self.accountant = BlockingAccountant(
            lambda: Accountant(open_ledger(settings.url, key), budgets, secret=key, settings=settings)
        )
        self._doorways: dict[tuple[Doorway, str], Doorway] = {}

    def pay(self, doorway: Doorway, caller: Caller, opens: Opens) -> Paid:
        """See `pay`."""
        exchange = opens(doorway)
        try:
            spent = self._reserve(exchange, caller)
        except BudgetExceeded as refused:
            policy = cheaper(doorway.gateway.policy, refused, exchange.request.charges(certified=False))
            if policy is None:
                raise
            place = doorway, policy.name
            self._doorways[place] = found = self._doorways.get(place) or doorway.under(policy)
            exchange = opens(found)
            spent = self._reserve(exchange, caller)
        exchange.charge(spent)
        return Paid(exchange, spent, self)

    def _reserve(self, exchange: Exchange, caller: Caller) -> Spent:
        payer = replace(caller, conversation=caller.conversation or exchange.scope)
        return self.accountant.reserve(exchange.request, payer, model=exchange.texts.model or "")

    def close(self) -> None:
        """Close the ledger."""
        self.accountant.close()


class PayingDoorway(Doorway):
    """A doorway whose requests are paid for as they are opened: for parts that do not see them leave.

    Args:
        doorway: without budgets.
        purse: pays.
    """

    def __init__(self, doorway: Doorway, purse: Purse) -> None:
        super().__init__(doorway.gateway, key=doorway._key, scope=doorway._scope, mask_replies=doorway._mask)
        self._purse = purse

    def sanitize(self, shape: Shape, texts: RequestTexts, caller: Caller) -> Exchange:
        """See `Doorway.sanitize`; whatever else a doorway sanitizes passes here or through `sanitize_many`.

        Raises:
            BudgetExceeded, LedgerError: it may not be paid for.
        """
        return self._paid(super().sanitize(shape, texts, caller), caller)

    def sanitize_many(
        self, shapes: Sequence[Shape], read: Sequence[RequestTexts], callers: Sequence[Caller]
    ) -> list[Exchange]:
        """See `Doorway.sanitize_many`.

        Raises:
            BudgetExceeded, LedgerError: one of them may not be paid for.
        """
        opened = super().sanitize_many(shapes, read, callers)
        return [self._paid(exchange, caller) for exchange, caller in zip(opened, callers, strict=True)]

    def _paid(self, exchange: Exchange, caller: Caller) -> Exchange:
        def opens(through: Doorway) -> Exchange:
            return exchange if through is self else through.sanitize(exchange.shape, exchange.texts, caller)

        paid = self._purse.pay(self, caller, opens)
        paid.leaves()
        paid.finish().result()
        return paid.exchange


def shared_purse(budget: Budget, ledger: str | LedgerSettings | Mapping[str, Any], key: Secret) -> Purse:
    """The purse of these settings in this process: parts that are made anew for every call have one together.

    Raises:
        ConfigurationError, LedgerError: see `Purse`.
    """
    budgets, settings = budgets_of(budget), ledger_of(ledger)
    told = {name: one.model_dump_json() for name, one in budgets.items()}
    name = os.getpid(), key.subkey(b"purses"), repr(sorted(told.items())), settings.model_dump_json()
    with _lock:
        if name not in _purses:
            _purses[name] = Purse(budgets, settings, key)
        return _purses[name]


_purses: dict[tuple[int, bytes, str, str], Purse] = {}
_lock = threading.Lock()


def pay(purse: Purse | None, doorway: Doorway, caller: Caller, opens: Opens) -> Paid:
    """Sanitize a request and reserve its price; under a cheaper policy where the budget asks for that.

    Args:
        purse: None where there are no budgets.
        doorway, caller: where it is sanitized, and whose it is.
        opens: sanitizes it.

    Raises:
        BudgetExceeded: a budget does not allow it, and nothing cheaper will do.
        LedgerError: the ledger cannot tell; nothing may be sent.
        GatewayError: see `Doorway.open`.
    """
    return Paid(opens(doorway)) if purse is None else purse.pay(doorway, caller, opens)
