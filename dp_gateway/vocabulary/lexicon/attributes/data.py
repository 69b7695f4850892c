"""What GeoNames says of places: one compressed file beside this module, written by `lexicon.make.attributes`.

GeoNames is licensed under CC BY 4.0, as the phrases of the lexicon are.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

import orjson

__all__ = ["ATTRIBUTES", "Attributes", "read_attributes", "write_attributes"]

ATTRIBUTES = Path(__file__).with_name("attributes.json.xz")


class Attributes(TypedDict):
    """The content of the file.

    Attributes:
        countries: name, continent, official language and bloc of each country, by code; empty where there is none.
        towns: folded names by "code of the country|band of population from 0 to 3|state".
        regions: names by the code of their country.
    """

    countries: dict[str, list[str]]
    towns: dict[str, list[str]]
    regions: dict[str, list[str]]


def write_attributes(found: Mapping[str, Any], path: Path = ATTRIBUTES) -> None:
    """Write the file; equal content gives equal bytes."""
    text = json.dumps(found, ensure_ascii=False, indent=0, sort_keys=True)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def read_attributes(path: Path = ATTRIBUTES) -> Attributes:
    """Read the file (some hundredths of a second)."""
    return orjson.loads(lzma.decompress(path.read_bytes()))
