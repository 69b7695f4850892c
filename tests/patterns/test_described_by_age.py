"""Notes and advertisements that say the age of somebody first, behind what they are to the writer."""

from __future__ import annotations

import pytest

from dp_gateway import default_detection


def ages(text: str) -> list[str]:
    return [text[one.start : one.end] for one in default_detection(ner="off").detect([text])[0] if one.type == "AGE"]


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Customer: 30, reliable, non-smoker", "30"),
        ("Buyer: 52, cash, no chain", "52"),
        ("Driver - 27, careful, own car", "27"),
        ("Two viewings today.\n- Tenant 2: 41, a nurse, no pets", "41"),
        ("Me: 34, vegan, love hiking.", "34"),
        ("I'd like the room. About me: 29, tidy, no pets.", "29"),
        ("Ana Prieto\n\nAbout\n61 and still dancing.", "61"),
        ("Me: Owen Prys, forty-six\nYou: ok", "forty-six"),
    ],
)
def test_an_age_behind_somebody_is_found(text: str, age: str) -> None:
    assert ages(text) == [age]


@pytest.mark.parametrize(
    "text",
    [
        "Items: 30, reliable, in stock",
        "Score: 30, good, improving",
        "Host: 30, 31, 32",
        "Worker: 40",
        "About us: 30, 40",
    ],
)
def test_a_number_behind_a_thing_or_alone_is_none(text: str) -> None:
    assert ages(text) == []
