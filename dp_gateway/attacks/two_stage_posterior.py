"""The likeliest inputs behind each output of a mechanism of two stages; exact, mostly from the output's own cluster.

An input x of whatever cluster gives member y with at most 1 / sum_z exp(-rate d(y, z)) over the members z, by the
triangle inequality. With the share of the first stage that bounds the joint probability, and rules most inputs of
other clusters out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.bounded import Candidates, Weights, bounded_search
from dp_gateway.mechanisms.base import Entries
from dp_gateway.mechanisms.two_stage import STAGE_TOTAL, TwoStageMechanism
from dp_gateway.vocabulary.index import LEVELS_PER_UNIT

__all__ = ["MOST_CLUSTERS", "best_of_two_stage"]

MOST_CLUSTERS = 4096
"""With more, going through the clusters takes longer than through the rows."""

_ROUNDED = 1.5
"""Three distances are rounded to levels, by half a level each."""

_SLACK = 1 + 1e-9
_LEAST = 2 / STAGE_TOTAL
"""Integer shares are rounded up by so much at most."""


def best_of_two_stage(mechanism: TwoStageMechanism, weights: Weights, outputs: Entries, count: int) -> Candidates:
    """The `count` largest weights[x] P[x, y] for each output y of (m,), in no order."""
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
