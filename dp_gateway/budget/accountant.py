"""Holds budgets around a request: reserve before it leaves, settle when it may have been received, else refund.

The till calls it; callers without an event loop have one in a thread, see `blocking`.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import math
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from dp_gateway.budget.accounts import Accounts, Priced, whose
from dp_gateway.budget.audit_log import AuditLog, record_of
from dp_gateway.budget.base import (
    NO_LIMIT,
    Ask,
    Caller,
    Charge,
    Ledger,
    Mark,
    Refusal,
    Reservation,
    from_nano,
    from_pico,
    to_nano,
)
from dp_gateway.budget.guards import RECOVER, MarkFile, check_mark, steady
from dp_gateway.budget.log_chain import HEADS
from dp_gateway.budget.memory import MemoryLedger
from dp_gateway.budget.proof import Proof, short
from dp_gateway.budget.settings import BudgetSettings, LedgerSettings
from dp_gateway.budget.spent import Remaining, Spent, refusal
from dp_gateway.errors import LedgerCorrupt, LedgerError, LedgerUnavailable
from dp_gateway.privacy.composition import basic
from dp_gateway.randomness import Secret

_LOG = logging.getLogger("dp_gateway")
_TEND_SECONDS = 60.0
_PROVE_SECONDS = 3600.0
_MARK_SECONDS = 0.05
"""How long the mark may be behind an audit log, which has the steps of the ledger too."""
_READY_SECONDS = 1.0
"""How long a ledger that could serve is said to be ready without another look."""
_MOST_WARNED = 10_000
_TRIES, _BETWEEN = 3, 0.5
"""How often, and after how many seconds, is looked again at a ledger that others spend from meanwhile."""

_Noted = Refusal | tuple[Reservation, Exception | None]
_Noting = Callable[[Ask, Callable[[Reservation, Mark], Any], AuditLog], asyncio.Future[_Noted]]
"""`SqliteLedger.reserve_noted`."""


class Accountant:
    """Spends from budgets. `secret`: keys the names of users, conversations and models. `clock`: seconds since the
    epoch.
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
        self.ledger, self.accounts = ledger, Accounts(budgets, secret)
        self.settings, self._clock = settings or LedgerSettings(), clock
        key, place = secret.subkey(b"marks"), self.settings.mark or ledger.beside
        self._audit = AuditLog(self.settings.audit_log, key) if self.settings.audit_log else None
        self._marks = MarkFile(place, key) if place is not None else None
        self._place = self._marks.place_of(self._audit.path) if self._marks and self._audit else ""
        self._proof = Proof(self._audit.path, key) if self._audit is not None else None
        self._marked_at, self._marking = -math.inf, False
        self._marked: Mark | None = None
        self._prove_again = -math.inf
        self._broken: LedgerCorrupt | None = None
        self._ready_until = -math.inf
        self._owed: dict[str, bool] = {}
        # The slot of time in which the operator was told that an account is past its soft limit.
        self._warned: dict[str, int] = {}
        self._paying = asyncio.Lock()
        self._tending: asyncio.Task[None] | None = None
        self._giving_back: set[asyncio.Future[None]] = set()
        # Ids of this accountant; entropy is asked for once, as that lets another thread run.
        self._unlike_others, self._numbers = secrets.token_hex(4), itertools.count()

    async def open(self) -> None:
        """Open the ledger, and settle from now on what nobody finishes. Raises LedgerError where it cannot serve."""
        await self.ledger.open()
        try:
            await self._compare()
            await self.ledger.expire(self._clock())
        except BaseException:
            await self.ledger.close()
            raise
        self._tending = asyncio.create_task(self._tend())

    async def _compare(self) -> None:
        """The ledger, its mark and the audit log have to agree before anything is spent."""
        mark = self.ledger.mark
        kept = await asyncio.to_thread(self._marks.read) if self._marks is not None else None
        if kept is not None:
            check_mark(mark, kept.mark, "the mark beside it")
        elif mark.step and self._marks is not None:
            _LOG.warning("the ledger has no mark beside it, and gets one now: whether it is whole is not known")
        balances = await self.ledger.balances() if mark.step or self._audit is not None else []
        if mark.step and all(one.account.startswith(HEADS) for one in balances):
            raise LedgerCorrupt(f"the ledger has {mark.step} steps, and no account; nothing was sent", hint=RECOVER)
        if self._audit is not None:
            told = [(one.account[len(HEADS) :], one.slot) for one in balances if one.account.startswith(HEADS)]
            here = self._marks.told_of(self._audit.path) if self._marks is not None else None
            known = told if kept is None else [*told, (kept.log, kept.number)]
            written = await asyncio.to_thread(self._audit.open, known, here)
            if mark.ledger:
                check_mark(mark, written, "the audit log")
        if self._marks is not None:
            await asyncio.to_thread(self._marks.raise_to, mark)
        await self._prove()

    async def _prove(self) -> None:
        """No account may have spent less by the ledger than by the audit log."""
        self._prove_again = steady() + _PROVE_SECONDS
        if self._proof is None or not self.ledger.mark.ledger:
            return
        fewer: list[str] = []
        for attempt in range(_TRIES):
            if attempt:
                # What was given back between the two looks is in neither, or in one of them.
                await asyncio.sleep(_BETWEEN)
            proved = await asyncio.to_thread(self._proof.read, await self.ledger.balances(HEADS))
            fewer = short(proved, await self.ledger.balances())
            if not fewer:
                return
        count = len({whose(one).account for one in fewer})
        raise LedgerCorrupt(
            f"by the ledger {count} accounts have spent less than by the audit log; nothing was sent", hint=RECOVER
        )

    async def ready(self) -> None:
        """Find out whether a request would be reserved and recorded; asked as often as every second. Raises LedgerError
        where it would be refused, as all would be.
        """
        if self._broken is not None:
            raise self._broken
        if steady() < self._ready_until:
            return
        await self.ledger.check(self._clock())
        if self._audit is not None:
            await asyncio.to_thread(self._audit.check)
        if self._marks is not None:
            await asyncio.to_thread(self._marks.raise_to, self.ledger.mark)
        self._ready_until = steady() + _READY_SECONDS

    async def close(self) -> None:
        """Close the ledger."""
        if self._tending is not None:
            self._tending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tending
        await asyncio.gather(*self._giving_back)
        with contextlib.suppress(LedgerError):
            await self._pay_debts()
        if self._marking:
            self._raise_mark_later()
        if self._audit is not None:
            await asyncio.to_thread(self._audit.close)
        with contextlib.suppress(LedgerError):
            await self._keep_head()
        await self.ledger.close()

    async def _tend(self) -> None:
        while True:
            await asyncio.sleep(_TEND_SECONDS)
            try:
                await self._pay_debts()
                await self.ready()
                await self._keep_head()
                if steady() > self._prove_again:
                    await self._prove()
                if over := await self.ledger.expire(self._clock()):
                    _LOG.warning("%d reservations were never finished and count as spent", over)
            except LedgerError as error:
                if isinstance(error, LedgerCorrupt):
                    self._broken = error
                _LOG.warning("the ledger was not tended: %s", error.code)

    async def _keep_head(self) -> None:
        if self._audit is not None and self._audit.head is not None:
            await self.ledger.put(*self._audit.head.kept)

    @asynccontextmanager
    async def spend(
        self, request: Priced, caller: Caller, *, model: str = "", idempotency_key: str = ""
    ) -> AsyncGenerator[Spent]:
        """Reserve at the beginning of the block and `finish` at its end, which refunds if `Spent.leaves` was never
        called.
        """
        spent = await self.reserve(request, caller, model=model, idempotency_key=idempotency_key)
        try:
            yield spent
        finally:
            await self.finish(spent)

    async def reserve(self, request: Priced, caller: Caller, *, model: str = "", idempotency_key: str = "") -> Spent:
        """Take what a request costs from all of its budgets, or nothing.

        Args:
            request, caller, model: what is sent, whose it is, and to which model.
            idempotency_key: the same one of the same caller is charged once.

        Raises:
            BudgetExceeded: a budget does not allow it.
            LedgerError: the ledger cannot tell.
        """
        if self._broken is not None:
            raise self._broken
        certified = self.settings.count == "certified"
        known = getattr(request, "charged", None)
        charges = None if known is None else known(certified=certified)
        if charges is None:
            # Certified levels of a new setting take seconds: beside the event loop.
            charges = await asyncio.to_thread(request.charges, certified=certified)
        name = self._id(idempotency_key, caller, charges)
        ask, blocks = self.accounts.ask(name, charges, caller, model, self._clock(), self.settings.lease_seconds)
        if not ask.limits or not ask.costs:
            spent = Spent(ask, caller, charges, basic((c.epsilon * c.count, c.delta * c.count) for c in charges))
        else:
            taken = partial(self._spent, ask, caller, charges, blocks)
            noting = getattr(self.ledger, "reserve_noted", None)
            if self._audit is not None and noting is not None and not idempotency_key:
                outcome = await self._take_noted(ask, taken, noting, self._audit)
            else:
                outcome = await self._take(ask)
            if isinstance(outcome, Refusal):
                budget = blocks[whose(outcome.account).account]
                stored = not isinstance(self.ledger, MemoryLedger)
                raise refusal(budget, self.accounts.budgets[budget], outcome, ask.now, stored=stored)
            spent = outcome if isinstance(outcome, Spent) else taken(outcome)
        if self._audit is not None and charges and not spent.recorded:
            await self._record(spent)
        return spent

    def _id(self, idempotency_key: str, caller: Caller, charges: Sequence[Charge]) -> str:
        if not idempotency_key:
            # In the order of time: a ledger on a disk then writes the page again that it wrote last.
            return f"{time.time_ns():016x}{self._unlike_others}{next(self._numbers):08x}"
        # The units too: under an old key no other request goes out for nothing.
        units = "".join(sorted(charge.unit.hex() for charge in charges))
        return self.accounts.subject("request", caller.tenant, caller.name, idempotency_key, units)

    async def _take(self, ask: Ask) -> Reservation | Refusal:
        await self._pay_debts_before(ask)
        try:
            outcome = await self.ledger.reserve(ask)
            # Where there is a log, the mark is raised with its line.
            if self._audit is None or isinstance(outcome, Refusal):
                self._raise_mark()
            return outcome
        except BaseException:
            # It may have been taken all the same: given back when the ledger answers again.
            self._owed[ask.id] = False
            raise

    async def _pay_debts_before(self, ask: Ask) -> None:
        # Where somebody is at it already, the others need not wait: a ledger that is away refuses them by itself.
        if ask.id in self._owed or (self._owed and not self._paying.locked()):
            await self._pay_debts()

    async def _take_noted(
        self, ask: Ask, spent_of: Callable[[Reservation], Spent], noting: _Noting, audit: AuditLog
    ) -> Spent | Refusal:
        """`_take` and `_record` in one go, for a ledger that can write both before it answers. `ask`: its id is nobody
        else's. `spent_of`: what a request spent, of what was taken for it. `audit`: where it is recorded.
        """
        await self._pay_debts_before(ask)
        made: list[Spent] = []

        def note(outcome: Reservation, mark: Mark) -> dict[str, Any]:
            made.append(spent_of(outcome))
            made[0].recorded = True
            return record_of(self._clock(), "spent", made[0], self.settings.count, mark)

        taken = noting(ask, note, audit)
        try:
            outcome = await asyncio.shield(taken)
        except asyncio.CancelledError:
            # It is taken and recorded, or about to be.
            giving_back = asyncio.ensure_future(self._give_back(ask.id, taken, made))
            self._giving_back.add(giving_back)
            giving_back.add_done_callback(self._giving_back.discard)
            raise
        except BaseException:
            self._owed[ask.id] = False
            raise
        if isinstance(outcome, Refusal):
            self._raise_mark()
            return outcome
        (spent,), (_, failed) = made, outcome
        try:
            if failed is not None:
                spent.recorded = False
                raise failed
            self._raise_mark()
        except BaseException:
            await self.finish(spent)
            raise
        return spent

    async def _give_back(self, name: str, taken: asyncio.Future[_Noted], made: list[Spent]) -> None:
        """Give back what was taken for a request whose sender has gone away meanwhile."""
        try:
            outcome = await taken
        except Exception:
            self._owed[name] = False
            return
        if not isinstance(outcome, Refusal):
            made[0].recorded = outcome[1] is None
            await self._finish(made[0])

    def _raise_mark(self) -> None:
        """Raise the mark to what was written; where a log has each step, soon, for all requests that come meanwhile.

        Requests whose steps were committed together need it once: the first one raises it for all.
        """
        if self._marks is None or self._marking:
            return
        mark = self.ledger.mark
        if self._audit is None and mark == self._marked:
            return
        wait = self._marked_at + _MARK_SECONDS - steady()
        if self._audit is not None and wait > 0:
            self._marking = True
            asyncio.get_running_loop().call_later(wait, self._raise_mark_later)
            return
        self._marked_at = steady()
        head = self._audit.head if self._audit is not None else None
        if head is None:
            self._marks.raise_to(mark)
        else:
            self._marks.raise_to(mark, head.log, head.number, self._place)
        self._marked = mark

    def _raise_mark_later(self) -> None:
        """What cannot be written is refused to the next request, which tries again."""
        self._marking, self._marked_at = False, -math.inf
        with contextlib.suppress(LedgerUnavailable):
            try:
                self._raise_mark()
            except LedgerCorrupt as error:
                self._broken = error
            return
        self._marked_at = -math.inf

    def _spent(
        self, ask: Ask, caller: Caller, charges: Sequence[Charge], blocks: Mapping[str, str], outcome: Reservation
    ) -> Spent:
        width = len(ask.limits) // len(blocks)
        places = range(0, len(ask.limits), width)
        remaining = tuple(
            [self._remaining(budget, ask, outcome, at) for at, budget in zip(places, blocks.values(), strict=True)]
        )
        charged = max([outcome.costs[at] for at in places]), max([outcome.costs[at + 1] for at in places])
        spent = Spent(ask, caller, charges, (from_nano(charged[0]), from_pico(charged[1])), remaining)
        pairs = zip(ask.limits, outcome.costs, strict=True)
        spent.taken = tuple([(limit.account, limit.slot, cost) for limit, cost in pairs if cost])
        return spent

    def _remaining(self, name: str, ask: Ask, outcome: Reservation, at: int) -> Remaining:
        budget = self.accounts.budgets[name]
        spent, lost = outcome.spent[at : at + 2]
        most, most_lost = ask.limits[at].most, ask.limits[at + 1].most
        warned = budget.soft is not None and spent >= to_nano(budget.soft)
        account, slot = ask.limits[at][:2]
        if warned and self._warned.get(account) != slot:
            if len(self._warned) >= _MOST_WARNED:
                self._warned.clear()
            self._warned[account] = slot
            _LOG.warning("the budget %s of an account is past its soft limit", name)
        return Remaining(
            name,
            from_nano(spent),
            math.inf if most == NO_LIMIT else from_nano(max(most - spent, 0)),
            from_pico(lost),
            math.inf if most_lost == NO_LIMIT else from_pico(max(most_lost - lost, 0)),
            budget.resets(ask.now),
            warned,
        )

    async def finish(self, spent: Spent) -> None:
        """Settle a request that may have left; refund one that did not; also where whoever waits is cancelled.

        What fails now is done later.
        """
        if not spent.left or (spent.remaining and not self._settled_later(spent.ask.id)):
            await asyncio.shield(self._finish(spent))

    async def _finish(self, spent: Spent) -> None:
        if spent.recorded and not spent.left:
            # The log first, so that it never says more than the ledger; what it cannot say is not given back.
            spent.left = not await self._noted_refund(spent)
        if spent.remaining:
            try:
                self._owed[spent.ask.id] = spent.left
                await self._pay(spent.ask.id)
            except LedgerError as error:
                _LOG.warning("a request could not be settled yet: %s", error.code)

    async def _noted_refund(self, spent: Spent) -> bool:
        try:
            await self._append(spent, "refunded")
        except LedgerError as error:
            _LOG.warning("a refund could not be noted, and counts as spent: %s", error.code)
            return False
        return True

    def _settled_later(self, name: str) -> bool:
        """Whether the ledger settles a request with what it writes next: nobody waits for that."""
        later = getattr(self.ledger, "settle_later", None)
        if later is None:
            return False

        def done(settled: asyncio.Future[None]) -> None:
            if settled.cancelled() or settled.exception() is not None:
                self._owed[name] = True

        try:
            later(name).add_done_callback(done)
        except LedgerError:
            return False
        return True

    async def _record(self, spent: Spent) -> None:
        """Before a request leaves, so that what left is in the log whatever happens then."""
        try:
            # Who is cancelled from here on does not know whether it was written.
            spent.recorded = True
            try:
                await self._append(spent, "spent")
            except LedgerError:
                spent.recorded = False
                raise
            self._raise_mark()
        except BaseException:
            await self.finish(spent)
            raise

    async def _append(self, spent: Spent, event: str) -> None:
        assert self._audit is not None
        record = record_of(self._clock(), event, spent, self.settings.count, self.ledger.mark)
        await asyncio.wrap_future(self._audit.append(record))

    async def _pay(self, name: str) -> None:
        await (self.ledger.settle(name) if self._owed[name] else self.ledger.refund(name, self._clock()))
        self._owed.pop(name, None)

    async def _pay_debts(self) -> None:
        # One at a time: a refund that is still on its way must not meet a new reservation of the same id.
        async with self._paying:
            for name in list(self._owed):
                if name in self._owed:
                    await self._pay(name)
