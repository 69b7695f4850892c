"""Budgets and the ledger as settings, `[budgets.NAME]` and `[ledger]`, and the ledger that a URL names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError, model_validator

from dp_gateway.budget.base import INFINITE, NO_LIMIT, Ledger, Limit, fingerprint
from dp_gateway.configuration import Table, refused
from dp_gateway.errors import ConfigurationError
from dp_gateway.randomness import Secret

__all__ = [
    "Budget",
    "BudgetName",
    "BudgetSettings",
    "LedgerSettings",
    "Window",
    "budgets_of",
    "ledger_of",
    "open_ledger",
]

BudgetName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
"""Names of accounts are made of it."""

_T = TypeVar("_T")
Window = Literal["total", "day", "rolling"]
_DAY = 86400.0
_SLOTS = 60
"""Slots of a rolling window: it ends at most a sixtieth late, never early."""

_LARGEST = INFINITE / 1e9


class _Table(Table):
    model_config = ConfigDict(allow_inf_nan=False)


class BudgetSettings(_Table):
    """A budget: how much may be spent, by whom, in which time; a table of `[budgets]`, or `budget=` of a client.

    Attributes:
        per: whose it is: each `key`, `user`, `tenant`, `conversation` or `model` has one of its own.
        window: `total`, by `day` (UTC), or `rolling` over the last `hours`.
        hours: of a rolling window.
        epsilon: hard limit; None for a budget that only warns.
        delta: hard limit of the deltas, which add up too; None reports them alone.
        soft: from here on requests are warned of.
        request: most that one request may cost.
        exhausted: what is done with a request that does not fit: `block` it; `mask`: send placeholders instead;
            `lower`: draw words at a lower epsilon that still fits; see `spent`.
        least: for `lower`, the epsilon of a word below which a request is blocked rather than sent as noise.
    """

    per: Literal["key", "user", "tenant", "conversation", "model"] = "key"
    window: Window = "total"
    hours: float = Field(default=24, gt=0, le=24 * 366)
    epsilon: float | None = Field(default=None, gt=0, lt=_LARGEST)
    delta: float | None = Field(default=None, gt=0, lt=1)
    soft: float | None = Field(default=None, gt=0, lt=_LARGEST)
    request: float | None = Field(default=None, gt=0, lt=_LARGEST)
    exhausted: Literal["block", "mask", "lower"] = "block"
    least: float = Field(default=1, gt=0, lt=_LARGEST)

    @model_validator(mode="after")
    def _sense(self) -> BudgetSettings:
        if self.epsilon is None and self.delta is None and self.soft is None and self.request is None:
            raise ValueError("set epsilon or delta (hard limits), soft (warning) or request (most of one request)")
        if self.epsilon is not None and self.soft is not None and self.soft > self.epsilon:
            raise ValueError("soft: the warning comes before the hard limit, so it must not be larger than epsilon")
        return self

    @property
    def _width(self) -> float:
        return self.hours * 3600 / _SLOTS if self.window == "rolling" else _DAY

    def slot(self, now: float) -> int:
        """Return the slot of time that is written to."""
        return math.floor(now / self._width)

    def limits(self, account: str, now: float, measures: Sequence[str]) -> list[Limit]:
        """Return what an account may spend at a time: one limit for epsilon, one for delta, and none for further
        measures.

        Args:
            account, now: whose, and when.
            measures: what is counted besides epsilon; the first of them is delta.
        """
        slot = self.slot(now)
        since = {"total": -(2**62), "day": slot, "rolling": slot - _SLOTS}[self.window]
        # Rounded down, as prices are rounded up.
        delta = NO_LIMIT if self.delta is None else math.floor(self.delta * 1e12 + 1e-3)
        mosts = [delta, *[NO_LIMIT] * (len(measures) - 1)]
        return [
            Limit(account, slot, since, _limit(self.epsilon), _limit(self.request)),
            *(
                Limit(f"{account}:{one}", slot, since, most, NO_LIMIT)
                for one, most in zip(measures, mosts, strict=True)
            ),
        ]

    def resets(self, now: float) -> float | None:
        """Return when what is spent now stops counting, in seconds since the epoch; None for a budget that never
        resets.
        """
        if self.window == "total":
            return None
        slots = 1 if self.window == "day" else _SLOTS + 1
        return (math.floor(now / self._width) + slots) * self._width

    def began(self, slot: int) -> float:
        """Return when a slot began, in seconds since the epoch."""
        return slot * self._width


Budget = float | BudgetSettings | Mapping[str, BudgetSettings | Mapping[str, Any]]
"""A number is a budget of so much epsilon in all; a mapping holds budgets by name, as `[budgets]` of the server."""


def budgets_of(budget: Budget) -> dict[str, BudgetSettings]:
    """Return budgets by name.

    Args:
        budget: an epsilon, one `BudgetSettings` (both are called `default`), or settings by name.

    Raises:
        ConfigurationError: one makes no sense; the message names it.
    """
    if isinstance(budget, BudgetSettings):
        return {"default": budget}
    given: Any = budget if isinstance(budget, Mapping) else {"default": {"epsilon": budget}}
    return _checked(_BUDGETS, given, "write budget=50, or budget={'daily': {'epsilon': 50, 'window': 'day'}}")


def ledger_of(ledger: str | LedgerSettings | Mapping[str, Any]) -> LedgerSettings:
    """Make the settings of a ledger; a string is its URL.

    Raises:
        ConfigurationError: one cannot be used; the message names it.
    """
    given: Any = {"url": ledger} if isinstance(ledger, str) else ledger
    return _checked(_LEDGER, given, "write ledger='sqlite:///FILE', or ledger={'url': ..., 'audit_log': ...}")


def _checked(kind: TypeAdapter[_T], given: Any, hint: str) -> _T:
    try:
        return kind.validate_python(given)
    except ValidationError as error:
        raise refused(error, hint=hint) from None


def _limit(epsilon: float | None) -> int:
    # Rounded down, as prices are rounded up.
    return NO_LIMIT if epsilon is None else min(math.floor(epsilon * 1e9 + 1e-3), INFINITE - 1)


class LedgerSettings(_Table):
    """The ledger: where spending is kept.

    Attributes:
        url: `sqlite:///FILE`, `redis://HOST`, `postgresql://HOST/NAME`, or `memory:`; empty for a file in the user's
            data folder.
        count: what is charged: `certified` levels, or `nominal` ones as the papers count.
        lease_seconds: after this a request that was never finished counts as sent; longer than any request may take.
        audit_log: a file of hash-chained records of what was spent, without content; None for none.
        mark: the file of the sealed mark by which a replaced ledger is noticed at the next start; None puts it beside
            a ledger that is a file, and has none for others, whose mark is in the audit log then.
    """

    url: str = ""
    count: Literal["certified", "nominal"] = "certified"
    lease_seconds: float = Field(default=3600, ge=10, le=7 * _DAY)
    audit_log: Path | None = None
    mark: Path | None = None


_BUDGETS: TypeAdapter[dict[str, BudgetSettings]] = TypeAdapter(dict[BudgetName, BudgetSettings])
_LEDGER = TypeAdapter(LedgerSettings)


def open_ledger(url: str, secret: Secret) -> Ledger:
    """Make a ledger, to be opened by `await ledger.open()`.

    Args:
        url: of the ledger, as the setting `url` of `[ledger]`.
        secret: that keys units; a ledger belongs to one secret.

    Raises:
        ConfigurationError: no ledger has such a URL, or its package is not installed.
    """
    kind, own = url.partition(":")[0], fingerprint(secret.subkey(b"ledger"))
    if kind == "memory":
        from dp_gateway.budget.memory import MemoryLedger

        return MemoryLedger()
    if kind in ("redis", "rediss"):
        from dp_gateway.budget.redis import RedisLedger

        return RedisLedger(url, own)
    if kind in ("postgresql", "postgres"):
        from dp_gateway.budget.postgres import PostgresLedger

        return PostgresLedger(url, own)
    if url == "" or url.startswith("sqlite:///"):
        from dp_gateway.budget.sqlite import SqliteLedger

        return SqliteLedger(Path(url.removeprefix("sqlite:///")) if url else _default_file(), own)
    raise ConfigurationError(
        "no ledger has such a URL", hint="write sqlite:///FILE, redis://HOST, postgresql://HOST/NAME or memory:"
    )


def _default_file() -> Path:
    import platformdirs

    return Path(platformdirs.user_data_dir("dp-gateway")) / "ledger.db"
