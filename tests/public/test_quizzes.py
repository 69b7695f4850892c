"""Questions of a quiz leave as they are; what has their form and tells of somebody does not."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection


def private(text: str) -> list[str]:
    return [text[one.start : one.end] for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        "My crossword wants the capital of Bolivia. What is it?",
        "Our trivia app asks for the longest river in Poland.",
        "Pub quiz: Uruguay, official language?",
        "Norway - what currency?",
        "The bridge in Sydney, what's it called?",
        "The volcano near Naples, when did it last erupt?",
        "Going through Vietnam some day perhaps: which plug do I need?",
        "Would love to see Peru one day: what's the currency?",
        "Is Saturn larger than Jupiter?",
        "If I see a stamp from Croatia, which language is on it?",
        "Whale watching in Norway: when do I go?",
        "Backpacking across Laos on a tight budget: what currency do I need?",
        "I'm looking for a guidebook about Peru. In which languages is there one?",
        "What should we wear in Sydney in July? Just the main thing, please.",
        "Fun things to do in Porto with children under 10?",
        "Is Venus hotter than Mercury?",
    ],
)
def test_a_question_of_a_quiz_leaves_as_it_is(text: str) -> None:
    assert private(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My mother wants the capital of Bolivia to be her home. Which is it?", "Bolivia"),
        ("The flat in Sydney, what's it worth?", "Sydney"),
        ("The clinic near Naples, when did it discharge me?", "Naples"),
        ("The bridge in Sydney, what did she do there?", "Sydney"),
        ("Going home to Vietnam: which papers does my wife need?", "Vietnam"),
        ("My beaches in Norway: when do I sell them?", "Norway"),
        ("If I fly to Croatia after my divorce, which currency do I need?", "Croatia"),
        ("Backpacking across Laos with my daughter: what currency do we need?", "Laos"),
        ("Looking for a lawyer in Peru. In which language should I write?", "Peru"),
        ("What should I wear in Sydney to my hearing?", "Sydney"),
        ("Things to do in Porto before the surgery?", "Porto"),
        ("Our boss left for Peru one day before the audit.", "Peru"),
        ("Venus is my neighbour's daughter.", "Venus"),
    ],
)
def test_what_tells_of_somebody_does_not(text: str, name: str) -> None:
    assert name in private(text)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("Rehab is $2,700 a week and they want to keep me 12 weeks. What's the total?", "$2,700"),
        ("Grandad left us $4,200. There are three of us, equal shares. How much each?", "$4,200"),
        ("The roofer's quote: tiles $1,250, gutter $640. What is it going to cost me altogether?", "$1,250"),
    ],
)
def test_what_is_done_to_who_writes_is_no_exercise(text: str, amount: str) -> None:
    assert amount in private(text)
