"""UUIDs, digests, keys of trackers, counts and products are nobody's by themselves; what is said to be somebody's is."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

_ID = "3f2a9b1c-7d4e-4f6a-9b8c-1d2e3f4a5b6c"
_DIGEST = "1553b0236cf4d2715845f053a4ee97042c4f9a2ef655731ee34f1f7940eaa41a"


def _found(text: str) -> list[str]:
    (found,) = default_detection().detect([text])
    return [text[one.start : one.end] for one in found if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        f"I get {_ID} back from the endpoint.",
        f"Use {_ID} as the namespace for uuid5.",
        f"The row with id {_ID} is duplicated in the migrations table.",
        f"Why does GET /v1/items/{_ID} return 404?",
        f"My disk's UUID={_ID} in fstab does not mount.",
        "The service uses the characteristic 0000180d-0000-1000-8000-00805f9b34fb.",
        "The request id is 4442587FB7D0A2F9 and the trace 5759e988bd862e3fe1be46a994272793.",
        f'```console\n$ docker compose ps --format json\n{{"ID":"{_DIGEST}","Name":"example-bar-1"}}\n```\n',
        "See GH-4417 for details.",
        "Closes ENG-20418 and OPS-771.",
        "Implement ABC-2231-B according to the design doc.",
        "Jira issue KAFKA-14271 describes the race.",
        "Write a commit message for ticket PROJ-1234.",
        "Test case TC-1042 and requirement REQ-3381 are linked.",
        "Bug 1842231 was fixed, and issue number 4417 is still open in the repo.",
        "PR number 18231 breaks the build.",
        "Build number 20240503.4 failed on the agent.",
        "Job number 4417231 in CI timed out.",
        "Port 8443, pid 23311, line 10442.",
        "Use the non-standard ports (9080, 9443, 2999).",
        "The part number is 08P-4471-22A in the list of materials.",
        "The SKU is ABC-12345-XL, how do I validate it?",
        "Model number WH-1000XM4, firmware 2.5.1.",
        "Model no. UN55TU7000 does not support eARC.",
        "The columns FY2023, FY24 and CY2024 are sums.",
    ],
)
def test_what_counts_things_is_nobodys(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"The customer's id is {_ID}.", _ID),
        ("My staff number is GH-4418.", "GH-4418"),
        ("Meine Personalnummer ist GH-4418.", "GH-4418"),
        ("Mon numéro de salarié est GH-4418.", "GH-4418"),
        ("Badge: GH-4418", "GH-4418"),
        (f"My user id is {_ID}", _ID),
        (f"Please delete my account {_ID}.", _ID),
        (f"Patient {_ID} was admitted.", _ID),
        (f"My number is {_ID}.", _ID),
        (f"{_ID} is the id of our customer.", _ID),
        (f"Anna Miller's session is {_ID}.", _ID),
        (f"o.farrukh@quillmere.io {_ID}", _ID),
        (f"The request of customer {_ID} failed.", _ID),
        (f"The licence key is {_ID}", _ID),
        (f"Meine Kundennummer ist {_ID} und nichts geht mehr.", _ID),
        (f"Her account number is {_DIGEST}.", _DIGEST),
        ("My order number is 4471-B and it has not arrived.", "4471-B"),
        ("Customer ABC-2231-B is angry.", "ABC-2231-B"),
        ("My ticket number is SR-449102, please follow up.", "SR-449102"),
        ("Case number PT-20418 of my patient.", "PT-20418"),
        ("Closes the complaint ABC-20418 of a customer.", "ABC-20418"),
        ("Deploy failed for tenant ABC-20418.", "ABC-20418"),
        ("Fixes the bill of Mr. Miller, AB-20418.", "AB-20418"),
        ("Please merge the record AB-48291 with Anna's.", "AB-48291"),
        ("The customer's issue number is 44171.", "44171"),
        ("Call the direct line 5550142 now.", "5550142"),
        ("Job number 4417231: plumber at her house.", "4417231"),
        ("Serial number C02XL0GTJGH5 of my laptop.", "C02XL0GTJGH5"),
    ],
)
def test_what_is_somebodys_is_found(text: str, value: str) -> None:
    assert any(value in found for found in _found(text))
