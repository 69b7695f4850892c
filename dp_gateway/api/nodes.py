"""Rebuilds the parts of a request that change: small plans that make the new value from sanitized texts.

The plan of a text is its position among the texts. What has no plan passes as it is. Fields make the plans, and
`RequestTexts.fill` builds by them.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from dp_gateway.api.reading import Place, malformed
from dp_gateway.text.escapes import is_number

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_REAL = re.compile(r"-?(?:0|[1-9][0-9]{0,30})(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,2})?")
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_NAME = 64


class Filling:
    """The sanitized texts, and what replaces identities.

    Attributes:
        sanitized: aligned with the texts of the request.
        identity: turns an identity into a keyed hash.
        renamed: new name of a tool -> its own name.
        rewritten: what was written into JSON in a string, and what stood there, where that has escapes.
        documents: such JSON, where it holds addresses.
    """

    __slots__ = ("_lines", "documents", "identity", "renamed", "rewritten", "sanitized")

    def __init__(self, sanitized: Sequence[str], identity: Callable[[str], str]) -> None:
        self.sanitized, self.identity = sanitized, identity
        self.renamed: dict[str, str] = {}
        self.rewritten: dict[str, str] = {}
        self.documents: list[str] = []
        self._lines: dict[int, list[str]] = {}

    def lines(self, position: int) -> list[str]:
        """Split a sanitized text into lines, which many plans ask for one by one."""
        if position not in self._lines:
            self._lines[position] = self.sanitized[position].split("\n")
        return self._lines[position]


class ValueNode(Protocol):
    """Builds one value of the new body."""

    def build(self, filling: Filling) -> Any:
        """Build the value that may leave."""
        ...


class _Drop:
    def build(self, filling: Filling) -> Any:
        raise AssertionError("a field that is dropped has no value")


DROP: ValueNode = _Drop()
"""The plan of a field that does not leave."""

Node: TypeAlias = "int | ValueNode"

Entry: TypeAlias = "tuple[str, Node | None, Node | None]"
"""A key, the plan of what becomes of it, and that of its value; None where it passes as it is."""


def build(node: Node, filling: Filling) -> Any:
    """Build the value that a plan describes, with what was drawn filled in."""
    return filling.sanitized[node] if isinstance(node, int) else node.build(filling)


class ObjectNode(NamedTuple):
    """An object of which some values change and no key."""

    values: dict[str, Any]
    edits: list[tuple[str, Node]]

    def build(self, filling: Filling) -> dict[str, Any]:
        """Copy the object with the new values; what does not change is shared with the original."""
        new = self.values.copy()
        sanitized = filling.sanitized
        for key, node in self.edits:
            new[key] = sanitized[node] if isinstance(node, int) else node.build(filling)
        return new


class RekeyedNode(NamedTuple):
    """An object with keys that may change, or that do not leave."""

    values: dict[str, Any]
    entries: list[Entry]
    place: Place

    def build(self, filling: Filling) -> dict[str, Any]:
        """Make a new object in the same order."""
        new: dict[str, Any] = {}
        for key, key_node, node in self.entries:
            if node is DROP:
                continue
            name = key if key_node is None else str(build(key_node, filling))
            if name in new:
                raise malformed(self.place, "an object whose keys stay apart when they are sanitized")
            new[name] = self.values[key] if node is None else build(node, filling)
        return new


class ArrayNode(NamedTuple):
    """An array of which some items change."""

    values: list[Any]
    edits: list[tuple[int, Node]]

    def build(self, filling: Filling) -> list[Any]:
        """Copy the array with the new items."""
        new = self.values.copy()
        sanitized = filling.sanitized
        for index, node in self.edits:
            new[index] = sanitized[node] if isinstance(node, int) else node.build(filling)
        return new


class NumberNode(NamedTuple):
    """A number that was offered as a text."""

    position: int
    text: str
    value: int | float

    def build(self, filling: Filling) -> int | float | str:
        """Return a number of the same kind if the sanitized text is one, else that text."""
        text = filling.sanitized[self.position]
        if text == self.text:
            return self.value
        if not same_kind(self.text, text):
            return text
        return int(text) if isinstance(self.value, int) else float(text)


def same_kind(number: str, text: str) -> bool:
    """Return whether a text is a JSON number of the kind of another: an integer for an integer, a real for a real."""
    return (_INTEGER if _INTEGER.fullmatch(number) else _REAL).fullmatch(text) is not None


class LineNode(NamedTuple):
    """One of the strings of an array that are the lines of one text, as those of a notebook. `position`: of the text.
    `number`: which line it is. `last`: none follows it.
    """

    position: int
    number: int
    last: bool

    def build(self, filling: Filling) -> str:
        """Return the next line; all of them in turn are the sanitized text, however many lines that has."""
        lines = filling.lines(self.position)
        if self.last:
            return "\n".join(lines[self.number :])
        return lines[self.number] + ("\n" if self.number + 1 < len(lines) else "") if self.number < len(lines) else ""


class IdentityNode(NamedTuple):
    """Who the user is: replaced by a keyed hash."""

    value: str

    def build(self, filling: Filling) -> str:
        """Give the keyed hash of the value."""
        return filling.identity(self.value)


class ConstantNode(NamedTuple):
    """A value that leaves in another form."""

    value: Any

    def build(self, filling: Filling) -> Any:
        """Give the value in the form in which it leaves."""
        return self.value


class SeedNode(NamedTuple):
    """A number that a provider only has to see again: replaced by 31 bits of its keyed hash."""

    value: int

    def build(self, filling: Filling) -> int:
        """Return the same number for the same seed."""
        text = str(self.value)
        hashed = filling.identity(text)
        return self.value if hashed == text else zlib.crc32(hashed.encode()) >> 1


class IdNode(NamedTuple):
    """An id that no provider gave: replaced by a hash that is the same wherever the id stands. `value`: the id.
    `prefix`: what ids of this kind begin with ("call_"). `length`: of what follows the prefix.
    """

    value: str
    prefix: str
    length: int

    def build(self, filling: Filling) -> str:
        """Return an id of the provider's form; what `identity` leaves as it is stays."""
        hashed = filling.identity(self.value)
        return self.value if hashed == self.value else self.prefix + _digest(hashed)[: self.length]


