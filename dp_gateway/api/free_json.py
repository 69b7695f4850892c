"""JSON whose fields no table declares, as values and inside of strings: its strings, keys and numbers are texts.

Arguments and results of tools and the values of schemas are such. Numbers are texts from five digits on, from two under
a key, since it may tell that they are somebody's, and from one where it does or where words are drawn. JSON in a string
is replaced where it stands, and the rest of it stays as it is written: read as plain text it would hide a name behind
escapes ("Jos\\u00e9"), and a surrogate with a quotation mark would break it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import orjson

from dp_gateway.api.nodes import (
    ArrayNode,
    DigitsNode,
    Entry,
    Filling,
    LineNode,
    Node,
    NumberNode,
    RekeyedNode,
    build,
    same_kind,
    shown,
)
from dp_gateway.api.reading import ANY, MAX_LEVELS, Author, Place, Walk, malformed, refused, steps
from dp_gateway.errors import RequestTooLarge
from dp_gateway.patterns.keys import NAMING
from dp_gateway.patterns.told import told_value
from dp_gateway.text.escapes import is_number

_LEAST_DIGITS, _LEAST_UNDER_KEY = 5, 2
"""Fewest digits of a number that is read as a text: a shorter one names nobody. Where words are drawn, one."""

_BREAK, _LONGEST_LINE = "\\n", 2000
_KEY_BEGINS = "-----BEGIN "
_ADDRESS = re.compile(r"://|www\.|@")
# Two backslashes read as the beginning of a host: nothing is restored there.
_NOT_REPEATED = re.compile(rf"{_ADDRESS.pattern}|\\\\")
_MOST_BITS = 63
_DATA_URL = re.compile(r"\s*data:[^,\s]{0,200},", re.IGNORECASE)


def _is_drawn(author: Author, walk: Walk) -> bool:
    """Whether every digit of a number is drawn; of the developer's own none is."""
    return walk.all_digits and author != "developer"


def _least_digits(key: str, digits: str, author: Author) -> int:
    """Fewest digits of a number that is a text under a key, where not every digit is drawn: one under "age"."""
    if author == "developer" or not key:
        return _LEAST_DIGITS
    return 1 if told_value(key, digits, None) is not None else _LEAST_UNDER_KEY


def number_text(value: float, place: Place, least: int = _LEAST_DIGITS) -> str | None:
    """Return the digits of a number that is treated as a text, else None. `least`: fewest digits of a text. Raises
    MalformedRequest where an integer of more than 63 bits and a sign, which not every JSON library can write.
    """
    if isinstance(value, int):
        if -(10 ** (least - 1)) < value < 10 ** (least - 1):
            return None if least > 1 else repr(value)
        if value.bit_length() > _MOST_BITS:
            raise malformed(place, f"a number of at most {_MOST_BITS} bits and a sign")
        return repr(value)
    text = repr(value)
    return text if sum(map(str.isdigit, text)) >= least else None


def check_media(value: str, place: Place, walk: Walk) -> None:
    """Refuse a data: URL where the policy refuses media."""
    if "," in value and _DATA_URL.match(value) and walk.settings.media == "reject":
        raise refused(place, "holds a file", 'leave it out, or allow files with media = "pass" in the policy')


class _Told:
    """The key that tells what a value is, as keys and values of an object come.

    {"name": "Cookie", "value": "sid=..."}: what stands under "value" is called by the string before it.
    """

    def __init__(self) -> None:
        self.key = self._named = ""

    def under(self, key: str) -> None:
        """Note a key."""
        self.key, self._named = (self._named, "") if self._named and key == "value" else (key, "")

    def said(self, text: str) -> None:
        """Note what stands under it."""
        if self.key in NAMING:
            self._named = text.rpartition("/")[2].rpartition(":")[2]


_TOKEN = re.compile(r'"([^"\\]*+(?>(?:\\.[^"\\]*+)*))"(\s*+:)?|-?[0-9][0-9.eE+-]*+')


class _Token(NamedTuple):
    """A string, key or number of the source: where it stands, what it says, and the plan of what it becomes."""

    start: int
    end: int
    text: str
    node: Node
    kind: str


