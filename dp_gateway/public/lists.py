"""What is known to everybody: countries and their people, bodies, laws, works, products, the famous dead.

`references.txt` is curated (Apache-2.0); `places.txt` has towns of GeoNames (CC BY 4.0), `famous.txt` names of single
things out of WordNet 3.1 (WordNet licence), `notable.txt` people, teams and works of dariusk/corpora (CC0 1.0),
fivethirtyeight/data and WebQuestions (CC BY 4.0) and unitedstates/congress-legislators (CC0 1.0), `graph.txt` people,
works, teams and firms of Wikidata (CC0 1.0).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dp_gateway.text.folding import compared, fold
from dp_gateway.text.lists import sections
from dp_gateway.vocabulary.lexicon.attributes import exonyms

FOLDER = Path(__file__).parent
BY_LAST_WORD = frozenset(("landmark", "body", "work"))
"""Kinds of which a detector may find the end alone."""
BY_FIRST_WORD = frozenset(("phrase", "law", "event", "landmark", "body", "holiday"))
"""Kinds of which it may find the beginning alone; so it may of "Alexander the Great"."""

PLACES = frozenset(("country", "state", "town", "area"))
"""Kinds of places that people live in."""

_BY_CODE = frozenset(("country", "area", "state", "office", "town"))
_WITHIN = frozenset(("state", "office"))
_FAMOUS = ("famous.txt", "notable.txt", "graph.txt")
_INITIAL = re.compile(r"(?<= )([a-z])\.(?= [a-z])")
_NO_PLURAL = re.compile(r"(?:s|sh|ch|x|ese)$")


class Reference(NamedTuple):
    """A thing that a phrase may refer to.

    Attributes:
        kind: a section of the list; "people" for the people of a country or an area and what is theirs.
        code: the thing itself, whatever it is called.
        within: the country that it gives away; empty where there is none.
    """

    kind: str
    code: str
    within: str = ""


def refers(phrase: str) -> tuple[Reference, ...]:
    """Look up what a phrase may refer to; several things at times ("Georgia"), none of the list where empty."""
    # Of ASCII without a call of `fold`: a text asks some dozens of times.
    folded = phrase.lower() if phrase.isascii() else fold(phrase)
    found = _listed().get(folded, ())
    if not phrase.isupper():
        return found
    curated, short = references().get(folded, ()), references().get(phrase, ())
    return curated + short + found[len(curated) :] if short else found


def is_holiday(phrase: str) -> bool:
    """Return whether a phrase may name a feast."""
    return any(one.kind == "holiday" for one in refers(phrase))


def is_known_place(phrase: str) -> bool:
    """Return whether a phrase may name a country, a state, a town or an area."""
    return any(one.kind in PLACES for one in refers(phrase))


def is_known_firm(phrase: str) -> bool:
    """Return whether a phrase may name a firm or a product that everybody knows."""
    return any(one.kind in ("company", "product") for one in refers(phrase))


@cache
def _listed() -> dict[str, tuple[Reference, ...]]:
    """All lists as one, by folded phrases: the curated one, then what WordNet has, then towns."""
    found = dict(references())
    for name, thing in _famous().items():
        found[name] = (*found.get(name, ()), Reference(*thing))
    for name, codes in _towns().items():
        towns = tuple(Reference("town", f"town {name}", code) for code in codes.split())
        for written in dict.fromkeys((name, compared(name))):
            found[written] = (*found.get(written, ()), *towns)
    for other, name in exonyms().items():
        found[other] = (*found.get(other, ()), *(one for one in found.get(name, ()) if one.kind == "town"))
    return found


def names() -> Iterable[tuple[str, tuple[Reference, ...]]]:
    """Return every name of the lists, folded or in capitals, and what it may refer to."""
    return _listed().items()


@cache
def begins() -> frozenset[str]:
    """Return the first words, folded, of phrases that are known as a whole: "turing", of "Turing machine"."""
    phrases = [
        fold(phrase)
        for phrase, one in curated()
        if one.kind in BY_FIRST_WORD or (one.kind == "person" and " the " in phrase)
    ]
    phrases += (name for name, (kind, _) in _famous().items() if kind == "body" and " " in name)
    return frozenset(phrase.split()[0].removesuffix("'s") for phrase in phrases)


@cache
def first_words(kinds: frozenset[str]) -> frozenset[str]:
    """Return the first words, folded, of what is known by more than one word and is of some kinds."""
    several = (name for name, of in names() if " " in name and any(one.kind in kinds for one in of))
    return frozenset(fold(name.partition(" ")[0]) for name in several)


@cache
def ends() -> frozenset[str]:
    """Return the last words, folded, of what is known by more than one word, of which a finding may be the end
    alone.
    """
    kinds = BY_LAST_WORD | {"phrase", "law", "event"}
    named = (fold(name) for name, one in curated() if one.kind in kinds)
    famous = (name for name, (kind, _) in _famous().items() if kind in kinds)
    return frozenset(name.rpartition(" ")[2] for name in (*named, *famous) if " " in name)


def _is_short(phrase: str) -> bool:
    """Whether it is letters that stand for words: "ADA" is a law, and "Ada" is a name."""
    return phrase.isupper() and " " not in phrase


@cache
def references() -> dict[str, tuple[Reference, ...]]:
    """Return the curated list by folded phrases; short forms in capitals as they are written."""
    found: dict[str, dict[Reference, None]] = {}
    for name, one in curated():
        phrase = name.removeprefix("the ").removeprefix("The ")
        folded = phrase if _is_short(phrase) else fold(phrase)
        # "McDonald's" is written without its mark as well.
        for written in dict.fromkeys((folded, folded.replace("'", ""))):
            found.setdefault(written, {})[one] = None
    return {phrase: tuple(of_phrase) for phrase, of_phrase in found.items()}


def _lines(name: str) -> Iterator[str]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


@cache
def curated() -> tuple[tuple[str, Reference], ...]:
    """Return the names of the curated list, each with what it refers to."""
    return tuple(_curated())


def _curated() -> Iterator[tuple[str, Reference]]:
    for kind, line in sections((FOLDER / "references.txt").read_text(encoding="utf-8")):
        if kind in _BY_CODE:
            yield from _of_code(kind, line)
        elif kind == "faith":
            group, _, words = line.partition(": ")
            yield from ((form, Reference(kind, group)) for word in words.split(", ") for form in _forms(word))
        else:
            for entry in line.split(", "):
                names = entry.split(" = ")
                meant = Reference(kind, f"{kind} {fold(names[0])}")
                yield from ((name, meant) for name in names)


def _of_code(kind: str, line: str) -> Iterator[tuple[str, Reference]]:
    code, _, rest = line.partition(":")
    names, _, people = rest.partition(";")
    for name in filter(None, map(str.strip, names.split(","))):
        within = f"town {fold(name)}" if kind == "town" else f"{code} {fold(name)}" if kind in _WITHIN else ""
        yield name, Reference(kind, within, code) if within else Reference(kind, code)
    for word in filter(None, map(str.strip, people.split(","))):
        yield from ((form, Reference("people", code)) for form in _forms(word))


def _forms(word: str) -> tuple[str, ...]:
    """A word for one of a people, and for several."""
    return (word,) if _NO_PLURAL.search(word) else (word, f"{word}s")


@cache
def _famous() -> dict[str, tuple[str, str]]:
    """Kind and code of what is famous, by folded names. The files are folded at once, as their names are many."""
    found: dict[str, tuple[str, str]] = {}
    text = "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in _FAMOUS)
    for kind, line in sections(fold(text)):
        for entry in line.split(", "):
            names = entry.split(" = ")
            thing = (kind, f"{kind} {names[0]}")
            for name in names:
                found.setdefault(name.removeprefix("the "), thing)
                if _INITIAL.search(name):
                    # "Michael J Fox", as many write it.
                    found.setdefault(_INITIAL.sub(r"\1", name), thing)
    return found


@cache
def _towns() -> dict[str, str]:
    """The codes of the countries that have a town, with spaces between, by its folded name."""
    found: dict[str, str] = {}
    for line in _lines("places.txt"):
        code, _, towns = line.partition(": ")
        for town in fold(towns).split(", "):
            found[town] = f"{found[town]} {code}" if town in found else code
    return found
