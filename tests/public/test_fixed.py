"""Numbers of titles, forms, terms, laws and sums stay; those of somebody do not."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection


def private(text: str) -> list[str]:
    return [text[one.start : one.end] for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        "Does 'net 60' on an invoice mean that it's due within sixty days? Yes / no",
        "Hello! Our book club has One Hundred Years of Solitude next, and nobody remembers the author. Do you? Cheers",
        "how long did the thirty years war actually last",
        "W-2 or 1099, which does a client in the States send a freelancer?",
        "Convert 5'10\" to cm, nearest whole number",
        "6 feet 3 in cm",
        "5ft8 in metres please",
        "How much is 3 stone 2 lb in kg",
        "What would an 18% tip on a $72 bill be?",
        "Split a $132 bill between 6 people, with 20% tip",
        "if a shirt costs €40 and it's 25% off what's the price",
        "A jacket is £35 after a 30% discount. Original price?",
        "compound interest on 1000 at 5% for 10 years",
        "hard boiled egg: 8 minutes or 10?",
        "How long is a rugby match, 80 minutes?",
        "corporate tax ireland 12.5% or 15% now?",
        "is 200 sq ft big for a bedroom",
        "what's a normal resting heart rate for a 40 year old",
        "State pension age 67?",
        "What's the 183 day rule for tax residency?",
        "author of Around the World in Eighty Days?",
        "At 16, can one marry in Scotland?",
        "Is 6 hours of sleep enough for an adult",
        "how long does the flu usually last, 1 week or 2?",
        "what's the monthly payment on a 200k loan at 4% over 30 years",
        "7% of 1,250",
        "11 stone in kilos",
        "15% service charge on 48.60",
        "if 2 kg cost 7 euro what does 750 g cost",
        "$1.2 million in words",
        "190 cm feet",
        "if VAT is 21% what's the net of 121 euro",
        "price after 15% off 60",
        "brown rice 25 or 45 minutes?",
        "70 kg to stone and pounds",
        "turkey 6kg how many hours",
        "How much should one tip a taxi driver in Istanbul?",
    ],
)
def test_what_is_fixed_stays(text: str) -> None:
    assert private(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The net 30 invoice to Fenwick Ltd is thirty days late", "thirty days"),
        ("My invoice is net 30 and I've waited sixty days, what does it mean?", "sixty days"),
        ("Grandad was born in 1941. He likes forms.", "1941"),
        ("He filed for divorce in 1965, and she was born in 1940.", "1940"),
        ("One hundred days sober today", "One hundred days"),
        ("She was married for twelve years a slave to him", "twelve years"),
        ("My pension age is 67", "67"),
        ("I'm 67, pension age I think, what do I do?", "67"),
        ("her retirement age will be 62", "62"),
        ("I have twelve months left to live", "twelve months"),
        ("My lease is for twelve months, how much notice?", "twelve months"),
        ("The alimony I get comes to $2,920 per month. How much is it in twelve months?", "$2,920"),
        ("I'm 5'11\", is that tall?", "5'11"),
        ("6 ft 2 in, 80 kg", "80 kg"),
        ("My son is 5ft7 in socks", "5ft7"),
        ("I weigh 12 stone 5 lb, what is that in kg", "12 stone"),
        ("Tip of 15% on my $64 bill at Rosa's?", "$64"),
        ("My phone bill is $64, split with Anna", "$64"),
        ("My rent is $1,320 split between 3 people", "$1,320"),
        ("Split my salary of $5,200 in two", "$5,200"),
        ("My jumper was £35 after a staff discount. Original price?", "£35"),
        ("What's a normal heart rate for my wife, a 40 year old?", "40 year old"),
        ("Is 150 normal for a 40-year-old teacher with asthma?", "40-year-old"),
        ("I had a fever for 3 days, is that long?", "3 days"),
        ("She was in labour for 18 hours, is that normal?", "18 hours"),
        ("I own 12.5% or 15% of it now?", "12.5%"),
        ("My flat is 200 sq ft, is that big?", "200 sq ft"),
        ("Is 80 kg a lot?", "80 kg"),
        ("She was in Rome for eighty days?", "eighty days"),
        ("I was abroad for 183 days, what is the rule?", "183 days"),
        ("At 16, can she marry Tom?", "16"),
        ("He gets 6 hours of sleep, is that enough for an adult", "6 hours"),
        ("My flu lasted 3 weeks, is that long?", "3 weeks"),
        ("our loan runs over 27 years, what's the monthly payment", "27 years"),
        ("he owns 7% of Fenwick Ltd", "7%"),
        ("190 cm, 84 kg", "84 kg"),
        ("my pay after 15% tax on 2,400 euro", "2,400 euro"),
        ("waited 45 minutes or more for the nurse", "45 minutes"),
        ("she is 170 cm, 70 kg", "70 kg"),
        ("6kg lost since the surgery, how many hours of sport?", "6kg"),
        ("10% of my $85,000", "$85,000"),
        ("My missus is sixty-one, years to go?", "sixty-one"),
    ],
)
def test_what_is_somebodys_does_not(text: str, value: str) -> None:
    assert any(value in one for one in private(text))


def test_how_long_is_reckoned_for_is_nobodys() -> None:
    assert private("The alimony I get comes to $2,920 per month. How much is it in twelve months?") == ["$2,920"]
    assert private("Rent is €910 a month here. How much is that over eighteen months?") == ["€910"]
