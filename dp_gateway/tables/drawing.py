"""Draws for the values of columns: entities through the gateway, numbers and dates within bounds, keyed hashes.

Names that say what draws are shared within key them: rows of the same content are the same, wherever they stand. What
was drawn lately is kept in arrays: a batch asks for thousands of values, most of which an earlier batch had.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Hashable, Sequence
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.budget.base import Charge
from dp_gateway.elementary import exp_of
from dp_gateway.mechanisms.numeric import NumericMechanism
from dp_gateway.randomness import KeyedStream, Secret
from dp_gateway.restore import Replacement
from dp_gateway.tables.plan import Column, Share
from dp_gateway.tables.units import UNIT, Units, unit_row

if TYPE_CHECKING:
    from dp_gateway.pipeline.gateway import Gateway


def scope_name(share: Share, scope: str, name: str, column: str = "", row: str = "") -> str:
    """Name the scope of a draw.

    Args:
        share: what is shared.
        scope: of the caller, part of every scope.
        name: of the table.
        column, row: name of the column, digest of the row.
    """
    parts = {"row": (name, row), "column": (name, column), "table": (name,), "files": ()}[share]
    return json.dumps(["table", share, scope, *parts])


def row_digests(columns: Sequence[Sequence[object]], rows: int) -> list[str]:
    """Hash the private cells of each row: rows of the same content are the same, wherever they stand. `columns`: plain
    values or None, one sequence for each column; all have the same length. `rows`: that length.
    """
    if not columns:
        return [""] * rows
    digests: list[str] = []
    for cells in zip(*columns, strict=True):
        encoded = [b"-" if cell is None else b"+" + repr(cell).encode("utf-8", "surrogatepass") for cell in cells]
        message = b"".join(len(part).to_bytes(8, "little") + part for part in encoded)
        digests.append(hashlib.sha256(message).hexdigest())
    return digests


BOUNDED = "staircase between bounds"
_KEPT = 65_536
"""Draws: a column of birthdays has tens of thousands; each takes less than a kilobyte."""


class TableDraws:
    """The draws of one process, of which those that it made lately are kept in its memory. `gateway`: draws for
    entities.
    """

    def __init__(self, gateway: Gateway, key: Secret) -> None:
        self._gateway, self._key = gateway, key
        self._known = Known(_KEPT)

    def entities(self, values: Sequence[str], scopes: Sequence[str], entity_type: str) -> DrawnValues:
        """Draw for values that are entities of one type, each within its scope; the pairs of both differ."""

        def draw(missing: Sequence[int]) -> list[DrawnValue]:
            return self.alone([values[at] for at in missing], [scopes[at] for at in missing], entity_type)

        names = [(entity_type, scope, value) for scope, value in zip(scopes, values, strict=True)]
        return self._known.recall(names, draw)

    def days(self, days: Sequence[int], scopes: Sequence[str]) -> DrawnValues:
        """Draw for days (from 1 January of the year 1), each within its scope; the pairs of both differ."""

        def draw(missing: Sequence[int]) -> list[DrawnValue]:
            values = [date.fromordinal(days[at]).isoformat() for at in missing]
            drawn = self.alone(values, [scopes[at] for at in missing], "DATE_TIME")
            return [one._replace(number=day_of(one.text or value)) for one, value in zip(drawn, values, strict=True)]

        return self._known.recall([("day", *name) for name in zip(scopes, days, strict=True)], draw)

    def alone(
        self, values: Sequence[str], scopes: Sequence[str], entity_type: str, *, undo: bool = False
    ) -> list[DrawnValue]:
        """Draw anew for values that are entities of one type. `values` and `scopes`: aligned. `undo`: whether what
        undoes the draws is wanted too.
        """
        draw = self._gateway.declared
        if len(set(scopes)) == 1:
            found = draw(values, entity_type, scope=scopes[0], undo=undo)
        else:
            each = zip(values, scopes, strict=True)
            found = [draw([value], entity_type, scope=scope, undo=undo)[0] for value, scope in each]
        kept = self._gateway.policy.kind == "observe" or self._gateway.policy.rules[entity_type].treatment == "keep"
        return [
            DrawnValue(f"<{entity_type}>", (), 0.0, masked=True)
            if each.text is None and not kept
            else DrawnValue(each.text, each.charges, each.nominal, replacements=each.replacements)
            for each in found
        ]

    def hashes(self, values: Sequence[str], scopes: Sequence[str]) -> list[bytes]:
        """Compute 16 bytes for each value: a function of key, scope and value, uniform to whoever has not the key."""
        begun = {
            scope: hashlib.blake2b(key=self._key.subkey(b"table identifiers", _bytes(scope)), digest_size=16)
            for scope in set(scopes)
        }
        hashes: list[bytes] = []
        for value, scope in zip(values, scopes, strict=True):
            hashed = begun[scope].copy()
            hashed.update(value.encode("utf-8", "surrogatepass"))
            hashes.append(hashed.digest())
        return hashes

    def places(self, column: Column, places: Sequence[int], scopes: Sequence[str], *, never_self: bool) -> DrawnValues:
        """Draw an output for each place of a column with bounds. `column`: gives bounds, step and epsilon. `places` and
        `scopes`: of the values, aligned; the pairs of both differ.
        """
        mechanism = mechanism_of(column.epsilon, column.outputs, never_self)
        setting = f"{column.outputs} {column.kind} {_grid(column)} {mechanism.epsilon} {mechanism.width} {never_self}"

        def draw(missing: Sequence[int]) -> list[DrawnValue]:
            return [self._place(mechanism, setting, scopes[at], places[at], column.epsilon) for at in missing]

        return self._known.recall([(setting, *name) for name in zip(scopes, places, strict=True)], draw)

    def _place(self, mechanism: NumericMechanism, setting: str, scope: str, place: int, nominal: float) -> DrawnValue:
        parts = _bytes(setting), str(place).encode()
        drawn = mechanism.release(place, KeyedStream(self._key.subkey(b"table numbers", _bytes(scope)), *parts))
        message = b"\0".join((*parts, str(drawn).encode()))
        unit = hmac.digest(self._key.subkey(b"table units", _bytes(scope)), message, "sha256")[:16]
        return DrawnValue(None, (Charge(unit, mechanism.level, 0.0, BOUNDED),), nominal, number=drawn)


def day_of(text: str | None) -> float:
    """Return the day of a string, from 1 January of the year 1; NaN where it is none."""
    try:
        return float(date.fromisoformat((text or "").strip()[:10]).toordinal())
    except ValueError:
        return float("nan")


@cache
def mechanism_of(epsilon: float, outputs: range, never_self: bool) -> NumericMechanism:
    """Make the staircase over some outputs, with the window in which the mean distance of a draw is least."""
    n, often = len(outputs), exp_of(epsilon)
    widths = np.arange(2, n + 1, dtype=float)
    inside, outside = widths * often, n - widths
    mean = (inside * widths / 4 + outside * n / 3) / (inside + outside)
    return NumericMechanism(epsilon, outputs, int(widths[mean.argmin()]), never_self=never_self and n > 2)  # noqa: PLR2004


def _grid(column: Column) -> str:
    return str(column.grid) if column.kind == "number" else "days"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


class DrawnValue(NamedTuple):
    """What stands in for one value.

    Attributes:
        text: the surrogate; None where the policy keeps the value, or where `number` is all that was drawn.
        charges, nominal: what it costs; see `Declared`.
        masked: nothing could be drawn, and a placeholder stands in, though the policy asks for none.
        number: of the output that was drawn within bounds, or the day (from 1 January of the year 1); NaN for none.
        replacements: what undoes it; empty unless asked for.
    """

    text: str | None
    charges: tuple[Charge, ...]
    nominal: float
    masked: bool = False
    number: float = float("nan")
    replacements: tuple[Replacement, ...] = ()


class DrawnValues(NamedTuple):
    """What stands in for n values. `texts`, `numbers`, `masked`: of each, see `DrawnValue`. `epsilon` and `delta`: (n,)
    that each adds to the price of its row. `units`: of all draws, whose column is not known here.
    """

    texts: list[str | None]
    numbers: NDArray[np.float64]
    masked: NDArray[np.bool_]
    epsilon: NDArray[np.float64]
    delta: NDArray[np.float64]
    units: Units


class Known:
    """A bounded memory of draws; when it is full, all of it is forgotten. `most`: values, to which those of one batch
    come.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._forget()

    def _forget(self) -> None:
        self._places: dict[Hashable, int] = {}
        self._texts: list[str | None] = []
        self._units = np.zeros(0, UNIT)
        # Of each value: number, masked, epsilon, delta, place of its first unit, count of its units.
        self._figures = np.zeros((0, 6))

    def __len__(self) -> int:
        return len(self._places)

    def recall(self, names: Sequence[Hashable], make: Callable[[list[int]], Sequence[DrawnValue]]) -> DrawnValues:
        """Return what is kept under some names, which differ; `make` draws for those under whose positions nothing is
        kept.
        """
        missing = [at for at, name in enumerate(names) if name not in self._places]
        if missing and len(self) + len(missing) > self._most:
            self._forget()
            missing = list(range(len(names)))
        if missing:
            self._keep([names[at] for at in missing], make(missing))
        places = [self._places[name] for name in names]
        numbers, masked, epsilon, delta, first, many = self._figures[places].T
        counts = many.astype(np.int64)
        # Of each value its first unit and those that follow.
        begun = np.cumsum(counts) - counts
        units = self._units[np.repeat(first.astype(np.int64) - begun, counts) + np.arange(len(counts) and counts.sum())]
        texts = [self._texts[place] for place in places]
        return DrawnValues(texts, numbers, masked > 0, epsilon, delta, units)

    def _keep(self, names: Sequence[Hashable], drawn: Sequence[DrawnValue]) -> None:
        begun = len(self._texts)
        self._places.update((name, begun + at) for at, name in enumerate(names))
        self._texts += [one.text for one in drawn]
        rows = [unit_row(0, charge, one.nominal) for one in drawn for charge in one.charges]
        counts = np.array([len(one.charges) for one in drawn])
        first = len(self._units) + np.cumsum(counts) - counts
        prices = [
            (
                one.number,
                one.masked,
                sum(charge.epsilon * charge.count for charge in one.charges),
                sum(charge.delta * charge.count for charge in one.charges),
            )
            for one in drawn
        ]
        self._figures = np.vstack((self._figures, np.column_stack((np.array(prices, float), first, counts))))
        self._units = np.concatenate((self._units, np.array(rows, UNIT)))
