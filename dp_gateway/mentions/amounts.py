"""Reading a mention of a value: where its numbers stand, what they are worth, in which unit. Surrogates of amounts are
drawn by it, and other mentions of the same value found.
"""

from __future__ import annotations

import re
from collections.abc import Container
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from dp_gateway.text.lists import alternatives
from dp_gateway.vocabulary.numerals import (
    COMPOUNDS,
    CURRENCIES,
    CURRENCY_NAMES,
    CURRENCY_SIGNS,
    NUMERAL,
    ORDINAL,
    SCALES,
    VALUE_WORDS,
    read_numeral,
    read_pair,
    unit_of,
)

_MOST_NUMBERS = 9
_MOST_CHARACTERS = 120
_NUMBER = re.compile(NUMERAL, re.IGNORECASE)
_SCALE = re.compile(r"(?P<space>[ \u00a0-]?)(?P<scale>" + alternatives(SCALES) + r")(?![^\W\d_])", re.IGNORECASE)
_ARTICLE = re.compile(r"(?<!\w)(?:half\s)?an?(?=[\s-](?!few|couple|lot|bit|little|while|long|number)\w)", re.IGNORECASE)
_NOT_UNDERSTOOD = re.compile(
    r"\d-\d{1,9}-\d|\d:|:\d|\d[A-Za-z]+\d|\b(?:third|quarter|fifth|sixth|eighth|tenth)s?\b", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W\d_]+")
_COUNTED_KINDS = ("DURATION", "QUANTITY")
# Attached to its number or at the beginning; "2 - 3" is a range.
_MINUS = re.compile(r"(?:(?<=[\s(~])[-−–][^\w\s]?|^[-−–]\s?[^\w\s]?\s?|\bminus\s[^\w\s]?\s?)$", re.IGNORECASE)
_COMMA_DECIMAL = re.compile(r"€|\bEUR\b|\bkr\b|\bPLN\b|zł|\bCZK\b|Kč|\b(?:[Ee]uros?|Mio|Mrd|F?CFA|Rp|IDR)\b")
_SEPARATED = re.compile(r"\d[.,]\d")
_TWO_NUMBERS = re.compile(r"\d\D{1,12}\d")
_COMPOUND = [
    (
        re.compile(
            rf"(?<!\d)(\d++)(?:\s|-)?(?:{large})(?:,?\s*(?:and\s)?|-)(\d{{1,2}})(?!\d)(?:(?:\s|-)?(?:{small}))?(?!\w)",
            re.IGNORECASE,
        ),
        count,
        name,
    )
    for large, small, count, name in COMPOUNDS
]


class Slot(NamedTuple):
    """A numeral in a mention. `scale`: power of ten of the word or letter after it."""

    start: int
    end: int
    scale: int


class Amount(NamedTuple):
    """The value of a mention; two mentions with the same one are one entity. `kind`: the entity type. `unit`: one name
    for all ways of writing the unit or currency. `numbers`: one, or those of a range or list.
    """

    kind: str
    unit: str
    numbers: tuple[Decimal, ...]


class ReadAmount(NamedTuple):
    """A mention that was understood.

    Attributes:
        amount: its value.
        slots: where its numbers stand; two slots for one number where `parts` is not 0.
        parts: how many of the second unit make one of the first ("5 ft 11": 12); 0 for plain numbers.
        comma_decimal: whether the text writes decimal commas.
    """

    amount: Amount
    slots: tuple[Slot, ...]
    parts: int
    comma_decimal: bool


def read(mention: str, kind: str, *, comma_decimal: bool = False) -> ReadAmount | None:
    """Read what a mention of a value says; None where it holds no number, too many, or digits that are no part of one.
    `mention` and `kind`: it and its entity type. `comma_decimal`: the text around it writes decimal commas, whatever
    the currency says.
    """
    return None if len(mention) > _MOST_CHARACTERS else _read(mention, kind, comma_decimal)


# A mention is read where it is found, where it is drawn for, and for each way in which what stands in for it is
# written: as many as a dense text of some thousand characters has are kept from one of these to the next.
@lru_cache(2048)
def _read(mention: str, kind: str, comma_decimal: bool) -> ReadAmount | None:
    return _read_compound(mention, kind) or _read_numbers(mention, kind, comma_decimal)


def foreign_words(mention: str, kind: str, common_words: Container[str] = frozenset()) -> list[str]:
    """List the words of a mention of a value that belong to no value: rendering would keep them. `mention` and `kind`:
    as of `read`. `common_words`: what may be counted ("12 pills"), folded; with a capital it may be somebody's name.
    """
    reading = read(mention, kind)
    if reading is None:
        return _LETTERS.findall(mention)
    ends = [0, *(slot.end for slot in reading.slots)]
    starts = [*(slot.start for slot in reading.slots), len(mention)]
    between = (ORDINAL.sub("", mention[end:start]) for end, start in zip(ends, starts, strict=True))
    words = [word for each in between for word in _LETTERS.findall(each)]
    return [
        word
        for word in words
        if word.casefold() not in VALUE_WORDS
        and not (word.islower() and (word in common_words or word.removesuffix("s") in common_words))
    ]


