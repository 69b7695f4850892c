"""Utility and likeliest inputs of many settings in one pass over the words of a sample.

Distances and cosines, most of the work, are computed once for all mechanisms and epsilons, and each row once for both
figures. What is found is what `Mechanism.utility` and `attacks.posterior.best_inputs` find alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.posterior import Best, rows_are_few
from dp_gateway.mechanisms.base import Entries, Mechanism
from dp_gateway.mechanisms.certify import kept_utility
from dp_gateway.mechanisms.dense import in_threads
from dp_gateway.mechanisms.radial import RadialMechanism
from dp_gateway.mechanisms.santext import SanTextPlus
from dp_gateway.privacy.certificate import Utility
from dp_gateway.vocabulary.index import Index

__all__ = ["best_together"]

Floats = NDArray[np.float64]


@runtime_checkable
class _OfDistances(Protocol):
    """A mechanism whose rows follow from distance levels."""

    def rows_at(self, entries: Entries, levels: NDArray[np.uint16]) -> Floats: ...


class _Block(NamedTuple):
    """What a block of rows adds: for each output the largest joint weights, whose they are, and the cosines."""

    best: Floats
    inputs: Entries
    likeliest: Floats
    cosine: float


def best_together(
    mechanisms: Sequence[Mechanism], prior: Floats, weights: Floats, progress: Callable[[int, int], None]
) -> dict[str, Best]:
    """Keep the utility of mechanisms over a prior beside the index, and return the likeliest inputs by `table_name`.

    Mechanisms whose rows do not follow from distances are left alone, as are large samples, where rows are bounded
    sooner than written out.

    Args:
        mechanisms: over one index.
        prior: (n,) true frequencies, summing to 1.
        weights: (n,) the attacker's, positive wherever the prior is.
        progress: words done, and their number.
    """
    tables = {each.table_name: each for each in mechanisms}
    made = [(name, each) for name, each in tables.items() if isinstance(each, _OfDistances)]
    support = np.flatnonzero(weights)
    if not made or not rows_are_few(made[0][1], weights):
        return {}
    index = made[0][1].index
    cosines = _Cosines(index)

    def blocks(entries: Entries) -> list[_Block]:
        levels = index.levels_from(entries)
        between = index.cosines(entries[:, None], np.arange(index.size), levels)
        found: list[_Block] = []
        for _, mechanism in made:
            law = mechanism.rows_at(entries, levels)
            best, inputs = _largest(law * weights[entries, None], entries)
            law *= prior[entries, None]
            by_level = isinstance(mechanism, RadialMechanism | SanTextPlus)
            cosine = float(np.vdot(law, between)) if by_level else cosines.of(entries, law)
            found.append(_Block(best, inputs, law.max(axis=0), cosine))
        return found

    sums = [_Block(np.zeros(index.size), np.zeros(index.size, np.int64), np.zeros(index.size), 0.0) for _ in made]
    for parts in in_threads(blocks, support, progress):
        sums = [_joined(sum_, part) for sum_, part in zip(sums, parts, strict=True)]
    for (_, mechanism), found in zip(made, sums, strict=True):
        utility = Utility(float(found.likeliest.sum()), found.cosine)
        kept_utility(mechanism, prior, lambda utility=utility: utility)
    return {name: Best(found.inputs, found.best) for (name, _), found in zip(made, sums, strict=True)}


def _largest(joint: Floats, entries: Entries) -> tuple[Floats, Entries]:
    """The largest of each column, (n,), and the first entry that has it; row by row, which stays in the cache."""
    best, inputs = np.zeros(joint.shape[1]), np.zeros(joint.shape[1], np.int64)
    for entry, row in zip(entries.tolist(), joint, strict=True):
        better = row > best
        np.copyto(best, row, where=better)
        np.copyto(inputs, entry, where=better)
    return best, inputs


def _joined(before: _Block, part: _Block) -> _Block:
    better = part.best > before.best
    np.copyto(before.best, part.best, where=better)
    np.copyto(before.inputs, part.inputs, where=better)
    np.maximum(before.likeliest, part.likeliest, out=before.likeliest)
    return before._replace(cosine=before.cosine + part.cosine)


class _Cosines:
    """Expected cosines by the vectors themselves, as `mechanisms.dense` has them."""

    def __init__(self, index: Index) -> None:
        self._units = index.vectors / np.sqrt(index.squared_norms)[:, None]
        # OpenBLAS is twenty times slower the other way round.
        self._columns = np.ascontiguousarray(self._units.T)

    def of(self, entries: Entries, rows: Floats) -> float:
        """The sum over rows, (m, n), of weight times cosine."""
        means = (self._columns @ rows.astype(np.float32).T).T
        return float(np.vdot(means, self._units[entries]))
