"""Composition: never above basic, monotone, and equal to a closed form where there is one."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dp_gateway.errors import ConfigurationError
from dp_gateway.privacy.composition import basic, compose, group

LEVELS = st.lists(st.tuples(st.floats(0, 4), st.sampled_from([0.0, 1e-9])), min_size=1, max_size=4)


@given(LEVELS)
@settings(max_examples=15)
def test_the_accountant_is_at_most_basic_and_grows_with_every_draw(levels):
    whole, less = compose(levels, 1e-6), compose(levels[:-1], 1e-6)
    assert less - 2e-3 <= whole <= basic(levels)[0] + 1e-9
    assert compose(levels, 1e-8) >= whole - 1e-9


def test_many_draws_cost_less_than_their_sum_and_one_randomised_response_is_exact():
    assert compose([(0.1, 0.0)] * 1000, 1e-6) < 0.25 * 100
    delta = 0.1
    # delta(e) = (e^1 - e^e) / (1 + e^1) of randomised response
    exact = math.log(math.e - delta * (1 + math.e))
    assert exact <= compose([(1.0, 0.0), (0.0, 0.0)], delta) + 1e-9


def test_what_cannot_be_proved_is_infinite():
    assert compose([(math.inf, 0.0)], 1e-6) == math.inf
    assert compose([(0.0, 0.5)], 1e-6) == math.inf
    assert compose([], 0) == 0
    with pytest.raises(ConfigurationError):
        compose([(-1, 0)], 0)
    with pytest.raises(ConfigurationError):
        compose([(math.nan, 0)], 0)


def test_a_person_who_appears_often():
    assert group((2.0, 0.0), 3) == (6.0, 0.0)
    epsilon, delta = group((1.0, 1e-3), 2)
    assert epsilon == 2
    assert delta == pytest.approx(1e-3 * (1 + math.e))
    assert group((50.0, 1e-3), 100) == (5000.0, 1.0)
