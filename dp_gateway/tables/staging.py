"""Where a run keeps what is done until all of it is: a folder beside the output, one part for each piece.

A part is there as a whole or not at all, so a run that was killed goes on with the first piece that is missing. The
folder says which run it belongs to; it holds sanitized rows and hashes, and is gone when the output is written.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dp_gateway import __version__
from dp_gateway.errors import ConfigurationError, InputError
from dp_gateway.tables.arrow import pa
from dp_gateway.tables.formats import TablePlace, rename_whole
from dp_gateway.tables.report import Counts
from dp_gateway.tables.units import Units


class Staging:
    """The folder of one run.

    Args:
        output: what is written in the end.
        run: tells runs apart: the same plan, policy, key, scope and inputs give the same one.
        restart: throw away what another run left.

    Raises:
        ConfigurationError: another run left it.
    """

    def __init__(self, output: Path, run: str, *, restart: bool) -> None:
        self.folder = output.with_name(output.name + ".partial")
        told = self.folder / "run.json"
        if restart or not self.begun:
            self.clear()
        if not told.exists():
            # Its name is written before any part and removed before any, so what stands here belongs to no run.
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(told, lambda path: path.write_text(json.dumps({"run": run}), encoding="utf-8"))
        elif json.loads(told.read_text(encoding="utf-8"))["run"] != run:
            raise ConfigurationError(
                f"{self.folder} was left by a run with another plan, policy, key, scope or input",
                hint="run that one to its end, or begin anew: --restart",
            )

    @property
    def begun(self) -> bool:
        """Whether any piece is done."""
        return any(self.folder.glob("*.npy"))

    @property
    def naming(self) -> bool:
        """Whether outputs are being given their names, so that one that is there may be this run's own."""
        return self._naming.exists()

    def name_outputs(self) -> None:
        """Note that outputs are given their names from here on."""
        _write(self._naming, Path.touch)

    @property
    def _naming(self) -> Path:
        return self.folder / "naming"

    def has(self, number: int) -> bool:
        """Return whether a piece is done."""
        return self._counts(number).exists()

    def _counts(self, number: int) -> Path:
        return self.folder / f"{number:07}.json"

    def tables(self, numbers: Sequence[int]) -> Iterator[Any]:
        """Read the rows of some parts."""
        for number in numbers:
            with pa.memory_map(str(self.folder / f"{number:07}.arrow")) as mapped, pa.ipc.open_file(mapped) as file:
                yield file.read_all()

    def units(self, pieces: int) -> list[Path]:
        """Return the files of the units of all parts."""
        return [self.folder / f"{number:07}.npy" for number in range(pieces)]

    def counts(self, pieces: int) -> Counts:
        """Add up what was noticed in all parts."""
        counts = Counts()
        for number in range(pieces):
            counts.add(Counts.from_json(json.loads(self._counts(number).read_text(encoding="utf-8"))))
        return counts

    def clear(self) -> None:
        """Remove the folder; what a kill leaves of it is not taken for parts."""
        (self.folder / "run.json").unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)


def keep_part(folder: Path, number: int, table: Any, units: Units, counts: Counts) -> None:
    """Write a part; what is written last says that it is whole."""
    _write(folder / f"{number:07}.arrow", lambda path: _write_table(path, table))
    _write(folder / f"{number:07}.npy", lambda path: _write_units(path, units))
    _write(folder / f"{number:07}.json", lambda path: path.write_text(json.dumps(counts.to_json())))


def _write(path: Path, write: Callable[[Path], object]) -> None:
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    write(partial)
    rename_whole(partial, path)


def _write_units(path: Path, units: Units) -> None:
    with path.open("wb") as file:
        np.save(file, units)


def _write_table(path: Path, table: Any) -> None:
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)


def run_name(told: Sequence[str], places: Sequence[TablePlace]) -> str:
    """Return what tells a run from others: a ledger is charged once for it, and parts that it left are taken over by it
    alone.

    Args:
        told: plan, policy, key and scope in words.
        places: the inputs: by name, format and content. Where they stand and when they were changed tells nothing of
            what is drawn.

    Raises:
        InputError: one cannot be read.
    """
    inputs = [[place.name, *place[1:], *map(_digest, _files(place))] for place in places]
    said = json.dumps([__version__, list(told), inputs])
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, hashlib.blake2b).hexdigest()
    except OSError as error:
        raise InputError.unreadable(path, error) from None


def _files(place: TablePlace) -> list[Path]:
    if place.path.is_dir():
        return sorted(one for one in place.path.rglob("*") if one.is_file())
    # What was written to a database last may stand beside it still.
    log = place.path.with_name(place.path.name + "-wal")
    return [place.path, log] if place.format == "sqlite" and log.exists() and log.stat().st_size else [place.path]
