"""Where a name ends among what stands beside it: jobs of a signature, verbs, letters behind it, points of a game."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

_FOUND = (
    (
        "Regards, Anna Bell, Sales Director, Fenwick Foods Ltd, 020 7946 0011",
        ("Anna Bell", "Sales Director", "Fenwick Foods Ltd", "020 7946 0011"),
    ),
    (
        "Tobias Lindqvist, Head of Procurement, Nordhavn Shipping A/S",
        ("Tobias Lindqvist", "Head of Procurement", "Nordhavn Shipping A/S"),
    ),
    ("Baker, Bell, Fenwick Foods Ltd", ("Baker, Bell, Fenwick Foods Ltd",)),
    ("Smith, Jones & Partners Ltd", ("Smith, Jones & Partners Ltd",)),
    ("We need to chase Fenwick for the money.", ("Fenwick",)),
    ("Please mark Osei as paid.", ("Osei",)),
    ("Regards\nGwen Parry MARLA", ("Gwen Parry",)),
    ("A table please: Kofi 12, Ama 9, Yaw 15, Esi 7", ("Kofi", "Ama", "Yaw", "Esi")),
    (
        "my number is oh one seven double two nine hundred eight four three",
        ("oh one seven double two nine hundred eight four three",),
    ),
    (
        "call us back on oh one seven three six five double five oh one two before five today",
        ("oh one seven three six five double five oh one two",),
    ),
)


@pytest.mark.parametrize(("text", "values"), _FOUND)
def test_findings_end_where_the_name_does(text: str, values: tuple[str, ...]) -> None:
    found = default_detection().detect([text])[0]
    assert tuple(text[one.start : one.end] for one in found) == values
