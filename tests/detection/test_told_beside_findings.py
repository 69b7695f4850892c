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
        ("About me: 31, a welder at Orange, two cats.", {"welder": "JOB_TITLE", "Orange": "ORGANIZATION"}),
        ("- bass, 50, plumber (Shell)\n- tall", {"plumber": "JOB_TITLE", "Shell": "ORGANIZATION"}),
        ("- bass, 50, roofer (Dunmore Glazing)", {"roofer": "JOB_TITLE", "Dunmore Glazing": "ORGANIZATION"}),
        ("My aunt sings and works for Visa.", {"Visa": "ORGANIZATION"}),
        ("The driver was employed by Target.", {"Target": "ORGANIZATION"}),
        ("Day 2 - Friday, 9 May 2025: hike", {"Friday, 9 May 2025": "DATE_TIME"}),
        ("dad is fifty-one, how long until he can retire", {"fifty-one": "AGE"}),
        ("He is a call centre agent.", {"call centre agent": "JOB_TITLE"}),
        ("Paid by: Amazon (tools, rent collector)", {"rent collector": "JOB_TITLE"}),
        ("INVOICE 3318\nStudent: Ann Birch", {"3318": "ID_NUMBER"}),
        (
            "Thank you for seeing this pleasant porter, who lives in Fresno.",
            {"porter": "JOB_TITLE", "Fresno": "LOCATION"},
        ),
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
        "My parcel is stuck at customs.",
        "In the choir I sing alto, she is soprano.",
        "How does one wish somebody Merry Christmas?",
        "My personal trainer costs too much.",
        "The filter works for Android, and the fix worked for Windows.",
    ],
)
def test_is_nobodys(text: str) -> None:
    assert not _private(text)
