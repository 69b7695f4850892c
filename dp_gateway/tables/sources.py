"""Reads tables of every format in pieces of bounded size, always the same pieces of the same file.

Cells of CSV and TSV are strings, and those of JSON lines are the JSON that stands there (see `json_lines`): no type is
guessed from the first rows. Errors say where something is wrong, never what stands there.
"""

from __future__ import annotations

import codecs
import csv
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, cast

from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.tables.arrow import arrow_csv, is_text, pa, parquet, pc, plain
from dp_gateway.tables.formats import TablePlace, opened
from dp_gateway.tables.json_lines import as_read, read_lines

_ROWS = 8192
_BYTES = 2 << 20
_PIECES, _LEAST_BYTES = 64, 128 << 10
"""Pieces that a file of texts is cut into at least, so that all processes end together; smaller ones gain nothing."""
_BLOCK = 1 << 20
_LONGEST_CELL = 16 << 20
_UTF_16 = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE


class TablePiece(NamedTuple):
    """Some rows of a table, and how far they come in it, from 0 to 1."""

    table: Any
    done: float


def pieces(
    place: TablePlace, columns: list[str] | None = None, *, rows: int = _ROWS, size: int = _BYTES
) -> Iterator[TablePiece]:
    """Yield the rows of a table, at least one piece. `columns`: of JSON lines, the keys that are read; others are an
    error. None takes those of the first lines. `rows` and `size`: rows and bytes of one piece, at most; one row may be
    larger. Raises InputError where it cannot be read.
    """
    given, before, nothing = False, 0.0, None
    try:
        for table, done in _READERS[place.format](place, columns):
            nothing, row = table, 0
            _check_cells(table, place.path)
            for start in range(0, len(table), rows):
                for part in _small(table.slice(start, rows), size):
                    given, row = True, row + len(part)
                    yield TablePiece(part, before + (done - before) * row / len(table))
            before = done
        if not given:
            yield TablePiece(nothing, 1.0)
    except csv.Error:
        raise InputError(
            f"{place.path} has a header that cannot be read", hint="write the names of the columns into its first line"
        ) from None
    except UnicodeDecodeError:
        raise _no_utf8(place.path) from None
    except OSError:
        # Also what Arrow says of compressed data that is none.
        what = f"as {place.format}" + (f" compressed with {place.compression}" if place.compression else "")
        raise InputError(
            f"{place.path} cannot be read {what}: it ends too early, is damaged, or is something else",
            hint="get it again, and compare its size with that of the source",
        ) from None
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError, sqlite3.Error) as error:
        # What Arrow says quotes the line.
        if "UTF8" in str(error):
            raise _no_utf8(place.path) from None
        raise InputError(
            f"{place.path} cannot be read as {place.format} ({type(error).__name__})",
            hint="check that it is whole, and that each row has as many cells as the first one",
        ) from None


def _check_cells(table: Any, path: Path) -> None:
    """Refuse a cell that takes minutes and gigabytes: it is the rest of a file behind a quote that nobody closed."""
    if table.nbytes <= _LONGEST_CELL:
        return
    for number, column in enumerate(table.columns, 1):
        if is_text(column.type) and (pc.max(pc.binary_length(plain(column))).as_py() or 0) > _LONGEST_CELL:
            raise InputError(
                f"{path}: a cell of column {number} has more than {_LONGEST_CELL >> 20} MB",
                hint="look for a quote that is not closed; a text of that size has to be cut into rows",
            )


def _no_utf8(path: Path, encoding: str = "WINDOWS-1252") -> InputError:
    return InputError(
        f"{path} is not UTF-8 text", hint=f"convert it first, if it is {encoding}: iconv -f {encoding} -t UTF-8 {path}"
    )


def whole(place: TablePlace, columns: list[str] | None = None) -> Any:
    """Read all rows of a table into memory; of JSON lines with strings and numbers read. Raises InputError where it
    cannot be read.
    """
    lines = place.format == "jsonl"
    table = pa.concat_tables([piece.table for piece in pieces(place, columns if lines else None)])
    return as_read(table) if lines else table


