"""Free JSON: strings and keys are texts, and so are numbers of five digits, or of one where words are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from dp_gateway.api.free_json import JsonText, check_media, least_digits, number_text
from dp_gateway.api.nodes import ArrayNode, DigitsNode, Entry, Node, NumberNode, RekeyedNode, shown
from dp_gateway.api.reading import ANY, MAX_LEVELS, Author, Place, Reading, malformed, steps
from dp_gateway.errors import RequestTooLarge

__all__ = ["Leaves", "too_deep"]


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
        if type(value) is str:
            return self._string(value, place, reading, "")
        return self._read(value, place, reading, len(steps(place)), "")

    def _read(self, value: Any, place: Place, reading: Reading, level: int, key: str) -> Node | None:
        kind = cast("type[Any]", type(value))
        if kind is str:
            return self._string(value, place, reading, key)
        if kind is int or kind is float:
            return self._number(value, place, reading, key)
        if value is None or kind is bool:
            return None
        if level >= MAX_LEVELS:
            raise too_deep(place)
        if kind is dict:
            return self._object(value, place, reading, level)
        if kind is list:
            return self._array(value, place, reading, level, key)
        raise malformed(place, "JSON")

    def _string(self, value: str, place: Place, reading: Reading, key: str) -> Node | None:
        check_media(value, place, reading)
        if "\\" in value:
            return JsonText(self.author, self.keys).read(value, place, reading)
        return reading.text(value, place, self.author, key) if value else None

    def _number(self, value: float, place: Place, reading: Reading, key: str) -> Node | None:
        least = least_digits(self.author, reading)
        text = number_text(value, place, least)
        if text is None:
            return None
        if least == 1:
            return DigitsNode(reading.text(shown(text), place, self.author), text, type(value))
        return NumberNode(reading.text(text, place, self.author, key), text, value)

    def _object(self, value: dict[Any, Any], place: Place, reading: Reading, level: int) -> Node | None:
        entries: list[Entry] = []
        inner: Place = (place, ANY)
        for key, item in value.items():
            name = reading.key(key, place, self.keys)
            entries.append((key, name, self._read(item, inner, reading, level + 1, key)))
        return RekeyedNode(value, entries, place) if entries else None

    def _array(self, value: list[Any], place: Place, reading: Reading, level: int, key: str) -> Node | None:
        edits: list[tuple[int, Node]] = []
        for index, item in enumerate(value):
            node = self._read(item, (place, index), reading, level + 1, key)
            if node is not None:
                edits.append((index, node))
        return ArrayNode(value, edits) if edits else None


def too_deep(place: Place) -> RequestTooLarge:
    """The error of a request that is nested too deep; it names where the nesting begins."""
    path = str(steps(place)[0])
    return RequestTooLarge(f"{path} is nested deeper than {MAX_LEVELS} levels", hint="flatten it", param=path)
