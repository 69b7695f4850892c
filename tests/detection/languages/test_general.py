"""Countries of which a text asks in general are public references in other languages, too."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.text.entities import Entity


def _places(text: str) -> dict[str, bool]:
    found: tuple[Entity, ...] = tuple(default_detection(ner="always").detect([text])[0])
    return {text[one.start : one.end]: one.public for one in found if one.type == "LOCATION"}


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("Was ist die Hauptstadt von Frankreich?", "Frankreich"),
        ("Quelle est la capitale de l'Italie ?", "Italie"),
        ("¿Cuál es la capital de Francia?", "Francia"),
        ("Qual è la capitale della Francia?", "Francia"),
        ("Wat is de hoofdstad van Frankrijk?", "Frankrijk"),
        ("Qual é a capital da França?", "França"),
        ("Jaka jest stolica Francji?", "Francji"),
        ("法国的首都是什么？", "法国"),
        ("フランスの首都はどこですか。", "フランス"),
        ("ما هي عاصمة فرنسا؟", "فرنسا"),
        ("फ़्रांस की राजधानी क्या है?", "फ़्रांस"),
    ],
)
def test_a_country_that_a_question_is_about_is_public(text: str, country: str) -> None:
    # What is not found at all stays in clear as well.
    assert _places(text).get(country, True)


@pytest.mark.parametrize(
    "text",
    [
        "Ich wohne in Frankreich. Was ist die Hauptstadt von Frankreich?",
        "Was muss man beim Umzug nach Frankreich beachten?",
        "Mon mari est en Italie. Quelle est la capitale de l'Italie ?",
        "Vivo en Francia. ¿Cuál es la capital de Francia?",
        "Abito in Francia, qual è la capitale della Francia?",
        "Wat is er nodig om in Frankrijk te werken?",
        "Minha filha mora na França. Qual é a capital da França?",
        "Mieszkam we Francji. Jaka jest stolica Francji?",
        "我住在法国，法国的首都是什么？",
        "フランスに引っ越しました。首都はどこですか。",
        "أعيش في فرنسا. ما هي عاصمة فرنسا؟",
        "मैं फ़्रांस में रहता हूँ। फ़्रांस की राजधानी क्या है?",
        "Anna Meier fragt: Was ist die Hauptstadt von Frankreich?",
        "In Deutschland fehlen Pflegekräfte.",
        "Rechnung an: Frankreich, 12. März",
    ],
)
def test_where_somebody_is_spoken_of_or_nothing_is_asked_it_is_private(text: str) -> None:
    found = _places(text)
    assert not any(found.values())


def test_a_country_gives_itself_away_in_every_language() -> None:
    private, public = default_detection(ner="always").detect(["我住在法国。", "Was ist die Hauptstadt von Frankreich?"])
    assert set(private[0].codes) & set(public[0].codes)
