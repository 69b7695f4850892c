"""Exact levels against brute force on random tables.

Of faults made by hand these have to notice: a log ratio that is not rounded up, words in all first heads that are not
looked up in the level.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dp_gateway.privacy.certificate import (
    ColumnExtremes,
    HeadRows,
    blocks_of,
    head_tail_level,
    head_tail_success,
    log_ratio,
)

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
    for x in range(len(rows.entries)):
        for y, head in zip(rows.outputs[x].tolist(), rows.heads[x].tolist(), strict=True):
            table[x][y] += Fraction(head, TOTAL)
    return table


@given(tables())
def test_level_is_the_largest_ratio(case: tuple[HeadRows, np.ndarray]) -> None:
    check_level(*case)


@given(st.integers(0, 99), st.lists(st.integers(1, 21), min_size=100, max_size=100))
@settings(max_examples=5)
def test_words_that_nearly_all_heads_hold_are_looked_up_in_all_of_them(lacking: int, heads: list[int]) -> None:
    """Every head holds output 0, and every one but one holds output 1."""
    size = len(heads)
    weights = np.array([[6, head] for head in heads])
    weights[lacking, 1] = 0
    rows = HeadRows(np.arange(size), np.tile([0, 1], (size, 1)), weights, TOTAL - weights.sum(axis=1))
    check_level(rows, np.array([3, *[1] * (size - 1)]))


def test_an_output_that_only_the_least_of_tails_gives_is_no_small_matter() -> None:
    rows = HeadRows(np.arange(2), np.array([[0], [0]]), np.array([[TOTAL - 1], [TOTAL]]), np.array([1, 0]))
    check_level(rows, np.array([1, 1]))
    assert head_tail_level([rows], np.array([1, 1]), 2) == (math.inf, 0, 1, 1)


def check_level(rows: HeadRows, column: np.ndarray) -> None:
    """The level is what a look at every pair gives, and is attained where it says so."""
    table = exact(rows, column)
    worst = 0.0
    for y in range(len(column)):
        values = [row[y] for row in table]
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


@given(st.integers(1, 2**200), st.integers(1, 2**200) | st.floats(1, 3), st.booleans())
def test_log_ratio_is_never_below_the_truth(a: int, other: float, wide: bool) -> None:
    b = other if isinstance(other, int) else int(a * other)
    high, low = (max(a, b), min(a, b)) if wide else (max(a, b) >> 140 or 1, min(a, b) >> 140 or 1)
    value = log_ratio(high, low)
    with localcontext(prec=120):
        truth = (Decimal(high) / Decimal(low)).ln()
        assert truth <= Decimal(value) <= truth * (1 + Decimal("1e-13")) + Decimal("1e-12") * (high > 2 * low)
    assert log_ratio(high, 0) == math.inf
    assert log_ratio(high, high) == 0 == log_ratio(0, 0)


def test_log_ratio_of_integers_beyond_floats() -> None:
    """Those of a row times those of a column; their quotient need not be a float."""
    assert log_ratio(2**3000, 1) == pytest.approx(3000 * math.log(2))


@given(hnp.arrays(np.float64, (5, 4), elements=st.sampled_from([0.0, 0.1, 0.2, 0.4, 0.5])))
def test_the_worst_column_of_blocks_is_that_of_the_table(table: np.ndarray) -> None:
    extremes = ColumnExtremes(table.shape[1])
    blocks = list(blocks_of(len(table), 2))
    assert [block.tolist() for block in blocks] == [[0, 1], [2, 3], [4]]
    for number, block in enumerate(blocks):
        extremes.add(number, table[block].min(axis=0), table[block].max(axis=0))
    output, high, low = extremes.worst()
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(table.max(axis=0) > 0, table.max(axis=0) / table.min(axis=0), 0.0)
    assert ratios[output] == ratios.max()
    if ratios.max():
        assert table[blocks[high], output].max() == table[:, output].max()
        assert table[blocks[low], output].min() == table[:, output].min()
