"""A folder of arrays on disk: written once under a temporary name and renamed, opened read-only by mmap.

`manifest.json` holds the format version, what the arrays are, and for each its shape, type, a 64-bit sum and a
SHA-256. The sum is checked when an array is first used (a pass at memory speed: a flipped bit or a cut file is found
before a single draw); `verify` checks the SHA-256 of everything. Checksums find damage; they are no signature.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import secrets
import shutil
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import IndexCorrupt, IndexMissing, IndexVersion, StoreError

FORMAT = 2
"""Version of everything in an index folder; raised whenever the meaning of a stored array changes."""

_REBUILD = "dp-gateway index build --force"
_CHUNK = 1 << 24


def _byte_sum(array: NDArray[Any]) -> int:
    raw = array.reshape(-1).view(np.uint8)
    whole = len(raw) // 8 * 8
    total = int(np.add.reduce(raw[:whole].view(np.uint64), dtype=np.uint64)) if whole else 0
    return (total + int.from_bytes(raw[whole:].tobytes(), "little")) % (1 << 64)


def _sha256(array: NDArray[Any]) -> str:
    digest = hashlib.sha256()
    raw = array.reshape(-1).view(np.uint8)
    for start in range(0, len(raw), _CHUNK):
        digest.update(raw[start : start + _CHUNK].data)
    return digest.hexdigest()


class ArrayStore:
    """A stored folder of arrays.

    Raises:
        IndexMissing: there is no manifest.
        IndexVersion: another format version wrote it.
        IndexCorrupt: the manifest cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            text = (path / "manifest.json").read_text()
        except FileNotFoundError:
            raise IndexMissing(f"there is no index at {path}", hint=f"dp-gateway index build --index {path}") from None
        except (OSError, UnicodeDecodeError):
            self._corrupt("its manifest cannot be read")
        try:
            manifest = cast(dict[str, Any], json.loads(text))
            version, self.meta, self._arrays = manifest["format"], manifest["meta"], manifest["arrays"]
            self.content_hash = str(manifest["content_hash"])
        except (ValueError, KeyError, TypeError):
            self._corrupt("its manifest is damaged")
        if version != FORMAT:
            raise IndexVersion(
                f"the index at {path} has format {version}; this version reads format {FORMAT}",
                hint=f"{_REBUILD} --index {path}",
            )
        if self.content_hash != _content_hash(self.meta, self._arrays):
            self._corrupt("its manifest was changed")
        self._open: dict[str, NDArray[Any]] = {}

    def _corrupt(self, reason: str) -> NoReturn:
        raise IndexCorrupt(f"the index at {self.path} is damaged: {reason}", hint=f"{_REBUILD} --index {self.path}")

    @property
    def names(self) -> list[str]:
        """The names of the stored arrays."""
        return sorted(self._arrays)

    def array(self, name: str) -> NDArray[Any]:
        """Return the array of that name, mapped read-only and checked against its sum on first use."""
        if name not in self._open:
            array = self._map(name)
            if _byte_sum(array) != self._arrays[name]["sum"]:
                self._corrupt(f"{name}.bin does not have the content that was written")
            self._open[name] = array
        return self._open[name]

    def _map(self, name: str) -> NDArray[Any]:
        entry = self._arrays[name]
        dtype, shape = np.dtype(entry["dtype"]), tuple(entry["shape"])
        file = self.path / f"{name}.bin"
        expected = dtype.itemsize * int(np.prod(shape))
        try:
            size = file.stat().st_size
        except OSError:
            self._corrupt(f"{name}.bin is missing")
        if size != expected:
            self._corrupt(f"{name}.bin has {size:,} bytes instead of {expected:,}")
        if not expected:
            return np.zeros(shape, dtype)
        return np.asarray(np.memmap(file, dtype=dtype, mode="r", shape=shape))

    def verify(self) -> Iterator[str]:
        """Check the SHA-256 of every array, and yield the name of each that passed. Raises IndexCorrupt: at the first
        array that does not have the content that was written.
        """
        for name in sorted(self._arrays):
            if _sha256(self._map(name)) != self._arrays[name]["sha256"]:
                self._corrupt(f"{name}.bin does not have the content that was written")
            yield name

    @property
    def size(self) -> int:
        """Bytes on disk, derived tables left out."""
        return sum(file.stat().st_size for file in self.path.iterdir() if file.is_file())


def _content_hash(meta: Mapping[str, Any], arrays: Mapping[str, Any]) -> str:
    described = json.dumps([FORMAT, meta, arrays], sort_keys=True).encode()
    return hashlib.sha256(described).hexdigest()


@contextmanager
def temporary_folder(path: Path, *, replace: bool = False) -> Generator[Path]:
    """Make a folder beside `path` that becomes `path` when the block ends well; of two writers the first one wins.

    With `replace`, what is at `path` stays until the new folder is whole, and is then removed. Raises StoreError where
    a folder of other things is there.
    """
    if path.exists() and not ((path / "manifest.json").exists() or (path.is_dir() and not any(path.iterdir()))):
        raise StoreError(f"{path} holds other things, and is left as it is", hint="name a new folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    partial.mkdir()
    try:
        yield partial
        if replace:
            # Another writer may have moved it away since, or never have let it be there.
            with suppress(FileNotFoundError):
                path.rename(partial.with_name(f"{partial.name}.old"))
        try:
            partial.rename(path)
        except OSError:
            if not (path / "manifest.json").exists():
                raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        shutil.rmtree(partial.with_name(f"{partial.name}.old"), ignore_errors=True)


def create(folder: Path, name: str, shape: tuple[int, ...], dtype: str) -> NDArray[Any]:
    """Make an array on disk to be filled piece by piece, for what need not fit in memory."""
    file = folder / f"{name}.bin"
    size = np.dtype(dtype).itemsize * math.prod(shape)
    if size and hasattr(os, "posix_fallocate"):
        # A disk that is full says so here; a hole that cannot be filled later ends the process.
        with file.open("wb") as made:
            os.posix_fallocate(made.fileno(), 0, size)
    return np.memmap(file, dtype=dtype, mode="r+" if file.exists() else "w+", shape=shape)


def write_store(folder: Path, meta: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays (those made by `create` are in place already) and their manifest into an open folder."""
    entries: dict[str, Any] = {}
    for name, given in arrays.items():
        array = np.ascontiguousarray(given)
        if isinstance(given, np.memmap):
            given.flush()
        else:
            array.tofile(folder / f"{name}.bin")
        entries[name] = {
            "dtype": array.dtype.str,
            "shape": list(array.shape),
            "sum": _byte_sum(array),
            "sha256": _sha256(array),
        }
    manifest = {"format": FORMAT, "meta": dict(meta), "arrays": entries, "content_hash": _content_hash(meta, entries)}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1))
