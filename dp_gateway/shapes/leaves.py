"""Free JSON: every string is a text, every key too, and so is a number of five or more digits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

from dp_gateway.errors import RequestTooLarge
from dp_gateway.shapes.nodes import ArrayNode, Node, NumberNode, RekeyedNode
from dp_gateway.shapes.reading import ANY, MAX_LEVELS, Author, Place, Reading, malformed, refused, steps

__all__ = ["LEAST_DIGITS", "Leaves", "check_media", "number_text", "too_deep"]

LEAST_DIGITS = 5
_MOST_BITS = 256
_SHORT = 10 ** (LEAST_DIGITS - 1)
_DATA_URL = re.compile(r"\s*data:[^,\s]{0,200};base64,", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Leaves:
    """Any JSON value.

    Args:
        author: who wrote its strings and numbers.
        keys: who wrote its keys.
    """

    author: Author = "other"
    keys: Author = "other"

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """See `Field`."""
        return self._read(value, place, reading, len(steps(place)))

    def _read(self, value: Any, place: Place, reading: Reading, level: int) -> Node | None:
        kind = cast("type[Any]", type(value))
        if kind is str:
            check_media(value, place, reading)
            return reading.text(value, place, self.author) if value else None
        if kind is int or kind is float:
            text = number_text(value, place)
            return NumberNode(reading.text(text, place, self.author), text, value) if text else None
        if kind is dict or kind is list:
            if level >= MAX_LEVELS:
                raise too_deep(place)
            return (
                self._object(value, place, reading, level)
                if kind is dict
                else self._array(value, place, reading, level)
            )
        if value is None or kind is bool:
            return None
        raise malformed(place, "JSON")

    def _object(self, value: dict[str, Any], place: Place, reading: Reading, level: int) -> Node | None:
        edits: list[tuple[str, Node | None, Node | None]] = []
        inner: Place = (place, ANY)
        for key, item in value.items():
            if type(key) is not str:
                raise malformed(place, "an object whose keys are strings")
            name = reading.name(key, inner, self.keys) if key else None
            edits.append((key, name, self._read(item, inner, reading, level + 1)))
        return RekeyedNode(value, edits, place) if edits else None

    def _array(self, value: list[Any], place: Place, reading: Reading, level: int) -> Node | None:
        edits: list[tuple[int, Node]] = []
        for index, item in enumerate(value):
            node = self._read(item, (place, index), reading, level + 1)
            if node is not None:
                edits.append((index, node))
        return ArrayNode(value, edits) if edits else None


def number_text(value: float, place: Place) -> str | None:
    """The digits of a number that has at least five of them, else None: shorter ones name nobody."""
    if isinstance(value, int):
        if -_SHORT < value < _SHORT:
            return None
        if value.bit_length() > _MOST_BITS:
            raise malformed(place, f"a number of at most {_MOST_BITS} bits")
        return repr(value)
    text = repr(value)
    return text if sum(map(str.isdigit, text)) >= LEAST_DIGITS else None


def check_media(value: str, place: Place, reading: Reading) -> None:
    """Refuse a data: URL where the policy refuses media."""
    if reading.settings.media == "reject" and _DATA_URL.match(value):
        raise refused(place, "holds a file", 'allow files with media = "pass" in the policy\'s fields, or leave it out')


def too_deep(place: Place) -> RequestTooLarge:
    """The error of a request that is nested too deep; it names where the nesting begins."""
    path = str(steps(place)[0])
    return RequestTooLarge(f"{path} is nested deeper than {MAX_LEVELS} levels", hint="flatten it", param=path)
