"""What the words before a finding say is nobody: figures of tales, toys, and medicines that somebody is put on.

`terms` asks.
"""

from __future__ import annotations

import re

from dp_gateway.text.entities import Entity

_SURE = 0.95
"""From this score on a finding is no guess."""
_TALES = re.compile(r"(?:Santa(?: Claus)?|Father Christmas|St\.? Nick|Tooth Fairy|Easter Bunny)(?! [A-Z])(?![\w-])")

_BEAR, _LONGEST_OWNER = "teddy", 8
_OWNED = re.compile(r"\b(?:my|your|his|her|our|their|whose|an?|the)\s\Z", re.IGNORECASE)


def is_of_tales(text: str, start: int, end: int) -> bool:
    """Return whether a name is of somebody whom children write to, and no town, or of a bear: "a letter to Santa",
    "her teddy is lost".
    """
    if text[start:end] == _BEAR:
        return _OWNED.search(text, max(0, start - _LONGEST_OWNER), start) is not None
    found = _TALES.match(text, start)
    return found is not None and found.end() == end


_PRESCRIBED = re.compile(
    r"\b(?:(?:put|keep|started?) (?:me|him|her|them|us|you) on|"
    r"prescribed(?: me| him| her| them| us)?|mgs? of|dose of|refill (?:of|for)|side effects of)\s\Z",
    re.IGNORECASE,
)
_PRESCRIBED_REACH, _GUESSED = 32, frozenset(("PERSON", "ORGANIZATION", "LOCATION"))


def is_prescribed(text: str, entity: Entity) -> bool:
    """Return whether a half-sure finding stands where a medicine does: "wants to put me on Benlysta"."""
    if entity.type not in _GUESSED or entity.score >= _SURE or " " in text[entity.start : entity.end]:
        return False
    before = text[max(0, entity.start - _PRESCRIBED_REACH) : entity.start]
    return _PRESCRIBED.search(before) is not None
