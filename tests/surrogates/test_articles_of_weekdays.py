"""Portuguese articles before a weekday agree with the one that stands in for it."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.mentions.agreement import article_before, article_of
from tests.surrogates.echoes import each_sent


@pytest.mark.parametrize(
    ("before", "weekday", "drawn", "article"),
    [
        ("Ela faz anos no ", "sábado, 3 de maio", "quinta-feira, 18 de abril", "na "),
        ("Até à ", "sexta-feira, 9 de maio", "domingo, 11 de maio", "ao "),
        ("No próximo ", "domingo, 4 de maio", "terça-feira, 6 de maio", "Na próxima "),
        ("Fica para o ", "sábado, 3 de maio", "<DATE_TIME_1>", "o "),
    ],
)
def test_the_article_agrees_with_the_weekday(before: str, weekday: str, drawn: str, article: str) -> None:
    text = f"{before}{weekday} chega o primo."
    start = len(before)
    found = article_before(text, 0, start, start + len(weekday), "DATE_TIME", "pt")
    assert before.endswith(found)
    assert article_of(found, weekday, drawn, "pt") == article


def test_the_article_of_a_day_without_a_weekday_stays() -> None:
    text = "Ela chega no 3 de maio."
    assert article_before(text, 0, 13, 22, "DATE_TIME", "pt") == ""


def test_a_message_has_one_gender() -> None:
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"))
    for sent in each_sent(gateway, "O meu velho tio Osvaldo fez oitenta anos no sábado, 3 de maio, em Braga."):
        assert re.search("no (?:sábado|domingo)|na [a-zç]+-feira", sent), sent
