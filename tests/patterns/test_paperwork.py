"""Forms, ledgers and settings of an office are read as prose is, and programs, logs and their documents are not."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.patterns.paperwork import is_paperwork
from dp_gateway.patterns.structure import regions

ASSETS = """AssetTag  Type    Serial         Issued to      Dept   Since   State
LT-0144   laptop  5CG1290XQT     Deirdre Vance  Fin    Mar-22  OK
LT-0151   laptop  5CG1290XRB     Björn Ó.       Ops    Jul-22  cracked hinge
"""
SETTINGS = """[wifi.staff]
ssid = KSD-Staff
psk = Qz8&hRrp!
; Anahera's laptop
[support]
ask_for = Deepak
call = 0800 555 410
"""


@pytest.mark.parametrize("text", [ASSETS, SETTINGS, ">>> \nHi, our bookkeeper Leroy noticed it on May 2.\n<<<\n"])
def test_paperwork_is_no_code(text: str) -> None:
    assert {one.kind for one in regions(text)}.isdisjoint({"code"})


@pytest.mark.parametrize(
    "line",
    [
        "total = compute(rate)",
        "if x == 3:",
        "2025-01-29 06:12:03 INFO  auth   login ok",
        "cat /etc/hosts",
        "3f4e8a1b2c3d   nginx:latest   Up 2 hours",
        "numpy      2.1.3",
        "    max_row_count = 3",
        "docker run --rm app",
        "const total = 3",
    ],
)
def test_a_sign_of_a_program_says_otherwise(line: str) -> None:
    assert not is_paperwork(["a   b   c", line])
    assert is_paperwork(["a   b   c", "exempt (60+)   amlodipine 5, atorva 20", "say = 'x == y'"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ASSETS, {"Deirdre Vance", "LT-0144", "Mar-22"}),
        (SETTINGS, {"Deepak", "Anahera", "KSD-Staff"}),
        (
            "Town / pcode    Kettering  NN16 8TL\nGP surgery      Linden Gate Medical Centre\n",
            {"Kettering", "NN16 8TL"},
        ),
    ],
)
def test_what_it_says_of_somebody_is_found(text: str, expected: set[str]) -> None:
    found = {text[one.start : one.end] for one in default_detection().detect([text])[0]}
    assert expected <= found


def test_paperwork_in_a_fence_without_a_language_is_read() -> None:
    slip = "```\nPAY SLIP          No. 0093\nEmployee: Lorine Spry    Age: 58\nEmployer: Two Herons    Paid on: 6/16/2025\n```\n"
    found = {slip[one.start : one.end] for one in default_detection().detect([slip])[0]}
    assert {"Lorine Spry", "58", "6/16/2025"} <= found
    listing = "```\nsrc/app.py:12: in main\n    run(Lorine Spry)\n```\n"
    assert [region.kind for region in regions(listing)] == ["code"]


def test_the_note_of_a_card_is_prose_and_a_statement_may_begin_above_its_rows() -> None:
    card = "BEGIN:VCARD\nN:Hillman;Erhard;;;\nNOTE:21 yo. Contributes USD 2,275 a month.\nEND:VCARD\n"
    assert {"21 yo", "USD 2,275"} <= {card[one.start : one.end] for one in default_detection().detect([card])[0]}
    rows = (
        "Answer from this text.\n\nINSERT INTO subscribers\n  (full_name, age, town, fee_per_month)\nVALUES\n"
        "  ('Ewelina Shevchenko', 52, 'Cusco', '$2,125.00');\n"
    )
    found = {rows[one.start : one.end] for one in default_detection().detect([rows])[0]}
    assert {"Ewelina Shevchenko", "52", "Cusco", "$2,125.00"} <= found