def _small(table: Any, size: int) -> Iterator[Any]:
    """A table in parts of few bytes, cut in halves."""
    if table.nbytes <= size or len(table) < 2:  # noqa: PLR2004
        yield table
        return
    half = len(table) // 2
    yield from _small(table.slice(0, half), size)
    yield from _small(table.slice(half), size)


def size_of_texts(bytes_of_file: int) -> int:
    """Return the bytes of a piece of a file whose texts are searched, which takes seconds for a megabyte."""
    return min(max(bytes_of_file // _PIECES, _LEAST_BYTES), _BYTES)


_Read = Iterator[tuple[Any, float]]


def _csv(place: TablePlace, columns: list[str] | None) -> _Read:
    del columns
    names = _header(place)
    convert = arrow_csv.ConvertOptions(
        column_types=dict.fromkeys(names, pa.string()), null_values=[], strings_can_be_null=False
    )
    refused: list[Any] = []

    def refuse(row: Any) -> str:
        refused.append(row)
        return "error"

    parse = arrow_csv.ParseOptions(delimiter=place.delimiter, newlines_in_values=True, invalid_row_handler=refuse)
    try:
        yield from _csv_rows(place, names, parse, convert)
    except pa.ArrowInvalid:
        if not refused:
            raise
        (row,) = refused[:1]
        which = "a row" if row.number is None else f"row {row.number:,} (the header is row 1)"
        raise InputError(
            f"{place.path}: {which} has {row.actual_columns:,} cells, and the header has {row.expected_columns:,}",
            hint="mend the row; a cell that holds a separator, a quote or a line break stands in quotes",
        ) from None


def _csv_rows(place: TablePlace, names: list[str], parse: Any, convert: Any) -> _Read:
    with opened(place) as (file, text, size):
        reading = arrow_csv.ReadOptions(block_size=_BLOCK, use_threads=False)
        try:
            reader = arrow_csv.open_csv(text, reading, parse, convert)
        except pa.ArrowInvalid:
            # A header and no row, or a first row that is longer than a block.
            reading = arrow_csv.ReadOptions(block_size=64 * _BLOCK, use_threads=False)
            yield _again(place, reading, parse, convert, names), 1.0
            return
        with closing(reader):
            yield reader.schema.empty_table(), 0.0
            for batch in reader:
                yield pa.Table.from_batches([batch]), file.tell() / size


def _again(place: TablePlace, reading: Any, parse: Any, convert: Any, names: list[str]) -> Any:
    with opened(place) as (_, text, _):
        table = arrow_csv.read_csv(text, reading, parse, convert)
    return table if table.column_names == names else pa.table({name: pa.array([], pa.string()) for name in names})


def _header(place: TablePlace) -> list[str]:
    with opened(place) as (_, text, _):
        # The first line of a CSV file may hold line breaks within quotes; few names are longer than this.
        read: bytes = text.read(_BLOCK)
    if read.startswith(_UTF_16):
        raise _no_utf8(place.path, "UTF-16")
    # Text of another encoding is refused here: Arrow would tell of rows that it cannot decode by a traceback.
    start = codecs.getincrementaldecoder("utf-8")().decode(read).removeprefix("\ufeff")
    nothing: list[str] = []
    names = next(csv.reader(start.splitlines(keepends=True), delimiter=place.delimiter), nothing)
    if not names:
        raise InputError(f"{place.path} is empty", hint="its first row has to be the names of its columns")
    if len(set(names)) != len(names):
        number = next(at for at, name in enumerate(names) if name in names[:at]) + 1
        raise InputError(
            f"{place.path}: column {number} has the name of another one", hint="give each column a name of its own"
        )
    return names


def _json_lines(place: TablePlace, columns: list[str] | None) -> _Read:
    with opened(place) as (file, text, size):
        for table in read_lines(text, place.path, columns, _BYTES):
            yield table, file.tell() / size


def _parquet(place: TablePlace, columns: list[str] | None) -> _Read:
    del columns
    with parquet.ParquetFile(place.path, pre_buffer=False, memory_map=True) as file:
        total, done = max(file.metadata.num_rows, 1), 0
        schema = file.schema_arrow
        for batch in file.iter_batches(batch_size=_ROWS, use_threads=False):
            done += len(batch)
            yield pa.Table.from_batches([batch]), done / total
        if not done:
            yield schema.empty_table(), 1.0


def _arrow(place: TablePlace, columns: list[str] | None) -> _Read:
    del columns
    if place.compression:
        with opened(place) as (file, text, size), pa.ipc.open_stream(text) as stream:
            yield from _stream(stream, lambda: file.tell() / size)
        return
    with pa.memory_map(str(place.path)) as mapped:
        if mapped.read(6) != b"ARROW1":
            mapped.seek(0)
            with pa.ipc.open_stream(mapped) as stream:
                yield from _stream(stream, lambda: mapped.tell() / max(mapped.size(), 1))
            return
        file = pa.ipc.open_file(mapped)
        for number in range(file.num_record_batches):
            batch = file.get_batch(number)
            yield pa.Table.from_batches([batch]), (number + 1) / file.num_record_batches
        if not file.num_record_batches:
            yield file.schema.empty_table(), 1.0


def _stream(stream: Any, done: Any) -> _Read:
    yield stream.schema.empty_table(), 0.0
    for batch in stream:
        yield pa.Table.from_batches([batch]), done()


def _datasets(place: TablePlace, columns: list[str] | None) -> _Read:
    try:
        state = json.loads((place.path / "state.json").read_text(encoding="utf-8"))
        files = [cast(str, one["filename"]) for one in state["_data_files"]]
    except (OSError, ValueError, KeyError):
        raise InputError(
            f"{place.path} is no folder of Hugging Face datasets", hint="write it with save_to_disk"
        ) from None
    if state.get("_indices_files") or state.get("_indices_data_files"):
        raise InputError(f"{place.path} holds a selection of rows", hint="flatten_indices() before save_to_disk")
    for number, name in enumerate(files):
        for table, done in _arrow(TablePlace(place.path / name, "arrow"), columns):
            yield table, (number + done) / len(files)


def only_table(path: Path) -> str:
    """Return the name of the only table of a database. Raises ConfigurationError where it has none, or several."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as opened:
        names = [
            row[0]
            for row in opened.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
        ]
    if len(names) != 1:
        raise ConfigurationError(f"{path} holds {len(names)} tables", hint=f"say which one: {path}#TABLE")
    return names[0]


_TYPES = {"integer": pa.int64(), "real": pa.float64(), "text": pa.string(), "blob": pa.binary()}


def quoted(name: str) -> str:
    """Write a name as SQL quotes it."""
    return '"' + name.replace('"', '""') + '"'


def _sqlite(place: TablePlace, columns: list[str] | None) -> _Read:
    del columns
    table = quoted(place.table or only_table(place.path))
    with closing(sqlite3.connect(f"{place.path.absolute().as_uri()}?mode=ro", uri=True)) as opened:
        names = [row[1] for row in opened.execute(f"PRAGMA table_info({table})")]
        schema = pa.schema([(name, _type_of(opened, table, name, number)) for number, name in enumerate(names, 1)])
        total, done = max(opened.execute(f"SELECT count(*) FROM {table}").fetchone()[0], 1), 0
        rows = opened.execute(f"SELECT {', '.join(map(quoted, names))} FROM {table}")
        yield schema.empty_table(), 0.0
        while part := rows.fetchmany(_ROWS // 4):
            done += len(part)
            arrays = [pa.array(cells, kind) for cells, kind in zip(zip(*part, strict=True), schema.types, strict=True)]
            yield pa.Table.from_arrays(arrays, schema=schema), done / total


def _type_of(opened: sqlite3.Connection, table: str, name: str, number: int) -> Any:
    found = {row[0] for row in opened.execute(f"SELECT DISTINCT typeof({quoted(name)}) FROM {table}")} - {"null"}
    if found == {"integer", "real"}:
        return pa.float64()
    if len(found) > 1:
        raise InputError(f"column {number} holds values of several types", hint="cast them to one first")
    return _TYPES[found.pop()] if found else pa.string()


_READERS = {
    "csv": _csv,
    "tsv": _csv,
    "jsonl": _json_lines,
    "parquet": _parquet,
    "arrow": _arrow,
    "datasets": _datasets,
    "sqlite": _sqlite,
}
