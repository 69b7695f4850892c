"""The declared public ranges of values, by type: what one epsilon buys, and how coarse a surrogate is written.

Defaults (all can be replaced). One epsilon moves an age by 5 years, a percentage by 2 points, a temperature by 2
degrees, an amount of money or a measurement by 10 %, a length of time by 20 %.

A surrogate is rounded as coarsely as its original: 1,250,000 has zeros from the tens of thousands on, and 1,318,417.23
would stand out beside it. The quantum is the last digit of the value that is not 0, at most the second digit, and never
finer than 1 for a whole number. It depends on the value alone, so all notations of a value are rounded alike; that
number of digits stays visible, and what the level says holds between values with the same quantum.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Literal

from dp_gateway.mechanisms.numeric import NumericMechanism

__all__ = ["RANGES", "NumericRange", "quantum_of"]

_MOST_EPSILON = {"linear": 4.0, "log": 50.0}


@dataclass(frozen=True, slots=True)
class NumericRange:
    """A declared public range; see `NumericMechanism` for the meaning of each field.

    Attributes:
        low, high, step: the grid, in the unit that the text uses.
        unit: distance that costs `epsilon`.
        epsilon: level per unit.
        scale: linear or logarithmic.
    """

    low: str
    high: str
    step: str
    unit: float
    scale: Literal["linear", "log"] = "linear"
    epsilon: float = 1.0

    def mechanism(self) -> NumericMechanism:
        """The mechanism of this range, built once per process (milliseconds).

        An epsilon beyond 50 per unit of the logarithm (5 for 10 %) or 4 per unit of a linear range is drawn with that:
        the noise is then finer than the rounding, and the integers could not tell what lies next to the value from
        what lies far off.
        """
        return _mechanism(self)

    def quantum(self, value: Decimal) -> Decimal:
        """What surrogates of this value are multiples of."""
        return quantum_of(value, coarse=self.scale == "log")


@cache
def _mechanism(declared: NumericRange) -> NumericMechanism:
    epsilon = min(declared.epsilon, _MOST_EPSILON[declared.scale] * declared.unit)
    return NumericMechanism(
        epsilon, Decimal(declared.low), Decimal(declared.high), Decimal(declared.step), declared.unit,
        declared.scale,
    )  # fmt: skip


def quantum_of(value: Decimal, *, coarse: bool = True) -> Decimal:
    """The place of the last digit of a value that is not 0; if `coarse`, at most the second place, else at most 1."""
    if not value:
        return Decimal(1)
    plain = value.normalize()
    exponent = plain.as_tuple().exponent
    last = exponent if isinstance(exponent, int) else 0
    return Decimal(1).scaleb(min(last, max(plain.adjusted() - 1, 0) if coarse else 0))


RANGES: dict[str, NumericRange] = {
    "AGE": NumericRange("0", "120", "1", 5.0),
    "MONEY": NumericRange("0.01", "1e12", "0.01", math.log(1.1), "log"),
    "PERCENTAGE": NumericRange("0", "100", "0.1", 2.0),
    "PERCENTAGE above 100": NumericRange("100", "1e6", "0.01", math.log(1.1), "log"),
    "QUANTITY": NumericRange("0.001", "1e12", "0.01", math.log(1.1), "log"),
    "QUANTITY temperature": NumericRange("0", "600", "0.1", 2.0),
    "DURATION": NumericRange("0.01", "1e9", "0.01", math.log(1.2), "log"),
}
"""By entity type, and by type and class where a type has several."""
