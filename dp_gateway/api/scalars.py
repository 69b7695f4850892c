"""Strings and numbers of free JSON: which of them are texts."""

from __future__ import annotations

import re

from dp_gateway.api.reading import Author, Place, Reading, malformed, refused

__all__ = ["LEAST_DIGITS", "check_media", "least_digits", "number_text"]

LEAST_DIGITS = 5
"""Fewest digits of a number that is read as a text: a shorter one names nobody. Where words are drawn, one."""

_MOST_BITS = 63
_DATA_URL = re.compile(r"\s*data:[^,\s]{0,200},", re.IGNORECASE)


def least_digits(author: Author, reading: Reading) -> int:
    """Fewest digits of a number that is a text; where every digit is drawn, only the developer's own stay."""
    return 1 if reading.all_digits and author != "developer" else LEAST_DIGITS


def number_text(value: float, place: Place, least: int = LEAST_DIGITS) -> str | None:
    """The digits of a number that is a text, else None.

    Args:
        value: the number.
        place: where it stands.
        least: fewest digits of a text.

    Raises:
        MalformedRequest: an integer of more than 63 bits and a sign, which not every JSON library can write.
    """
    if isinstance(value, int):
        if -(10 ** (least - 1)) < value < 10 ** (least - 1):
            return None if least > 1 else repr(value)
        if value.bit_length() > _MOST_BITS:
            raise malformed(place, f"a number of at most {_MOST_BITS} bits and a sign")
        return repr(value)
    text = repr(value)
    return text if sum(map(str.isdigit, text)) >= least else None


def check_media(value: str, place: Place, reading: Reading) -> None:
    """Refuse a data: URL where the policy refuses media."""
    if "," in value and _DATA_URL.match(value) and reading.settings.media == "reject":
        raise refused(place, "holds a file", 'leave it out, or allow files with media = "pass" in the policy')
