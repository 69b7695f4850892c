"""Amounts of money of which no sign says that they are money."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import Detection, default_detection


@pytest.fixture(scope="module")
def detection() -> Detection:
    return default_detection()


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("My rent is 1450 and I pay 85 for water.", ["1450", "85"]),
        ("Rent's going from 1,875 to 2,150 on 6/1.", ["1,875 to 2,150"]),
        ("My salary is 85000. She earns 3200 a month after tax.", ["85000", "3200"]),
        ("his base of 118k was frozen", ["118k"]),
        ("they are subletting it for 950 a month", ["950"]),
        ("I owe my brother 4500.", ["4500"]),
        ("They offered me 72500 plus bonus; I asked for 80000.", ["72500", "80000"]),
        ("We sold the house for 415000, bought at 290000 in 2011.", ["415000", "290000"]),
        ("My sister sold her car for 2000 last week.", []),
        ("The rent is 1950 a month.", ["1950"]),
        ("They offered me 20500 and sold the car for 19500.", ["20500", "19500"]),
        ("Mortgage 1,985, utilities 240", ["1,985", "240"]),
        ("The vet bill came to 468.", ["468"]),
        ("he charged my insurance (aetna) 1,400 for a crown", ["1,400"]),
        ("Jan 1,150 pd, 450 overdue, 300 people paid", ["1,150", "450"]),
        ("Our Series A: they lead 4m at 16m pre, with angels", ["4m", "16m"]),
        ("$85,000", ["$85,000"]),
        ("$2.5M", ["$2.5M"]),
        ("$1,200/mo", ["$1,200"]),
        ("a market cap of $10B", ["$10B"]),
        ("Total due 437.40 by Friday", ["437.40"]),
        ("Our rate: 450/day, 500 pages", ["450"]),
        ("PAYE 473.80, NI 189.53, pension 170.83, student loan plan 2 97.00", ["473.80", "189.53", "170.83", "97.00"]),
        ("shipping 4.99 VAT 9.00 discount 5.00, electric 88.12", ["4.99", "9.00", "5.00", "88.12"]),
        ("I owe 48 000 kr, 12.500 kr for the boat and 45 kr.", ["48 000 kr", "12.500 kr", "45 kr"]),
        ("I'm currently on 71,500 at home and i make 17.25/hr.", ["71,500", "17.25"]),
        ("The foreman docked me two fifty. He owes my sister a tenner.", ["two fifty", "a tenner"]),
        ("She pays him eight hundred a month and the rent is nine fifty.", ["eight hundred", "nine fifty"]),
        (
            "i got a fine of eighty, he wants forty a push and I earn fourteen thou.",
            ["eighty", "forty", "fourteen thou"],
        ),
        ("They billed me half a grand.", ["half a grand"]),
        ("He knocked eleven hundred off us, and then eighty-odd quid.", ["eleven hundred", "eighty-odd quid"]),
        ("She bet Dean a monkey and lost three quid fifty.", ["a monkey", "three quid fifty"]),
        ("My cousin asked sixty for the pram; I got her down to fifty-five.", ["sixty", "fifty-five"]),
        ("He charges three pound ten, no, a dollar fifty.", ["three pound ten", "a dollar fifty"]),
        ("Our tutor wants 8k bob or two lakh, says my sister.", ["8k bob", "two lakh"]),
        ("We lost two grand on it, spent ninety, and saved a score.", ["two grand", "ninety", "a score"]),
    ],
)
def test_an_amount_without_a_currency_is_money_where_something_costs_it(
    detection: Detection, text: str, amounts: list[str]
) -> None:
    found = detection.detect([text])[0]
    assert [text[one.start : one.end] for one in found if one.type == "MONEY"] == amounts


@pytest.mark.parametrize(
    "text",
    [
        "He owes her one, and nobody paid for ten to twenty minutes of it.",
        "We pay half if you pay half. What a tenner buys nobody knows.",
        "We spent ninety minutes there, took twenty, gave it two thirty, and went for a score of ten.",
        "A grand total, a grand old house, a bob, a buck, and a pony: my niece wants a pony.",
        "Everybody under sixty asked sixty questions for the quiz.",
        "The rest is paid nineteen eighty-four style, says the price of fame.",
        "She charged ten batteries and earned twenty badges.",
        "The queue holds 1,500 messages and drops 200 on overflow.",
        "It charges 100 tokens for system text and asked for 100 rows.",
        "We bought 1200 chairs and sold 300 tables to 14 schools.",
        "He won 300 games and lost 150 in 12 seasons.",
        "Her bid for 2024 failed; the offer of 1998 stood, and so did fees from 2021 to 2024.",
        "The price is 20% lower and costs 3 credits.",
        "The recipe wants 350 ml milk.",
        "tax 8.25%, water 1.50 litres, delivery 2.00 km away, pension 2.5.1, gas 3.14159",
    ],
)
def test_what_is_counted_measured_or_dated_is_no_money(detection: Detection, text: str) -> None:
    assert [one for one in detection.detect([text])[0] if one.type == "MONEY"] == []
