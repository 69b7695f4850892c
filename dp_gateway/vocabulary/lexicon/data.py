"""The embedded phrases: one compressed file beside this module, written by `make`."""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["DATA", "Phrases", "read_data", "write_data"]

DATA = Path(__file__).with_name("phrases.json.xz")

SOURCES = (
    "names: US census 1990 (public domain) and Faker (MIT); towns, countries, counties: GeoNames (CC BY 4.0); "
    "occupations: Faker (MIT) and dp-gateway; ordinary words: wordfreq (CC BY-SA 4.0) and SCOWL; "
    "organisations, streets, groups: dp-gateway"
)


class Phrases(NamedTuple):
    """What a lexicon is built from.

    Attributes:
        types: phrases with vectors, by type, in their natural spelling.
        pools: plain lists, by name.
        aliases: by type, other names of phrases.
        contexts: by type, what is embedded together with each phrase (the country of a town), so that its neighbours
            are what it is like and not what it sounds like.
    """

    types: Mapping[str, Sequence[str]]
    pools: Mapping[str, Sequence[str]]
    aliases: Mapping[str, Mapping[str, str]]
    contexts: Mapping[str, Sequence[str]]


def write_data(path: Path, phrases: Phrases) -> None:
    """Write the phrases; equal content gives equal bytes."""
    text = json.dumps(phrases._asdict(), ensure_ascii=False, indent=0, sort_keys=True)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def read_data(path: Path = DATA) -> Phrases:
    """Read the phrases (a tenth of a second)."""
    return Phrases(**json.loads(lzma.decompress(path.read_bytes())))
