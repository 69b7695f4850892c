"""Search for the likeliest inputs behind outputs by bounds, so that most pairs need no look."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Entries

__all__ = ["Candidates", "Weights", "bounded_search"]

_ROWS = 64

Floats = NDArray[np.float64]

Weights = NDArray[np.float64]
"""(n,) a prior on inputs; it need not sum to 1."""


class Candidates(NamedTuple):
    """The most likely inputs behind some outputs.

    Attributes:
        inputs: (m, K) entries.
        joint: (m, K) weight times P[input, output]; 0 where there is no further input.
    """

    inputs: Entries
    joint: Floats

    @classmethod
    def none(cls, outputs: int, count: int) -> Candidates:
        """Nothing found yet."""
        return cls(np.zeros((outputs, count), np.int64), np.zeros((outputs, count)))

    def take(self, rows: NDArray[np.int64], inputs: Entries, joint: Floats) -> None:
        """Keep what is better among further inputs, none of them known yet.

        Args:
            rows: (r,) of which outputs.
            inputs: (k,) the same for all, or (r, k).
            joint: (r, k).
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