class ToolNode(NamedTuple):
    """The name of a tool: stays, or becomes a legal name without meaning where the sanitizer found something in it."""

    position: int
    name: str
    opened: str

    def build(self, filling: Filling) -> str:
        """Return the name, the same in every place."""
        if filling.sanitized[self.position] == self.opened:
            return self.name
        name = f"tool_{_digest(filling.identity(self.name))[:24]}"
        filling.renamed[name] = self.name
        return name


class SpeakerNode(NamedTuple):
    """The name of who speaks: stays, or becomes the sanitized name in the letters that names may have."""

    position: int
    name: str
    opened: str

    def build(self, filling: Filling) -> str:
        """Give a name that the provider accepts."""
        text = filling.sanitized[self.position]
        if text == self.opened:
            return self.name
        closed = _NOT_IN_A_NAME.sub("_", text).strip("_")[:_LONGEST_NAME]
        return closed or f"name_{_digest(filling.identity(self.name))[:24]}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


_NUMBER = re.compile(r"(-?)(0|[1-9][0-9]*)(\.[0-9]+)?(?:([eE])([-+]?)([0-9]+))?")
_EXPONENT = "~"
"""Stands for the letter of an exponent while the digits are drawn: a letter would be drawn as a word."""

_LARGEST_EXPONENT = 300
_MOST_DIGITS = 18
"""Of an integer that every JSON library can read, whatever its digits."""


def shown(number: str) -> str:
    """Write a JSON number as it is offered as a text."""
    return number.replace("e", _EXPONENT).replace("E", _EXPONENT)


class DigitsNode(NamedTuple):
    """A number that was offered as a text, to have all its digits drawn. `position`: of the text. `number`: as the
    request writes it. `kind`: what it is in the request.
    """

    position: int
    number: str
    kind: type[int] | type[float] | type[str]

    def build(self, filling: Filling) -> int | float | str:
        """Return a number of the same shape; what was drawn, if that is something else."""
        drawn = filling.sanitized[self.position]
        new = self.number if drawn == shown(self.number) else self._shaped(drawn, filling)
        return self.kind(new) if is_number(new) else new

    def _shaped(self, drawn: str, filling: Filling) -> str:
        """The drawn digits in the shape of the number; a zero that may not lead becomes any other digit."""
        was = _NUMBER.fullmatch(self.number)
        pieces = re.fullmatch(r"(-?)([0-9]+)(\.[0-9]+)?(?:~([-+]?)([0-9]+))?", drawn)
        if was is None or pieces is None or len(drawn) != len(self.number):
            return drawn
        sign, whole, fraction, exponent_sign, exponent = pieces.groups(default="")
        long = len(whole) > _MOST_DIGITS and not fraction and not exponent
        if (whole[0] == "0" and (len(whole) > 1 or sign)) or (long and whole[0] == "9"):
            other = int(filling.identity(f"{self.number} {drawn}")[:8], 16)
            whole = str(1 + other % (8 if long else 9)) + whole[1:]
        power = ""
        if exponent:
            power = f"{was[4]}{exponent_sign}{int(exponent) % _LARGEST_EXPONENT:0{len(exponent)}d}"
        return f"{sign}{whole}{fraction}{power}"
