"""Which inputs are most likely behind each output, exactly: from a mechanism's table, or by bounds without all pairs.

The Bayesian attacks and audits ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.row_sums import distance_counts, row_sums
from dp_gateway.errors import InputError
from dp_gateway.mechanisms.base import Entries, Mechanism
from dp_gateway.mechanisms.nerasetext import NERaseText
from dp_gateway.mechanisms.radial import RadialMechanism
from dp_gateway.mechanisms.rows import COLUMN_TOTAL, ROW_TOTAL, HeadTailMechanism
from dp_gateway.mechanisms.santext import SanTextPlus
from dp_gateway.mechanisms.two_stage import STAGE_TOTAL, TwoStageMechanism
from dp_gateway.vocabulary.index import LEVELS, LEVELS_PER_UNIT

_ROWS = 64

Floats = NDArray[np.float64]

Weights = NDArray[np.float64]
"""(n,) a prior on inputs; it need not sum to 1."""


class Candidates(NamedTuple):
    """The most likely inputs behind some outputs. `inputs`: (m, K) entries. `joint`: (m, K) weight times P[input,
    output]; 0 where there is no further input.
    """

    inputs: Entries
    joint: Floats

    @classmethod
    def none(cls, outputs: int, count: int) -> Candidates:
        """Begin with no candidate for any of the words."""
        return cls(np.zeros((outputs, count), np.int64), np.zeros((outputs, count)))

    def take(self, rows: NDArray[np.int64], inputs: Entries, joint: Floats) -> None:
        """Keep what is better among further inputs, none of them known yet. `rows`: (r,) of which outputs. `inputs`:
        (k,) the same for all, or (r, k). `joint`: (r, k).
        """
        better = joint.max(axis=1) > self.joint[rows].min(axis=1)
        rows, joint = rows[better], joint[better]
        inputs = inputs[better] if inputs.ndim > 1 else np.broadcast_to(inputs, joint.shape)
        count = self.joint.shape[1]
        if count == 1:
            top = joint.argmax(axis=1)[:, None]
        else:
            joint = np.concatenate((self.joint[rows], joint), axis=1)
            inputs = np.concatenate((self.inputs[rows], inputs), axis=1)
            top = np.argpartition(-joint, count - 1, axis=1)[:, :count]
        self.joint[rows] = np.take_along_axis(joint, top, 1)
        self.inputs[rows] = np.take_along_axis(inputs, top, 1)


def bounded_search(
    found: Candidates,
    rows: NDArray[np.int64],
    bounds: Floats,
    factors: Floats,
    joint: Callable[[Entries, NDArray[np.int64]], Floats],
) -> None:
    """Complete what was found for some outputs, looking at inputs in the order of their bounds.

    Args:
        found: changed in place.
        rows: (r,) of which outputs.
        bounds: (n,) and
        factors: (r,): no input's joint probability with an output exceeds the product of the two.
        joint: of some inputs (k,) and rows (j,), which is (j, k); 0 where the pair is known already.
    """
    worth = np.flatnonzero(bounds > (found.joint[rows].min(axis=1) / factors).min(initial=np.inf))
    order = worth[np.argsort(-bounds[worth], kind="stable")]
    for start in range(0, len(order), _ROWS):
        part = order[start : start + _ROWS]
        still = bounds[part[0]] * factors > found.joint[rows].min(axis=1)
        if not still.any():
            return
        rows, factors = rows[still], factors[still]
        found.take(rows, part, joint(part, rows))


_NEAR = 64
_CELL_BITS = 8
"""Outputs whose lists end within so many bits of distance levels share a bound."""


def best_of_radial(
    mechanism: RadialMechanism, weights: Weights, outputs: Entries, count: int, sums: Floats | None = None
) -> Candidates:
    """Find the `count` largest weights[x] P[x, y] for each output y of (m,), in no order. `mechanism`, `weights`,
    `outputs`, `count`: as above. `sums`: (n,) as of `row_sums`, for a mechanism of a single table; None looks them up.
    """
    index, found = mechanism.index, Candidates.none(len(outputs), count)
    if len(mechanism.law) > 1:
        law = _mixed(mechanism, weights)
    else:
        everything = [(np.ones(index.size), mechanism)]
        law = _single(mechanism, weights, row_sums(index, everything)[0] if sums is None else sums)
    rows = np.arange(len(outputs)) if mechanism.allowed is None else np.flatnonzero(mechanism.allowed[outputs])
    near = index.neighbours[outputs, :_NEAR].astype(np.int64)
    levels = index.neighbour_levels[outputs, :_NEAR].astype(np.int64)
    # Words exactly at the end of the list may stand in it or not; without it they all count as far.
    ends = levels[:, -1] if near.shape[1] < index.size else np.full(len(outputs), LEVELS)
    for start in range(0, len(rows), 1024):
        some = rows[start : start + 1024]
        found.take(some, near[some], np.where(levels[some] < ends[some, None], law.joint(near[some], levels[some]), 0))
    if near.shape[1] == index.size:
        return found

    def joint(inputs: Entries, far: NDArray[np.int64]) -> Floats:
        between = index.levels_from(outputs[far], inputs).astype(np.int64)
        return np.where(between >= ends[far, None], law.joint(inputs, between), 0.0)

    cells = ends[rows] >> _CELL_BITS
    for cell in np.unique(cells).tolist():
        far = rows[cells == cell]
        bounds = law.joint(np.arange(index.size), np.full(index.size, cell << _CELL_BITS))
        bounded_search(found, far, bounds, np.ones(len(far)), joint)
    return found


class _Law(Protocol):
    def joint(self, inputs: Entries, levels: NDArray[Any]) -> Floats:
        """Weight times probability of an output at these distance levels (broadcast together)."""
        ...


class _Single(NamedTuple):
    scale: Floats
    table: Floats
    shift: int

    def joint(self, inputs: Entries, levels: NDArray[Any]) -> Floats:
        return self.scale[inputs] * self.table[levels >> self.shift]


class _Mixed(NamedTuple):
    profiles: Floats
    shift: int

    def joint(self, inputs: Entries, levels: NDArray[Any]) -> Floats:
        return self.profiles[inputs, levels >> self.shift]


def _single(mechanism: RadialMechanism, weights: Weights, sums: Floats) -> _Law:
    # Inputs that have no share in this mechanism have neither weight nor sum.
    scale = np.divide(weights, sums, out=np.zeros_like(sums), where=weights > 0)
    return _Single(scale, mechanism.tables[0].astype(np.float64), mechanism.shift)


def _mixed(mechanism: RadialMechanism, weights: Weights) -> _Law:
    counts = distance_counts(mechanism.index, mechanism.shift, mechanism.tables.shape[1], mechanism.allowed)
    sums = counts.astype(np.float64) @ mechanism.tables.T.astype(np.float64)
    profiles = (mechanism.law / mechanism.law.sum() / sums) @ mechanism.tables.astype(np.float64)
    profiles *= weights[:, None]
    return _Mixed(profiles, mechanism.shift)


MOST_CLUSTERS = 4096
"""With more, going through the clusters takes longer than through the rows."""

_ROUNDED = 1.5
"""Three distances are rounded to levels, by half a level each."""

_SLACK = 1 + 1e-9
_LEAST = 2 / STAGE_TOTAL
"""Integer shares are rounded up by so much at most."""


def best_of_two_stage(mechanism: TwoStageMechanism, weights: Weights, outputs: Entries, count: int) -> Candidates:
    """Find the `count` largest weights[x] P[x, y] for each output y of (m,), in no order."""
    clusters, found = mechanism.clusters, Candidates.none(len(outputs), count)
    labels = clusters.labels[outputs]
    outer = np.stack([mechanism.outer_shares(label) for label in range(clusters.count)]) / STAGE_TOTAL
    for cluster in np.unique(labels).tolist():
        rows, members = np.flatnonzero(labels == cluster), clusters.members(cluster)
        slots = np.zeros(len(outputs), np.int64)
        slots[rows] = clusters.places[outputs[rows]] - clusters.starts[cluster]
        reached = weights * outer[clusters.labels, cluster]

        def joint(
            inputs: Entries,
            some: NDArray[np.int64],
            cluster: int = cluster,
            slots: NDArray[np.int64] = slots,
            reached: Weights = reached,
        ) -> Weights:
            shares = mechanism.inner_shares(inputs, cluster)[:, slots[some]] / STAGE_TOTAL
            return np.ascontiguousarray((reached[inputs, None] * shares).T)

        own = members[weights[members] > 0]
        if len(own):
            found.take(rows, own, joint(own, rows))
        others = reached.copy()
        others[members] = 0
        factors = _most(mechanism, cluster, members)[slots[rows]]
        bounded_search(found, rows, others, factors, joint)
    return found


def _most(mechanism: TwoStageMechanism, cluster: int, members: Entries) -> Weights:
    """(size,) a bound on the share of each member in the second stage, from anywhere."""
    index = mechanism.index
    rate = float(mechanism.inner_rates[cluster]) / (LEVELS_PER_UNIT * index.scale)
    shares = np.exp(-rate * (index.levels_from(members, members) + _ROUNDED))
    np.fill_diagonal(shares, 1.0)
    return _SLACK / shares.sum(axis=1) + _LEAST


_HEAD_ROWS = 1024
_DENSE_ROWS = 64
_FEW = 8


class Best(NamedTuple):
    """The most likely input behind each output. `inputs`: (n,) entries. `joint`: (n,) weight times P[input, output]."""

    inputs: Entries
    joint: NDArray[np.float64]

    def success(self, weights: Weights, prior: Weights) -> float:
        """Compute sum_y prior[x] P[x, y] for x = inputs[y]: the exact success of who guesses so while `prior` is true.
        `weights`: (n,) that these inputs were found with. `prior`: (n,) the true prior, summing to 1.
        """
        return float((self.joint * (prior / np.where(weights > 0, weights, 1))[self.inputs]).sum())


def best_inputs(mechanism: Mechanism, weights: Weights) -> Best:
    """Find argmax_x weights[x] P[x, y] for all outputs y.

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
    """Return whether rows are written out sooner than bounds are found for all outputs."""
    return _FEW * int(np.count_nonzero(weights)) <= mechanism.index.size


def candidates(mechanism: Mechanism, weights: Weights, outputs: Entries, count: int) -> Candidates:
    """Find the `count` largest weights[x] P[x, y] for each of these outputs y, shape (m,), best first. Raises
    AssumptionViolated where the mechanism has no table. Raises InputError where the prior is zero everywhere.
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
