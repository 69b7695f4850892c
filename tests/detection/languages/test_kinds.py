"""What the tagger takes for another kind than it is."""

from __future__ import annotations

import pytest

from dp_gateway.detection.languages.tagger import of_its_kind
from dp_gateway.text.entities import Entity


def _kinds(text: str, found: str, kind: str, language: str, score: float = 0.6) -> list[tuple[str, str]]:
    at = text.index(found)
    one = Entity(at, at + len(found), kind, score, "tagger")
    return [(each.type, text[each.start : each.end]) for each in of_its_kind(text, one, language)]


@pytest.mark.parametrize(
    ("language", "text", "found", "kind", "wanted"),
    [
        ("nl", "Zij is verzekerd bij ons.", "verzekerd", "JOB_TITLE", []),
        ("nl", "De nieuwe receptioniste heet Anna.", "receptioniste", "NRP", [("JOB_TITLE", "receptioniste")]),
        ("nl", "Zij is wijnbouwer in het zuiden.", "wijnbouwer", "JOB_TITLE", [("JOB_TITLE", "wijnbouwer")]),
        ("fr", "Code banque 13807, guichet 416.", "13807", "STREET_ADDRESS", [("ID_NUMBER", "13807")]),
        ("fr", "J'habite au 12 rue Haute.", "12 rue Haute", "STREET_ADDRESS", [("STREET_ADDRESS", "12 rue Haute")]),
        ("ja", "営業部の青木です。", "営業部", "ORGANIZATION", []),
        ("zh", "请问财务部在几楼？", "财务部", "ORGANIZATION", []),
        ("ja", "予約は近藤遥です。", "近藤遥", "ORGANIZATION", [("PERSON", "近藤遥")]),
    ],
)
def test_a_finding_is_of_the_kind_that_lists_and_form_tell(language, text, found, kind, wanted):
    assert _kinds(text, found, kind, language) == wanted


def test_a_sure_nationality_that_no_list_has_stays():
    assert _kinds("Ela é quilombola de família.", "quilombola", "NRP", "pt", score=0.9) == [("NRP", "quilombola")]