def _read_compound(mention: str, kind: str) -> ReadAmount | None:
    for pattern, count, name in _COMPOUND if _TWO_NUMBERS.search(mention) else ():
        found = pattern.search(mention)
        rest = mention[: found.start()] + mention[found.end() :] if found else ""
        if found and found[1].isascii() and found[2].isascii() and not re.search(r"\d|[:/]", rest):
            number = Decimal(found[1]) * count + Decimal(found[2])
            slots = tuple(Slot(*found.span(group), 0) for group in (1, 2))
            amount = Amount(kind, f"{name} {unit_of(rest)}".rstrip(), (number,))
            return ReadAmount(amount, slots, count, False) if len(found[1]) <= 9 else None  # noqa: PLR2004
    return None


def _read_numbers(mention: str, kind: str, comma_decimal: bool) -> ReadAmount | None:
    # "€24" alone does not say how it is to go on; in an English text with a point.
    comma = comma_decimal or (_SEPARATED.search(mention) is not None and _COMMA_DECIMAL.search(mention) is not None)
    if _NOT_UNDERSTOOD.search(mention):
        return None
    slots, numbers, rest, at = list[Slot](), list[Decimal](), "", 0
    for found in list(_NUMBER.finditer(mention)) or list(_ARTICLE.finditer(mention))[: kind in _COUNTED_KINDS]:
        number = read_numeral(found[0], comma_decimal=comma)
        if number is None and kind == "MONEY":
            number = read_pair(found[0])
        if number is None:
            return None
        before = mention[at : found.start()]
        scale, at = _scale_after(mention, found.end(), kind)
        slots.append(Slot(*found.span(), scale))
        negative = _MINUS.search(mention[: found.start()]) or _in_brackets(mention, kind)
        numbers.append(-number if negative and number else number)
        rest += before + " "
    rest += mention[at:]
    if not 0 < len(slots) <= _MOST_NUMBERS or re.search(r"\d", rest):
        return None
    slots = _shared_scale(slots, numbers)
    values = tuple((number.scaleb(slot.scale)).normalize() + 0 for number, slot in zip(numbers, slots, strict=True))
    unit = _currency(rest) if kind == "MONEY" else unit_of(rest)
    if kind == "AGE":
        unit = _age_unit(mention, unit)
    return ReadAmount(Amount(kind, unit, values), tuple(slots), 0, comma)


def _in_brackets(mention: str, kind: str) -> bool:
    """Accountants write negative amounts in brackets."""
    return kind == "MONEY" and re.fullmatch(r"[^\w(]*+\(.*\)[^\w)]*+", mention) is not None


def _scale_after(mention: str, end: int, kind: str) -> tuple[int, int]:
    """The power of ten after a number, and where what follows it begins."""
    found = _SCALE.match(mention, end)
    if not found:
        return 0, end
    word = found["scale"].casefold()
    letter = len(word) <= 2 and word not in ("bn", "mn", "tn")  # noqa: PLR2004
    if letter and kind != "MONEY" and (word != "k" or found["space"]):
        return 0, end
    return SCALES[word], found.end()


def _shared_scale(slots: list[Slot], numbers: list[Decimal]) -> list[Slot]:
    """In "1-2 million" the word counts for both numbers."""
    *others, last = slots
    if any(slot.scale for slot in others) or any(number >= numbers[-1] for number in numbers[:-1]):
        return slots
    return [*(slot._replace(scale=last.scale) for slot in others), last]


def _currency(rest: str) -> str:
    for code in re.findall(r"(?<![A-Za-z])[A-Za-z]{3}(?![A-Za-z])", rest):
        if code.upper() in CURRENCIES:
            return code.upper()
    for sign in sorted(CURRENCY_SIGNS, key=len, reverse=True):
        if sign in rest:
            return CURRENCY_SIGNS[sign]
    words = re.findall(r"[^\W\d_]+", rest.casefold())
    named = [CURRENCY_NAMES.get(word) or CURRENCY_NAMES.get(word.removesuffix("s")) for word in words]
    return next((name for name in named if name), "")


def _age_unit(mention: str, unit: str) -> str:
    """Years unless months, weeks or days are named; "in her 30s" is a class of its own."""
    if re.search(r"\d0['’]?s\b|ties\b", mention, re.IGNORECASE):
        return "decade"
    return next((name for name in ("month", "week", "day") if name in unit.split()), "year")
