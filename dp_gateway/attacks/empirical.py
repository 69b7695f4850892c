"""A lower bound on epsilon from draws alone: what an auditor who does not trust any table can prove.

Two inputs are drawn from many times. For any set of outputs E fixed beforehand, epsilon is at least
log(Pr[M(x) in E] / Pr[M(x') in E]); Clopper-Pearson bounds on both probabilities, at 2.5 % each, make that a
statement with 95 % confidence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.privacy.certificate import Level
from dp_gateway.randomness import Stream

__all__ = ["EmpiricalEpsilon", "clopper_pearson", "empirical_epsilon"]

_TAIL = 0.025
_STEPS = 60


@dataclass(frozen=True, slots=True)
class EmpiricalEpsilon:
    """What draws prove about epsilon.

    Attributes:
        lower: epsilon is at least this, with 95 % confidence; never negative.
        draws: of each of the two inputs.
        counts: how many fell into the set of outputs, from one input and from the other.
        pair: the two inputs.
    """

    lower: float
    draws: int
    counts: tuple[int, int]
    pair: tuple[int, int]


def empirical_epsilon(mechanism: Mechanism, level: Level, stream: Stream, draws: int = 100_000) -> EmpiricalEpsilon:
    """Bound epsilon from draws of the two inputs at which the certificate is attained.

    Args:
        mechanism: any; without a table, a tenth of the draws is spent on finding a set of outputs.
        level: its certificate.
        stream: of the draws.
        draws: of each input.
    """
    pair = level.x, level.x_prime
    if pair[0] == pair[1]:
        return EmpiricalEpsilon(0.0, 0, (0, 0), pair)
    laws = [_law(mechanism, entry, stream, draws) for entry in pair]
    released = [mechanism.release(np.full(draws, entry), stream) for entry in pair]
    chosen = _telling_outputs(laws[0], laws[1], draws)
    counts = int(chosen[released[0]].sum()), int(chosen[released[1]].sum())
    low, high = clopper_pearson(counts[0], draws)[0], clopper_pearson(counts[1], draws)[1]
    return EmpiricalEpsilon(max(0.0, math.log(low / high)) if low > 0 else 0.0, draws, counts, pair)


def clopper_pearson(hits: int, trials: int) -> tuple[float, float]:
    """The exact two-sided interval of a binomial rate at 95 %."""
    factorials = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, trials + 1)))))
    ways = factorials[-1] - factorials - factorials[::-1]
    low = 0.0 if hits == 0 else _rate(ways, slice(hits, None), rising=True)
    high = 1.0 if hits == trials else _rate(ways, slice(0, hits + 1), rising=False)
    return low, high


def _rate(ways: NDArray[np.float64], tail: slice, *, rising: bool) -> float:
    """The rate at which the tail of the binomial law has probability 2.5 %, by bisection."""
    successes = np.arange(len(ways))[tail]
    terms, failures = ways[tail], len(ways) - 1 - successes
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        rate = (low + high) / 2
        logs = terms + successes * math.log(rate) + failures * math.log1p(-rate)
        peak = float(logs.max())
        mass = math.exp(min(peak, 0.0)) * float(np.exp(logs - peak).sum())
        if (mass < _TAIL) == rising:
            low = rate
        else:
            high = rate
    # The side that can only make the interval wider.
    return low if rising else high


def _law(mechanism: Mechanism, entry: int, stream: Stream, draws: int) -> NDArray[np.float64]:
    try:
        return mechanism.distribution(np.array([entry]))[0]
    except AssumptionViolated:
        seen = mechanism.release(np.full(max(draws // 10, 1), entry), stream)
        counts = np.bincount(seen, minlength=mechanism.index.size)
        return counts / counts.sum()


def _telling_outputs(law: NDArray[np.float64], other: NDArray[np.float64], draws: int) -> NDArray[np.bool_]:
    """(n,) the outputs for which the bound is expected to be largest: those of the highest ratio, so many as help."""
    with np.errstate(divide="ignore", invalid="ignore"):
        order = np.argsort(-np.where(law > 0, law / other, 0.0), kind="stable")
    mine, theirs = np.cumsum(law[order]), np.cumsum(other[order])
    # Roughly what Clopper-Pearson will say: three deviations off, and at least three events.
    low = np.maximum(mine - 2 * np.sqrt(mine * (1 - mine).clip(0) / draws), 1e-300)
    high = theirs + 2 * np.sqrt(theirs / draws) + 4 / draws
    chosen = np.zeros(len(law), bool)
    chosen[order[: int(np.argmax(np.log(low) - np.log(high))) + 1]] = True
    return chosen
