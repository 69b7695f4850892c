"""Writes tables of every format: the same bytes for the same rows. A run hands each piece that is done to one."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterable
from contextlib import closing, contextmanager
from itertools import chain
from typing import Any

import orjson

from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.tables.arrow import arrow_csv, is_text, pa, parquet
from dp_gateway.tables.formats import TablePlace
from dp_gateway.tables.json_lines import write_lines
from dp_gateway.tables.plan import Plan
from dp_gateway.tables.sources import quoted

_ROW_GROUP = 16 << 20


def check_target(place: TablePlace, schema: Any, plan: Plan) -> None:
    """Refuse an output that cannot hold the columns that leave, before hours are spent on them. Raises
    ConfigurationError where a format of texts and numbers is asked for lists or objects.
    """
    if place.format in ("csv", "tsv"):
        for number, field in enumerate(schema, 1):
            if plan.columns[field.name].kind != "drop" and pa.types.is_nested(field.type):
                raise ConfigurationError(
                    f"{place.format} cannot hold lists or objects, as column {number} has them",
                    hint="write Parquet or JSON lines, or drop the column",
                )


def write(place: TablePlace, tables: Iterable[Any], *, fragments: bool) -> None:
    """Write the pieces of one table, at least one.

    Args:
        place: where to; what is there is written over.
        tables: the pieces, all of one schema.
        fragments: cells are JSON already, as those of JSON lines are.

    Raises:
        ConfigurationError: the format cannot hold such columns.
    """
    if fragments and place.format != "jsonl":
        tables = map(_strings, tables)
    elif place.format == "jsonl" and not fragments:
        tables = map(_as_json, tables)
    try:
        _WRITERS[place.format](place, iter(tables))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError) as error:
        raise ConfigurationError(
            f"{place.format} cannot hold such columns ({type(error).__name__})", hint="write Parquet or JSON lines"
        ) from None


def _strings(table: Any) -> Any:
    """JSON as the strings that other formats hold; objects stay JSON."""

    def read(cell: str | None) -> str | None:
        if cell is None or cell == "null":
            return None
        return orjson.loads(cell) if cell[0] == '"' else cell

    columns = [pa.array(map(read, column.to_pylist()), pa.string()) for column in table.columns]
    return pa.table(columns, names=table.column_names)


def _as_json(table: Any) -> Any:
    """Cells of any type as JSON; null is not written."""

    def written(value: Any) -> str | None:
        if value is None:
            return None
        try:
            return orjson.dumps(value, default=str).decode()
        except TypeError:
            raise InputError("a cell cannot be written as JSON", hint="write Parquet, or drop its column") from None

    columns = [pa.array(map(written, column.to_pylist()), pa.string()) for column in table.columns]
    return pa.table(columns, names=table.column_names)


@contextmanager
def _opened(place: TablePlace) -> Generator[Any]:
    with pa.OSFile(str(place.path), "wb") as file:
        if place.compression:
            with pa.CompressedOutputStream(file, place.compression) as stream:
                yield stream
        else:
            yield file


def _csv(place: TablePlace, tables: Any) -> None:
    options = arrow_csv.WriteOptions(delimiter=place.delimiter, quoting_style="needed")
    first = next(tables)
    with _opened(place) as file, arrow_csv.CSVWriter(file, first.schema, write_options=options) as writer:
        writer.write(first)
        for table in tables:
            writer.write(table)


def _json_lines(place: TablePlace, tables: Any) -> None:
    with _opened(place) as file:
        for table in tables:
            file.write(write_lines(table))


def _parquet(place: TablePlace, tables: Any) -> None:
    first = next(tables)
    with parquet.ParquetWriter(place.path, first.schema, compression="zstd") as writer:
        held = [first]
        for table in tables:
            if sum(one.nbytes for one in held) >= _ROW_GROUP:
                writer.write_table(pa.concat_tables(held))
                held = []
            held.append(table)
        writer.write_table(pa.concat_tables(held))


def _arrow(place: TablePlace, tables: Any) -> None:
    first = next(tables)
    with _opened(place) as file:
        opened: Any = pa.ipc.new_stream if place.compression else pa.ipc.new_file
        with opened(file, first.schema) as writer:
            writer.write_table(first)
            for table in tables:
                writer.write_table(table)


def _datasets(place: TablePlace, tables: Any) -> None:
    place.path.mkdir(parents=True, exist_ok=True)
    name = "data-00000-of-00001.arrow"
    first = next(tables)
    with pa.OSFile(str(place.path / name), "wb") as file, pa.ipc.new_stream(file, first.schema) as writer:
        writer.write_table(first)
        for table in tables:
            writer.write_table(table)
    state: dict[str, Any] = {
        "_data_files": [{"filename": name}],
        "_fingerprint": "sanitized",
        "_format_columns": None,
        "_format_kwargs": {},
        "_format_type": None,
        "_output_all_columns": False,
        "_split": None,
    }
    (place.path / "state.json").write_text(json.dumps(state, indent=2), encoding="utf-8")
    (place.path / "dataset_info.json").write_text("{}", encoding="utf-8")


_SQL = (
    (pa.types.is_integer, "INTEGER"),
    (pa.types.is_floating, "REAL"),
    (is_text, "TEXT"),
    (pa.types.is_binary, "BLOB"),
)


def _sqlite(place: TablePlace, tables: Any) -> None:
    place.path.unlink(missing_ok=True)
    first = next(tables)
    table = quoted(place.table or place.name)
    kinds = [next((sql for matches, sql in _SQL if matches(field.type)), "TEXT") for field in first.schema]
    columns = ", ".join(f"{quoted(name)} {kind}" for name, kind in zip(first.column_names, kinds, strict=True))
    insert = f"INSERT INTO {table} VALUES ({', '.join('?' * len(kinds))})"
    with closing(sqlite3.connect(place.path)) as opened:
        # It is thrown away unless it is whole; a journal of one that was killed would be taken for that of the next.
        opened.execute("PRAGMA journal_mode = OFF")
        opened.execute(f"CREATE TABLE {table} ({columns})")
        for part in chain((first,), tables):
            cells = [
                column.to_pylist() if kind != "TEXT" else [_text(value) for value in column.to_pylist()]
                for column, kind in zip(part.columns, kinds, strict=True)
            ]
            opened.executemany(insert, zip(*cells, strict=True))
        opened.commit()


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


_WRITERS: dict[str, Any] = {
    "csv": _csv,
    "tsv": _csv,
    "jsonl": _json_lines,
    "parquet": _parquet,
    "arrow": _arrow,
    "datasets": _datasets,
    "sqlite": _sqlite,
}
