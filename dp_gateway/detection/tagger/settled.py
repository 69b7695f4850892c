"""What lists of names know better than the tagger: who has a name and no login, and which words are no name at all."""

from __future__ import annotations

import re

from dp_gateway.detection.ordinary import ORDINARY
from dp_gateway.detection.patterns.groups import means_language
from dp_gateway.detection.patterns.names import ADJECTIVES, NameLists
from dp_gateway.text.entities import Entity

__all__ = ["settled"]

_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP"})
_PLACED = frozenset({"STREET_ADDRESS", "LOCATION", "ORGANIZATION", "NRP"})
_SURE = 0.6
_ARTICLE = re.compile(r"\b(?:the|an?)\s$", re.IGNORECASE)
# "bill him", "sue them": verbs.
_OBJECT = re.compile(r"\s(?:him|them|me|us|it)\b", re.IGNORECASE)
# "BP 140/90": what is measured, in capitals before the value.
_MEASURED = re.compile(r":?\s?[0-9]{2,3}/[0-9]{2,3}\b")
# Nine digits and more are a telephone number or another one, which patterns name; "12345-6789" is a postcode.
_TOO_LONG = re.compile(r"(?:[0-9] ?){9,}")
_LONGEST_ABBREVIATION = 4


def settled(text: str, entity: Entity, names: NameLists) -> Entity | None:
    """A finding as the lists see it: a given name as a person, an ordinary word not at all."""
    word = text[entity.start : entity.end].lower()
    if entity.type == "USERNAME" and word in names.speakers:
        return entity._replace(type="PERSON")
    if entity.type == "NRP" and means_language(text, entity.start, entity.end):
        return None
    if entity.type == "POSTCODE" and _TOO_LONG.fullmatch(word):
        return None
    return None if _ordinary(text, entity, word, names) else entity


def _ordinary(text: str, entity: Entity, word: str, names: NameLists) -> bool:
    found = text[entity.start : entity.end]
    if found.islower() and word in names.common and entity.type in _PLACED and entity.score < _SURE:
        return True
    if entity.type not in _NAMES:
        return False
    if found.isupper() and len(found) <= _LONGEST_ABBREVIATION and _MEASURED.match(text, entity.end):
        return True
    # "the jay", "i'm frank": names that are words too; patterns know the places where the name is meant.
    if entity.type == "PERSON" and found.islower() and (word in names.cued or word in names.common):
        if _OBJECT.match(text, entity.end):
            return True
        return word in ADJECTIVES or _ARTICLE.search(text, max(0, entity.start - 4), entity.start) is not None
    return word in ORDINARY
