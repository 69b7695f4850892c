"""Words that the tagger of languages takes for names, and that are none."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import _whole_words, default_detection
from dp_gateway.detection.languages.given_names import key
from dp_gateway.detection.languages.ordinary import FOLDER, is_cut, is_ordinary, is_ordinary_word
from dp_gateway.languages import LANGUAGES
from dp_gateway.policy import DetectionSettings
from dp_gateway.text.entities import Entity

DETECTION = default_detection(ner="always", thresholds={"": DetectionSettings().least_score})


def _covered(text: str) -> list[str]:
    (found,) = DETECTION.detect([text])
    return [text[one.start : one.end] for one in found]


def test_every_language_has_its_words() -> None:
    assert {file.stem for file in FOLDER.glob("*.xz")} == set(LANGUAGES) - {"en"}


@pytest.mark.parametrize(
    ("language", "words", "names"),
    [
        ("de", "tisch lampe gehen schnell", "hannelore frankfurt yilmaz"),
        ("nl", "bezorger serveer ziekmelding", "deventer oosterhof tobi"),
        ("pt", "boleia azulejos", "janaína bia"),
        ("pl", "chłopiec mokry", "katarzyna kowalczyk bydgoszcz"),
        ("es", "mesa corriendo asegúrese", "guadalupe zaragoza etxeberria"),
        (
            "ja",
            "月給 孫娘 スマートフォン" if is_ordinary_word("ja", "スマートフォン") else "月給 孫娘",
            "佐藤 花子 札幌",
        ),
        ("zh", "朋友 工厂 代码", "王小明 上海市 李娜"),
        ("hi", "लड़का किताब", "प्रियंका"),
    ],
)
def test_words_and_names(language: str, words: str, names: str) -> None:
    written = key if language == "hi" else str
    assert [word for word in words.split() if not is_ordinary_word(language, written(word))] == []
    assert [name for name in names.split() if is_ordinary_word(language, written(name))] == []


@pytest.mark.parametrize(
    "text",
    [
        "Mokry chłopiec trzyma w rękach piłkę, a obok siedzi pies.",
        "Muzycy nie robią przerw między utworami, publiczność jest zachwycona.",
        "Me multó el conductor y la serra corta bien.",
        "El nuevo sitio está bien pintado, solo el comedor es malo.",
        "Atchoum ! Encore le rhume des foins.",
        "Zwiebel und Knoblauch 5 Sekunden zerkleinern und 3 Minuten dünsten.",
        "Il nuovo capo è severo ma giusto, e la nonna usa solo lievito fresco.",
        "叔母の月給は少し上がりましたが、孫娘の学費には足りません。",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert _covered(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Wczoraj spotkałam Mokrego Jana z działu kadr.", "Jana"),
        ("ciao ale, ci vediamo domani alla stazione?", "ale"),
        ("Guten Tag, mein Name ist Fischer und ich brauche einen Termin.", "Fischer"),
        ("Die Reservierung läuft auf den Namen Ostertag, bitte bestätigen.", "Ostertag"),
        ("佐藤花子さんは昨日から休んでいます。", "佐藤花子"),
    ],
)
def test_names_that_are_words_are_found(text: str, name: str) -> None:
    assert any(name in found for found in _covered(text))


def test_a_sure_finding_and_one_with_digits_count() -> None:
    text = "Mokry chłopiec"
    assert is_ordinary(text, Entity(0, 5, "PERSON", 0.5, "tagger"), "pl")
    assert not is_ordinary(text, Entity(0, 5, "PERSON", 0.99, "tagger"), "pl")
    assert not is_ordinary("mokry 5", Entity(0, 7, "LOCATION", 0.5, "tagger"), "pl")
    assert not is_ordinary(text, Entity(0, 5, "ID_NUMBER", 0.5, "tagger"), "pl")


def test_a_doubtful_name_in_small_letters_is_none_where_sentences_have_capitals() -> None:
    for text, wanted in (
        ("Busco mi mochila azul marino. Es nueva.", True),
        ("busco mi mochila azul marino. gracias", False),
    ):
        at = text.index("marino")
        assert is_ordinary(text, Entity(at, at + 6, "PERSON", 0.5, "tagger"), "es") is wanted


def test_nothing_is_cut_out_of_katakana() -> None:
    text = "タイマーを有効にして、タイに行きます。"
    assert is_cut(text, 0, 2)
    assert not is_cut(text, text.rindex("タイ"), text.rindex("タイ") + 2)
    assert _covered("スリープタイマーを有効にしてください。") == []


@pytest.mark.parametrize(
    "text",
    ["Die CPU läuft mit 120.000.000 Zyklen pro Sekunde.", "Der Speicher hat 192.000 Bytes, also mehr als früher."],
)
def test_large_numbers_are_no_telephones(text: str) -> None:
    assert _covered(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Elle est arrivée aux États-Unis avec sa sœur.", ["États-Unis"]),
        ("手取りは22万8,400円です。", ["22万8,400円"]),
    ],
)
def test_how_far_a_finding_goes(text: str, found: list[str]) -> None:
    assert _covered(text) == found


def test_nobody_behind_a_title_is_a_town() -> None:
    text = "Samochód stoi przed domem pani Nowakowej na ulicy Długiej 15."
    (found,) = DETECTION.detect([text])
    assert [one.type for one in found if text[one.start : one.end] == "Nowakowej"] == ["PERSON"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("O meu visto caduca a 30 de abril e ninguém atende.", "caduca"),
        ("L'intervento di mia moglie Letizia è rimandato.", "rimandato"),
        ("Rezygnacja z karnetu: Hubert Lis, nr klubowicza 20-4481.", "klubowicza"),
        ("Das Auto steht vor Margots Garage, und Margot muss zum Arzt.", "Garage"),
        ("Mein Mann Uwe verträgt keine Milch.", "Mann"),
        ("Bati o carro na rua Augusta. Minha placa é RTA4F82.", "Minha"),
        ("Accident rue de Metz. Véhicule A : Clio grise, conducteur Yann Prigent.", "Véhicule"),
        ("Agenzia delle Entrate. Partita IVA 02847190183.", "IVA"),
        ("Mam wizytę w urzędzie w Opolu 8 stycznia 2026.", "urzędzie"),
        ("Emploi : aide-soignante - Salaire brut 2 104,33 €, et Matricule 00482.", "Salaire"),
        ("O Duarte leva-lhe os trabalhos de casa.", "casa"),
        ("Il sostituto non mi fa il certificato.", "certificato"),
    ],
)
def test_words_beside_names_and_numbers_stay(text: str, word: str) -> None:
    assert [found for found in _covered(text) if word in found] == []


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("J'ai pris une amende dans le train Nîmes-Avignon.", "Avignon", "LOCATION"),
        ("Sprzedałam rower, mieszka na Piłsudskiego 14/3 w Lublinie.", "Piłsudskiego 14/3", "STREET_ADDRESS"),
        ("Eu trabalho como eletricista numa firma pequena.", "eletricista", "JOB_TITLE"),
        ("Trabalho aqui de soldador desde março.", "soldador", "JOB_TITLE"),
        ("Mi abuela nació en Santander y mi abuelo es argentino.", "Santander", "LOCATION"),
        ("Il mio capo, l'ingegner Fontana, vuole che firmi.", "Fontana", "PERSON"),
        ("Ho scritto all'amministratore, il geometra Porta, ma niente.", "Porta", "PERSON"),
    ],
)
def test_words_before_a_name_tell_what_it_is(text: str, name: str, kind: str) -> None:
    (found,) = DETECTION.detect([text])
    assert (kind, name) in [(one.type, text[one.start : one.end]) for one in found]


def test_what_somebody_is_called_by_is_read_behind_an_ideograph_that_is_nobody() -> None:
    found = [Entity(0, 1, "PERSON", 0.8, "a"), Entity(2, 4, "PERSON", 0.9, "a"), Entity(4, 6, "JOB_TITLE", 0.9, "a")]
    assert [(one.start, one.type) for one in _whole_words("王国李明经理", found, [])] == [(2, "PERSON")]
