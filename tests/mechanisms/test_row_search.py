"""A draw falls to the output that its bits belong to, at every bound of every row and of the common tail."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dp_gateway.mechanisms.rows import COLUMN_TOTAL, ROW_TOTAL, HeadTailMechanism, integer_shares
from dp_gateway.vocabulary.index import Index

Integers = NDArray[np.int64]


class _Given(HeadTailMechanism):
    """Heads as given; slot s of a row is output s modulo the vocabulary."""

    name = "given"

    def __init__(self, index: Index, heads: Integers, column: Integers | None) -> None:
        super().__init__(index, 1.0, heads.shape[1], column)
        self._heads = heads

    def outputs(self, entries: Integers) -> NDArray[np.integer[Any]]:
        return np.broadcast_to(np.arange(self.width) % self.index.size, (len(entries), self.width))

    def output_at(self, entries: Integers, slots: Integers) -> Integers:
        return slots % self.index.size

    def heads(self, entries: Integers) -> Integers:
        return self._heads[entries]

    def output_levels(self, entries: Integers) -> NDArray[np.uint16]:
        raise NotImplementedError


class _Bits:
    def __init__(self, rows: Integers, column: Integers | int = 0) -> None:
        self._bits = (rows.astype(np.uint64) << np.uint64(33)) | np.asarray(column).astype(np.uint64)

    def uint64(self, count: int) -> NDArray[np.uint64]:
        assert count == len(self._bits)
        return self._bits


def _around(bounds: Integers, total: int) -> Integers:
    places = np.unique(np.concatenate((bounds - 1, bounds, [0, total - 1])))
    return places[(places >= 0) & (places < total)]


@pytest.mark.parametrize("width", [1, 2, 7, 8, 9, 20, 63, 64, 65, 400, 512, 513])
@pytest.mark.parametrize("empty", [0.0, 0.7])
def test_every_bound_of_a_row(toy: Index, width: int, empty: float) -> None:
    random = np.random.default_rng(width)
    weights = random.random((toy.size, width)) ** 4 * (random.random((toy.size, width)) >= empty)
    weights[:, -1] += 1e-3
    made = _Given(toy, integer_shares(weights, ROW_TOTAL), None)
    for entry in range(0, toy.size, 7):
        bounds = np.cumsum(made.heads(np.array([entry]))[0])
        draws = _around(bounds, ROW_TOTAL)
        slots = np.searchsorted(bounds, draws, side="right")
        drawn = made.release(np.full(len(draws), entry), _Bits(draws))
        assert (drawn == slots % toy.size).all()


@pytest.mark.parametrize("seed", range(4))
def test_every_bound_of_the_tail(toy: Index, seed: int) -> None:
    random = np.random.default_rng(seed)
    # Outputs of weight one, and of none, beside others that fill whole stretches of the draws.
    weights = random.random(toy.size) ** 20 * (random.random(toy.size) < 0.6)
    column = integer_shares(weights, COLUMN_TOTAL, least=seed % 2)
    heads = np.full((toy.size, 3), 5)
    made = _Given(toy, heads, column)
    bounds = np.cumsum(column)
    draws = _around(bounds, COLUMN_TOTAL)
    drawn = made.release(np.zeros(len(draws), np.int64), _Bits(np.full(len(draws), ROW_TOTAL - 1), draws))
    assert (drawn == np.searchsorted(bounds, draws, side="right")).all()
    assert (column[drawn] > 0).all()
    # The last draw of the head, and the first of the tail.
    edge = made.release(np.zeros(2, np.int64), _Bits(np.array([14, 15]), 0))
    assert edge.tolist() == [2, int(np.searchsorted(bounds, 0, side="right"))]
