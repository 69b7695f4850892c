"""What of a finding that the tagger takes for an identifier is one: `LanguageTagger` asks.

The tagger often takes the word before a number with it, or alone: "France Travail 7723918K", "codice SDI M5UXCR1". A
label is none, nor is a firm; units of a laboratory are none either. Numbers that are said in words stay.
"""

from __future__ import annotations

import re
from functools import cache

from dp_gateway.detection.languages.ordinary import names_of_lists
from dp_gateway.detection.languages.tables import expressions
from dp_gateway.text.entities import Entity
from dp_gateway.text.folding import lower
from dp_gateway.vocabulary.lexicon.data import read_native

# What a number begins with behind its label: "SNS nº 418", "No.2023", "KV-Nr. T987654321".
_NUMBER_BEHIND = re.compile(
    r"(?:[.:º°]\s?|\s{1,3})(?:[:–-]\s?)?(?:n[or]?[.º°]{0,2}\s?)?(?:[A-Z]{1,6} )?(?=[A-Za-z]{0,8}[-/]?[0-9٠-٩])[^\W_]"
)
_CODE = re.compile(r"[A-Z]{5,12}")
_WORD = re.compile(r"[^\W\d_]+")
# "Booking 6347", "France Travail 7723918K": a firm is written with small letters, the letters of a number without.
_FIRM = re.compile(r"(?:[A-ZÀ-Þ][a-zà-ÿ]{3,16}[ ]){1,2}(?=(?:[^\s\d]{0,3}[0-9]|[0-9]{1,3} [0-9])[^\n]{3})")
_UNIT = re.compile(r"(?:[µmnp]?g|m?mol|[mk]?UI?|mEq)/[dmk]?[Llg](?![a-z])")
_LEAST_DIGITS = 4


def told_number(text: str, one: Entity, language: str) -> Entity | None:
    """Return the identifier that a finding of the tagger holds; None where it is a label or a unit."""
    found = text[one.start : one.end]
    line = found.find("\n")
    if line > 0 and any(map(str.isdigit, found[:line])):
        one, found = one._replace(end=one.start + line), found[:line]
    if _UNIT.search(found):
        return None
    if not any(map(str.isnumeric, found)):
        return None if _is_label(text, one, found, language) else one
    firm = _FIRM.match(found)
    if firm and sum(map(str.isdigit, found)) >= _LEAST_DIGITS and _is_firm(firm[0], language):
        return one._replace(start=one.start + firm.end())
    return one


def _is_label(text: str, one: Entity, found: str, language: str) -> bool:
    """Whether letters alone stand before a number, of which they tell what it is."""
    return (
        _CODE.fullmatch(found) is None
        and _NUMBER_BEHIND.match(text, one.end) is not None
        and not _is_said(found, language)
    )


def _is_firm(words: str, language: str) -> bool:
    """Whether words before a number may be a firm: neither somebody's name nor numbers that are said."""
    names = names_of_lists(language)
    somebodys = any(word.lower() in names and word not in _countries(language) for word in words.split())
    return not somebodys and not _is_said(words, language)


@cache
def _countries(language: str) -> frozenset[str]:
    pools = read_native(language)
    return frozenset(name for pool in pools if pool.startswith("COUNTRY") for name in pools[pool].entries)


def _is_said(words: str, language: str) -> bool:
    """Whether one of several words is a number of the language."""
    number = _numbers(language)
    return number is not None and any(number.fullmatch(word) for word in _WORD.findall(lower(words)))


@cache
def _numbers(language: str) -> re.Pattern[str] | None:
    return expressions("spoken.txt", language).get("number")
