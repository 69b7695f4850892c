"""Whether a given name is mostly a woman's or a man's: shares of the US census of 1990, and Faker's national lists.

A census lists names that are rare for one gender beside those that are usual ("John" of 1 woman in 8,000 and of 3 men
in 100), so the larger share decides, not the list. `make.genders` writes the file beside this module. Surrogates of
names ask this where the text itself does not say.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

__all__ = ["GENDERS", "Gender", "Lean", "lean_of", "read_genders", "write_genders"]

GENDERS = Path(__file__).with_name("genders.json.xz")

Gender = Literal["female", "male"]


class Lean(NamedTuple):
    """What the public lists say of a given name.

    Attributes:
        gender: of most people with that name.
        clear: of nearly all of them.
    """

    gender: Gender
    clear: bool


_KINDS: dict[str, Lean] = {
    "female": Lean("female", True),
    "mostly female": Lean("female", False),
    "male": Lean("male", True),
    "mostly male": Lean("male", False),
}


def lean_of(name: str) -> Lean | None:
    """Of a folded given name; None where the lists do not know it, or have it for both."""
    return _leans().get(name)


@cache
def _leans() -> Mapping[str, Lean]:
    return {name: _KINDS[kind] for kind, names in read_genders().items() for name in names}


def read_genders(path: Path = GENDERS) -> dict[str, list[str]]:
    """Folded names by kind: "female", "mostly female", "male", "mostly male"."""
    return json.loads(lzma.decompress(path.read_bytes()))


def write_genders(names: Mapping[str, list[str]], path: Path = GENDERS) -> None:
    """Write the names; equal content gives equal bytes."""
    text = json.dumps(names, ensure_ascii=False, indent=0, sort_keys=True)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
