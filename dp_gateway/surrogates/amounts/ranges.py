"""The classes of amounts: which values are drawn from one public list of outputs, and how far a draw usually lies off.

The outputs of a class do not depend on the digits of a value: $85,000 and $85,250 are both drawn from the amounts of
five digits that have three significant ones. What is kept of an amount is therefore its class and how it is written,
and (epsilon, delta) holds for any two values of the class. Families ask `range_of` when they draw; the names of the
classes stand in every report.

| values | a class | outputs | usually at most |
|---|---|---|---|
| ages in years | 0 to 120 | whole years | 5 years off |
| percentages to 100, whole | 1 to 100 | whole numbers | 3 points off |
| percentages to 100, with a fraction | 0.1 to 100 | tenths | 2 points off |
| temperatures to 130 | 0 to 130 | tenths | 2 degrees off |
| money, with cents | 0 to 10 | steps of 5 cents | 1 off |
| money, with cents | 10 to 99.9 | three digits, about 1 % apart | 20 % off |
| money, whole | 1 to 9, 10 to 99 | whole numbers | 2, 6 off |
| durations | 1 to 9, whole | whole numbers | 2 off |
| durations | 1 to 9, with a fraction | halves | 2 off |
| durations | 10 to 99 | whole numbers | 6 off |
| counted things | 1 to 9, 10 to 99 | whole numbers | 2, 6 off |
| everything else | a power of ten | three digits, about 1 % apart | 20 % off |
| nothing ($0, 0 %) | 0 | 0 | 0 |

Nothing has no sign and no power of ten, which stay of every other amount: it is alone in its class, and stays as it is.
An age or a temperature of 0 is one among others.

Where a policy keeps more, the classes are smaller: the bracket of an age (a minor, an adult, a retired person), the
first digit of an amount of money or of a measured quantity from 10 on.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext
from functools import cache

from dp_gateway.mechanisms.numeric import NumericMechanism
from dp_gateway.vocabulary.numerals import MEASURED, TEMPERATURES

_LEAST_POWER, _MOST_POWER = -3, 15
_PERCENT = 100
_HOTTEST = 130
_SMALL_CHANGE = 10


@dataclass(frozen=True, slots=True)
class NumericRange:
    """A class of amounts: a public list of outputs, in the unit that the text uses.

    Attributes:
        low, high: the least and the largest output; a value beyond is taken as the nearer one.
        step: distance of neighbouring outputs; None for about 1 %, rounded to three digits.
        width: how many outputs lie around a value that are drawn far more often than the others.
        name: what of the size of a value it keeps, in words; empty where every size is in the class.
    """

    low: str
    high: str
    step: str | None
    width: int
    name: str = ""

    def mechanism(self, epsilon: float, never_self: bool) -> NumericMechanism:
        """Return the mechanism of this class, built once per process."""
        return _mechanism(self, epsilon, never_self and self.width > 1)


@cache
def _mechanism(declared: NumericRange, epsilon: float, never_self: bool) -> NumericMechanism:
    return NumericMechanism(epsilon, _outputs(declared), declared.width, never_self=never_self)


@cache
def _outputs(declared: NumericRange) -> tuple[Decimal, ...]:
    low, high = Decimal(declared.low), Decimal(declared.high)
    if declared.step is not None:
        step = Decimal(declared.step)
        return tuple(low + k * step for k in range(int((high - low) / step) + 1))
    found: list[Decimal] = []
    # Decimal arithmetic, so that all machines have one list; steps of 1 % are never less than one of the third digit.
    with localcontext(prec=40):
        value = low
        while value <= high:
            found.append(value.quantize(Decimal(1).scaleb(low.adjusted() - 2)) + 0)
            value *= Decimal("1.01")
    return tuple(found)


_AGE = NumericRange("0", "120", "1", 11)
_BRACKETS = (
    NumericRange("0", "17", "1", 11, "that it is the age of a minor"),
    NumericRange("18", "64", "1", 11, "that it is the age of an adult below 65"),
    NumericRange("65", "120", "1", 11, "that it is an age from 65 on"),
)
_DECADE_OF_LIFE = NumericRange("0", "110", "10", 5, "that it is a decade of life")
_PERCENTAGE = NumericRange("0.1", "100", "0.1", 41, "that it is at most 100 %, with a fraction")
_WHOLE_PERCENTAGE = NumericRange("1", "100", "1", 7, "that it is a whole number to 100 %")
_TEMPERATURE = NumericRange("0", "130", "0.1", 41, "that it is at most 130 degrees")
_NOTHING = NumericRange("0", "0", "1", 1, "that it is zero")
_COINS = NumericRange("0.05", "9.95", "0.05", 41, "that it is less than 10, with cents")
_ONES = NumericRange("1", "9", "1", 5, "that it is from 1 to 9")
# "Two weeks" is never drawn as "four point five weeks", nor "$8" as "$8.65": nobody writes so, and fractions have
# classes of their own.
_WHOLES = NumericRange("1", "9", "1", 5, "that it is a whole number from 1 to 9")
_HALVES = NumericRange("1", "9.5", "0.5", 9, "that it is from 1 to 9, with a fraction")
_TENS = NumericRange("10", "99", "1", 13, "that it is from 10 to 99")
_WHOLE_TENS = replace(_TENS, name="that it is a whole number from 10 to 99")


def range_of(kind: str, unit: str, number: Decimal, keep: Collection[str] = ()) -> NumericRange:
    """Return the class of a number of a unit, whatever its sign. `kind`: entity type. `keep`: what the policy keeps
    beyond: `bracket` of ages in years, `digit` of amounts.
    """
    size = abs(number)
    named = _named(kind, unit, size, keep)
    if named is not None:
        return named
    power = min(max(size.adjusted(), _LEAST_POWER), _MOST_POWER)
    small, whole = power in (0, 1), size == size.to_integral_value()
    counted = small and (is_counted(kind, unit) or (kind == "MONEY" and whole))
    cents = small and kind == "MONEY" and not whole
    if "digit" in keep and (power or not counted):
        found = _first_digit(min(max(int(size.scaleb(-power)), 1), 9), power, counted=counted)
        return replace(found, name=f"{found.name}, with cents") if cents else found
    if counted:
        if power or kind == "QUANTITY":
            return (_WHOLE_TENS if kind == "MONEY" else _TENS) if power else _ONES
        return _WHOLES if whole else _HALVES
    found = _power_of_ten(power)
    return replace(found, name=f"{found.name}, with cents") if cents else found


def _named(kind: str, unit: str, size: Decimal, keep: Collection[str]) -> NumericRange | None:
    """The class of ages, percentages, temperatures, nothing and small change."""
    if kind == "AGE" and unit == "year":
        kept = (one for one in reversed(_BRACKETS) if size >= Decimal(one.low))
        return next(kept) if "bracket" in keep else _AGE
    if kind == "AGE" and unit == "decade":
        return _DECADE_OF_LIFE
    if kind == "QUANTITY" and unit in TEMPERATURES and size <= _HOTTEST:
        return _TEMPERATURE
    if not size:
        return _NOTHING
    if kind == "PERCENTAGE" and size <= _PERCENT:
        return _WHOLE_PERCENTAGE if size == size.to_integral_value() else _PERCENTAGE
    coins = kind == "MONEY" and size < _SMALL_CHANGE and size != size.to_integral_value()
    return _COINS if coins else None


def is_counted(kind: str, unit: str) -> bool:
    """Return whether small amounts are drawn as whole or half numbers from 1 on: lengths of time, and what is
    counted.
    """
    return kind in ("AGE", "DURATION") or (kind == "QUANTITY" and MEASURED.isdisjoint(unit.split()))


@cache
def _power_of_ten(power: int) -> NumericRange:
    low, high = Decimal(1).scaleb(power), Decimal("9.99").scaleb(power)
    return NumericRange(f"{low:f}", f"{high:f}", None, 41, _from_to(low, low * 10, power))


@cache
def _first_digit(digit: int, power: int, *, counted: bool) -> NumericRange:
    low = Decimal(digit).scaleb(power)
    following = low + Decimal(1).scaleb(power)
    if counted:
        return NumericRange(f"{low:f}", f"{following - 1:f}", "1", 7, _from_to(low, following, 3))
    high = following - Decimal(1).scaleb(power - 2)
    declared = NumericRange(f"{low:f}", f"{high:f}", None, 2)
    return replace(declared, width=min(41, len(_outputs(declared))), name=_from_to(low, following, power))


def _from_to(low: Decimal, following: Decimal, power: int) -> str:
    last = following - Decimal(1).scaleb(power - 2) if power < 3 else following - 1  # noqa: PLR2004
    return f"that it is from {low:,f} to {last:,f}"
