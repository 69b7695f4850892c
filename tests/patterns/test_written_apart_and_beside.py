"""Numbers whose digits stand apart, two numbers beside each other, sums that are no telephone, secrets of several words."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret, default_detection
from dp_gateway.detection.detection import Detection


@pytest.fixture(scope="module")
def detection() -> Detection:
    return default_detection(ner="off")


def found(detection: Detection, text: str) -> set[tuple[str, str]]:
    return {(text[one.start : one.end], one.type) for one in detection.detect([text])[0]}


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("my ssn is 5 3 6 - 2 2 - 1 2 3 4", "5 3 6 - 2 2 - 1 2 3 4", "US_SSN"),
        ("my ssn is 5 3 6 2 2 1 2 3 4", "5 3 6 2 2 1 2 3 4", "US_SSN"),
        ("SSN 536-22-1234", "536-22-1234", "US_SSN"),
        ("call me at 2 1 2 - 5 5 5 - 0 1 4 7", "2 1 2 - 5 5 5 - 0 1 4 7", "PHONE_NUMBER"),
        ("card: 4 2 4 2  4 2 4 2  4 2 4 2  4 2 4 2", "4 2 4 2  4 2 4 2  4 2 4 2  4 2 4 2", "CREDIT_CARD"),
        ("pay by 4 1 1 1 - 1 1 1 1 - 1 1 1 1 - 1 1 1 1", "4 1 1 1 - 1 1 1 1 - 1 1 1 1 - 1 1 1 1", "CREDIT_CARD"),
        ("salary=88_861", "88_861", "MONEY"),
        ("employee(salary=1_250_000)", "1_250_000", "MONEY"),
        ("name: Tom Lee\nsalary: 88_861\nage: 45\n", "88_861", "MONEY"),
    ],
)
def test_digits_that_stand_apart_are_one_number(detection: Detection, text: str, value: str, kind: str) -> None:
    assert (value, kind) in found(detection, text)
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"), detection=detection)
    request = gateway.request([text], scope="s")
    assert value not in request.outgoing[0]
    assert request.restorer.restore(request.outgoing[0]).text == text


@pytest.mark.parametrize(
    "text",
    ["Call 212 555 0147 / 212 555 0148", "Call 212 555 0147 - 212 555 0148", "Tel. 030 1234567 / 0171 1234567"],
)
def test_two_telephone_numbers_beside_each_other_are_two(detection: Detection, text: str) -> None:
    numbers = [value for value, kind in found(detection, text) if kind == "PHONE_NUMBER"]
    assert sorted(numbers) == sorted(text.split(" ", 1)[1].replace(" - ", " / ").split(" / "))


def test_the_end_of_a_telephone_number_behind_a_dash_is_part_of_it(detection: Detection) -> None:
    assert ("030 / 12 34 56 - 78", "PHONE_NUMBER") in found(detection, "Tel. 030 / 12 34 56 - 78\n")


@pytest.mark.parametrize(
    "text", ["$89,300.00 / 89300.00", "It is 300.00 / 89300.00.", "ranges 10 - 20, 30 - 40, 50 - 60"]
)
def test_sums_beside_each_other_are_no_telephone(detection: Detection, text: str) -> None:
    assert {kind for _, kind in found(detection, text)} <= {"MONEY"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('API_TOKEN="Gr33n-T3a-9 x"', "Gr33n-T3a-9 x"),
        ("GITHUB_TOKEN=Gr33nT3a9xy", "Gr33nT3a9xy"),
        ('{"password": "Gr33n T3a 9x"}', "Gr33n T3a 9x"),
        ('PASSWORD: "correct horse battery staple"', "correct horse battery staple"),
        ("my password is 'blue heron 9 lake'", "blue heron 9 lake"),
        ('DB_PASS="a b c9"', "a b c9"),
        ("pw: velvet otter seven cranes", "velvet otter seven cranes"),
        ("My wifi password is velvet otter seven cranes, and hers too.", "velvet otter seven cranes"),
        ("Passphrase: moss lantern quay\n\nThanks", "moss lantern quay"),
    ],
)
def test_a_secret_of_words_is_found_whole(detection: Detection, text: str, value: str) -> None:
    assert (value, "API_KEY") in found(detection, text)


@pytest.mark.parametrize(
    "text",
    [
        '"password": "Enter your password"',
        'password: "Please choose a new password."',
        'password="Must have 8 characters"',
        'token_type: "bearer"',
        'max_tokens="4096"',
        'token = "expired or invalid"',
        "password is wrong every single time",
        "password: required for every login",
        "The passphrase was changed last week by mistake.",
    ],
)
def test_a_sentence_about_a_secret_is_none(detection: Detection, text: str) -> None:
    assert found(detection, text) == set()
