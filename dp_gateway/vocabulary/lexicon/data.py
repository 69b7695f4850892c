"""The embedded phrases, the genders of given names, and the pools of languages other than English: compressed files
beside this module.

Building a lexicon and drawing names read them; a file a language is read when a surrogate of that language is drawn for
the first time. An entry may bring other forms of itself: Japanese names their kana, most that are in no Latin script
the Latin one. `release.lexicon` writes them.
"""

from __future__ import annotations

import lzma
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import orjson

from dp_gateway.text.folding import fold
from dp_gateway.text.lists import sections

DATA = Path(__file__).with_name("phrases.json.xz")


class Source(NamedTuple):
    """The origin of phrases. `phrases`: types and pools, separated by blanks. `source`: who made them. `licence`:
    under which they may be used.
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
    """The phrases that a lexicon is built from.

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
    """The gender that the public lists tell of a given name. `gender`: of most people with that name. `clear`: of
    nearly all of them.
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
    """Tell which gender a folded given name leans to; None where the lists do not know it, or have it for both."""
    return _leans().get(name)


@cache
def _leans() -> Mapping[str, Lean]:
    return {name: _KINDS[kind] for kind, names in read_genders().items() for name in names}


def read_genders() -> dict[str, list[str]]:
    """Read folded names by kind: "female", "mostly female", "male", "mostly male"."""
    return orjson.loads(lzma.decompress(GENDERS.read_bytes()))


FOLDER = Path(__file__).with_name("native")

_GIVEN_GENDERS = Path(__file__).with_name("given_genders.txt")

CODES = ("de", "fr", "es", "it", "nl", "pt", "pl", "zh", "ja", "ar", "hi")
"""Languages that have pools of their own, by ISO 639-1."""

ONLY_READ = "_ONLY_READ"
"""Ends the name of a pool of names that are ordinary words too: they are known as names, and never drawn. The pool
"TOWN" has more towns that are known and not drawn, without those that are ordinary words.
"""

_FORMS = {"ja": ("katakana", "latin")}
_LATIN = ("latin",)


class NativePool(NamedTuple):
    """A pool of one language. `entries`: as they are written. `forms`: other forms of entries, by form and entry; see
    `forms_of`.
    """

    entries: list[str]
    forms: Mapping[str, Mapping[str, str]]


@cache
def read_native(code: str) -> Mapping[str, NativePool]:
    """Read the pools of a language by name."""
    text = lzma.decompress((FOLDER / f"{code}.txt.xz").read_bytes()).decode()
    lines = (line.split("\t") for line in text.split("\n"))
    return {name: _pool(code, entries) for name, *entries in lines}


def _pool(code: str, lines: list[str]) -> NativePool:
    kinds = _FORMS.get(code, _LATIN)
    forms: dict[str, dict[str, str]] = {kind: {} for kind in kinds}
    entries: list[str] = []
    for line in lines:
        entry, *others = line.split("|")
        entries.append(entry)
        for kind, form in zip(kinds, others, strict=False):
            forms[kind][entry] = form
    return NativePool(entries, forms)


@cache
def forms_of(code: str, kind: str) -> Mapping[str, Mapping[str, str]]:
    """Return the forms of names of a kind ("GIVEN_NAME", "SURNAME", "CITY") that the public lists tell, by form and
    entry.
    """
    forms: dict[str, dict[str, str]] = {}
    for name, pool in read_native(code).items():
        if name.startswith(kind):
            for form, of_entries in pool.forms.items():
                forms.setdefault(form, {}).update(of_entries)
    return forms


def gender_in(code: str, name: str) -> Gender | Literal[""]:
    """Look up the gender that the lists of a language give a folded given name; empty where they have it for both or
    none.

    A name joined by a hyphen is of whoever bears its first part: "Marie-Pierre". Servants of God ("عبد الله") are men.
    """
    genders = _genders(code)
    known = genders.get(name) or genders.get(name.partition("-")[0]) or ""
    return "male" if not known and code == "ar" and name.startswith("عبد ") else known


@cache
def _genders(code: str) -> Mapping[str, Gender]:
    pools = read_native(code)
    # The pools share no name: `release.lexicon.native` leaves out what both bear.
    genders: dict[str, Gender] = {}
    for read in (ONLY_READ, ""):
        genders |= {fold(one): "female" for one in pools[f"GIVEN_NAME_FEMALE{read}"].entries}
        genders |= {fold(one): "male" for one in pools[f"GIVEN_NAME_MALE{read}"].entries}
    for (of, gender), names in _read_given().items():
        genders |= dict.fromkeys(names if of == code else (), gender)
    return genders


@cache
def _read_given() -> Mapping[tuple[str, Gender], Sequence[str]]:
    """Folded names of which the pools say nothing, or what holds elsewhere, by language and gender."""
    given: dict[tuple[str, Gender], list[str]] = {}
    for name, line in sections(fold(_GIVEN_GENDERS.read_text(encoding="utf-8"))):
        code, _, gender = name.partition(" ")
        given.setdefault((code, "female" if gender == "female" else "male"), []).extend(line.split())
    return given
