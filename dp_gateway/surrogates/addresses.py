"""Street addresses and postcodes: drawn without looking at them, in the shape in which they are written.

Visible stay the number of digits, the order (number first or last), the kind of unit ("Apt") and the number of parts,
which the class shows on an example ("10 Street, Apt 1, Town, AL 00000").
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from dp_gateway.randomness import KeyedStream, Stream
from dp_gateway.surrogates.base import Family, Pair
from dp_gateway.surrogates.characters import DIGITS, LOWER, UPPER, characters, in_case_of, lay, pick
from dp_gateway.text.folding import fold

__all__ = ["StreetAddress"]

_STATES = (
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA "
    "RI SC SD TN TX UT VT VA WA WV WI WY"
).split()
_UNIT = re.compile(
    r"^\s*(?:(?:apt|apartment|suite|ste|unit|flat|floor|fl|room|rm|building|bldg|p\.?\s?o\.?\s?box|box)\b[^\w\s]?|#)\s*",
    re.I,
)
_POSTCODE = re.compile(r"\b(?:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{4,6}(?:-\d{4})?)\b")
_STATE = re.compile(r"\b(?:" + "|".join(_STATES) + r")\b")
_WORDS_OR_NUMBER = re.compile(r"[^\W\d_](?:[\w.'\u2019 -]*[^\W\d_.])?\.?|\d+")
_LEAST_PART = 8
"""Characters of a part of an address that can be told from other text; so can only a part with a number in it."""

_HOUSE = re.compile(r"\d+[A-Za-z]?\b")
_PARTS = re.compile(r"(\s*[,\n;]\s*|\s+(?=(?:apt|apartment|suite|ste|unit|flat|floor|room)\b|#))", re.I)


class StreetAddress(Family):
    """House number and street, with unit, town, state and postcode where they belong to the mention.

    Args:
        streets, cities: public pools.
    """

    keeps = "order of its parts, number of digits, words such as Apt, letter case"

    def __init__(self, streets: Sequence[str], cities: Sequence[str]) -> None:
        self._streets, self._cities = streets, cities

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """The folded words."""
        return " ".join(re.findall(r"\w+", fold(mention))) or None

    def draw(self, value: str, stream: Stream) -> bytes:
        """Bits for all parts of the address."""
        return stream.uint64(4).tobytes()

    def outputs(self, mention: str, value: str) -> float:
        """How many streets there are; of a box or a flat alone, how many numbers have its length."""
        parts = [part for part in _PARTS.split(mention) if any(char.isalnum() for char in part)]
        units = [_UNIT.match(part) for part in parts]
        if None in units:
            return float(len(self._streets))
        kept = zip(parts, units, strict=True)
        return math.prod(
            math.prod(map(len, _alphabets(part[unit.end() :], number=True))) for part, unit in kept if unit
        )

    def render(self, mention: str, value: str, drawn: bytes) -> str:
        """Each part of the mention replaced by one of its kind."""
        return self._written(mention, KeyedStream(drawn, b"address"))

    def kept(self, mention: str, value: str) -> tuple[str, ...]:
        """The parts and their order, on an example."""
        example = StreetAddress(("Street",), ("Town",))
        return (f'written like "{example._written(mention, _Zeros())}"',)

    def left(self, mention: str, value: str) -> tuple[str, ...]:
        """Words such as Apt."""
        units = (_UNIT.match(part) for part in _PARTS.split(mention))
        return tuple("word for a flat, floor or box" for unit in units if unit and any(map(str.isalpha, unit[0])))

    def _written(self, mention: str, stream: Stream) -> str:
        result: list[str] = []
        street_done = False
        for part in _PARTS.split(mention):
            if not any(char.isalnum() for char in part):
                result.append(part)
            elif unit := _UNIT.match(part):
                result.append(part[: unit.end()] + _scrambled(part[unit.end() :], stream, number=True))
            elif not street_done:
                result.append(self._street(part, stream))
                street_done = True
            else:
                result.append(self._rest(part, stream))
        return "".join(result)

    def variants(self, mention: str, value: str, drawn: bytes) -> Iterable[Pair]:
        """The parts of an address, each alone: a reply names the street without the town."""
        written = self.render(mention, value, drawn)
        whole, parts = _PARTS.split(mention), _PARTS.split(written)
        if len(whole) != len(parts) or len(whole) == 1:
            return []
        return [
            Pair(part, original)
            for part, original in zip(parts, whole, strict=True)
            if len(part) >= _LEAST_PART and " " in part and any(map(str.isdigit, part))
        ]

    def _street(self, part: str, stream: Stream) -> str:
        street = in_case_of(part, pick(stream, self._streets))
        house = _HOUSE.search(part)
        if house is None:
            return street
        number = _scrambled(house[0], stream, number=True)
        # "12 Oak Lane" or "Eichenweg 12": the number stays on its side.
        before, behind = part[: house.start()].strip(), part[house.end() :].strip()
        return f"{number} {street}" if behind or not before else f"{street} {number}"

    def _town(self, text: str, stream: Stream) -> str:
        return _scrambled(text, stream) if text[0].isdigit() else in_case_of(text, pick(stream, self._cities))

    def _rest(self, part: str, stream: Stream) -> str:
        """A part behind the street: postcode, state and town."""
        postcode, state = _POSTCODE.search(part), _STATE.search(part)
        spans = sorted(
            (found.start(), found.end(), kind) for found, kind in ((postcode, "code"), (state, "state")) if found
        )
        result, at = "", 0
        for start, end, kind in (*spans, (len(part), len(part), "")):
            if start < at:
                continue
            result += _WORDS_OR_NUMBER.sub(lambda found: self._town(found[0], stream), part[at:start])
            if kind:
                result += _scrambled(part[start:end], stream) if kind == "code" else pick(stream, _STATES)
            at = end
        return result


class _Zeros:
    """No bits at all: the first of everything."""

    def uint64(self, count: int) -> NDArray[np.uint64]:
        return np.zeros(count, np.uint64)


def _scrambled(text: str, stream: Stream, *, number: bool = False) -> str:
    return lay(text, characters(stream, _alphabets(text, number=number)))


def _alphabets(text: str, *, number: bool = False) -> list[str]:
    """What each letter and digit is drawn from; the number of a house or flat does not begin with 0."""
    solid = [char for char in text if char.isalnum()]
    alphabets = [DIGITS if char.isdigit() else UPPER if char.isupper() else LOWER for char in solid]
    if number and alphabets and solid[0].isdigit():
        alphabets[0] = DIGITS[1:]
    return alphabets
