"""Numbers with a check digit, and plain ones that a label tells."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.patterns.detector import PatternDetector

FOUND = [
    ("Visa 4111 1111 1111 1111, please", "4111 1111 1111 1111", "CREDIT_CARD"),
    ("amex 378282246310005 on file", "378282246310005", "CREDIT_CARD"),
    ("to DE89 3704 0044 0532 0130 00 today", "DE89 3704 0044 0532 0130 00", "IBAN_CODE"),
    ("to NO93 8601 1117 947 today", "NO93 8601 1117 947", "IBAN_CODE"),
    ("to MT84MALT011000012345MTLCAST001S now", "MT84MALT011000012345MTLCAST001S", "IBAN_CODE"),
    ("to GB82 WEST 1234 5698 7654 33 now", "GB82 WEST 1234 5698 7654 33", "IBAN_CODE"),
    ("to GB63WZAH3125526926572, please", "GB63WZAH3125526926572", "IBAN_CODE"),
    ("his number 536-22-1234 is", "536-22-1234", "US_SSN"),
    ("his number 987-12-1234 is", "987-12-1234", "US_SSN"),
    ("his number 912-70-1234 is", "912-70-1234", "US_ITIN"),
    ("my social security number is, as I said, 536221234", "536221234", "US_SSN"),
    ("ssn 536.22.1234", "536.22.1234", "US_SSN"),
    ("the individual taxpayer number 912701234", "912701234", "US_ITIN"),
    ("I travel with a passport of the States, 912803456", "912803456", "US_PASSPORT"),
    ("the licence of the driver: F2551234", "F2551234", "US_DRIVER_LICENSE"),
    ("a driving licence was shown: D123456789012", "D123456789012", "US_DRIVER_LICENSE"),
    ("wire it to the checking account at First, 000123456789", "000123456789", "US_BANK_NUMBER"),
    ("for the National Health people: 943 476 5919", "943 476 5919", "UK_NHS"),
    ("prescribed under AB1234563 there", "AB1234563", "MEDICAL_LICENSE"),
    ("write 01514960198,ok", "01514960198", "PHONE_NUMBER"),
    ("bei 030 901820 melden", "030 901820", "PHONE_NUMBER"),
    ("(11) 96123-4567 em casa", "(11) 96123-4567", "PHONE_NUMBER"),
    ("pay 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2 now", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "CRYPTO"),
    ("pay 0x52908400098527886E0F7030069857D2E4169EE7 now", "0x52908400098527886E0F7030069857D2E4169EE7", "CRYPTO"),
    ("on 03-MAY-2021 or", "03-MAY-2021", "DATE_TIME"),
    ("since MAY-2021 or", "MAY-2021", "DATE_TIME"),
    ("at 2001:db8::ff00:42:8329 now", "2001:db8::ff00:42:8329", "IP_ADDRESS"),
    ("mac 001A.2B3C.4D5E", "001A.2B3C.4D5E", "MAC_ADDRESS"),
]
NOTHING = [
    "part AB1234567 of the list",
    "the model A1234567 is sold out",
    "a value of 123456789 in all",
    "GB8 and DE89 are levels",
    "std::vector and a::b are names",
]


@pytest.mark.parametrize(("text", "value", "kind"), FOUND)
def test_found_whole_and_as_one(text: str, value: str, kind: str) -> None:
    found = Detection([PatternDetector()]).detect([text])[0]
    assert (value, kind) in [(text[e.start : e.end], e.type) for e in found]


@pytest.mark.parametrize("text", NOTHING)
def test_plain_numbers(text: str) -> None:
    assert not PatternDetector().detect([text])[0]


def test_the_default_runs_without_presidio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "presidio_analyzer", None)
    text = "Tom Baker's SSN is 536-22-1234."
    found = default_detection(ner="off", thresholds={"": 0.11}).detect([text])[0]
    assert [(text[e.start : e.end], e.type) for e in found] == [("Tom Baker", "PERSON"), ("536-22-1234", "US_SSN")]
