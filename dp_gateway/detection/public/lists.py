"""What is known to everybody: countries and their people, bodies, laws, works, products, the famous dead.

`references.txt` is curated (Apache-2.0); `places.txt` has the largest towns of GeoNames (CC BY 4.0).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dp_gateway.text.folding import fold

__all__ = ["FOLDER", "Reference", "begins", "country_codes", "references", "refers"]

FOLDER = Path(__file__).parent
_BY_CODE = frozenset(("country", "area", "state"))
_NO_PLURAL = re.compile(r"(?:s|sh|ch|x|ese)$")


class Reference(NamedTuple):
    """What a phrase may refer to.

    Attributes:
        kind: a section of the list; "people" for the people of a country or an area and what is theirs.
        code: the thing itself, whatever it is called.
        within: the country that it gives away; empty where there is none.
    """

    kind: str
    code: str
    within: str = ""


def refers(phrase: str) -> tuple[Reference, ...]:
    """What a phrase may refer to; several things at times ("Georgia"), none of the list where empty."""
    listed = references()
    found = listed.get(fold(phrase), ())
    return found + listed.get(phrase, ()) if phrase.isupper() else found


@cache
def begins() -> frozenset[str]:
    """The first words of phrases that are known as a whole: "Turing", of "Turing machine"."""
    phrases = (phrase for phrase, one in _curated() if one.kind in ("phrase", "law", "event"))
    return frozenset(phrase.split()[0].removesuffix("'s") for phrase in phrases)


def _is_short(phrase: str) -> bool:
    """Whether it is letters that stand for words: "ADA" is a law, and "Ada" is a name."""
    return phrase.isupper() and " " not in phrase


@cache
def references() -> dict[str, tuple[Reference, ...]]:
    """The list by folded phrases; short forms in capitals as they are written."""
    found: dict[str, dict[Reference, None]] = {}
    for name, one in (*_curated(), *_towns()):
        phrase = name.removeprefix("the ")
        found.setdefault(phrase if _is_short(phrase) else fold(phrase), {})[one] = None
    return {phrase: tuple(of_phrase) for phrase, of_phrase in found.items()}


def country_codes() -> dict[str, str]:
    """The code of each country by its folded names."""
    return {fold(phrase): one.code for phrase, one in _curated() if one.kind == "country"}


def _lines(name: str) -> Iterator[str]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


def _curated() -> Iterator[tuple[str, Reference]]:
    kind = ""
    for line in _lines("references.txt"):
        if line.startswith("["):
            kind = line.strip("[]")
        elif kind in _BY_CODE:
            yield from _of_code(kind, line)
        elif kind == "faith":
            group, _, words = line.partition(": ")
            yield from ((form, Reference(kind, group)) for word in words.split(", ") for form in _forms(word))
        else:
            for entry in line.split(", "):
                names = entry.split(" = ")
                yield from ((name, Reference(kind, f"{kind} {fold(names[0])}")) for name in names)


def _of_code(kind: str, line: str) -> Iterator[tuple[str, Reference]]:
    code, _, rest = line.partition(":")
    names, _, people = rest.partition(";")
    for name in filter(None, map(str.strip, names.split(","))):
        yield name, Reference(kind, code) if kind != "state" else Reference(kind, f"{code} {fold(name)}", code)
    for word in filter(None, map(str.strip, people.split(","))):
        yield from ((form, Reference("people", code)) for form in _forms(word))


def _forms(word: str) -> tuple[str, ...]:
    """A word for one of a people, and for several."""
    return (word,) if _NO_PLURAL.search(word) else (word, f"{word}s")


def _towns() -> Iterator[tuple[str, Reference]]:
    for line in _lines("places.txt"):
        code, _, towns = line.partition(": ")
        yield from ((town, Reference("town", f"town {fold(town)}", code)) for town in towns.split(", "))
