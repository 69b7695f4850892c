"""The columns of a table and those of a plan: a plan is suggested from samples, and a table is checked against one.

A suggestion (`dp-gateway table plan`) is a beginning for review. No column is kept: what is told neither by name nor by
sample is text, and cells in which nothing is found are hashed, since as texts they would stay. Before anything is
drawn, a table has to have the columns of its plan, and no name of a column may name somebody.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from dp_gateway.api import find
from dp_gateway.errors import ConfigurationError, RequestError
from dp_gateway.policy import FieldSettings
from dp_gateway.tables.arrow import is_text, pa, plain
from dp_gateway.tables.plan import Column, Plan
from dp_gateway.text.entities import IDENTIFIERS, Entity
from dp_gateway.text.lists import word_lists

if TYPE_CHECKING:
    from dp_gateway.detection.of_policy import Detects

_BETWEEN = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d{5,}")
_SURE = 0.5
_TOLD = frozenset(("PERSON", *IDENTIFIERS, "STREET_ADDRESS")) - {"ID_NUMBER", "URL", "USERNAME"}
"""Types of which one in the name of a column is somebody's."""


def private_names(names: Sequence[str], detection: Detects) -> list[str]:
    """Find for each name of a column the type of what it holds of somebody; empty where there is nothing."""
    written = [_BETWEEN.sub(" ", name).strip() for name in names]
    found = detection.detect([*names, *written])
    types: list[str] = []
    for at, name in enumerate(names):
        read = [(name, one) for one in found[at]] + [(written[at], one) for one in found[at + len(names)]]
        told = [one.type for text, one in read if one.type in _TOLD and _is_telling(text, one)]
        types.append(told[0] if told else "ID_NUMBER" if _DIGITS.search(name) else "")
    return types


def _is_telling(text: str, entity: Entity) -> bool:
    """Whether a name holds what was found: "sal" and "mark" are ordinary names of columns, "sal miller" is not."""
    return entity.score >= _SURE and (entity.type != "PERSON" or " " in text[entity.start : entity.end].strip())


def _numbered(names: Sequence[str]) -> dict[str, int]:
    """The number of each column, from 1; refuses a name that stands there twice."""
    numbers: dict[str, int] = {}
    for number, name in enumerate(names, 1):
        if numbers.setdefault(name, number) != number:
            raise ConfigurationError(f"column {number} of the table has the name of another one", hint="rename one")
    return numbers


def check_schema(schema: Any, plan: Plan, detection: Detects) -> None:
    """Refuse a table that a plan does not fit. `plan`: what becomes of its columns. `detection`: looks for entities in
    the names. Raises ConfigurationError where a column is not in the plan, is missing, stands there twice, or has a
    private name.
    """
    names: list[str] = schema.names
    again = "see what a plan would be with: dp-gateway table plan FILE"
    numbers = _numbered(names)
    for name, number in numbers.items():
        if name not in plan.columns:
            raise ConfigurationError(f"column {number} of the table is not in the plan", hint=again)
    missing = [number for number, name in enumerate(plan.columns, 1) if name not in numbers]
    if missing:
        raise ConfigurationError(f"the table lacks column {missing[0]} of the plan", hint=again)
    columns = [plan.columns[name] for name in names]
    leaving = [
        name
        for name, column in zip(names, columns, strict=True)
        if not (column.public_name or column.rename or column.kind == "drop")
    ]
    for name, found in zip(leaving, private_names(leaving, detection), strict=True):
        if found:
            raise ConfigurationError(
                f"the name of column {numbers[name]} looks like a {found}, and names of columns leave in clear",
                hint='give it another one in the plan: rename = "...", or say that it is none: public_name = true',
            )


