"""Which inputs are most likely behind each output, from a mechanism's table; exact.

Rows of a head and a common tail are walked in O(nK); other mechanisms write their rows out block by block.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Entries, Mechanism
from dp_gateway.mechanisms.rows import COLUMN_TOTAL, ROW_TOTAL, HeadTailMechanism

__all__ = ["Best", "Candidates", "Weights", "best_inputs", "candidates"]

Arrays = dict[str, NDArray[Any]]

_HEAD_ROWS = 1024
_DENSE_ROWS = 64

Weights = NDArray[np.float64]
"""(n,) a prior on inputs; it need not sum to 1."""


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


class Candidates(NamedTuple):
    """The most likely inputs behind some outputs, best first.

    Attributes:
        inputs: (m, K) entries.
        joint: (m, K) weight times P[input, output]; 0 where there is no further input.
    """

    inputs: Entries
    joint: NDArray[np.float64]


def best_inputs(mechanism: Mechanism, weights: Weights) -> Best:
    """argmax_x weights[x] P[x, y] for all outputs y.

    Args:
        mechanism: with a table.
        weights: (n,) prior on inputs, need not sum to 1.

    Raises:
        AssumptionViolated: the mechanism has no table.
    """
    if isinstance(mechanism, HeadTailMechanism):
        return _best_of_heads(mechanism, weights)
    # Most words have the least weight: of those the likeliest counts alone, and it depends on the table only.
    least = float(weights[weights > 0].min())
    special = np.flatnonzero(weights > least)
    if 2 * len(special) > np.count_nonzero(weights):
        return _best_of_rows(mechanism, weights, np.flatnonzero(weights))
    likeliest = _likeliest(mechanism, weights > 0)
    best = _best_of_rows(mechanism, weights, special)
    common = least * likeliest.joint
    better = common > best.joint
    return Best(np.where(better, likeliest.inputs, best.inputs), np.where(better, common, best.joint))


def candidates(mechanism: Mechanism, weights: Weights, outputs: Entries, count: int) -> Candidates:
    """The `count` largest weights[x] P[x, y] for each of these outputs y, shape (m,).

    Raises:
        AssumptionViolated: the mechanism has no table.
    """
    columns, inverse = np.unique(outputs, return_inverse=True)
    least = float(weights[weights > 0].min())
    special = np.flatnonzero(weights > least)
    if isinstance(mechanism, HeadTailMechanism) or 2 * len(special) > np.count_nonzero(weights):
        found = _top(mechanism, weights, np.flatnonzero(weights), columns, count)
    else:
        # As in `best_inputs`; words that are special are found again with their own, larger weights.
        common = _top_likeliest(mechanism, weights > 0, count)
        joint = np.where(weights[common.inputs] > least, 0.0, least * common.joint)
        rest = Candidates(common.inputs[columns], joint[columns])
        found = _top(mechanism, weights, special, columns, count, rest)
    order = np.argsort(-found.joint, axis=1, kind="stable")[inverse]
    rows = inverse[:, None]
    return Candidates(found.inputs[rows, order], found.joint[rows, order])


def _top(
    mechanism: Mechanism,
    weights: Weights,
    entries: Entries,
    columns: Entries,
    count: int,
    known: Candidates | None = None,
) -> Candidates:
    """The largest of weights[x] P[x, y] over some inputs, and over those known before; not in order."""
    inputs = np.zeros((len(columns), count), np.int64) if known is None else known.inputs.copy()
    joint = np.zeros((len(columns), count)) if known is None else known.joint.copy()
    for part, law in _columns(mechanism, entries, columns):
        scores = np.ascontiguousarray((law * weights[part, None]).T)
        # After a few blocks most columns have found their best.
        better = np.flatnonzero(scores.max(axis=1) > joint.min(axis=1))
        merged = np.concatenate((joint[better], scores[better]), axis=1)
        names = np.concatenate((inputs[better], np.broadcast_to(part, (len(better), len(part)))), axis=1)
        top = np.argpartition(-merged, count - 1, axis=1)[:, :count]
        joint[better], inputs[better] = np.take_along_axis(merged, top, 1), np.take_along_axis(names, top, 1)
    return Candidates(inputs, joint)


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


def _likeliest(mechanism: Mechanism, allowed: NDArray[np.bool_]) -> Best:
    """The best inputs under a uniform prior over some words; kept beside the index."""

    def compute() -> Arrays:
        best = _best_of_rows(mechanism, np.ones(len(allowed)), np.flatnonzero(allowed))
        return {"inputs": best.inputs, "joint": best.joint}

    return Best(*_kept(mechanism, "likeliest", allowed, compute))


def _top_likeliest(mechanism: Mechanism, allowed: NDArray[np.bool_], count: int) -> Candidates:
    """The `count` best inputs of all outputs under a uniform prior over some words; kept beside the index."""

    def compute() -> Arrays:
        everything = np.arange(len(allowed))
        found = _top(mechanism, np.ones(len(allowed)), np.flatnonzero(allowed), everything, count)
        return {"inputs": found.inputs, "joint": found.joint}

    return Candidates(*_kept(mechanism, f"likeliest-{count}", allowed, compute))


def _kept(
    mechanism: Mechanism, name: str, allowed: NDArray[np.bool_], compute: Callable[[], Arrays]
) -> tuple[Entries, NDArray[np.float64]]:
    digest = hashlib.sha256(allowed.tobytes()).hexdigest()[:16]
    stored = mechanism.index.derived(f"{name}-{mechanism.table_name}-{digest}", compute)
    return stored["inputs"], stored["joint"]
