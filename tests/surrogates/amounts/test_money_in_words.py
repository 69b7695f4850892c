"""Amounts of money in words of eleven languages are drawn as those in digits are, and leave in digits."""

from __future__ import annotations

from decimal import Decimal

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.amounts.spelled_money import SpelledMoney, in_digits
from tests.surrogates.echoes import each_sent

KEY = Secret(b"a key for tests, not a secret")


@pytest.mark.parametrize(
    ("language", "words", "digits"),
    [
        ("de", "zweihundertvierzig Euro", "240 Euro"),
        ("de", "Dreitausend fünfhundert Franken", "3500 Franken"),
        ("de", "eine Million Euro", "1000000 Euro"),
        ("fr", "quatre-vingt-dix-huit euros", "98 euros"),
        ("fr", "six cents euros", "600 euros"),
        ("fr", "deux millions d'euros", "2000000 d'euros"),
        ("fr", "mille deux cents francs", "1200 francs"),
        ("es", "dos mil quinientos euros", "2500 euros"),
        ("es", "treinta y cinco pesos", "35 pesos"),
        ("it", "novemila euro", "9000 euro"),
        ("it", "milleduecentocinquanta euro", "1250 euro"),
        ("nl", "tweehonderdvijftig euro", "250 euro"),
        ("pt", "mil e duzentos reais", "1200 reais"),
        ("pl", "dwieście pięćdziesiąt złotych", "250 złotych"),
        ("pl", "trzy tysiące złotych", "3000 złotych"),
        ("zh", "十一万", "110000"),
        ("zh", "二十三万七", "237000"),
        ("zh", "一万零五元", "10005元"),
        ("zh", "叁佰伍拾萬元整", "3500000元整"),
        ("ja", "金五万円", "金50000円"),
        ("ja", "三千五百円", "3500円"),
        ("hi", "डेढ़ लाख रुपये", "150000 रुपये"),
        ("hi", "एक लाख दस हज़ार", "110000"),
        ("ar", "خمسة آلاف ريال", "5000 ريال"),
        ("ar", "ألفين وأربعمئة", "2400"),
        ("es", "unos euros", None),
        ("es", "cien euros con cincuenta", None),
        ("zh", "三万到五万元", None),
        ("en", "two hundred euros", None),
    ],
)
def test_words_are_read(language: str, words: str, digits: str | None) -> None:
    assert in_digits(words, language) == digits


@pytest.mark.parametrize(("language", "words", "number"), [("fr", "six cents euros", 600), ("zh", "一万五", 15000)])
def test_a_draw_has_the_class_of_the_same_amount_in_digits(language: str, words: str, number: int) -> None:
    family = ValueFamily({"MONEY": 6.0}, language=language)
    spelled = SpelledMoney(family, language)
    value, digits = spelled.parse(words, "MONEY"), in_digits(words, language)
    assert value is not None
    assert digits is not None
    assert value.numbers == (Decimal(number),)
    assert value == family.parse(digits, "MONEY")
    assert spelled.kept(words, value) == family.kept(digits, value)
    assert spelled.form(words, value) == family.form(digits, value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ho pagato novemila euro a Mario Rossi di Bergamo.", "novemila"),
        ("老板欠我十一万,一直不给。", "十一万"),
        ("Le debo ochocientos cincuenta euros a mi vecino Juan.", "ochocientos"),
        ("دفعت خمسة آلاف ريال لأخي محمد.", "خمسة آلاف"),
    ],
)
def test_an_amount_in_words_leaves_in_digits_and_comes_back(text: str, words: str) -> None:
    gateway = Gateway("entities", key=KEY)
    for sent in each_sent(gateway, text, scopes=4):
        assert "<" not in sent
        assert words not in sent
    request = gateway.sanitize(text, scope="back")
    assert request.restore(request.text) == text
