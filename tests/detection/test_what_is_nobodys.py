"""Numbers of exercises and recipes, and what millions know or buy, are nobody's; somebody's own affairs stay private."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.text.entities import Entity

_MEASURES = frozenset(("AGE", "MONEY", "PERCENTAGE", "QUANTITY", "DURATION"))


def _private(text: str) -> list[Entity]:
    return [one for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        "Ruth buys 6 pens at $3 each and pays with a $50 note. How much change does she get?",
        "Omar's ribbon is 40 inches long. He cuts off a quarter and then 5 inches more. How long is what remains?",
        "A cyclist rides 36 km at 12 km/h and 20 km at 8 km/h. What is the average speed?",
        "If 2,000 dollars is invested at 3.5 percent, compounded yearly, what is it worth after 9 years?",
        "A jacket costs $80 and is reduced by 15%. Calculate the new price, and the difference.",
        "A tank holds 90 gallons. Each hour 7 gallons more run out than in. How long until it is half full?",
    ],
)
def test_the_measures_of_an_exercise_stay(text: str) -> None:
    assert [one for one in _private(text) if one.type in _MEASURES] == []


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("Ruth earns $4,200 a month and pays $1,650 rent. How much is left?", ["$4,200", "$1,650"]),
        ("I owe $600 and pay back $50 each week. How long until nothing remains?", ["$600", "$50"]),
        ("Ruth Okonkwo buys 6 chairs at $95 each. How much is that in total?", ["$95"]),
        ("Ruth weighs 61 kg and takes 40 mg more per dose than last time. How many mg is that?", ["61 kg"]),
        ("Quillmere Ltd sold 40% more in spring than in autumn. How much is that each month?", ["40%"]),
        (
            "Ruth has 3 children and lives at 14 Elm Road. She pays $900 each month. How much is that per year?",
            ["$900"],
        ),
        ("Margin fell to 14% and churn rose by half.", ["14%"]),
        ("12.5% 31% 8% 44% 4.5%", ["12.5%", "31%", "8%", "44%", "4.5%"]),
    ],
)
def test_what_is_somebodys_stays_private(text: str, private: list[str]) -> None:
    found = [text[one.start : one.end] for one in _private(text)]
    assert [one for one in private if one not in found] == []


def test_a_recipe_keeps_its_measures_and_cuisine() -> None:
    text = (
        "---\ntitle: Lamb stew\ntags: ['greek', 'stew']\ndate: 2022-07-12\n---\n\n- Cook time: 1 hr 20 mins\n\n"
        "- 200 g (7 oz) lentils\n- 1 Bell Pepper, chopped\n- salt, pepper and oregano\n\n"
        "1. Fry the onion in oil, add the garlic.\n2. Add stock and simmer for 30 minutes, then serve with rice.\n"
    )
    assert _private(text) == []


def test_who_cooks_is_private() -> None:
    text = (
        "My wife is Greek and Tom Baker, her uncle, sent us this: fry the onion in oil, add garlic, salt, pepper, stock "
        "and rice, stir and simmer for an hour, serve with lemon."
    )
    assert {"Greek", "Tom Baker"} <= {text[one.start : one.end] for one in _private(text)}


def test_a_share_said_of_things_stays() -> None:
    assert _private("No system can guarantee 100% availability, as none is safe from zero downtime.") == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("What is the best time to visit Namibia, and can one drive from Windhoek to Etosha?", ["Windhoek", "Namibia"]),
        ("Who painted the Mona Lisa and where can I see it?", ["Mona Lisa"]),
        ("My phone (Nokia 3310) keeps losing its signal.", ["Nokia"]),
        ("I ordered a lamp from Amazon and it came broken.", ["Amazon"]),
        ("I use Excel every day and my son likes Minecraft.", ["Excel", "Minecraft"]),
        ("I love French films, which should I see first?", ["French"]),
        ("What did Freud mean by the unconscious? I'm an undergraduate.", ["Freud"]),
    ],
)
def test_what_millions_know_or_buy_stays(text: str, kept: list[str]) -> None:
    found = [text[one.start : one.end] for one in _private(text)]
    assert [one for one in kept if one in found] == []


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("I ordered stock for Tesco as their shift manager.", ["Tesco"]),
        ("My cousin drives a truck for Pepsi.", ["Pepsi"]),
        ("Does Amazon have to pay my overtime?", ["Amazon"]),
        ("My wife is French and loves films.", ["French"]),
        ("Is my neighbour Etosha from Namibia?", ["Etosha", "Namibia"]),
    ],
)
def test_what_ties_somebody_to_it_stays_private(text: str, private: list[str]) -> None:
    found = [text[one.start : one.end] for one in _private(text)]
    assert [one for one in private if one not in found] == []


def test_languages_that_code_lists_stay() -> None:
    text = 'NAMES = {\n    "en": "English",\n    "fr": "French",\n    "de": "German",\n    "ja": "Japanese",\n}\n'
    assert _private(text) == []
