"""The files of tables: their formats by name, the files that a command line means, and how a finished one is named."""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from dp_gateway.errors import ConfigurationError, InputError

__all__ = ["FORMATS", "Place", "on_disk", "place_of", "places_of", "rename_whole", "targets_of"]

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


class Place(NamedTuple):
    """Where a table is, or will be.

    Attributes:
        path: file or folder.
        format: a value of `FORMATS`, or `datasets`.
        compression: of the file as a whole; empty for none.
        table: of a database; empty for its only one.
    """

    path: Path
    format: str
    compression: str = ""
    table: str = ""

    @property
    def name(self) -> str:
        """The name of the table: that of the file without its endings."""
        return self.table or self.path.name.split(".")[0]


def place_of(spec: str) -> Place:
    """The place that a name means: a file by its endings, a folder of Hugging Face datasets, `FILE.db#TABLE`.

    Raises:
        ConfigurationError: no table is kept so.
    """
    name, table = spec.rsplit("#", 1) if _IN_DATABASE.search(spec) else (spec, "")
    path = Path(name)
    if (path / "state.json").exists() or (path.is_dir() and not path.suffix):
        return Place(path, "datasets")
    endings = [ending.lower() for ending in path.suffixes]
    compression = _COMPRESSED.get(endings[-1], "") if endings else ""
    ending = endings[-2 if compression else -1] if len(endings) > bool(compression) else ""
    found = FORMATS.get(ending, "" if ending else "datasets")
    if not found or (compression and found not in ("csv", "tsv", "jsonl", "arrow")):
        raise ConfigurationError(
            f"{path}: no table is known by such an ending",
            hint=f"use one of {_LIST}, of texts also .gz, .bz2, .zst, or a folder of Hugging Face datasets",
        )
    return Place(path, found, compression, table)


def places_of(specs: Sequence[str]) -> list[Place]:
    """The tables that names and patterns mean, in order; a folder of several splits is one table each.

    Raises:
        InputError: a file does not exist, or a pattern means none.
    """
    found: list[Place] = []
    for spec in specs:
        paths = sorted(glob.glob(spec, recursive=True)) if glob.has_magic(spec) and not Path(spec).exists() else [spec]
        if not paths:
            raise InputError("a pattern means no file", hint=f"check it: ls {spec}")
        for path in paths:
            splits = Path(path) / "dataset_dict.json"
            if splits.exists():
                names = json.loads(splits.read_text())["splits"]
                found += [Place(Path(path) / name, "datasets") for name in names]
                continue
            place = place_of(path)
            if not place.path.exists():
                raise InputError(f"{place.path} does not exist", hint=f"check the path: ls -l {place.path}")
            found.append(place)
    return found


def targets_of(places: Sequence[Place], output: str) -> list[Place]:
    """Where the tables go: one to a file, several into a folder under their own names.

    Raises:
        ConfigurationError: two would have the same name, or an input or a folder of other things would be replaced.
    """
    if len(places) == 1 and not (Path(output).is_dir() and places[0].format != "datasets"):
        target = place_of(output)
        targets = [target._replace(table=target.table or places[0].table) if target.format == "sqlite" else target]
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
    """Give a file or folder that is complete its name; what stood there before is replaced.

    Raises:
        OSError: the disk is full, or does not let it be written.
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
