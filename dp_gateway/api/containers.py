"""Fields that hold fields: objects, arrays and unions, up to a whole request, its shape and the texts in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from dp_gateway.api.fields import MCP_OF_THE_CLIENT, Choice, Field
from dp_gateway.api.free_json import Leaves, too_deep
from dp_gateway.api.nodes import DROP, ArrayNode, Entry, Filling, Node, ObjectNode, RekeyedNode, build
from dp_gateway.api.reading import ANY, MAX_LEVELS, ROOT, Author, Place, Walk, malformed, refused, render
from dp_gateway.detection.hints import Hints
from dp_gateway.errors import ConfigurationError
from dp_gateway.policy import FieldSettings

_PRIVATE = Leaves()


@dataclass(frozen=True, slots=True)
class Object:
    """An object with declared fields. `other`: what undeclared fields are, where the policy for unknown fields is not
    to decide; their names are developer text then.
    """

    fields: Mapping[str, Field]
    other: Field | None = None

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not dict:
            raise malformed(place, "an object")
        values = cast("dict[Any, Any]", value)
        edits: list[tuple[str, Node]] = []
        unknown: dict[str, tuple[Node | None, Node | None]] = {}
        find = self.fields.get
        for key, item in values.items():
            field = find(key)
            if field is None:
                unknown[key] = self._unknown(key, item, place, walk)
            elif item is not None:
                node = field.read(item, (place, key), walk)
                if node is DROP:
                    unknown[key] = None, DROP
                elif node is not None:
                    edits.append((key, node))
        if unknown:
            plans = dict(edits)
            entries = [(key, *unknown.get(key, (None, plans.get(key)))) for key in values]
            return RekeyedNode(values, entries, place)
        return ObjectNode(values, edits) if edits else None

    def _unknown(self, key: Any, item: Any, place: Place, walk: Walk) -> tuple[Node | None, Node | None]:
        inner: Place = (place, ANY)
        if self.other is not None:
            name = walk.key(key, place, "developer", declared=True)
            return name, None if item is None else self.other.read(item, inner, walk)
        if walk.settings.unknown == "reject":
            raise refused(
                place, "holds a field that is not known", 'leave it out, or set unknown = "sanitize" in the policy'
            )
        if walk.settings.unknown == "drop":
            walk.dropped += (render(inner),)
            return None, DROP
        return walk.key(key, place, "other"), _PRIVATE.read(item, inner, walk)


@dataclass(frozen=True, slots=True)
class Array:
    """An array of one kind of item."""

    item: Field

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        return _items(value, place, walk, self.item.read)


@dataclass(frozen=True, slots=True)
class Parts(Array):
    """The parts of a message: texts of which the next goes on with the word or the line of the one before are one.

    A name that is cut in two is in neither of them; the model reads them together.
    """

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        parts = cast("list[Any]", value) if type(value) is list else []
        if not any(map(_goes_on, parts, parts[1:])):
            return _items(value, place, walk, self.item.read)
        joined: list[Any] = []
        for part in parts:
            if joined and _goes_on(joined[-1], part):
                joined[-1] = {**joined[-1], **part, "text": joined[-1]["text"] + part["text"]}
            else:
                joined.append(part)
        return _items(joined, place, walk, self.item.read) or ArrayNode(joined, [])


def _goes_on(part: Any, following: Any) -> bool:
    """Whether two parts are texts, and the second one begins where a word, number or line has not ended."""
    if type(part) is not dict or type(following) is not dict:
        return False
    one, other = cast("dict[str, Any]", part), cast("dict[str, Any]", following)
    if one.get("type") != other.get("type") or "cache_control" in one:
        return False
    begun, rest = one.get("text"), other.get("text")
    if not (isinstance(begun, str) and begun and isinstance(rest, str) and rest):
        return False
    last, first = begun[-1], rest[0]
    if " " in (last, first):
        return True
    return (last.isalnum() or last in _INSIDE) and (first.islower() or first.isdecimal() or first in _INSIDE)


_INSIDE = frozenset("@._-+'/")
"""Signs inside of words, numbers and addresses."""


@dataclass(frozen=True, slots=True)
class Conversation(Array):
    """The messages of a conversation: an array that is sent again with each turn, and longer."""

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:

        def message(item: Any, at: Place, walk: Walk) -> Node | None:
            walk.next_message(by_model=_by_model(item))
            return self.item.read(item, at, walk)

        node = _items(value, place, walk, message)
        walk.end_of_messages()
        return node


def _items(value: Any, place: Place, walk: Walk, read: Callable[[Any, Place, Walk], Node | None]) -> ArrayNode | None:
    """Read the items of an array, each by `read`."""
    if type(value) is not list:
        raise malformed(place, "an array")
    values = cast("list[Any]", value)
    edits: list[tuple[int, Node]] = []
    for index, item in enumerate(values):
        node = read(item, (place, index), walk)
        if node is not None:
            edits.append((index, node))
    return ArrayNode(values, edits) if edits else None


def _by_model(item: Any) -> bool:
    """Whether a message is the model's: an answer, a thought, or a call of a tool."""
    if type(item) is not dict:
        return False
    message = cast("dict[Any, Any]", item)
    kind = message.get("type")
    return (
        message.get("role") == "assistant"
        or kind in ("ai", "reasoning", "compaction")
        or (type(kind) is str and kind.endswith("_call"))
    )


