"""StairText: the staircase form of local DP on a vocabulary; finite and tight over all words, and useful.

Kairouz, Oh and Viswanath (2014) show that extremal locally private mechanisms take, in each column, two values that
are e^epsilon apart. Here the lower value of output y is a public floor a_y; each row raises its nearest words to
e^epsilon a_y until it sums to 1 (a fractional knapsack along the neighbour list, one partial entry at most). Every
P[x, y] lies in [a_y, e^epsilon a_y], so epsilon-LDP holds over the whole vocabulary, whatever the floors. They are
those of the largest expected cosine over public word frequencies: see `floors`.

With `attack`, a row x raises y to c_y / f_x at most, where f are public frequencies and the caps c sum to `attack`. An
attacker who sees y and knows f is then right with joint probability c_y at most, so over all outputs with `attack` at
most (and what the floors alone give away). Caps are chosen with the floors: a rare word goes over to a frequent one
close to it, which tells the attacker little, and what may be told is told of words that nothing is close to. At an
equal attack success a large epsilon with `attack` keeps more of the text than a small epsilon.
"""

from __future__ import annotations

import hashlib
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import exp_of, raised
from dp_gateway.errors import AssumptionViolated, VocabularyError
from dp_gateway.mechanisms.base import Entries, Progress, silent
from dp_gateway.mechanisms.floors import Floors, attack_frequencies, design_prior, optimal_floors
from dp_gateway.mechanisms.rows import COLUMN_TOTAL, ROW_TOTAL, NeighbourHeads, integer_shares
from dp_gateway.privacy.certificate import blocks_of
from dp_gateway.privacy.guarantee import check_epsilon
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.placement import text_prior

_UNIFORM_SHARE = 0.02
"""Part of the closed-form floors that all words share alike, so that a word without a frequency can be an output."""

_STOPWORD_WEIGHT = 0.02
"""Stopwords are most of any text and little of what is private in it; a full floor would turn content into them."""

_LEAST_FREQUENCY = 1e-9

# (epsilon, mass of all floors, power of the prior): floors in closed form, where the optimisation starts.
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

_LARGEST_EPSILON = 24
"""Tables of 31-bit integers hold ratios up to e^22.9: beyond that only the promise would grow."""

_SIZE_THAT_TAKES_SECONDS = 10_000
"""Words from which on the floors are worth a line on standard error."""

_TAIL_STEPS = 64
_TEXT_SHARE = 0.25
"""Of a prior's own text: see benchmarks/priors_stairtext.md; more takes more from all other texts than it brings."""
_SUM_ERROR = 1e-6


def public_floors(index: Index, power: float) -> NDArray[np.float64]:
    """Compute relative floors, (n,), from public word frequencies raised to a power, summing to 1."""
    frequency = np.maximum(index.frequencies, _LEAST_FREQUENCY)
    weights = np.where(index.is_stopword, _STOPWORD_WEIGHT, 1.0) * frequency
    weights = raised(weights, power)
    weights /= weights.sum()
    return (1 - _UNIFORM_SHARE) * weights + _UNIFORM_SHARE / index.size


def closed_form(epsilon: float) -> tuple[float, float]:
    """Return mass and power of the floors in closed form at this epsilon."""
    mass, power = (float(np.interp(epsilon, _TUNED[:, 0], _TUNED[:, i])) for i in (1, 2))
    return mass, power


