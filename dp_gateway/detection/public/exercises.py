"""Exercises: in a problem where Jill buys four pens, or a train leaves at 84 km/h, the numbers are nobody's.

`decision` asks. An exercise asks for a number, counts or compares, knows its persons by a given name alone, and has
nothing that points to one who lives: no writer, no identifier, no employer, no salary and no rent, no illness.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dp_gateway.detection.public import words
from dp_gateway.text.entities import Entity

__all__ = ["is_exercise"]

_ASKED = re.compile(
    r"\b(?:how (?:many|much|far|long|old|tall|heavy|fast|wide|deep|high)|at what (?:time|speed|distance|rate)|"
    r"what (?:is|was|are|were|will|would|fraction|percent|percentage|number)|"
    r"when (?:do|does|will) (?:the|they|it)|in how many)\b[^?\n]{2,200}\?|"
    r"(?:^|[.:;?!,]\s{1,4})(?:and )?(?:find|calculate|compute|determine|solve|work out) "
    r"(?:the|its|his|her|how|what|each|for)\b",
    re.IGNORECASE | re.MULTILINE,
)
_DIGITS = re.compile(r"(?<![\w.,])[0-9]")
_LEAST_NUMBERS, _LONGEST = 2, 1500
_MEASURES = frozenset("LOCATION AGE MONEY PERCENTAGE QUANTITY DURATION DATE_TIME".split())


def is_exercise(
    text: str, said: frozenset[str], entities: Sequence[Entity], known: Sequence[frozenset[str]], *, writer: bool
) -> bool:
    """Whether a text is an exercise.

    Args:
        text: the text.
        said: its words, lower case.
        entities: all that was found in it.
        known: for each the kinds of what everybody knows by that name.
        writer: whether who writes it speaks of themselves.
    """
    if writer or len(text) > _LONGEST or words.COUNTED.isdisjoint(said):
        return False
    if not (words.CLINIC.isdisjoint(said) and words.OWN_AFFAIRS.isdisjoint(said)):
        return False
    if len(_DIGITS.findall(text)) < _LEAST_NUMBERS or _ASKED.search(text) is None:
        return False
    return all(of or not _is_somebodys(text, one) for one, of in zip(entities, known, strict=True))


def _is_somebodys(text: str, entity: Entity) -> bool:
    """Whether a finding that is known to nobody is more than a given name or a measure."""
    if entity.type == "PERSON":
        return " " in text[entity.start : entity.end]
    return entity.type not in _MEASURES
