"""A given name alone is the person who is named in full beside it, and neither a town nor a firm.

"Sofia Brooks applied. What is the job of Sofia?" Detectors read each finding by itself, and many given names are towns,
firms or peoples too. `find_mentions` asks here about what was found in a request before anything is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.text.entities import Entity

__all__ = ["as_persons"]

_TAKEN_FOR = frozenset(("LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE"))
# "Sofia Brooks moved to Sofia": a place all the same.
_PLACE = re.compile(r"\b(?:in|from|to|near|at|around|of|the)\s$", re.IGNORECASE)
_JOB_OF = re.compile(r"\b(?:job|age|name|employer|address|city|number|email|salary|boss|colleague|friend) of\s$", re.I)
_REACH = 24


def as_persons(texts: Sequence[str], entities: Sequence[Sequence[Entity]], turns: Sequence[int]) -> list[list[Entity]]:
    """The findings, given names of persons as persons.

    Args:
        texts: the texts of the request.
        entities: what was found in each.
        turns: the turn of each text: who is named in a later one tells nothing about what was sent before.
    """
    since: dict[str, int] = {}
    for text, found, turn in zip(texts, entities, turns, strict=True):
        for one in found:
            if one.type == "PERSON":
                first, _, rest = text[one.start : one.end].partition(" ")
                if rest:
                    since[first] = min(turn, since.get(first, turn))
    if not since:
        return [list(found) for found in entities]

    def read(text: str, turn: int, one: Entity) -> Entity:
        named = since.get(text[one.start : one.end]) if one.type in _TAKEN_FOR else None
        if named is None or named > turn:
            return one
        before = text[max(one.start - _REACH, 0) : one.start]
        place = _PLACE.search(before) and not _JOB_OF.search(before)
        return one if place else one._replace(type="PERSON", codes=(), public=False)

    return [[read(text, turn, one) for one in found] for text, found, turn in zip(texts, entities, turns, strict=True)]
