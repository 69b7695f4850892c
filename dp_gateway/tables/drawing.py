"""Draws for the values of columns: entities through the gateway, numbers and dates within bounds, keyed hashes.

Names that say what draws are shared within key them: rows of the same content are the same, wherever they stand.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.budget.base import Charge
from dp_gateway.cache import Memory
from dp_gateway.elementary import exp_of
from dp_gateway.mechanisms.numeric import NumericMechanism
from dp_gateway.randomness import KeyedStream, Secret
from dp_gateway.restore import Replacement
from dp_gateway.tables.plan import Column, Share

if TYPE_CHECKING:
    from dp_gateway.pipeline.gateway import Gateway

__all__ = ["BOUNDED", "Drawn", "Draws", "mechanism_of", "row_digests", "scope_name"]


def scope_name(share: Share, scope: str, name: str, column: str = "", row: str = "") -> str:
    """The scope of a draw.

    Args:
        share: what is shared.
        scope: of the caller, part of every scope.
        name: of the table.
        column, row: name of the column, digest of the row.
    """
    parts = {"row": (name, row), "column": (name, column), "table": (name,), "files": ()}[share]
    return json.dumps(["table", share, scope, *parts])


def row_digests(columns: Sequence[Sequence[object]], rows: int) -> list[str]:
    """A hash of the private cells of each row: rows of the same content are the same, wherever they stand.

    Args:
        columns: plain values or None, one sequence for each column; all have the same length.
        rows: that length.
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
"""Draws of a generation: a column of birthdays has tens of thousands; each takes less than a kilobyte."""


class Drawn(NamedTuple):
    """What stands in for one value.

    Attributes:
        text: the surrogate; None where the policy keeps the value.
        charges, nominal: what it costs; see `sanitizer.declared.Declared`.
        masked: nothing could be drawn, and a placeholder stands in, though the policy asks for none.
        replacements: what undoes it; empty unless asked for.
    """

    text: str | None
    charges: tuple[Charge, ...]
    nominal: float
    masked: bool = False
    replacements: tuple[Replacement, ...] = ()


class Draws:
    """The draws of one process; what was drawn lately is kept in memory under keyed hashes.

    Args:
        gateway: draws for entities.
        key: of all draws.
    """

    def __init__(self, gateway: Gateway, key: Secret) -> None:
        self._gateway, self._key = gateway, key
        self._entities: Memory = Memory(_KEPT)
        self._places: dict[tuple[str, str, int], tuple[int, Charge]] = {}

    def entities(
        self, values: Sequence[str], scopes: Sequence[str], entity_type: str, *, undo: bool = False
    ) -> list[Drawn]:
        """What stands in for values that are entities of one type, each within its scope."""

        def draw(missing: Sequence[int]) -> list[Drawn]:
            one = len({scopes[at] for at in missing}) == 1
            if one:
                found = self._gateway.declared(
                    [values[at] for at in missing], entity_type, scope=scopes[missing[0]], undo=undo
                )
            else:
                found = [
                    self._gateway.declared([values[at]], entity_type, scope=scopes[at], undo=undo)[0] for at in missing
                ]
            kept = self._gateway.policy.kind == "observe" or self._gateway.policy.rule(entity_type).treatment == "keep"
            return [
                Drawn(f"<{entity_type}>", (), 0.0, masked=True)
                if each.text is None and not kept
                else Drawn(each.text, each.charges, each.nominal, replacements=each.replacements)
                for each in found
            ]

        if undo:
            return draw(range(len(values))) if values else []
        if len(set(scopes)) == 1:
            within = self._entities.within(hashlib.sha256(_bytes(json.dumps([entity_type, scopes[0]]))).digest())
            return self._entities.recall_many([(value,) for value in values], draw, within)
        names = [(entity_type, scope, value) for scope, value in zip(scopes, values, strict=True)]
        return self._entities.recall_many(names, draw)

    def hashes(self, values: Sequence[str], scopes: Sequence[str]) -> list[bytes]:
        """16 bytes for each value: a function of key, scope and value, uniform to whoever has not the key."""
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

    def places(
        self, column: Column, places: Sequence[int], scopes: Sequence[str], *, never_self: bool
    ) -> tuple[NDArray[np.int64], list[Charge]]:
        """The drawn output of each place of a column with bounds, and what each costs.

        Args:
            column: gives bounds, step and epsilon.
            places, scopes: of the values, aligned.
            never_self: see `NumericMechanism`.
        """
        mechanism = mechanism_of(column.epsilon, column.outputs, never_self)
        setting = f"{column.outputs} {column.kind} {_grid(column)} {mechanism.epsilon} {mechanism.width} {never_self}"
        drawn = np.empty(len(places), np.int64)
        charges: list[Charge] = []
        for at, (place, scope) in enumerate(zip(places, scopes, strict=True)):
            name = setting, scope, place
            known = self._places.get(name)
            if known is None:
                if len(self._places) >= _KEPT:
                    self._places.clear()
                known = self._places[name] = self._place(mechanism, setting, scope, place)
            drawn[at] = known[0]
            charges.append(known[1])
        return drawn, charges

    def _place(self, mechanism: NumericMechanism, setting: str, scope: str, place: int) -> tuple[int, Charge]:
        parts = _bytes(setting), str(place).encode()
        drawn = mechanism.release(place, KeyedStream(self._key.subkey(b"table numbers", _bytes(scope)), *parts))
        message = b"\0".join((*parts, str(drawn).encode()))
        unit = hmac.digest(self._key.subkey(b"table units", _bytes(scope)), message, "sha256")[:16]
        return drawn, Charge(unit, mechanism.level, 0.0, BOUNDED)


@cache
def mechanism_of(epsilon: float, outputs: range, never_self: bool) -> NumericMechanism:
    """The staircase over some outputs, with the window in which the mean distance of a draw is least."""
    n, often = len(outputs), exp_of(epsilon)
    widths = np.arange(2, n + 1, dtype=float)
    inside, outside = widths * often, n - widths
    mean = (inside * widths / 4 + outside * n / 3) / (inside + outside)
    return NumericMechanism(epsilon, outputs, int(widths[mean.argmin()]), never_self=never_self and n > 2)  # noqa: PLR2004


def _grid(column: Column) -> str:
    return str(column.grid) if column.kind == "number" else "days"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
