"""What has the form of a name, a job or a number and is nobody's; and what stands beside it and is somebody's."""

from __future__ import annotations

from functools import cache

import pytest

from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.detection.languages.names import LanguageNames


@cache
def _detection() -> Detection:
    return default_detection(ner="always")


def _found(text: str) -> set[str]:
    return {text[one.start : one.end] for one in _detection().detect([text])[0] if not one.public}


@pytest.mark.parametrize(
    "text",
    [
        # Rows of jobs.
        "Quelle est la différence entre un huissier, un notaire et un avocat ?",
        "Ordne den Beruf dem Werkzeug zu: Bäcker, Tischler, Maurer. Kelle, Hobel, Ofen.",
        "Fooi: kapper, bezorger, verhuizer. Hoeveel is normaal?",
        "¿Cuál es el femenino de alcalde, juez, médico y piloto?",
        # Parts that the model plays.
        "Tu es professeur de français. Corrige ce texte sans changer le style.",
        "Du bist ein erfahrener Koch. Erkläre mir, wie eine Mehlschwitze gelingt.",
        "Sei un sommelier. Consiglia un vino per il pesce.",
        # What stands where a job might.
        "Che verso fa la volpe? E il cervo in autunno?",
        # Offices behind titles.
        "Madame la Directrice, le portail de l'école ne ferme plus depuis hier.",
        "Señor Notario: necesito una copia de la escritura.",
        # Measures and faults.
        "Der Blutdruck war heute früh RR 150/90, ist das zu hoch?",
        "Was bedeutet der Fehlercode AC04 bei einer Überweisung?",
        "De foutcode is E24 op de wasmachine, wat nu?",
        # Flights, standards, models, and lines of transport.
        "Le vol AF7702 est-il souvent en retard le lundi ?",
        "Que dit la norme NF C 14-100 sur les compteurs ?",
        "Is vlucht KL1023 meestal op tijd?",
        "Welche Grafikkarte passt zum Modell XPS9520 am besten?",
        "航班CA1831一般晚点吗？",
        # Copies and lines.
        "Como peço a segunda via da certidão de casamento no cartório?",
        "बच्चों के लिए 8 लाइन की कविता लिखो।",
        # Relatives and what is often said.
        "给爷爷奶奶讲什么是二维码，用打电话做比喻。",
        "儿子上小学以后总是不想写作业，怎么办？",
        # Inside of things, animals, and what a particle asks.
        "包里有钥匙，可以打开吗？",
        "黄狗和黄猫谁更聪明？",
        "他说是大家凑的钱。你信吗",
        # Units of a laboratory, and the codes of trades.
        "CRP 56mg/L高不高？",
        "Que veut dire le code APE 6201Z pour une entreprise ?",
    ],
)
def test_is_nobodys(text: str) -> None:
    assert _found(text) == set()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Anna Braun, Tischlerin, wohnt in Kassel.", {"Anna Braun", "Tischlerin", "Kassel"}),
        ("Je m'appelle Léa Morin, menuisière, et j'habite à Rennes.", {"Léa Morin", "menuisière", "Rennes"}),
        ("Mi hermano Iker trabaja de costalero en Jerez.", {"Iker", "Jerez"}),
        ("Frau Schneider und Herr Richter kommen am Montag.", {"Schneider", "Richter"}),
        ("我跟小陈和阿强周六去苏州。", {"小陈", "阿强", "苏州"}),
        ("Firma Budrex sp. z o.o. wisi mi 3400 złotych.", {"3400 złotych"}),
        ("Mein Insta ist lenis.backstube, folgt mir doch gern auch dort.", {"lenis.backstube"}),
        ("Su Telegram sono gino.fotografo, scrivimi pure quando vuoi.", {"gino.fotografo"}),
        ("POD IT 001 E 12345678, chi è il fornitore?", {"IT 001 E 12345678"}),
        ("不动产权证号：京（2023）朝不动产权第0012345号", {"京（2023）朝不动产权第0012345号"}),
        ("Prawo wykonywania zawodu nr 1234567, lekarz.", {"1234567"}),
        ("请通知周敏和陈军，还有黄猛。", {"周敏", "陈军", "黄猛"}),
        ("我丈夫叫百里，住在苏州。", {"百里", "苏州"}),
        ("Klient: Dzień dobry. Mam na imię Łukasz.", {"Łukasz"}),
        ("Umowę podpisał pan Jan Dobry, mieszka w Kole.", {"Jan Dobry"}),
        ("Falei com a Sra. Ana Claro e com o Sr. Vila Boa ontem.", {"Ana Claro"}),
        ("Mi chiamo Ho Van Nam e abito a Prato da anni.", {"Ho Van Nam"}),
    ],
)
def test_is_somebodys(text: str, wanted: set[str]) -> None:
    assert wanted <= _found(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Konsultant: w czym mogę pomóc?\nKlient: Dzień dobry, chodzi o fakturę.", "Dzień"),
        ("Asistente: ¿en qué le ayudo?\nCliente: Hola, no funciona la línea.", "Hola"),
        ("Operador: em que posso ajudar?\nCliente: Bom dia, a fatura veio errada.", "Bom"),
    ],
)
def test_a_greeting_behind_a_speaker_is_nobody(text: str, said: str) -> None:
    assert not any(text[one.start : one.end].startswith(said) for one in LanguageNames().detect([text])[0])


def test_whose_number_it_is_is_no_number() -> None:
    assert "INPS" not in _found("Sono traduttrice freelance e vivo a Parma dal 2019; matricola INPS 4900182736.")


def test_a_weekday_and_an_age_are_no_names() -> None:
    assert "السبت" not in _found("سألتقي بخالد ومنى يوم السبت في جدة.")
    assert "عمر" not in _found("عمر ابنتي 20 سنة وتدرس في جامعة القاهرة.")
    assert "عمر" in _found("صديقي عمر يسكن في جدة.")


def test_the_kind_of_a_firm_and_its_last_point_stay() -> None:
    found = _found("L'azienda Fratelli Bruni S.r.l. mi deve 2.300 euro.")
    assert "Fratelli Bruni S.r.l." in found or "Fratelli Bruni S.r.l" in found
    assert not any(one.startswith("L'azienda") for one in found)
