"""Italian and French articles agree with what stands in for the word behind them."""

from __future__ import annotations

import pytest

from dp_gateway.mentions.agreement import article_before, article_of


@pytest.mark.parametrize(
    ("language", "kind", "text", "word", "drawn", "written"),
    [
        ("it", "DATE_TIME", "Nato l'8 marzo 1990", "8 marzo 1990", "30 marzo 1990", "Nato il 30 marzo 1990"),
        ("it", "DATE_TIME", "Nato il 3 marzo 1990", "3 marzo 1990", "11 marzo 1990", "Nato l'11 marzo 1990"),
        ("it", "DATE_TIME", "Dall’11 giugno", "11 giugno", "2 giugno", "Dal 2 giugno"),
        ("it", "DATE_TIME", "scadenza del 3 maggio", "3 maggio", "8 maggio", "scadenza dell'8 maggio"),
        ("it", "JOB_TITLE", "per l'avvocato", "avvocato", "minatore", "per il minatore"),
        ("it", "JOB_TITLE", "per l'infermiera", "infermiera", "maestra", "per la maestra"),
        ("it", "JOB_TITLE", "con lo psicologo", "psicologo", "medico", "con il medico"),
        ("it", "JOB_TITLE", "del medico", "medico", "scultore", "dello scultore"),
        ("it", "JOB_TITLE", "è un medico", "medico", "attore", "è un attore"),
        ("it", "JOB_TITLE", "è una maestra", "maestra", "attrice", "è un'attrice"),
        ("fr", "JOB_TITLE", "le professeur", "professeur", "avocat", "l'avocat"),
        ("fr", "JOB_TITLE", "ma coiffeuse", "coiffeuse", "avocate", "mon avocate"),
        ("fr", "JOB_TITLE", "mon avocate", "avocate", "coiffeuse", "ma coiffeuse"),
        ("fr", "JOB_TITLE", "du plombier", "plombier", "ouvrier", "de l'ouvrier"),
    ],
)
def test_an_article_is_that_of_the_surrogate(
    language: str, kind: str, text: str, word: str, drawn: str, written: str
) -> None:
    start = text.index(word)
    article = article_before(text, 0, start, len(text), kind, language)
    assert article
    assert text[: start - len(article)] + article_of(article, word, drawn, language) + drawn == written


def test_a_year_and_a_german_word_have_no_such_article() -> None:
    assert article_before("nel 1990", 0, 4, 8, "DATE_TIME", "it") == ""
    assert article_before("la Ärztin", 0, 3, 9, "JOB_TITLE", "de") == ""
