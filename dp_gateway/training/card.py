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
            file = folder / name
            if not file.exists():
                missing.append(name)
            elif hashlib.sha256(file.read_bytes()).hexdigest() != expected:
                changed.append(name)
        if missing:
            where = f"git clone {source['url']} {source['folder']}; git checkout {source['commit']}"
            yield f"{source['name']}: missing {', '.join(missing)} ({where})"
        if changed:
            yield f"{source['name']}: changed {', '.join(changed)} (this is not commit {source['commit']})"
        if not missing and not changed:
            yield f"{source['name']}: there"
