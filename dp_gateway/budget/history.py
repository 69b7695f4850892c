"""What the balances of a ledger say: what accounts spent altogether, and slot of time by slot of time."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from dp_gateway.budget.accounts import DELTA, parse_level, whose
from dp_gateway.budget.base import Balance, from_nano, from_pico
from dp_gateway.privacy.composition import Level, compose

__all__ = ["Slot", "Total", "amount", "by_slot", "totals"]

_MOST_LEVELS = 100_000
"""Draws that are composed; of more the whole mix is left out."""

_WORTH = 0.99
"""What an epsilon has to be below, of the sum, to be worth a larger delta."""


class Total(NamedTuple):
    """What an account spent.

    Attributes:
        account: BUDGET/WHOSE.
        epsilon, delta: by basic composition.
        counts: draws by level, rounded up.
    """

    account: str
    epsilon: float
    delta: float
    counts: dict[Level, int]

    @property
    def draws(self) -> int:
        """How many there were."""
        return sum(self.counts.values())

    @property
    def levels(self) -> list[Level]:
        """The level of each draw."""
        return [level for level, count in self.counts.items() for _ in range(count)]

    def together(self, slack: float) -> Level:
        """(epsilon, delta) of the whole mix, where the accountant proves a notably smaller epsilon than the sum.

        Args:
            slack: by how much delta may be larger than the sum of the deltas.
        """
        counted = sum(level[1] * count for level, count in self.counts.items()) + slack
        # What was set by hand is spent, and no draw.
        lost = max(counted, self.delta)
        by_hand = max(self.epsilon - sum(level[0] * count for level, count in self.counts.items()), 0)
        if lost >= 1 or math.isinf(self.epsilon) or not 0 < self.draws <= _MOST_LEVELS:
            return self.epsilon, self.delta
        proved = compose(self.levels, counted) + by_hand
        return (proved, lost) if proved < _WORTH * self.epsilon else (self.epsilon, self.delta)


class Slot(NamedTuple):
    """What an account spent in one slot of time.

    Attributes:
        slot: number; see `BudgetSettings.began`.
        epsilon, delta, draws: in it.
    """

    slot: int
    epsilon: float
    delta: float
    draws: int


def amount(balance: Balance) -> float | int:
    """Epsilon, delta, or a number of draws: what a balance counts."""
    measure = whose(balance.account).measure
    if measure == "":
        return from_nano(balance.spent)
    return from_pico(balance.spent) if measure == DELTA else balance.spent


def totals(balances: Iterable[Balance]) -> list[Total]:
    """What each account spent, by name."""
    sums: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    for one in balances:
        account, measure = whose(one.account)
        sums[account][measure] += one.spent
    return [
        Total(
            account,
            from_nano(found.pop("", 0)),
            min(from_pico(found.pop(DELTA, 0)), 1.0),
            {parse_level(level): count for level, count in found.items() if count},
        )
        for account, found in sorted(sums.items())
    ]


def by_slot(balances: Iterable[Balance], account: str) -> list[Slot]:
    """What one account spent, in the order of time."""
    slots: defaultdict[int, list[Balance]] = defaultdict(list)
    for one in balances:
        if whose(one.account).account == account:
            slots[one.slot].append(one)
    found: list[Slot] = []
    for slot, ones in sorted(slots.items()):
        total = totals(ones)[0]
        found.append(Slot(slot, total.epsilon, total.delta, total.draws))
    return found
