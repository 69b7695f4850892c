"""A table of all kinds of columns, and a key."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow", reason="tables need pyarrow: pip install 'dp-gateway[tables]'")

from dp_gateway import Secret  # noqa: E402
from dp_gateway.tables import Column  # noqa: E402

PEOPLE = ["Anna Miller", "Tom Lee", None, "Anna Miller", "", "Maria Gonzalez", "José Álvarez", "Tom Lee"]
CITIES = ["Boston", "Paris", "Boston", None, "Chicago", "", "Madrid", "Paris"]
NOTES = [
    "Anna Miller from Boston called about E-48291.",
    "Tom likes Paris, and wrote to tom.lee@acme.com.",
    "Nothing to report.",
    "",
    None,
    "Maria Gonzalez earns $85,000 since 2019-03-04.",
    "José asks for 40 mg.",
    "Tom likes Paris, and wrote to tom.lee@acme.com.",
]


@pytest.fixture(scope="session")
def key() -> Secret:
    return Secret(b"tables" * 6)


@pytest.fixture(scope="session")
def table() -> Any:
    return make_table()


def make_table() -> Any:
    """Eight rows with nulls, empty cells, repeated values, and every type that is treated."""
    return pa.table(
        {
            "key": pa.array(list("abcdefgh")),
            "name": pa.array(PEOPLE),
            "note": pa.array(NOTES, pa.large_string()),
            "id": pa.array([1, 2, 3, 1, None, 5, 6, 2]),
            "account": pa.array(["C-1", "C-2", "C-1", None, "", "C-5", "C-6", "C-2"]),
            "salary": pa.array([85000.0, None, 90500.5, 1e3, float("nan"), 12.5, -40.0, 85000.0]),
            "age": pa.array([34, 20, 200, None, 0, 61, 34, 20], pa.int16()),
            "cost": pa.array([Decimal("12.30"), None, Decimal("999.99"), Decimal("-1.00"), *[Decimal(5)] * 4], pa.decimal128(5, 2)),
            "born": pa.array([dt.date(1980, 1, 2), None, dt.date(1, 1, 1), dt.date(9999, 12, 31), *[dt.date(1990, 5, 6)] * 4]),
            "seen": pa.array([dt.datetime(2024, 3, 5, 13, 22, 1, 7)] * 7 + [None], pa.timestamp("us", "Europe/Berlin")),
            "json": pa.array(
                ['{"who": "Anna Miller", "n": 123456, "k": 3}', "[1, 2]", "no json of Tom Lee", None, "", "{}", '"x"', "[]"]
            ),
            "nested": pa.array([[{"w": "Anna Miller", "x": 5}], [], None, [{"w": None, "x": None}], *[[]] * 4]),
            "city": pa.array(CITIES).dictionary_encode(),
            "secret": pa.array([b"\x00\xff"] * 8),
        }
    )  # fmt: skip


@pytest.fixture(scope="session")
def columns() -> dict[str, Any]:
    return make_columns()


def make_columns() -> dict[str, Any]:
    return {
        "key": "keep",
        "name": "PERSON",
        "note": "text",
        "id": "identifier",
        "account": "identifier",
        "salary": Column(kind="number", type="MONEY"),
        "age": Column(kind="number", lower=0, upper=120),
        "cost": "number",
        "born": "date",
        "seen": "date",
        "json": "json",
        "nested": "json",
        "city": "LOCATION",
        "secret": "drop",
    }


@pytest.fixture(scope="session")
def sanitizer(key: Secret, columns: dict[str, Any]) -> Callable[..., Any]:
    """Makes sanitizers of the columns; the gateway of each share is made once."""
    from dp_gateway.tables import TableSanitizer
    from dp_gateway.tables.plan import as_plan

    made: dict[object, Any] = {}

    def make(share: Any = "table", policy: str = "entities", name: str = "t") -> Any:
        wanted = share, policy, name
        if wanted not in made:
            made[wanted] = TableSanitizer(as_plan(columns, share), policy, key=key, name=name)
        return made[wanted]

    return make
