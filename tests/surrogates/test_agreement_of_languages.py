"""What stands beside a surrogate agrees with it: units of time, prepositions; and numbers keep their letters' script."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.surrogates.amounts.family import ValueFamily
from dp_gateway.surrogates.identifiers import NationalIdentifier
from tests.surrogates.echoes import each_sent

GATEWAY = Gateway("entities", key=Secret(b"a key for tests, not a secret"))


@pytest.mark.parametrize(
    ("language", "mention", "kind", "number", "written"),
    [
        ("pl", "1 miesiąc", "DURATION", 3, "3 miesiące"),
        ("pl", "3 miesiące", "DURATION", 1, "1 miesiąc"),
        ("pl", "3 miesiące", "DURATION", 5, "5 miesięcy"),
        ("pl", "5 lat", "AGE", 3, "3 lata"),
        ("pl", "5 lat", "DURATION", 3, "3 lat"),
        ("pl", "3 miesięcy", "DURATION", 4, "4 miesięcy"),
        ("de", "3 Monaten", "DURATION", 1, "1 Monat"),
        ("de", "1 Jahr alt", "AGE", 4, "4 Jahre alt"),
        ("it", "1 mese", "DURATION", 2, "2 mesi"),
        ("es", "2 años", "AGE", 1, "1 año"),
        ("fr", "6 mois", "DURATION", 1, "1 mois"),
        ("pt", "1 mês", "DURATION", 7, "7 meses"),
        ("nl", "2 weken", "DURATION", 1, "1 week"),
    ],
)
def test_units_agree_with_what_is_drawn(language: str, mention: str, kind: str, number: int, written: str) -> None:
    family = ValueFamily(language=language)
    value = family.parse(mention, kind)
    assert value is not None
    assert family.render(mention, value, value._replace(numbers=(Decimal(number),))) == written


@pytest.mark.parametrize("text", ["Abito ad Ancona da tre anni.", "Abito a Torino da tre anni."])
def test_italian_towns_stand_behind_their_preposition(text: str) -> None:
    sent = [*each_sent(GATEWAY, text, scopes=24)]
    assert all(re.search(r"Abito (?:ad A|a [^A])", one) for one in sent), sent
    request = GATEWAY.sanitize(text, scope="back")
    assert request.restore(request.text) == text


def test_polish_days_stand_behind_their_preposition() -> None:
    text = "Widzimy się w niedzielę 7 września 2025 u mnie."
    sent = [*each_sent(GATEWAY, text, scopes=24)]
    assert any("we wtorek" in one for one in sent)
    assert not any("w wtorek" in one for one in sent)
    request = GATEWAY.sanitize(text, scope="back")
    assert request.restore(request.text) == text


@pytest.mark.parametrize(
    ("language", "mention", "form"),
    [
        ("ar", "د هـ ن 7351", "[ء-ي] [ء-ي]ـ [ء-ي] [0-9]{4}"),
        ("zh", "(2023)京0105民初12345号", r"\([0-9]{4}\)[一-龯][0-9]{4}民初[0-9]{5}号"),
        ("ja", "令和5年(ワ)第1234号", r"令和[0-9]年\([ァ-ヶ]\)第[0-9]{4}号"),
    ],
)
def test_numbers_of_plates_and_courts_keep_their_form(language: str, mention: str, form: str) -> None:
    text = {"ar": "رقم لوحة سيارتي هو {}.", "zh": "案号{}已经立案。", "ja": "事件番号は{}です。"}[language].format(
        mention
    )
    for sent in each_sent(GATEWAY, text, scopes=6):
        assert "<" not in sent
        assert re.search(form, sent), sent
        assert mention not in sent


def test_what_stays_of_a_courts_number_is_named() -> None:
    family = NationalIdentifier("zh")
    civil, enforced = "(2023)京0105民初12345号", "(2023)京0105执民12345号"
    first, second = (family.parse(one, "ID_NUMBER") for one in (civil, enforced))
    assert first is not None
    assert second is not None
    assert family.kept(civil, str(first)) != family.kept(enforced, str(second))