@dataclass(frozen=True, slots=True)
class JsonText:
    """A string that holds JSON: an object or an array; any other string is one text. `author`: who wrote its strings
    and numbers. `whole`: JSON without escapes is one text too: what stands around a value helps to find it.
    """

    author: Author = "other"
    keys: Author = "other"
    whole: bool = False

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not str:
            raise malformed(place, "a string")
        if (self.whole and "\\" not in value) or value.lstrip()[:1] not in ("{", "["):
            return walk.text(value, place, self.author) if value else None
        try:
            document = orjson.loads(value)
        except orjson.JSONDecodeError:
            # Broken off, as a model's arguments can be, or code; detection reads through escapes.
            return walk.text(value, place, self.author)
        outermost: Container[str] = cast("dict[str, Any]", document) if type(document) is dict else ()
        tokens: list[_Token] = []
        told = _Told()
        for match, *more in _grouped(value):
            if more:
                tokens += self._lines([match, *more], place, walk, told.key)
                continue
            token = self._token(match, place, walk, told.key, outermost)
            if token is not None:
                tokens.append(token)
            if match[2] is not None:
                told.under("" if token is None else token.text)
            elif token is not None:
                told.said(token.text)
        return _JsonNode(value, tokens, place) if tokens else None

    def _lines(self, matches: list[re.Match[str]], place: Place, walk: Walk, key: str) -> Iterator[_Token]:
        texts = [_decoded(match[1]) for match in matches]
        for match, text, node in zip(matches, texts, _line_nodes(texts, place, walk, self.author, key), strict=True):
            yield _Token(*match.span(), text, node, "string")

    def _token(
        self, match: re.Match[str], place: Place, walk: Walk, key: str, outermost: Container[str]
    ) -> _Token | None:
        raw = match[1]
        if raw is None:
            number = match[0]
            drawn = _is_drawn(self.author, walk)
            least = 1 if drawn else _least_digits(key, number, self.author)
            if len(number) < least or sum(map(str.isdigit, number)) < least:
                return None
            if drawn:
                digits = DigitsNode(walk.text(shown(number), place, self.author), number, str)
                return _Token(*match.span(), number, digits, "digits")
            return _Token(*match.span(), number, walk.number(number, place, self.author, key), "number")
        text = _decoded(raw)
        if not text:
            return None
        if match[2] is not None:
            position = walk.key(text, place, self.keys, outermost=text in outermost)
            return _Token(match.start(), match.end(1) + 1, text, position, "key") if position is not None else None
        check_media(text, place, walk)
        # JSON within JSON is escaped once more; as escapes double with each level, there are few.
        inner = JsonText(self.author, self.keys).read(text, place, walk) if "\\" in text else None
        node = walk.text(text, place, self.author, key) if inner is None else inner
        return _Token(*match.span(), text, node, "string")


_BETWEEN = re.compile(r"\s*,\s*")


def _grouped(source: str) -> Iterator[list[re.Match[str]]]:
    """The tokens of JSON; those that are the lines of one text together."""
    lines: list[re.Match[str]] = []
    for match in _TOKEN.finditer(source):
        is_text = match[1] is not None and match[2] is None
        if lines and not (is_text and _BETWEEN.fullmatch(source, lines[-1].end(), match.start())):
            yield lines
            lines = []
        lines.append(match)
        if not (is_text and match[1].endswith(_BREAK) and _decoded(match[1]).endswith("\n")):
            yield lines
            lines = []
    if lines:
        yield lines


def _decoded(raw: str) -> str:
    """What a string of JSON says, of which `raw` stands between the quotation marks."""
    return orjson.loads(f'"{raw}"') if "\\" in raw else raw


def _line_nodes(texts: list[str], place: Place, walk: Walk, author: Author, key: str) -> list[LineNode]:
    """The plans of strings that are the lines of one text: what a table holds is told by its first line."""
    for text in texts:
        check_media(text, place, walk)
    position = walk.text("".join(texts), place, author, key)
    return [LineNode(position, number, number + 1 == len(texts)) for number in range(len(texts))]


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
            written = new if literal else json.dumps(new, ensure_ascii=False)
            if "\\" in source[start:end]:
                if spelled := _spelled(source[start:end]):
                    written = written.translate(spelled)
                filling.rewritten |= _rewritten(written, source[start:end])
            elif kind == "number" and not literal:
                filling.rewritten[written] = source[start:end]
            pieces += source[done:start], written
            done = end
        result = "".join((*pieces, source[done:]))
        if "\\" in result and _ADDRESS.search(result):
            filling.documents.append(result)
        if rekeyed and _count_keys(result) != _count_keys(source):
            raise malformed(self.place, "JSON whose keys stay apart when they are sanitized")
        return result


