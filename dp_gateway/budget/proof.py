"""Proves from an audit log what accounts have spent; the accountant compares the ledger with it, at start and hourly.

Each line of the log says what a request took from which accounts, or that it was given back. The sums are kept in a
sealed file beside the log, so that a start reads the lines that came since, and not years of them. A ledger may have
spent more than its log says, as it is written first and may have other gateways; never less, but for what an operator
set by hand: that is noted in the ledger (`noted`), and lines of before count no more.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import orjson

from dp_gateway.budget.audit_log import verify_and_mend
from dp_gateway.budget.base import INFINITE, REMEMBERED_SECONDS, Balance, Ledger
from dp_gateway.budget.guards import seal
from dp_gateway.budget.log_chain import FIRST, HEADS, is_sealed, read_line
from dp_gateway.errors import LedgerCorrupt, LedgerUnavailable

_PUT = f"{HEADS}put:"
_DIGITS = 12
_SKEW = 300.0
"""How far the clocks of gateways and operators may differ, in seconds."""

_KEYED = 16
"""Length of a request's id that a client's own key gave: it may come again, and is charged once."""

_VERSION = 1


async def noted(ledger: Ledger, key: bytes, account: str, now: float) -> None:
    """Note in a ledger that an operator set what an account, named with its measure, has spent."""
    await ledger.put(_PUT + account, int(now), _seal(key, account, int(now)))


def _seal(key: bytes, account: str, now: int) -> int:
    return int(seal(key, "put", account, now)[:_DIGITS], 16)


def _set_by_hand(balances: Iterable[Balance], key: bytes) -> dict[str, int]:
    """When operators set what accounts have spent."""
    found = ((one.account.removeprefix(_PUT), one) for one in balances if one.account.startswith(_PUT))
    return {account: one.slot for account, one in found if one.spent == _seal(key, account, one.slot)}


def short(proved: Mapping[str, Mapping[int, int]], balances: Iterable[Balance]) -> list[str]:
    """Find the accounts that have spent less by the ledger than by the log.

    A ledger forgets slots of time that no window reaches, the oldest first: of them nothing is compared. `proved`:
    amounts by account and slot.
    """
    spent: dict[str, int] = defaultdict(int)
    first: dict[str, int] = {}
    for one in balances:
        spent[one.account] += one.spent
        first[one.account] = min(one.slot, first.get(one.account, one.slot))
    return [
        account
        for account, slots in proved.items()
        if min(sum(amount for slot, amount in slots.items() if slot >= first.get(account, slot)), INFINITE)
        > min(spent[account], INFINITE)
    ]


class Proof:
    """The sums of a log, which grows. `log`: its file. `key`: of the seals."""

    def __init__(self, log: Path, key: bytes) -> None:
        self._log, self._key = log, key
        self._kept = log.with_name(f"{log.name}.sums")
        self._begin({})
        self._opened = False

    def _begin(self, by_hand: Mapping[str, int]) -> None:
        self._by_hand: dict[str, int] = dict(by_hand)
        self._id: str = ""
        self._number: int = 0
        self._hash: str = FIRST
        self._at: int = 0
        self._sums: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self._repeated: dict[str, float] = {}

    def read(self, balances: Iterable[Balance]) -> dict[str, dict[int, int]]:
        """Read what was written since, and give the amounts that accounts have spent, by slot. `balances`: of the
        ledger, for what was set by hand. Raises LedgerCorrupt where a line was changed, moved or removed. Raises
        LedgerUnavailable where the log cannot be read.
        """
        by_hand = _set_by_hand(balances, self._key)
        if not self._opened:
            self._resume()
            self._opened = True
        if by_hand != self._by_hand:
            self._begin(by_hand)
        try:
            grown = self._follow()
        except OSError as error:
            raise LedgerUnavailable(
                f"the audit log cannot be read: {error.strerror}; nothing was sent",
                hint="see audit_log of [ledger], and who may read it",
            ) from None
        if grown:
            self._keep()
        return {account: dict(slots) for account, slots in self._sums.items()}

    def _follow(self) -> bool:
        """Read on from where it came to, from the beginning where the log is another one; whether there was a line."""
        with self._log.open("rb") as file:
            if not self._is_same(file.readline()) or os.fstat(file.fileno()).st_size < self._at:
                self._begin(self._by_hand)
            file.seek(self._at)
            before = self._number
            for line in file:
                if not line.endswith(b"\n"):
                    # It was never acknowledged; whoever writes next cuts it off.
                    break
                self._take(line)
            return self._number > before

    def _is_same(self, line: bytes) -> bool:
        first = read_line(line)
        return not self._number or (first is not None and first.log == self._id)

    def _take(self, line: bytes) -> None:
        found = read_line(line)
        number = self._number + 1
        follows = found is not None and found[1:3] == (number, self._hash) and found.log == (self._id or found.log)
        if found is None or not follows or not is_sealed(found, self._key):
            raise LedgerCorrupt(
                f"line {number} of the audit log, or the one before, was changed, moved or removed; nothing was sent",
                hint=verify_and_mend("see what is wrong with it", self._log),
            )
        self._id, self._number, self._at = found.log, number, self._at + len(line)
        self._hash = hashlib.sha256(line[:-1]).hexdigest()
        self._add(cast(dict[str, Any], orjson.loads(line)))

    def _add(self, record: Mapping[str, Any]) -> None:
        event, name, time = record.get("event"), str(record.get("request", "")), float(record.get("time", 0.0))
        if event == "spent" and len(name) == _KEYED:
            if name in self._repeated:
                return
            self._repeated[name] = time
        elif event == "refunded":
            self._repeated.pop(name, None)
        elif event != "spent":
            return
        sign = 1 if event == "spent" else -1
        for account, slot, amount in record.get("taken", ()):
            if time > self._by_hand.get(account, 0) + _SKEW or account not in self._by_hand:
                self._sums[account][slot] += sign * amount

    def _keep(self) -> None:
        """Write down where it came to; what cannot be written is read again."""
        last = max(self._repeated.values(), default=0.0)
        self._repeated = {
            name: time for name, time in self._repeated.items() if time > last - REMEMBERED_SECONDS - _SKEW
        }
        told = {
            "version": _VERSION,
            "log": self._id,
            "number": self._number,
            "hash": self._hash,
            "at": self._at,
            "by_hand": self._by_hand,
            "repeated": self._repeated,
            "sums": [[account, list(slots.items())] for account, slots in self._sums.items()],
        }
        content = orjson.dumps(told)
        partial = self._kept.with_name(f"{self._kept.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(self._mac(content).encode() + b"\n" + content)
            partial.replace(self._kept)

    def _resume(self) -> None:
        """Go on from what was written down; from the beginning where that is not there, or was changed."""
        try:
            mac, _, content = self._kept.read_bytes().partition(b"\n")
        except OSError:
            return
        if not hmac.compare_digest(mac, self._mac(content).encode()):
            return
        told: Any = orjson.loads(content)
        if told["version"] != _VERSION:
            return
        self._begin(told["by_hand"])
        self._id, self._number, self._hash, self._at = (told[name] for name in ("log", "number", "hash", "at"))
        self._repeated = dict(told["repeated"])
        for account, slots in told["sums"]:
            self._sums[account].update(slots)

    def _mac(self, content: bytes) -> str:
        return seal(self._key, "sums", hashlib.sha256(content).hexdigest())
