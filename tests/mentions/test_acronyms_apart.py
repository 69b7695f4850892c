"""Acronyms that a detector took for a person, a place or the end of a name are organisations, in other languages."""

from __future__ import annotations

import pytest

from dp_gateway.mentions.institutions import with_acronyms
from dp_gateway.text.entities import Entity


def found(text: str, words: str, entity_type: str) -> list[tuple[str, str]]:
    start = text.index(words)
    entity = Entity(start, start + len(words), entity_type, 0.9, "marked")
    return [(text[one.start : one.end], one.type) for one in with_acronyms(text, [entity])]


@pytest.mark.parametrize(
    ("text", "words", "entity_type"),
    [
        ("Appelez sa fille Léa, étudiante à l'INSA de Toulouse, après dix-huit heures.", "INSA", "PERSON"),
        ("Hélène est contente : elle a été reçue à l'ESSEC hier.", "ESSEC", "LOCATION"),
        ("Nicola è andato in pensione con l'ENPAM, mentre sua moglie lavora.", "ENPAM", "LOCATION"),
        ("Seit gestern arbeitet meine Schwester bei der VBG in der Stadt.", "VBG", "PERSON"),
    ],
)
def test_an_acronym_behind_an_article_is_an_organisation(text: str, words: str, entity_type: str) -> None:
    assert found(text, words, entity_type) == [(words, "ORGANIZATION")]


@pytest.mark.parametrize(
    ("text", "name", "acronym", "joint"),
    [
        ("Rendez-vous à neuf heures avec M. Jean-Pierre Moreau de la MAIF.", "Jean-Pierre Moreau", "MAIF", " de la "),
        (
            "Ik heb een afspraak met dhr. Jan-Willem Bakker van de ANWB gemaakt.",
            "Jan-Willem Bakker",
            "ANWB",
            " van de ",
        ),
        ("Ci vediamo con il signor Gian Luca De Santis dell'ACI domani.", "Gian Luca De Santis", "ACI", " dell'"),
    ],
)
def test_an_acronym_behind_a_name_is_no_part_of_it(text: str, name: str, acronym: str, joint: str) -> None:
    assert found(text, f"{name}{joint}{acronym}", "PERSON") == [(name, "PERSON"), (acronym, "ORGANIZATION")]


@pytest.mark.parametrize(
    ("text", "words", "entity_type"),
    [
        ("Je suis allé avec Jean DUPONT à la gare hier soir.", "Jean DUPONT", "PERSON"),
        ("O processo do senhor Ricardo da SILVA foi arquivado ontem.", "Ricardo da SILVA", "PERSON"),
        ("Ieri abbiamo parlato a lungo con la MARIA e sua sorella.", "MARIA", "PERSON"),
        ("Vamos a pasar las vacaciones en el PERÚ con mis padres.", "PERÚ", "LOCATION"),
        ("She went to the DMV with her brother yesterday.", "DMV", "LOCATION"),
        ("Gestern war ich in HAMM bei meiner Schwester.", "HAMM", "LOCATION"),
    ],
)
def test_names_in_capitals_stay_what_they_are(text: str, words: str, entity_type: str) -> None:
    assert found(text, words, entity_type) == [(words, entity_type)]
