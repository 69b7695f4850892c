"""Every field that the tables declare, found by walking the tables: where it stands, and what it is."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import orjson

from dp_gateway.api import SHAPES, RequestTexts
from dp_gateway.api.common import SCHEMA
from dp_gateway.api.containers import Array, Deferred, Either, Map, Media, Object, Variants
from dp_gateway.policy import FieldSettings

SECRETS: list[Any] = [
    "Zebulon Quackenbush",
    "zebulon.quackenbush@example.com",
    "Zebulon_Quackenbush",
    "078-05-1120",
    "078051120",
    78051120,
    -78051120,
    78051120.25,
]
TRACES = ("zebulon", "quackenbush", "78051120", "078-05", "78 05 1120", "078 05")

OPEN = FieldSettings(media="pass", logit_bias="pass")
"""As much as a policy can let through."""


class Slot(NamedTuple):
    """A place for a value in a request.

    Attributes:
        shape, path: which; "*" stands for a key that the user chose, "?" for one that no table has.
        field: what is declared there; None for a field that no table has.
        wrap: the smallest body that holds a value there.
    """

    shape: str
    path: str
    field: Any
    wrap: Callable[[Any], Any]


def slots() -> list[Slot]:
    """All of them; the table of JSON Schema is walked once for each shape, and one level deep."""
    return [Slot(name, *found) for name, shape in SHAPES.items() for found in _slots(shape.table, "", _same, set())]


def _same(value: Any) -> Any:
    return value


Wrap = Callable[[Any], Any]


def _slots(field: Any, path: str, wrap: Wrap, seen: set[str]) -> Iterator[tuple[str, Any, Wrap]]:
    if isinstance(field, Object):
        yield f"{path}.?", None, lambda value: wrap({"unheard_of": value})
        yield f"{path}.?key", None, lambda value: wrap({str(value): True})
    if isinstance(field, Map):
        yield f"{path}.*key", field, lambda value: wrap({str(value): None})
    inner = _inner(field, seen)
    if not inner:
        yield path, field, wrap
    for step, one, around in inner:
        yield from _slots(one, path + step, lambda value, around=around: wrap(around(value)), seen)


def _inner(field: Any, seen: set[str]) -> list[tuple[str, Any, Wrap]]:
    """The fields inside a field: the step to each, and the value around it."""
    found: list[tuple[str, Any, Wrap]] = []
    match field:
        case Object():
            names = field.fields if field is not SCHEMA or "schema" not in seen else ("title",)
            seen |= {"schema"} if field is SCHEMA else set()
            found = [(f".{name}", field.fields[name], lambda value, name=name: {name: value}) for name in names]
        case Variants():
            tables = field.objects.items()
            found = [(f"<{tag}>", one, lambda value, tag=tag: {field.by: tag, **value}) for tag, one in tables]
        case Array():
            found = [("[]", field.item, lambda value: [value])]
        case Map():
            found = [(".*", field.values, lambda value: {"k": value})]
        case Either():
            ways = (field.string, field.array, field.object, field.flag)
            found = [("", one, _same) for one in ways if one is not None]
        case Media():
            found = [("", field.field, _same)]
        case Deferred():
            found = [("", SCHEMA if "deferred" in seen else field.field(), _same)]
            seen.add("deferred")
    return found


def hashed(identity: str) -> str:
    """A keyed hash, as a gateway uses it."""
    return hmac.new(b"key", identity.encode(), hashlib.sha256).hexdigest()


def shows_secret(text: str) -> bool:
    """Whether a text holds a trace of a planted secret."""
    low = text.lower()
    return any(trace in low for trace in TRACES)


def sanitized(texts: RequestTexts) -> dict[str, Any]:
    """The body that leaves when every text with a secret becomes "X"."""
    return texts.fill(["X" if shows_secret(text) else text for text in texts.texts], hashed)


def leaks(body: Any) -> bool:
    """Whether the bytes of a body hold a trace of a planted secret, escapes undone."""
    return shows_secret(orjson.dumps(body).decode())
