"""Opens the default index and lexicon; their first use on a machine takes them from dp-gateway-data, or builds them.

dp-gateway-data is a package of what one machine built. Its files are checked, and linked where the file system allows
it, so that this takes as long as reading them once.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from functools import lru_cache, partial
from hashlib import file_digest, sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

from dp_gateway.errors import IndexCorrupt, StoreError
from dp_gateway.vocabulary.build import Report, build_index, silent
from dp_gateway.vocabulary.index import Index, default_path
from dp_gateway.vocabulary.store import FORMAT, temporary_folder

PACKAGE = "dp_gateway_data"
HASHES = "hashes.json"


def made_from() -> str:
    """Return the SHA-256 of what index and lexicon are made from: public lists and vectors of this version, format of
    stores.
    """
    digest = sha256(f"{FORMAT}".encode())
    folder = Path(__file__).parent
    for file in sorted(file for kind in ("*.xz", "*.tokens", "*.vectors") for file in folder.rglob(kind)):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def take(path: Path) -> bool:
    """Copy the store that is called as `path` is from dp-gateway-data, and return whether it is there now.

    A package that was made from other public lists than those of this version is left alone. Raises IndexCorrupt where
    a file of the package does not have the content that was packed.
    """
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        return False
    package = Path(found.origin).parent
    listed = json.loads((package / HASHES).read_text())
    hashes = cast(dict[str, str], listed["sha256"])
    if listed["made_from"] != made_from() or f"{path.name}/manifest.json" not in hashes:
        return False
    with temporary_folder(path) as folder:
        for name, expected in hashes.items():
            store, _, inner = name.partition("/")
            if store != path.name:
                continue
            target = folder / inner
            target.parent.mkdir(parents=True, exist_ok=True)
            _copy(package / name, target)
            with target.open("rb") as file:
                if file_digest(file, "sha256").hexdigest() != expected:
                    raise IndexCorrupt(
                        f"{package / name} does not have the content that was packed",
                        hint="pip install --force-reinstall dp-gateway-data, or pip uninstall it to build it here",
                    )
    return True


def _copy(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


_Stored = TypeVar("_Stored")


def open_or_build(name: str, path: Path, build: Callable[[], object], opened: Callable[[Path], _Stored]) -> _Stored:
    """Open what is at `path`; where there is nothing yet, say so and build it.

    Processes that start at the same time may all build: the first to end wins, and all open what it wrote.

    Args:
        name: what it is called in messages.
        path: its folder.
        build: writes the folder; see `store.temporary_folder`.
        opened: opens the folder.

    Raises:
        StoreError: the folder cannot be written, or what is there cannot be used.
    """
    manifest = path / "manifest.json"
    if not manifest.exists():
        try:
            if not take(path):
                sys.stderr.write(
                    f"dp-gateway: building the default {name} in {path} (once, up to a minute; the package "
                    "dp-gateway-data has it built)\n"
                )
                build()
        except OSError as error:
            raise StoreError(
                f"the {name} cannot be written to {path}: {error.strerror}",
                hint="set DP_GATEWAY_HOME to a folder that you may write to",
            ) from error
    return cast(_Stored, _open(opened, path, manifest.stat().st_mtime_ns))


@lru_cache(maxsize=8)
def _open(opened: Callable[[Path], Any], path: Path, written: int) -> Any:
    """One open store for all that use it, so that they share what is filled on use."""
    del written
    return opened(path)


def default_index(report: Report = silent) -> Index:
    """Open the default index; where there is none yet, say so and build it (once, less than a minute). Raises
    StoreError where an index is there and cannot be used, or the folder cannot be written.
    """
    path = default_path()
    return open_or_build("index", path, partial(_build_index, path, report), Index)


def _build_index(path: Path, report: Report) -> None:
    from dp_gateway.vocabulary.embedders.files import WordLlamaEmbedder
    from dp_gateway.vocabulary.words import cl100k_words

    build_index(path, cl100k_words(), WordLlamaEmbedder(), report=report)
