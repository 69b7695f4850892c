"""Finds names of persons by lists, in languages without capitals and in those in Latin letters other than English.

The tagger reads sentences; a lone "Gerben", or "gigi" in a chat in small letters, it often leaves. `short_names.txt` is
our own list; those that surrogates draw count as well, Polish ones in all their cases. What is a word of the language
does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from dp_gateway.detection.languages.in_passages import InPassages
from dp_gateway.detection.languages.listed_runs import names_in_runs
from dp_gateway.detection.languages.listed_words import names_in_words
from dp_gateway.detection.languages.ordinary import is_called, is_common, is_place, writes_capitals
from dp_gateway.detection.languages.tables import lines
from dp_gateway.detection.languages.tagger import is_frequent
from dp_gateway.languages import LANGUAGES
from dp_gateway.patterns.rules import Found
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.lexicon.data import read_native
from dp_gateway.vocabulary.lexicon.forms import forms

_SCORE = 0.8
_FINDS = {"ar": names_in_words, "hi": names_in_words, "zh": names_in_runs, "ja": names_in_runs}


class ListedNames(InPassages):
    """Finds listed names of persons in passages of languages without capitals."""

    name = "listed names"
    kinds = frozenset({"PERSON"})

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the names of each text, in code points."""
        return super().detect(["" if text.isascii() else text for text in texts])

    def find(self, text: str, start: int, end: int, language: str) -> Iterator[Found]:
        """Find the names of a passage."""
        for first, last in _FINDS[language](text, start, end, language) if language in _FINDS else ():
            yield first, last, "PERSON", _SCORE


_SHORT_SCORE = 0.7
_LEAST = 3
_WORD = re.compile(r"(?<![\w@#/.-])[^\W\d_]{3,16}(?![\w@/]|[.-]\w|['’]\w)")
_POOLS = {"female": "GIVEN_NAME_FEMALE", "male": "GIVEN_NAME_MALE"}


class ShortNames(InPassages):
    """Finds listed given names in passages of languages in Latin letters other than English."""

    name = "given names of languages"
    kinds = frozenset({"PERSON"})

    def _found(self, text: str) -> Iterator[Entity]:
        capitals: bool | None = None
        for one in super()._found(text):
            if not text[one.start].isupper():
                capitals = writes_capitals(text) if capitals is None else capitals
            if text[one.start].isupper() or not capitals:
                yield one

    def find(self, text: str, start: int, end: int, language: str) -> Iterator[Found]:
        """Find the given names of a passage, whether or not they begin with capitals."""
        for match in _WORD.finditer(text, start, end) if LANGUAGES[language].script == "Latin" else ():
            small = match[0].lower()
            # "ciao ale": whoever is greeted is somebody, though the name is a word, too.
            called = small in _own(language) and is_called(text, match.start())
            if match[0][1:].islower() and (called or small in _listed(language)):
                yield *match.span(), "PERSON", _SHORT_SCORE


@cache
def _own(language: str) -> frozenset[str]:
    """The short names of our own list in small letters."""
    return frozenset(map(str.lower, _written(language)))


@cache
def _written(language: str) -> Sequence[str]:
    return next(line.split()[1:] for line in lines("short_names.txt") if line.startswith(f"{language} "))


@cache
def _listed(language: str) -> frozenset[str]:
    """Given names in small letters that are no words and no places."""
    pools = read_native(language)
    found = {part for pool in _POOLS.values() for name in pools[pool].entries for part in name.split("-")}
    found |= {*_written(language)}
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
