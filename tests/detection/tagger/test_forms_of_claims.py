"""What forms of claims, careers and forwarded messages tell of somebody."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.policy import DetectionSettings
from dp_gateway.text.entities import Entity

_CLAIM = """NOTICE OF LOSS - HOUSEHOLD CONTENTS            ref. 2465422
1  Policyholder (first name, surname) ..... Suzy Schlegel
2  Age last birthday ...................... 41
3  Occupation / employed by ............... interpreter / Qantas
4  Scene of the loss ...................... Zürich"""


def _found(text: str) -> list[Entity]:
    detection = default_detection(ner="always", thresholds={"": DetectionSettings().least_score})
    return list(detection.detect([text])[0])


def _told(text: str) -> set[tuple[str, str]]:
    return {(one.type, text[one.start : one.end]) for one in _found(text)}


def test_dots_lead_from_a_label_to_what_is_filled_in() -> None:
    told = {("PERSON", "Suzy Schlegel"), ("AGE", "41"), ("JOB_TITLE", "interpreter"), ("ORGANIZATION", "Qantas")}
    assert told | {("ID_NUMBER", "2465422"), ("LOCATION", "Zürich")} == _told(_CLAIM)


@pytest.mark.parametrize("text", [_CLAIM, "Insured - Ann Reyes\nEmployed by - Heineken\nHome town - Bilbao\n"])
def test_a_known_firm_behind_a_label_is_private(text: str) -> None:
    assert not any(one.public for one in _found(text))


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Ana Reyes\nWORK HISTORY\n14 February 2024 to date: AstraZeneca\n", "ORGANIZATION", "AstraZeneca"),
        ("Ana Reyes\n2019 - present: Universal Music\n", "ORGANIZATION", "Universal Music"),
        ("does anyone have a room for Hugh Hewett?? 38 yrs, a haematologist", "AGE", "38 yrs"),
        ("She got posted to Salt Lake City by Qantas in May.", "LOCATION", "Salt Lake City"),
        ("Claim\nEmployed by - Peugeot\nHome town - Bilbao\nCosts - $850", "ORGANIZATION", "Peugeot"),
        ("Occupation: radiographer / Decathlon", "ORGANIZATION", "Decathlon"),
    ],
)
def test_careers_and_messages(text: str, kind: str, value: str) -> None:
    assert (kind, value) in _told(text)


def test_a_payment_is_no_name() -> None:
    assert ("PERSON", "Alimony") not in _told("Alimony is 12 % of my take-home pay, which is $893.")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("We met in May. May I come again?", {"May"}),
        ("In August I met an august man; May I?", {"August"}),
        ("Invoice 2024-03-17 is due", {"2024-03-17"}),
    ],
)
def test_what_is_written_like_a_month_or_an_id(text: str, days: set[str]) -> None:
    assert {(one.type, text[one.start : one.end]) for one in _found(text)} == {("DATE_TIME", day) for day in days}
