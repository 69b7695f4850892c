"""Numbers that are said digit by digit: "six one seven, five five five, oh one two two".

`Sources` reads them so in English text; the digits are those of another family, and so is what is drawn for them.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import Any

from dp_gateway.randomness import Stream
from dp_gateway.surrogates.base import Family, Pair
from dp_gateway.surrogates.characters import in_case_of

__all__ = ["SpokenNumber", "is_spoken"]

_DIGITS = dict(zip("zero one two three four five six seven eight nine".split(), "0123456789", strict=True))
_READ = {**_DIGITS, "oh": "0", "o": "0", "nought": "0"}
_TIMES = {"double": 2, "triple": 3}
_SAID = list(_DIGITS)
_DIGIT = rf"(?:(?:{'|'.join(_TIMES)})[\s-]+)?(?:{'|'.join(_READ)})"
_SPOKEN = re.compile(rf"{_DIGIT}(?:[\s,.;-]+{_DIGIT}){{1,40}}", re.IGNORECASE)
_LEAST = 3
_WORD, _PAUSE = re.compile(r"[^\W\d_]+"), re.compile("[,.;]")


def is_spoken(mention: str) -> bool:
    """Whether a mention is words for three or more digits and nothing else."""
    return _SPOKEN.fullmatch(mention) is not None and len(_digits(mention)) >= _LEAST


class SpokenNumber(Family):
    """Words for digits; which digits, and what stands in for them, is another family's.

    Args:
        family: reads the digits.
    """

    def __init__(self, family: Family) -> None:
        self._family = family
        self.keeps = f"that it is said in words, pauses; {family.keeps}"

    def parse(self, mention: str, entity_type: str) -> Hashable | None:
        """The value of the digits; None where a word is none for a digit."""
        return self._family.parse(_digits(mention), entity_type) if is_spoken(mention) else None

    def draw(self, value: Any, stream: Stream) -> Any:
        """What the family draws."""
        return self._family.draw(value, stream)

    def outputs(self, mention: str, value: Any) -> float:
        """How many numbers the family has for the digits."""
        return self._family.outputs(_digits(mention), value)

    def kept(self, mention: str, value: Any) -> tuple[str, ...]:
        """What the family keeps of the digits, and where pauses are."""
        pauses = ", ".join(str(len(group)) for group in _groups(mention))
        return (*self._family.kept(_digits(mention), value), f"said in words, in groups of {pauses}")

    def left(self, mention: str, value: Any) -> tuple[str, ...]:
        """What the family leaves of the digits: a country code."""
        return self._family.left(_digits(mention), value)

    def render(self, mention: str, value: Any, drawn: Any) -> str:
        """The drawn digits in words, a comma at each pause; how zeros and pairs were said would tell of them."""
        new = self._family.render(_digits(mention), value, drawn)
        said, at = list[str](), 0
        for group in _groups(mention):
            said.append(" ".join(_SAID[int(digit)] for digit in new[at : at + len(group)]))
            at += len(group)
        return in_case_of(mention, ", ".join(said))

    def variants(self, mention: str, value: Any, drawn: Any) -> Iterable[Pair]:
        """The number in digits."""
        yield Pair(self._family.render(_digits(mention), value, drawn), _digits(mention))


def _groups(mention: str) -> list[str]:
    """The digits of a mention, apart where it pauses."""
    groups: list[str] = []
    for part in _PAUSE.split(mention.lower()):
        digits, times = "", 1
        for word in _WORD.findall(part):
            digits += _READ.get(word, "") * times
            times = _TIMES.get(word, 1)
        if digits:
            groups.append(digits)
    return groups


def _digits(mention: str) -> str:
    return "".join(_groups(mention))
