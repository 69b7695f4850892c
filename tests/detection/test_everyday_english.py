"""Everyday English of many kinds: what it tells of somebody is found, and what is nobody's is left alone."""

from __future__ import annotations

import pytest

from dp_gateway import default_detection
from dp_gateway.detection.public import marked
from dp_gateway.text.entities import Entity


def _private(text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.type for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My daughters (7 and 10) are ill.", {"7 and 10": "AGE"}),
        ("We are four, me and the kids 9 and 12, flying in May.", {"9 and 12": "AGE"}),
        ("She is in her 20s and lives alone.", {"20s": "AGE"}),
        ("A loan of N750,000 for my shop, of which N45k is paid.", {"750,000": "MONEY", "45k": "MONEY"}),
        ("I, Thandiwe Nkosi, ID number 8803125012087, agree.", {"Thandiwe Nkosi": "PERSON"}),
        ("My Polish wife has a Polish passport.", {"Polish": "NRP"}),
        ("I took 400 mg at lunch.", {"400 mg": "QUANTITY"}),
    ],
)
def test_what_is_told_of_somebody_is_found(text: str, expected: dict[str, str]) -> None:
    assert _private(text).items() >= expected.items()


@pytest.mark.parametrize(
    "text",
    [
        "Dear Sirs, thank you for the leaflet about HRT and CKD.",
        "FOR SALE: 2014 VW Polo, one lady owner, ono.",
        "Some Thai basil, coconut milk and sugar: can I simmer them?",
        "My dog is a German shepherd, and I do Bulgarian split squats.",
        "I take metformin 500 mg twice and 20mg of sertraline.",
        "Suggest a 3 day beginner workout split.",
        "The leaflet has a reading age of 11.",
        "Was Mr Darcy based on a real person?",
        "Explain the Calvin cycle and Rayleigh scattering.",
        "Make a quiz of ten questions. Include one on Bletchley Park.",
    ],
)
def test_what_is_nobodys_is_left_alone(text: str) -> None:
    assert not _private(text)


def test_a_speed_behind_a_time_is_whole() -> None:
    found = _private("My train leaves Leeds at 9:15 at 80 km/h.")
    assert found.get("80 km/h") == "QUANTITY"


def test_the_dose_of_a_medicine_that_is_private_is_private() -> None:
    text = "I take sertraline 20mg."
    medicine, dose = Entity(7, 17, "MEDICINE", 1.0, "test"), Entity(18, 22, "QUANTITY", 0.9, "test")
    assert marked(text, [dose])[0].public
    assert not marked(text, [medicine, dose])[1].public
