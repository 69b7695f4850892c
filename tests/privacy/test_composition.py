"""Composition: never above basic, monotone, and equal to a closed form where there is one."""

from __future__ import annotations

import itertools
import math
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dp_gateway.errors import ConfigurationError
from dp_gateway.privacy.composition import _accounted, basic, compose, group

LEVELS = st.lists(st.tuples(st.floats(0, 4), st.sampled_from([0.0, 1e-9])), min_size=1, max_size=4)


@given(LEVELS)
@settings(max_examples=15)
def test_the_accountant_is_at_most_basic_and_grows_with_every_draw(levels):
    whole, less = compose(levels, 1e-6), compose(levels[:-1], 1e-6)
    assert less - 1e-9 <= whole <= basic(levels)[0] + 1e-9
    assert compose(levels, 1e-8) >= whole - 1e-9


def test_many_draws_cost_less_than_their_sum_and_one_randomised_response_is_exact():
    assert compose([(0.1, 0.0)] * 1000, 1e-6) < 0.25 * 100
    assert 1.9 < compose([(1.0, 0.0)] * 2, 1e-6) <= 2.0
    delta = 0.1
    # delta(e) = (e^1 - e^e) / (1 + e^1) of randomised response
    exact = math.log(math.e - delta * (1 + math.e))
    assert exact <= compose([(1.0, 0.0), (0.0, 0.0)], delta) + 1e-9


def test_what_cannot_be_proved_is_infinite():
    assert compose([(math.inf, 0.0)], 1e-6) == math.inf
    assert compose([(0.0, 0.5)], 1e-6) == math.inf
    assert compose([(0.0, 1.0)], 1e-6) == math.inf
    assert compose([], 0) == 0
    assert compose([(1.0, 0.0), (2.0, 0.0)], 0) == 3
    assert compose([(0.0, 0.0), (1.0, 1e-9)], 1e-6) == compose([(1.0, 1e-9)], 1e-6) > 0.99
    with pytest.raises(ConfigurationError):
        compose([(-1, 0)], 0)
    with pytest.raises(ConfigurationError):
        compose([(math.nan, 0)], 0)
    for delta in (-1e-9, 1.0, math.nan):
        with pytest.raises(ConfigurationError, match="delta"):
            compose([(1.0, 0.0)], delta)


def test_a_person_who_appears_often_changes_the_dearest_draws():
    levels = [(1.0, 1e-3), (3.0, 0.0), (2.0, 1e-6)]
    assert group(levels, 1) == [(3.0, 1e-3)]
    assert basic(group(levels, 2)) == (5.0, pytest.approx(1.001e-3))
    assert basic(group(levels, 9)) == basic(levels)
    with pytest.raises(ConfigurationError):
        group(levels, 0)


@given(LEVELS, st.integers(1, 4))
@settings(max_examples=15)
def test_no_choice_of_draws_is_worse_than_the_group(levels, times):
    dearest = group(levels, times)
    for chosen in itertools.combinations(levels, min(times, len(levels))):
        assert basic(chosen)[0] <= basic(dearest)[0] + 1e-9
        assert compose(chosen, 1e-6) <= compose(dearest, 1e-6) + 1e-9


def test_what_is_composed_again_is_remembered():
    compose([(0.7, 0.0)] * 300, 1e-6)
    before = _accounted.cache_info().hits
    assert compose([(0.7, 0.0)] * 300, 1e-6) == compose([(0.7, 0.0)] * 300, 1e-6)
    assert _accounted.cache_info().hits == before + 2


def test_a_coarser_grid_is_never_below_a_finer_one():
    totals = [compose([(2.0, 0.0)] * count, 1e-5) for count in (98, 99, 100, 101, 102, 199, 200, 201)]
    assert totals == sorted(totals)


def test_without_the_accountant_levels_add_up(monkeypatch):
    monkeypatch.setitem(sys.modules, "dp_accounting", None)
    monkeypatch.setattr("dp_gateway.privacy.composition.find_spec", lambda name: None)
    assert compose([(0.1, 1e-9)] * 1000, 1e-5) == pytest.approx(100)
    assert compose([(0.1, 1e-9)] * 1000, 1e-7) == math.inf
