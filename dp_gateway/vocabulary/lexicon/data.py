"""The embedded phrases and the genders of given names: compressed files beside this module.

Building a lexicon and drawing names read them; `release.lexicon` writes them.
"""

from __future__ import annotations

import lzma
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import orjson

__all__ = [
    "DATA",
    "GENDERS",
    "Gender",
    "Phrases",
    "Source",
    "lean_of",
    "read_data",
    "read_genders",
]

DATA = Path(__file__).with_name("phrases.json.xz")


class Source(NamedTuple):
    """Where phrases come from.

    Attributes:
        phrases: types and pools, separated by blanks.
        source: who made them.
        licence: under which they may be used.
    """

    phrases: str
    source: str
    licence: str


SOURCES = (
    Source("CITY REGION COUNTRY", "GeoNames", "CC BY 4.0"),
    Source("GIVEN_NAME_FEMALE GIVEN_NAME_MALE GIVEN_NAMES_ALL", "US census 1990", "public domain"),
    Source("GIVEN_NAME_FEMALE GIVEN_NAME_MALE GIVEN_NAMES_ALL JOB_TITLE", "Faker", "MIT"),
    Source("SURNAME SURNAMES_ALL", "US census 1990", "public domain"),
    Source("COMMON_WORDS", "wordfreq", "CC BY-SA 4.0"),
    Source("COMMON_WORDS", "SCOWL", "SCOWL's own, MIT-like"),
    Source("ORGANIZATION STREET_NAME NRP JOB_TITLE", "dp-gateway", "Apache-2.0"),
)


class Phrases(NamedTuple):
    """What a lexicon is built from.

    Attributes:
        types: phrases with vectors, by type, in their natural spelling.
        pools: plain lists, by name.
        aliases: by type, other names of phrases.
        contexts: by type, what is embedded together with each phrase (the country of a town), so that its neighbours
            are what it is like and not what it sounds like.
        sources: where they come from.
    """

    types: Mapping[str, Sequence[str]]
    pools: Mapping[str, Sequence[str]]
    aliases: Mapping[str, Mapping[str, str]]
    contexts: Mapping[str, Sequence[str]]
    sources: Sequence[Source] = ()


def read_data() -> Phrases:
    """Read the phrases (a tenth of a second)."""
    return Phrases(**orjson.loads(lzma.decompress(DATA.read_bytes())), sources=SOURCES)


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


def read_genders() -> dict[str, list[str]]:
    """Folded names by kind: "female", "mostly female", "male", "mostly male"."""
    return orjson.loads(lzma.decompress(GENDERS.read_bytes()))
