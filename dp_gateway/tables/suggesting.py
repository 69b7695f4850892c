"""A plan for a table nobody has looked at yet, from the names of its columns and a sample of its cells.

It is a beginning for review, and never more private than what a reader of it makes of it: what is not told by name or
sample is text, and no column is kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from dp_gateway.tables.arrow import is_text, pa, plain
from dp_gateway.tables.checking import private_names
from dp_gateway.tables.plan import Column, Plan

if TYPE_CHECKING:
    from dp_gateway.pipeline.detection import Detects

__all__ = ["Suggested", "suggest_plan"]

_SAMPLE = 200
_WORDS_OF_TEXT = 6
_MOST_WHOLE = 0.6
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[\W_]+")

_BY_NAME: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (kind, frozenset(words.split()))
    for kind, words in (
        ("EMAIL_ADDRESS", "email mail e-mail"),
        ("PHONE_NUMBER", "phone telephone mobile fax cell tel"),
        ("US_SSN", "ssn"),
        ("IBAN_CODE", "iban"),
        ("CREDIT_CARD", "card pan"),
        ("IP_ADDRESS", "ip"),
        ("POSTCODE", "zip postcode postal"),
        ("STREET_ADDRESS", "street address"),
        ("USERNAME", "user username login handle nickname"),
        ("LOCATION", "city town country state region place location birthplace"),
        ("ORGANIZATION", "company employer organisation organization firm school university hospital"),
        ("JOB_TITLE", "job occupation profession title position"),
        ("NRP", "nationality religion ethnicity"),
        ("PERSON", "name firstname lastname surname fullname patient customer author doctor contact owner nurse"),
        ("identifier", "id uuid guid key code number no ref reference account mrn"),
        ("date", "date birthday dob born day created updated timestamp time at"),
        ("AGE", "age"),
        ("MONEY", "salary income wage price amount balance cost revenue budget pay fee payment"),
        ("PERCENTAGE", "percent percentage rate ratio share"),
        ("text", "note notes text comment message body description subject summary content review question answer"),
    )
)
_NUMBERS = ("AGE", "MONEY", "PERCENTAGE")


class Suggested(NamedTuple):
    """A plan, and for each column by name why it is as it is."""

    plan: Plan
    notes: dict[str, str]


def suggest_plan(table: Any, detection: Detects, *, name: str = "") -> Suggested:
    """A plan for a table.

    Args:
        table: pyarrow table; of a large one the first rows.
        detection: finds entities in names and samples.
        name: of the table.
    """
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
    if types.is_nested(kind):
        return Column(kind="json"), "nested values"
    return Column(kind="drop"), f"{kind} cannot be sanitized: drop it, or keep it if it is public"


def _by_name(name: str) -> str:
    """What the name of a column tells; the last word counts most ("customer_id" is an identifier)."""
    words = [word.lower() for word in _CAMEL.split(name) if word]
    for word in reversed(words):
        for kind, known in _BY_NAME:
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
        return Column(kind="json"), "cells of JSON"
    words = sum(len(cell.split()) for cell in cells) / len(cells)
    if told and told != "text" and words < _WORDS_OF_TEXT:
        return _told(told), "by its name"
    if told == "text" or words >= _WORDS_OF_TEXT:
        return Column(kind="text"), f"texts of {words:.0f} words"
    whole = _whole(cells, detection)
    if whole:
        return _told("date" if whole == "DATE_TIME" else whole), "by its cells"
    return Column(kind="text"), "no more is known of it; if it is public: keep"


def _whole(cells: Sequence[str], detection: Detects) -> str:
    """The type of entity that most cells are as a whole; empty for none."""
    found: Counter[str] = Counter()
    for cell, entities in zip(cells, detection.detect(cells), strict=True):
        found.update({one.type for one in entities if one.end - one.start >= len(cell.strip()) * 0.9})
    kind, count = found.most_common(1)[0] if found else ("", 0)
    return kind if count > _MOST_WHOLE * len(cells) else ""


def _told(told: str) -> Column:
    if told in ("identifier", "date", "text"):
        return Column(kind=told)
    if told in _NUMBERS:
        return Column(kind="number", type=told)
    return Column(kind="entity", type=told)
