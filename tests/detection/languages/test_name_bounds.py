"""How far the names go that the tagger of languages found, and what they are."""

from __future__ import annotations

import pytest

from dp_gateway.detection.languages.name_bounds import bounded
from dp_gateway.languages import Passage
from dp_gateway.text.entities import Entity
from tests.families import Family, slow_families


@pytest.mark.parametrize(
    ("language", "text", "found", "kind", "wanted"),
    [
        ("de", "Am Sonntag Bambach besuchen.", "Sonntag Bambach", "ORGANIZATION", "Bambach"),
        ("ar", "أختي آية القحطاني في الجامعة.", "آية القحطاني", "PERSON", "آية القحطاني"),
    ],
)
def test_a_name_ends_where_the_sentence_goes_on(language, text, found, kind, wanted):
    at = text.index(found)
    one = Entity(at, at + len(found), kind, 0.6, "tagger")
    kept = list(bounded(text, [one], [Passage(0, len(text), language)], lambda *_: False))
    assert [text[each.start : each.end] for each in kept] == ([wanted] if wanted else [])


def test_a_street_ends_before_its_town_whatever_code_stands_far_behind() -> None:
    street = "Piłsudskiego 14/3 w Zduńskiej Woli"
    for behind in ("", " Mieszkam tu od lat. Biuro: Rua Nova, 1200-195 Lisboa."):
        text = street + behind
        one = Entity(0, len(street), "STREET_ADDRESS", 0.6, "tagger")
        kept = list(bounded(text, [one], [Passage(0, len(text), "pl")], lambda *_: False))
        assert [text[each.start : each.end] for each in kept] == ["Piłsudskiego 14/3", "Zduńskiej Woli"]


def test_a_half_postcode_at_the_end_of_a_street_is_none_of_it() -> None:
    text = "Rua Nova 12, 1200-195 Lisboa"
    for end in (12, 16, 21):
        one = Entity(0, end, "STREET_ADDRESS", 0.6, "tagger")
        kept = list(bounded(text, [one], [Passage(0, len(text), "pt")], lambda *_: False))
        assert [text[each.start : each.end] for each in kept] == ["Rua Nova 12"]


@pytest.mark.parametrize(
    ("language", "text", "found", "kind", "wanted", "as_kind"),
    [
        ("pt", "Moro em Vila Nova de Gaia.", "de Gaia", "LOCATION", "de Gaia", "LOCATION"),
        ("fr", "la maman de Malo arrive", "de Malo", "LOCATION", "Malo", "PERSON"),
        ("pl", "Obiad w Kole jest dobry.", "w Kole", "LOCATION", "Kole", "LOCATION"),
        ("es", "Quedamos en Benasque.", "Benasque", "PERSON", "Benasque", "LOCATION"),
        ("es", "Pienso en Benasque.", "Benasque", "PERSON", "Benasque", "PERSON"),
        ("pt", "Trabalho na Galp.", "Galp", "ORGANIZATION", "Galp", "ORGANIZATION"),
        ("es", "dice que rubén curra aquí", "rubén curra", "PERSON", "rubén", "PERSON"),
        ("fr", "du boulevard Voltaire", "boulevard Voltaire", "LOCATION", "boulevard Voltaire", "STREET_ADDRESS"),
    ],
)
def test_what_stands_before_a_name_tells_its_kind(language, text, found, kind, wanted, as_kind):
    at = text.index(found)
    one = Entity(at, at + len(found), kind, 0.6, "tagger")
    kept = list(bounded(text, [one], [Passage(0, len(text), language)], lambda *_: False))
    assert [(text[each.start : each.end], each.type) for each in kept] == [(wanted, as_kind)]


@pytest.mark.parametrize(("language", "behind"), [("nl", " van der"), ("fr", " aura"), ("it", " con della")])
def test_words_behind_a_name_that_fill_a_page(language, behind):
    name = "Gaspard"

    def read(text: str) -> None:
        page = name + behind * (len(text) // len(behind))
        one = Entity(0, len(page), "PERSON", 0.6, "tagger")
        kept = list(bounded(page, [one], [Passage(0, len(page), language)], lambda *_: False))
        assert page[kept[0].start : kept[0].end] == name

    assert not slow_families(read, [Family(behind, behind)], sizes=(4_000, 16_000), per_kb=3)


@pytest.mark.parametrize(
    ("language", "text", "street"),
    [("it", "in viale Monza 112 verso le 17", "viale Monza 112"), ("fr", "rue Foch 3 vers 17 heures", "rue Foch 3")],
)
def test_the_hour_behind_an_address_is_none_of_it(language, text, street):
    start, end = text.index(street), text.index("ver") + len("vers" if language == "fr" else "verso")
    one = Entity(start, end, "STREET_ADDRESS", 0.6, "tagger")
    kept = list(bounded(text, [one], [Passage(0, len(text), language)], lambda *_: False))
    assert [text[found.start : found.end] for found in kept] == [street]
