"""What reads English reads the English passages of a text, and finds there what it finds alone."""

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.parts import InLanguages, within
from dp_gateway.languages import passages
from dp_gateway.patterns.detector import abroad
from dp_gateway.text.entities import Entity

GERMAN = "Der Bericht über die Kosten der Wohnung liegt seit gestern auf dem Tisch, und niemand hat ihn gelesen."
ENGLISH = "My name is Anna Miller and I live in Boston."


class Words:
    """Finds every word."""

    name = "words"

    def detect(self, texts):
        return [[Entity(at, at + 1, "PERSON", 1.0, "words") for at in range(len(text))] for text in texts]


def test_a_detector_sees_its_passages_alone():
    text = f"{GERMAN}\n{ENGLISH}\n"
    found = InLanguages(Words()).detect([text, ENGLISH, "", GERMAN])
    start = text.index("My name")
    assert [one.start for one in found[0]] == list(range(start, len(text)))
    assert [one.start for one in found[1]] == list(range(len(ENGLISH)))
    assert found[2] == found[3] == []
    both = InLanguages(Words(), ("de", "en")).detect([text])[0]
    assert len(both) == len(text)


def test_entities_are_sorted_by_the_language_they_stand_in():
    text = f"{GERMAN}\n{ENGLISH}"
    others = abroad(text)
    every = Words().detect([text])[0]
    assert within(others, every) == [one for one in every if one.start >= text.index("My name")]
    assert len(within(others, every, "de")) == text.index("My name")
    assert abroad(ENGLISH) == ()
    assert within((), every) == every


@pytest.mark.parametrize(
    "text", [GERMAN, "昨日の会議の資料はまだ誰も読んでいません。", "Вчера никто не читал этот отчёт."]
)
def test_names_of_english_lists_are_not_found_elsewhere(text):
    assert default_detection().detect([text]) == [[]]


def test_english_beside_another_language_is_found_as_it_is_alone():
    alone = default_detection().detect([ENGLISH])[0]
    text = f"{ENGLISH}\n\n{GERMAN}\n"
    assert len(passages(text)) == 2
    beside = [one for one in default_detection().detect([text])[0] if one.start < len(ENGLISH)]
    assert [(one.start, one.end, one.type) for one in beside] == [(one.start, one.end, one.type) for one in alone]
    assert {ENGLISH[one.start : one.end] for one in alone} == {"Anna Miller", "Boston"}


@pytest.mark.parametrize("value", ["anna.meier@beispiel.de", "DE89 3704 0044 0532 0130 00", "192.168.4.21"])
def test_identifiers_are_found_in_every_language(value):
    for text in (f"{GERMAN} Siehe {value} dort.", f"Вчера никто не читал этот отчёт: {value} и всё."):
        found = default_detection().detect([text])[0]
        start = text.index(value)
        assert any(one.start <= start and one.end >= start + len(value) for one in found)


def test_nothing_is_a_public_reference_in_another_language():
    for text in (
        "Wie heißt die Hauptstadt von Frankreich, und wie viele Menschen leben dort heute?",
        "¿Cuál es la capital de Francia y cuántas personas viven allí hoy?",
    ):
        assert not any(one.public for one in default_detection().detect([text])[0])
