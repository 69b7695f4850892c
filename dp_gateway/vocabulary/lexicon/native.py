"""Names, towns, firms and streets as languages other than English write them: one compressed file a language.

`Lexicon.pool("de/SURNAME")` reads one here when a surrogate of that language is drawn for the first time; nothing is
read while only English is. `release.lexicon.native` writes the files, and says where each pool comes
from. An entry may bring other forms of itself: Japanese names their kana, most that are in no Latin script the
Latin one.
"""

from __future__ import annotations

import lzma
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from dp_gateway.text.folding import fold

__all__ = ["CODES", "FOLDER", "ONLY_READ", "NativePool", "forms_of", "gender_in", "read_native"]

FOLDER = Path(__file__).with_name("native")

CODES = ("de", "fr", "es", "it", "nl", "pt", "pl", "zh", "ja", "ar", "hi")
"""Languages that have pools of their own, by ISO 639-1."""

ONLY_READ = "_ONLY_READ"
"""Ends the name of a pool of names that are ordinary words too: they are known as names, and never drawn."""

_FORMS = {"ja": ("katakana", "latin")}
_LATIN = ("latin",)


class NativePool(NamedTuple):
    """A pool of one language.

    Attributes:
        entries: as they are written.
        forms: other forms of entries, by form and entry; see `forms_of`.
    """

    entries: list[str]
    forms: Mapping[str, Mapping[str, str]]


@cache
def read_native(code: str) -> Mapping[str, NativePool]:
    """The pools of a language by name."""
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
    """The forms of names of a kind ("GIVEN_NAME", "SURNAME", "CITY") that the public lists tell, by form and entry."""
    forms: dict[str, dict[str, str]] = {}
    for name, pool in read_native(code).items():
        if name.startswith(kind):
            for form, of_entries in pool.forms.items():
                forms.setdefault(form, {}).update(of_entries)
    return forms


def gender_in(code: str, name: str) -> Literal["female", "male", ""]:
    """Of a folded given name what the lists of a language say; empty where they have it for both or for none."""
    return _genders(code).get(name, "")


@cache
def _genders(code: str) -> Mapping[str, Literal["female", "male"]]:
    pools = read_native(code)
    # The pools share no name: `release.lexicon.native` leaves out what both bear.
    genders: dict[str, Literal["female", "male"]] = {}
    for read in (ONLY_READ, ""):
        genders |= {fold(one): "female" for one in pools[f"GIVEN_NAME_FEMALE{read}"].entries}
        genders |= {fold(one): "male" for one in pools[f"GIVEN_NAME_MALE{read}"].entries}
    return genders