class StairText(NeighbourHeads):
    """StairText over the whole vocabulary.

    Args:
        index, epsilon: as in `Mechanism`; nominal and certified epsilon agree up to rounding of the integers.
        attack: largest success of a context-free attacker over public frequencies that rows aim at, between 0 and 1;
            None lets epsilon alone limit them. It is no guarantee over another prior; epsilon is one over all.
        prior: (n,) how often each word is expected, summing to 1: floors are the best for it. Or a text file in UTF-8,
            whose words are expected beside those of all texts, a quarter to three quarters. It has to be public, such
            as published texts of the same kind; None takes `floors.design_prior`.
        floor_mass: A, the total of all floors, between 0 and 1; where it is given, floors are a power of the public
            prior, which takes no optimisation.
        floor_power: that power; likewise.

    Raises:
        AssumptionViolated: epsilon is above 24, floor_mass or attack is not between 0 and 1, or the prior is none.
        VocabularyError: the text of the prior cannot be read, or has no word of the vocabulary.
    """

    name = "stairtext"
    notion = "pure local DP"
    source = "dp-gateway; staircase form: Kairouz, Oh, Viswanath (2014)"

    def __init__(
        self,
        index: Index,
        epsilon: float,
        *,
        attack: float | None = None,
        prior: NDArray[np.float64] | str | Path | None = None,
        floor_mass: float | None = None,
        floor_power: float | None = None,
    ) -> None:
        epsilon = _represented(epsilon)
        for name, value in (("attack", attack), ("floor_mass", floor_mass)):
            if value is not None and not 0 < value < 1:
                raise AssumptionViolated(
                    f"{name} must lie between 0 and 1, not {value}",
                    hint="leave it out" if name == "attack" else "leave it out to take the best floors of this epsilon",
                )
        self.attack = attack
        self.floor_power: float | None = None
        if floor_mass is None and floor_power is None:
            floors, caps = best_floors(index, epsilon, attack=attack, prior=prior)
            self.floor_mass = float(floors.sum())
            weights = floors / self.floor_mass
        else:
            mass, power = closed_form(epsilon)
            caps = None if attack is None else attack_frequencies(index) * attack
            self.floor_power = power if floor_power is None else floor_power
            weights = public_floors(index, self.floor_power)
            self.floor_mass = max(mass, _least_mass(index, epsilon, weights)) if floor_mass is None else floor_mass
        super().__init__(index, epsilon, index.neighbours.shape[1], integer_shares(weights, COLUMN_TOTAL, least=1))
        self._least_tail = max(1, round(self.floor_mass * ROW_TOTAL))
        self._high = exp_of(self.epsilon) * self._least_tail * _ROUND_DOWN
        self._limits = None if caps is None else (caps * ROW_TOTAL, attack_frequencies(index))

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the table depends on."""
        own: dict[str, Any] = {"floor_mass": self.floor_mass}
        if self.floor_power is None:
            own["floors"] = hashlib.sha256(self.column.tobytes()).hexdigest()
        else:
            own["floor_power"] = self.floor_power
        if self._limits is not None:
            own["attack"] = self.attack
            own["caps"] = hashlib.sha256(self._limits[0].tobytes()).hexdigest()
        return {**super().parameters, **own}

    def heads(self, entries: Entries) -> NDArray[np.int64]:
        """Compute what each row adds to the floors of its nearest words, (m, K)."""
        outputs = self.outputs(entries)
        shares = self.column[outputs] / COLUMN_TOTAL
        highs = shares * self._high
        if self._limits is not None:
            caps, frequencies = self._limits
            np.minimum(highs, caps[outputs] / frequencies[entries, None], out=highs)
        ends = np.cumsum(_boosts(shares, highs, self._least_tail), axis=1)
        short = np.flatnonzero(ends[:, -1] < ROW_TOTAL - self._least_tail)
        if len(short):
            # The list is too short to use up the row: its tail takes the rest, and its boosts shrink by as much,
            # so that no word passes e^epsilon times the least floor.
            tails = self._long_tails(shares[short], highs[short])
            ends[short] = np.cumsum(_boosts(shares[short], highs[short], tails[:, None]), axis=1)
        np.minimum(ends, ROW_TOTAL - self._least_tail, out=ends)
        ends[:, 1:] -= ends[:, :-1].copy()
        return ends

    def _long_tails(self, shares: NDArray[np.float64], highs: NDArray[np.float64]) -> NDArray[np.float64]:
        """(m,) tails t with t + sum max(highs - t shares, 0) at least what a row holds; Newton, from above.

        That sum is convex and rising in t, so steps from above never pass the solution: wherever they stop, the row
        holds no more than its tail was taken to be.
        """
        whole = float(ROW_TOTAL + self.width)
        tails = np.full(len(shares), whole)
        for _ in range(_TAIL_STEPS):
            raised = highs > tails[:, None] * shares
            held = np.where(raised, shares, 0.0).sum(axis=1)
            steps = (whole - np.where(raised, highs, 0.0).sum(axis=1)) / np.maximum(1 - held, 1e-12)
            lower = np.clip(np.ceil(steps), self._least_tail, tails)
            if (lower == tails).all():
                break
            tails = lower
        return tails

    def row_ends(self, entry: int) -> NDArray[np.int64]:
        """Return the cumulative weights of one head, (K,)."""
        if self._limits is not None:
            return super().row_ends(entry)
        shares = self.column[self.index.neighbours[entry]] / COLUMN_TOTAL
        ends = _boosts(shares, shares * self._high, self._least_tail).cumsum()
        if ends[-1] < ROW_TOTAL - self._least_tail:
            return super().row_ends(entry)
        return np.minimum(ends, ROW_TOTAL - self._least_tail, out=ends)


def _boosts(
    shares: NDArray[np.float64], highs: NDArray[np.float64], tails: NDArray[np.float64] | int
) -> NDArray[np.int64]:
    return (np.maximum(highs - shares * tails, 0.0) * _ROUND_DOWN).astype(np.int64)


def _represented(epsilon: float) -> float:
    if (checked := check_epsilon(epsilon)) <= _LARGEST_EPSILON:
        return checked
    raise AssumptionViolated(
        f"StairText's tables hold no epsilon above {_LARGEST_EPSILON}, and {epsilon:g} was asked for",
        hint="ask for less: at 16 nearly every word stays what it is",
    )


def _checked(index: Index, prior: NDArray[np.float64] | str | Path | None) -> NDArray[np.float64] | None:
    if prior is None:
        return None
    if isinstance(prior, str | Path):
        return (1 - _TEXT_SHARE) * design_prior(index) + _TEXT_SHARE * text_prior(index, [_read(Path(prior))])
    weights = np.asarray(prior, np.float64)
    if weights.shape == (index.size,) and (weights >= 0).all() and abs(weights.sum() - 1) < _SUM_ERROR:
        return weights
    raise AssumptionViolated(
        f"a prior is {index.size:,} numbers of at least 0 that sum to 1, one a word of the vocabulary",
        hint="give a file of public texts, or make it of them with dp_gateway.vocabulary.placement.text_prior",
    )


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise VocabularyError(
            f"the prior's text {file} cannot be read: {type(error).__name__}", hint="give a text file in UTF-8"
        ) from None


def best_floors(
    index: Index,
    epsilon: float,
    *,
    attack: float | None = None,
    prior: NDArray[np.float64] | str | Path | None = None,
    progress: Progress = silent,
) -> Floors:
    """Find optimal floors, kept beside the index; arguments as in `StairText` and `floors.optimal_floors`."""
    epsilon, prior = _represented(epsilon), _checked(index, prior)

    def compute() -> dict[str, NDArray[Any]]:
        if progress is silent and index.size > _SIZE_THAT_TAKES_SECONDS:
            sys.stderr.write(
                f"dp-gateway: working out StairText's floors for epsilon {epsilon:g} (once, some seconds)\n"
            )
        mass, power = closed_form(epsilon)
        # Powers may differ in the last bit from machine to machine; rounded to single precision they do not.
        start = (public_floors(index, power) * mass).astype(np.float32).astype(np.float64)
        floors, caps = optimal_floors(index, epsilon, start, attack=attack, prior=prior, progress=progress)
        mass = math.fsum(floors.tolist())
        floors = floors * (max(mass, _least_mass(index, epsilon, floors / mass)) / mass)
        return {"floors": floors} if caps is None else {"floors": floors, "caps": caps}

    name = floors_name(epsilon, attack)
    if prior is not None:
        name += f"-{hashlib.sha256(prior.tobytes()).hexdigest()[:16]}"
    found = index.derived(name, compute)
    return Floors(found["floors"], found.get("caps"))


def floors_name(epsilon: float, attack: float | None = None) -> str:
    """Name the floors over public frequencies that are kept beside the index; `release.data` packs some."""
    return f"stairtext-floors-7-{epsilon:.12g}" + ("" if attack is None else f"-{attack:.12g}")


def _least_mass(index: Index, epsilon: float, weights: NDArray[np.float64]) -> float:
    """Below this mass no row could use up its boost, and all that would be left over is waste."""
    held = max(weights[index.neighbours[part]].sum(axis=1).max() for part in blocks_of(index.size, 2048))
    return 1 / (1 + float(held) * (exp_of(epsilon) - 1))
