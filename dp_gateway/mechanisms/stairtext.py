"""StairText: the staircase form of local DP on a vocabulary; finite and tight over all words, and useful.

Kairouz, Oh and Viswanath (2014) show that extremal locally private mechanisms take, in each column, two values that
are e^epsilon apart. Here the lower value of output y is a floor a_y from a public word prior; each row raises its
nearest words to e^epsilon a_y until it sums to 1 (a fractional knapsack along the neighbour list, one partial entry
at most). Every P[x, y] lies in [a_y, e^epsilon a_y], so epsilon-LDP holds over the whole vocabulary.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Entries
from dp_gateway.mechanisms.rows import COLUMN_TOTAL, ROW_TOTAL, NeighbourHeads, integer_shares
from dp_gateway.privacy.certificate import blocks_of
from dp_gateway.privacy.guarantee import check_epsilon
from dp_gateway.vocabulary.index import Index

__all__ = ["StairText", "public_floors"]

_UNIFORM_SHARE = 0.02
"""Part of the floors that all words share alike, so that a word the public prior has never seen can be an output."""

_STOPWORD_WEIGHT = 0.02
"""Stopwords are most of any text and little of what is private in it; a full floor would turn content into them."""

# (epsilon, mass of all floors, power of the prior), chosen by hand from sweeps over the public prior and SST-2: the
# floors themselves come from the public prior alone, these few numbers have seen SST-2.
_TUNED = np.array(
    [
        (1, 0.80, 1.0),
        (2, 0.60, 1.0),
        (4, 0.45, 0.95),
        (6, 0.33, 0.9),
        (8, 0.26, 0.9),
        (10, 0.15, 0.7),
        (12, 0.10, 0.5),
        (16, 0.05, 0.3),
    ]
)

# Products of a float below 2^53 and integers: this much covers their rounding.
_ROUND_DOWN = 1 - 2.0**-40


def public_floors(index: Index, power: float) -> NDArray[np.float64]:
    """(n,) relative floors from public word frequencies raised to a power, summing to 1."""
    frequency = np.maximum(index.frequencies, 1e-9)
    weights = np.where(index.is_stopword, _STOPWORD_WEIGHT, 1.0) * frequency
    weights = weights**power
    weights /= weights.sum()
    return (1 - _UNIFORM_SHARE) * weights + _UNIFORM_SHARE / index.size


class StairText(NeighbourHeads):
    """StairText over the whole vocabulary.

    Args:
        index, epsilon: as in `Mechanism`; nominal and certified epsilon agree up to rounding of the integers.
        floor_mass: A, the total of all floors, between 0 and 1; None takes the value tuned for this epsilon.
        floor_power: power of the public prior; None likewise.

    Raises:
        AssumptionViolated: floor_mass is not between 0 and 1.
    """

    name = "stairtext"
    notion = "pure local DP"
    source = "dp-gateway; staircase form: Kairouz, Oh, Viswanath (2014)"

    def __init__(
        self, index: Index, epsilon: float, *, floor_mass: float | None = None, floor_power: float | None = None
    ) -> None:
        tuned = [float(np.interp(check_epsilon(epsilon), _TUNED[:, 0], _TUNED[:, i])) for i in (1, 2)]
        self.floor_mass = tuned[0] if floor_mass is None else floor_mass
        self.floor_power = tuned[1] if floor_power is None else floor_power
        if not 0 < self.floor_mass < 1:
            raise AssumptionViolated(
                f"floor_mass must lie between 0 and 1, not {self.floor_mass}",
                hint="leave it out to take the value tuned for this epsilon",
            )
        column = integer_shares(public_floors(index, self.floor_power), COLUMN_TOTAL, least=1)
        super().__init__(index, epsilon, index.neighbours.shape[1], column)
        if floor_mass is None:
            # Below this mass no row could use up its boost, and all that would be left over is waste.
            reach = self._largest_share() * math.expm1(self.epsilon)
            self.floor_mass = max(self.floor_mass, 1 / (1 + reach))
        self._least_tail = max(1, round(self.floor_mass * ROW_TOTAL))
        self._high = math.exp(self.epsilon) * self._least_tail * _ROUND_DOWN

    def _largest_share(self) -> float:
        """The largest share of all floors that stands in one neighbour list."""

        def compute() -> dict[str, NDArray[Any]]:
            shares = self.column / COLUMN_TOTAL
            sums = [shares[self.outputs(entries)].sum(axis=1).max() for entries in blocks_of(self.index.size, 2048)]
            return {"share": np.array([max(sums)])}

        return float(self.index.derived(f"stairtext-reach-{self.floor_power:.6g}", compute)["share"][0])

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the table depends on."""
        return {**super().parameters, "floor_mass": self.floor_mass, "floor_power": self.floor_power}

    def heads(self, entries: Entries) -> NDArray[np.int64]:
        """(m, K) what each row adds to the floors of its nearest words."""
        shares = self.column[self.outputs(entries)] / COLUMN_TOTAL
        tails = np.full(len(entries), self._least_tail)
        ends = np.cumsum(self._boosts(shares, tails), axis=1)
        short = np.flatnonzero(ends[:, -1] < ROW_TOTAL - self._least_tail)
        if len(short):
            # The list is too short to use up the row: its tail takes the rest, and its boosts shrink by as much,
            # so that no word passes e^epsilon times the least floor.
            held = shares[short].sum(axis=1)
            tails = (ROW_TOTAL + self.width - held * self._high) / (1 - held)
            ends[short] = np.cumsum(self._boosts(shares[short], np.ceil(tails)), axis=1)
        np.minimum(ends, ROW_TOTAL - self._least_tail, out=ends)
        ends[:, 1:] -= ends[:, :-1].copy()
        return ends

    def row_ends(self, entry: int) -> NDArray[np.int64]:
        """(K,) cumulative weights of one head."""
        shares = self.column[self.index.neighbours[entry]] / COLUMN_TOTAL
        ends = (shares * self._room).astype(np.int64).cumsum()
        if ends[-1] < ROW_TOTAL - self._least_tail:
            return super().row_ends(entry)
        return np.minimum(ends, ROW_TOTAL - self._least_tail, out=ends)

    @cached_property
    def _room(self) -> float:
        """What a row whose tail is the least one may add to a floor, in floors."""
        return max(self._high - self._least_tail, 0.0) * _ROUND_DOWN

    def _boosts(self, shares: NDArray[np.float64], tails: NDArray[Any]) -> NDArray[np.int64]:
        room = np.maximum(self._high - tails, 0.0) * _ROUND_DOWN
        return np.floor(shares * room[:, None]).astype(np.int64)
