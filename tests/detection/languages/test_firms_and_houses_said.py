"""Firms by what stands before them or by what they do, kinds of institutions, and houses told in words or with their
floors, in the seven European languages beside English.
"""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.languages.names import LanguageNames
from dp_gateway.detection.languages.national import NationalDetector


def _firms(text: str) -> list[str]:
    return [text[one.start : one.end] for one in LanguageNames().detect([text])[0] if one.type == "ORGANIZATION"]


def _streets(text: str) -> list[str]:
    found = NationalDetector(types=["STREET_ADDRESS"]).detect([text])[0]
    return [text[one.start : one.end] for one in found]


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        ("Mein Mann ist Mitglied im VDK und ich bin seit Mai dabei.", "VDK"),
        ("Meine Oma lag zwei Wochen im Carl-von-Basedow-Klinikum in Merseburg.", "Carl-von-Basedow-Klinikum"),
        ("Mon frère travaille à la MACIF et je suis cliente de la MAIF.", "MAIF"),
        ("Yo trabajo en la UNED y mi marido está en el paro desde mayo.", "UNED"),
        ("Ho ricevuto una multa dalla GTT e mia madre non vuole pagare.", "GTT"),
        ("Ik heb een factuur van de ANWB gekregen en mijn vader ook.", "ANWB"),
        ("Recebi uma multa da EMEL e a minha mulher quer reclamar.", "EMEL"),
        ("Moja mama dostała pismo z PZU i nie wie, co z nim zrobić.", "PZU"),
        ("Mia figlia va al nido Le Coccinelle e si trova molto bene.", "nido Le Coccinelle"),
        ("Moja córka chodzi do żłobka Motylek i bardzo go lubi.", "żłobka Motylek"),
    ],
)
def test_a_firm_is_found_by_what_stands_beside_it(text: str, firm: str) -> None:
    assert firm in _firms(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ich habe bei der TV-Übertragung nichts gehört, und mein DVD-Spieler ist kaputt.",
        "Die USB-Buchse an meinem PC ist locker, was kann ich tun?",
        "Je travaille avec un PDF et mon CV est trop long pour eux.",
        "Mi hermana trabaja en IT y yo tengo un PC con dos SSD en casa.",
        "Das Fünf-Sterne-Hotel und die Online-Apotheke habe ich im Netz gefunden.",
        "Wie funktioniert die API, wenn der DNS-Server nicht antwortet?",
        "Meu irmão comprou uma TV na promoção e eu comprei um DVD antigo.",
        "Ik werk met HTML en CSS, en mijn broer met SQL.",
    ],
)
def test_what_is_no_firm_is_not_found(text: str) -> None:
    assert not _firms(text)


@pytest.mark.parametrize(
    ("text", "street"),
    [
        ("Wir wohnen Grüntaler Straße 88, Hinterhaus, 2. OG links, in Berlin.", "88, Hinterhaus, 2. OG links"),
        ("Ich wohne in der goethestraße vierundzwanzig und suche einen Platz.", "goethestraße vierundzwanzig"),
        ("Elle habite au 1440 rang saint-joseph depuis son mariage.", "1440 rang saint-joseph"),
        ("Vivo en la calle mayor veintitrés y no tengo ascensor en casa.", "calle mayor veintitrés"),
        ("Abito in via garibaldi ventidue e cerco un posto per la macchina.", "via garibaldi ventidue"),
        ("É na rua domingos ferreira oitenta e oito, o senhor sabe onde fica.", "ferreira oitenta e oito"),
        ("O imóvel da Rua 14-B, Qd. 22, Lt. 7, está fechado há dois meses.", "Rua 14-B, Qd. 22, Lt. 7"),
        ("Adres to świerkowa cztery łamane przez dwa, proszę dzwonić domofonem.", "świerkowa cztery łamane przez dwa"),
    ],
)
def test_houses_with_floors_and_in_words(text: str, street: str) -> None:
    assert any(street in one for one in _streets(text)), _streets(text)


@pytest.mark.parametrize(
    "text",
    [
        "Die Straße hat zwei Spuren, und auf dem Platz stehen drei Bäume.",
        "La calle tiene dos carriles y la plaza está llena de gente.",
        "A rua estava vazia às oito e meia, e o largo também.",
        "Mieszkam na wsi trzy lata i bardzo mi się tu podoba.",
        "La via più breve passa per il bosco, e la piazza è lontana.",
        "Il faut vingt minutes à pied, et la place est au bout du chemin.",
    ],
)
def test_other_streets_stay(text: str) -> None:
    assert not _streets(text)


@pytest.mark.parametrize(
    "text",
    [
        "Wir wohnen Grüntaler Straße 88, Hinterhaus, 2. OG links, in Berlin.",
        "Vivo en la calle mayor veintitrés y no tengo ascensor en casa.",
        "Recebi uma multa da EMEL e a minha mulher quer reclamar.",
        "Moja córka chodzi do żłobka Motylek i bardzo go lubi.",
    ],
)
def test_what_is_found_gets_one_of_its_kind(text: str) -> None:
    found = Gateway("entities", key=Secret(b"firms and houses that are said")).sanitize(text)
    assert found.text != text
    assert "_1>" not in found.text
    assert found.restore(found.text) == text


def test_a_firm_of_which_the_tagger_is_not_sure_counts_behind_words_for_one() -> None:
    text = "Guten Tag, ich bin Kunde bei Intrum und habe eine Mahnung von denen bekommen."
    found = default_detection(ner="always").detect([text])[0]
    assert "Intrum" in [text[one.start : one.end] for one in found]


@pytest.mark.parametrize(
    ("text", "found", "left"),
    [
        ("Klub żeglarski Bosman, regaty o puchar, zgłasza Jan Nowak.", "Bosman", "Klub żeglarski"),
        ("Comunidad de regantes Acequia del Molinar. Asiste Eusebio Ortuño.", "Acequia del Molinar", "Comunidad"),
        ("Poszkodowana: Mei-Hua Zarzycka, lutniczka, mieszka w Krakowie.", "Mei-Hua Zarzycka", "Poszkodowana"),
        ("Der Gast heißt FritzGast_Oben und wohnt bei Klaus Meier in Bonn.", "FritzGast_Oben", "Der Gast"),
    ],
)
def test_names_are_covered_whole_without_their_kind(text: str, found: str, left: str) -> None:
    spans = default_detection(ner="always").detect([text])[0]
    assert found in [text[one.start : one.end] for one in spans]
    assert not any(left in text[one.start : one.end] for one in spans)
