"""What stands in for names, places, streets and days of seven languages reads on in the sentence."""

from __future__ import annotations

import re

import pytest

from dp_gateway.mentions.native_parts import native_parts, title_before
from dp_gateway.surrogates.addresses import NativeAddress
from dp_gateway.vocabulary.lexicon.data import read_native
from dp_gateway.vocabulary.lexicon.forms import forms
from tests.surrogates.test_native import F, L, P, sent


@pytest.mark.parametrize(
    ("language", "name", "roles"),
    [
        ("nl", "De Smedt", ["family"]),
        ("nl", "Van der Laan", ["family"]),
        ("fr", "Le Goff", ["family"]),
        ("es", "De la Fuente", ["family"]),
        ("it", "Lo Presti", ["family"]),
        ("pt", "Dos Santos", ["family"]),
        ("de", "Von Bülow", ["family"]),
        ("nl", "M. van 't Hoff", ["initial", "family"]),
        ("nl", "Jan De Smedt", ["given", "family"]),
        ("es", "José Y. Gómez", ["given", "initial", "family"]),
    ],
)
def test_a_particle_with_a_capital_begins_a_family_name(language: str, name: str, roles: list[str]) -> None:
    assert [part.role for part in native_parts(name, language, titled=True)] == roles


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("Ik spreek mevrouw De Smedt. De waarborg is betaald.", "De waarborg"),
        ("Bonjour Monsieur Le Goff. Le dossier est prêt.", "Le dossier"),
        ("Gentile signor Di Maria. Di solito rispondo subito.", "Di solito"),
    ],
)
def test_an_article_is_no_name_because_a_name_begins_like_it(text: str, article: str) -> None:
    name = re.search(r"(?:De|Le|Di) (?:Smedt|Goff|Maria)", text)
    assert name
    assert article in sent(text, {name[0]: P})


@pytest.mark.parametrize(
    ("language", "text", "name", "gender", "titled"),
    [
        ("es", "El recurso de la letrada Sotomayor", "Sotomayor", "female", True),
        ("pt", "O recurso do advogado Souto", "Souto", "male", True),
        ("es", "Vino la fontanera Echeverría", "Echeverría", "female", True),
        ("pl", "Dzwonił mecenas Szyszko", "Szyszko", "", True),
        ("fr", "Notre voisine Apolline", "Apolline", "", False),
        ("es", "Vino la enfermera Lucía", "Lucía", "", False),
        ("ru", "Это врач Иванов", "Иванов", "", False),
    ],
)
def test_behind_a_job_stands_a_family_name(language: str, text: str, name: str, gender: str, titled: bool) -> None:
    start = text.index(name)
    assert title_before(text, start, start + len(name), language) == (gender, titled)


def test_a_german_genitive_with_an_apostrophe_is_one_of_any_name() -> None:
    text = "Ich bin mit Hannes' Kindern und mit Max’ Auto hier."
    for scope in "abcdef":
        out = sent(text, {"Hannes": P, "Max": P}, scope)
        owners = re.fullmatch(r"Ich bin mit (\S+) Kindern und mit (\S+) Auto hier\.", out)
        assert owners
        assert all(re.search(r"(?:[sxzß]['’]|[^sxzß]s)$", one) for one in owners.groups())


@pytest.mark.parametrize(
    ("text", "place", "case"),
    [
        ("Jutro jadę z dziećmi do Helu.", "Helu", "gen"),
        ("Od roku mieszkam w Kole.", "Kole", "loc"),
        ("Nasz dom jest pod Kołem.", "Kołem", "ins"),
    ],
)
def test_a_polish_town_that_no_list_has_gets_one_in_its_case(text: str, place: str, case: str) -> None:
    towns = {forms(town, "place", "", "pl")[case] for town in read_native("pl")["CITY"].entries}
    for scope in "abcdef":
        out = sent(text, {place: L}, scope)
        drawn = re.search(r" (?:do|we?|pod) (.+)\.", out)
        assert drawn
        assert drawn[1] in towns
        assert "w W" not in out
        assert "w Wł" not in out


def test_a_polish_school_keeps_its_kind_and_case() -> None:
    out = sent("Córka chodzi do Szkoły Podstawowej nr 12.", {"Szkoły Podstawowej nr 12": F})
    assert re.fullmatch(r"Córka chodzi do Szkoły Podstawowej we? \w[\w -]+\.", out)


@pytest.mark.parametrize(
    ("language", "text", "firm", "kept"),
    [
        ("de", "Er spielt beim TSV Grünwinkel.", "TSV Grünwinkel", "TSV "),
        ("fr", "Je joue depuis deux ans à l'AS Montferrand.", "AS Montferrand", "AS d"),
        ("es", "Comemos en el Mesón El Ciervo.", "Mesón El Ciervo", "Mesón de "),
        ("it", "Domenica facciamo pranzo all'Osteria Il Cervo.", "Osteria Il Cervo", "Osteria di "),
        ("pt", "Almoço na Cantina do Cervo.", "Cantina do Cervo", "Cantina de "),
        ("nl", "Wij spelen bij VV Oranje Zwart.", "VV Oranje Zwart", "VV "),
    ],
)
def test_clubs_and_inns_keep_what_they_are(language: str, text: str, firm: str, kept: str) -> None:
    assert text.replace(firm, kept).split(kept)[0] + kept in sent(text, {firm: F})


@pytest.mark.parametrize(
    ("code", "street", "kinds"),
    [
        ("fr", "rue Pasteur", r"(?:rue|place) "),
        ("fr", "boulevard Voltaire", r"(?:boulevard|chemin) "),
        ("fr", "12 bis avenue Foch", r"\d+ bis (?:avenue|allée) "),
        ("pt", "rua das Acácias", r"(?i:rua|avenida|travessa|praça) "),
        ("pt", "Largo do Carmo 3", r"Largo "),
        ("es", "Paseo del Prado 8", r"Paseo "),
        ("it", "viale Kennedy 3", r"(?i:viale|corso|largo) "),
    ],
)
def test_a_street_takes_the_article_of_the_one_that_it_stands_for(code: str, street: str, kinds: str) -> None:
    family = NativeAddress(code)
    value = family.parse(street, "STREET_ADDRESS")
    assert value
    for number in range(20):
        assert re.match(kinds, family.render(street, value, bytes([number]) * 32))
    assert 1 < family.outputs(street, value) < len(read_native(code)["STREET_NAME"].entries)
    assert any("its kind is" in one for one in family.kept(street, value))


def test_no_french_town_is_drawn_that_begins_with_a_masculine_article() -> None:
    assert not any(town.startswith(("Le ", "Les ")) for town in read_native("fr")["CITY"].entries)


def test_italian_towns_have_their_small_words_small() -> None:
    assert not any(" Di " in town or " Del " in town for town in read_native("it")["CITY"].entries)


def test_a_mail_address_with_its_sign_in_words_keeps_its_account() -> None:
    address = "moritz (at) posteo (punkt) de"
    out = sent(f"Bitte schreib mir eine Mail an {address} und nicht mehr.", {address: "EMAIL_ADDRESS"})
    assert re.search(r"an [a-z]\S+ \(at\) \S+\.example\.(?:com|net|org) und", out)
