"""The staircase on a public grid: brute force of its guarantee, draws against its law, mutants, odd inputs."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.errors import AssumptionViolated, InvalidEpsilon
from dp_gateway.mechanisms.numeric import NumericMechanism, RemainingOutputs, order_survival
from dp_gateway.testing import SeededStream
from dp_gateway.testing.conformance import brute_force_level, chi_square_p

SMALL = [(1.0, 13, 3), (6.0, 40, 7), (0.3, 9, 9), (4.0, 2, 2), (19.0, 12, 4), (1e-9, 8, 3), (6.0, 121, 10)]
AGE = NumericMechanism(6.0, range(121), 11)


def table(mechanism: NumericMechanism) -> np.ndarray:
    return np.array([mechanism.distribution(place) for place in range(len(mechanism.outputs))])


@pytest.mark.parametrize(("epsilon", "points", "width"), SMALL)
def test_level_by_definition(epsilon: float, points: int, width: int) -> None:
    mechanism = NumericMechanism(epsilon, range(points), width, never_self=False)
    rows = table(mechanism)
    np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-12)
    assert mechanism.level == pytest.approx(brute_force_level(rows), rel=1e-9, abs=1e-12)
    assert mechanism.level <= epsilon


@pytest.mark.parametrize(("epsilon", "points", "width"), SMALL)
def test_never_self_level_by_definition(epsilon: float, points: int, width: int) -> None:
    mechanism = NumericMechanism(epsilon, range(points), width)
    rows = table(mechanism)
    np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-12)
    assert (np.diag(rows) == rows.min()).all()
    assert mechanism.level >= brute_force_level(rows) - 1e-12
    assert mechanism.level <= epsilon


@pytest.mark.parametrize("never_self", [False, True])
def test_mutants_do_not_keep_the_level(never_self: bool) -> None:
    """A weight that is a tenth larger, and a window that is narrower at the ends, are found by the brute force."""
    mechanism = NumericMechanism(6.0, range(40), 7, never_self=never_self)
    rows = table(mechanism)
    heavier = np.where(rows == rows.max(), rows * 1.1, rows)
    assert brute_force_level(heavier / heavier.sum(axis=1, keepdims=True)) > mechanism.level + 0.05
    narrower = np.array(rows)
    narrower[0, 4:7] = rows.min()
    assert brute_force_level(narrower / narrower.sum(axis=1, keepdims=True)) > mechanism.level + 0.05
    without = np.where(np.eye(len(rows), dtype=bool), 0, rows)
    assert brute_force_level(without / without.sum(axis=1, keepdims=True)) == math.inf


@pytest.mark.parametrize("never_self", [False, True])
@pytest.mark.parametrize("width", [10, 11])
def test_draws_follow_the_law(never_self: bool, width: int) -> None:
    """False-positive rate 1e-6 a case, for a fresh seed; a small epsilon, so that all outputs occur."""
    mechanism = NumericMechanism(2.0, range(60), width, never_self=never_self)
    for place in (0, 3, 34, 59):
        stream = SeededStream(place)
        counts = np.bincount([mechanism.release(place, stream) for _ in range(20_000)], minlength=60)
        assert chi_square_p(counts, mechanism.distribution(place)) > 1e-6
        wrong = NumericMechanism(2.5, range(60), width, never_self=never_self).distribution(place)
        assert chi_square_p(counts, wrong) < 1e-6


@given(st.one_of(st.integers(), st.decimals(allow_nan=False, allow_infinity=False)))
def test_a_value_is_taken_as_the_nearest_output(value: int | Decimal) -> None:
    exact = Decimal(value)
    place = AGE.place(exact)
    assert abs(exact - place) == min(abs(exact - output) for output in AGE.outputs)


def test_equal_streams_give_equal_draws() -> None:
    draws = [AGE.release(40, SeededStream(s)) for s in range(50)]
    assert draws == [AGE.release(40, SeededStream(s)) for s in range(50)]
    assert len(set(draws)) > 5


@pytest.mark.parametrize("never_self", [False, True])
@pytest.mark.parametrize("shut_out", [[3], [2, 9, 10, 17], [], list(range(8, 14))])
def test_the_share_of_outputs_is_the_largest_over_all_rows(never_self: bool, shut_out: list[int]) -> None:
    mechanism = NumericMechanism(3.0, range(21), 5, never_self=never_self)
    assert mechanism.share(shut_out) == pytest.approx(table(mechanism)[:, shut_out].sum(axis=1).max())


@given(st.lists(st.integers(0, 120), min_size=2, max_size=6))
def test_order_survival_by_summation(ages: list[int]) -> None:
    outputs = np.arange(121.0)
    matrix = order_survival(list(map(float, ages)), [(outputs, AGE.distribution(age)) for age in ages])
    for i, a in enumerate(ages):
        for k, b in enumerate(ages):
            if a == b:
                assert matrix[i, k] == 1
                continue
            left, right = AGE.distribution(a), AGE.distribution(b)
            kept = np.triu(np.outer(left, right), 1) if a < b else np.tril(np.outer(left, right), -1)
            assert matrix[i, k] == pytest.approx(kept.sum(), rel=1e-9)


def test_order_survival_of_different_outputs() -> None:
    laws = [(np.array([1.0, 2.0]), np.array([0.5, 0.5])), (np.array([2.0, 3.0]), np.array([0.25, 0.75]))]
    assert order_survival([1.0, 2.0], laws)[0, 1] == pytest.approx(0.5 + 0.5 * 0.75)


def test_guarantee_names_the_level() -> None:
    guarantee = AGE.guarantee
    assert (guarantee.nominal_epsilon, guarantee.certified_epsilon) == (6.0, AGE.level)
    assert guarantee.domain == "numbers from 0 to 120"


@pytest.mark.parametrize(("outputs", "width"), [((1,), 1), ((1, 1), 2), ((2, 1), 2), ((1, 2, 3), 4), ((1, 2, 3), 1)])
def test_what_is_no_class_is_refused(outputs: tuple[int, ...], width: int) -> None:
    with pytest.raises(AssumptionViolated):
        NumericMechanism(1.0, outputs, width)
    with pytest.raises(InvalidEpsilon):
        NumericMechanism(0, outputs, width)


class Points:
    """A stream whose next word is one that is told."""

    def __init__(self, word: int) -> None:
        self._word = word

    def uint64(self, count: int) -> np.ndarray:
        return np.full(count, self._word, np.uint64)


def light(points: int, width: int, never_self: bool) -> NumericMechanism:
    """A mechanism whose integers are small enough to try each of them."""
    mechanism = NumericMechanism(1.0, range(points), width, never_self=never_self)
    mechanism.low, mechanism.high = 1, 3
    often = width - never_self
    mechanism.total = often * mechanism.high + (points - often) * mechanism.low
    return mechanism


@pytest.mark.parametrize("never_self", [False, True])
@pytest.mark.parametrize("width", [4, 5, 12])
def test_each_number_gives_one_output_as_often_as_its_weight_says(width: int, never_self: bool) -> None:
    mechanism = light(12, width, never_self)
    for place in range(12):
        drawn = [mechanism.at_point(place, point) for point in range(mechanism.total)]
        assert np.bincount(drawn, minlength=12).tolist() == mechanism.weights(place).tolist()
        assert [mechanism.point(place, one) for one in range(12)] == [drawn.index(one) for one in range(12)]


@pytest.mark.parametrize("never_self", [False, True])
@pytest.mark.parametrize("gone", [(), (0,), (3, 4, 5), (11,), tuple(range(0, 12, 2)), tuple(range(1, 12))])
def test_what_remains_is_drawn_by_the_weights_that_it_has(gone: tuple[int, ...], never_self: bool) -> None:
    mechanism = light(12, 5, never_self)
    taken = RemainingOutputs(mechanism, ())
    for place in gone:
        taken.remove(place)
        taken.remove(place)
    for remaining in (RemainingOutputs(mechanism, gone), RemainingOutputs(mechanism, ()).without(gone), taken):
        for place in range(12):
            weights = mechanism.weights(place)
            weights[list(gone)] = 0
            drawn = [remaining.release(place, Points(point)) for point in range(weights.sum())]
            assert np.bincount(drawn, minlength=12).tolist() == weights.tolist()  # type: ignore[arg-type]


def test_where_nothing_remains_nothing_is_drawn() -> None:
    assert RemainingOutputs(light(4, 3, True), range(4)).release(1, Points(0)) is None
