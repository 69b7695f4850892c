"""The data card: what the tagger learns from and is tested on, and whether the files in a folder are those.

`data.toml` lists every source with its licence, commit and files; `DATA.md` says the same for people.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["check", "read_card"]

_CARD = Path(__file__).with_name("data.toml")


def read_card() -> list[dict[str, Any]]:
    """The sources: name, repository, commit, licence, use, and files with their SHA-256."""
    return tomllib.loads(_CARD.read_text(encoding="utf-8"))["source"]


def check(data: Path) -> Iterator[str]:
    """One line per source: whole, or which files are missing or changed, and how to get them."""
    for source in read_card():
        folder = data / source["folder"]
        missing: list[str] = []
        changed: list[str] = []
        for name, expected in source["files"].items():
            digest = _digest(folder, name)
            if digest is None:
                missing.append(name)
            elif digest != expected:
                changed.append(name)
        if missing:
            where = f"git clone {source['url']} {source['folder']}; git checkout {source['commit']}"
            yield f"{source['name']}: missing {', '.join(missing)} ({where})"
        if changed:
            yield f"{source['name']}: changed {', '.join(changed)} (this is not commit {source['commit']})"
        if not missing and not changed:
            yield f"{source['name']}: there"


def _digest(folder: Path, name: str) -> str | None:
    """The SHA-256 of a file, or of the digests of all files of a pattern, in order; None if none is there."""
    if "*" not in name:
        file = folder / name
        return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else None
    digests = [hashlib.sha256(file.read_bytes()).digest() for file in sorted(folder.glob(name))]
    return hashlib.sha256(b"".join(digests)).hexdigest() if digests else None
