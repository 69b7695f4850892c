"""Placeholders of a text that was masked before: "<PERSON_1>", "[NAME]", "{{ID_NUMBER}}". They are nobody's values.

`Detection` asks about each finding, whichever detector made it: what stands behind "my login is" is none then.
"""

from __future__ import annotations

import re

from dp_gateway.text.entities import ENTITY_TYPES, Entity

_WORDS = {word for kind in ENTITY_TYPES for word in kind.split("_")} | set(
    "NAME FULL FIRST LAST MIDDLE SURNAME USER LOGIN PASSWORD MAIL TEL MOBILE STREET HOUSE CITY TOWN STATE COUNTRY ZIP "
    "CODE COMPANY EMPLOYER BIRTH DOB ACCOUNT CARD AMOUNT REDACTED MASKED REMOVED HIDDEN ANONYMIZED".split()
)
_OF_TYPE = r"(?:{})".format("|".join(sorted(_WORDS, key=len, reverse=True)))
_INSIDE = rf"{_OF_TYPE}(?:[_ -]{_OF_TYPE}){{0,3}}(?:[_ -]?[0-9]{{1,6}})?"
_MASK = re.compile(
    # A policy may have types of its own.
    rf"<(?:{_INSIDE}|[A-Z]{{2,20}}(?:_[A-Z]{{2,20}}){{0,3}}_[0-9]{{1,3}})>|\[{_INSIDE}\]|\{{\{{\s?{_INSIDE}\s?\}}\}}"
)
_LONGEST = 64


def is_masked(text: str, entity: Entity) -> bool:
    """Return whether a finding is a placeholder, a part of one, or one with a character before it ("是[NAME]")."""
    first = max(entity.start - _LONGEST, 0)
    opening = max(text.rfind(sign, first, entity.start + 1 + len(sign)) for sign in ("<", "[", "{{"))
    mask = _MASK.match(text, opening) if opening >= 0 else None
    return mask is not None and mask.end() >= entity.end
