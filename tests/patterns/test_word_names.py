"""Given names that are ordinary words, and books of the Bible that are given names."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection


def _private(text: str) -> list[str]:
    (found,) = default_detection().detect([text])
    return [text[one.start : one.end] for one in found if not one.public]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Scout lives in Leeds.", ["Scout"]),
        ("Scout is my daughter", ["Scout"]),
        ("My son Scout is six.", ["Scout"]),
        ("Grace, Will and Scout are coming.", ["Grace", "Will", "Scout"]),
        ("Storm texted and Ember phoned.", ["Storm", "Ember"]),
        ("DS Crook: he was on tag.", ["Crook"]),
        ("Ask the secretary, Mr Ola Sunday. Thanks", ["Ola Sunday"]),
        (
            "My kids are Matthew 13, Mark 4 and Luke 8. We go to a Bible class.",
            ["Matthew", "13", "Mark", "4", "Luke", "8"],
        ),
        ("Luke 15 and Mark 12 came to the pool.", ["Luke", "15", "Mark", "12"]),
    ],
)
def test_people_are_found(text: str, names: list[str]) -> None:
    found = _private(text)
    assert [name for name in names if name not in found] == []


@pytest.mark.parametrize(
    "text",
    [
        "Luke 15 is about the prodigal son. Read Mark 4:26, too.",
        "Explain Matthew 13, the parable of the sower, and Isaiah 6.",
        "Does a river in summer have more otters than the lake?",
        "The scout works out how the storm moved over the ridge.",
    ],
)
def test_what_is_nobodys_is_kept(text: str) -> None:
    assert _private(text) == []


def test_a_day_behind_a_name_is_a_day() -> None:
    assert "Okafor" in _private("I saw Mr Okafor Monday morning.")
    assert "Okafor Monday" not in _private("I saw Mr Okafor Monday morning.")
