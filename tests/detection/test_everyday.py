"""What people write to assistants: each case was missed, cut in two or taken for something else."""

from __future__ import annotations

import pytest

from dp_gateway import default_detection


def _found(text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.type for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Apologies from Cllr. Nwosu and Councillor Ashdown.", {"Nwosu": "PERSON", "Ashdown": "PERSON"}),
        ("Call me on the mobile (0044 7912 334123).", {"0044 7912 334123": "PHONE_NUMBER"}),
        ("Ring (+44 20 7946 0958) or (020) 7946 0111.", {"+44 20 7946 0958": "PHONE_NUMBER"}),
        ("Recovery email oph****@gmail.com, please.", {"oph****@gmail.com": "EMAIL_ADDRESS"}),
        ("It was paid by card ending 4417.", {"4417": "ID_NUMBER"}),
        ("The last four of my SSN are 7719.", {"7719": "ID_NUMBER"}),
        ('My security answer is "Pickles".', {"Pickles": "API_KEY"}),
        ("The user admin pass Tr1umph!Bonn3ville works.", {"Tr1umph!Bonn3ville": "API_KEY"}),
        ("I (34F) and my ex [m29] broke up.", {"34": "AGE", "29": "AGE"}),
        ("My daughter Wren (14) was just diagnosed.", {"Wren": "PERSON", "14": "AGE"}),
        ("I have 3 kids, Milo, Juniper and Theo.", {"Milo": "PERSON", "Juniper": "PERSON", "Theo": "PERSON"}),
        ("Our angel investors Sami, Bjorn and Lady Pemberton.", {"Sami": "PERSON", "Bjorn": "PERSON"}),
        ("Attendees: Jo B, Marek and Fatima @ Deloitte.", {"Jo B": "PERSON", "Marek": "PERSON", "Fatima": "PERSON"}),
        ("Wedding vows for Tamsin to Ravinder.", {"Tamsin": "PERSON", "Ravinder": "PERSON"}),
        ("Unless we have it by Friday, Hartley & Boone LLP will sue.", {"Hartley & Boone LLP": "ORGANIZATION"}),
        ("It is the nurse manager role at St. Brigid's.", {"St. Brigid": "ORGANIZATION"}),
        ("Officer Dan Pruitt of Tulsa PD stopped me.", {"Tulsa PD": "ORGANIZATION"}),
        ("I'm the only dentist on the island.", {"dentist": "JOB_TITLE"}),
        ('{"loyalty_id": "LX-009-33812"}', {"LX-009-33812": "ID_NUMBER"}),
    ],
)
def test_found_whole(text: str, expected: dict[str, str]) -> None:
    found = _found(text)
    assert {value: found.get(value) for value in expected} == expected


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("We can't do it before Easter.", "Easter"),
        ("We met last Whitsun in the garden.", "Whitsun"),
        ("Use the Antoine equation and show each step.", "Antoine"),
        ("How much is 45 in aud?", "aud"),
        ("The SSID is shown on the router.", "SSID"),
        ("Fatima @ the office has it.", "@"),
        ("It was 82F outside (90F in the sun).", "82"),
        ("The fiscal year ending 2019 was good.", "ending"),
    ],
)
def test_nobodys(text: str, word: str) -> None:
    assert not any(word in found for found in _found(text))
