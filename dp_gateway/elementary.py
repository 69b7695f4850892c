"""Exponentials, logarithms and angles that have the same bits on every machine.

Mechanisms make their tables of these. `numpy.exp` and the C library choose an algorithm by the processor, and
their last bits differ between one with AVX-512 and one without: two replicas of a gateway would then draw differently,
and one could not restore what the other replaced. Here all is sums, products, quotients and roundings of doubles,
which IEEE 754 fixes. The error is below two units in the last place. The method of `exp` is that of Tang, "Table-driven
implementation of the exponential function in IEEE floating-point arithmetic", ACM TOMS 1989.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STEPS = 64
_BLOCK = 4096
"""Elements at once: what is in between stays in the processor's cache."""
_LEAST, _MOST = -760.0, 720.0
# ln 2 / 64 in two parts; the first has so few bits that its products with whole numbers up to 2**17 are exact.
_HIGH = float.fromhex("0x1.62e42fef00000p-7")
_LOW = float.fromhex("0x1.473de6af278edp-40")
_PER_STEP = float.fromhex("0x1.71547652b82fep+6")
_LN2_HIGH = float.fromhex("0x1.62e42fefa38p-1")
_LN2_LOW = float.fromhex("0x1.ef35793c7673p-45")
_ROOT_HALF = float.fromhex("0x1.6a09e667f3bcdp-1")
_LOG_TERMS = 11
_TURN = float.fromhex("0x1.921fb54442d18p+2")
_TURN_TERMS = 10


@cache
def _powers() -> Floats:
    """(64,) 2**(j/64), each the double that is nearest."""
    with localcontext() as context:
        context.prec = 40
        return np.array([float(Decimal(2) ** (Decimal(step) / _STEPS)) for step in range(_STEPS)])


def exp(x: Floats, out: Floats | None = None) -> Floats:
    """Compute e**x, element by element. `x`: any shape, without NaN. `out`: contiguous, of the same shape, where the
    result is written; may be `x` itself.
    """
    x = np.asarray(x, np.float64)
    result = np.empty(x.shape) if out is None else out
    flat, to = x.reshape(-1), result.reshape(-1)
    for start in range(0, len(flat), _BLOCK):
        _exp_block(flat[start : start + _BLOCK], to[start : start + _BLOCK])
    return result


def _exp_block(x: Floats, out: Floats) -> None:
    x = np.maximum(x, _LEAST)
    np.minimum(x, _MOST, out=x)
    steps = x * _PER_STEP
    np.rint(steps, out=steps)
    whole = steps.astype(np.int64)
    part = steps * _HIGH
    x -= part
    np.multiply(steps, _LOW, out=part)
    x -= part
    series = np.multiply(x, 1 / 120, out=part)
    for term in (1 / 24, 1 / 6, 1 / 2, 1.0):
        series += term
        series *= x
    table = _powers().take(whole & (_STEPS - 1))
    series *= table
    series += table
    whole >>= 6
    # Two powers of two, as the smallest and the largest results are beyond what one can reach.
    half = whole >> 1
    whole -= half
    series *= _power_of_two(half)
    with np.errstate(over="ignore", under="ignore"):
        np.multiply(series, _power_of_two(whole), out=out)


def _power_of_two(exponents: NDArray[np.int64]) -> Floats:
    exponents += 1023
    exponents <<= 52
    return exponents.view(np.float64)


def log(x: Floats) -> Floats:
    """Compute the natural logarithm, element by element; of 0 it is -inf. `x`: any shape, not negative."""
    fraction, exponent = np.frexp(np.asarray(x, np.float64))
    low = fraction < _ROOT_HALF
    fraction = np.where(low, 2 * fraction, fraction)
    exponent = (exponent - low).astype(np.float64)
    # log(f) = 2 artanh(s) with s = (f - 1) / (f + 1); 2s = (f - 1) - s (f - 1) keeps the leading bits exact.
    above = fraction - 1
    s = above / (fraction + 1)
    square = s * s
    series = np.full(square.shape, 2 / (2 * _LOG_TERMS + 1))
    for term in range(_LOG_TERMS - 1, 0, -1):
        series *= square
        series += 2 / (2 * term + 1)
    series *= square
    small = above - s * (above - series)
    result = exponent * _LN2_HIGH + (exponent * _LN2_LOW + small)
    return np.where(np.asarray(x) == 0, -np.inf, result)


def raised(base: Floats, exponent: float) -> Floats:
    """Compute base**exponent for positive bases, with an error of some units in the last place."""
    return exp(exponent * log(base))


def exp_of(x: float) -> float:
    """Compute e**x of one number."""
    return float(exp(np.array([x]))[0])


def log_of(x: float) -> float:
    """Compute the natural logarithm of one positive number."""
    return float(log(np.array([x]))[0])


def cos_and_sin_of_turns(turns: Floats) -> tuple[Floats, Floats]:
    """Compute cosine and sine of angles in full turns, from 0 to 1."""
    quarters = np.rint(4 * turns)
    # Exact: both are multiples of the last bit of `turns`.
    angle = (turns - quarters / 4) * _TURN
    square = angle * angle
    cosine, sine = np.ones_like(angle), np.ones_like(angle)
    for term in range(2 * _TURN_TERMS, 0, -2):
        cosine = 1 - cosine * square / (term * (term - 1))
        sine = 1 - sine * square / (term * (term + 1))
    sine *= angle
    quarter = quarters.astype(np.int64) & 3
    choices = (quarter == 0, quarter == 1, quarter == 2)  # noqa: PLR2004
    return np.select(choices, (cosine, -sine, -cosine), sine), np.select(choices, (sine, cosine, -sine), -cosine)
