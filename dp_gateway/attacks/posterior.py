"""Which inputs are most likely behind each output, from a mechanism's table; exact.

Rows of a head and a common tail are walked in O(nK); those that fall with distance, and those of two stages, are
searched by bounds; other mechanisms write their rows out block by block.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.posterior_search import MOST_CLUSTERS, Candidates, Weights, best_of_radial, best_of_two_stage
from dp_gateway.attacks.row_sums import row_sums
from dp_gateway.errors import InputError
from dp_gateway.mechanisms.base import Entries, Mechanism
from dp_gateway.mechanisms.nerasetext import NERaseText
from dp_gateway.mechanisms.radial import RadialMechanism
from dp_gateway.mechanisms.rows import COLUMN_TOTAL, ROW_TOTAL, HeadTailMechanism
from dp_gateway.mechanisms.santext import SanTextPlus
from dp_gateway.mechanisms.two_stage import TwoStageMechanism

__all__ = ["Best", "Candidates", "Weights", "best_inputs", "candidates", "rows_are_few"]

_HEAD_ROWS = 1024
_DENSE_ROWS = 64
_FEW = 8


class Best(NamedTuple):
    """The most likely input behind each output.

    Attributes:
        inputs: (n,) entries.
        joint: (n,) weight times P[input, output].
    """

    inputs: Entries
    joint: NDArray[np.float64]

    def success(self, weights: Weights, prior: Weights) -> float:
        """sum_y prior[x] P[x, y] for x = inputs[y]: the exact success of who guesses so while `prior` is true.

        Args:
            weights: (n,) that these inputs were found with.
            prior: (n,) the true prior, summing to 1.
        """
        return float((self.joint * (prior / np.where(weights > 0, weights, 1))[self.inputs]).sum())


def best_inputs(mechanism: Mechanism, weights: Weights) -> Best:
    """argmax_x weights[x] P[x, y] for all outputs y.

    Args:
        mechanism: with a table.
        weights: (n,) prior on inputs, need not sum to 1.

    Raises:
        AssumptionViolated: the mechanism has no table.
        InputError: the prior is zero everywhere.
    """
    _check(weights)
    if isinstance(mechanism, HeadTailMechanism):
        return _best_of_heads(mechanism, weights)
    support = np.flatnonzero(weights)
    if not rows_are_few(mechanism, weights):
        found = _bounded(mechanism, weights, np.arange(mechanism.index.size), 1)
        if found is not None:
            return Best(found.inputs[:, 0], found.joint[:, 0])
    return _best_of_rows(mechanism, weights, support)


def rows_are_few(mechanism: Mechanism, weights: Weights) -> bool:
    """Whether rows are written out sooner than bounds are found for all outputs."""
    return _FEW * int(np.count_nonzero(weights)) <= mechanism.index.size


def candidates(mechanism: Mechanism, weights: Weights, outputs: Entries, count: int) -> Candidates:
    """The `count` largest weights[x] P[x, y] for each of these outputs y, shape (m,), best first.

    Raises:
        AssumptionViolated: the mechanism has no table.
        InputError: the prior is zero everywhere.
    """
    _check(weights)
    columns, inverse = np.unique(outputs, return_inverse=True)
    found = _bounded(mechanism, weights, columns, count)
    if found is None:
        found = _top(mechanism, weights, columns, count)
    order = np.argsort(-found.joint, axis=1, kind="stable")[inverse]
    rows = inverse[:, None]
    return Candidates(found.inputs[rows, order], found.joint[rows, order])


def _check(weights: Weights) -> None:
    if not (np.isfinite(weights).all() and weights.min(initial=0.0) >= 0 and weights.any()):
        raise InputError(
            "a prior on inputs is weights that are not negative, and not all zero",
            hint="give a shadow set with words that can be attacked",
        )


def _bounded(mechanism: Mechanism, weights: Weights, outputs: Entries, count: int) -> Candidates | None:
    """Candidates, in no order, of a mechanism for whose rows there are bounds; None for others."""
    if isinstance(mechanism, TwoStageMechanism) and mechanism.clusters.count <= MOST_CLUSTERS:
        return best_of_two_stage(mechanism, weights, outputs, count)
    if isinstance(mechanism, RadialMechanism):
        return best_of_radial(mechanism, weights, outputs, count)
    if not isinstance(mechanism, SanTextPlus | NERaseText):
        return None
    found, kept = Candidates.none(len(outputs), count), np.ones(mechanism.index.size)
    rows = np.arange(len(outputs))
    parts = mechanism.radial_parts()
    for (share, part), sums in zip(parts, row_sums(mechanism.index, parts), strict=True):
        found.take(rows, *best_of_radial(part, weights * share, outputs, count, sums))
        kept -= share
    found.take(rows, outputs[:, None], (weights * kept)[outputs, None])
    return found


def _top(mechanism: Mechanism, weights: Weights, columns: Entries, count: int) -> Candidates:
    """The largest of weights[x] P[x, y] over all inputs; not in order."""
    found, rows = Candidates.none(len(columns), count), np.arange(len(columns))
    for part, law in _columns(mechanism, np.flatnonzero(weights), columns):
        found.take(rows, part, np.ascontiguousarray((law * weights[part, None]).T))
    return found


def _columns(mechanism: Mechanism, entries: Entries, columns: Entries) -> Iterator[tuple[Entries, NDArray[np.float64]]]:
    """Blocks of inputs with the part of their rows that lies in some columns."""
    if not isinstance(mechanism, HeadTailMechanism):
        for start in range(0, len(entries), _DENSE_ROWS):
            part = entries[start : start + _DENSE_ROWS]
            yield part, mechanism.distribution(part)[:, columns]
        return
    place = np.full(mechanism.index.size, -1)
    place[columns] = np.arange(len(columns))
    shares = mechanism.column[columns] / COLUMN_TOTAL
    for start in range(0, len(entries), _HEAD_ROWS):
        part = entries[start : start + _HEAD_ROWS]
        heads = mechanism.heads(part)
        law = ((ROW_TOTAL - heads.sum(axis=1)) / ROW_TOTAL)[:, None] * shares
        at = place[mechanism.outputs(part)]
        row, slot = np.nonzero((at >= 0) & (heads > 0))
        np.add.at(law, (row, at[row, slot]), heads[row, slot] / ROW_TOTAL)
        yield part, law


def _best_of_heads(mechanism: HeadTailMechanism, weights: Weights) -> Best:
    best, inputs = np.zeros(mechanism.index.size), np.zeros(mechanism.index.size, np.int64)
    tail, tail_input = -1.0, 0
    column = mechanism.column / COLUMN_TOTAL
    support = np.flatnonzero(weights)
    for start in range(0, len(support), _HEAD_ROWS):
        part = support[start : start + _HEAD_ROWS]
        heads = mechanism.heads(part)
        tails = (ROW_TOTAL - heads.sum(axis=1)) / ROW_TOTAL
        weighted = weights[part] * tails
        if weighted.max() > tail:
            tail, tail_input = float(weighted.max()), int(part[weighted.argmax()])
        row, slot = np.nonzero(heads)
        outputs = mechanism.outputs(part)[row, slot]
        joint = weights[part[row]] * (heads[row, slot] / ROW_TOTAL + tails[row] * column[outputs])
        np.maximum.at(best, outputs, joint)
        attained = joint == best[outputs]
        inputs[outputs[attained]] = part[row[attained]]
    floor = tail * column
    return Best(np.where(floor > best, tail_input, inputs), np.maximum(floor, best))


def _best_of_rows(mechanism: Mechanism, weights: Weights, entries: Entries) -> Best:
    best, inputs = np.zeros(mechanism.index.size), np.zeros(mechanism.index.size, np.int64)
    for start in range(0, len(entries), _DENSE_ROWS):
        part = entries[start : start + _DENSE_ROWS]
        joint = mechanism.distribution(part)
        joint *= weights[part, None]
        # Row by row: what is compared stays in the cache.
        for entry, row in zip(part.tolist(), joint, strict=True):
            better = row > best
            np.copyto(best, row, where=better)
            np.copyto(inputs, entry, where=better)
    return Best(inputs, best)
