"""Of a name of which a part was found the rest is found as well."""

from __future__ import annotations

import pytest

from dp_gateway.detection.completion import whole_names
from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.tagger import TaggerDetector
from dp_gateway.patterns.known_phrases import default_lexicon
from dp_gateway.public.decision import marked
from dp_gateway.text.entities import Entity


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("Before Edmund III (a cousin) it was dull.", "Edmund", "Edmund III"),
        ("He praised Edmund I, and left.", "Edmund", "Edmund I"),
    ],
)
def test_the_rest_of_a_name(text: str, part: str, whole: str) -> None:
    start = text.index(part)
    (found,) = whole_names(text, [Entity(start, start + len(part), "PERSON", 0.9, "")])
    assert text[found.start : found.end] == whole
    assert whole in [text[one.start : one.end] for one in default_detection(ner="always").detect([text])[0]]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Thank you Barry's Auto Tech!", "Barry's Auto Tech"),
        ("lunch at Bettina's Sandwiches today", "Bettina's Sandwiches"),
    ],
)
def test_a_shop_that_is_called_after_somebody_is_found_whole(text: str, whole: str) -> None:
    assert [text[one.start : one.end] for one in default_detection(ner="always").detect([text])[0]] == [whole]


def test_the_rest_of_a_famous_name_is_found() -> None:
    text = "a huge fan of bruno mars"
    (found,) = marked(text, [Entity(14, 19, "PERSON", 0.9, "")])
    assert text[found.start : found.end] == "bruno mars"
    text = "I told James I would."
    (found,) = marked(text, [Entity(7, 12, "PERSON", 0.9, "")])
    assert text[found.start : found.end] == "James"


@pytest.mark.parametrize(
    "text", ["I told Henry I would.", "Henry's Monday is full.", "Henry cooks well.", "the king Henry I saw"]
)
def test_what_follows_is_no_part_of_it(text: str) -> None:
    start = text.index("Henry")
    assert not [*whole_names(text, [Entity(start, start + 5, "PERSON", 0.9, "")])]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("they acquired Applied Linguistics and two others", "Applied Linguistics"),
        ("I met him at the Weird Harold show", "Weird Harold"),
    ],
)
def test_a_half_sure_capital_beside_a_sure_one_belongs_to_the_name(text: str, whole: str) -> None:
    assert whole in [text[one.start : one.end] for one in TaggerDetector().detect([text])[0]]


def test_who_is_joined_to_a_sure_person_is_one() -> None:
    text = "this guy is better than butler and klay lol"
    found = TaggerDetector(names=default_lexicon()[0]).detect([text])[0]
    assert [text[one.start : one.end] for one in found] == ["butler", "klay"]
