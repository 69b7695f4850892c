"""Numbers that are said in words: what stands in for them is said in words, and how digits were said shows nothing."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret, load_policy
from dp_gateway.surrogates.base import SpokenNumber, is_spoken
from dp_gateway.surrogates.identifiers import Scrambled

WORDS = set("zero one two three four five six seven eight nine".split())


@pytest.mark.parametrize(
    ("mention", "spoken"),
    [
        ("six one seven, five five five, oh one two two", True),
        ("Double Five Three", True),
        ("one two", False),
        ("seven of nine", False),
        ("617 555 0122", False),
        ("", False),
    ],
)
def test_what_is_said_digit_by_digit(mention: str, spoken: bool) -> None:
    assert is_spoken(mention) == spoken
    assert (SpokenNumber(Scrambled()).parse(mention, "ID_NUMBER") is not None) == spoken


def test_ways_of_saying_one_number_are_one_class_and_one_text() -> None:
    family = SpokenNumber(Scrambled())
    said = ["double five oh, nine", "five five zero, nine", "five five nought, nine"]
    (value,) = {family.parse(one, "ID_NUMBER") for one in said}
    assert value == "5509"
    assert {family.kept(one, value) for one in said} == {family.kept(said[0], value)}
    assert {family.render(one, value, "0071") for one in said} == {"zero zero seven, one"}
    assert family.outputs(said[0], value) == 10.0**4


def test_a_reply_in_words_or_in_digits_is_restored() -> None:
    gateway = Gateway(load_policy("entities"), key=Secret(b"k" * 32))
    text = "Please call us back at six one seven, five five five, oh one two two."
    sent = gateway.request([text])
    said = sent.texts[0].text.removeprefix("Please call us back at ").removesuffix(".")
    assert said.replace(",", "").split() != text.split()[5:]
    assert set(said.replace(",", "").split()) <= WORDS
    assert [len(group.split()) for group in said.split(",")] == [3, 3, 4]
    assert sent.restore(sent.texts[0].text) == text
    number = {
        word: str(digit) for digit, word in enumerate("zero one two three four five six seven eight nine".split())
    }
    assert "6175550122" in sent.restore("It is " + "".join(number[word] for word in said.replace(",", "").split()))
