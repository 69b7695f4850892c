"""What detection found, read together: who is the same person, and what is private in all of a request.

Detectors read each finding by itself. `find_mentions` asks here before anything is drawn: a given name alone is the
person who is named in full beside it, and neither a town nor a firm ("Sofia Brooks applied. What is the job of
Sofia?"); a value, and what gives it away (the country of a town), is private from the turn on in which it is private
anywhere. What was sent in earlier turns stays as it was sent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.text.entities import Entity

__all__ = ["all_private", "as_persons", "with_public", "without_public"]

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


def all_private(entities: Sequence[Sequence[Entity]]) -> list[list[Entity]]:
    """The entities of each text, where nothing is kept as public."""
    return [[one._replace(public=False) if one.public else one for one in found] for found in entities]


def without_public(
    entities: Sequence[Sequence[Entity]], turns: Sequence[int]
) -> tuple[list[list[Entity]], list[list[Entity]]]:
    """The private entities of each text, and its public references.

    Args:
        entities: of each text.
        turns: the turn of each text.
    """
    private = [[one for one in found if not one.public] for found in entities]
    public = [[one for one in found if one.public] for found in entities]
    if not any(public):
        return private, public
    since: dict[str, int] = {}
    added = private
    while any(added):
        for turn, found in zip(turns, added, strict=True):
            for code in (code for one in found for code in one.codes):
                since[code] = min(turn, since.get(code, turn))
        each = zip(public, turns, strict=True)
        added = [[one._replace(public=False) for one in found if _tied(one, since, turn)] for found, turn in each]
        public = [
            [one for one in found if not _tied(one, since, turn)] for found, turn in zip(public, turns, strict=True)
        ]
        private = [sorted([*found, *more]) for found, more in zip(private, added, strict=True)]
    return private, public


def _tied(entity: Entity, since: dict[str, int], turn: int) -> bool:
    return any(since.get(code, turn + 1) <= turn for code in entity.codes)


def with_public(private: Sequence[Entity], public: Sequence[Entity]) -> list[Entity]:
    """All entities of a text; a public reference in which a private value stands is private as a whole."""
    if not public:
        return list(private)
    found: list[Entity] = []
    joins = False
    for one in sorted((*private, *public)):
        if found and one.start < found[-1].end and (joins or one.public or found[-1].public):
            longer = max(found[-1], one, key=lambda each: each.end - each.start)
            end = max(found[-1].end, one.end)
            found[-1] = longer._replace(start=found[-1].start, end=end, public=False)
            joins = True
        else:
            found.append(one)
            joins = False
    return found
