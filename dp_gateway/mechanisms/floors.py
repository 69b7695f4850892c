"""Optimal floors of StairText: one linear program over the neighbour graph, solved by first-order steps.

Of all epsilon-LDP tables over a vocabulary the one of largest expected utility solves a linear program: floors a_y and
rows P[x, y] in [a_y, e^epsilon a_y] that sum to 1 (Kairouz, Oh, Viswanath 2014: extremal tables are of this form). For
given floors a row is a fractional knapsack, and its dual price lambda_x is the utility of the entry that fills it. So
the value is concave in the floors, with the gradient

    sum_x pi(x) [u(x, y) - lambda_x + (e^epsilon - 1) max(u(x, y) - lambda_x, 0)],

and floors are optimal where it is zero for every floor in use: the ratio of what y brings in to sum_x pi(x) lambda_x
is then 1. Steps multiply each floor by that ratio, damped, and the late iterates are averaged.

Where an attacker on public frequencies f is limited too, each output has a cap c_y on f_x P[x, y], and the caps sum to
the success allowed. They belong to the same program: a cap in use is worth sum_x pi(x) / f_x max(u(x, y) - lambda_x, 0)
over the rows that it limits, the same for all of them at the optimum. So rare words may go over to a frequent word
close to them, and the success is spent on words that have none.

Only operations that IEEE 754 rounds exactly are used, in a fixed order, so that floors, and hence draws, are the same
on every machine. Prior and utility are public: word frequencies and the cosine of the stored vectors.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import exp_of
from dp_gateway.mechanisms.base import Progress, silent
from dp_gateway.privacy.certificate import blocks_of
from dp_gateway.vocabulary.index import Index

_PLANS = ((5.0, 256, 80, 4.0), (7.0, 256, 80, 1.0), (math.inf, 128, 160, 1.0))
"""Up to which epsilon; how many neighbours a row may raise; passes over all rows; length of the steps. What a row does
not use up goes over the floors, worth nothing; small epsilons use up little even of long lists, and their ratios stay
near 1."""

_LIMITED_PASSES = 80
"""Passes with `attack`, whose rows take longer; more than twice as many change the cosine by less than 0.003."""

_DAMPING = 8
"""Steps shrink as 1 / (1 + damping * share of the passes done)."""

_ROWS = 1024
_LEAST_FREQUENCY = 1e-9

_COMMON = 1e-5
_COMMON_SHARE = 0.1
"""Words at least so frequent stand for other words; a rarer one gets its floor for its own sake alone. Vectors put many
words near a few odd ones ("nn", "ming"), which nobody could read: this costs 0.003 of the cosine at epsilon 8. Where
fewer than this share of a vocabulary is common, frequencies are not of its kind, and all words count alike."""
_SMALLEST = 2.0**-33
"""Floors below this round to the least integer of a column; from there a word could still come back."""

_LARGEST_MASS = 0.95
_LEAST_CAP = 1e-12


class Floors(NamedTuple):
    """Where StairText's rows may lie. `floors`: (n,) the least probability of each output, of total between e^-epsilon
    and 1. `caps`: (n,) largest f_x P[x, y] that a row x raises the output y to, of total `attack`; None without
    `attack`.
    """

    floors: NDArray[np.float64]
    caps: NDArray[np.float64] | None


def design_prior(index: Index) -> NDArray[np.float64]:
    """Compute the public prior, (n,), that floors are chosen for: content words, frequencies to the power 7/8, summing
    to 1.

    The power gives rare words more weight than one large corpus does: other texts have rare words of their own.
    """
    prior = index.content_prior
    root = np.sqrt(np.sqrt(np.sqrt(prior)))
    flattened = np.divide(prior, root, out=np.zeros_like(prior), where=prior > 0)
    return flattened / math.fsum(flattened.tolist())


def attack_frequencies(index: Index) -> NDArray[np.float64]:
    """Return positive public frequencies f, (n,), summing to 1, that an attacker on content words starts from.

    Stopwords have the least.
    """
    content = np.maximum(np.where(index.is_stopword, 0.0, index.frequencies), _LEAST_FREQUENCY)
    return content / math.fsum(content.tolist())


def optimal_floors(
    index: Index,
    epsilon: float,
    start: NDArray[np.float64],
    *,
    attack: float | None = None,
    prior: NDArray[np.float64] | None = None,
    passes: int | None = None,
    progress: Progress = silent,
) -> Floors:
    """Find floors, and caps where there is an `attack`, of (nearly) the largest expected cosine over a public prior.

    Args:
        index: vocabulary, geometry and public frequencies.
        epsilon: of the table.
        start: (n,) positive floors to start from, of total below 1.
        attack: of the table; see `StairText`.
        prior: (n,) what words are expected, public, summing to 1; None takes `design_prior`.
        passes: steps over all rows; None takes what suits the epsilon.
        progress: called with passes done and in all.
    """
    _, width, usual, stride = next(plan for plan in _PLANS if epsilon <= plan[0])
    passes = passes or (usual if attack is None else _LIMITED_PASSES)
    program = _Program(index, epsilon, design_prior(index) if prior is None else prior, attack, width)
    floors, caps = start, program.frequencies * (attack or 0.0)
    total, weights = np.zeros((2, len(start))), 0
    for step in range(passes):
        length = passes / (passes + _DAMPING * step)
        floor_ratios, cap_ratios = program.ratios(floors, caps)
        floors = program.feasible(floors * _moved(floor_ratios, stride, length))
        if attack is not None:
            caps = program.shared_out(caps * _moved(cap_ratios, 1.0, length))
        total += np.stack([floors, caps]) * (step + 1) ** 2
        weights += (step + 1) ** 2
        progress(step + 1, passes)
    floors, caps = total / weights
    return Floors(program.feasible(floors), None if attack is None else program.shared_out(caps))


def _moved(ratios: NDArray[np.float64], stride: float, length: float) -> NDArray[np.float64]:
    return 1 + np.clip(stride * (ratios - 1), -0.5, 1.0) * length


class _Program:
    """The linear program of one index and epsilon."""

    def __init__(
        self, index: Index, epsilon: float, prior: NDArray[np.float64], attack: float | None, width: int
    ) -> None:
        width = min(width, index.neighbours.shape[1])
        self.prior = prior
        self.rows = np.flatnonzero(self.prior)
        self.neighbours = np.asarray(index.neighbours[self.rows, :width]).astype(np.int32)
        levels = index.neighbour_levels[self.rows, :width]
        self.utility = np.concatenate(
            [
                index.cosines(self.rows[part, None], self.neighbours[part], levels[part]).astype(np.float32)
                for part in blocks_of(len(self.rows), _ROWS)
            ]
        )
        common = index.frequencies >= _COMMON
        self.counts = np.full(self.neighbours.shape, True)
        if common.mean() > _COMMON_SHARE:
            self.counts = common[self.neighbours] | (self.neighbours == self.rows[:, None])
        self.stair = exp_of(epsilon)
        self.attack = attack
        self.frequencies = attack_frequencies(index)
        self.floor_gain = _mean_cosines(index, self.prior)
        self.needs = np.full(len(self.rows), width)

    def feasible(self, floors: NDArray[np.float64]) -> NDArray[np.float64]:
        """Positive floors under which a row can sum to 1, near the given ones."""
        floors = np.maximum(floors, _SMALLEST)
        mass = math.fsum(floors.tolist())
        return floors * (min(max(mass, 1.001 / self.stair), _LARGEST_MASS) / mass)

    def shared_out(self, caps: NDArray[np.float64]) -> NDArray[np.float64]:
        """Positive caps of total `attack` in the same proportions."""
        caps = np.maximum(caps, _LEAST_CAP)
        return caps * ((self.attack or 0.0) / math.fsum(caps.tolist()))

    def ratios(
        self, floors: NDArray[np.float64], caps: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(n,) what the floor of each output brings in, in units of what a floor costs: sum_x pi(x) lambda_x.

        And (n,) what its cap brings in, in units of what caps bring in on average; zeros where nothing caps a row.
        """
        room = 1 - math.fsum(floors.tolist())
        gains = np.zeros((2, len(floors)))
        prices = np.zeros(len(self.rows))
        # Rows in order of how much of their list they used last time: a block is no wider than it has to be.
        order = np.argsort(self.needs, kind="stable")
        for part in blocks_of(len(order), _ROWS):
            rows = order[part]
            width = int(self.needs[rows[-1]]) * 5 // 4 + 8
            self._row_gains(rows, width, (floors, caps), room, gains, prices)
        cost = math.fsum((self.prior[self.rows] * prices).tolist())
        mean = math.fsum((gains[1] * caps).tolist()) / (self.attack or 1.0)
        floor_ratios = np.maximum(self.floor_gain + (self.stair - 1) * gains[0], 0.0) / max(cost, 1e-12)
        return floor_ratios, gains[1] / max(mean, 1e-12)

    def _row_gains(
        self,
        rows: NDArray[np.int64],
        width: int,
        limits: tuple[NDArray[np.float64], NDArray[np.float64]],
        room: float,
        gains: NDArray[np.float64],
        prices: NDArray[np.float64],
    ) -> None:
        """Fill the rows; add to `gains` what each output brings in above the price, and note the prices."""
        near = self.neighbours[rows, :width]
        boosts, capped = self._boosts(rows, near, *limits)
        filled = np.cumsum(boosts, axis=1) >= room
        done = filled[:, -1]
        if width < self.neighbours.shape[1] and not done.all():
            self._row_gains(rows[~done], 2 * width, limits, room, gains, prices)
            rows, near, filled = rows[done], near[done], filled[done]
            capped = None if capped is None else capped[done]
        width = near.shape[1]
        utility = self.utility[rows, :width]
        ends = np.where(filled[:, -1], filled.argmax(axis=1), width)
        self.needs[rows] = np.minimum(ends + 1, width)
        last = utility[np.arange(len(rows)), np.minimum(ends, width - 1)].astype(np.float64)
        # A row whose list is too short spends the rest on the floors, whose mean cosine is about 0.
        price = np.where(ends < width, np.maximum(last, 0.0), 0.0)
        prices[rows] = price
        words = self.rows[rows]
        surplus = np.maximum(utility - price[:, None], 0.0) * self.prior[words, None]
        surplus *= self.counts[rows, :width]
        if capped is not None:
            worth = surplus * capped / self.frequencies[words, None]
            gains[1] += np.bincount(near.reshape(-1), worth.reshape(-1), minlength=len(gains[1]))
            surplus *= ~capped
        gains[0] += np.bincount(near.reshape(-1), surplus.reshape(-1), minlength=len(gains[0]))

    def _boosts(
        self, rows: NDArray[np.int64], near: NDArray[np.int32], floors: NDArray[np.float64], caps: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_] | None]:
        """What each row may add to the floors of its neighbours, and where a cap, not epsilon, bounds it."""
        boosts = (floors * (self.stair - 1))[near]
        if self.attack is None:
            return boosts, None
        room = caps[near] / self.frequencies[self.rows[rows], None] - floors[near]
        return np.clip(room, 0.0, boosts), room < boosts


def _mean_cosines(index: Index, prior: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) mean cosine of each word to a word of the prior."""
    norms = np.sqrt(index.squared_norms.astype(np.float64))
    # Rounded, the mean direction is the same whatever the order of summation, and so are its products with integers.
    mean = np.rint((prior / norms) @ index.vectors.astype(np.float64) * 2.0**20)
    return (index.vectors.astype(np.float64) @ mean) / norms * 2.0**-20
