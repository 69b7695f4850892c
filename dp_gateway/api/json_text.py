"""JSON inside a string: its strings and numbers are replaced where they stand, the rest of it stays as it is written.

Arguments of tool calls are strings of JSON, and so are most tool results. Read as plain text they would hide a name
behind escapes ("Jos\\u00e9"), and a surrogate with a quotation mark would break them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import orjson

from dp_gateway.api.free_json import check_media, least_digits
from dp_gateway.api.nodes import DigitsNode, Filling, Node, build, is_number, same_kind, shown
from dp_gateway.api.reading import Author, Place, Reading, malformed

__all__ = ["JsonText"]

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*+)"(\s*+:)?|-?[0-9][0-9.eE+-]*+')


class _Token(NamedTuple):
    """A string, key or number of the source: where it stands, what it says, and the plan of what it becomes."""

    start: int
    end: int
    text: str
    node: Node
    kind: str


@dataclass(frozen=True, slots=True)
class JsonText:
    """A string that holds JSON: an object or an array; any other string is one text.

    Args:
        author: who wrote its strings and numbers.
        keys: who wrote its keys.
        whole: JSON without escapes is one text too: what stands around a value helps to find it.
    """

    author: Author = "other"
    keys: Author = "other"
    whole: bool = False

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """See `Field`."""
        if type(value) is not str:
            raise malformed(place, "a string")
        if (self.whole and "\\" not in value) or value.lstrip()[:1] not in ("{", "["):
            return reading.text(value, place, self.author) if value else None
        try:
            orjson.loads(value)
        except orjson.JSONDecodeError:
            # Broken off, as a model's arguments can be, or code; detection reads through escapes.
            return reading.text(value, place, self.author)
        tokens: list[_Token] = []
        key = ""
        for match in _TOKEN.finditer(value):
            token = self._token(match, place, reading, key)
            if token is not None:
                tokens.append(token)
            if match[2] is not None:
                key = "" if token is None else token.text
        return _JsonNode(value, tokens, place) if tokens else None

    def _token(self, match: re.Match[str], place: Place, reading: Reading, key: str) -> _Token | None:
        raw = match[1]
        if raw is None:
            number = match[0]
            least = least_digits(self.author, reading)
            if len(number) < least or sum(map(str.isdigit, number)) < least:
                return None
            if least == 1:
                digits = DigitsNode(reading.text(shown(number), place, self.author), number, str)
                return _Token(*match.span(), number, digits, "digits")
            return _Token(*match.span(), number, reading.text(number, place, self.author, key), "number")
        text: str = orjson.loads(f'"{raw}"') if "\\" in raw else raw
        if not text:
            return None
        if match[2] is not None:
            position = reading.key(text, place, self.keys)
            return _Token(match.start(), match.end(1) + 1, text, position, "key") if position is not None else None
        check_media(text, place, reading)
        # JSON within JSON is escaped once more; as escapes double with each level, there are few.
        inner = JsonText(self.author, self.keys).read(text, place, reading) if "\\" in text else None
        node = reading.text(text, place, self.author, key) if inner is None else inner
        return _Token(*match.span(), text, node, "string")


class _JsonNode(NamedTuple):
    source: str
    tokens: list[_Token]
    place: Place

    def build(self, filling: Filling) -> str:
        source = self.source
        pieces: list[str] = []
        done, rekeyed = 0, False
        for start, end, text, node, kind in self.tokens:
            new: str = build(node, filling)
            if new == text:
                continue
            rekeyed = rekeyed or kind == "key"
            literal = (kind == "number" and same_kind(text, new)) or (kind == "digits" and is_number(new))
            pieces += source[done:start], new if literal else json.dumps(new, ensure_ascii=False)
            done = end
        result = "".join((*pieces, source[done:]))
        if rekeyed and _count_keys(result) != _count_keys(source):
            raise malformed(self.place, "JSON whose keys stay apart when they are sanitized")
        return result


def _count_keys(text: str) -> int:
    """How many keys all objects of a JSON text have together."""
    count = 0
    waiting: list[Any] = [orjson.loads(text)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            items = cast("dict[str, Any]", value)
            count += len(items)
            waiting.extend(items.values())
        elif isinstance(value, list):
            waiting.extend(cast("list[Any]", value))
    return count
