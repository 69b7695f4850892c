"""What is filled in beside the labels of a form, and nothing where a label tells nothing of it."""

from __future__ import annotations

import pytest

from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.forms import fields, type_of_label
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.patterns.structure import regions


def _found(text: str) -> dict[str, str]:
    names, _ = default_lexicon()
    return {text[start:end]: kind for start, end, kind, _ in fields(text, regions(text), names)}


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("Borrower: Lam, Wing-Kei   card 2\n", "Lam, Wing-Kei", "PERSON"),
        ("Borrower: Eurobodalla Men's Shed (inst.)\n", "Eurobodalla Men's Shed", "ORGANIZATION"),
        ("Supplier: Hatherley & Pugh late on phase 2\n", "Hatherley & Pugh", "ORGANIZATION"),
        ("Supplier: Bank of the West\n", "Bank of the West", "ORGANIZATION"),
        ("Tech ........ Mossie Quill      OK'd\n", "Mossie Quill", "PERSON"),
        ('  claimant: Babatunde "Tunde" Fashola-Grey\n', 'Babatunde "Tunde" Fashola-Grey', "PERSON"),
        ("Age next bday: 38\n", "38", "AGE"),
        ("Owner    Ingrid Solheim\nPolicy   HOM 4410 7783\n", "HOM 4410 7783", "ID_NUMBER"),
        ("last day: 30.04\n", "30.04", "DATE_TIME"),
        ("Excess: 250.00\n", "250.00", "MONEY"),
        ("key safe: C0914Y\n", "C0914Y", "API_KEY"),
        ("[x] Keyholder .... Denise Okafor\n", "Denise Okafor", "PERSON"),
        ("Pt: Gwendolyn Abara, DOB 02/11/1948\n", "Gwendolyn Abara", "PERSON"),
        ("Occupation / employer: glazier / Low Tide Deli\n", "glazier", "JOB_TITLE"),
        ("Occupation / employer: glazier / Low Tide Deli\n", "Low Tide Deli", "ORGANIZATION"),
        ("Place of accident: Vigo\n", "Vigo", "LOCATION"),
        ("Legal entity: Cobalt Outfitters\n", "Cobalt Outfitters", "ORGANIZATION"),
        ("Premises: Lot 9 Frangipani Gap, Black Rock\n", "Lot 9 Frangipani Gap", "STREET_ADDRESS"),
    ],
)
def test_values_are_found(text: str, value: str, kind: str) -> None:
    assert _found(text).get(value) == kind


@pytest.mark.parametrize(
    "text",
    [
        "User: reset my account\n",
        "Owner: none\n",
        "Out: 3 kg\n",
        "Rate: 4 hrs\n",
        "Note: see the last page\n",
        "VEHICLE: HILUX, REGO\n",
        "SHIP TO: YEVGENIA SOROKINA 1408 PINE STREET\n",
        'otp: "28.4"\nelixir: "1.19.5"\n',
        "def out(x):\n    total: 12\n    return total\n",
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert not _found(text)


def test_a_label_may_have_other_words_before_it() -> None:
    assert type_of_label("Home addr.") == "STREET_ADDRESS"
    assert type_of_label("Weather/road") is None


SQL = """INSERT INTO owner (id, fullname, pcode) VALUES
 (418, 'Priscilla Ngata', '5011'),
 (420, 'O''Hara, June', NULL);
INSERT INTO pet (owner_id, petname, chip_no, vacc_due) VALUES
 (418, 'Biscuit', '956000011884207', '2025-03-30');
"""
STATEMENT = """01APR  BROUGHT FORWARD                               1,402.11
02APR  DD  THAMES WATER  ref 9       38.20       1,363.91
11APR  FPO  KIERAN garden                    85.00       1,056.91
"""
SPARSE = """Name          DOB         Phone         Ward
Hemi Paki     03/04/61                  5B
Ada Osei                  020 7946 0231 6C
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SQL, {"418", "5011", "O''Hara, June", "956000011884207", "2025-03-30"}),
        (STATEMENT, {"01APR", "38.20", "1,402.11", "85.00"}),
        (SPARSE, {"Hemi Paki", "03/04/61", "Ada Osei", "020 7946 0231"}),
    ],
)
def test_rows_of_many_kinds_are_read(text: str, expected: set[str]) -> None:
    names, _ = default_lexicon()
    (found,) = PatternDetector(names=names).detect([text])
    assert expected <= {text[one.start : one.end] for one in found}
