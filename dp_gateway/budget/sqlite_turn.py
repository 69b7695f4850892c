"""Knows what the embedded ledger reads in one transaction: sums are read once, and what many requests change is written
once.

`SqliteLedger` has one. As long as no other connection writes, it holds from one transaction to the next.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from dp_gateway.budget.base import REMEMBERED_SECONDS, Limit, sums

_UNITS_AT_ONCE, _LIMITS_AT_ONCE = 500, 100

_MOST_ACCOUNTS = 10_000

_LARGEST = 8 * 10**15
"""What a slot holds at most."""

_SETTLED = 1


class Held(NamedTuple):
    """A reservation that is neither settled nor given back.

    Attributes:
        began, until: when it was made, and when its lease ends.
        asked, slots: what was taken, and from which slots.
        costs: of each unit.
        spent: after it, where it was made by this process.
    """

    began: float
    until: float
    asked: Sequence[int]
    slots: Sequence[tuple[str, int]]
    costs: Mapping[bytes, Sequence[int]]
    spent: tuple[int, ...] = ()


class _Sum(NamedTuple):
    """What an account spent since a slot, and the last slot that has anything. `slot`: the one that is written to."""

    since: int
    slot: int
    spent: int
    last: int


class Turn:
    """The transactions of one connection. `step`, `clock`: of the header."""

    def __init__(self) -> None:
        self.step, self.clock = 0, 0.0
        self._version: int | None = None
        self._looked = False
        self._sums: dict[str, _Sum] = {}
        self._added: dict[tuple[str, int], int] = defaultdict(int)
        self._header: dict[str, str] = {}
        self._settling: list[tuple[str, Held]] = []
        self._expected: list[Collection[bytes]] = []
        self._looked_up: dict[bytes, float] = {}

    def begins(self) -> None:
        """Begin another transaction: others may have written meanwhile."""
        self._looked = False
        self._looked_up.clear()

    def forget(self) -> None:
        """Know nothing: what was changed here may not be in the file."""
        self._version = None
        self._sums.clear()
        self._added.clear()
        self._header.clear()
        self._settling.clear()
        self._expected.clear()
        self._looked_up.clear()

    def is_known(self, connection: sqlite3.Connection) -> bool:
        """Return whether the header is known; where others have written, nothing is."""
        if not self._looked:
            (version,) = connection.execute("PRAGMA data_version").fetchone()
            if version != self._version:
                self._version = None
                self._sums.clear()
            self._looked = True
        return self._version is not None

    def read(self, connection: sqlite3.Connection, step: int, clock: float) -> None:
        """Take note of the header."""
        (self._version,) = connection.execute("PRAGMA data_version").fetchone()
        self.step, self.clock = step, clock

    def count(self, clock: float | None) -> None:
        """Count one step more. `clock`: of the last request, where it is to be written."""
        self.step += 1
        self._header["step"] = str(self.step)
        if clock is not None:
            self.clock = clock
            self._header["clock"] = repr(clock)

    def expect(self, units: Collection[bytes]) -> None:
        """Note that a request for these units comes: what was paid for is looked up for all that come in one
        transaction.
        """
        if units:
            self._expected.append(units)

    def paid_until(self, connection: sqlite3.Connection, units: Collection[bytes]) -> dict[bytes, float]:
        """Return the time until which those of some units that were paid for count as paid; 0 for others."""
        found = self._looked_up
        if not all(unit in found for unit in units):
            asked = dict.fromkeys(itertools.chain(units, *self._expected), 0.0)
            self._expected.clear()
            found |= asked | paid_until(connection, asked)
        return found

    def spent(self, connection: sqlite3.Connection, limits: Sequence[Limit]) -> list[_Sum]:
        """Return what was spent under each limit since it counts, and the last slot that has anything."""
        known = self._sums
        new: list[Limit] = []
        for one in limits:
            kept = known.get(one.account)
            if kept is None or kept.since != one.since or kept.slot != one.slot:
                new.append(one)
        if new:
            self._write_sums(connection)
            if len(known) > _MOST_ACCOUNTS:
                known.clear()
                new = list(limits)
            for one, (spent, last) in zip(new, _slots(connection, new), strict=True):
                known[one.account] = _Sum(one.since, one.slot, spent, last)
        return [known[one.account] for one in limits]

    def take(self, slots: Iterable[tuple[str, int]], amounts: Iterable[int]) -> None:
        """Add to slots of accounts of which it is known what they spent."""
        for name, amount in zip(slots, amounts, strict=True):
            account, at = name
            since, slot, spent, last = self._sums[account]
            if not amount and last == at:
                continue
            self._added[name] += amount
            if spent + amount < _LARGEST:
                self._sums[account] = _Sum(since, slot, spent + amount, at)
            else:
                del self._sums[account]

    def give_back(self, connection: sqlite3.Connection, slots: Sequence[tuple[str, int]], amounts: list[int]) -> None:
        """Take away from slots."""
        self._write_sums(connection)
        _add(connection, zip(slots, (-amount for amount in amounts), strict=True))
        for account, _ in slots:
            self._sums.pop(account, None)

    def settle_soon(self, name: str, held: Held) -> None:
        """Settle a reservation of this process before whatever else comes in this transaction."""
        self._settling.append((name, held))

    def write(self, connection: sqlite3.Connection) -> None:
        """Write what is known here alone."""
        self.settle(connection)
        self._write_sums(connection)
        for name, value in self._header.items():
            connection.execute("UPDATE header SET value = ? WHERE name = ?", (value, name))
        self._header.clear()

    def changed(self, connection: sqlite3.Connection) -> None:
        """Write, and forget the sums: they are changed in the file."""
        self.write(connection)
        self._sums.clear()

    def _write_sums(self, connection: sqlite3.Connection) -> None:
        if self._added:
            _add(connection, self._added.items())
            self._added.clear()

    def settle(self, connection: sqlite3.Connection) -> None:
        """Settle those that nobody settled; in order, as what one pays for is free to the next."""
        if not self._settling:
            return
        names = [name for name, _ in self._settling]
        places = ", ".join("?" * len(names))
        still = f"state = 0 AND id IN ({places})"
        found = {name for (name,) in connection.execute(f"SELECT id FROM reservations WHERE {still}", names)}
        connection.execute(f"UPDATE reservations SET state = {_SETTLED} WHERE {still}", names)
        mine = [held for name, held in self._settling if name in found]
        self._settling.clear()
        until = paid_until(connection, {unit for held in mine for unit in held.costs})
        new: dict[bytes, float] = {}
        for held in mine:
            paid = [unit for unit in held.costs if until.get(unit, 0.0) > held.began]
            fresh = dict.fromkeys(held.costs.keys() - paid, held.until + REMEMBERED_SECONDS)
            until |= fresh
            new |= fresh
            if paid:
                twice = sums((held.costs[unit] for unit in paid), len(held.slots))
                self.give_back(connection, held.slots, [min(pair) for pair in zip(twice, held.asked, strict=True)])
        connection.executemany("INSERT OR REPLACE INTO units VALUES (?, ?)", new.items())
        self._looked_up.clear()


def paid_until(connection: sqlite3.Connection, units: Iterable[bytes]) -> dict[bytes, float]:
    """Return the time until which those of some units that were paid for count as paid, in few statements, as a request
    may have thousands.
    """
    asked, found = list(units), dict[bytes, float]()
    for at in range(0, len(asked), _UNITS_AT_ONCE):
        part = asked[at : at + _UNITS_AT_ONCE]
        places = ", ".join("?" * len(part))
        found.update(connection.execute(f"SELECT unit, until FROM units WHERE unit IN ({places})", part))
    return found


def _slots(connection: sqlite3.Connection, limits: Sequence[Limit]) -> Iterator[tuple[int, int]]:
    """What was spent under each limit since it counts, and the last slot that has anything; few statements, again."""
    for at in range(0, len(limits), _LIMITS_AT_ONCE):
        part = limits[at : at + _LIMITS_AT_ONCE]
        rows = connection.execute(
            f"WITH asked (place, account, since, slot) AS (VALUES {', '.join(['(?, ?, ?, ?)'] * len(part))}) "
            "SELECT coalesce(sum(CASE WHEN slots.slot >= since THEN spent END), 0), "
            "coalesce(max(slots.slot), asked.slot - 1) FROM asked LEFT JOIN slots USING (account) "
            "GROUP BY place ORDER BY place",
            [value for place, one in enumerate(part) for value in (place, one.account, one.since, one.slot)],
        )
        yield from rows


def _add(connection: sqlite3.Connection, amounts: Iterable[tuple[tuple[str, int], int]]) -> None:
    connection.executemany(
        f"INSERT INTO slots VALUES (?1, ?2, min(max(?3, 0), {_LARGEST})) "
        f"ON CONFLICT (account, slot) DO UPDATE SET spent = min(max(spent + ?3, 0), {_LARGEST})",
        [(account, slot, amount) for (account, slot), amount in amounts],
    )
