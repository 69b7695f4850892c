"""Dates whose month is a Roman number, and dates whose day and month are numbers in words."""

from __future__ import annotations

import pytest

from dp_gateway.surrogates.dates.said import SaidDates
from dp_gateway.testing import SeededStream


@pytest.mark.parametrize(
    "said",
    ["eleventh of the fourth", "3/vi", "Wed 4/vi", "14.XI.2019", "7-ii-98", "the fourteenth oh"],
)
def test_dates_in_roman_numbers_and_in_words_are_drawn(said: str) -> None:
    family = SaidDates()
    value = family.parse(said, "DATE_TIME")
    assert value is not None
    assert family.render(said, value, value) == said
    drawn = family.draw(value, SeededStream(1))
    written = family.render(said, value, drawn)
    assert drawn == value or written != said
    assert family.parse(written, "DATE_TIME") is not None
