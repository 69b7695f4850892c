"""Tells which accounts a request comes under, and what each of its units costs there.

Under each budget a request has one account of epsilon, one of delta, and one for each level of its draws, which counts
them: from those counts the whole mix is composed later. Their names are BUDGET/WHOSE, BUDGET/WHOSE:delta and
BUDGET/WHOSE:EPSILON,DELTA. A unit that was paid for under one account is new to another one.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from dp_gateway.budget.base import Ask, Balance, Caller, Charge, Limit, from_nano, from_pico
from dp_gateway.budget.settings import BudgetSettings
from dp_gateway.cache import Memory
from dp_gateway.privacy.composition import EpsilonDelta, compose
from dp_gateway.randomness import KeyedHash, Secret

DELTA = "delta"
_PLAIN = re.compile(r"[A-Za-z0-9._-]{1,64}")
_EVERYBODY = "all"
_EPSILON_STEP = 1e-3

_MOST_LIMITED = 1024
"""Accounts of a generation, each with the levels of some request, of which the limits are kept."""


class Priced(Protocol):
    """A request that tells what its units cost."""

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """Return one charge a unit."""
        ...


class Whose(NamedTuple):
    """An account's name in parts. `account`: BUDGET/WHOSE. `measure`: empty for epsilon, `DELTA`, or the level whose
    draws are counted.
    """

    account: str
    measure: str


class Accounts:
    """The accounts of some budgets. `secret`: keys the names of users, conversations and models, and the units."""

    def __init__(self, budgets: Mapping[str, BudgetSettings], secret: Secret) -> None:
        self.budgets = dict(budgets)
        self._keyed = KeyedHash(secret.subkey(b"accounts"))
        self._limited = Memory(_MOST_LIMITED)

    def ask(
        self, name: str, charges: Sequence[Charge], caller: Caller, model: str, now: float, lease: float
    ) -> tuple[Ask, dict[str, str]]:
        """Make what is asked of the ledger for a request, and say which budget each account of epsilon belongs to."""
        prices = [_price(charge.epsilon, charge.delta, charge.count) for charge in charges]
        blocks = {self.account(budget, caller, model): budget for budget in self.budgets}
        levels, rows = _rows(frozenset(prices), len(blocks))
        costs: dict[bytes, Sequence[int]] = {}
        for account, row in zip(blocks, rows, strict=True):
            ending = account.encode()
            for charge, price in zip(charges, prices, strict=True):
                if price.cost or price.lost:
                    costs[self._keyed.digest(b"unit" + charge.unit + ending)[:16]] = row[price]
        limits = [one for account, budget in blocks.items() for one in self._limits(budget, account, now, levels)]
        return Ask(name, costs, limits, now, lease), blocks

    def _limits(self, budget: str, account: str, now: float, levels: tuple[str, ...]) -> list[Limit]:
        """The limits of an account, which are the same for a whole slot of time."""
        settings = self.budgets[budget]
        slot = str(settings.slot(now))
        return self._limited.recall(lambda: settings.limits(account, now, (DELTA, *levels)), account, slot, *levels)

    def account(self, budget: str, caller: Caller, model: str = "") -> str:
        """Name an account by the budget, and whose it is. What an application or a user chose is a keyed hash."""
        per = self.budgets[budget].per
        match per:
            case "key":
                parts = (caller.name,)
            case "tenant":
                parts = (caller.tenant,)
            case "user":
                parts = caller.tenant, caller.user
            case "conversation":
                parts = caller.tenant, caller.name, caller.conversation
            case "model":
                parts = (model,)
        return f"{budget}/{self.subject(per, *parts)}"

    def subject(self, per: str, *parts: str) -> str:
        """Return the part of an account's name that says whose it is."""
        if per in ("key", "tenant") and (not parts[0] or _PLAIN.fullmatch(parts[0])):
            return parts[0] or _EVERYBODY
        encoded = [part.encode("utf-8", "surrogatepass") for part in (per, *parts)]
        message = b"".join(len(part).to_bytes(8, "little") + part for part in encoded)
        return self._keyed.digest(message).hex()[:16]


def whose(name: str) -> Whose:
    """Split the name of an account into its parts."""
    account, _, measure = name.partition(":")
    return Whose(account, measure)


class _Price(NamedTuple):
    """What so many draws of one level cost. `cost`, `lost`: nano-epsilon and pico-delta of them all."""

    cost: int
    lost: int
    level: str
    draws: int


def counts_epsilon(name: str) -> bool:
    """Return whether an account is one of epsilon: it has the name of its block."""
    return ":" not in name


