"""Finds names of persons by lists, in languages without capitals and in those in Latin letters other than English.

The tagger reads sentences; a lone "Gerben", or "gigi" in a chat in small letters, it often leaves. `short_names.txt` is
our own list; those that surrogates draw count as well, Polish ones in all their cases. What is a word of the language
does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from dp_gateway.detection.languages.listed_runs import names_in_runs
from dp_gateway.detection.languages.listed_words import names_in_words
from dp_gateway.detection.languages.ordinary import is_common, is_place, writes_capitals
from dp_gateway.detection.languages.tables import lines
from dp_gateway.detection.languages.tagger import is_frequent
from dp_gateway.languages import LANGUAGES, passages
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.lexicon.data import read_native
from dp_gateway.vocabulary.lexicon.forms import forms

_SCORE = 0.8
_FINDS = {"ar": names_in_words, "hi": names_in_words, "zh": names_in_runs, "ja": names_in_runs}


class ListedNames:
    """Finds listed names of persons in passages of languages without capitals."""

    name = "listed names"

    def __init__(self, types: Sequence[str] | None = None) -> None:
        self._wanted = types is None or "PERSON" in types

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The names of each text, in code points."""
        return [
            [
                Entity(first, last, "PERSON", _SCORE, self.name)
                for start, end, language in (passages(text) if self._wanted and not text.isascii() else ())
                if (find := _FINDS.get(language)) is not None
                for first, last in find(text, start, end, language)
            ]
            for text in texts
        ]


_SHORT_SCORE = 0.7
_LEAST = 3
_WORD = re.compile(r"(?<![\w@#/.-])[^\W\d_]{3,16}(?![\w@/]|[.-]\w|['’]\w)")
_POOLS = {"female": "GIVEN_NAME_FEMALE", "male": "GIVEN_NAME_MALE"}


class ShortNames:
    """Finds listed given names in passages of languages in Latin letters other than English. `types`: types to look
    for; PERSON is what it finds.
    """

    name = "given names of languages"

    def __init__(self, types: Sequence[str] | None = None) -> None:
        self._wanted = types is None or "PERSON" in types

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """The given names of each text, in code points."""
        return [list(self._found(text)) if self._wanted else [] for text in texts]

    def _found(self, text: str) -> Iterator[Entity]:
        small: bool | None = None
        for start, end, language in passages(text):
            if language == "en" or language not in LANGUAGES or LANGUAGES[language].script != "Latin":
                continue
            for match in _WORD.finditer(text, start, end):
                word = match[0]
                if word[1:].islower() and word.lower() in _listed(language):
                    small = not writes_capitals(text) if small is None else small
                    if word[0].isupper() or small:
                        yield Entity(*match.span(), "PERSON", _SHORT_SCORE, self.name)


@cache
def _listed(language: str) -> frozenset[str]:
    """Given names in small letters that are no words and no places."""
    own = next(line.split()[1:] for line in lines("short_names.txt") if line.startswith(f"{language} "))
    pools = read_native(language)
    found = {part for pool in _POOLS.values() for name in pools[pool].entries for part in name.split("-")}
    found |= {*own}
    if language == "pl":
        found |= {
            form for name in tuple(found) for gender in _POOLS for form in forms(name, "given", gender, "pl").values()
        }
    return frozenset(
        small
        for name in found
        if len(name) >= _LEAST
        and not is_common(small := name.lower(), language)
        and not is_frequent(language, small)
        and not is_place(name, language)
    )
