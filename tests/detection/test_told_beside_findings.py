"""What the words beside a finding of the tagger tell of it: in kinds of texts of which other tests have one each."""

from __future__ import annotations

import pytest

from dp_gateway import default_detection


def _private(text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.type for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My TX plate is 8ABC123.", {"TX": "LOCATION", "8ABC123": "ID_NUMBER"}),
        ("Please close ticket #99812.", {"99812": "ID_NUMBER"}),
        ("A flat in Ballarat VIC 3350 is for rent.", {"3350": "POSTCODE"}),
        ("In 2014 Anna moved.", {"2014": "DATE_TIME", "Anna": "PERSON"}),
        ("My login is johnSmith and I forgot the password.", {"johnSmith": "USERNAME"}),
        ("I live at 2 Mill Street, near the school.", {"2 Mill Street": "STREET_ADDRESS"}),
    ],
)
def test_is_found_as_what_it_is(text: str, expected: dict[str, str]) -> None:
    assert _private(text).items() >= expected.items()


@pytest.mark.parametrize(
    "text",
    [
        "Sold: 2014 VW Polo, one lady owner.",
        "Is it a 2 way street, or a 1 way street?",
        "What does getUserName(johnSmith) return?",
        "Move the branches OR tags v1 away.",
    ],
)
def test_is_nobodys(text: str) -> None:
    assert not _private(text)
