"""Strings and numbers of free JSON: which of them are texts."""

from __future__ import annotations

import re

from dp_gateway.shapes.reading import Place, Reading, malformed, refused

__all__ = ["LEAST_DIGITS", "check_media", "number_text"]

LEAST_DIGITS = 5
"""Fewest digits of a number that is read as a text: a shorter one names nobody."""

_MOST_BITS = 63
_SHORT = 10 ** (LEAST_DIGITS - 1)
_DATA_URL = re.compile(r"\s*data:[^,\s]{0,200},", re.IGNORECASE)


def number_text(value: float, place: Place) -> str | None:
    """The digits of a number that is a text, else None.

    Raises:
        MalformedRequest: an integer of more than 63 bits and a sign, which not every JSON library can write.
    """
    if isinstance(value, int):
        if -_SHORT < value < _SHORT:
            return None
        if value.bit_length() > _MOST_BITS:
            raise malformed(place, f"a number of at most {_MOST_BITS} bits and a sign")
        return repr(value)
    text = repr(value)
    return text if sum(map(str.isdigit, text)) >= LEAST_DIGITS else None


def check_media(value: str, place: Place, reading: Reading) -> None:
    """Refuse a data: URL where the policy refuses media."""
    if "," in value and _DATA_URL.match(value) and reading.settings.media == "reject":
        raise refused(place, "holds a file", 'leave it out, or allow files with media = "pass" in the policy')
