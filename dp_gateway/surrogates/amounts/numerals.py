"""Numerals as texts write them: digits with separators of any habit, fractions, words; read exactly, written alike."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from dp_gateway.surrogates.amounts.spelled import SPELLED, read_spelled, write_spelled

__all__ = ["COMMA_DECIMAL", "NUMERAL", "Notation", "like_numeral", "notation_of", "read_numeral", "write_numeral"]

COMMA_DECIMAL = frozenset(("de", "fr", "es", "it", "nl", "pt", "pl"))
"""Languages that write decimals behind a comma, and thousands behind a point."""

_GROUP = r"[,.'’\u0020\u00a0\u2009\u202f]"
_DIGITS = (
    r"\d{1,3}(?:,\d{2})+,\d{3}(?:\.\d+)?"
    rf"|\d{{1,3}}(?P<g>{_GROUP})\d{{3}}(?:(?P=g)\d{{3}})*(?!\d)(?:(?!(?P=g))[.,]\d+)?"
    r"|\d+(?:[.,]\d+)?|(?<![\w.])[.]\d+"
)
_VULGAR = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8"}
_FRACTION = rf"(?<!\d)(?:\d{{1,4}}[\s-])?[1-9]/(?:[2-689]|1[026])(?!\d)|\d*\s?[{''.join(_VULGAR)}]"

NUMERAL = rf"(?:{_FRACTION}|{_DIGITS}|\b{SPELLED}\b)"
"""A pattern (ignore letter case) of numerals; it has one named group, `g`."""

_THREE = 3
_TEN = 10
_MOST_DIGITS = 24
_LARGEST_DENOMINATOR = 8
_ZEROS = re.compile(r"(?<=[0-9])\.(0{1,2})\Z")


class Notation(NamedTuple):
    """How digits are written.

    Attributes:
        group: between thousands, empty where nothing is; "indian" groups (12,34,567) are `,` with `indian`.
        point: before decimals.
        decimals: how many.
        indian: whether groups above the thousands have two digits.
        width: least number of digits before the point, from leading zeros.
    """

    group: str
    point: str
    decimals: int
    indian: bool = False
    width: int = 1

    def write(self, value: Decimal) -> str:
        """A number of at least 0; decimals that it needs beyond those of the notation are added."""
        digits = f"{value.normalize():f}"
        whole, _, decimals = digits.partition(".")
        decimals = decimals.ljust(self.decimals, "0")
        whole = whole.zfill(self.width) if whole != "0" or self.width else ""
        if self.group:
            whole = _grouped(whole, self.group, self.indian)
        return f"{whole}{self.point}{decimals}" if decimals else whole


def _grouped(whole: str, group: str, indian: bool) -> str:
    if not indian:
        return f"{int(whole):,}".replace(",", group)
    head, tail = whole[:-_THREE], whole[-_THREE:]
    pairs = [head[max(0, k - 2) : k] for k in range(len(head), 0, -2)][::-1]
    return group.join([*pairs, tail])


def notation_of(text: str, *, comma_decimal: bool = False) -> Notation:
    """The notation of digits.

    One separator before exactly three digits is a thousands separator if it is no point, or if `comma_decimal` says
    that the text has decimal commas ("1.250 EUR", but also "1,250 EUR"); "0.250" and "0,250" are decimals in any case.
    """
    separators = re.findall(r"[^\d]", text)
    whole = re.split(r"[^\d]", text)[0]
    width = len(whole) if len(whole) > 1 and whole[0] == "0" else 1
    if not separators:
        return Notation("", "," if comma_decimal else ".", 0, width=width)
    last = separators[-1]
    tail = text.rsplit(last, 1)[1]
    if len(separators) > 1 and separators[0] == last:
        indian = any(len(part) == 2 for part in text.split(last)[1:])  # noqa: PLR2004
        return Notation(last, "." if last != "." else ",", 0, indian)
    if len(separators) > 1:
        parts = text.split(separators[0])[1:-1]
        return Notation(separators[0], last, len(tail), any(len(part) == 2 for part in parts))  # noqa: PLR2004
    thousands = len(tail) == _THREE and whole not in ("", "0") and width == 1 and len(whole) <= _THREE
    if last not in ".," or (thousands and (last == "," or comma_decimal)):
        return Notation(last, "," if last == "." or (comma_decimal and last != ",") else ".", 0)
    return Notation("", last, len(tail), width=width if whole else 0)


def read_numeral(text: str, *, comma_decimal: bool = False) -> Decimal | None:
    """The value of a numeral (0 or more), exactly; a fraction to two decimals. None where it is none."""
    if text[0].isalpha():
        return read_spelled(text)
    if sum(character.isdigit() for character in text) > _MOST_DIGITS or not text.translate(_PLAIN).isascii():
        return None
    if "/" in text or text[-1] in _VULGAR:
        return _read_fraction(text)
    notation = notation_of(text, comma_decimal=comma_decimal)
    plain = text.replace(notation.group, "") if notation.group else text
    return Decimal(plain.replace(notation.point, "."))


_PLAIN = dict.fromkeys(map(ord, "’\u00a0\u2009\u202f" + "".join(_VULGAR)), " ")


def _read_fraction(text: str) -> Decimal:
    for sign, plain in _VULGAR.items():
        text = text.replace(sign, f" {plain}")
    *whole, fraction = re.split(r"[\s-]+", text.strip())
    numerator, denominator = map(int, fraction.split("/"))
    value = Fraction(numerator, denominator) + sum(map(int, whole))
    return round(Decimal(value.numerator) / Decimal(value.denominator), 2)


def write_numeral(like: str, value: Decimal, *, cents: int = 0, comma_decimal: bool = False) -> str:
    """A value of at least 0, in the notation of `like`; of the number that `like` is, nothing is shown.

    So decimals are those that the value needs: how many `like` has would tell how exact its number is. Zeros alone
    (88861.0 of a program) are written again: they are a notation of whole numbers.

    Args:
        like: a numeral.
        value: what is written.
        cents: how many decimals are written where the value has any, and from ten on where `like` has as many.
        comma_decimal: how `like` is read; see `notation_of`.
    """
    if like[0].isalpha():
        return write_spelled(like, value) or Notation(",", ".", 0).write(value)
    if "/" in like or like[-1] in _VULGAR:
        return _write_fraction(value)
    notation = notation_of(like, comma_decimal=comma_decimal)
    zeros = _ZEROS.search(like)
    padded = (
        len(zeros[1])
        if zeros
        else cents
        if value != int(value) or (notation.decimals == cents and value >= _TEN)
        else 0
    )
    return notation._replace(decimals=padded, width=1).write(value)


def _write_fraction(value: Decimal) -> str:
    """As "2 1/2" where the value is such a fraction, else with decimals."""
    whole, rest = divmod(Fraction(value), 1)
    if not rest or rest.denominator > _LARGEST_DENOMINATOR:
        return Notation("", ".", 0).write(value)
    written = f"{rest.numerator}/{rest.denominator}"
    return f"{whole} {written}" if whole else written


def like_numeral(text: str) -> str:
    """One numeral for all that `write_numeral` takes for the same but for letter case: it is no number of a text."""
    if text[0].isalpha():
        return "thirties" if text.casefold().endswith("ies") else "one"
    if "/" in text or text[-1] in _VULGAR:
        return "1/2"
    # Whether zeros lead or are all the decimals, and how many digits stand where, is all that counts.
    zeros = _ZEROS.search(text)
    head = text[: zeros.start()] if zeros else text
    like = ("0" if text[0] == "0" else re.sub(r"\d", "1", text[0])) + re.sub(r"\d", "1", head[1:])
    return like + (zeros[0] if zeros else "")
