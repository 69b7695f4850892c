"""Files of every format, and runs over them."""

from __future__ import annotations

import bz2
import gzip
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from dp_gateway import Secret
from dp_gateway.policy import load_policy
from dp_gateway.tables.formats import place_of, places_of, targets_of
from dp_gateway.tables.plan import Plan, as_plan
from dp_gateway.tables.running import Run, run
from dp_gateway.tables.sources import pieces

pa = pytest.importorskip("pyarrow")
NAMES = ["Anna Miller", 'Tom "T" Lee', "Maria,\nGonzalez", "", "José Álvarez"]
NOTES = ["Anna Miller called\tfrom Boston.", "née Tom Lee\\n", "x", "", "line\nbreak of José Álvarez"]
PLAN = as_plan({"name": "PERSON", "note": "text", "id": "identifier", "kept": "keep"}).model_copy(update={"name": "t"})


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    """The rows in the format of a path."""
    from pyarrow import csv, feather, parquet

    table = pa.Table.from_pylist(rows)
    opened = {".gz": gzip.open, ".bz2": bz2.open}.get(path.suffix, open)
    kind = [one for one in path.suffixes if one not in (".gz", ".bz2")][-1] if path.suffixes else ""
    if kind in (".csv", ".tsv"):
        with opened(path, "wb") as file:
            csv.write_csv(table, file, csv.WriteOptions(delimiter="\t" if kind == ".tsv" else ","))
    elif kind == ".jsonl":
        with opened(path, "wb") as file:
            file.write("".join(json.dumps(row) + "\n" for row in rows).encode())
    elif kind == ".parquet":
        parquet.write_table(table, path, row_group_size=2)
    elif kind == ".feather":
        feather.write_feather(table, path)
    elif kind == ".db":
        opened_db = sqlite3.connect(path)
        opened_db.execute("CREATE TABLE t (name TEXT, note TEXT, id TEXT, kept TEXT)")
        opened_db.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", [tuple(row.values()) for row in rows])
        opened_db.commit()
        opened_db.close()
    else:
        path.mkdir()
        with pa.OSFile(str(path / "data.arrow"), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
            writer.write_table(table, max_chunksize=2)
        (path / "state.json").write_text(json.dumps({"_data_files": [{"filename": "data.arrow"}]}))
    return path


ROWS = [
    {"name": name, "note": note, "id": f"C-{at % 2}", "kept": str(at)}
    for at, (name, note) in enumerate(zip(NAMES, NOTES, strict=True))
]
FORMATS = ["a.csv", "a.tsv", "a.csv.gz", "a.jsonl", "a.jsonl.bz2", "a.parquet", "a.feather", "a.db", "a_folder"]


def sanitized(source: Path, target: Path, key: Secret, plan: Plan = PLAN, **settings: Any) -> Any:
    """Sanitize a file; its report."""
    places = places_of([str(source)])
    return run(Run(places, targets_of(places, str(target)), plan, load_policy("entities"), key), **settings)


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file."""
    place = place_of(str(path))
    rows = pa.concat_tables([piece.table for piece in pieces(place)]).to_pylist()
    if place.format == "jsonl":
        return [{name: json.loads(cell) for name, cell in row.items()} for row in rows]
    return rows
