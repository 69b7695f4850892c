"""Adds up what logs say was spent, and fills a ledger anew with it: for a ledger that was lost.

`dp-gateway budget recover` calls this.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from dp_gateway.budget.base import NO_LIMIT, Ask, Balance, Ledger, Limit, Refusal
from dp_gateway.budget.log_chain import HEADS, LogHead, read_lines, verify
from dp_gateway.errors import InputError, LedgerCorrupt

_Slots = dict[tuple[str, int], int]

_AT_ONCE = 200

_LEASE = 3600.0


class LoggedSpending(NamedTuple):
    """The spending that logs tell of.

    Attributes:
        balances: what was taken and not given back, by account and slot.
        requests: how many there were.
        begins: the step of the ledger in the first line; with more than 1, earlier logs are missing.
        undated: requests of an earlier version, whose lines do not say what was taken from which slot.
    """

    balances: list[Balance]
    requests: int
    begins: int
    undated: int


def read_logs(paths: Sequence[Path], key: bytes) -> LoggedSpending:
    """Add up some logs, the oldest first. A torn last line is left out: it was never acknowledged. Raises InputError:
    one cannot be read, or was changed.
    """
    slots: _Slots = defaultdict(int)
    taken: dict[str, list[Any]] = {}
    begins, undated, requests = 0, 0, 0
    before: LogHead | None = None
    for path in paths:
        found = verify(path, key=key)
        for number, (line, read) in enumerate(read_lines(path), 1):
            if number == found.broken:
                if line.endswith(b"\n"):
                    raise InputError(
                        f"{path}: line {number} or the one before was changed, moved or removed",
                        hint="give the ledger its last copy back, or name a copy of the log that is whole",
                    )
                break
            begins = begins or (read.mark.step if read is not None else 0)
            record = orjson.loads(line)
            if number == 1 and before is not None and record.get("follows", [before.log])[0] == before.log:
                _check_joined(path, record, before)
            counted = _count(record, taken, slots)
            requests += counted and record["event"] == "spent"
            undated += record.get("event") == "spent" and "taken" not in record and bool(record.get("accounts"))
        before = found.head
    balances = [Balance(account, slot, max(spent, 0)) for (account, slot), spent in sorted(slots.items())]
    return LoggedSpending(balances, requests, begins, undated)


def _check_joined(path: Path, first: Mapping[str, Any], before: LogHead) -> None:
    """The log that a log says it follows has to end where that says it did."""
    number = first.get("follows", [before.log, 0])[1]
    if number > before.number:
        raise InputError(
            f"{path} follows line {number} of the log before it, which ends at line {before.number}",
            hint="name a copy of that log that is whole",
        )


def _count(record: Mapping[str, Any], taken: dict[str, list[Any]], slots: _Slots) -> bool:
    """Add one record to the sums; whether it changed them. The same id was charged once, until it was given back."""
    event, name = record.get("event"), record.get("request", "")
    if event == "spent" and name not in taken:
        taken[name] = record.get("taken", [])
        for account, slot, amount in taken[name]:
            slots[account, slot] += amount
        return True
    if event == "refunded" and name in taken:
        for account, slot, amount in taken.pop(name):
            slots[account, slot] -= amount
        return True
    return False


def larger(one: Iterable[Balance], other: Iterable[Balance]) -> list[Balance]:
    """Take the larger of two amounts of each account and slot, where two ledgers tell of one spending; no heads of
    logs.
    """
    found: _Slots = {}
    for balance in (*one, *other):
        if not balance.account.startswith(HEADS):
            place = balance.account, balance.slot
            found[place] = max(found.get(place, 0), balance.spent)
    return [Balance(*place, spent) for place, spent in sorted(found.items())]


async def refill(ledger: Ledger, balances: Iterable[Balance], now: float) -> None:
    """Empty a ledger, and let it have spent some amounts, each in its slot; it stays open.

    Args:
        ledger: need not be open, nor whole.
        balances: what accounts spent.
        now: seconds since the epoch.

    Raises:
        LedgerError: it cannot be written.
    """
    await ledger.renew()
    by_slot = sorted(balances, key=lambda one: (one.slot, one.account))
    for slot, group in groupby(by_slot, key=lambda one: one.slot):
        same = list(group)
        for at in range(0, len(same), _AT_ONCE):
            part = same[at : at + _AT_ONCE]
            name = f"recovered-{slot}-{at}"
            limits = [Limit(one.account, slot, -(2**62), NO_LIMIT, NO_LIMIT) for one in part]
            costs = {name.encode(): [one.spent for one in part]}
            if isinstance(await ledger.reserve(Ask(name, costs, limits, now, _LEASE)), Refusal):
                raise LedgerCorrupt("the ledger refused its own spending", hint="report this")
            await ledger.settle(name)