@dataclass(frozen=True, slots=True)
class Map:
    """An object with keys of any name. `keys`: who chooses them; a developer's are declared, as a schema's are."""

    values: Field
    keys: Author = "developer"

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not dict:
            raise malformed(place, "an object")
        values = cast("dict[Any, Any]", value)
        entries: list[Entry] = []
        inner: Place = (place, ANY)
        for key, item in values.items():
            name = walk.key(key, place, self.keys, declared=self.keys == "developer")
            entries.append((key, name, None if item is None else self.values.read(item, inner, walk)))
        return RekeyedNode(values, entries, place) if entries else None


@dataclass(frozen=True, slots=True)
class Either:
    """A field that takes values of several JSON types."""

    string: Field | None = None
    array: Field | None = None
    object: Field | None = None
    flag: Field | None = None

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        kind = cast("type[Any]", type(value))
        if kind is str:
            field = self.string
        else:
            field = self.array if kind is list else self.object if kind is dict else self.flag if kind is bool else None
        if field is None:
            takes = {"a string": self.string, "an array": self.array, "an object": self.object, "a boolean": self.flag}
            raise malformed(place, " or ".join(name for name, one in takes.items() if one is not None))
        return field.read(value, place, walk)


class Variants:
    """An object whose fields depend on one of them.

    Args:
        by: the field that says which, such as "type"; the tables need not declare it.
        tables: the fields, by its value; or again variants, which declare `by` themselves.
        default: the value where that field is missing; "" where it must not be.

    Attributes:
        objects: what an object is, by that value.
    """

    __slots__ = ("by", "default", "objects")

    def __init__(self, by: str, tables: Mapping[str, Mapping[str, Field] | Variants], default: str = "") -> None:
        self.by, self.default = by, default
        self.objects: dict[str, Field] = {
            tag: fields if isinstance(fields, Variants) else Object({by: Choice(tag), **fields})
            for tag, fields in tables.items()
        }

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if type(value) is not dict:
            raise malformed(place, "an object")
        values = cast("dict[Any, Any]", value)
        tag = values.get(self.by) or self.default
        table = self.objects.get(tag) if type(tag) is str else None
        if table is None:
            known = ", ".join(sorted(self.objects))
            hint = MCP_OF_THE_CLIENT if tag == "mcp" else f"use one of: {known}"
            raise refused((place, self.by), "is of a kind that cannot be protected", hint)
        return table.read(values, place, walk)


@dataclass(frozen=True, slots=True)
class Media:
    """Images, audio and files: refused unless the policy passes them."""

    field: Field

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if walk.settings.media == "reject":
            raise refused(
                place,
                "holds an image, audio or a file, which is not sanitized",
                'send text, or allow files with media = "pass" in the policy',
            )
        return self.field.read(value, place, walk)


