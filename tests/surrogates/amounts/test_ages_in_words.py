"""Ages in words of eleven languages leave as other ages in words, drawn as those in digits are."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.mentions.amounts import Amount
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.amounts.spelled_ages import SpelledAges, read_spelled_age
from dp_gateway.text.entities import Entity
from tests.surrogates.echoes import each_sent

KEY = Secret(b"a key for tests, not a secret")
SENTENCES = {
    "de": ("Hallo, ich bin {} und wohne jetzt in Köln.", "vierunddreißig Jahre alt"),
    "fr": ("Bonjour, j'ai {} et je travaille à Lyon.", "trente-quatre ans"),
    "es": ("Mi madre tiene {} y vive en Sevilla.", "cuarenta años"),
    "it": ("Mio padre ha {} e vive a Bari.", "cinquantatré anni"),
    "nl": ("Mijn moeder is {} en woont in Utrecht.", "vierendertig jaar"),
    "pt": ("O meu pai tem {} e mora no Porto.", "quarenta e dois anos"),
    "pl": ("Mam {} i mieszkam w Krakowie.", "trzydzieści cztery lata"),
    "zh": ("我今年{}，住在上海。", "三十四岁"),
    "ja": ("私は{}で、東京に住んでいます。", "三十四歳"),
    "hi": ("मेरी उम्र {} है और मैं दिल्ली में रहता हूँ।", "चौंतीस साल"),
    "ar": ("عمري {} وأسكن في القاهرة.", "أربعة وثلاثون عاما"),
}
IN_DIGITS = {
    "de": "34 Jahre alt", "fr": "34 ans", "es": "40 años", "it": "53 anni", "nl": "34 jaar", "pt": "42 anos",
    "pl": "34 lata", "zh": "34岁", "ja": "34歳", "hi": "34 साल", "ar": "34 عاما",
}  # fmt: skip


def _number(age: str, language: str) -> int | None:
    read = read_spelled_age(age, language)
    return read.number if read else None


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


class _Age:
    """Finds one age, wherever it stands first, in a text of one language."""

    def __init__(self, age: str) -> None:
        self._age = age

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        places = [text.find(self._age) for text in texts]
        return [[Entity(at, at + len(self._age), "AGE", 1.0, "marked")] if at >= 0 else [] for at in places]


def _sent_age(sent: str, sentence: str) -> str:
    """What stands in for the age; the town behind it is another one too."""
    before, behind = sentence.split("{}")
    rest = sent.removeprefix(before)
    return rest[: rest.index(behind[:6] if behind[0] == " " else behind[0])]


def _family(language: str, keep: Sequence[str] = ("bracket",)) -> SpelledAges:
    return SpelledAges(ValueFamily({"AGE": 6.0}, keep={"AGE": keep}, language=language), language)


def _age(number: int) -> Amount:
    return Amount("AGE", "year", (Decimal(number),))


@pytest.mark.parametrize("language", SENTENCES)
def test_an_age_in_words_leaves_as_another_one_in_words(gateway: Gateway, language: str) -> None:
    sentence, age = SENTENCES[language]
    for sent in each_sent(gateway, sentence.format(age)):
        assert "<" not in sent
        assert age not in sent
        drawn = read_spelled_age(_sent_age(sent, sentence), language)
        assert drawn is not None
        assert 18 <= drawn.number <= 64


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Ich suche für meinen Vater, im Alter von vierundsechzig Jahren, einen Arzt.", "vierundsechzig"),
        ("Mi abuela tiene noventa y un años y vive sola.", "noventa y un "),
        ("Ik ben een vierendertigjarige vrouw uit Gent.", "vierendertig"),
        ("Der Vierunddreißigjährige wohnt bei seiner Mutter in Bonn.", "Vierunddreißig"),
    ],
)
def test_an_age_in_words_is_found_in_other_forms(gateway: Gateway, text: str, age: str) -> None:
    for sent in each_sent(gateway, text, scopes=4):
        assert age not in sent
        assert "<" not in sent


@pytest.mark.parametrize("language", SENTENCES)
def test_the_draw_is_the_one_of_digits(language: str) -> None:
    _, age = SENTENCES[language]
    spelled, digits = _family(language), ValueFamily({"AGE": 6.0}, keep={"AGE": ("bracket",)}, language=language)
    value = spelled.parse(age, "AGE")
    assert value is not None
    assert value == digits.parse(IN_DIGITS[language], "AGE")
    assert spelled.kept(age, value)[:-1] == digits.kept(IN_DIGITS[language], value)[:-1]
    assert spelled.kept(age, value)[-1].startswith("written in words")


@pytest.mark.parametrize("language", SENTENCES)
def test_words_cost_what_digits_cost(gateway: Gateway, language: str) -> None:
    sentence, age = SENTENCES[language]
    costs = [
        gateway.sanitize(sentence.format(written), scope=f"costs {language}").report.total_epsilon
        for written in (age, IN_DIGITS[language])
    ]
    assert costs[0] == pytest.approx(costs[1])


@pytest.mark.parametrize("language", SENTENCES)
def test_what_is_written_tells_the_class_and_no_more(language: str) -> None:
    family, (_, age) = _family(language), SENTENCES[language]
    grown = {family.render(age, _age(34), _age(number)) for number in range(18, 65)}
    assert len(grown) == 47
    written = {(family.kept(one, _age(34)), family.form(one, _age(34))) for one in grown}
    assert len(written) == 1
    for one in grown:
        assert {family.render(one, _age(34), _age(number)) for number in range(18, 65)} == grown


@pytest.mark.parametrize("language", SENTENCES)
def test_every_age_is_read_as_it_is_written(language: str) -> None:
    family, (_, age) = _family(language), SENTENCES[language]
    for number in range(121):
        written = family.render(age, _age(34), _age(number))
        assert _number(written, language) == number
        assert family.parse(written, "AGE") == _age(number)


@pytest.mark.parametrize("language", SENTENCES)
def test_an_age_that_stands_in_clear_is_not_drawn_and_is_paid_for(language: str) -> None:
    family, (sentence, age) = _family(language), SENTENCES[language]
    near = [family.render(age, _age(34), _age(n)) for n in range(18, 65) if n not in (20, 34, 40, 42, 50, 53, 60)]
    clear = " ; ".join(near)
    gateway = Gateway("entities", key=KEY, detection=_Age(age))
    alone, among = sentence.format(age), f"{sentence.format(age)} ; {clear}"
    for scope in range(6):
        free, bound = (gateway.sanitize(text, scope=str(scope)) for text in (alone, among))
        left = bound.text.removesuffix(f" ; {clear}")
        assert left != bound.text
        assert not any(f" {one} " in f" {left} " for one in near)
        assert bound.restore(bound.text) == among
        assert "<" not in free.text
        assert bound.report.total_epsilon > free.report.total_epsilon


@pytest.mark.parametrize(
    ("language", "age", "number", "others"),
    [
        ("de", "ein Jahr alt", 1, {2: "zwei Jahre alt", 31: "einunddreißig Jahre alt"}),
        ("de", "vierunddreissig Jahren", 34, {1: "einem Jahr", 101: "hunderteins Jahren"}),
        ("de", "Vierunddreißigjährige", 34, {1: "Einjährige", 40: "Vierzigjährige"}),
        ("fr", "trente et un ans", 31, {1: "un an", 80: "quatre-vingts ans", 81: "quatre-vingt-un ans"}),
        ("fr", "septante-deux ans", 72, {72: "soixante-douze ans", 21: "vingt et un ans"}),
        ("es", "treinta y cuatro años", 34, {1: "un año", 21: "veintiún años", 31: "treinta y un años"}),
        (
            "it",
            "ventun anni",
            21,
            {1: "un anno", 33: "trentatré anni", 38: "trentotto anni", 118: "centodiciotto anni"},
        ),
        ("nl", "tweeëndertig jaar oud", 32, {1: "één jaar oud", 23: "drieëntwintig jaar oud"}),
        ("pt", "dezasseis anos", 16, {1: "um ano", 21: "vinte e um anos", 101: "cento e um anos"}),
        ("pl", "pięć lat", 5, {1: "jeden rok", 2: "dwa lata", 12: "dwanaście lat", 22: "dwadzieścia dwa lata"}),
        ("zh", "二岁", 2, {2: "两岁", 12: "十二岁", 101: "一百零一岁", 112: "一百一十二岁"}),
        ("zh", "二十歲", 20, {2: "兩歲", 34: "三十四歲"}),
        ("ja", "二十才", 20, {2: "二才", 110: "百十才"}),
        ("hi", "पांच साल", 5, {49: "उनचास साल", 89: "नवासी साल"}),
        ("ar", "خمس سنوات", 5, {1: "سنة واحدة", 2: "سنتان", 11: "إحدى عشرة سنة", 34: "أربع وثلاثون سنة"}),
        ("ar", "أربعة وثلاثين عاماً", 34, {2: "عامان", 8: "ثمانية أعوام", 12: "اثنا عشر عامًا", 100: "مئة عام"}),
        ("ar", "خمسة و ثلاثين سنه", None, {}),
    ],
)
def test_words_agree_as_in_the_language(language: str, age: str, number: int | None, others: dict[int, str]) -> None:
    family = _family(language)
    assert _number(age, language) == number
    for other, written in others.items():
        assert family.render(age, _age(34), _age(other)) == written


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pl", "trzydziestu czterech lat"),
        ("de", "dreieinviertel Jahre alt"),
        ("fr", "la trentaine"),
        ("zh", "三十多岁"),
    ],
)
def test_what_is_not_read_is_masked(language: str, text: str) -> None:
    assert read_spelled_age(text, language) is None
    assert _family(language).parse(text, "AGE") is None


@pytest.mark.parametrize("language", SENTENCES)
def test_a_reply_with_digits_gets_digits(gateway: Gateway, language: str) -> None:
    sentence, age = SENTENCES[language]
    request = gateway.sanitize(sentence.format(age), scope="reply")
    drawn = _sent_age(request.text, sentence)
    number, value = _number(drawn, language), _number(age, language)
    assert number is not None
    assert value is not None
    (first, *_) = _family(language).variants(age, _age(value), _age(number))
    assert first.surrogate.startswith(str(number))
    assert str(value) in request.restore(f"( {first.surrogate} )")
    assert age in request.restore(f"( {drawn} )")
