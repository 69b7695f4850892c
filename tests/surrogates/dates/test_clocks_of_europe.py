"""Days with a time of day, ordinals and weekdays in the cases and short forms of other languages."""

from __future__ import annotations

import pytest

from dp_gateway.surrogates.dates.formats import find
from dp_gateway.surrogates.day_names import read_weekday
from dp_gateway.vocabulary.numerals import ordinal_like


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("fr", "1er décembre à 9h30"),
        ("fr", "2 mars à 14 h"),
        ("pt", "1º de dezembro às 9h30"),
        ("nl", "1 december om 9.30 uur"),
        ("it", "1° dicembre alle 9.30"),
        ("pl", "piątku 12 czerwca"),
        ("pl", "środę 14 maja o 10.30"),
        ("pt", "sexta, 12 de junho"),
        ("de", "2. Jänner"),
        ("de", "3. Feber 2026"),
    ],
)
def test_they_are_read(language: str, written: str) -> None:
    assert find(written, day_first=True, language=language)


def test_a_sign_of_the_first_day_is_that_of_no_other() -> None:
    assert [ordinal_like(sign, day) for sign in ("º", "°", "er") for day in (1, 21)] == ["º", "", "°", "", "er", ""]


def test_a_weekday_keeps_its_case() -> None:
    assert read_weekday("piątku", "pl").style == "genitive"
    assert read_weekday("środę", "pl").style == "accusative"
    assert read_weekday("sexta", "pt").style == "brief"
