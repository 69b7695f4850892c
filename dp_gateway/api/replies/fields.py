"""Finds the strings of a reply, wherever they stand: a table per API shape says how each field is treated.

A field that no table has is text, at any depth. Nothing is changed in place: what has no change in it is the same
object afterwards, so that an event that needs no change is known by its identity.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from dp_gateway.errors import UpstreamFailed

Path: TypeAlias = tuple["str | int", ...]
"""Where a string stands: keys, and for elements of a list their `index` field or else their position."""

_DEEPEST = 200
_NAME = "name"
_OF_PROMPT = "prompt_logprobs"


class LeafKind(Enum):
    """The treatment of the strings of a field, however deep they stand in it."""

    PLAIN = auto()
    """Left as they are: ids, enumerations, binary data."""
    TEXT = auto()
    """Text. In objects keys as well: this is what a field is that no table has."""
    WHOLE = auto()
    """Text that is complete even where other fields come in pieces."""
    ANSWER = auto()
    """What the model answers: text, or a JSON document where the request asked for one."""
    JSON = auto()
    """A JSON document in a string: surrogates are read and originals are written with escapes."""
    DOCUMENT = auto()
    """An object that a stream has as the pieces of a JSON document: numbers are treated too."""
    INPUT = auto()
    """What a tool gets that takes text."""
    NAME = auto()
    """The name of a tool."""
    PROBABILITIES = auto()
    """Log-probabilities of tokens."""


_DOCUMENTS = (LeafKind.DOCUMENT, LeafKind.JSON)
"""Some providers give an object where others give a string of JSON."""


class ByType(NamedTuple):
    """Objects whose fields depend on their `type` field."""

    specs: Mapping[str, LeafKind | dict[str, Spec]]
    otherwise: LeafKind | dict[str, Spec]


Spec: TypeAlias = "LeafKind | ByType | dict[str, Spec]"
"""A treatment, or a table of the fields of an object; for lists, of each of its elements."""


def table(plain: str, /, **fields: Spec) -> dict[str, Spec]:
    """Make the table of an object's fields: the names of the plain ones, and how some others are treated."""
    named: dict[str, Spec] = dict.fromkeys(plain.split(), LeafKind.PLAIN)
    return named | fields


Leaf: TypeAlias = Callable[[str, LeafKind, Path], str]
"""What becomes of one string."""

Drop: TypeAlias = Callable[[], None]


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Return whether a value is a JSON object."""
    return isinstance(value, dict)


def is_array(value: Any) -> TypeGuard[list[Any]]:
    """Return whether a value is a JSON array."""
    return isinstance(value, list)


def walk(value: Any, spec: Spec, leaf: Leaf, path: Path = (), *, drop: Drop | None = None) -> Any:
    """Copy a value with every string treated.

    Args:
        value, spec: a JSON value, and the table of its fields.
        leaf: called for every string that is not plain.
        drop: called for log-probabilities beside a string that changed, which become null or an empty list; None leaves
            all as they are.

    Raises:
        UpstreamFailed: nested deeper than any API.
    """
    if isinstance(value, str):
        if spec is LeafKind.PLAIN:
            return value
        return leaf(value, spec if isinstance(spec, LeafKind) else LeafKind.TEXT, path)
    if spec is LeafKind.PLAIN or not isinstance(value, list | dict):
        return value
    if spec in _DOCUMENTS and value:
        return _walk_document(value, leaf, path)
    if len(path) > _DEEPEST:
        raise _too_deep()
    return _walk_list(value, spec, leaf, path, drop) if is_array(value) else _walk_object(value, spec, leaf, path, drop)


def _too_deep() -> UpstreamFailed:
    return UpstreamFailed("the provider's reply is nested too deeply", hint="check the provider named as upstream")


def _walk_document(value: Any, leaf: Leaf, path: Path) -> Any:
    try:
        document = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        raise _too_deep() from None
    restored = leaf(document, LeafKind.JSON, path)
    try:
        return value if restored == document else json.loads(restored)
    except ValueError:  # a number became something else
        return walk(value, LeafKind.TEXT, leaf, path)


def _walk_list(items: list[Any], spec: Spec, leaf: Leaf, path: Path, drop: Drop | None) -> list[Any]:
    treated = [walk(item, spec, leaf, (*path, position(item, at)), drop=drop) for at, item in enumerate(items)]
    return treated if any(new is not old for new, old in zip(treated, items, strict=True)) else items


def _walk_object(value: Any, spec: Spec, leaf: Leaf, path: Path, drop: Drop | None) -> dict[str, Any]:
    if isinstance(spec, ByType):
        kind = value.get("type")
        spec = spec.specs.get(kind, spec.otherwise) if isinstance(kind, str) else spec.otherwise
    if isinstance(spec, dict):
        return _walk_known(value, spec, leaf, path, drop)
    return _walk_unknown(value, spec, leaf, path, drop)


def _walk_known(
    fields: dict[str, Any], spec: dict[str, Spec], leaf: Leaf, path: Path, drop: Drop | None
) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    # The name of a tool first: what becomes of its arguments depends on it.
    keys = sorted(fields, key=_NAME.__ne__) if _NAME in fields and spec.get(_NAME) is LeafKind.NAME else fields
    probabilities: list[str] = []
    for key in keys:
        value, inner = fields[key], spec.get(key, LeafKind.TEXT)
        if inner is LeafKind.PLAIN or value is None:
            continue
        if inner is LeafKind.PROBABILITIES:
            probabilities.append(key)
            continue
        new = walk(value, inner, leaf, (*path, key), drop=drop)
        if new is not value:
            changes[key] = new
    for key in probabilities:
        # Those of a text that is as the provider wrote it say nothing else than the text; a prompt never is.
        if drop is not None and fields[key] and (changes or key == _OF_PROMPT):
            drop()
            changes[key] = [] if is_array(fields[key]) else None
    return fields | changes if changes else fields


def _walk_unknown(
    fields: dict[str, Any], treatment: LeafKind, leaf: Leaf, path: Path, drop: Drop | None
) -> dict[str, Any]:
    treated: dict[str, Any] = {}
    changed = False
    for key, value in fields.items():
        name = leaf(key, LeafKind.WHOLE, ())
        if name in treated:
            name = key
        new = walk(value, treatment, leaf, (*path, name), drop=drop)
        changed = changed or new is not value or name != key
        treated[name] = new
    return treated if changed else fields


def position(item: Any, at: int) -> int:
    """Return what tells an element of a list from its siblings in later events: its `index`, or its place."""
    index = item.get("index") if is_object(item) else None
    return index if isinstance(index, int) else at


def replaced(fields: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Copy an object with some fields replaced; the same object if they are the same values."""
    if all(key in fields and fields[key] is value for key, value in changes.items()):
        return fields
    return fields | changes


def put(value: Any, path: Path, text: str) -> Any:
    """Append a text to the string at a path of a value; what is missing on the way is made.

    Elements of lists that are made carry their `index`.
    """
    if not path:
        return value + text if isinstance(value, str) else text
    step, rest = path[0], path[1:]
    if isinstance(step, str):
        fields: dict[str, Any] = dict(value) if is_object(value) else {}
        fields[step] = put(fields.get(step), rest, text)
        return fields
    items: list[Any] = list(value) if is_array(value) else []
    for at, item in enumerate(items):
        if position(item, at) == step:
            items[at] = put(item, rest, text)
            return items
    return [*items, put({"index": step} if rest else None, rest, text)]
