"""Says what every ledger of privacy budgets does, and what it is asked.

A request is reserved before it leaves, then settled (it may have been received) or refunded (nothing left). What is
reserved counts as spent at once; a reservation whose owner died is settled when its lease ends, so nothing is lost.

A unit is what one draw protects: a keyed hash, never text. Once a unit is settled, the same draw costs nothing; while
another request still holds it, it costs twice, and what was paid twice comes back when the later one is settled.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from dp_gateway.errors import LedgerCorrupt, LedgerMismatch, LedgerVersion

VERSION = 1
"""Format of the stored ledgers."""

INFINITE = 10**15
"""Nano-epsilon from which on a price is infinite: a million. Sums of nine such are exact in a double, as Lua has."""

NO_LIMIT = 2**62
"""The limit of a budget that only warns; no sum reaches it."""

REMEMBERED_SECONDS = 30 * 86400
"""How long a settled unit costs nothing; after that the same draw is paid for again, which is safe."""

KEPT_SLOTS = 400
"""Slots of time that are kept besides those that count, to show them; older ones are forgotten."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose request it is; each field is empty where nobody says.

    Attributes:
        name: of the key or client, which pays.
        tenant: who it belongs to.
        conversation: id of the conversation.
        user: the user of the application.
    """

    name: str = ""
    tenant: str = ""
    conversation: str = ""
    user: str = ""


@dataclass(frozen=True, slots=True)
class Charge:
    """The cost of one unit of a request.

    Attributes:
        unit: keyed hash of what is drawn, within its scope.
        epsilon, delta: of one draw.
        count: draws of the unit, such as the words of a text.
        index: hash of what is drawn from; empty where that is no stored table.
    """

    unit: bytes
    epsilon: float
    delta: float
    mechanism: str
    count: int = 1
    index: str = ""

    @property
    def cost(self) -> int:
        """Nano-epsilon of all draws by basic composition, rounded up."""
        return to_nano(self.epsilon * self.count)

    @property
    def lost(self) -> int:
        """Pico-delta of all draws by basic composition, rounded up; at most 1."""
        return to_pico(min(self.delta * self.count, 1.0))


class Limit(NamedTuple):
    """One account that a request comes under. What it counts (epsilon, delta, draws) is whatever the costs are of.

    Attributes:
        account: whose budget it is.
        slot, since: slot of time that is written to, and the first that counts.
        most: amount that the slots may hold together.
        request: amount that one request may cost.
    """

    account: str
    slot: int
    since: int
    most: int = INFINITE
    request: int = INFINITE


class Ask(NamedTuple):
    """A request for budget.

    Attributes:
        id: idempotency key; asking again with the same one reserves once.
        costs: what each unit costs, one amount for each limit, largest `INFINITE`.
        limits: accounts, each once.
        now: seconds since the epoch.
        lease: seconds after which the reservation is settled unless its owner did so.
    """

    id: str
    costs: Mapping[bytes, Sequence[int]]
    limits: Sequence[Limit]
    now: float
    lease: float


class Reservation(NamedTuple):
    """Budget that is taken. `id`: of the `Ask`. `costs`: by limit, without the units that were paid for before.
    `spent`: of each account after it, by limit.
    """

    id: str
    costs: tuple[int, ...]
    spent: tuple[int, ...]


class Refusal(NamedTuple):
    """A refusal: the budget is not there, and nothing was taken. `account`: the first whose limit does not allow the
    request. `asked` and `spent`: amounts of that account.
    """

    account: str
    asked: int
    spent: int


class Balance(NamedTuple):
    """The spending of an account in one slot of time, as a ledger keeps it."""

    account: str
    slot: int
    spent: int


class Mark(NamedTuple):
    """The mark of how far a ledger came. `ledger`: its id, which it got when it was created; empty for one that keeps
    nothing. `step`: reservations so far, of all processes that this one was told of.
    """

    ledger: str = ""
    step: int = 0


class Ledger(Protocol):
    """Keeps what was spent. Every method raises `LedgerError` where it cannot be sure, and changes nothing then."""

    @property
    def mark(self) -> Mark:
        """How far it came when it last answered. One that has another id, or is behind, reserves nothing."""
        ...

    @property
    def beside(self) -> Path | None:
        """The file beside it in which its mark is kept; None if it has no place of its own on this machine."""
        ...

    async def open(self) -> None:
        """Connect; creates what is missing. Raises LedgerVersion or LedgerMismatch or LedgerUnavailable or
        LedgerCorrupt where it cannot serve.
        """
        ...

    async def reserve(self, ask: Ask) -> Reservation | Refusal:
        """Take budget for a request, from all of its accounts or from none."""
        ...

    async def settle(self, name: str) -> None:
        """Settle a request that may have been received: its units are paid for. Unknown and finished ids change
        nothing.
        """
        ...

    async def refund(self, name: str, now: float) -> None:
        """Give back what was reserved for a request of which nothing left. After its lease it counts as settled."""
        ...

    async def expire(self, now: float) -> int:
        """Settle the reservations whose lease is over; return how many there were."""
        ...

    async def balances(self, prefix: str = "") -> list[Balance]:
        """Return what accounts spent, by account and slot, both ascending."""
        ...

    async def put(self, account: str, slot: int, spent: int) -> None:
        """Replace all that an account spent by one amount."""
        ...

    async def check(self, now: float = 0) -> None:
        """Find out whether a reservation would be taken: it is the same ledger, not behind, and can write. `now`: the
        time of the reservation, in seconds since the epoch, which no clock that runs ahead may tell.
        """
        ...

    async def renew(self) -> None:
        """Open an empty ledger in the place of what is there, which is put aside or removed; see `audit_log`."""
        ...

    async def close(self) -> None:
        """Release connections and threads."""
        ...


def to_nano(epsilon: float) -> int:
    """Convert epsilon to nano-epsilon, rounded up; NaN and what is too large are infinite, as nobody may be charged too
    little.
    """
    if not epsilon < INFINITE / 1e9:
        return INFINITE
    return max(math.ceil(epsilon * 1e9 - 1e-3), 0)


def from_nano(nano: int) -> float:
    """Convert an amount to epsilon."""
    return math.inf if nano >= INFINITE else nano / 1e9


def to_pico(delta: float) -> int:
    """Convert delta to pico-delta, rounded up; NaN counts as 1."""
    return max(math.ceil(delta * 1e12 - 1e-3), 0) if delta < 1 else 10**12


def from_pico(pico: int) -> float:
    """Convert an amount to delta."""
    return pico / 1e12


def fingerprint(key: bytes) -> str:
    """Hash the secret, to tell ledgers of different secrets apart, and nothing else of the secret."""
    return hashlib.sha256(b"dp-gateway/ledger" + key).hexdigest()[:16]


def check_header(version: str, kept: str, own: str, where: str) -> None:
    """Refuse a ledger of another format or another secret."""
    if version != str(VERSION):
        raise LedgerVersion(
            f"{where} has format {version}, this version reads {VERSION}",
            hint="run the version that wrote it, or export it and begin a new ledger: dp-gateway budget export",
        )
    if kept != own:
        raise LedgerMismatch(
            f"{where} was kept under another secret",
            hint="give all gateways of one ledger the same key file ([privacy.keys]), or name another ledger",
        )


def check_step(where: str, seen: Mark, ledger: str | None, step: int) -> None:
    """Refuse a ledger that is not the one that was opened, or has gone back behind what it said before."""
    if ledger != seen.ledger or step < seen.step:
        raise LedgerCorrupt(
            f"{where} was replaced, emptied or set back since it was opened; nothing was sent",
            hint="put it back, or stop the gateway and rebuild it from the audit log: dp-gateway budget recover",
        )


def total(costs: Iterable[int]) -> int:
    """Add up amounts, to at most `INFINITE`."""
    return min(sum(costs), INFINITE)


def sums(costs: Iterable[Sequence[int]], limits: int) -> tuple[int, ...]:
    """Add up the costs of several units, by limit."""
    # Written out: it is asked for each request, and its limits are many.
    return tuple([min(sum(column), INFINITE) for column in zip(*costs, strict=True)]) or (0,) * limits
