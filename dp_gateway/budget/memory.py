"""The ledger of one process, in memory: for tests, and as the plain statement of what the others must do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from dp_gateway.budget.base import (
    KEPT_SLOTS,
    REMEMBERED_SECONDS,
    Ask,
    Balance,
    Limit,
    Mark,
    Refusal,
    Reservation,
    sums,
    total,
)
from dp_gateway.budget.guards import Clock


@dataclass(slots=True)
class _Held:
    reservation: Reservation
    slots: list[tuple[str, int]]
    costs: dict[bytes, Sequence[int]]
    began: float
    until: float
    state: str = "reserved"


class MemoryLedger:
    """Implements `Ledger`; for one event loop. What was spent is lost with the process."""

    def __init__(self) -> None:
        self._spent: defaultdict[str, dict[int, int]] = defaultdict(dict)
        self._units: dict[bytes, float] = {}
        self._held: dict[str, _Held] = {}

        self._clock = Clock()

    mark, beside = Mark(), None

    async def open(self) -> None:
        """Do nothing."""

    async def check(self, now: float = 0) -> None:
        """Check the time: nothing else can be wrong."""
        self._clock.check(now)

    async def renew(self) -> None:
        self._spent.clear()
        self._units.clear()
        self._held.clear()
        self._clock = Clock()

    async def reserve(self, ask: Ask) -> Reservation | Refusal:
        known = self._held.get(ask.id)
        if known is not None and known.state != "refunded":
            return known.reservation
        self._clock.accept(ask.now)
        costs = {unit: cost for unit, cost in ask.costs.items() if self._units.get(unit, 0) <= ask.now}
        asked = sums(costs.values(), len(ask.limits))
        after: list[int] = []
        for limit, cost in zip(ask.limits, asked, strict=True):
            spent = total(spent for slot, spent in self._spent[limit.account].items() if slot >= limit.since)
            if cost > 0 and (cost > limit.request or spent + cost > limit.most):
                return Refusal(limit.account, cost, spent)
            after.append(total((spent, cost)))
        # Never behind what was written: a clock that jumps back opens no window again.
        slots = [(one.account, max([one.slot, *self._spent[one.account]])) for one in ask.limits]
        self._add(slots, asked)
        self._forget(ask.limits)
        reservation = Reservation(ask.id, asked, tuple(after))
        self._held[ask.id] = _Held(reservation, slots, costs, ask.now, ask.now + ask.lease)
        return reservation

    def _add(self, slots: list[tuple[str, int]], amounts: Sequence[int]) -> None:
        for (account, slot), amount in zip(slots, amounts, strict=True):
            spent = self._spent[account]
            spent[slot] = max(spent.get(slot, 0) + amount, 0)

    def _forget(self, limits: Sequence[Limit]) -> None:
        for limit in limits:
            kept = self._spent[limit.account].items()
            self._spent[limit.account] = {slot: spent for slot, spent in kept if slot >= limit.since - KEPT_SLOTS}

    async def settle(self, name: str) -> None:
        held = self._held.get(name)
        if held is None or held.state != "reserved":
            return
        held.state = "settled"
        until = held.until + REMEMBERED_SECONDS
        paid = {unit for unit in held.costs if self._units.get(unit, 0) > held.began}
        self._units |= {unit: until for unit in held.costs if unit not in paid}
        twice = sums((held.costs[unit] for unit in paid), len(held.slots))
        self._add(held.slots, [-min(pair) for pair in zip(twice, held.reservation.costs, strict=True)])

    async def refund(self, name: str, now: float) -> None:
        held = self._held.get(name)
        if held is None or held.state != "reserved":
            return
        if now >= held.until:
            await self.settle(name)
            return
        held.state = "refunded"
        self._add(held.slots, [-cost for cost in held.reservation.costs])

    async def expire(self, now: float) -> int:
        over = [name for name, held in self._held.items() if held.state == "reserved" and now >= held.until]
        for name in over:
            await self.settle(name)
        self._units = {unit: until for unit, until in self._units.items() if until > now}
        self._held = {name: held for name, held in self._held.items() if held.until + REMEMBERED_SECONDS > now}
        return len(over)

    async def balances(self, prefix: str = "") -> list[Balance]:
        return [
            Balance(account, slot, spent)
            for account, slots in sorted(self._spent.items())
            if account.startswith(prefix)
            for slot, spent in sorted(slots.items())
        ]

    async def put(self, account: str, slot: int, spent: int) -> None:
        self._spent[account] = {slot: spent}

    async def close(self) -> None:
        """Do nothing: there is nothing to release."""
