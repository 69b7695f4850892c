"""Amounts of money in words of eleven languages are drawn as those in digits are, and leave in digits."""

from __future__ import annotations

from decimal import Decimal

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.amounts.spelled_money import SpelledMoney
from dp_gateway.surrogates.amounts.sums_in_words import in_digits
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
        ("es", "quince o veinte", "15 o 20"),
        ("zh", "三万到五万元", "30000到50000元"),
        ("ja", "数万円", "30000円"),
        ("en", "a couple of thou", "2000"),
        ("en", "half a grand", "500"),
        ("en", "three and a half grand", "3500"),
        ("en", "a tenner", "10 quid"),
        ("en", "two hundos", "200 bucks"),
        ("en", "half", None),
        ("de", "zwei Fuffis", "100 Euro"),
        ("de", "nen Zwanni", "20 Euro"),
        ("de", "elf Euro fuchzig", "11,50 Euro"),
        ("de", "drei-fünf", "3500"),
        ("de", "eine halbe Million", "500000"),
        ("nl", "een halve ton", "50000 euro"),
        ("nl", "vijftienhonderd euro", "1500 euro"),
        ("fr", "deux patates et demie", "25000 euros"),
        ("es", "medio millón", "500000"),
        ("es", "cinco lucas", "5000"),
        ("hi", "dedh lakh", "150000"),
        ("ar", "خمستعش ألف", "15000"),
        ("de", "zweieinhalbtausend", "2500"),
        ("de", "zwei bis dreitausend Euro", "2000 bis 3000 Euro"),
        ("fr", "une centaine d'euros", "100 d'euros"),
        ("fr", "six euros vingt", "6,20 euros"),
        ("fr", "une brique", "10000 euros"),
        ("es", "un par de miles", "2000"),
        ("es", "dos cincuenta", "2,50"),
        ("it", "due deca", "20 euro"),
        ("it", "mille euro", "1000 euro"),
        ("it", "un milione e mezzo", "1500000"),
        ("it", "euro centottanta", "euro 180"),
        ("it", "Euro quattrocentoventi//00", "Euro 420"),
        ("nl", "drie tientjes", "30 euro"),
        ("nl", "tweeënhalf duizend euro", "2500 euro"),
        ("pt", "mil duzentos", "1200"),
        ("pt", "dois contos", "2000 reais"),
        ("pt", "sete contos e quinhentos", "7500 reais"),
        ("pl", "trzy i pół stówki", "350 zł"),
        ("pl", "dwa siedemset", "2700"),
        ("pl", "dwunastu tysięcy złotych", "12000 złotych"),
        ("zh", "十几万", "10多万"),
        ("zh", "两三百块", "300块"),
        ("zh", "一斤兩千四", "一斤2400"),
        ("hi", "सवा लाख", "125000"),
        ("hi", "पाँच पेटी", "500000 रुपये"),
        ("ar", "ألفين ونص", "2500"),
        ("ar", "ريال ونص", "1.50 ريال"),
        ("ar", "مليوني ليرة", "2000000 ليرة"),
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
