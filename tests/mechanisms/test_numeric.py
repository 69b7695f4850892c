"""Discrete Laplace on a folded grid: brute force of its guarantee, its law against OpenDP's, odd numbers."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.errors import AssumptionViolated, InvalidEpsilon
from dp_gateway.mechanisms.numeric import NumericMechanism, round_to
from dp_gateway.mechanisms.numeric_table import circle_of, order_survival
from dp_gateway.testing import SeededStream
from dp_gateway.testing.conformance import brute_force_level, chi_square_p

SMALL = [
    (1.0, 0, 12, 1, 3, "linear"),
    (0.3, 5, 6, "0.125", 1, "linear"),
    (4.0, 0, 9, 1, 1, "linear"),
    (1.0, 1, 100, "0.25", math.log(1.5), "log"),
    (60.0, 0, 8, 1, 1, "linear"),
    (1e-9, 0, 8, 1, 1, "linear"),
]


def table(mechanism: NumericMechanism, values: list[Decimal], quantum: Decimal | None = None) -> np.ndarray:
    return np.array([mechanism.distribution(value, quantum)[1] for value in values])


@pytest.mark.parametrize("setting", SMALL)
def test_metric_level_is_the_worst_ratio_per_unit(setting: tuple) -> None:
    mechanism = NumericMechanism(*setting, never_self=False)
    rows = table(mechanism, mechanism.grid)
    np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-12)
    assert (rows > 0).all()
    level = mechanism.level()
    assert level.metric <= setting[0] * (1 + 1e-12)
    unit_steps = mechanism.steps_per_unit
    for i, row in enumerate(rows):
        for k, other in enumerate(rows):
            assert np.log(row / other).max() <= level.metric * abs(i - k) / unit_steps + 1e-9
    assert level.epsilon == pytest.approx(brute_force_level(rows), rel=1e-9)
    assert level.delta == 0
    assert level.excess == 0


def test_the_full_epsilon_is_spent() -> None:
    """No factor 1/2 is lost: the worst pair is within 1 % of the nominal level."""
    mechanism = NumericMechanism(1.0, 0, 400, 1, 5, never_self=False)
    rows = table(mechanism, [Decimal(200), Decimal(205)])
    assert np.log(rows[0] / rows[1]).max() == pytest.approx(1, rel=0.01)
    assert mechanism.metric == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("setting", SMALL)
@pytest.mark.parametrize("quantum", [None, "1", "3"])
def test_never_self_level_by_definition(setting: tuple, quantum: str | None) -> None:
    mechanism = NumericMechanism(*setting)
    step = None if quantum is None else Decimal(quantum)
    inputs = mechanism.grid
    if step:
        multiples = [step * k for k in range(0, 200) if mechanism.grid[0] <= step * k <= mechanism.grid[-1]]
        inputs = sorted({*mechanism.distribution(mechanism.grid[0], step)[0], *multiples})
    rows = table(mechanism, inputs, step)
    level = mechanism.level(step)
    for value, row in zip(inputs, rows, strict=True):
        outputs = mechanism.distribution(value, step)[0]
        assert len(outputs) == 1 or not any(p > 0 for y, p in zip(outputs, row, strict=True) if y == value)
    epsilon, delta = 0.0, 0.0
    for row in rows:
        shared = (row > 0) & (rows > 0)
        epsilon = max(epsilon, float(np.log(np.where(shared, row / np.where(shared, rows, 1), 1)).max()))
    for row in rows:
        delta = max(delta, float(np.maximum(0, row - math.exp(min(epsilon, 700)) * rows).sum(axis=1).max()))
    assert level.epsilon == pytest.approx(epsilon, rel=1e-9, abs=1e-12)
    assert level.delta == pytest.approx(delta, rel=1e-6, abs=1e-9)
    for i, row in enumerate(rows):
        for k, other in enumerate(rows):
            shared = (row > 0) & (other > 0)
            apart = abs(mechanism._nearest(inputs[i]) - mechanism._nearest(inputs[k])) / mechanism.steps_per_unit
            if shared.any():
                assert np.log(row[shared] / other[shared]).max() <= level.metric * apart + level.excess + 1e-9


@pytest.mark.parametrize("factor", [0.7, 1.3, 2.0])
def test_a_wrong_epsilon_is_seen(factor: float) -> None:
    """The brute force above tells other levels from the nominal one."""
    mechanism = NumericMechanism(factor, 0, 40, 1, 5, never_self=False)
    rows = table(mechanism, [Decimal(20), Decimal(25)])
    assert abs(np.log(rows[0] / rows[1]).max() - 1) > 0.2


@given(st.integers(2, 300), st.floats(1e-12, 800))
def test_circle_keeps_its_promise_in_integers(points: int, epsilon: float) -> None:
    circle = circle_of(points, epsilon)
    assert len(circle) == 2 * points
    assert circle[1:] == circle[:0:-1]
    assert min(circle) >= 1
    assert 1 << 60 < sum(circle) < 1 << 63
    ratio = Fraction(math.nextafter(math.exp(-epsilon), 0))
    assert all(ratio * near <= far <= near for near, far in pairwise(circle[: points + 1]))


@pytest.mark.parametrize("never_self", [False, True])
@pytest.mark.parametrize("quantum", [None, "10"])
def test_draws_follow_the_law(never_self: bool, quantum: str | None) -> None:
    """False-positive rate 1e-6 a case, for a fresh seed."""
    mechanism = NumericMechanism(1.0, 0, 120, 1, 5, never_self=never_self)
    step = None if quantum is None else Decimal(quantum)
    for value in (0, 34, 120):
        stream = SeededStream(value)
        drawn = [mechanism.release(value, stream, step) for _ in range(20_000)]
        outputs, law = mechanism.distribution(value, step)
        counts = np.array([drawn.count(output) for output in outputs])
        assert counts.sum() == len(drawn)
        assert chi_square_p(counts, law) > 1e-6


def test_law_is_that_of_opendp() -> None:
    """OpenDP's discrete Laplace, folded into the range, against our exact law; false-positive rate 1e-6 a value."""
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    mechanism = NumericMechanism(1.0, 0, 60, 1, 5, never_self=False)
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    noisy = dp.m.make_laplace(*space, scale=5.0)
    points = len(mechanism.grid)
    for value in (0, 3, 30, 60):
        draws = np.array(noisy([value] * 50_000)) % (2 * points)
        folded = np.minimum(draws, 2 * points - 1 - draws)
        assert chi_square_p(np.bincount(folded, minlength=points), mechanism.distribution(value)[1]) > 1e-6
    wrong = NumericMechanism(1.1, 0, 60, 1, 5, never_self=False).distribution(60)[1]
    assert chi_square_p(np.bincount(folded, minlength=points), wrong) < 1e-6


