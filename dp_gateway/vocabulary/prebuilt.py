"""The index and lexicon of the package dp-gateway-data, where that is installed: copied on first use, and checked.

`open_or_build` calls it before it builds. Files are linked where the file system allows it, so that this takes as long
as reading them once.
"""

from __future__ import annotations

import json
import os
import shutil
from hashlib import file_digest, sha256
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from dp_gateway.errors import IndexCorrupt
from dp_gateway.vocabulary.store import FORMAT, temporary_folder

__all__ = ["HASHES", "PACKAGE", "made_from", "take"]

PACKAGE = "dp_gateway_data"
HASHES = "hashes.json"


def made_from() -> str:
    """SHA-256 of what index and lexicon are made from: the public lists of this version, and the format of stores."""
    digest = sha256(f"{FORMAT}".encode())
    for file in sorted(Path(__file__).parent.rglob("*.xz")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def take(path: Path) -> bool:
    """Copy the store that is called as `path` is from dp-gateway-data; whether it is there now.

    A package that was made from other public lists than those of this version is left alone.

    Raises:
        IndexCorrupt: a file of the package does not have the content that was packed.
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
