"""What the draws of a table are shared within: names that key them, and the rows that key themselves."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from dp_gateway.tables.plan import Share

__all__ = ["row_digests", "scope_name"]


def scope_name(share: Share, scope: str, name: str, column: str = "", row: str = "") -> str:
    """The scope of a draw.

    Args:
        share: what is shared.
        scope: of the caller, part of every scope.
        name: of the table.
        column, row: name of the column, digest of the row.
    """
    parts = {"row": (name, row), "column": (name, column), "table": (name,), "files": ()}[share]
    return json.dumps(["table", share, scope, *parts])


def row_digests(columns: Sequence[Sequence[object]], rows: int) -> list[str]:
    """A hash of the private cells of each row: rows of the same content are the same, wherever they stand.

    Args:
        columns: plain values or None, one sequence for each column; all have the same length.
        rows: that length.
    """
    if not columns:
        return [""] * rows
    digests: list[str] = []
    for cells in zip(*columns, strict=True):
        encoded = [b"-" if cell is None else b"+" + repr(cell).encode("utf-8", "surrogatepass") for cell in cells]
        message = b"".join(len(part).to_bytes(8, "little") + part for part in encoded)
        digests.append(hashlib.sha256(message).hexdigest())
    return digests
