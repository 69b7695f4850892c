"""Which words of a mention of an amount or a date belong to it, in languages other than English.

What is written for a mention keeps its words: a detector may have taken a name for one of them.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from dp_gateway.languages.calendar_names import table

__all__ = ["COMMA_DECIMAL", "foreign_to_dates", "foreign_to_values"]

COMMA_DECIMAL = frozenset(("de", "fr", "es", "it", "nl", "pt", "pl"))
"""Languages that write decimals behind a comma, and thousands behind a point."""

# Not runs of letters: in scripts with marks those end inside of a word.
_WORDS = re.compile(r"[^\s\d.,،:;()/%€$£¥₹'’\"º°ª+–-]+")
_SPACELESS = frozenset(("zh", "ja"))


@cache
def _words() -> dict[str, frozenset[str]]:
    """Words by language; of languages without spaces characters."""
    text = resources.files("dp_gateway.surrogates").joinpath("value_words.txt").read_text("utf-8")
    rows = [line.split(" ", maxsplit=1) for line in text.splitlines() if not line.startswith("#")]
    return {of: frozenset(words if of in _SPACELESS else words.split()) for of, words in rows}


@cache
def _calendar(language: str) -> frozenset[str]:
    """The words of the names of months and weekdays."""
    named = [months + weekdays for (of, _), (months, weekdays) in table().items() if of == language]
    return frozenset(word for names in named for name in names for word in name.casefold().replace("-", " ").split())


def foreign_to_values(mention: str, language: str) -> list[str]:
    """The words of a mention of an amount, age or duration that belong to none."""
    known = _words().get(language, frozenset())
    return [word for word in _WORDS.findall(mention.casefold()) if not _belongs(word, known, language)]


def foreign_to_dates(mention: str, language: str) -> list[str]:
    """The words of a mention of a date that belong to none."""
    known = _words().get(language, frozenset()) | _calendar(language)
    return [word for word in _WORDS.findall(mention.casefold()) if not _belongs(word, known, language)]


def _belongs(word: str, known: frozenset[str], language: str) -> bool:
    return word in known or (language in _SPACELESS and all(char in known for char in word))
