"""A place's name is drawn with the article that it takes, and an echo of what was sent restores every byte."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.mentions.agreement import TAKES_ARTICLE
from tests.surrogates.echoes import each_sent

KEY = Secret(b"a key for tests, not a secret")
SCOPES = range(25)


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=KEY)


@pytest.mark.parametrize("place", ["the UK", "the Philippines", "the uk"])
def test_no_article_stands_before_a_country_that_takes_none(gateway: Gateway, place: str) -> None:
    for sent in each_sent(gateway, f"My mum left {place}.", 25):
        drawn = sent.removeprefix("My mum left ").rstrip(".")
        assert drawn.startswith("the ") == (TAKES_ARTICLE.search(drawn.removeprefix("the ").title()) is not None)


def test_a_country_that_takes_an_article_gets_it(gateway: Gateway) -> None:
    drawn = [gateway.sanitize("My aunt lives in Germany.", scope=str(scope)).text for scope in range(150)]
    assert any("in the " in text for text in drawn)
    assert not [
        text for text in drawn if TAKES_ARTICLE.search(text[len("My aunt lives in ") : -1]) and " the " not in text
    ]


@pytest.mark.parametrize(
    "text",
    [
        "I live in the UK and my sister in UK too; the UK government wrote to me. UK law. She left the UK.",
        "My son lives in\nthe UK, in\nUK, in the\nUK or of the UK and of UK. THE UK is in the Bahamas.",
        "My son Tom went to the Gambia, to Gambia and the\nGambia, which is in the Cotswolds.",
        "The UK, where I live (the UK), is not The Netherlands, where my sister Ann lives.",
    ],
)
def test_an_echo_is_exact(gateway: Gateway, text: str) -> None:
    assert all("the the " not in sent.lower() for sent in each_sent(gateway, text, 25))


def test_what_a_reply_says_in_other_words_has_the_article(gateway: Gateway) -> None:
    request = next(
        one
        for one in (gateway.sanitize("I live in the UK.", scope=str(scope)) for scope in SCOPES)
        if " the " not in one.text
    )
    country = request.text.removeprefix("I live in ").rstrip(".")
    assert request.restore(f"In {country}, people from {country} vote.") == "In the UK, people from the UK vote."
    assert request.restore(f"the {country} government") == "the UK government"
