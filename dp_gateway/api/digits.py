"""JSON numbers whose digits are drawn: what comes back is a JSON number of the same shape."""

from __future__ import annotations

import re
from typing import NamedTuple

from dp_gateway.api.nodes import Filling

__all__ = ["DigitsNode", "is_number", "shown"]

_NUMBER = re.compile(r"(-?)(0|[1-9][0-9]*)(\.[0-9]+)?(?:([eE])([-+]?)([0-9]+))?")
_EXPONENT = "~"
"""Stands for the letter of an exponent while the digits are drawn: a letter would be drawn as a word."""

_LARGEST_EXPONENT = 300
_MOST_DIGITS = 18
"""Of an integer that every JSON library can read, whatever its digits."""


def shown(number: str) -> str:
    """A JSON number as it is offered as a text."""
    return number.replace("e", _EXPONENT).replace("E", _EXPONENT)


def is_number(text: str) -> bool:
    """Whether a text is a JSON number."""
    return _NUMBER.fullmatch(text) is not None


class DigitsNode(NamedTuple):
    """A number that was offered as a text, to have all its digits drawn.

    Attributes:
        position: of the text.
        number: as the request writes it.
        kind: what it is in the request.
    """

    position: int
    number: str
    kind: type[int] | type[float] | type[str]

    def build(self, filling: Filling) -> int | float | str:
        """A number of the same shape; what was drawn, where that is something else."""
        drawn = filling.sanitized[self.position]
        new = self.number if drawn == shown(self.number) else self._shaped(drawn, filling)
        return self.kind(new) if is_number(new) else new

    def _shaped(self, drawn: str, filling: Filling) -> str:
        """The drawn digits in the shape of the number; a zero that may not lead becomes any other digit."""
        was = _NUMBER.fullmatch(self.number)
        pieces = re.fullmatch(r"(-?)([0-9]+)(\.[0-9]+)?(?:~([-+]?)([0-9]+))?", drawn)
        if was is None or pieces is None or len(drawn) != len(self.number):
            return drawn
        sign, whole, fraction, exponent_sign, exponent = pieces.groups(default="")
        long = len(whole) > _MOST_DIGITS and not fraction and not exponent
        if (whole[0] == "0" and (len(whole) > 1 or sign)) or (long and whole[0] == "9"):
            other = int(filling.identity(f"{self.number} {drawn}")[:8], 16)
            whole = str(1 + other % (8 if long else 9)) + whole[1:]
        power = ""
        if exponent:
            power = f"{was[4]}{exponent_sign}{int(exponent) % _LARGEST_EXPONENT:0{len(exponent)}d}"
        return f"{sign}{whole}{fraction}{power}"
