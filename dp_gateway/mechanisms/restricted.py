"""Rows without the value itself: what `never_self` guarantees, exactly, and what further exclusions add.

Row x is drawn until the draw is not x, so P'[x, y] = P[x, y] / (1 - P[x, x]). Outputs that both inputs can give are
bounded by the largest ratio over columns without their own row; the rest is delta: x gives x' with P'[x, x'], and x'
never gives itself. With epsilon that ratio, sum_y max(0, P'[x, y] - e^epsilon P'[x', y]) is exactly P'[x, x'].

Phrases may have relatives: outputs that hold a word of the value ("South Boston" for Boston). To shut those out would
add all their probability to delta. They are drawn as seldom as the farthest value draws them instead: a draw of one is
kept with probability f_y / P[x, y], f_y the least of column y, and made again otherwise, which adds nothing to delta.
With S the relatives of x, and m at least the sum of P[x, y] - f_y over S, P'[x, y] lies between f_y / (1 - P[x, x]) and
P[x, y] / (1 - P[x, x] - m): epsilon is computed from those. Relatives come from the words of a phrase, listed or not,
so m is the largest weight of one or two sets in each row.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.privacy.certificate import blocks_of
from dp_gateway.randomness import Stream

_ROWS = 128
# Rows are quotients of exact integers, rounded twice in floating point; this much covers it.
_ROUNDING = 1e-12
_FEW = 0.25
TRIES = 512
"""Draws of a row at most."""

_MOST_GROWN = math.log(TRIES)
_PRECISION = 53
_BITS_BEYOND = 64 - _PRECISION

# Of the mechanisms that live: each request asks, and opening what is stored takes longer than the rest.
_levels: WeakKeyDictionary[Mechanism, dict[str, SelfFreeLevel]] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class RelatedSets:
    """Sets of outputs that inputs have as relatives: one set, or two of those that are not `alone`.

    Attributes:
        members: (m,) the outputs of all sets of more than one, one set behind the other; any output may be a set.
        starts: (k,) where each set begins.
        alone: (k,) whether no input has it beside another.
    """

    members: NDArray[np.int64]
    starts: NDArray[np.int64]
    alone: NDArray[np.bool_]

    def weigh(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Bound from above the weight, (r,), that the relatives of any input could have in each row."""
        single = rows.max(axis=1)
        if not len(self.starts):
            return 2 * single
        weights = np.add.reduceat(rows[:, self.members], self.starts, axis=1)
        beside = np.column_stack((weights[:, ~self.alone], single, single))
        return np.maximum(weights.max(axis=1), np.partition(beside, -2, axis=1)[:, -2:].sum(axis=1))

    @cached_property
    def digest(self) -> str:
        """What levels among these sets are stored under."""
        parts = (self.members, self.starts, self.alone)
        return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:16]


class SelfFreeLevel(NamedTuple):
    """(epsilon, delta) of a mechanism that never gives the value itself.

    Attributes:
        epsilon: largest log ratio over outputs that both inputs can give.
        delta: largest probability that one input gives another input's value.
        column_max: (n,) largest probability of each output.
        column_min: (n,) least probability of each output before the draws are repeated; empty without relatives.
        left: the least weight of a row that is no reason to draw again.
    """

    epsilon: float
    delta: float
    column_max: NDArray[np.float64]
    column_min: NDArray[np.float64] = np.zeros(0)
    left: float = 1.0

    def without(
        self, outputs: Iterable[int], share: Callable[[NDArray[np.int64]], float] | None = None
    ) -> tuple[float, float]:
        """Bound (epsilon, delta) from above where these outputs, known to the provider, are excluded too.

        A row that loses at most m is drawn from up to `TRIES` times, so what remains grows by at most the smaller of 1
        / (1 - m) and `TRIES`; with a probability of at most m^TRIES nothing is found, and a placeholder stands in.
        `share`: the largest probability of some outputs in any row, before draws are repeated. It is asked for where
        there are many, as the sum of the largest probabilities is too large then.
        """
        gone = np.array(sorted(set(outputs)), np.int64)
        lost = float(self.column_max[gone].sum())
        if lost > _FEW and share is not None:
            lost = min(lost, share(gone) / self.left * (1 + _ROUNDING), 1 - self._least_kept(gone))
        grown = min(-math.log1p(-lost), _MOST_GROWN) if lost < 1 else _MOST_GROWN
        return self.epsilon + grown, min(self.delta * math.exp(grown) + min(lost, 1.0) ** TRIES, 1.0)

    def _least_kept(self, gone: NDArray[np.int64]) -> float:
        """What every row has outside of some outputs and its own at least; nothing is known without relatives."""
        kept = np.delete(self.column_min, gone) if len(self.column_min) else np.zeros(1)
        return float(kept.sum() - kept.max(initial=0.0)) * (1 - _ROUNDING)


def self_free_level(mechanism: Mechanism, related: RelatedSets | None = None) -> SelfFreeLevel:
    """Compute the level of a mechanism whose draws are repeated until they are not the input; kept beside the index.
    `related`: outputs that are drawn as seldom as the farthest input draws them.
    """
    name = "" if related is None else f"-{related.digest}"
    known = _levels.setdefault(mechanism, {})
    if name not in known:
        stored = mechanism.index.derived(
            f"restricted{name}-{mechanism.table_name}", lambda: _compute(mechanism, related)
        )
        epsilon, delta, left = stored["level"].tolist()
        known[name] = SelfFreeLevel(epsilon, delta, stored["column_max"], stored["column_min"], left)
    return known[name]


def is_kept(mechanism: Mechanism, related: RelatedSets, entry: int, drawn: int, stream: Stream) -> bool:
    """Decide whether a draw that is a relative of the value is kept: with probability f_y / P[x, y]. `related`: as of
    `self_free_level`. `stream`: gives the bits.
    """
    least = float(self_free_level(mechanism, related).column_min[drawn])
    probability = float(mechanism.distribution(np.array([entry], np.int64))[0, drawn])
    point = int(stream.uint64(1)[0]) >> _BITS_BEYOND
    return point < math.floor(least / probability * (1 << _PRECISION))


def _compute(mechanism: Mechanism, related: RelatedSets | None) -> dict[str, NDArray[Any]]:
    n = mechanism.index.size
    least = np.zeros(0) if related is None else _column_min(mechanism)
    low, high, delta, most, least_left = np.full(n, np.inf), np.zeros(n), 0.0, 0.0, 1.0
    for entries in blocks_of(n, _ROWS):
        rows = mechanism.distribution(entries)
        own = np.arange(len(entries)), entries
        left = 1 - rows[own]
        most = max(most, float(left.max()))
        if related is not None:
            left -= related.weigh(rows - least)
        least_left = min(least_left, float(left.min()))
        rows /= left[:, None]
        rows[own] = 0
        delta = max(delta, float(rows.max()))
        np.maximum(high, rows.max(axis=0), out=high)
        rows[own] = np.inf
        np.minimum(low, rows.min(axis=0), out=low)
    if related is not None:
        low = least / most
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(high > 0, np.log(high) - np.log(low), 0.0)
    worst = np.array([ratios.max() + _ROUNDING, min(delta * (1 + _ROUNDING), 1.0), least_left])
    return {"level": worst, "column_max": high, "column_min": least}


def _column_min(mechanism: Mechanism) -> NDArray[np.float64]:
    least = np.full(mechanism.index.size, np.inf)
    for entries in blocks_of(mechanism.index.size, _ROWS):
        np.minimum(least, mechanism.distribution(entries).min(axis=0), out=least)
    return least
