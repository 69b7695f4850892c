"""Requests as users of an assistant write them: words that are nobody's stay, and what is private is found whole."""

from __future__ import annotations

import pytest

from dp_gateway import default_detection


def _private(text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.type for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(
    ("text", "clear"),
    [
        ("Hello, my name is Iryna Savchuk, I am 31 years old.", "Hello"),
        ("Ask Miss Carmody whether it must be written in formal English.", "English"),
        ("Subject: Meeting Thursday\n\nHi Oskar,\nsee you there.", "Meeting"),
        ("Her teddy is ill, says my daughter Wilma.", "teddy"),
        ("1. Ruth Akers - 9 yrs at a bank, no CPA, asks $71k", "CPA"),
        ("A letter from my son Emil to Santa.", "Santa"),
        ("Dr. Ekholm wants to put me on Xelvanta next week.", "Xelvanta"),
        ("My sister Ilse lives alone, please ring 0113 496 0399 today.", "ring"),
        ("Roleplay: you are a hiring manager at Harbourline Bank.", "hiring manager"),
    ],
)
def test_ordinary_words_stay(text: str, clear: str) -> None:
    assert not any(set(clear.split()) & set(found.split()) for found in _private(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("our kids (Alfie, 8 and Posy, 5)", {"Alfie": "PERSON", "Posy": "PERSON"}),
        ("her children Marion (Rob) Hastings and Keith", {"Rob": "PERSON"}),
        ("we met at Dylan's party on Sunday", {"Dylan": "PERSON"}),
        ("To: Ms. R. Attenbury, Housing Officer\nRe: damp", {"R. Attenbury": "PERSON", "Housing Officer": "JOB_TITLE"}),
        ("Summarize for the insurer: Claimant Enid Faraday (claim 71-2203-B) fell.", {"Enid Faraday": "PERSON"}),
        ("Welcome Zola Mbeki, our new Head of People!", {"Head of People": "JOB_TITLE"}),
        ("nurse at City Hospital No. 4; then a cleaner", {"City Hospital No. 4": "ORGANIZATION"}),
        ("born 5 Dec 1980, 44 Elm Street", {"5 Dec 1980": "DATE_TIME", "44 Elm Street": "STREET_ADDRESS"}),
        (
            "We offer Monday 8 December at 11 or Tuesday 9 December at 4.15.",
            {"Monday 8 December": "DATE_TIME", "Tuesday 9 December at 4.15": "DATE_TIME"},
        ),
        ("My brother served from 2016 to 2019 in the army.", {"2016 to 2019": "DATE_TIME"}),
        (
            "I'm Tom Fairbank, tom dot fairbank at gmail dot com",
            {"Tom Fairbank": "PERSON", "tom dot fairbank at gmail dot com": "USERNAME"},
        ),
    ],
)
def test_what_is_private_is_found_whole(text: str, expected: dict[str, str]) -> None:
    assert expected.items() <= _private(text).items()


def test_the_number_of_an_item_is_no_duration() -> None:
    """Three years stand in the first item, and the third one is numbered 3."""
    text = "2. Tim Brubeck - 3 yrs at a bank\n3. Oriana Pell - 10 yrs at a mill"
    from dp_gateway import Gateway

    assert "\n3. " in Gateway("entities").sanitize(text).text
