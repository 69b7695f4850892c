"""Texts that read like articles: who is replaced takes what is said of them along, and a name is replaced whole."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection


@pytest.fixture(scope="module")
def detection() -> Detection:
    return default_detection(ner="always")


def _kept(detection: Detection, text: str) -> list[str]:
    return [text[one.start : one.end] for one in detection.detect([text])[0] if one.public]


@pytest.mark.parametrize(
    "text",
    [
        "Henry Ford was stopped near Detroit in 2019. The car was searched.",
        "Frida Kahlo crossed the border without papers in 2012 and worked in a kitchen in Detroit.",
        "Boris Johnson, born in Kazan in 1990, worked on a farm in Kent in 2019.",
        "Robert Schumann presented the figures. Sales in Poland had fallen.",
        "Karl Marx was a member of a union at Volkswagen in Wolfsburg and was dismissed in 2010.",
        "Che Guevara was the name of a bar in Rosario whose licence was withdrawn in 2019.",
        "Romeo and Juliet from payroll in Verona were seen in the car park.",
        "The widow came from Notting Hill.",
        "who saw Kurt Cobain leave the shop in Aberdeen with the bag",
        "who reported Elton John to the school in Pinner",
        "which of the tenants in Dresden is Richard Strauss",
    ],
)
def test_what_is_said_of_somebody_with_a_famous_name_is_private(detection: Detection, text: str) -> None:
    assert _kept(detection, text) == []


def test_what_is_said_of_the_famous_stays(detection: Detection) -> None:
    assert {"Einstein", "Switzerland"} <= set(_kept(detection, "What did Einstein do in Switzerland?"))
    assert "Denmark" in _kept(detection, "Why does Hamlet take place in Denmark?")


@pytest.mark.parametrize("text", ["William the Conqueror still owes me 20 euros.", "I met Vlad the Impaler at work."])
def test_a_name_and_what_its_bearer_is_called_are_one(detection: Detection, text: str) -> None:
    (whole,) = [text[one.start : one.end] for one in detection.detect([text])[0] if one.type == "PERSON"]
    assert whole in ("William the Conqueror", "Vlad the Impaler")


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("What is the Coriolis effect in the Ekman layer?", True),
        ("What did Miranda v. Arizona decide?", True),
        ("Explain the Winterbourne inequality.", True),
        ("How does the Lindqvist model work? She earns 4,000 a month.", False),
        ("Explain the Whitcombe scandal at our school to parents.", False),
        ("Smith v. Jones is set for Tuesday; draft my statement.", False),
    ],
)
def test_what_is_named_after_somebody_is_no_person_where_nobody_is_spoken_of(
    detection: Detection, text: str, *, public: bool
) -> None:
    names = [one for one in detection.detect([text])[0] if one.type in ("PERSON", "ORGANIZATION", "LOCATION")]
    assert all(one.public is public for one in names)


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("who plays emma in the light beyond the hills", True),
        ("who played tom's brother on harbour lights", True),
        ("who plays emma in the nativity at our school", False),
        ("who plays emma on saturday", False),
        ("who plays tom in the doubles", False),
    ],
)
def test_whom_an_actor_plays_is_nobody(detection: Detection, text: str, *, public: bool) -> None:
    assert all(one.public is public for one in detection.detect([text])[0] if one.type == "PERSON")


@pytest.mark.parametrize("text", ["who won the most seats in canada", "where is the largest salt mine in the us"])
def test_a_question_needs_no_mark(detection: Detection, text: str) -> None:
    assert all(one.public for one in detection.detect([text])[0])
    assert not all(one.public for one in detection.detect([f"{text} my aunt from Leeds asks"])[0])


@pytest.mark.parametrize(
    "text",
    [
        "Nvidia reported record revenue for the third quarter.",
        "Goldman Sachs forecasts growth of 2 percent.",
        "Is Tesla stock overvalued?",
        "Walmart employs more than two million people.",
    ],
)
def test_news_of_a_firm_is_public(detection: Detection, text: str) -> None:
    assert all(one.public for one in detection.detect([text])[0] if one.type == "ORGANIZATION")


@pytest.mark.parametrize(
    "text",
    [
        "Nvidia offered me a job in the third quarter.",
        "Siemens reported the results of the blood test, and the nurse cried.",
        "KPMG said that the accounts of the club are wrong.",
        "Internal: Ford reported a profit of 2 million before the sale of the plant.",
        "Oracle acquired Brightleaf for $40 million.",
        "What is the history of Apple, the salon on Mill Lane?",
        "Compare my two offers: Zalando in Berlin for €71,000, or Klarna in Stockholm for SEK 690,000.",
        "How do I value Boots shares that my nan left me?",
    ],
)
def test_what_a_firm_does_to_somebody_is_private(detection: Detection, text: str) -> None:
    assert not any(one.public for one in detection.detect([text])[0] if one.type == "ORGANIZATION")
