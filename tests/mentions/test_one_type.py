"""What is written alike is of one type in a request, and is found whole."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.mentions.gathering import of_one_type
from dp_gateway.policy import Policy, parse_policy
from dp_gateway.text.entities import Entity


def types(texts: list[str], found: list[list[str]], turns: list[int], policy: Policy | None = None) -> list[list[str]]:
    word = "Northgate"
    entities = [
        [Entity(text.index(word), text.index(word) + len(word), kind, 0.9, "test") for kind in of_text]
        for text, of_text in zip(texts, found, strict=True)
    ]
    read = of_one_type(texts, entities, turns, (policy or Policy()).rules)
    return [[one.type for one in of_text] for of_text in read]


@pytest.mark.parametrize(
    ("found", "turns", "expected"),
    [
        (["PERSON", "ORGANIZATION"], [0, 0], ["PERSON", "PERSON"]),
        (["PERSON", "ORGANIZATION"], [1, 0], ["ORGANIZATION", "ORGANIZATION"]),  # it was sent as a firm
        (["PHONE_NUMBER", "ID_NUMBER"], [0, 1], ["PHONE_NUMBER", "PHONE_NUMBER"]),
        (["PERSON", "LOCATION"], [0, 0], ["PERSON", "LOCATION"]),  # a place may have any name
        (["PERSON", "ID_NUMBER"], [0, 0], ["PERSON", "ID_NUMBER"]),
    ],
)
def test_the_first_type_counts(found: list[str], turns: list[int], expected: list[str]) -> None:
    texts = ["Ask Northgate.", "Northgate said so."]
    assert types(texts, [[kind] for kind in found], turns) == [[kind] for kind in expected]


def test_a_type_that_the_policy_keeps_decides_nothing() -> None:
    texts = ["Ask Northgate.", "Northgate said so."]
    policy = parse_policy({"types": {"ORGANIZATION": {"treatment": "keep"}}})
    assert types(texts, [["ORGANIZATION"], ["PERSON"]], [0, 0], policy) == [["ORGANIZATION"], ["PERSON"]]


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key for tests, not a secret"))


def test_initials_are_found_whole_and_are_one(gateway: Gateway) -> None:
    text = "J.R. called. Tell J.R. that J.R. Smith agreed; J.R. knows."
    (sanitized,) = gateway.request([text], scope="initials").texts
    alone = [
        (text[span.start : span.end], sanitized.text[span.sanitized_start : span.sanitized_end])
        for span in sanitized.spans
    ]
    whole = [drawn for original, drawn in alone if original == "J.R."]
    assert len(whole) == 3
    assert len(set(whole)) == 1
    assert "R." not in sanitized.text.replace(whole[0], "").replace(alone[2][1], "")


@pytest.mark.parametrize(
    "text",
    [
        "Please pay in CHF or in SEK.",
        "Dad signed the POA yesterday, and the NDA before.",
        "To: Legal\nFrom: HR\nSubject: lease",
        "Dear Facilities, the lift is broken.",
    ],
)
def test_currencies_papers_and_departments_are_nobody(gateway: Gateway, text: str) -> None:
    assert gateway.request([text], scope="nobody").outgoing == [text]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Revenue was 4.2m last year.", "4.2m"),
        ("The firm is valued at 1.3bn.", "1.3bn"),
        ("The deal is worth 4.2 million.", "4.2 million"),
        ("Our burn rate 350k per month is too high.", "350k"),
    ],
)
def test_amounts_without_a_currency_are_amounts_beside_a_word_for_money(
    gateway: Gateway, text: str, value: str
) -> None:
    (sanitized,) = gateway.request([text], scope="amounts").texts
    assert [(span.unit, text[span.start : span.end]) for span in sanitized.spans] == [("MONEY", value)]


def test_what_somebody_is_called_between_the_parts_of_the_name_does_not_leave(gateway: Gateway) -> None:
    for number in range(20):
        (sent,) = gateway.request(['My friend William "Bill" Gates came by.'], scope=str(number)).outgoing
        assert '"Bill"' not in sent


def test_a_day_of_birth_in_german_is_no_address(gateway: Gateway) -> None:
    (sanitized,) = gateway.request(["Ich bin am 17. Oktober 1981 geboren."], scope="birth").texts
    assert [span.unit for span in sanitized.spans] == ["DATE_TIME"]
