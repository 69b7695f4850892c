"""Epsilons that are read from people, and levels that are printed for them."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dp_gateway.errors import InvalidEpsilon
from dp_gateway.privacy.guarantee import Price, check_epsilon, epsilon_json, parse_epsilon


@pytest.mark.parametrize("text", ["", "six", "1,5", "nan", "inf", "-inf", "0", "-0.0", "-1", "1e400"])
def test_what_is_no_epsilon_is_refused_wherever_it_is_read(text: str) -> None:
    with pytest.raises(InvalidEpsilon, match="epsilon"):
        parse_epsilon(text)


@pytest.mark.parametrize("value", [True, "6", None, 6j, math.nan, math.inf, 0, -6.0])
def test_what_is_no_positive_number_is_no_epsilon(value: object) -> None:
    with pytest.raises(InvalidEpsilon, match="epsilon"):
        check_epsilon(value)


def test_an_epsilon_is_read_as_it_is_written() -> None:
    assert (parse_epsilon(" 0.5 "), parse_epsilon("6"), check_epsilon(Fraction(1, 4))) == (0.5, 6, 0.25)


def test_a_level_that_promises_nothing_is_printed_without_numbers() -> None:
    assert Price(1.5, 1e-6, 2.0).text == "(1.5, 1e-06)"
    assert {Price(*level, 2.0).text for level in ((math.inf, 0.0), (1.0, 1.0))} == {"no guarantee"}
    assert (epsilon_json(math.inf), epsilon_json(2.0)) == ("inf", 2.0)
