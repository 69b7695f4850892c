"""What a text says of a person's gender: titles and words of kinship beside the name, pronouns of its sentence.

A surrogate has to agree with what stays in clear around it ("my son Tom", "Mrs. Kim Lee", "Robin said she ..."). A
word beside the name decides for itself. A pronoun may stand for somebody else, so it decides only where the public
lists are not clear about the name.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["NO_CLUE", "Clue", "clue", "title_gender"]

_HIM = "mr|sir|herr|monsieur|lord"
_HER = "mrs|ms|miss|madam|madame|mme|frau|dame|lady"
_EITHER = "dr|prof|professor|doctor"
_MEN = (
    "son|stepson|grandson|husband|brother|stepbrother|father|stepfather|grandfather|dad|daddy|grandpa|uncle|nephew|"
    "boyfriend|fiancé|widower|groom|king|prince|man|boy|guy|gentleman|son-in-law|father-in-law|brother-in-law"
)
_WOMEN = (
    "daughter|stepdaughter|granddaughter|wife|sister|stepsister|mother|stepmother|grandmother|mom|mum|mommy|mummy|"
    "grandma|aunt|auntie|niece|girlfriend|fiancée|widow|bride|queen|princess|woman|girl|lady|daughter-in-law|"
    "mother-in-law|sister-in-law"
)
_RELATIVE = rf"(?P<male>{_MEN})|(?P<female>{_WOMEN})"
_TITLE = re.compile(rf"(?:(?P<male>{_HIM})|(?P<female>{_HER}))\b\.?\s", re.I)
_TITLE_BEFORE = re.compile(
    rf"\b(?:(?P<male>{_HIM})|(?P<female>{_HER})|(?:{_EITHER}))\.?\s{{1,3}}(?:(?:{_EITHER})\.?\s)?$", re.I
)
_RELATIVE_BEFORE = re.compile(rf"\b(?:{_RELATIVE})(?:\s(?:is )?(?:called|named))?(?P<list>,)?\s{{1,3}}[\"“(]?$", re.I)
# "Kim, her husband and ..." may go on with somebody else, "Kim, her husband Tom" does.
_RELATIVE_AFTER = re.compile(
    r"(?:,?\s[(]?(?:my|your|our|the)|\s(?:is|was)\s(?:my|your|our|his|her|their|the|a))\s(?:[a-z]+\s)?"
    rf"(?:{_RELATIVE})\b(?!,?\s(?-i:[A-Z]))",
    re.I,
)
_PRONOUN = re.compile(r"\b(?:(?P<male>he|him|his|himself)|(?P<female>she|her|hers|herself))\b", re.I)
_SENTENCE = re.compile(r"[.!?]\s|\n")
_BESIDE, _AROUND = 40, 120
"""Characters that are looked at for a word beside a name, and for a pronoun of its sentence."""


class Clue(NamedTuple):
    """What the text says of a person.

    Attributes:
        gender: "female", "male", or empty.
        sure: a word beside the name says so; otherwise a pronoun that may stand for somebody else.
        titled: a title stands before the name, as it does before family names.
    """

    gender: str = ""
    sure: bool = True
    titled: bool = False


NO_CLUE = Clue()


def clue(text: str, start: int, end: int, before: int, after: int) -> Clue:
    """What the text around a name says.

    Args:
        text: the text.
        start, end: where the name stands in it.
        before, after: where the person named before ends, and the next one starts.
    """
    beside = text[max(start - _BESIDE, before) : start]
    if found := _TITLE_BEFORE.search(beside):
        return Clue(_gender(found), titled=True)
    if found := _RELATIVE_BEFORE.search(beside):
        # "my brother, Kim and I": a list, perhaps.
        return Clue(_gender(found), sure=not found["list"])
    if found := _RELATIVE_AFTER.match(text, end):
        return Clue(_gender(found))
    sentence = _SENTENCE.split(text[end : min(end + _AROUND, after)], maxsplit=1)[0]
    pronoun = _PRONOUN.search(sentence)
    if pronoun is None:
        earlier = _SENTENCE.split(text[max(start - _AROUND, before) : start])[-1]
        pronoun = next(reversed(list(_PRONOUN.finditer(earlier))), None)
    return Clue(_gender(pronoun), sure=False) if pronoun else NO_CLUE


def title_gender(mention: str) -> str:
    """What a title in front of a name says, inside the mention; empty where it says nothing."""
    found = _TITLE.match(mention)
    return _gender(found) if found else ""


def _gender(found: re.Match[str]) -> str:
    return "male" if found["male"] else "female" if found["female"] else ""
