"""Values that the end of a line cuts, as mails and documents of a fixed width do: "4556 7375" and "8689 9855" below it.

Detectors read the two lines as one, beside the text. Of what they find there only that counts which lies on both sides.
Lines are read so where words stand in the first, and what meets at the end of it are groups of digits or capitals, or a
number and its month, currency or unit. Signs of a quoted mail ("> ") belong to the end of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dp_gateway.text.entities import Entity

_END = re.compile(r"\n(?:[>|][>| \t]{0,9}|[ \t]{1,12})?(?=[\w(+$£€])")
_BLANK = 3
"""Spaces and tabs behind a line, at most."""
_BEFORE, _BEHIND = 200, 120
_LONGEST_GROUP = 5
_DIGITS = r"[+(]?(?=[A-Z]{0,4}[0-9])[A-Z0-9]{1,11}+\)?"
_GROUPS = rf"{_DIGITS}(?:[./-][0-9]{{1,6}})*"
_DAY = re.compile(r"(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}(?![0-9])|[0-9]{1,3}(?:[.)][ \t]|[ \t]{2})")
"""What begins a line of a log, or an item of a list."""
_CAPITALS = "[A-Z]{2,4}"
_NAMED = (
    r"(?i:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?i:uary|ruary|ch|il|ust|ember|ober)?|"
    r"(?i:januar|februar|märz|april|mai|juni|juli|august|oktober|dezember)|"
    r"EUR|USD|GBP|CHF|(?i:euros?|dollars?|pounds?|francs?|yen|rupees|thousand|million|percent)|[$£€]"
)
_LAST = re.compile(rf"(?<!\S)(?:(?P<digits>{_GROUPS}-?)|(?P<capitals>{_CAPITALS})|(?P<named>{_NAMED}))\Z")
_FIRST = re.compile(
    rf"(?:(?P<digits>[$£€]?{_GROUPS}(?:,[0-9]{{3}})*)|(?P<capitals>{_CAPITALS})|(?P<named>{_NAMED}))(?![^\s.,;:!?)\"'])"
)
_WORD = re.compile(r"(?<![\w-])[^\W\d_]{2,}(?![\w-])")
_LONGEST_LAST = 40
_DIGIT, _BEGINNING = re.compile("[0-9]"), 8

TYPES = frozenset(
    "CREDIT_CARD IBAN_CODE PHONE_NUMBER US_SSN US_ITIN US_PASSPORT US_DRIVER_LICENSE US_BANK_NUMBER UK_NHS "
    "MEDICAL_LICENSE ID_NUMBER DATE_TIME MONEY PERCENTAGE QUANTITY DURATION AGE STREET_ADDRESS POSTCODE".split()
)
"""What is written in groups; names are read across lines anyway."""


class Wrapped(NamedTuple):
    """Two lines as one. `start`: where they begin in the text. `cut`: where the first ends. `gap`: what is left out."""

    text: str
    start: int
    cut: int
    gap: int

    def across(self, found: Sequence[Entity]) -> Iterator[Entity]:
        """Yield what was found on both sides of the end of the line, with offsets of the text."""
        for one in found:
            if one.type in TYPES and one.start < self.cut and one.end > self.cut + 1:
                yield one._replace(start=self.start + one.start, end=self.start + one.end + self.gap)


def wrapped_in(text: str) -> Iterator[Wrapped]:
    """Find the lines of a text that may cut a value."""
    for match in _END.finditer(text) if "\n" in text else ():
        at, behind = match.start(), match.end()
        first = _FIRST.match(text, behind)
        if first is None:
            continue
        at -= text[at - 1 : at] == "\r"
        blank = text[max(0, at - _BLANK) : at]
        at -= len(blank) - len(blank.rstrip(" \t"))
        last = _LAST.search(text, max(at - _LONGEST_LAST, 0), at)
        if last is None or _DAY.match(text, behind):
            continue
        end = text.find("\n", behind, behind + _BEHIND)
        end = min(behind + _BEHIND, len(text)) if end < 0 else end
        if not (last["digits"] or first["digits"]) or _are_listed(last[0], text[behind:end]):
            continue
        line = text.rfind("\n", 0, at) + 1
        if _begin_alike(text[line : line + _BEGINNING], text[behind : behind + _BEGINNING]):
            continue
        start = max(line, at - _BEFORE)
        if _WORD.search(text, start, last.start()) is None:
            continue
        before = text[start:at]
        glue = "" if before.endswith("-") else " "
        yield Wrapped(before + glue + text[behind:end], start, at - start, behind - at - len(glue))


def _are_listed(last: str, line: str) -> bool:
    """Whether a line is one number as long as the long one above it: a list has one a line, and a group is shorter."""
    return len(last) > _LONGEST_GROUP and len(last) == len(line.strip()) and (last + line.strip()).isdecimal()


def _begin_alike(one: str, other: str) -> bool:
    """Whether two lines begin with numbers of one form, as records of a log do: "081109 203615", "081109 203807"."""
    return one[:1].isdigit() and _DIGIT.sub("0", one) == _DIGIT.sub("0", other)
