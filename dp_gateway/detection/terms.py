"""What is a term and nobody's name: a dish, a plant, a disease, a command, a species, a part of a formula.

A model takes "Kimchi", "CNS" and "T. gondii" for names, a list of given names "Candida". The words are those of Open
English WordNet (CC BY 4.0) that stand for living things, substances, states and the like alone, and the commands of
tldr pages (CC BY 4.0); `dp_gateway.training terms` writes the file. Words that are a name, too, are not in it.
"""

from __future__ import annotations

import lzma
import re
from functools import cache
from pathlib import Path

from dp_gateway.detection.lexicon import default_lexicon
from dp_gateway.text.entities import Entity

__all__ = ["TERMS_FILE", "is_term"]

TERMS_FILE = Path(__file__).with_suffix(".txt.xz")
"""Where the words are: terms in the first line, abbreviations in the second."""

_NAMES = frozenset("PERSON LOCATION ORGANIZATION NRP JOB_TITLE TITLE".split())
_SURE = 0.8
_WORD = re.compile(r"[^\W\d_]+")
# "T. gondii", "E. coli" and "Candida species".
_GENUS, _SPECIES = re.compile(r"\b[A-Z]\.\s$"), re.compile(r"[A-Z]\. ([a-z]{4,})")
_RANK = re.compile(r"\s(?:spp?\b|species\b|subsp\b)")
# Of signs a command of TeX alone tells: "$85,000 = salary_1, bonus $5,000" is no formula.
_FORMULA = re.compile(r"\$[^$\n]{0,120}?\\[a-zA-Z]{2,}[^$\n]{0,120}\$")
_SYMBOL, _RAISED = re.compile(r"\$?[0-9A-Za-z]\$?"), re.compile(r"[$^_]\Z")
_REACH, _LONGEST = 120, 40


def is_term(text: str, entity: Entity) -> bool:
    """Whether a finding is a term that is nobody's name, or stands in a formula between dollar signs.

    Args:
        text: the text.
        entity: a finding of any type.
    """
    start, end = entity.start, entity.end
    if entity.score >= 1 or (entity.type not in _NAMES and entity.type != "MONEY"):
        return False
    if entity.type == "MONEY":
        return _is_symbol(text, start, end)
    if _is_command(text, start, end) or _in_formula(text, start, end):
        return True
    return _is_species(text, start, end) or _is_listed(text[start:end], entity)


def _is_command(text: str, start: int, end: int) -> bool:
    """Whether a word is a command of TeX; "CORP\\anna" is a login, and "\\Anna" somebody."""
    if text[start - 1 : start] != "\\" or text[max(0, start - 2) : start - 1].isalnum():
        return False
    return text[start:end].isalpha() and not _is_name(text[start:end].lower())


def _is_symbol(text: str, start: int, end: int) -> bool:
    """Whether an amount is one figure between dollar signs, or a raised one before the second: "$0$", "$c^1$"."""
    found = text[start:end]
    if _SYMBOL.fullmatch(found) is None:
        return False
    opened = found[0] == "$" or _RAISED.search(text, max(0, start - 1), start) is not None
    return opened and (found[-1] == "$" or text[end : end + 1] == "$")


def _is_listed(found: str, entity: Entity) -> bool:
    """Whether a finding is made of terms alone."""
    terms, abbreviations = _terms()
    if found.isupper():
        return found in abbreviations and entity.type in ("PERSON", "ORGANIZATION")
    if entity.type == "JOB_TITLE" or (entity.score >= _SURE and not found.islower() and entity.detector != "patterns"):
        return False
    words = _WORD.findall(found.lower())
    return bool(words) and all(_known(word, terms) and not _is_name(word) for word in words)


def _is_species(text: str, start: int, end: int) -> bool:
    if _RANK.match(text, end):
        return True
    if text[start + 1 : start + 2] != "." and text[max(0, start - 2) : start - 1] != ".":
        return False
    before = _GENUS.search(text, max(0, start - 4), start)
    match = _SPECIES.match(text, before.start() if before else start, end + _LONGEST)
    # "J. smith" is somebody.
    return match is not None and not _is_name(match[1])


def _in_formula(text: str, start: int, end: int) -> bool:
    """Whether a stretch stands between dollar signs of one line with signs of a formula between them."""
    first = max(text.rfind("\n", max(0, start - _REACH), start) + 1, start - _REACH, 0)
    if text.find("$", first, end + _REACH) < 0 or text.find("\\", first, end + _REACH) < 0:
        return False
    formulas = _FORMULA.finditer(text, first, min(len(text), end + _REACH))
    return any(match.start() < end and start < match.end() for match in formulas)


def _known(word: str, terms: frozenset[str]) -> bool:
    return word in terms or (
        word.endswith("s") and (word[:-1] in terms or word[:-2] in terms or f"{word[:-3]}y" in terms)
    )


def _is_name(word: str) -> bool:
    """Whether a word, or what it is the plural of, is a name."""
    names, _ = default_lexicon()
    return any(one in names.given or one in names.surnames for one in (word, word.removesuffix("s")))


@cache
def _terms() -> tuple[frozenset[str], frozenset[str]]:
    terms, abbreviations = lzma.decompress(TERMS_FILE.read_bytes()).decode().splitlines()
    return frozenset(terms.split()), frozenset(abbreviations.split())
