"""Which words of a mention of an amount or a date belong to it: a detector may take a name for a part of one.

What is written for a mention keeps its words, so `Sources` draws no date for "2019 Anna".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from functools import cache
from importlib import resources

from dp_gateway.languages.conventions import table
from dp_gateway.surrogates.day_names import MONTH, WEEKDAY
from dp_gateway.text.lists import word_lists
from dp_gateway.vocabulary.numerals import VALUE_WORDS

_LISTS = word_lists(__file__)

_NAMED = re.compile(rf"(?:{MONTH}|{WEEKDAY})s?", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]+")
_OF_DATES = frozenset(_LISTS["OF_DATES"])


def words_of_no_date(
    mention: str, common_words: Container[str], is_name: Callable[[str], bool], language: str = ""
) -> list[str]:
    """List the words of a mention that belong to no date: what is written for it would keep them.

    Args:
        mention: of a date or time.
        common_words: folded; one that is written small, or begins the mention, is no name.
        is_name: whether a folded word is somebody's, which a word with a capital may be.
        language: of the text around it; empty for English.
    """
    if language:
        return foreign_to_dates(mention, language)
    found = list(_LETTERS.finditer(mention))

    def belongs(place: int, word: str) -> bool:
        folded = word.casefold()
        if folded in _OF_DATES or folded in VALUE_WORDS or _NAMED.fullmatch(word):
            return True
        first = place == 0 and not is_name(folded)
        return (word.islower() or first) and (folded in common_words or folded.removesuffix("s") in common_words)

    return [one[0] for place, one in enumerate(found) if not belongs(place, one[0])]


# Not runs of letters: in scripts with marks those end inside of a word.
_WORDS = re.compile(r"[^\s\d.,،٬٫٪:;()/%€$£¥₹₸₵₱₦₩₽₺₪₴₫₿฿ƒ'’\"º°ª+*×~▲△–—〜～-]+")
_SPACELESS = frozenset(("zh", "ja"))
_ANY = "any"
"""Names the row of what is written alike in all languages: codes of currencies."""


@cache
def _words() -> dict[str, frozenset[str]]:
    """Words by language; of languages without spaces characters."""
    text = resources.files("dp_gateway.surrogates").joinpath("value_words.txt").read_text("utf-8")
    rows = [line.split(" ", maxsplit=1) for line in text.splitlines() if not line.startswith("#")]
    return {of: frozenset(words if of[:2] in _SPACELESS else words.split()) for of, words in rows}


@cache
def _calendar(language: str) -> frozenset[str]:
    """The words of the names of months and weekdays."""
    named = [months + weekdays for (of, _), (months, weekdays) in table().items() if of == language]
    return frozenset(word for names in named for name in names for word in name.casefold().replace("-", " ").split())


def foreign_to_values(mention: str, language: str, *, money: bool = False) -> list[str]:
    """List the words of a mention of an amount, age or duration that belong to none, in a language other than English.
    `money`: whether it is a sum of money, which has words of its own.
    """
    known = _words().get(language, frozenset()) | _words()[_ANY]
    if money:
        known |= _words().get(f"{language}-sums", frozenset())
    return [word for word in _WORDS.findall(mention.casefold()) if not _belongs(word, known, language)]


def is_word_of_sums(word: str, language: str) -> bool:
    """Return whether a folded word stands beside sums of money in a language, ISO 639-1, and says nothing else."""
    return word in _words().get(f"{language}-sums", frozenset()) | _words()[_ANY]


def leads_on(word: str, language: str) -> bool:
    """Return whether a folded word leads from a sum to what it is for, as "per" does."""
    return word in _words().get(f"{language}-links", frozenset())


def foreign_to_dates(mention: str, language: str) -> list[str]:
    """List the words of a mention of a date that belong to none, in a language other than English."""
    known = _words().get(language, frozenset()) | _calendar(language)
    return [word for word in _WORDS.findall(mention.casefold()) if not _belongs(word, known, language)]


def _belongs(word: str, known: frozenset[str], language: str) -> bool:
    return word in known or (language in _SPACELESS and all(char in known for char in word))