_SAMPLE = 200
_WORDS_OF_TEXT = 6
_LOOKED_AT = 1000
_MOST_WHOLE = 0.6
_WHOLE, _LEAST_COVERED = 0.9, 0.6
_CODE = re.compile(r"[A-Z]{2,3}")
_NUMBER = re.compile(
    r"(?P<before>[-+]?[$€£¥₹]?[-+]? ?)[0-9]{1,3}(?:[,.' ]?[0-9]{3})*(?P<decimals>[.,][0-9]{1,9})?"
    r"(?P<behind> ?[$€£¥₹%]?)"
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[\W_]+")

_BY_NAME = {kind: frozenset(words) for kind, words in word_lists(__file__).items()}
_COMPOUND = ("nummer", "datum", "straße", "strasse", "adresse", "betrag")
"""Words that end longer ones in German and Dutch: "Kundennummer"."""
_NUMBERS = ("AGE", "MONEY", "PERCENTAGE", "QUANTITY")
_OF_NAMES = ("PERSON", "ORGANIZATION", "LOCATION", "USERNAME")
_FORMS = (_TOLD - {"PERSON"}) | {"URL"}
"""Types that their cells tell more surely than the name of their column tells that they are names."""


class Suggested(NamedTuple):
    """A plan, and for each column by name why it is as it is."""

    plan: Plan
    notes: dict[str, str]


def suggest_plan(table: Any, detection: Detects, *, name: str = "") -> Suggested:
    """Suggest a plan for a table.

    Args:
        table: pyarrow table; of a large one the first rows.
        detection: finds entities in names and samples.
        name: of the table.

    Raises:
        ConfigurationError: two columns have one name.
    """
    _numbered(table.column_names)
    columns: dict[str, Column] = {}
    notes: dict[str, str] = {}
    told = private_names(table.column_names, detection)
    for number, (column_name, found) in enumerate(zip(table.column_names, told, strict=True), 1):
        column, note = _suggest(column_name, table.column(number - 1), detection)
        if found:
            column = column.model_copy(update={"rename": f"column_{number}"})
            note += f"; its name looks like a {found}"
        columns[column_name], notes[column_name] = column, note
    return Suggested(Plan(columns=columns, name=name), notes)


def _suggest(name: str, column: Any, detection: Detects) -> tuple[Column, str]:
    types: Any = pa.types
    told = _by_name(name)
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if is_text(kind):
        return _of_strings(told, column, detection)
    if types.is_temporal(kind) and not (types.is_time(kind) or types.is_duration(kind)):
        return Column(kind="date"), "dates by type; with public lower and upper bounds nothing of the decade stays"
    if types.is_integer(kind) and told in ("identifier", "PHONE_NUMBER", "POSTCODE", "US_SSN", "CREDIT_CARD"):
        return Column(kind="identifier"), "a number that stands for somebody, by its name"
    if types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
        of = told if told in _NUMBERS else None
        return Column(kind="number", type=of), "a number by type; with public bounds nothing of its size stays"
    if types.is_nested(kind) and _is_json(kind):
        return Column(kind="json"), "nested values"
    return Column(kind="drop"), f"{kind} cannot be sanitized: drop it, or keep it if it is public"


def _is_json(kind: Any) -> bool:
    """Whether the values of a type are JSON: the keys of a map are values too, and dates would be written as text."""
    types: Any = pa.types
    if types.is_struct(kind):
        return all(_is_json(field.type) for field in kind)
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        return _is_json(kind.value_type)
    bare = types.is_boolean(kind) or types.is_integer(kind) or types.is_floating(kind) or types.is_null(kind)
    return bare or is_text(kind)


def _is_chat(cell: str) -> bool:
    """Whether a cell is a list of chat messages that can be read."""
    try:
        return bool(find("chat").read({"messages": orjson.loads(cell)}, FieldSettings(), all_digits=False).texts)
    except (RequestError, orjson.JSONDecodeError):
        return False


def _by_name(name: str) -> str:
    """What the name of a column tells; the last word counts most ("customer_id" is an identifier)."""
    words = [word.lower() for word in _CAMEL.split(name) if word]
    words = [next((end for end in _COMPOUND if word.endswith(end)), word) for word in words]
    for word in reversed(words):
        for kind, known in _BY_NAME.items():
            if word in known or (word.endswith("s") and word[:-1] in known):
                return kind
    return ""


def _of_strings(told: str, column: Any, detection: Detects) -> tuple[Column, str]:
    cells = [cell for cell in plain(column.slice(0, _SAMPLE * 5)).to_pylist() if cell and cell.strip()][:_SAMPLE]
    if not cells:
        return (
            (_told(told), "by its name; the sample is empty") if told else (Column(kind="text"), "no cell to look at")
        )
    if sum(cell.lstrip()[:1] in ("{", "[") for cell in cells) > len(cells) / 2:
        shape, note = ("chat", "chats: roles and tools stay") if all(map(_is_chat, cells)) else ("any", "cells of JSON")
        return Column(kind="json", shape=shape), note
    words = sum(len(cell.split()) for cell in cells) / len(cells)
    # What a cell is shows at its beginning; detection takes a minute for one of five megabytes. A letter is no name.
    found = detection.detect([cell[:_LOOKED_AT] for cell in cells])
    entities = [of_cell if len(cell.strip()) > 1 else [] for cell, of_cell in zip(cells, found, strict=True)]
    whole = _whole(cells, entities)
    if told in _OF_NAMES and whole in _FORMS:
        # Addresses of mail under "contact".
        return _told(whole), "by its cells"
    if told and told != "text" and words < _WORDS_OF_TEXT:
        if told == "LOCATION" and sum(_CODE.fullmatch(cell) is not None for cell in cells) > len(cells) / 2:
            # A word would stand in for a code.
            told = "identifier"
        return _told(told), "by its name"
    if told == "text" or words >= _WORDS_OF_TEXT:
        return Column(kind="text"), f"texts of {words:.0f} words"
    return _unnamed(cells, entities, whole)


def _unnamed(cells: Sequence[str], entities: Sequence[Sequence[Entity]], whole: str) -> tuple[Column, str]:
    """What short cells tell whose column has no telling name."""
    if whole:
        return _told("date" if whole == "DATE_TIME" else whole), "by its cells"
    if (measured := _measured(cells)) is not None:
        return measured, "numbers by its cells; with public bounds nothing of their size stays"
    bare = sum(_covered(cell, found) < _LEAST_COVERED for cell, found in zip(cells, entities, strict=True))
    if bare <= len(cells) / 2:
        return Column(kind="text"), "no more is known of it; if it is public: keep"
    # As texts they would leave as they are, whatever they tell.
    note = f"little is found in {bare} of {len(cells)} cells, and as texts those would stay; if it is public: keep"
    return Column(kind="identifier"), note


def _measured(cells: Sequence[str]) -> Column | None:
    """A column of amounts or measures; whole numbers without a currency may be numbers of somebody, and are none."""
    read = [_NUMBER.fullmatch(cell.strip()) for cell in cells]
    if not all(read):
        return None
    signs = "".join(found["before"] + found["behind"] for found in read if found is not None)
    if signs.strip("% "):
        return Column(kind="number", type="MONEY")
    if "%" in signs:
        return Column(kind="number", type="PERCENTAGE")
    broken = sum(found is not None and found["decimals"] is not None for found in read)
    return Column(kind="number") if broken > len(cells) / 2 else None


def _covered(cell: str, entities: Sequence[Entity]) -> float:
    """The share of the letters and digits of a cell that lie in entities."""
    signs = [at for at, char in enumerate(cell) if char.isalnum()]
    within = sum(any(one.start <= at < one.end for one in entities) for at in signs)
    return within / max(len(signs), 1)


def _whole(cells: Sequence[str], entities: Sequence[Sequence[Entity]]) -> str:
    """The type of entity that most cells are as a whole, titles of people among them; empty for none."""
    found: Counter[str] = Counter()
    for cell, of_cell in zip(cells, entities, strict=True):
        types = {one.type for one in of_cell}
        if types in ({"PERSON"}, {"PERSON", "TITLE"}) and _covered(cell, of_cell) >= _WHOLE:
            found["PERSON"] += 1
        else:
            wide = len(cell.strip()) * _WHOLE
            found.update({one.type for one in of_cell if one.end - one.start >= wide})
    kind, count = found.most_common(1)[0] if found else ("", 0)
    return kind if count > _MOST_WHOLE * len(cells) else ""


def _told(told: str) -> Column:
    if told in ("identifier", "date", "text"):
        return Column(kind=told)
    if told in _NUMBERS:
        return Column(kind="number", type=told)
    return Column(kind="entity", type=told)
