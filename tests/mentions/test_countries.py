"""What stands before places in other languages, and what takes its place."""

from __future__ import annotations

import pytest

from dp_gateway.mentions.countries import case_behind, is_country, pairs_of_place, words_before, words_for


@pytest.mark.parametrize(
    ("language", "text", "place", "drawn", "written"),
    [
        ("de", "Ich wohne in der Schweiz", "Schweiz", "Peru", "Ich wohne in Peru"),
        ("de", "Sie zieht in die Niederlande", "Niederlande", "Kuba", "Sie zieht nach Kuba"),
        ("de", "Er lebt in den USA", "USA", "Peru", "Er lebt in Peru"),
        ("de", "Wir reisen in den Iran", "Iran", "Peru", "Wir reisen nach Peru"),
        ("de", "Ich komme aus dem Libanon", "Libanon", "Peru", "Ich komme aus Peru"),
        ("de", "Die Hauptstadt der Türkei", "Türkei", "Peru", "Die Hauptstadt von Peru"),
        ("de", "Im Allgäu", "Allgäu", "Kassel", "In Kassel"),
        ("de", "Ich wohne in der Ulmenstraße 5", "Ulmenstraße 5", "Kirchweg 9", "Ich wohne im Kirchweg 9"),
        ("de", "Ich wohne am Marktplatz 5", "Marktplatz 5", "Ulmengasse 9", "Ich wohne an der Ulmengasse 9"),
        ("fr", "Je vis aux États-Unis", "États-Unis", "Italie", "Je vis en Italie"),
        ("fr", "Je vis en Italie", "Italie", "Brésil", "Je vis au Brésil"),
        ("fr", "Elle vient du Japon", "Japon", "Espagne", "Elle vient d'Espagne"),
        ("fr", "Elle vient du Mans", "Mans", "Angers", "Elle vient d'Angers"),
        ("fr", "Elle va au Havre", "Havre", "Lyon", "Elle va à Lyon"),
        ("fr", "Elle vient de Lyon", "Lyon", "Angers", "Elle vient d'Angers"),
        ("fr", "plus grand qu'Angers", "Angers", "Lyon", "plus grand que Lyon"),
        ("fr", "L'Italie", "Italie", "Pays-Bas", "Les Pays-Bas"),
        ("it", "Vivo negli Stati Uniti", "Stati Uniti", "Francia", "Vivo in Francia"),
        ("it", "Vivo in Svizzera", "Svizzera", "Cuba", "Vivo a Cuba"),
        ("it", "Vengo dalla Toscana", "Toscana", "Prato", "Vengo da Prato"),
        ("it", "Vivo all'Aquila", "Aquila", "Prato", "Vivo a Prato"),
        ("it", "Torno dall'Egitto", "Egitto", "Belgio", "Torno dal Belgio"),
        ("es", "Soy del Perú", "Perú", "Italia", "Soy de Italia"),
        ("es", "Vive en los Países Bajos", "Países Bajos", "Cuba", "Vive en Cuba"),
        ("pt", "Moro em Portugal", "Portugal", "Brasil", "Moro no Brasil"),
        ("pt", "Moro no Brasil", "Brasil", "França", "Moro na França"),
        ("pt", "Vivo no Porto", "Porto", "Lisboa", "Vivo em Lisboa"),
        ("pt", "Venho da Itália", "Itália", "Cuba", "Venho de Cuba"),
        ("it", "Vivo a Prato", "Prato", "Ancona", "Vivo ad Ancona"),
        ("it", "Vivo ad Ancona", "Ancona", "Prato", "Vivo a Prato"),
        ("nl", "Hij woont in de Verenigde Staten", "Verenigde Staten", "Peru", "Hij woont in Peru"),
    ],
)
def test_words_before_a_place_are_those_of_what_stands_in_for_it(
    language: str, text: str, place: str, drawn: str, written: str
) -> None:
    start = text.index(place)
    words = words_before(text, 0, start, place, language)
    assert text[: start - len(words)] + words_for(words, place, drawn, language) + drawn == written


@pytest.mark.parametrize(
    ("language", "text", "place"),
    [
        ("de", "Ich wohne in Kassel", "Kassel"),
        ("es", "Vivo en Toledo", "Toledo"),
        ("pt", "Vivo em Lisboa", "Lisboa"),
        ("pt", "Vamos a Copenhaga", "Copenhaga"),
    ],
)
def test_words_that_fit_any_town_stay(language: str, text: str, place: str) -> None:
    assert words_before(text, 0, text.index(place), place, language) == ""


@pytest.mark.parametrize(
    ("text", "place", "drawn", "case", "written"),
    [
        ("Mieszkam w Lublinie", "Lublinie", "Opolu", "loc", "Mieszkam w Opolu"),
        ("Mieszkam w Lublinie", "Lublinie", "Wrocławiu", "loc", "Mieszkam we Wrocławiu"),
        ("Mieszkam we Wrocławiu", "Wrocławiu", "Gdyni", "loc", "Mieszkam w Gdyni"),
        ("Wracam z Helu", "Helu", "Skawiny", "gen", "Wracam ze Skawiny"),
        ("Ze Szczecina", "Szczecina", "Opola", "gen", "Z Opola"),
        ("Jadę do Wisły", "Wisły", "Gdyni", "gen", "Jadę do Gdyni"),
        ("To jest pod Krakowem", "Krakowem", "Opolem", "ins", "To jest pod Opolem"),
    ],
)
def test_polish_prepositions_tell_the_case_and_take_a_vowel_before_some_sounds(
    text: str, place: str, drawn: str, case: str, written: str
) -> None:
    start = text.index(place)
    words = words_before(text, 0, start, place, "pl")
    assert case_behind(words, "pl") == case
    assert text[: start - len(words)] + words_for(words, place, drawn, "pl") + drawn == written


def test_a_reply_may_say_something_else_of_the_place() -> None:
    pairs = dict(pairs_of_place("in der ", "Schweiz", "Peru", "de"))
    assert pairs["aus Peru"] == "aus der Schweiz"
    assert pairs["nach Peru"] == "in die Schweiz"
    assert pairs["Für Peru"] == "Für die Schweiz"


def test_provinces_are_no_countries() -> None:
    assert is_country("Schweiz", "de")
    assert is_country("अमेरिका", "hi")
    assert not is_country("Allgäu", "de")
    assert not is_country("Schweiz", "fr")
