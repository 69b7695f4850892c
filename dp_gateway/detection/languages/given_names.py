"""Larger lists of names of languages without capitals, and which of those names are ordinary words, too.

`more_names.txt` is our own list of Arabic, Hindi, Chinese and Japanese names; `japanese_names.txt.xz` has the given and
family names of the dictionary IPADIC (see `NOTICE`). The names that surrogates draw (`vocabulary.lexicon.native`) count
as well. They are read when a text in the language comes.
"""

from __future__ import annotations

import lzma
import re
import unicodedata
from functools import cache
from importlib import resources
from typing import NamedTuple

from dp_gateway.detection.languages.tables import lines
from dp_gateway.vocabulary.lexicon.data import read_native

_MARKS = re.compile("[\u064b-\u0652\u0670\u0640\u093c\u200c\u200d]")
_VARIANTS = str.maketrans("أإآٱىँ", "ااااين".replace("ن", "ं"))


class KeyedNames(NamedTuple):
    """Names of a language by their keys. `given` and `family`: the names. `ordinary`: those of either that are ordinary
    words, too. `characters`: characters of Chinese given names.
    """

    given: frozenset[str]
    family: frozenset[str]
    ordinary: frozenset[str]
    characters: frozenset[str]


def key(word: str) -> str:
    """Write a word as lists are searched for it: without vowel marks, points below letters, and forms of one letter."""
    return _MARKS.sub("", unicodedata.normalize("NFC", word)).translate(_VARIANTS)


def is_full_name(written: str) -> bool:
    """Return whether Japanese letters are a family name and a given one, of which one is longer than a letter."""
    names = names_of("ja")
    return any(
        written[:size] in names.family and written[size:] in names.given and (size > 1 or len(written) - size > 1)
        for size in range(1, len(written))
    )


@cache
def names_of(language: str) -> KeyedNames:
    """Return the names of a language: "ar", "hi", "ja" or "zh"."""
    found: dict[str, set[str]] = {kind: set() for kind in KeyedNames._fields}
    for line in lines("more_names.txt"):
        of, kind, names = line.split(" ", maxsplit=2)
        if of == language:
            found[kind].update(map(key, names.split()))
    if language == "ja":
        stored = resources.files("dp_gateway.detection.languages").joinpath("japanese_names.txt.xz").read_bytes()
        for line in lzma.decompress(stored).decode().splitlines():
            kind, _, names = line.partition(" ")
            found[kind].update(names.split())
    pools = read_native(language)
    for pool, names in pools.items():
        if pool.startswith(("GIVEN_NAME", "SURNAME")):
            kind = "family" if pool.startswith("SURNAME") else "given"
            found[kind].update(key(part) for name in names.entries for part in name.split())
        elif pool == "FOREIGN_NAME":
            found["given"].update(part for name in names.entries for part in re.split("[・·]", name) if len(part) > 1)
    found["characters"].update("".join(found["given"] if language == "zh" else ()))
    return KeyedNames(*(frozenset(found[kind]) for kind in KeyedNames._fields))