@given(st.one_of(st.floats(), st.fractions(), st.integers(), st.decimals(allow_nan=False), st.just(10**400)))
def test_no_number_raises(value: float | Fraction | int | Decimal) -> None:
    for mechanism in (MONEY, AGE):
        drawn = mechanism.release(value, SeededStream(1))
        assert mechanism.grid[0] <= drawn <= mechanism.grid[-1]
        assert drawn in mechanism.grid


MONEY = NumericMechanism(1.0, "0.01", 10**9, "0.05", math.log(1.1), "log")
AGE = NumericMechanism(1.0, 0, 120, 1, 5)


def test_odd_numbers() -> None:
    for value in (math.nan, Decimal("NaN"), -math.inf, Decimal("-1e400")):
        assert AGE.distribution(value)[1].tolist() == AGE.distribution(0)[1].tolist()
    for value in (math.inf, Decimal("1e400"), 10**400):
        assert AGE.distribution(value)[1].tolist() == AGE.distribution(120)[1].tolist()


def test_equal_streams_give_equal_draws() -> None:
    assert [AGE.release(40, SeededStream(s)) for s in range(20)] == [
        AGE.release(40, SeededStream(s)) for s in range(20)
    ]
    assert len({AGE.release(40, SeededStream(s)) for s in range(50)}) > 5


