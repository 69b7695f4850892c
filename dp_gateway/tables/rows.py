"""Texts and JSON of rows: all of them that stand in one row are one request of the gateway.

Values of entity and identifier columns that occur in the texts of their row are handed along, so that a name that the
detection of the text would miss is replaced in it too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from dp_gateway.api import RequestTexts, find
from dp_gateway.api.free_json import JsonText, Leaves
from dp_gateway.api.nodes import Filling, Node, build
from dp_gateway.api.reading import ROOT, Walk
from dp_gateway.detection.of_policy import Detects
from dp_gateway.errors import InputError, RequestError
from dp_gateway.pipeline.finding import Turns
from dp_gateway.policy import FieldSettings
from dp_gateway.tables.plan import Column
from dp_gateway.text.entities import Entity

if TYPE_CHECKING:
    from dp_gateway.pipeline.report import SanitizedRequest

_WORD = re.compile(r"\w{3,}")
_IN_CONTAINER = ("{", "[")


class KnownValue(str):
    """A text that is an entity as a whole."""

    __slots__ = ("type",)

    def __new__(cls, text: str, entity_type: str) -> KnownValue:
        """A text, and the type of the entity that it is."""
        made = super().__new__(cls, text)
        made.type = entity_type
        return made

    type: str


class KnownDetection:
    """A detection that takes what is known for what it is. `made`: opens the detection of all other texts."""

    def __init__(self, made: Callable[[], Detects]) -> None:
        self._made = made
        self._detection: Detects | None = None

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Return the entities of each text."""
        if self._detection is None:
            self._detection = self._made()
        other = [at for at, text in enumerate(texts) if not isinstance(text, KnownValue)]
        found: list[list[Entity]] = [
            [Entity(0, len(text), text.type, 1.0, "declared")] if isinstance(text, KnownValue) else [] for text in texts
        ]
        for at, entities in zip(other, self._detection.detect([texts[at] for at in other]), strict=True):
            found[at] = entities
        return found


class RowTexts(NamedTuple):
    """The texts of one row.

    Attributes:
        texts: known values first.
        developer: aligned; see `Gateway.request`.
        known: how many of them are known values.
        plans: for each cell that changes, its place among the cells and what becomes of it.
    """

    texts: tuple[str, ...]
    developer: tuple[bool, ...]
    known: int
    plans: tuple[tuple[int, Any], ...]

    @property
    def asked(self) -> tuple[object, ...]:
        """Rows in which this is equal are one request."""
        return self.texts, self.developer, tuple(text.type for text in self.texts if isinstance(text, KnownValue))

    @property
    def turns(self) -> Turns:
        """Known values are drawn first, as they are drawn by themselves."""
        numbers = [int(at >= self.known) for at in range(len(self.texts))]
        return Turns(numbers, numbers, [True] * len(numbers))


class _Chat(NamedTuple):
    """Chat messages in a cell: where their texts begin, and how they are filled in."""

    start: int
    texts: RequestTexts
    as_text: bool

    def build(self, filling: Filling) -> Any:
        own = filling.sanitized[self.start : self.start + len(self.texts.texts)]
        messages = self.texts.fill(own, filling.identity)["messages"]
        return orjson.dumps(messages).decode() if self.as_text else messages


def read_row(
    columns: Sequence[tuple[int, Column]],
    cells: Sequence[Any],
    known: Iterable[KnownValue],
    settings: FieldSettings,
    all_digits: bool,
) -> RowTexts | None:
    """Read the texts of a row; None where it has none.

    Args:
        columns: number (from 1) and treatment of each text or JSON column.
        cells: of the row, aligned; strings, or nested values.
        known: values of its other columns.
        settings: what the policy says about fields.
        all_digits: the policy has every digit drawn.

    Raises:
        InputError: a cell is not what its column takes; its column is named.
    """
    walk = Walk(settings, all_digits=all_digits)
    plans: list[tuple[int, Any]] = []
    for at, ((number, column), cell) in enumerate(zip(columns, cells, strict=True)):
        if cell is None:
            continue
        try:
            node = _read(column, cell, walk)
        except (RequestError, orjson.JSONDecodeError) as error:
            what = error.message if isinstance(error, RequestError) else "not JSON"
            raise InputError(f"column {number}: {what}", hint="choose another kind for this column") from None
        if node is not None:
            plans.append((at, node))
    if not walk.texts:
        return None
    first = [one for one in known if speaks_of(walk.texts, one)] if known else []
    developer = (*[False] * len(first), *walk.developer)
    return RowTexts((*first, *walk.texts), developer, len(first), tuple(plans))


def _read(column: Column, cell: Any, walk: Walk) -> Node | None:
    if column.kind == "json" and column.shape == "chat":
        messages = orjson.loads(cell) if isinstance(cell, str) else _without_none(cell)
        texts = find("chat").read({"messages": messages}, walk.settings, all_digits=walk.all_digits)
        start = len(walk.texts)
        for text, own in zip(texts.texts, texts.developer, strict=True):
            walk.text(text, ROOT, "user")
            walk.developer[-1] = own
        return _Chat(start, texts, isinstance(cell, str)) if texts.texts else None
    if isinstance(cell, str):
        if column.kind == "json" and cell.lstrip()[:1] in _IN_CONTAINER:
            return JsonText(author="user", keys="developer").read(cell, ROOT, walk)
        return walk.text(cell, ROOT, "user") if cell else None
    return Leaves(author="user", keys="developer").read(cell, ROOT, walk)


def _without_none(value: Any) -> Any:
    """Nested values without fields that are null: Arrow has every field in every row."""
    if isinstance(value, dict):
        return {key: _without_none(item) for key, item in value.items() if item is not None}  # pyright: ignore
    return [_without_none(item) for item in value] if isinstance(value, list) else value  # pyright: ignore


def speaks_of(texts: Sequence[str], value: str) -> bool:
    """Return whether a word of a value occurs in some texts, in any letter case."""
    words = _WORD.findall(value.lower())
    return any(word in text for text in map(str.lower, texts) for word in words)


def requested(rows: Sequence[RowTexts], scopes: Sequence[str], gateway: Any) -> list[SanitizedRequest]:
    """Sanitize some rows, and return their requests."""
    return gateway.requests(
        [row.texts for row in rows],
        scopes=scopes,
        developer=[row.developer for row in rows],
        turns=[row.turns for row in rows],
    )


def fill_row(row: RowTexts, outgoing: Sequence[str], identity: Callable[[str], str]) -> dict[int, Any]:
    """Return the new cells of a row, by their place among its cells."""
    filling = Filling(outgoing[row.known :], identity)
    return {at: build(node, filling) for at, node in row.plans}