@lru_cache(maxsize=1024)
def _price(epsilon: float, delta: float, count: int) -> _Price:
    """The price of a charge; most of the units of a request have the same one."""
    charge = Charge(b"", epsilon, delta, "", count)
    return _Price(charge.cost, charge.lost, level_name(charge), count)


@lru_cache(maxsize=1024)
def _rows(prices: frozenset[_Price], blocks: int) -> tuple[tuple[str, ...], list[dict[_Price, tuple[int, ...]]]]:
    """The levels of what costs something, and for each block of accounts the costs by limit of a unit of each price."""
    levels = tuple(sorted({one.level for one in prices if one.cost or one.lost}))
    width = 2 + len(levels)

    def row(at: int, price: _Price) -> tuple[int, ...]:
        of_draws = [price.draws if level == price.level else 0 for level in levels]
        return (*[0] * (width * at), price.cost, price.lost, *of_draws, *[0] * (width * (blocks - 1 - at)))

    return levels, [{price: row(at, price) for price in prices} for at in range(blocks)]


def level_name(charge: Charge) -> str:
    """Name the level of a draw, rounded up to a grid, so that an account has a handful of them."""
    return _level_name(charge.epsilon, charge.delta)


@lru_cache(maxsize=1024)
def _level_name(epsilon: float, delta: float) -> str:
    if math.isinf(epsilon):
        return "inf,1"
    return f"{math.ceil(epsilon / _EPSILON_STEP - 1e-6) * _EPSILON_STEP:.6g},{_two_digits_up(delta):g}"


def _two_digits_up(delta: float) -> float:
    if delta <= 0:
        return 0.0
    unit = 10.0 ** (math.floor(math.log10(delta)) - 1)
    return min(math.ceil(delta / unit - 1e-9) * unit, 1.0)


def parse_level(name: str) -> tuple[float, float]:
    """Return the (epsilon, delta) of a level's name."""
    epsilon, _, delta = name.partition(",")
    return float(epsilon), float(delta)


_MOST_LEVELS = 100_000
"""Draws that are composed; of more the whole mix is left out."""

_WORTH = 0.99
"""What an epsilon has to be below, of the sum, to be worth a larger delta."""


class Total(NamedTuple):
    """The spending of an account. `account`: BUDGET/WHOSE. `epsilon` and `delta`: by basic composition. `counts`: draws
    by level, rounded up.
    """

    account: str
    epsilon: float
    delta: float
    counts: dict[EpsilonDelta, int]

    @property
    def draws(self) -> int:
        """Number of draws in the slot."""
        return sum(self.counts.values())

    @property
    def levels(self) -> list[EpsilonDelta]:
        """The level of each draw."""
        return [level for level, count in self.counts.items() for _ in range(count)]

    def together(self, slack: float) -> EpsilonDelta:
        """Return the (epsilon, delta) of the whole mix, if the accountant proves a notably smaller epsilon than the
        sum. `slack`: by how much delta may be larger than the sum of the deltas.
        """
        counted = sum(level[1] * count for level, count in self.counts.items()) + slack
        # What was set by hand is spent, and no draw.
        lost = max(counted, self.delta)
        by_hand = max(self.epsilon - sum(level[0] * count for level, count in self.counts.items()), 0)
        if lost >= 1 or math.isinf(self.epsilon) or not 0 < self.draws <= _MOST_LEVELS:
            return self.epsilon, self.delta
        proved = compose(self.levels, counted) + by_hand
        return (proved, lost) if proved < _WORTH * self.epsilon else (self.epsilon, self.delta)


class SlotSpending(NamedTuple):
    """The spending of an account in one slot of time. `slot`: number; see `BudgetSettings.began`. `epsilon`, `delta`,
    `draws`: in it.
    """

    slot: int
    epsilon: float
    delta: float
    draws: int


def amount(balance: Balance) -> float | int:
    """Return what a balance counts: epsilon, delta, or a number of draws."""
    measure = whose(balance.account).measure
    if measure == "":
        return from_nano(balance.spent)
    return from_pico(balance.spent) if measure == DELTA else balance.spent


def totals(balances: Iterable[Balance]) -> list[Total]:
    """Add up what each account spent, by name."""
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


def by_slot(balances: Iterable[Balance], account: str) -> list[SlotSpending]:
    """List what one account spent, in the order of time."""
    slots: defaultdict[int, list[Balance]] = defaultdict(list)
    for one in balances:
        if whose(one.account).account == account:
            slots[one.slot].append(one)
    found: list[SlotSpending] = []
    for slot, ones in sorted(slots.items()):
        total = totals(ones)[0]
        found.append(SlotSpending(slot, total.epsilon, total.delta, total.draws))
    return found
