"""Names in Hindi written in Latin letters, and that such a sentence is read as English ones are."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.languages import passages
from dp_gateway.languages.identify import is_hindi

_NAMED = [
    ("yaar Pooja ne bola ki kal chutti hai", "Pooja", "PERSON"),
    ("bhai Amit paisa nahi de raha", "Amit", "PERSON"),
    ("mai Manoj Tiwari ke ghar ja raha hu", "Manoj Tiwari", "PERSON"),
    ("mere papa ka naam Ramesh Chandra Gupta hai", "Ramesh Chandra Gupta", "PERSON"),
    ("mera naam rohan hai aur main yahan rehta hu", "rohan", "PERSON"),
    ("meri behen ki shaadi hai, Jaipur me", "Jaipur", "LOCATION"),
]
_NOBODY = [
    "Flipkart se order kiya tha par abhi tak nahi aaya",
    "Paytm ka KYC kaise karu bhai, batao",
    "Aadhaar card update karna hai, kya documents chahiye",
    "bhai Python me list kaise sort karte hai",
    "kal Diwali hai, mithai kahan se lu?",
]
_OTHERS = [
    "hai ragione, se ne parla mai",
    "tko se ne boji, ne treba pomoć",
    "ne me parle pas de la main",
    "se on raha",
    "as far as I know the main point is to be there",
]


@pytest.mark.parametrize(("text", "name", "kind"), _NAMED)
def test_a_name_is_found_as_far_as_it_goes(text: str, name: str, kind: str) -> None:
    assert {one.language for one in passages(text)} == {"en"}
    assert [(text[one.start : one.end], one.type) for one in default_detection().detect([text])[0]] == [(name, kind)]


@pytest.mark.parametrize("text", _NOBODY)
def test_ordinary_words_are_nobody(text: str) -> None:
    assert all(one.public for one in default_detection().detect([text])[0])


@pytest.mark.parametrize("text", _OTHERS)
def test_other_languages_are_not_taken_for_hindi(text: str) -> None:
    assert not is_hindi(set(text.lower().replace(",", "").split()))
