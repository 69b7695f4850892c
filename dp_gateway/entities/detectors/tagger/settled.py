"""What lists of names know better than the tagger: who has a name and no login, and which words are no name at all."""

from __future__ import annotations

import re

from dp_gateway.entities.detectors.ordinary import ORDINARY
from dp_gateway.entities.detectors.patterns.names import NameLists
from dp_gateway.entities.types import Entity

__all__ = ["settled"]

_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION", "NRP"})
_ARTICLE = re.compile(r"\b(?:the|an?)\s$", re.IGNORECASE)
# "BP 140/90": what is measured, in capitals before the value.
_MEASURED = re.compile(r":?\s?[0-9]{2,3}/[0-9]{2,3}\b")
_LONGEST_ABBREVIATION = 4


def settled(text: str, entity: Entity, names: NameLists) -> Entity | None:
    """A finding as the lists see it: a given name as a person, an ordinary word not at all."""
    found = text[entity.start : entity.end]
    word = found.lower()
    if entity.type == "USERNAME" and word in names.speakers:
        return entity._replace(type="PERSON")
    if entity.type not in _NAMES:
        return entity
    if word in ORDINARY:
        return None
    if found.isupper() and len(found) <= _LONGEST_ABBREVIATION and _MEASURED.match(text, entity.end):
        return None
    # "the jay": a name that is a word too.
    a_word = found.islower() and (word in names.cued or word in names.common)
    if entity.type == "PERSON" and a_word and _ARTICLE.search(text, max(0, entity.start - 4), entity.start):
        return None
    return entity
