"""The classes of amounts: which values are drawn from one public list of outputs, and how far a draw usually lies off.

The outputs of a class do not depend on the digits of a value: $85,000 and $85,250 are both drawn from the amounts of
five digits that have three significant ones. What is kept of an amount is therefore its class and how it is written,
and (epsilon, delta) holds for any two values of the class. Families ask `range_of` when they draw; the names of the
classes stand in every report.

| values | a class | outputs | usually at most |
|---|---|---|---|
| ages in years | 0 to 120 | whole years | 5 years off |
| percentages to 100 | 0 to 100 | tenths | 2 points off |
| temperatures to 130 | 0 to 130 | tenths | 2 degrees off |
| money below 10 | 0 to 10 | steps of 5 cents | 1 off |
| durations | 1 to 9 | halves | 2 off |
| durations | 10 to 99 | whole numbers | 6 off |
| counted things | 1 to 9, 10 to 99 | whole numbers | 2, 6 off |
| everything else | a power of ten | three digits, about 1 % apart | 20 % off |
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from functools import cache

from dp_gateway.entities.surrogates.units import MEASURED, TEMPERATURES
from dp_gateway.mechanisms.numeric import NumericMechanism

__all__ = ["NumericRange", "range_of"]

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
        """The mechanism of this class, built once per process."""
        return _mechanism(self, epsilon, never_self)


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
_DECADE_OF_LIFE = NumericRange("0", "110", "10", 5, "that it is a decade of life")
_PERCENTAGE = NumericRange("0", "100", "0.1", 41, "that it is at most 100 %")
_TEMPERATURE = NumericRange("0", "130", "0.1", 41, "that it is at most 130 degrees")
_COINS = NumericRange("0", "9.95", "0.05", 41, "that it is less than 10")
_ONES = NumericRange("1", "9", "1", 5, "that it is from 1 to 9")
_HALVES = NumericRange("1", "9.5", "0.5", 9, "that it is from 1 to 9")
_TENS = NumericRange("10", "99", "1", 13, "that it is from 10 to 99")


def range_of(kind: str, unit: str, number: Decimal) -> NumericRange:
    """The class of a number of a unit, whatever its sign.

    Args:
        kind: entity type.
        unit: see `Amount`.
    """
    size = abs(number)
    if kind == "AGE" and unit in ("year", "decade"):
        return _AGE if unit == "year" else _DECADE_OF_LIFE
    if kind == "PERCENTAGE" and size <= _PERCENT:
        return _PERCENTAGE
    if kind == "QUANTITY" and unit in TEMPERATURES and size <= _HOTTEST:
        return _TEMPERATURE
    if kind == "MONEY" and size < _SMALL_CHANGE:
        return _COINS
    # Nothing at all has no power of ten; it is one of the small numbers.
    power = size.adjusted() if size else 0
    if power in (0, 1) and is_counted(kind, unit):
        return _TENS if power else _ONES if kind == "QUANTITY" else _HALVES
    return _power_of_ten(min(max(power, _LEAST_POWER), _MOST_POWER))


def is_counted(kind: str, unit: str) -> bool:
    """Whether small amounts are drawn as whole or half numbers from 1 on: lengths of time, and what is counted."""
    return kind in ("AGE", "DURATION") or (kind == "QUANTITY" and MEASURED.isdisjoint(unit.split()))


@cache
def _power_of_ten(power: int) -> NumericRange:
    low, high = Decimal(1).scaleb(power), Decimal("9.99").scaleb(power)
    name = f"that it is from {low:,f} to {low * 10 - low.scaleb(-2) if power < 3 else low * 10 - 1:,f}"  # noqa: PLR2004
    return NumericRange(f"{low:f}", f"{high:f}", None, 41, name)
