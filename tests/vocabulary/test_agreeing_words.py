"""Jobs, nationalities and faiths in the forms of eleven languages."""

from __future__ import annotations

import pytest

from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.agreeing import agreeing_pools, forms_in, words_of
from dp_gateway.vocabulary.lexicon.data import CODES


@pytest.mark.parametrize(
    ("code", "pool", "lemma", "form", "written"),
    [
        ("de", "JOB", "Lehrer", "feminine", "Lehrerin"),
        ("de", "JOB", "Psychologe", "declined", "Psychologen"),
        ("de", "JOB", "Feuerwehrmann", "feminine", "Feuerwehrfrau"),
        ("de", "NATION", "Pole", "plural", "Polen"),
        ("de", "NATION_ADJECTIVE", "türkisch", "ending in -en", "türkischen"),
        ("fr", "JOB", "électricien", "feminine", "électricienne"),
        ("fr", "JOB", "agent immobilier", "plural", "agents immobiliers"),
        ("fr", "NATION", "turc", "feminine plural", "turques"),
        ("es", "NATION", "alemán", "plural", "alemanes"),
        ("es", "JOB", "profesor", "feminine", "profesora"),
        ("it", "NATION", "tedesco", "plural", "tedeschi"),
        ("it", "JOB", "maestro elementare", "plural", "maestri elementari"),
        ("nl", "NATION_ADJECTIVE", "Pools", "inflected", "Poolse"),
        ("pt", "NATION", "alemão", "plural", "alemães"),
        ("pt", "NATION", "francês", "feminine", "francesa"),
        ("pl", "JOB", "murarz", "in the instrumental", "murarzem"),
        ("pl", "JOB", "księgowy", "feminine in the instrumental", "księgową"),
        ("pl", "FAITH", "świadek Jehowy", "in the instrumental", "świadkiem Jehowy"),
        ("pl", "JOB", "skrzypek", "in the genitive", "skrzypka"),
        ("pl", "JOB", "rzeźbiarz", "plural in the genitive", "rzeźbiarzy"),
        ("ar", "JOB", "إسكافي", "in the accusative", "إسكافيا"),
        ("pl", "NATION", "Ukrainiec", "in the instrumental", "Ukraińcem"),
        ("pl", "NATION", "Niemiec", "plural", "Niemcy"),
        ("pl", "NATION", "Amerykanin", "plural in the genitive", "Amerykan"),
        ("pl", "NATION_ADJECTIVE", "polski", "feminine in the genitive", "polskiej"),
        ("ar", "NATION", "سوري", "feminine with the article", "السورية"),
        ("ja", "NATION", "韓国人", "of the country", "韓国"),
    ],
)
def test_forms(code: str, pool: str, lemma: str, form: str, written: str) -> None:
    assert forms_in(code, pool, lemma)[form] == written
    assert fold(written) in words_of(code)


@pytest.mark.parametrize("code", CODES)
def test_every_language_has_enough_to_draw(code: str) -> None:
    pools = agreeing_pools(code)
    assert len(pools["JOB"]) >= 80
    assert len(pools["NATION"]) >= 45
    assert len(pools["FAITH"]) >= 8
    for words in pools.values():
        for lemma, forms in words.items():
            assert all(written and written == written.strip() for written in forms.values()), lemma


def test_a_word_that_no_list_has_has_one_form() -> None:
    assert forms_in("de", "JOB", "Mondsteinpolierer") == {"": "Mondsteinpolierer"}
