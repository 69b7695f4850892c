"""Tables and corpora: the columns of a table are sanitized as a plan says, whatever engine holds the table.

`sanitize_table` takes Arrow tables; `running.run` takes files. Both draw through the one pipeline, `sanitizer.Gateway`.
What is drawn for a row depends on that row, the scope and the key alone, so the output is the same for any number of
processes, any partitioning and after any interruption. Needs the extra `tables` (pyarrow).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dp_gateway.tables.plan import Column, Plan, load_plan
    from dp_gateway.tables.report import TableReport
    from dp_gateway.tables.restoring import restore_table
    from dp_gateway.tables.sanitizing import SanitizedTable, TableSanitizer, sanitize_table
    from dp_gateway.tables.schema import suggest_plan

__all__ = [
    "Column",
    "Plan",
    "SanitizedTable",
    "TableReport",
    "TableSanitizer",
    "load_plan",
    "restore_table",
    "sanitize_table",
    "suggest_plan",
]

_HOMES = {
    "Column": "plan",
    "Plan": "plan",
    "SanitizedTable": "sanitizing",
    "TableReport": "report",
    "TableSanitizer": "sanitizing",
    "load_plan": "plan",
    "restore_table": "restoring",
    "sanitize_table": "sanitizing",
    "suggest_plan": "schema",
}


def __getattr__(name: str) -> object:
    # pyarrow comes with an extra, and who reads a plan alone need not have it.
    if name not in _HOMES:
        raise AttributeError(f"module 'dp_gateway.tables' has no attribute {name!r}")
    return getattr(import_module(f"dp_gateway.tables.{_HOMES[name]}"), name)
