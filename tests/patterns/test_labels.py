"""Labels of forms, heads of columns, spaced headlines and tags of family trees are nobody's names."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.patterns.labels import Labels
from dp_gateway.text.entities import Entity


def _holds(text: str, found: str, kind: str = "PERSON") -> bool:
    start = text.index(found)
    return Labels(text).hold(Entity(start, start + len(found), kind, 0.5, "test"))


FORM = "Surname:        Okonjo\nForename(s):    Tamsin\nSmoker Y/N      N\nCharity: Night Shelter\nAny allergies?  no\n"
SHEET = "P/S    Rebekah Stoltz\nFOB    well\nMH     low mood\nHx     nil\nFaith  raised in it\nPlan   VBAC clinic\nTeam   Bluebell\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (FORM, "Forename(s"),
        (FORM, "Charity"),
        (SHEET, "Faith"),
        ("J O B   C A R D      Garage\n", "J O B"),
        ("0 @I1@ INDI\n1 NAME Ada\n1 BIRT\n2 PLAC Muker\n", "INDI"),
        ("SHIP TO  Deli\nCNTCT    Rima\nDRIVER   Vikram\n", "CNTCT"),
        ("LOC   SKU   CONSULTANT\nA-1   88   Mr Osei\n", "CONSULTANT"),
        ("Nom / Surname: SHAPIRO\nPrénom / Given name: Frédéric\nTarif mensuel / Monthly rate: 2,900\n", "Prénom"),
        ("Surname | Posada\nTrade / profession | cook\nName of firm | Mangum\nOutgoings | $4,360\n", "Trade"),
    ],
)
def test_labels_are_held(text: str, found: str) -> None:
    assert _holds(text, found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Faith: hi\nGrace: hello\nMark: what is up\nJoy: nothing\n", "Faith"),
        ("Anna: hi\nAgent: hello\nAnna: my order\nAgent: fine\n", "Anna"),
        (SHEET, "Rebekah Stoltz"),
        ("Sr Carmel    n/a\nroom    3\nmeal    fish\nseat    4\n", "Carmel"),
        ("Ben   Anna   Carla\n3     4      5\n", "Anna"),
    ],
)
def test_names_are_not(text: str, found: str) -> None:
    assert not _holds(text, found)


def test_times_in_columns_are_no_days() -> None:
    text = "0915   12   A. Wojtowicz\n0940   3    Prof Lowe\n1420   3    Ms Aziz\n"
    assert _holds(text, "0940", "ID_NUMBER")
    assert not _holds("0915   12   A. Wojtowicz\n", "0915", "ID_NUMBER")


def test_things_in_rows_and_weeks_are_held() -> None:
    assert _holds("88177   labneh   12   10\n", "labneh")
    assert _holds("JKL9087   5B   Dr Osei\n", "5B", "ID_NUMBER")
    assert _holds("Mon   Tue   Wed   Thu\n", "Thu", "DATE_TIME")
    assert not _holds("we meet Thu or Fri\n", "Thu", "DATE_TIME")
    assert not _holds("88177   labneh   JKL9087   10\n", "JKL9087", "ID_NUMBER")


def test_detection_leaves_them() -> None:
    text = f"{SHEET}\n"
    assert "Faith" not in {text[one.start : one.end] for one in default_detection().detect([text])[0]}
