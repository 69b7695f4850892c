"""Rows without the value itself: what `never_self` guarantees, exactly, and what further exclusions add.

Row x is drawn until the draw is not x, so P'[x, y] = P[x, y] / (1 - P[x, x]). Outputs that both inputs can give are
bounded by the largest ratio over columns without their own row; the rest is delta: x gives x' with P'[x, x'], and x'
never gives itself. With epsilon that ratio, sum_y max(0, P'[x, y] - e^epsilon P'[x', y]) is exactly P'[x, x'].
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Mechanism, Progress, silent
from dp_gateway.privacy.certificate import blocks_of

__all__ = ["SelfFreeLevel", "self_free_level"]

_ROWS = 128
# Rows are quotients of exact integers, rounded twice in floating point; this much covers it.
_ROUNDING = 1e-12

# Of the mechanisms that live: each request asks, and opening what is stored takes longer than the rest.
_levels: WeakKeyDictionary[Mechanism, SelfFreeLevel] = WeakKeyDictionary()


class SelfFreeLevel(NamedTuple):
    """(epsilon, delta) of a mechanism that never gives the value itself.

    Attributes:
        epsilon: largest log ratio over outputs that both inputs can give.
        delta: largest probability that one input gives another input's value.
        column_max: (n,) largest probability of each output.
    """

    epsilon: float
    delta: float
    column_max: NDArray[np.float64]

    def without(self, outputs: Iterable[int]) -> tuple[float, float]:
        """(epsilon, delta) where these outputs, known to the provider, are excluded too: an upper bound.

        A row loses at most the sum of its largest probabilities m, so what remains grows by at most 1 / (1 - m).
        """
        lost = float(sum(self.column_max[output] for output in set(outputs)))
        if lost >= 1:
            return math.inf, 1.0
        return self.epsilon - math.log1p(-lost), min(self.delta / (1 - lost), 1.0)


def self_free_level(mechanism: Mechanism, progress: Progress = silent) -> SelfFreeLevel:
    """The level of a mechanism whose draws are repeated until they are not the input; kept beside the index."""
    if mechanism in _levels:
        return _levels[mechanism]

    def compute() -> dict[str, NDArray[Any]]:
        n = mechanism.index.size
        low, high, delta = np.full(n, np.inf), np.zeros(n), 0.0
        for entries in blocks_of(n, _ROWS):
            rows = mechanism.distribution(entries)
            own = np.arange(len(entries)), entries
            rows /= (1 - rows[own])[:, None]
            rows[own] = 0
            delta = max(delta, float(rows.max()))
            np.maximum(high, rows.max(axis=0), out=high)
            rows[own] = np.inf
            np.minimum(low, rows.min(axis=0), out=low)
            progress(int(entries[-1]) + 1, n)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(high > 0, np.log(high) - np.log(low), 0.0)
        worst = np.array([ratios.max() + _ROUNDING, min(delta * (1 + _ROUNDING), 1.0)])
        return {"level": worst, "column_max": high}

    stored = mechanism.index.derived(f"self-free-{mechanism.table_name}", compute)
    epsilon, delta = stored["level"].tolist()
    level = _levels[mechanism] = SelfFreeLevel(epsilon, delta, stored["column_max"])
    return level
