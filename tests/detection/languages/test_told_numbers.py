"""A label or a firm before a number is no part of it; what somebody says in words, and a name, stay."""

from __future__ import annotations

import pytest

from dp_gateway.detection.languages.told_numbers import told_number
from dp_gateway.text.entities import Entity


def _told(text: str, found: str, language: str) -> str | None:
    start = text.index(found)
    one = told_number(text, Entity(start, start + len(found), "ID_NUMBER", 0.9, "x"), language)
    return None if one is None else text[one.start : one.end]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("pt", "utente SNS nº 418 209 771", "SNS"),
        ("it", "codice SDI M5UXCR1, Falegnameria", "SDI"),
        ("de", "RV-Nr. 65 070684 W 009, KV-Nr. T987654321", "KV-Nr"),
        ("pt", "RG 28.292.304-X, rastreio Jadlog 14471829036601", "Jadlog"),
        ("hi", "मीटर रीडिंग 18422, चौहान", "रीडिंग"),
    ],
)
def test_a_label_is_none(language: str, text: str, found: str) -> None:
    assert _told(text, found, language) is None


@pytest.mark.parametrize("found", ["56mg/L", "g/dL::12", "134 mmol/L"])
def test_a_unit_of_a_laboratory_is_none(found: str) -> None:
    assert _told(f"CRP {found}, gut", found, "de") is None


@pytest.mark.parametrize(
    ("language", "text", "found", "number"),
    [
        ("fr", "identifiant France Travail 7723918K", "France Travail 7723918K", "7723918K"),
        ("pt", "pedido Shopee 250412QX4K718", "Shopee 250412QX4K718", "250412QX4K718"),
        ("de", "beim Jobcenter 35502//0044182", "Jobcenter 35502//0044182", "35502//0044182"),
        ("zh", "航班号 NS3228\n7 携带超过", "NS3228\n7", "NS3228"),
        # What is alike, and somebody's.
        ("fr", "dossier Leroy 4418207K", "Leroy 4418207K", "Leroy 4418207K"),
        ("pt", "meu número é sete sete quatro 4718", "sete sete quatro 4718", "sete sete quatro 4718"),
        ("nl", "op nul zes 44 71 82 90", "zes 44 71 82 90", "zes 44 71 82 90"),
        ("pt", "é o verde 31, tem um terno", "verde 31", "verde 31"),
        ("fr", "code QXKTRWZ 2 personnes", "QXKTRWZ", "QXKTRWZ"),
        ("pt", "furou o pneu na BR-040", "BR", "BR"),
        ("zh", "手机一三八4471", "一三八", "一三八"),
        ("fr", "Numéro zéro six 44 71", "zéro", "zéro"),
    ],
)
def test_the_number_alone_is_one(language: str, text: str, found: str, number: str) -> None:
    assert _told(text, found, language) == number
