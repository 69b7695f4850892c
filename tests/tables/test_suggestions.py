"""Suggested plans: what is private and short is never left as it is, since no column is read as a text of nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dp_gateway.pipeline.finding import detection_of
from dp_gateway.policy import load_policy
from dp_gateway.tables.schema import suggest_plan

pa = pytest.importorskip("pyarrow")

COLUMNS: tuple[tuple[str, Sequence[str], str], ...] = (
    # Of the first kind a text would leave every cell in clear: no detector knows a locker or a village by itself.
    ("uid", ["u_9f2c", "u_0011", "u_77ab"], "identifier"),
    ("locker", ["112", "113", "220"], "identifier"),
    ("cvv", ["123", "456", "9999"], "identifier"),
    ("assigned", ["gwhitlock", "rkurtz", "luz.z"], "identifier"),
    ("dx", ["E11.9", "I10", "J45"], "identifier"),
    ("sex", ["F", "F", "M"], "identifier"),
    ("home", ["Leadworth", "Leadworth", "Upper Slaughter"], "identifier"),
    ("passport", ["X1234567", "P7654321", "L898902C3"], "identifier"),
    ("contact", ["gail@initech.com", "per.lind@globex.io", "luz@zam.es"], "EMAIL_ADDRESS"),
    ("Owner", ["K. Moss", "K. Moss", "J. Reed"], "PERSON"),
    ("x1", ["Gail Whitlock", "Per Lind", "Luz Zamora"], "PERSON"),
    ("attending", ["Dr. Bauer", "Dr. Bauer", "Dr. Silva"], "text"),
    ("remarks", ["on leave", "", "part time since May"], "text"),
)


def test_no_short_private_column_is_left_as_it_is() -> None:
    table = pa.table({name: list(cells) * 20 for name, cells, _ in COLUMNS})
    plan = suggest_plan(table, detection_of(load_policy("entities"))).plan
    assert {name: column.type or column.kind for name, column in plan.columns.items()} == {
        name: kind for name, _, kind in COLUMNS
    }
