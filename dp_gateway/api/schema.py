"""The table of JSON Schema: its keywords are plain, what the developer wrote into it is text.

The name of a property is a key wherever it stands (`properties`, `required`, `$ref`, arguments): it is sanitized once,
so that it stays one name. Source: JSON Schema, draft 2020-12, and the older keywords that APIs take.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from dp_gateway.api.containers import Array, Deferred, Either, Map, Object
from dp_gateway.api.fields import Field
from dp_gateway.api.free_json import Leaves
from dp_gateway.api.nodes import Filling, Node
from dp_gateway.api.plain import Flag
from dp_gateway.api.reading import Place, Reading, malformed

__all__ = ["SCHEMA"]

_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_FORMATS = (
    "date date-time duration email hostname idn-email idn-hostname ipv4 ipv6 iri iri-reference json-pointer regex "
    "relative-json-pointer time uri uri-reference uri-template uuid int32 int64 float double byte binary password"
).split()
_DIALECTS = (
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
)
_FREE = Leaves("developer", "developer")


class _Word:
    """A word that passes when it is one of a few, and is developer text otherwise."""

    __slots__ = ("words",)

    def __init__(self, *words: str) -> None:
        self.words = frozenset(words)

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is str and value in self.words:
            return None
        return _FREE.read(value, place, reading)


class _Values:
    """Values that a schema lists: developer text, and grammar of the request."""

    __slots__ = ()

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        listed = cast("list[Any]", value) if type(value) is list else [value]
        reading.grammar.update(one.lower() for one in listed if type(one) is str and one)
        return _FREE.read(value, place, reading)


class _Key:
    """The name of a property, as a value."""

    __slots__ = ()

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if type(value) is not str:
            raise malformed(place, "a string")
        return reading.name(value, place, "developer") if value else None


class _Reference:
    """A JSON pointer into the same schema: its steps are keywords and names of properties."""

    __slots__ = ()

    def read(self, value: Any, place: Place, reading: Reading) -> Node | None:
        """Take the texts out of a value."""
        if value == "#":
            return None
        if type(value) is not str or not value.startswith("#/"):
            return _FREE.read(value, place, reading)
        steps: list[str | int] = []
        for step in value.split("/"):
            name = step.replace("~1", "/").replace("~0", "~")
            plain = not name or name == "#" or name in _KEYWORDS
            steps.append(step if plain else reading.name(name, place, "developer"))
        return _ReferenceNode(steps)


class _ReferenceNode(NamedTuple):
    steps: list[str | int]

    def build(self, filling: Filling) -> str:
        return "/".join(
            step if isinstance(step, str) else filling.sanitized[step].replace("~", "~0").replace("/", "~1")
            for step in self.steps
        )


def _subschema() -> Field:
    return _NESTED


_SUBSCHEMA = Deferred(_subschema)
_SUBSCHEMAS = Map(_SUBSCHEMA)
_KEYS = Array(_Key())

_KEYWORDS: dict[str, Field] = {
    "type": Either(string=_Word(*_TYPES), array=Array(_Word(*_TYPES))),
    "format": _Word(*_FORMATS),
    "$schema": _Word(*_DIALECTS),
    "$ref": _Reference(),
    "$dynamicRef": _Reference(),
    "required": _KEYS,
    "propertyOrdering": _KEYS,
    "dependentRequired": Map(_KEYS),
    **dict.fromkeys(
        ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"),
        _SUBSCHEMAS,
    ),
    **dict.fromkeys(
        (
            "items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "additionalProperties",
            "unevaluatedProperties", "propertyNames", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
            "contentSchema",
        ),
        _SUBSCHEMA,
    ),
    **dict.fromkeys(
        (
            "title", "description", "$comment", "$id", "$anchor", "$dynamicAnchor", "pattern", "default",
            "example", "examples", "contentEncoding", "contentMediaType",
        ),
        _FREE,
    ),
    "enum": _Values(),
    "const": _Values(),
    **dict.fromkeys(
        (
            "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
            "minItems", "maxItems", "minContains", "maxContains", "minProperties", "maxProperties", "uniqueItems",
            "deprecated", "readOnly", "writeOnly", "nullable",
        ),
        _FREE,
    ),
}  # fmt: skip

SCHEMA = Object(_KEYWORDS, other=_FREE)
"""A JSON schema."""

_NESTED = Either(flag=Flag(), array=Array(_SUBSCHEMA), object=SCHEMA)
