"""Identifiers, telephones, addresses, dates and amounts in eleven languages, and what only looks like them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dp_gateway.detection.disguise import undisguise
from dp_gateway.detection.languages.national import NationalDetector
from dp_gateway.detection.languages.national_identifiers import is_valid
from dp_gateway.languages import Passage
from dp_gateway.patterns.base import merge

_LINES = Path(__file__).with_name("cases.txt").read_text("utf-8").splitlines()
_CASES = [tuple(line.split(" ", maxsplit=1)) for line in _LINES if not line.startswith("#")]
_POSITIVE = [(language, text) for language, text in _CASES if language[0] != "-"]
_NEAR_MISSES = [(language[1:], text) for language, text in _CASES if language[0] == "-"]
_MARK = re.compile(r"\[([A-Z_]+)\|([^\]]+)\]")
_CHECKED = frozenset("ID_NUMBER PHONE_NUMBER POSTCODE STREET_ADDRESS".split())


def _found(text: str, language: str) -> list[tuple[str, str]]:
    detector = NationalDetector(find=lambda whole: [Passage(0, len(whole), language)])
    plain = undisguise(text)
    entities = merge([plain.raw(one) for one in detector.detect([plain.text])[0]], text)
    return [(one.type, text[one.start : one.end]) for one in entities]


@pytest.mark.parametrize(("language", "marked"), _POSITIVE)
def test_what_is_private_is_found_as_what_it_is(language: str, marked: str) -> None:
    wanted = _MARK.findall(marked)
    found = _found(_MARK.sub(r"\2", marked), language)
    assert [one for one in wanted if one not in found] == []


@pytest.mark.parametrize(("language", "text"), _NEAR_MISSES)
def test_years_scores_and_prices_are_no_identifiers(language: str, text: str) -> None:
    assert [one for one in _found(text, language) if one[0] in _CHECKED] == []


def test_every_language_has_its_cases() -> None:
    languages = "de fr es it nl pt pl zh ja ar hi".split()
    for language in languages:
        assert sum(of == language for of, _ in _POSITIVE) >= 12, language
        assert sum(of == language for of, _ in _NEAR_MISSES) >= 6, language


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("iso7064", "86095742719"),
        ("nir", "255081416802538"),
        ("dni", "12345678Z"),
        ("dni", "X1234567L"),
        ("cif", "A58818501"),
        ("codice", "RSSMRA85T10A562S"),
        ("luhn", "12345678903"),
        ("sum 9,8,7,6,5,4,3,2,-1 11", "111222333"),
        ("eleven 9,8,7,6,5,4,3,2", "501964843"),
        ("eleven 10,9,8,7,6,5,4,3,2 11,10,9,8,7,6,5,4,3,2", "52998224725"),
        ("sum 1,3,7,9,1,3,7,9,1,3,1 10", "44051401359"),
        ("sum 6,5,7,2,3,4,5,6,7,-1 11", "1060000062"),
        ("rest 8,9,2,3,4,5,6,7 11", "123456785"),
        ("mainland", "11010519491231002X"),
        ("uscc", "91110000600037341L"),
        ("verhoeff", "999941057058"),
        ("gstin", "27AAPFU0939F1ZV"),
        ("document", "T220001293"),
        ("corporate", "5835678256246"),
        ("pension", "65170839J003"),
        ("eleven 6,5,4,3,2,7,6,5,4,3,2", "123456789018"),
    ],
)
def test_a_check_takes_published_numbers_and_rejects_them_with_one_digit_changed(rule: str, value: str) -> None:
    assert is_valid(rule, value)
    place = next(at for at in range(3, len(value)) if value[at].isdigit())
    wrong = value[:place] + str((int(value[place]) + 1) % 10) + value[place + 1 :]
    assert not is_valid(rule, wrong)
    assert not is_valid(rule, "?" + value[1:])


@pytest.mark.parametrize(
    ("text", "number"),
    [("My PESEL is 44051401359.", "44051401359"), ("Her NIF: 501 964 843, thanks", "501 964 843")],
)
def test_documents_of_other_countries_in_english(text: str, number: str) -> None:
    assert ("ID_NUMBER", number) in _found(text, "en")


def test_english_without_such_a_word_has_nothing() -> None:
    assert _found("Order 12345678 ships to 12 rue de la Paix on 3 juillet 2021, call 06 12 34 56 78.", "en") == []


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("zh", "我的车是沪A·F8K41D，停在楼下。", "沪A·F8K41D"),
        ("zh", "苏E·5M7Q2昨晚被刮了。", "苏E·5M7Q2"),
        ("nl", "Mijn auto is de TX-57-KD en staat voor de deur.", "TX-57-KD"),
        ("pt", "O carro 24-KX-57 está mal estacionado.", "24-KX-57"),
        ("de", "Sie sagte sieben zwei vier neun eins fünf und legte auf.", "sieben zwei vier neun eins fünf"),
    ],
)
def test_few_digits_in_a_row_and_digits_in_words_are_identifiers(language: str, text: str, number: str) -> None:
    assert ("ID_NUMBER", number) in _found(text, language)


@pytest.mark.parametrize(
    ("language", "text", "amounts"),
    [
        (
            "pl",
            "Zapłaciłam sto dwadzieścia złotych, a pożyczyłam mu 3 stówki.",
            ["sto dwadzieścia złotych", "3 stówki"],
        ),
        ("nl", "Ik krijg nog 200 piek van hem.", ["200 piek"]),
        ("pt", "Ele me deve 300 pila.", ["300 pila"]),
        ("es", "Me debe 300 pavos desde mayo.", ["300 pavos"]),
        ("de", "Im Keller sind 3 Mäuse, und er schuldet mir 300 Mäuse.", ["300 Mäuse"]),
        ("fr", "Deux glaces avec 12 boules de vanille, il me doit 300 boules.", ["300 boules"]),
    ],
)
def test_amounts_as_people_say_them(language: str, text: str, amounts: list[str]) -> None:
    assert [value for kind, value in _found(text, language) if kind == "MONEY"] == amounts


def test_a_label_of_another_sentence_says_nothing_of_a_number() -> None:
    text = "203号室です。給湯器が動きません。090-4471-8820までお電話ください。"
    assert ("PHONE_NUMBER", "090-4471-8820") in _found(text, "ja")


def test_an_age_behind_a_key_of_json() -> None:
    assert ("AGE", "31") in _found('{"imie":"Sebastian","wiek":"31","miasto":"Tychy"}', "pl")
    assert ("AGE", "31") in _found('{"姓名":"庞思齐","年龄":"31","城市":"佛山"}', "zh")


def test_a_variable_called_n_is_no_label() -> None:
    """In code, where names of variables read as a Romance language, n is a number, and no "number" before one."""
    detector = NationalDetector(find=lambda whole: [Passage(0, len(whole), "fr")])
    for code in ("n = 256 ** digits", "return n, 256 ** d", "-256 ** d <= n < 256 ** d:", "s.insert(1, n & 0o377)"):
        assert detector.detect([code]) == [[]]
    text = "Mon dossier n 48213 est ouvert."
    assert [text[one.start : one.end] for one in detector.detect([text])[0]] == ["48213"]


def test_a_label_and_what_it_is_of_stand_above_the_number_on_a_line_of_their_own() -> None:
    assert ("ID_NUMBER", "35W932S") in _found("Asunto: recurso\nN.º de registro\n35W932S", "es")
    assert ("ID_NUMBER", "35W932S") not in _found("Vimos el número de ayer.\n35W932S", "es")
