"""What is checked of a table before anything is drawn: that the plan has its columns, and what their names say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from dp_gateway.errors import ConfigurationError
from dp_gateway.pipeline.detection import Detects
from dp_gateway.tables.plan import Plan
from dp_gateway.text.entities import Entity

__all__ = ["check_schema", "private_names"]

_BETWEEN = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d{5,}")
_SURE = 0.5
_TOLD = frozenset(
    (
        "PERSON", "EMAIL_ADDRESS", "PHONE_NUMBER", "CREDIT_CARD", "IBAN_CODE", "US_BANK_NUMBER", "US_SSN", "US_ITIN",
        "US_PASSPORT", "US_DRIVER_LICENSE", "UK_NHS", "MEDICAL_LICENSE", "IP_ADDRESS", "MAC_ADDRESS", "CRYPTO",
        "API_KEY", "STREET_ADDRESS",
    )
)  # fmt: skip
"""Types of which one in the name of a column is somebody's."""


def private_names(names: Sequence[str], detection: Detects) -> list[str]:
    """For each name of a column the type of what it holds of somebody; empty where nothing was found."""
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


def check_schema(schema: Any, plan: Plan, detection: Detects) -> None:
    """Refuse a table that a plan does not fit.

    Args:
        schema: of the table.
        plan: what becomes of its columns.
        detection: looks for entities in the names.

    Raises:
        ConfigurationError: a column is not in the plan, is missing, stands there twice, or has a private name.
    """
    names: list[str] = schema.names
    again = "see what a plan would be with: dp-gateway table plan FILE"
    for number, name in enumerate(names, 1):
        if name not in plan.columns:
            raise ConfigurationError(f"column {number} of the table is not in the plan", hint=again)
        if names.count(name) > 1:
            raise ConfigurationError(f"column {number} of the table has the name of another one", hint="rename one")
    missing = [number for number, name in enumerate(plan.columns, 1) if name not in names]
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
                f"the name of column {names.index(name) + 1} looks like a {found}, and names of columns leave in clear",
                hint='give it another one in the plan: rename = "...", or say that it is none: public_name = true',
            )
