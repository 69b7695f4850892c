"""Cards, calendars, tables of contacts, tickets, payslips and addresses without a street of the usual kind."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection

_CARD = (
    "BEGIN:VCARD\nORG:Lisboa Pilots;Harbour\nADR;TYPE=home:;;Rua das Flores 7 - 3.º Dto;Cascais;;2750-344;\nEND:VCARD"
)
_CONTACTS = (
    "Name;Company;Role;Value\nLindiwe Rood;Karoo Solar;buyer;R12000\nAnna Pell;Fern & Fathom;studio manager;R8500"
)
_PAYSLIP = "PAYSLIP\nBasic 1,988.00  Nights 214.50  Pension -99.40\nNet pay £1,731.22 to a/c ending 8810"
_PRIVATE = (
    (_CARD, ("Lisboa Pilots", "Rua das Flores 7 - 3.º Dto", "Cascais", "2750-344")),
    ("BEGIN:VCARD\nFN:Anna Pell\nRELATED;TYPE=spouse;VALUE=text:Sol\nEND:VCARD", ("Sol",)),
    ("MECARD:N:Pell,Anna;ADR:Am Anger 3, 99084 Erfurt;;", ("Am Anger 3, 99084 Erfurt",)),
    ("BEGIN:VEVENT\nSUMMARY:1:1 Faith / Abel\nEND:VEVENT", ("Faith", "Abel")),
    ("0 @I1@ INDI\n1 NAME Anna /Pell/\n1 BIRT\n2 DATE 1907\n2 PLAC Saco, Maine", ("1907", "Saco, Maine")),
    (_CONTACTS, ("Karoo Solar", "buyer", "R12000", "Fern & Fathom", "studio manager")),
    ('10:02:14 [w-7] DEBUG agent=Tunde text="cust" customer=CUST_55018 ok=1', ("Tunde", "CUST_55018")),
    ("- created by ftremain 2024-03-18\n- assigned ftremain -> x\n- closed by f.tremain", ("ftremain", "f.tremain")),
    ("[payroll]\nlead = mdubois\nlead_name = Martine Dubois\n; Hiro is away till May", ("mdubois", "Hiro")),
    (_PAYSLIP, ("214.50", "-99.40", "8810")),
    ("R1 (F, 29, Leith): never listens\nR3 (NB, 37): fine", ("29", "37")),
    ("Patient: Anna Pell\nSex/Age....: F / 43\n", ("43",)),
    ("It is in the vault, pass is Tulip-Kettle-99.", ("Tulip-Kettle-99",)),
    ("Pay me, sort 04 00 04 acc 11872203", ("04 00 04",)),
    ("Deliver to Isla, 8 The Shambles, by noon.", ("8 The Shambles",)),
    ("Bill to: Mrs Pell, The Old Manse, Kirk Lane, Wark", ("The Old Manse, Kirk Lane",)),
    ("SALARY: 88'861\nBonus: CHF 4’250.50\n", ("88'861", "CHF 4’250.50")),
    ("From: Kwaku Ansah, H/No 14 Blohum St, Accra", ("H/No 14 Blohum St",)),
)
_NOBODYS = (
    "| Name | Role | Description |\n| --- | --- | --- |\n| reader | viewer | can read |\n| writer | editor | can write |",
    "Should Hulu do more against password sharing?",
    "The mountain pass is closed, and my bus pass is valid.",
    "Is f(x) = (F, 12) defined?",
    "Is 3 the first prime that is odd?",
)


@pytest.mark.parametrize(("text", "values"), _PRIVATE)
def test_what_such_forms_say_of_somebody_is_found(text: str, values: tuple[str, ...]) -> None:
    (found,) = default_detection().detect([text])
    covered = {at for one in found if not one.public for at in range(one.start, one.end)}
    for value in values:
        start = text.index(value)
        assert all(at in covered for at in range(start, start + len(value)) if text[at].isalnum()), value


@pytest.mark.parametrize("text", _NOBODYS)
def test_what_looks_alike_is_kept(text: str) -> None:
    (found,) = default_detection().detect([text])
    assert [text[one.start : one.end] for one in found if not one.public] == []


def test_what_a_record_or_a_subtitle_points_to_is_nobodys() -> None:
    texts = [
        "WEBVTT\n\n1\n00:00:03.100 --> 00:00:06.400\n<v Marguerite Dufresne>Morning everyone",
        "0 @I14@ INDI\n1 NAME Anna /Pell/\n1 FAMS @F3@",
        "My login is @I14@, call me.",
        "To: Hiroto Fujisawa, 3-14-9 Kamiuma, Setagaya-ku",
        "Stated her ex did it (TXDL 38812045).",
    ]
    found = default_detection().detect(texts)
    said = [{text[one.start : one.end] for one in of} for text, of in zip(texts, found, strict=True)]
    assert said[0] == {"Marguerite Dufresne"}
    assert not {"I14", "@I14", "@I14@", "F3", "@F3", "@F3@"} & said[1]
    assert any("I14" in one for one in said[2])
    assert any(one.startswith("3-14-9") for one in said[3])
    assert "38812045" in said[4]
