"""Identifiers by patterns alone: what they find, what they leave, and that the cheap way out loses nothing."""

from __future__ import annotations

import pytest

from dp_gateway.detection.by_form import identifiers_in
from dp_gateway.detection.detection import default_detection


@pytest.mark.parametrize(
    ("text", "part", "kind"),
    [
        ("Write to tom@example.com, please.", "tom@example.com", "EMAIL_ADDRESS"),
        ("Write to tom (at) example (dot) com", "tom (at) example (dot) com", "EMAIL_ADDRESS"),
        ("Write to tom%40example.com now", "tom%40example.com", "EMAIL_ADDRESS"),
        ("🙂 ring +44 20 7946 0958", "+44 20 7946 0958", "PHONE_NUMBER"),
        ("card 4111 1111 1111 1111.", "4111 1111 1111 1111", "CREDIT_CARD"),
        ("pay GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32", "IBAN_CODE"),
        ("it is 536-22-1234", "536-22-1234", "US_SSN"),
        ("your SSN is 536221234", "536221234", "US_SSN"),
        ("at 192.168.1.10 now", "192.168.1.10", "IP_ADDRESS"),
        ("at AA:BB:CC:DD:EE:FF now", "AA:BB:CC:DD:EE:FF", "MAC_ADDRESS"),
        ("key sk-abcdefghijklmnopqrst", "sk-abcdefghijklmnopqrst", "API_KEY"),
        ("to 0x52908400098527886E0F7030069857D2E4169EE7", "0x52908400098527886E0F7030069857D2E4169EE7", "CRYPTO"),
        ("id 123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000", "ID_NUMBER"),
        ("your order no. AB-12345 is late", "AB-12345", "ID_NUMBER"),
        ("your order number 48213-77 is late", "48213-77", "ID_NUMBER"),
        ("my contract (no. 44-9921-3) ends", "44-9921-3", "ID_NUMBER"),
    ],
)
def test_found(text: str, part: str, kind: str) -> None:
    assert [(text[e.start : e.end], e.type) for e in identifiers_in(text)] == [(part, kind)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Anna Miller of Boston is a nurse.",
        "See https://example.com/a and ask @anna.",
        "Set password: correcthorse, then the key and the token.",
        "It took 3 days, 20 % more than in 2021, and cost $1,250.00.",
        "for i in range(10): print(i)",
    ],
)
def test_left_alone(text: str) -> None:
    assert identifiers_in(text) == []


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("employee Latoya Grimes (ID E-20418) was warned", "E-20418", "ID_NUMBER"),
        ("Student Jamal Whitfield, ID A00451287, is ill", "A00451287", "ID_NUMBER"),
        ("docker run -e DB_PASS='t0ps3cr3t!' app:2.3.1", "t0ps3cr3t!", "API_KEY"),
        ("PG_PASS=hunter22x psql", "hunter22x", "API_KEY"),
        ("the doctor says im 54 and too heavy", "54", "AGE"),
        ("our CVR 38211749 is on it", "38211749", "ID_NUMBER"),
        ("HRB 204467, Munich", "204467", "ID_NUMBER"),
        ("pay gb29 nwbk 6016 1331 9268 19 today", "gb29 nwbk 6016 1331 9268 19", "IBAN_CODE"),
    ],
)
def test_labels_in_capitals_passwords_of_settings_and_ages_without_an_apostrophe(
    text: str, value: str, kind: str
) -> None:
    (found,) = default_detection(ner="off").detect([text])
    assert (value, kind) in [(text[one.start : one.end], one.type) for one in found]


def test_a_sentence_is_no_account_number() -> None:
    text = "My SIN is 046 454 286 and my health card is with her."
    (found,) = default_detection(ner="off").detect([text])
    assert "IBAN_CODE" not in [one.type for one in found]
