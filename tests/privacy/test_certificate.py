"""Exact levels against brute force on random tables."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dp_gateway.privacy.certificate import HeadRows, head_tail_level, head_tail_success, log_ratio

N, K, TOTAL = 7, 3, 64


def tables() -> st.SearchStrategy[tuple[HeadRows, np.ndarray]]:
    def make(draw: st.DrawFn) -> tuple[HeadRows, np.ndarray]:
        outputs = np.stack([np.array(draw(st.permutations(range(N))))[:K] for _ in range(N)])
        heads = draw(hnp.arrays(np.int64, (N, K), elements=st.integers(0, 21)))
        column = draw(hnp.arrays(np.int64, N, elements=st.integers(0, 5)))
        column[0] += 1
        return HeadRows(np.arange(N), outputs, heads, TOTAL - heads.sum(axis=1)), column

    return st.composite(make)()


def exact(rows: HeadRows, column: np.ndarray) -> list[list[Fraction]]:
    total = int(column.sum())
    table = [[Fraction(int(tail) * int(c), TOTAL * total) for c in column] for tail in rows.tails]
    for x in range(N):
        for y, head in zip(rows.outputs[x].tolist(), rows.heads[x].tolist(), strict=True):
            table[x][y] += Fraction(head, TOTAL)
    return table


@given(tables())
def test_level_is_the_largest_ratio(case: tuple[HeadRows, np.ndarray]) -> None:
    rows, column = case
    table = exact(rows, column)
    worst = 0.0
    for y in range(N):
        values = [table[x][y] for x in range(N)]
        if max(values):
            worst = max(worst, math.inf if not min(values) else math.log(max(values) / min(values)))
    level = head_tail_level([rows], column, int(column.sum()))
    assert level.epsilon == worst or math.isclose(level.epsilon, worst, rel_tol=1e-12)
    if worst:
        high, low = table[level.x][level.output], table[level.x_prime][level.output]
        assert high
        assert (math.inf if not low else math.log(high / low)) == worst or math.isclose(math.log(high / low), worst)


@given(tables(), hnp.arrays(np.float64, N, elements=st.floats(0.01, 1)))
def test_success_is_the_sum_of_column_maxima(case: tuple[HeadRows, np.ndarray], prior: np.ndarray) -> None:
    rows, column = case
    prior = prior / prior.sum()
    table = np.array([[float(value) for value in row] for row in exact(rows, column)])
    success = head_tail_success([rows], column, int(column.sum()), TOTAL, prior)
    assert math.isclose(success, (prior[:, None] * table).max(axis=0).sum(), rel_tol=1e-12)


@given(st.integers(1, 2**200), st.integers(1, 2**200))
def test_log_ratio_is_never_below_the_truth(a: int, b: int) -> None:
    high, low = max(a, b), min(a, b)
    value = log_ratio(high, low)
    assert math.isclose(value, math.log(high) - math.log(low), rel_tol=1e-9, abs_tol=1e-12)
    assert value >= 0
    assert log_ratio(high, 0) == math.inf
    assert log_ratio(high, high) == 0
