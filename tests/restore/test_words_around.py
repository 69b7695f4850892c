"""The words around a value, by which a bare number is told to be that value, are whole words near it."""

from __future__ import annotations

import pytest

from dp_gateway.restore.labels import WordsAround, label_words


@pytest.mark.parametrize(
    ("text", "value", "wanted"),
    [
        ("The monthlyRent is $1,560 in Boston.", "$1,560", "monthly rent boston"),
        ("weighs 80kg today", "80", "weigh kg today"),
        ("80 years", "80", "year"),
        ("x" * 80 + " rates of 5% and a cut w" + "ord" * 20, "5%", "rate cut"),
        ("y" * 80 + "5%" + "z" * 80, "5%", ""),
        ("PINcodes", "code", "pin"),
    ],
)
def test_words_around_a_value(text: str, value: str, wanted: str) -> None:
    start = text.index(value)
    assert WordsAround(text).of(start, start + len(value)) == frozenset(wanted.split())


def test_many_values_have_the_words_that_each_has_alone() -> None:
    text = "Shares: 5% of Bonds, 7% of Gold; fees 9%. " * 4
    around = WordsAround(text)
    for at, sign in enumerate(text):
        if sign == "%":
            before = text[max(at - 61, 0) : at - 1]
            before = before if at <= 61 else before.partition(" ")[2]
            behind = text[at + 1 : at + 31]
            behind = behind if at + 31 >= len(text) else behind.rpartition(" ")[0]
            assert around.of(at - 1, at + 1) == {*label_words(before), *label_words(behind)}
