"""Which numbers of a public list may stand in a text, found by the digits and number words that do stand there.

`Exclusions` asks for every amount of a request, and a list has hundreds of numbers: nobody writes each of them down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from decimal import Decimal
from functools import lru_cache
from typing import cast

from dp_gateway.mechanisms.numeric import NumericMechanism
from dp_gateway.mentions.amounts import ReadAmount
from dp_gateway.surrogates.amounts.family import numerals_of, sizes_of
from dp_gateway.text.folding import compared
from dp_gateway.vocabulary.numerals import like_numeral

_DIGITS = re.compile(r"\d+")
_PIECES = re.compile(r"\d+|[^\W\d_]+")
_WORD_BEHIND = re.compile(r"^\W*[^\W\d_]+")
_JOINED = re.compile(r"\w\0|\0\w")
_LONGEST = 24
_MOST_NOTATIONS = 1024
_MOST_CLASSES = 256


class Pieces:
    """The runs of digits and of letters of what may not be drawn, as they are compared.

    Args:
        clear: those that stand in clear: a text may be made of any of them.
        stands_in_clear: whether some of them do, one behind the other.
        taken: surrogates: a text is one of them, whole.
    """

    def __init__(self, clear: set[str], stands_in_clear: Callable[[str], bool], taken: Iterable[str]) -> None:
        self._stand = stands_in_clear
        self._clear = clear
        # A mention of a number has no other digits.
        self._numbers: set[tuple[str, ...]] = set()
        self._spelled: set[str] = set()
        for text in taken:
            if digits := _DIGITS.findall(text):
                self._numbers.add(tuple(digits))
            else:
                self._spelled.update(_PIECES.findall(text))
        self._first_of_taken = self._spelled.union(digits[0] for digits in self._numbers)

    def are_clear(self, pieces: Iterable[str]) -> bool:
        """Return whether all of some pieces stand in clear."""
        return self._clear.issuperset(pieces)

    def may_stand(self, pieces: tuple[str, ...], *, apart: bool) -> bool:
        """Return whether a number with these pieces may stand in clear; `apart`: no letter is joined to it."""
        return self._clear.issuperset(pieces) and (not apart or self._stand(" ".join(pieces)))

    def may_be_taken(self, pieces: tuple[str, ...]) -> bool:
        """Return whether a surrogate may have a number with these pieces, and no other."""
        return pieces in self._numbers or self._spelled.issuperset(pieces)

    def first(self, of: Mapping[str, object]) -> Set[str]:
        """Return those keys of a mapping that a text among them may have as the first piece of its number."""
        return (of.keys() & self._clear) | (of.keys() & self._first_of_taken)


def places_of(mechanism: NumericMechanism, numbers: Iterable[Decimal]) -> set[int]:
    """Find the places of those numbers that are outputs."""
    outputs = cast("Sequence[Decimal]", mechanism.outputs)
    return {place for number in numbers if outputs[place := mechanism.place(number)] == number}


def places_written(mechanism: NumericMechanism, mention: str, reading: ReadAmount, there: Pieces) -> list[int]:
    """Find, for a mention of one number, the outputs that may be among some texts, written as the mention is;
    ascending.
    """
    likes = tuple(like_numeral(mention[slot.start : slot.end]) for slot in reading.slots)
    scales = tuple(slot.scale for slot in reading.slots)
    found = _by_first(mechanism, likes, scales, reading.parts, reading.amount.kind == "MONEY", reading.comma_decimal)
    clear = there.are_clear(_around(mention, reading))
    slot = reading.slots[0]
    apart = len(reading.slots) == 1 and not _JOINED.search(f"{mention[: slot.start]}\0{mention[slot.end :]}")
    return sorted(
        place
        for first in there.first(found)
        for place, pieces in found[first]
        if (clear and there.may_stand(pieces, apart=apart)) or there.may_be_taken(pieces)
    )


def _around(mention: str, reading: ReadAmount) -> list[str]:
    """The pieces beside the numerals; without a word behind one, which agrees with the number."""
    slots = reading.slots
    starts = [*(slot.start for slot in slots[1:]), len(mention)]
    behind = (mention[slot.end : start] for slot, start in zip(slots, starts, strict=True))
    rest = [mention[: slots[0].start], *(_WORD_BEHIND.sub("", text) for text in behind)]
    return [piece for text in rest for piece in _PIECES.findall(compared(text))]


@lru_cache(_MOST_NOTATIONS)
def _by_first(
    mechanism: NumericMechanism,
    likes: tuple[str, ...],
    scales: tuple[int, ...],
    parts: int,
    money: bool,
    comma_decimal: bool,
) -> dict[str, list[tuple[int, tuple[str, ...]]]]:
    """By the first piece of an output in a notation, which the notation alone decides: its place, and all pieces."""
    found: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    for place, output in enumerate(cast("Sequence[Decimal]", mechanism.outputs)):
        sizes = sizes_of(scales, parts, [output])
        written = numerals_of(likes, scales, sizes, money=money, comma_decimal=comma_decimal)
        pieces = tuple(piece for numeral in written for piece in _PIECES.findall(compared(numeral)))
        found.setdefault(pieces[0], []).append((place, pieces))
    return found


class Runs:
    """The runs of digits that stand in clear. `clear`: the runs of digits and of letters that do. `any`: whether there
    is one at all.
    """

    def __init__(self, clear: set[str]) -> None:
        runs = {run.rstrip("0") for run in clear if _DIGITS.match(run)}
        self.any = bool(clear)
        self._zero, self._whole = "" in runs, runs - {""}
        self._beginnings = {run[:end] for run in self._whole for end in range(1, min(len(run), _LONGEST) + 1)}

    def beginning(self, mechanism: NumericMechanism) -> set[int]:
        """Find the places of the outputs that may be written with one of them first ("1,318", "1318.40", "1.3k")."""
        known = _by_digits(mechanism)
        found: set[int] = set()
        if self._zero or self._whole:
            found.update(known.nothing)
        if self._zero:
            found.update(known.small)
        for digits in known.whole.keys() & self._beginnings:
            found.update(known.whole[digits])
        for digits in known.beginning.keys() & self._whole:
            found.update(known.beginning[digits])
        return found


class _ByDigits:
    """The outputs of a class by their digits, without zeros before and behind. `nothing`: zero; small: above zero and
    below one; whole: by all digits; beginning: by less than all of them.
    """

    def __init__(self, outputs: Sequence[Decimal]) -> None:
        self.nothing: list[int] = []
        self.small: list[int] = []
        self.whole: dict[str, list[int]] = {}
        self.beginning: dict[str, list[int]] = {}
        for place, output in enumerate(outputs):
            digits = f"{output:f}".replace(".", "").strip("0")
            if not digits:
                self.nothing.append(place)
                continue
            if output < 1:
                self.small.append(place)
            self.whole.setdefault(digits, []).append(place)
            for end in range(1, len(digits)):
                self.beginning.setdefault(digits[:end], []).append(place)


@lru_cache(_MOST_CLASSES)
def _by_digits(mechanism: NumericMechanism) -> _ByDigits:
    return _ByDigits(cast("Sequence[Decimal]", mechanism.outputs))