# A character beyond the first 65,536 is two of them.
_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.")


def _spelled(source: str) -> dict[int, str]:
    """How a string of JSON writes what needs no escape, each time in the same way: "\\u00e9", "\\/"."""
    escapes = set(_ESCAPE.findall(source))
    plain = {*_ESCAPE.sub("", source)}
    spelled: dict[int, str] = {}
    for escape in escapes:
        sign = _decoded(escape)
        if json.dumps(sign, ensure_ascii=False) == f'"{sign}"':
            ambiguous = sign in plain or ord(sign) in spelled
            spelled[ord(sign)] = sign if ambiguous else escape
    return spelled


def _rewritten(written: str, source: str) -> Iterator[tuple[str, str]]:
    """The lines of a string of JSON that changed and had escapes: whoever repeats them has them back to the byte."""
    new, old = written.split(_BREAK), source.split(_BREAK)
    if len(new) != len(old):
        return
    # A key is drawn as a whole, over its lines.
    key = _KEY_BEGINS in source
    for after, before in zip(new, old, strict=True):
        if (
            after != before
            and (key or "\\" in before)
            and len(before) <= _LONGEST_LINE
            and not _NOT_REPEATED.search(before)
        ):
            yield after, before


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


@dataclass(frozen=True, slots=True)
class Leaves:
    """Any JSON value. `author`: who wrote its strings and numbers."""

    author: Author = "other"
    keys: Author = "other"

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is str:
            return self._string(value, place, walk, "")
        return self._read(value, place, walk, len(steps(place)), "", outermost=True)

    def _read(
        self, value: Any, place: Place, walk: Walk, level: int, key: str, *, outermost: bool = False
    ) -> Node | None:
        kind = cast("type[Any]", type(value))
        if kind is str:
            return self._string(value, place, walk, key)
        if kind is int or kind is float:
            return self._number(value, place, walk, key)
        if value is None or kind is bool:
            return None
        if level >= MAX_LEVELS:
            raise too_deep(place)
        if kind is dict:
            return self._object(value, place, walk, level, outermost=outermost)
        if kind is list:
            return self._array(value, place, walk, level, key)
        raise malformed(place, "JSON")

    def _string(self, value: str, place: Place, walk: Walk, key: str) -> Node | None:
        check_media(value, place, walk)
        if "\\" in value:
            return JsonText(self.author, self.keys).read(value, place, walk)
        return walk.text(value, place, self.author, key) if value else None

    def _number(self, value: float, place: Place, walk: Walk, key: str) -> Node | None:
        drawn = _is_drawn(self.author, walk)
        text = number_text(value, place, 1 if drawn else _least_digits(key, repr(value), self.author))
        if text is None:
            return None
        if drawn:
            return DigitsNode(walk.text(shown(text), place, self.author), text, type(value))
        return NumberNode(walk.number(text, place, self.author, key), text, value)

    def _object(self, value: dict[Any, Any], place: Place, walk: Walk, level: int, *, outermost: bool) -> Node | None:
        entries: list[Entry] = []
        inner: Place = (place, ANY)
        told = _Told()
        for key, item in value.items():
            name = walk.key(key, place, self.keys, outermost=outermost)
            told.under(key)
            entries.append((key, name, self._read(item, inner, walk, level + 1, told.key)))
            if type(item) is str:
                told.said(item)
        return RekeyedNode(value, entries, place) if entries else None

    def _array(self, value: list[Any], place: Place, walk: Walk, level: int, key: str) -> Node | None:
        edits: list[tuple[int, Node]] = []
        lines: list[str] = []
        for index, item in enumerate(value):
            lines.append(item) if type(item) is str else lines.clear()
            goes_on = index + 1 < len(value) and type(value[index + 1]) is str
            if lines and item.endswith("\n") and goes_on:
                continue
            if len(lines) > 1:
                nodes = _line_nodes(lines, (place, index), walk, self.author, key)
                edits += zip(range(index + 1 - len(lines), index + 1), nodes, strict=True)
            elif (node := self._read(item, (place, index), walk, level + 1, key)) is not None:
                edits.append((index, node))
            lines.clear()
        return ArrayNode(value, edits) if edits else None


def too_deep(place: Place) -> RequestTooLarge:
    """Make the error for a request that is nested too deep; it names where the nesting begins."""
    path = str(steps(place)[0])
    return RequestTooLarge(f"{path} is nested deeper than {MAX_LEVELS} levels", hint="flatten it", param=path)