def test_no_atom_at_the_ends() -> None:
    """Why noise is folded and not clamped: next to the end, the end takes half of the mass of a clamped draw."""
    law = NumericMechanism(1.0, 0, 120, 1, 5, never_self=False).distribution(119)[1]
    assert law[-1] < 0.2


@given(st.lists(st.integers(0, 120), min_size=2, max_size=6))
def test_order_survival_by_summation(ages: list[int]) -> None:
    matrix = AGE.order_survival(ages)
    for i, a in enumerate(ages):
        for k, b in enumerate(ages):
            if a == b:
                assert matrix[i, k] == 1
                continue
            left, right = AGE.distribution(a)[1], AGE.distribution(b)[1]
            kept = np.triu(np.outer(left, right), 1) if a < b else np.tril(np.outer(left, right), -1)
            assert matrix[i, k] == pytest.approx(kept.sum(), rel=1e-9)


def test_order_survival_against_draws() -> None:
    """Five standard deviations of 20,000 draws."""
    ages, stream = [20, 24, 31, 60], SeededStream(3)
    draws = np.array([[float(AGE.release(age, stream)) for age in ages] for _ in range(20_000)])
    expected = AGE.order_survival(ages)
    for i in range(4):
        for k in range(i + 1, 4):
            share = (draws[:, i] < draws[:, k]).mean()
            assert abs(share - expected[i, k]) < 5 * math.sqrt(0.25 / len(draws))
    assert expected[0, 3] > expected[0, 2] > expected[0, 1] > 0.5


def test_order_survival_of_different_outputs() -> None:
    laws = [([Decimal(1), Decimal(2)], np.array([0.5, 0.5])), ([Decimal(2), Decimal(3)], np.array([0.25, 0.75]))]
    assert order_survival([1.0, 2.0], laws)[0, 1] == pytest.approx(0.5 + 0.5 * 0.75)


@given(st.integers(-(10**6), 10**6), st.integers(1, 1000))
def test_rounding_is_to_the_nearest(value: int, quantum: int) -> None:
    rounded = round_to(Decimal(value) / 8, Decimal(quantum))
    assert rounded % quantum == 0
    assert abs(rounded - Decimal(value) / 8) <= Decimal(quantum) / 2


def test_guarantee_names_the_levels() -> None:
    guarantee, level = AGE.guarantee, AGE.level()
    assert (guarantee.nominal_epsilon, guarantee.certified_epsilon) == (1.0, level.epsilon)
    assert guarantee.domain == "numbers from 0 to 120"
    assert f"delta {level.delta:.3g}" in guarantee.assumptions[0]
    assert not NumericMechanism(1.0, 0, 120, 1, 5, never_self=False).guarantee.assumptions


@pytest.mark.parametrize(
    "arguments",
    [
        (1, 5, 5, 1, 1),
        (1, 5, 4, 1, 1),
        (1, 0, 10, 0, 1),
        (1, 0, 10, 1, -1),
        (1, 0, 10, 100, 1),
        (1, 0, 10**9, 1, 1),
        (1, 0, 10, 1, 1, "log"),
        (1, math.nan, 10, 1, 1),
    ],
)
def test_what_is_no_grid_is_refused(arguments: tuple) -> None:
    with pytest.raises(AssumptionViolated):
        NumericMechanism(*arguments)
    with pytest.raises(InvalidEpsilon):
        NumericMechanism(0, *arguments[1:])


@pytest.mark.parametrize(
    ("low", "high", "step"), [("0.01", "1e12", "0.01"), ("100", "1e6", "0.01"), ("3", "1e9", "0.0037")]
)
def test_points_of_the_log_scale_are_the_powers_to_fifteen_digits(low: str, high: str, step: str) -> None:
    grid = NumericMechanism(1.0, Decimal(low), Decimal(high), Decimal(step), math.log(1.1), "log").grid
    assert grid == [Decimal(f"{Decimal(low) * (Decimal(step) * k).exp():.14e}") for k in range(len(grid))]
    assert grid[-1] <= Decimal(high) < grid[-1] * Decimal(step).exp()
