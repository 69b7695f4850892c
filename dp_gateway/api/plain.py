"""Fields without texts: plain values, which pass when they are what they are declared to be, and ids, which are hashed.

Tables of all APIs are made of them. What a provider only has to recognise again is replaced by a keyed hash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

from dp_gateway.api.nodes import ConstantNode, IdentityNode, IdNode, Node, SeedNode
from dp_gateway.api.reading import Place, Reading, malformed, mended

__all__ = ["Choice", "Flag", "Id", "Identity", "Number", "Pattern", "Seed"]

_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Number:
    """A number within bounds, of at most four decimals: a longer one could be anybody's number."""

    least: float = 0
    most: float = 1_000_000

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
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
        """Take the texts out of a value."""
        if value is not True and value is not False:
            raise malformed(place, "true or false")
        return None


class Choice:
    """One of a few words."""

    __slots__ = ("values",)

    def __init__(self, *values: str) -> None:
        self.values = frozenset(values)

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not str or value not in self.values:
            raise malformed(place, f"one of {', '.join(sorted(self.values))}")
        return None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A string of a narrow form."""

    pattern: re.Pattern[str]
    form: str

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not str or not self.pattern.fullmatch(value):
            raise malformed(place, self.form)
        return None


_NINE = re.compile(r"[A-Za-z0-9]{9}")
_ID_KINDS = (
    "ap|apc|apco|assistant|audio|btch|call|chatcmpl|ci|cmp|cmpl|cntr|container|conv|cot|ctc|ctco|cu|fc|fco|file|fs|fsr|ft|"
    "gen|ig|item|lsh|lsho|msg|pmpt|req|resp|rs|run|sh|sho|skill|srvtoolu|step|thread|tool|toolu|tsc|tso|uprof|voice|vs|"
    "wrkspc|ws"
)
_RANDOM_ID = re.compile(
    # 32 or more hexadecimal digits with a letter, 20 or more letters and digits of all three kinds (32 where no prefix
    # says that they are an id), or a short number.
    rf"(?P<prefix>(?:(?:{_ID_KINDS})[_-]){{1,2}})?(?:(?=[0-9]*[a-f])[0-9a-f]{{32,64}}|[0-9]{{1,4}}"
    r"|(?=[^0-9]*[0-9])(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?![A-Za-z0-9]*[0-9]{9})"
    r"(?(prefix)[A-Za-z0-9]{20,64}|[A-Za-z0-9]{32}))"
)
_LEAST_SEED = 10_000
_MOST_BITS = 63


@dataclass(frozen=True, slots=True)
class Identity:
    """An id of the user, which leaves as a keyed hash."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not str:
            raise malformed(place, "a string")
        return IdentityNode(mended(value)) if value else None


@dataclass(frozen=True, slots=True)
class Seed:
    """A number that a provider only has to see again, such as a seed: it could be anybody's number."""

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not int:
            raise malformed(place, "an integer")
        if value.bit_length() > _MOST_BITS:
            raise malformed(place, f"an integer of at most {_MOST_BITS} bits")
        return None if -_LEAST_SEED < value < _LEAST_SEED else SeedNode(value)


@dataclass(frozen=True, slots=True)
class Id:
    """An id that links parts of a request, or names what a provider stores.

    What has the form of a provider's own random id passes. Anything else could be text: it is replaced, the same way
    in every place.

    Args:
        prefix: what the id begins with when it is replaced.
        stored: it names what the provider stores, and would name nothing once replaced: refused instead.
    """

    prefix: str = "call_"
    stored: bool = False

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not str:
            raise malformed(place, "a string")
        if _RANDOM_ID.fullmatch(value):
            return None
        if self.stored:
            raise malformed(place, "an id that the provider gave")
        # Nine letters and digits are the only form that Mistral takes.
        return IdNode(value, "", 9) if _NINE.fullmatch(value) else IdNode(mended(value), self.prefix, 24)