@dataclass(frozen=True, slots=True)
class Deferred:
    """A field of a table that contains itself."""

    field: Callable[[], Field]

    def read(self, value: Any, place: Place, walk: Walk) -> Node | None:
        if walk.level == MAX_LEVELS:
            raise too_deep(place)
        walk.level += 1
        node = self.field().read(value, place, walk)
        walk.level -= 1
        return node


class RequestTexts(Walk):
    """The texts of a request, in the order of the document, and how they are filled in again: a `Shape` reads it.

    A name or key that stands in several places is listed once. Texts that are no request have no body.

    Attributes:
        stream: whether a stream was asked for.
        model: the model that was asked for.
        renamed: new name of a tool -> its own name; filled by `fill`.
        rewritten: what was written into JSON in a string -> what stood there with escapes; filled by `fill`.
        documents: JSON in strings that holds escapes and addresses, as it leaves; filled by `fill`.
        given: the body as it was sent, where texts that its provider keeps were read before its own; None of any other.
    """

    def __init__(self, settings: FieldSettings, *, all_digits: bool = False) -> None:
        super().__init__(settings, all_digits=all_digits)
        self.renamed: dict[str, str] = {}
        self.rewritten: dict[str, str] = {}
        self.documents: list[str] = []
        self.model: str | None = None
        self.stream = False
        self.given: dict[str, Any] | None = None
        self._body: dict[str, Any] = {}
        self._node: Node | None = None

    def read(self, body: dict[str, Any], table: Object) -> None:
        """Read a body by the table of its API."""
        self._body, self._node = body, table.read(body, ROOT, self)
        self.settle()
        model = body.get("model")
        self.model = model if isinstance(model, str) else None
        self.stream = body.get("stream") is True

    @cached_property
    def hints(self) -> Hints:
        """Keys that texts stand under, and the grammar of the request."""
        return Hints(self.keys if any(self.keys) else (), frozenset(self.grammar))

    @cached_property
    def paths(self) -> list[str]:
        """Where the texts stand, aligned: "messages[2].content"; "*" stands for a key that no table has."""
        return [render(place) for place in self.places]

    def fill(self, sanitized: Sequence[str], identity: Callable[[str], str]) -> dict[str, Any]:
        """Fill in what was drawn: return the body that may leave. The original is not changed; what did not change is
        shared with it.

        Args:
            sanitized: aligned with `texts`.
            identity: turns an identity (a user's id, an id that no provider gave) into a keyed hash, always the same
                one; what it returns unchanged stays.

        Raises:
            ConfigurationError: not one text for each.
            MalformedRequest: two keys of an object become one.
        """
        if len(sanitized) != len(self.texts):
            raise ConfigurationError(
                f"{len(sanitized)} sanitized texts for {len(self.texts)} texts", hint="sanitize `texts`, all of them"
            )
        filling = Filling(sanitized, identity)
        new = self._body if self._node is None else build(self._node, filling)
        self.renamed, self.rewritten, self.documents = filling.renamed, filling.rewritten, filling.documents
        return new.copy() if new is self._body else new


@dataclass(frozen=True)
class Shape:
    """The request side of an API.

    Attributes:
        name: such as "chat".
        path: where clients send it, such as "/v1/chat/completions".
        table: its fields.
        kept: it may name what the provider keeps; a server has to know whose that is.
    """

    name: str
    path: str
    table: Object
    kept: bool = False

    def read(self, body: dict[str, Any], settings: FieldSettings, *, all_digits: bool = False) -> RequestTexts:
        """Take a request apart; nothing may leave before this has gone through.

        Args:
            body: the JSON of the request: dicts, lists, strings, numbers, booleans and None only.
            settings: what the policy says about fields.
            all_digits: the policy has every digit drawn.

        Raises:
            MalformedRequest: a field is not what it has to be.
            FieldRefused: a field cannot be protected, or the policy refuses it.
            RequestTooLarge: nested too deep, or too many texts.
        """
        texts = RequestTexts(settings, all_digits=all_digits)
        texts.read(body, self.table)
        return texts
