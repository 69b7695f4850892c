"""Plain fields: they pass when they are what they are declared to be, so that nothing else hides in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

from dp_gateway.api.nodes import ConstantNode, Node
from dp_gateway.api.reading import Place, Reading, malformed

__all__ = ["Choice", "Flag", "Number", "Pattern"]

_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Number:
    """A number within bounds, of at most four decimals: a longer one could be anybody's number."""

    least: float = 0
    most: float = 1_000_000

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """See `Field`."""
        kind = cast("type[Any]", type(value))
        if kind is not int and kind is not float and kind is not bool:
            raise malformed(place, "a number")
        if not self.least <= value <= self.most:
            raise malformed(place, f"a number from {self.least:g} to {self.most:g}")
        return ConstantNode(round(value, _DECIMALS)) if kind is float and value != round(value, _DECIMALS) else None


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """See `Field`."""
        if value is not True and value is not False:
            raise malformed(place, "true or false")
        return None


class Choice:
    """One of a few words."""

    __slots__ = ("values",)

    def __init__(self, *values: str) -> None:
        self.values = frozenset(values)

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """See `Field`."""
        if type(value) is not str or value not in self.values:
            raise malformed(place, f"one of {', '.join(sorted(self.values))}")
        return None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A string of a narrow form."""

    pattern: re.Pattern[str]
    form: str

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """See `Field`."""
        if type(value) is not str or not self.pattern.fullmatch(value):
            raise malformed(place, self.form)
        return None
