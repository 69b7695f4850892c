"""Holds budgets around a request: reserve before it leaves, settle when it may have been received, else refund.

async with accountant.spend(exchange.request, caller, model=model) as spent:
    spent.leaves()                        # from here on it counts as received
    ...send, and pass the reply on with spent.headers()
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import math
import re
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Protocol

from dp_gateway.errors import BudgetExceeded, LedgerError
from dp_gateway.ledger.audit_log import AuditLog
from dp_gateway.ledger.base import NO_LIMIT, Ask, Charge, Ledger, Limit, Refused, from_nano, to_nano, total
from dp_gateway.ledger.settings import BudgetSettings, LedgerSettings
from dp_gateway.ledger.spent import Remaining, Spent
from dp_gateway.randomness import Secret

__all__ = ["Accountant", "Payer", "Priced"]

_LOG = logging.getLogger("dp_gateway")
_TEND_SECONDS = 60.0
_PLAIN = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Priced(Protocol):
    """A request that tells what its units cost."""

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """One charge a unit."""
        ...


class Payer(Protocol):
    """Whose request it is."""

    @property
    def name(self) -> str:
        """Of the key."""
        ...

    @property
    def tenant(self) -> str:
        """Who the key belongs to."""
        ...

    @property
    def conversation(self) -> str:
        """Id of the conversation."""
        ...

    @property
    def user(self) -> str:
        """The user of the application."""
        ...


class Accountant:
    """Spends from budgets.

    Args:
        ledger: keeps what was spent.
        budgets: by name.
        secret: keys the names of users, conversations and models.
        settings: of the ledger.
        clock: seconds since the epoch.
    """

    def __init__(
        self,
        ledger: Ledger,
        budgets: Mapping[str, BudgetSettings],
        *,
        secret: Secret,
        settings: LedgerSettings | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.ledger, self.budgets = ledger, dict(budgets)
        self._settings, self._clock = settings or LedgerSettings(), clock
        self._key = secret.subkey(b"accounts")
        self._audit = AuditLog(self._settings.audit_log) if self._settings.audit_log else None
        self._owed: dict[str, bool] = {}
        self._tending: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the ledger, and settle from now on what nobody finishes.

        Raises:
            LedgerError: it cannot serve.
        """
        await self.ledger.open()
        await self.ledger.expire(self._clock())
        self._tending = asyncio.create_task(self._tend())

    async def close(self) -> None:
        """Close the ledger."""
        if self._tending is not None:
            self._tending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tending
        with contextlib.suppress(LedgerError):
            await self._pay_debts()
        await self.ledger.close()

    async def _tend(self) -> None:
        while True:
            await asyncio.sleep(_TEND_SECONDS)
            try:
                await self._pay_debts()
                if over := await self.ledger.expire(self._clock()):
                    _LOG.warning("%d reservations were never finished and count as spent", over)
            except LedgerError as error:
                _LOG.warning("the ledger was not tended: %s", error.code)

    @asynccontextmanager
    async def spend(
        self,
        request: Priced,
        caller: Payer,
        *,
        model: str = "",
        idempotency_key: str = "",
    ) -> AsyncGenerator[Spent]:
        """Reserve what a request costs; at the end settle it, or refund it where `leaves` was never called.

        Args:
            request, caller, model: what is sent, whose it is, and to which model.
            idempotency_key: the same one of the same caller is charged once.

        Raises:
            BudgetExceeded: a budget does not allow it.
            LedgerError: the ledger cannot tell.
        """
        # Certified levels of a new setting take seconds: beside the event loop.
        charges = await asyncio.to_thread(request.charges, certified=self._settings.count == "certified")
        now = self._clock()
        accounts = {self.account(name, caller, model): name for name in self.budgets}
        ask = Ask(
            self._id(idempotency_key, caller, charges),
            {charge.unit: charge.cost for charge in charges if charge.cost},
            [self.budgets[name].limit(account, now) for account, name in accounts.items()],
            now,
            self._settings.lease_seconds,
        )
        spent = await self._reserve(ask, charges, accounts)
        try:
            yield spent
        finally:
            await asyncio.shield(self._finish(ask, spent, caller))

    def _id(self, idempotency_key: str, caller: Payer, charges: Sequence[Charge]) -> str:
        # The units too: under an old key no other request goes out for nothing.
        units = "".join(sorted(charge.unit.hex() for charge in charges))
        own = self.subject("request", caller.tenant, caller.name, idempotency_key, units)
        return own if idempotency_key else secrets.token_hex(16)

    async def _reserve(self, ask: Ask, charges: tuple[Charge, ...], accounts: Mapping[str, str]) -> Spent:
        if not ask.limits or not ask.costs:
            return Spent(ask.id, charges, total(ask.costs.values()), (), reserved=False)
        if self._owed:
            await self._pay_debts()
        try:
            outcome = await self.ledger.reserve(ask)
        except BaseException:
            # It may have been taken all the same: given back when the ledger answers again.
            self._owed[ask.id] = False
            raise
        if isinstance(outcome, Refused):
            raise self._refusal(accounts[outcome.account], outcome, ask.now)
        remaining = tuple(
            self._remaining(accounts[limit.account], limit, after, ask.now)
            for limit, after in zip(ask.limits, outcome.spent, strict=True)
        )
        return Spent(ask.id, charges, outcome.cost, remaining, reserved=True)

    async def _finish(self, ask: Ask, spent: Spent, caller: Payer) -> None:
        if spent.left and self._audit is not None:
            self._audit.append(self._clock(), ask, spent, caller.tenant, caller.name)
        if not spent.reserved:
            return
        self._owed[ask.id] = spent.left
        try:
            await self._pay(ask.id)
        except LedgerError as error:
            _LOG.warning("a request could not be settled yet: %s", error.code)

    async def _pay(self, name: str) -> None:
        await (self.ledger.settle(name) if self._owed[name] else self.ledger.refund(name, self._clock()))
        self._owed.pop(name, None)

    async def _pay_debts(self) -> None:
        for name in list(self._owed):
            if name in self._owed:
                await self._pay(name)

    def account(self, budget: str, caller: Payer, model: str = "") -> str:
        """The name of an account: the budget, and whose it is. What an application or a user chose is a keyed hash."""
        per = self.budgets[budget].per
        parts = {
            "key": (caller.name,),
            "tenant": (caller.tenant,),
            "user": (caller.tenant, caller.user),
            "conversation": (caller.tenant, caller.name, caller.conversation),
            "model": (model,),
        }[per]
        return f"{budget}/{self.subject(per, *parts)}"

    def subject(self, per: str, *parts: str) -> str:
        """How an account calls the one it belongs to."""
        if per in ("key", "tenant") and _PLAIN.fullmatch(parts[0]):
            return parts[0]
        encoded = [part.encode("utf-8", "surrogatepass") for part in (per, *parts)]
        message = b"".join(len(part).to_bytes(8, "little") + part for part in encoded)
        return hmac.digest(self._key, message, "sha256").hex()[:16]

    def _remaining(self, name: str, limit: Limit, after: int, now: float) -> Remaining:
        budget = self.budgets[name]
        left = math.inf if limit.most == NO_LIMIT else from_nano(max(limit.most - after, 0))
        warned = budget.soft is not None and after >= to_nano(budget.soft)
        if warned:
            _LOG.warning("the budget %s of an account is past its soft limit", name)
        return Remaining(name, left, budget.resets(now), warned)

    def _refusal(self, name: str, refused: Refused, now: float) -> BudgetExceeded:
        budget = self.budgets[name]
        asked = from_nano(refused.asked)
        limit = budget.limit("", now)
        if refused.asked > limit.request:
            left, resets = from_nano(limit.request), None
            message = f"the request costs epsilon {asked:g}, and one request may cost {left:g} of the budget {name}"
            hint = "send less text that is new, or ask the operator for a policy at a lower epsilon"
        else:
            left, resets = from_nano(max(limit.most - refused.spent, 0)), budget.resets(now)
            message = f"the request costs epsilon {asked:g}, and {left:g} is left of the budget {name}"
            hint = "wait until it resets" if resets else "ask the operator: dp-gateway budget show"
        return BudgetExceeded(
            message,
            hint=hint,
            budget=name,
            asked=asked,
            left=left,
            resets=resets,
            exhausted=budget.exhausted,
            least=budget.least,
        )
