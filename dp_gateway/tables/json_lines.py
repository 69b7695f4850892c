"""JSON lines as tables and back: a cell is the JSON that stands there, so that nothing of a line is guessed or lost.

Before a piece is sanitized strings are read, and what was a number or an object stays its JSON; afterwards each cell is
written as what it was, where it still can be. A key that a line lacks is null, and is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import orjson

from dp_gateway.errors import InputError
from dp_gateway.tables.arrow import pa
from dp_gateway.tables.plan import Column

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_SAMPLED = 1000
_BITS = 64
_BLOCK = 1 << 20


def read_lines(file: Any, path: Path, columns: Sequence[str] | None, size: int) -> Iterator[Any]:
    """Read JSON lines as tables of about as many bytes each.

    Args:
        path: for errors.
        columns: the keys; None takes those of the first thousand lines.
        size: bytes of lines in one table.

    Raises:
        InputError: a line is no object of JSON, or has a key besides; the number of the line is named.
    """
    names = list(columns) if columns is not None else None
    rows: list[dict[str, Any]] = []
    held = 0
    first = True
    for number, line in enumerate(_lines(file), 1):
        if not line.strip():
            continue
        rows.append(_object(line, path, number, names))
        held += len(line)
        if held >= size and (names is not None or len(rows) >= _SAMPLED):
            names = names or _names(rows)
            yield _table(rows, names)
            rows, held, first = [], 0, False
    if rows or first:
        yield _table(rows, names or _names(rows))


def _lines(file: Any) -> Iterator[bytes]:
    rest: list[bytes] = []
    while block := file.read(_BLOCK):
        first, *others = block.split(b"\n")
        rest.append(first)
        if others:
            yield b"".join(rest)
            yield from others[:-1]
            rest = [others[-1]]
    yield b"".join(rest)


def _object(line: bytes, path: Path, number: int, names: Sequence[str] | None) -> dict[str, Any]:
    try:
        # Some programs begin a file with a byte order mark.
        row: Any = orjson.loads(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)
    except orjson.JSONDecodeError:
        line.decode()
        raise InputError(f"{path}: line {number:,} is not JSON", hint="mend the line, or leave it out") from None
    if not isinstance(row, dict):
        raise InputError(f"{path}: line {number:,} is no object", hint="each line has to be one object of JSON")
    if names is not None and not cast(dict[str, Any], row).keys() <= set(names):
        raise InputError(
            f"{path}: line {number:,} has a key that the plan has not",
            hint='add it to the plan; what needs not leave is dropped: kind = "drop"',
        )
    return cast(dict[str, Any], row)


def _names(rows: Sequence[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _table(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> Any:
    arrays = [
        pa.array([orjson.dumps(row[name]).decode() if name in row else None for row in rows], pa.string())
        for name in names
    ]
    return pa.table(arrays, names=list(names))


class Decoded(NamedTuple):
    """A piece whose strings are read. `table`: what can be sanitized. `bare`: for each column that was read, which
    cells were no strings; None for null.
    """

    table: Any
    bare: dict[str, list[bool | None]]


def decoded(table: Any, columns: Mapping[str, Column]) -> Decoded:
    """Decode a piece: the strings of all columns that are not kept or dropped. Raises InputError where a cell holds a
    list or an object, and its column is no JSON.
    """
    bare: dict[str, list[bool | None]] = {}
    for at, name in enumerate(table.column_names):
        column = columns[name]
        if column.kind in ("keep", "drop"):
            continue
        cells: list[str | None] = table.column(at).to_pylist()
        bare[name] = [None if cell is None or cell == "null" else cell[0] != '"' for cell in cells]
        if column.kind != "json" and any(cell is not None and cell[0] in "{[" for cell in cells):
            raise InputError(f"column {at + 1} holds lists or objects", hint='its kind has to be "json"')
        read = [
            cell if one else None if one is None else orjson.loads(cell or "null")
            for cell, one in zip(cells, bare[name], strict=True)
        ]
        table = table.set_column(at, name, pa.array(read, pa.string()))
    return Decoded(table, bare)


def encoded(before: Any, bare: Mapping[str, Sequence[bool | None]], after: Any, columns: Mapping[str, Column]) -> Any:
    """Put JSON into the cells of a sanitized piece again. `bare`: of its `Decoded`. `columns`: treatment by name."""
    old = {columns[name].rename or name: name for name in before.column_names}
    for at, name in enumerate(after.column_names):
        own = old[name]
        if own not in bare:
            continue
        cells = before.column(own).to_pylist()
        new = after.column(at).to_pylist()
        each = zip(cells, bare[own], new, strict=True)
        after = after.set_column(at, name, pa.array([_fragment(*one) for one in each], pa.string()))
    return after


def _fragment(before: str | None, bare: bool | None, after: str | None) -> str | None:
    if before is None:
        return None
    if after is None:
        return "null"
    if bare and (after == before or _NUMBER.fullmatch(after) or after[:1] in ("{", "[")):
        return after
    return orjson.dumps(after).decode()


def write_lines(table: Any) -> bytes:
    """Write the lines of a table of JSON; other columns are written as JSON too."""
    names = [orjson.dumps(name).decode() for name in table.column_names]
    columns = [column.to_pylist() for column in table.columns]
    rows = zip(*columns, strict=True) if columns else [() for _ in range(len(table))]
    lines = (
        "{" + ",".join(f"{name}:{cell}" for name, cell in zip(names, row, strict=True) if cell is not None) + "}\n"
        for row in rows
    )
    return "".join(lines).encode()


def as_read(table: Any) -> Any:
    """Return a piece as a plan is suggested for: strings are read, columns of numbers are numbers, all else stays JSON.

    A column of which some cells are nested and some are not is a column of lists, since only as such it can be treated.
    """
    columns: list[Any] = []
    for column in table.columns:
        cells = [None if cell is None else orjson.loads(cell) for cell in column.to_pylist()]
        known = [cell for cell in cells if cell is not None]
        if known and all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in known):
            # Of whole ones the name may tell that they stand for somebody.
            whole = all(isinstance(cell, int) and cell.bit_length() < _BITS for cell in known)
            columns.append(pa.array(cells if whole else [None if cell is None else float(cell) for cell in cells]))
            continue
        nested = [isinstance(cell, dict | list) for cell in known]
        if any(nested) and not all(nested):
            columns.append(pa.array([None if cell is None else [str(cell)] for cell in cells], pa.list_(pa.string())))
            continue
        read = zip(cells, column.to_pylist(), strict=True)
        columns.append(pa.array([cell if isinstance(cell, str | None) else raw for cell, raw in read], pa.string()))
    return pa.table(columns, names=table.column_names)
