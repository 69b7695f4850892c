"""Ages, degrees and lengths of time of anybody stay as they are; those of somebody do not."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection


def private(text: str) -> list[str]:
    return [text[one.start : one.end] for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        "Is 52 too old to learn to swim?",
        "honest question: is 16 old enough to work in a bar?",
        "Write a short toast for a coworker who is turning 50.",
        "Gift ideas for a 7-year-old who loves dinosaurs?",
        "A rainy day game with children aged 4 to 6?",
        "A 3-year-old has a temperature of 103 °F. Is that dangerous, generally speaking?",
        "Suggest a breakfast with oats in under 15 minutes.",
        "A loan of $5,000 at 4% interest: how much interest in two years?",
    ],
)
def test_what_is_anybodys_stays(text: str) -> None:
    assert private(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Is 52 too old to apply? I'm a bookbinder.", "52"),
        ("Is 16 old enough to work in a bar? My daughter wants to.", "16"),
        ("Write a toast for my brother who is turning 50.", "50"),
        ("Write a toast for Anneke who is turning 50.", "50"),
        ("My 3-year-old has a temperature of 103 °F. Is that dangerous, generally speaking?", "3-year-old"),
        ("He ran it in under 15 minutes.", "15 minutes"),
        ("My loan of $5,000 at 4% interest: how much do I pay in two years?", "$5,000"),
    ],
)
def test_what_is_somebodys_does_not(text: str, value: str) -> None:
    assert value in private(text)
