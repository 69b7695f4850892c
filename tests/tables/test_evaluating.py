"""Uniqueness, joins and classifiers, before and after."""

from __future__ import annotations

from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.errors import InputError
from dp_gateway.tables import Column, sanitize_table
from dp_gateway.tables.evaluating import accuracy, column_losses, join_loss, rows_told_apart
from dp_gateway.tables.plan import as_plan

pa = pytest.importorskip("pyarrow")


def test_joins() -> None:
    assert join_loss([1, 2, 2, None], [2, 3, None], ["a", "b", "b", None], ["b", "c", None]) == (2, 1.0, 0.0)
    # 1 and 3 have the same surrogate: a pair that does not belong together is found beside the two that do.
    assert join_loss([1, 2, 2], [2, 3], ["a", "b", "b"], ["b", "a"]) == (2, 1.0, pytest.approx(1 / 3))
    # The second table was drawn in another scope: nothing is found.
    assert join_loss([1, 2], [1, 2], ["a", "b"], ["c", "d"]) == (2, 0.0, 0.0)


def test_identifiers_join_without_loss(key: Secret) -> None:
    rows = pa.table({"id": [f"C-{at % 40}" for at in range(100)]})
    new = sanitize_table(rows, {"id": "identifier"}, "entities", key).table
    old, drawn = rows["id"].to_pylist(), new["id"].to_pylist()
    assert join_loss(old[:50], old[50:], drawn[:50], drawn[50:])[1:] == (1.0, 0.0)


def test_columns(key: Secret) -> None:
    plan: Any = {"id": "identifier", "age": Column(kind="number", lower=0, upper=99), "kept": "keep"}
    rows = pa.table({"id": ["a", "b", "c", "a"], "age": [1, 2, 3, None], "kept": ["x", "x", "", None]})
    losses = {
        one.name: one for one in column_losses(rows, sanitize_table(rows, plan, "entities", key).table, as_plan(plan))
    }
    assert losses["id"][1:6] == (3, 3, 0.5, 0.5, 0.0)
    assert losses["id"].unchanged == 0
    assert losses["kept"].unchanged == 1
    assert rows_told_apart(rows, ["id", "age"]) == 1
    assert rows_told_apart(rows, ["kept"]) == 0.5
    with pytest.raises(InputError, match="4 rows before, 3 after"):
        column_losses(rows, rows.slice(1), as_plan(plan))


def test_a_classifier_learns_what_the_draws_leave(key: Secret) -> None:
    pytest.importorskip("sklearn", reason="pip install 'dp-gateway[evaluation]'")
    plan: Any = {
        "x": Column(kind="number", lower=0, upper=100, epsilon=6),
        "noise": Column(kind="number", lower=0, upper=100, epsilon=0.01),
        "y": "keep",
    }
    rows = pa.table(
        {
            "x": [float(at % 100) for at in range(400)],
            "noise": [float(at % 100) for at in range(400)],
            "y": [at % 100 > 50 for at in range(400)],
        }
    )
    new = sanitize_table(rows, plan, "entities", key, share="row").table
    told = accuracy(rows, new, "y", as_plan(plan))
    assert told.clear > 0.95
    assert 0.75 < told.sanitized <= told.clear
    dull = as_plan({"noise": plan["noise"], "y": "keep"})
    assert accuracy(rows.select(["noise", "y"]), new.select(["noise", "y"]), "y", dull).sanitized < 0.75
    with pytest.raises(InputError, match="label"):
        accuracy(rows, new, "x", as_plan(plan))
