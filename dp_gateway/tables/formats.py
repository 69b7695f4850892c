"""The files of tables: their formats by name, the files that a command line means, and how a finished one is named.
Sources, sinks and the batches of the server read and write by it.
"""

from __future__ import annotations

import csv
import glob
import json
import os
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from dp_gateway.errors import ConfigurationError, InputError

FORMATS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".db": "sqlite",
    ".sqlite": "sqlite",
    ".sqlite3": "sqlite",
}
_COMPRESSED = {".gz": "gzip", ".bz2": "bz2", ".zst": "zstd"}
_IN_DATABASE = re.compile(r"\.(db|sqlite3?)#[^#]+$", re.IGNORECASE)
_LIST = ", ".join(FORMATS)
_DELIMITERS = {"csv": ",", "tsv": "\t"}
_LOOKED_AT, _ROWS = 1 << 16, 50
"""Bytes and rows of a file that tell its delimiter."""


class TablePlace(NamedTuple):
    """Where a table is, or will be.

    Attributes:
        path: file or folder.
        format: a value of `FORMATS`, or `datasets`.
        compression: of the file as a whole; empty for none.
        table: of a database; empty for its only one.
        delimiter: what parts the cells of CSV and TSV; spreadsheets of many countries write semicolons.
    """

    path: Path
    format: str
    compression: str = ""
    table: str = ""
    delimiter: str = ""

    @property
    def name(self) -> str:
        """The name of the table: that of the file without its endings."""
        return self.table or self.path.name.split(".")[0]


def place_of(spec: str) -> TablePlace:
    """Find the place that a name means: a file by its endings, a folder of Hugging Face datasets, `FILE.db#TABLE`.
    Raises ConfigurationError where no table is kept so.
    """
    name, table = spec.rsplit("#", 1) if _IN_DATABASE.search(spec) else (spec, "")
    path = Path(name)
    if (path / "state.json").exists() or (path.is_dir() and not path.suffix):
        return TablePlace(path, "datasets")
    endings = [ending.lower() for ending in path.suffixes]
    compression = _COMPRESSED.get(endings[-1], "") if endings else ""
    ending = endings[-2 if compression else -1] if len(endings) > bool(compression) else ""
    found = FORMATS.get(ending, "" if ending else "datasets")
    if not found or (compression and found not in ("csv", "tsv", "jsonl", "arrow")):
        raise ConfigurationError(
            f"{path}: no table is known by such an ending",
            hint=f"use one of {_LIST}, of texts also .gz, .bz2, .zst, or a folder of Hugging Face datasets",
        )
    return TablePlace(path, found, compression, table, _DELIMITERS.get(found, ""))


def places_of(specs: Sequence[str]) -> list[TablePlace]:
    """Find the tables that names and patterns mean, in order; a folder of several splits is one table each.

    Args:
        specs: each a file, a folder, `FILE.db#TABLE`, or a pattern such as `logs/*.jsonl`.

    Raises:
        InputError: a file does not exist, or a pattern means none.
    """
    found: list[TablePlace] = []
    for spec in specs:
        paths = sorted(glob.glob(spec, recursive=True)) if glob.has_magic(spec) and not Path(spec).exists() else [spec]
        if not paths:
            raise InputError("a pattern means no file", hint=f"check it: ls {spec}")
        for path in paths:
            splits = Path(path) / "dataset_dict.json"
            if splits.exists():
                names = json.loads(splits.read_text())["splits"]
                found += [TablePlace(Path(path) / name, "datasets") for name in names]
                continue
            place = place_of(path)
            if not place.path.exists():
                raise InputError(f"{place.path} does not exist", hint=f"check the path: ls -l {place.path}")
            found.append(place._replace(delimiter=_delimiter_of(place)) if place.format == "csv" else place)
    return found


def _delimiter_of(place: TablePlace) -> str:
    """The delimiter by which the first rows have most cells, each as many; a comma where none parts them."""
    try:
        with opened(place) as (_, text, _):
            start: bytes = text.read(_LOOKED_AT)
    except OSError:
        # The reader says what is wrong with the file.
        return place.delimiter
    lines = start.decode("utf-8", "ignore").splitlines(keepends=True)
    # The last line may be cut.
    lines = lines[:-1] if len(start) == _LOOKED_AT else lines
    cells = {sign: _cells(lines, sign) for sign in ",;|\t"}
    best = max(cells, key=cells.__getitem__)
    return best if cells[best] > 1 else place.delimiter


def _cells(lines: Sequence[str], delimiter: str) -> int:
    """How many cells each of some rows has with a delimiter; 0 where they have not as many."""
    try:
        rows = {len(row) for row in islice(csv.reader(lines, delimiter=delimiter), _ROWS) if row}
    except csv.Error:
        return 0
    return rows.pop() if len(rows) == 1 else 0


@contextmanager
def opened(place: TablePlace) -> Generator[tuple[Any, Any, int]]:
    """Open a file: itself, its text, and its size. Raises OSError where it cannot be opened, or is compressed in
    another way.
    """
    # Here, as the server takes names of files from this module and does without Arrow.
    from dp_gateway.tables.arrow import pa

    with pa.OSFile(str(place.path)) as file:
        size = max(file.size(), 1)
        if place.compression:
            with pa.CompressedInputStream(file, place.compression) as stream:
                yield file, stream, size
        else:
            yield file, file, size


def targets_of(places: Sequence[TablePlace], output: str) -> list[TablePlace]:
    """Say where the tables go: one to a file, several into a folder under their own names.

    Args:
        places: the tables that are read.
        output: a file for one of them, a folder for several.

    Raises:
        ConfigurationError: two would have the same name, or an input or a folder of other things would be replaced.
    """
    if len(places) == 1 and not (Path(output).is_dir() and places[0].format != "datasets"):
        target = place_of(output)
        if target.format == "sqlite":
            target = target._replace(table=target.table or places[0].table)
        elif target.format == places[0].format:
            target = target._replace(delimiter=places[0].delimiter)
        targets = [target]
    else:
        targets = [place._replace(path=Path(output) / place.path.name) for place in places]
    if len({(one.path, one.table) for one in targets}) != len(targets):
        raise ConfigurationError("two files have the same name", hint="sanitize them into folders of their own")
    for place, target in zip(places, targets, strict=True):
        if target.path.exists() and target.path.samefile(place.path):
            raise ConfigurationError("the output would be written over the input", hint="name another output")
        if target.path.is_dir() and not (target.path / "state.json").exists() and any(target.path.iterdir()):
            raise ConfigurationError(
                f"{target.path} is a folder of other things than a table", hint="name a new folder, or a file"
            )
    return targets


def rename_whole(partial: Path, path: Path) -> None:
    """Give a file or folder that is complete its name; what stood there before is replaced. Raises OSError where the
    disk is full, or does not let it be written.
    """
    # The content has to be on the disk before its name: else a machine that loses power keeps an empty file.
    on_disk(partial)
    partial.replace(path)
    on_disk(path.parent, inside=False)


def on_disk(path: Path, *, inside: bool = True) -> None:
    """Wait until a file is on the disk, or the names in a folder, with the files in it unless told otherwise."""
    for one in (*(path.rglob("*") if inside and path.is_dir() else ()), path):
        descriptor = os.open(one, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
