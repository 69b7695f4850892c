"""Public references of a request: what is private in one place is private in all of it from there on.

Detection decides each finding by the text around it; here a value, and what gives it away (the country of a town), is
made private from the turn on in which it is private anywhere. What was sent in earlier turns stays as it was sent.
"""

from __future__ import annotations

from collections.abc import Sequence

from dp_gateway.text.entities import Entity

__all__ = ["all_private", "with_public", "without_public"]


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
