"""Filled forms, lists of phones, ledgers, tickets and notes: each case was left in clear or taken for something else."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret, default_detection
from dp_gateway.surrogates.addresses import StreetAddress
from dp_gateway.surrogates.base import SpokenNumber, is_spoken
from dp_gateway.surrogates.identifiers import Scrambled
from dp_gateway.testing import SeededStream


def _found(text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.type for one in default_detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wifi - SkyHub-77A1 / tigerlily99!\nsafe is downstairs", {"tigerlily99!": "API_KEY"}),
        ("netflix - abel62@mail.example / Pa55Dover!\n", {"Pa55Dover!": "API_KEY"}),
        ("hotmail = abel@mail.example / sameasnetflix", {"sameasnetflix": "API_KEY"}),
        ("abel@mail.example:Harbour77", {"Harbour77": "API_KEY"}),
        ("Council tax - abel62 / Gull!cliff9\n", {"Gull!cliff9": "API_KEY"}),
        ("patient:\n  given: Ngozi\n  family: Eze-Whitlock\n", {"Ngozi": "PERSON", "Eze-Whitlock": "PERSON"}),
        ("NIGHT SHIFT\nBig Mike – 555 0172 (not before 4)\n", {"555 0172": "PHONE_NUMBER"}),
        ("PHONE LIST\nPlant mgr Skaggs  x 2207\n", {"2207": "ID_NUMBER"}),
        ("Reporting Ofc: Sgt. P. Nakamura #4471\n", {"4471": "ID_NUMBER"}),
        ("W1: Hutchins, Earl (BM, 63)\n", {"Hutchins, Earl": "PERSON", "63": "AGE"}),
        ("18 Fitzwilliam Sq South, Dublin 2, D02 XF85", {"D02 XF85": "POSTCODE"}),
        ("Besant Nagar, Chennai - 600 090   Ph:", {"600 090": "POSTCODE"}),
        ("- Rosemary (b. 1930)\n- Frank Jr (b. 1933)\n", {"Rosemary": "PERSON", "Frank Jr": "PERSON"}),
        ("Assignee: unassigned -> m.ferrante\n", {"m.ferrante": "USERNAME"}),
        ("| Pupil | Maths |\n|---|---|\n| Xiu Ying Zhao | 9 |\n| Zainab Iqbal | 7 |\n", {"Xiu Ying Zhao": "PERSON"}),
        ("name;form\nXiu Ying Zhao;9K\nZainab Iqbal;9M\n", {"Xiu Ying Zhao": "PERSON"}),
        ("05 Aug  TFR TO J KAUR DHALIWAL   300.00   1,818.09\n", {"J KAUR DHALIWAL": "PERSON"}),
        ("- Ambrose Tiernan (b. 1871 Leitrim, d. 1940)\n", {"Leitrim": "LOCATION", "1871": "DATE_TIME"}),
        ("Table 2: Ari Goldfarb, Dov, the Mizrahis (4)\n", {"Mizrahis": "PERSON"}),
        ("pallbearers - Uncle Des, Rory, Tomas, the two Farrellys\n", {"Farrellys": "PERSON"}),
        ("id;surname;mobile\n1;Mokoena;083 555 0142\n2;du Toit;+27 72 555 0199\n", {"du Toit": "PERSON"}),
        ("Class: 4C     EQID: 1840557731H\n", {"1840557731H": "ID_NUMBER"}),
        (
            "his medicare number is one e g four t e five m k seven three",
            {"one e g four t e five m k seven three": "ID_NUMBER"},
        ),
        ("CALLER: L-S-twelve, four H-Q", {"L-S-twelve, four H-Q": "ID_NUMBER"}),
        ("Witness statement of Gurpreet KANDOLA\n", {"Gurpreet KANDOLA": "PERSON"}),
        ("S.V. Road, Andheri (W), Mumbai 400058", {"Andheri": "LOCATION"}),
        ("2200 withheld, BP 88/50, SHO Dr. Farouk informed", {"Farouk": "PERSON", "88/50": "QUANTITY"}),
        ("    # Ask Tarquin Bellweather <tq@bell.example.info> first\n    x = 1\n", {"Tarquin Bellweather": "PERSON"}),
        ("On 5 May 2023 Dr. Quillan Farouk wrote", {"5 May 2023": "DATE_TIME", "Quillan Farouk": "PERSON"}),
        (
            "DE LA CRUZ, JUN   38    17.25\nEMPLOYEE          HRS   RATE\nDE LA CRUZ, JUN   38    17.25\n",
            {"DE LA CRUZ, JUN": "PERSON"},
        ),
        ('{"guest": "Sunniva Haug", "notes": "wife Teresinha allergic to nuts"}', {"Teresinha": "PERSON"}),
        (
            "Mikey - RR#3, Site 14\nZanele - 1204 Ndlovu St, Soweto\nJoy - 0917 555 0148\nOle - (02) 5550 1204\n",
            {"Mikey": "PERSON", "Ole": "PERSON"},
        ),
        ("Q: And you reside at?\nA: 780 Juniper, Taos.", {"780 Juniper": "STREET_ADDRESS"}),
        ("Pax 2: MSTR KOBINA ADDO-KUFUOR (CHD)\n", {"KOBINA ADDO-KUFUOR": "PERSON"}),
        ("Signature: __H McAllister-Boyd__ father of __little Struan (6)__\n", {"H McAllister-Boyd": "PERSON"}),
        ("He said 'I live at 12 Oak Lane' and left", {"12 Oak Lane": "STREET_ADDRESS"}),
        ("Ship to 1200 Main St #4, thanks", {"1200 Main St #4": "STREET_ADDRESS"}),
        ('- id: 4412\n  reporter: "pguerrero"\n  assigned_to: Yusra Haddad\n', {"pguerrero": "USERNAME"}),
        ("emp_id\tname\tcity\n20114\tBo Chen\tCork\n20115\tAnn Roe\tGalway\n", {"20114": "ID_NUMBER"}),
        ("[x] Aunt Philomena\n[x] The Van der Bergs x4\n", {"Van der Bergs": "PERSON"}),
        ("ST# 02417 OP# 009044 TE# 44\nAPPROVAL # 08812D\n", {"02417": "ID_NUMBER", "08812D": "ID_NUMBER"}),
        ("18 Fitzwilliam Sq South, Dublin 2, D02 XF85\nT +353 1 661 0482", {"Dublin": "LOCATION", "2": "ID_NUMBER"}),
        (
            "Unit  Tenant          Lease end   Rent\n101   Marquez, Luis   06/30/25    $1,450\n"
            "103   Ann Henderson   12/31/24    $1,510\n",
            {"Marquez, Luis": "PERSON", "06/30/25": "DATE_TIME", "$1,450": "MONEY", "$1,510": "MONEY"},
        ),
    ],
)
def test_what_stands_in_forms_and_lists_is_found(text: str, expected: dict[str, str]) -> None:
    found = _found(text)
    assert {value: found.get(value) for value in expected} == expected


@pytest.mark.parametrize(
    ("text", "nobody"),
    [
        ("Write to abel@mail.example / Accounts", "Accounts"),
        ("Ratio - height / weights2\nSpeed: fast / Faster!\n", "weights2"),
        ("P07: My husband, Shahid, he had an uncle.\nP07: Three.\n", "P07"),
        ("Table 1: the Goldfarbs\nTable 2: Hannah Goldfarb, Ari Goldfarb\n", "2"),
        ("Sex: M\nOrdering: Dr. Fiona MacAllister\n", "M"),
        ("her blood pressure is one sixty over ninety five now", "ninety"),
        ("06 Aug  TFR TO SAVINGS POT   300.00   1,818.09\n", "SAVINGS POT"),
        ("PR #9127 broke it, and PR# 9130 too.", "9130"),
        ("For the hall, the Tables (4), the Chairs x8\n", "Chairs"),
        ("        Mon      Tue      Wed      Thu\nAM      Grainne  Bartek   Grainne  Sunita\n", "Thu"),
        ("FT 2-2 (Reyes 23', 71'; Abdi H. 55', Fyfe 90+3')", "55"),
        ("Between the two Koreas and the three Brothers", "Brothers"),
        ("one two three four five and a b c d e f", "a b c d e f"),
        ("Python - 3.11, 20 MB\nDjango - 4.2, 30 files\nRedis - 7.0, 12 keys\nPip - 24\n", "Redis"),
        ("wife Beating is no joke, husband Material neither", "Material"),
        ("Bricks x 2500\nSand x 120\n", "2500"),
        ("awk '{print  $1  $2}'\nls -l   a.txt   $10  b\n", "$10"),
    ],
)
def test_what_reads_alike_is_nobodys(text: str, nobody: str) -> None:
    assert nobody not in _found(text)


def test_the_number_of_a_house_in_front_of_a_comma_is_no_street() -> None:
    text = "No. 27/4, 3rd Cross Street, Besant Nagar, Chennai - 600 090"
    written = Gateway("entities", key=Secret(b"a key of thirty-two bytes, or so")).sanitize(text).text
    assert re.match(r"No\. \d\d/\d, [A-Z][a-z]", written), written


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("Unit 4 Sea Point Heights, 88 Regent Rd", r"Unit \d [A-Z][\w' ]+, \d\d [A-Z][\w' ]+"),
        ("PO Box 338, Stellenbosch", r"PO Box \d{3}, [\w' -]+"),
    ],
)
def test_a_building_and_a_town_behind_a_box_are_drawn_as_such(address: str, form: str) -> None:
    family = StreetAddress(("Elm Road", "Mill Way"), ("Rome", "Oslo"))
    value = str(family.parse(address, "STREET_ADDRESS"))
    written = {family.render(address, value, family.draw(value, SeededStream(seed))) for seed in range(30)}
    assert all(re.fullmatch(form, one) for one in written), written
    assert "Box" not in address or {one.rpartition(" ")[2] for one in written} == {"Rome", "Oslo"}


def test_letters_between_digits_that_are_said_are_drawn_as_letters() -> None:
    family = SpokenNumber(Scrambled())
    (value,) = {family.parse("one e g four t five", "ID_NUMBER")}
    assert family.render("one e g four t five", value, family.draw(value, SeededStream(1))).count(" ") == 5
    assert not is_spoken("a b c")
