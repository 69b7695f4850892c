"""Jobs, peoples, faiths and views that few have are found where they are said of somebody, and get one of their kind."""

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.languages.groups import LanguageGroups
from dp_gateway.surrogates.native_phrases import GROUPS
from dp_gateway.vocabulary.lexicon.agreeing import agreeing_pools, words_of
from dp_gateway.vocabulary.lexicon.data import CODES


def _found(text, kind):
    return [text[one.start : one.end] for one in LanguageGroups().detect([text])[0] if one.type == kind]


@pytest.mark.parametrize(
    ("text", "job"),
    [
        ("Mein Vater war Bergmann und ich bin seit zwei Jahren Lotse im Hafen von Emden.", "Lotse"),
        ("Je suis toiletteuse canine à Brest et je cherche un local pour mon salon.", "toiletteuse canine"),
        ("Soy farero en la isla y mi mujer trabaja en el pueblo de enfrente.", "farero"),
        ("Mio zio, minatore in pensione, vive ancora da solo in quella casa.", "minatore in pensione"),
        ("Mijn moeder was beiaardier in Mechelen en speelde elke zondag voor ons.", "beiaardier"),
        ("A minha avó era rendeira em Peniche e ensinou-me tudo o que sei.", "rendeira"),
        ("Jestem dróżniczką na przejeździe i pracuję tam od wielu lat.", "dróżniczką"),
        ("Mąż jest fizjoterapeutą dziecięcym w Łomży i wraca dopiero wieczorem.", "fizjoterapeutą dziecięcym"),
        ("Lavoro in Italia come badante da quindici anni e non ho un'altra casa.", "badante"),
    ],
)
def test_a_rare_job_is_found_where_it_is_somebodys(text, job):
    assert job in _found(text, "JOB_TITLE")


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("Mein Mann ist konfessionslos, ich selbst bin katholisch getauft worden.", "konfessionslos"),
        ("Mi abuela es quechua y habla su lengua con nosotros en la casa.", "quechua"),
        ("Mio marito è sardo, ma la sua famiglia vive a Torino da molti anni.", "sardo"),
        ("Moi je suis communiste et mon frère vote tout le contraire, on se dispute.", "communiste"),
        ("Jesteśmy ateistami, więc ślub bierzemy w urzędzie, a nie w kościele.", "ateistami"),
        ("De nieuwe buren zijn joods-orthodox en vroegen of ik wilde helpen.", "joods-orthodox"),
    ],
)
def test_a_people_a_faith_or_a_view_is_found_where_it_is_somebodys(text, group):
    assert group in _found(text, "NRP")


@pytest.mark.parametrize(
    "text",
    [
        "Der Beruf des Bergmanns ist in Deutschland fast verschwunden, sagt das Buch.",
        "Comment choisir un toiletteur pour un chien qui a peur de l'eau ?",
        "El queso gallego y el pan de centeno combinan muy bien con la miel.",
        "La cucina sarda usa molto il pecorino e le erbe della macchia.",
        "Een socialistische econoom schreef in 1920 een boek over de handel.",
        "O trabalho do mineiro era duro e perigoso naquele século.",
        "Partia socjalistów przegrała wybory, a nowy rząd powstał po miesiącu.",
        "Das Same-Origin-Prinzip gilt auch für Franken und andere Währungen.",
    ],
)
def test_what_is_nobodys_is_not_found(text):
    assert not _found(text, "JOB_TITLE")
    assert not _found(text, "NRP")


@pytest.mark.parametrize("code", [code for code in CODES if "VIEW" in agreeing_pools(code)])
def test_a_view_is_drawn_from_views(code):
    assert len(agreeing_pools(code)["VIEW"]) >= 12
    assert all(words_of(code)[word].pool in GROUPS for word in words_of(code))


def test_what_is_read_alone_is_not_drawn():
    assert "dróżnik" in agreeing_pools("pl")["JOB rare"]
    assert "dróżnik" not in agreeing_pools("pl")["JOB"]


@pytest.fixture(scope="module")
def detection():
    return default_detection(ner="always")


def test_nobody_of_a_recipe_is_found(detection):
    text = "Für den Kuchen die Samen rösten, dann mit Zucker mischen und zehn Minuten backen."
    assert not [one for one in detection.detect([text])[0] if one.type in ("JOB_TITLE", "NRP")]
