"""Searches and short questions about the world leave as they are; the same words of somebody's own do not."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection


def private(text: str) -> list[str]:
    return [text[one.start : one.end] for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize(
    "text",
    [
        "flight time Lagos to Nairobi, roughly, in hours",
        "driving time Turin Genoa",
        "time difference Mumbai Toronto",
        "distance from Quito to Guayaquil by road?",
        "bus or train, Fez to Tangier, which is quicker?",
        "calling code Rwanda",
        "plug type Malta",
        "dialling code for Greece pls",
        "national bird Kenya lol",
        "can i drink tap water in Hanoi",
        "tipping in Korea - rude or fine?",
        "Best month for whale watching in Akureyri?",
        "Is there a direct ferry from Naples to Capri?",
        "Which season should one pick to see the northern lights in Tromsø?",
        "can you see the northern lights from Bergen in October?",
        "IATA code for Oslo's main airport?",
        "pub quiz tonight, capital of Estonia anyone?",
        "My son's homework asks for the capital of Mongolia, is it Ulaanbaatar?",
        "crossword: Danish capital, 10 letters",
        "6 letters, river through Vienna?",
        'Hungarian for "good night"?',
        "In the UK you get a P60 when you do what?",
        "in spain, can shops open on sundays",
        "In Japan what does a hanko do",
        "In Italy, how many days off does one get for a wedding?",
        "Right to return goods in the UK: 14 days or 30?",
        "In Spain, can my landlord keep the deposit?",
        "When is cherry blossom season in Washington DC usually?",
        "ferry Calais to Dover how long does it take",
        "km between Kampala and Kigali",
        "train Vienna Salzburg duration",
        "cabin baggage size lufthansa in cm",
        "visa on arrival in Laos for Irish passport holders?",
        "driving licence UK valid in Morocco?",
        "statutory sick pay Ireland how many weeks",
        "at which age do kids start school in Finland",
        "how old must you be to buy fireworks in Germany",
        "At 16, can one marry in Scotland?",
        "does the sun set at midnight in Iceland in june",
        "UTC offset of Kenya?",
        "overnight train Budapest Bucharest worth it?",
        "day trips from Florence",
        "best neighbourhood to stay in Lisbon for first timers",
        "is Boxing Day a bank holiday in Scotland",
        "Settle this: is Turkey in Europe or Asia",
        "does it snow in Jerusalem",
        "in the eu how long is the guarantee on electronics",
        "is a will handwritten valid in Scotland",
        "can tenants in Germany paint the walls",
        "statute of limitations for libel in England?",
        "At what age does a kid need a passport in Poland",
    ],
)
def test_a_question_of_which_every_word_is_of_the_world_leaves_as_it_is(text: str) -> None:
    assert private(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My flight from Sydney to Auckland is at noon, how long is it?", "Auckland"),
        ("Booked the flight Sydney to Auckland for Friday", "Auckland"),
        ("We moved from Lima to Cusco by road", "Cusco"),
        ("I drive Porto to Lisbon each week, is there a faster train?", "Lisbon"),
        ("the bus to Krakow for my interview, which is quicker?", "Krakow"),
        ("my plug in Denmark is broken, which type?", "Denmark"),
        ("Called my gran in Ethiopia, which calling code did she use?", "Ethiopia"),
        ("she lives in Nepal, what time zone?", "Nepal"),
        ("I drink tap water in Marrakesh since the surgery", "Marrakesh"),
        ("my boss saw the northern lights in Tromsø", "Tromsø"),
        ("Our branch near Nairobi's main airport", "Nairobi"),
        ("Her capital is in Latvia, anyone to manage it?", "Latvia"),
        ("Quiz tonight at Karin's in Riga", "Riga"),
        ("In the UK my visa expires in May, what do I do?", "UK"),
        ("In Spain, can she keep the kids?", "Spain"),
        ("In France, is Dr Lemoine allowed to sack me?", "France"),
        ("In Spain, how many days off does my nanny get for a wedding?", "Spain"),
        ("In Germany, which clinic treats my daughter?", "Germany"),
        ("Is it far to Utrecht?", "Utrecht"),
        ("far from Leeds now", "Leeds"),
        ("long drive to Malmö", "Malmö"),
        ("I can see Auckland from here, which lights are on", "Auckland"),
        ("going to Auckland in May, what's the time difference?", "Auckland"),
        ("Portuguese for twenty years, she still has an accent", "Portuguese"),
        ("Right to work in the UK: my 14 days are over", "UK"),
        ("Hired a nanny from Malmö", "Malmö"),
        ("ferry Calais to Dover at 9:40, seat 12, Mrs Oyelaran", "Dover"),
        ("train Vienna Salzburg with gran on the 4th", "Salzburg"),
        ("cabin crew at lufthansa were rude to my wife", "lufthansa"),
        ("visa refused in Laos for her Irish passport", "Laos"),
        ("his driving licence is valid in Morocco", "Morocco"),
        ("on sick pay in Ireland for six weeks, what now?", "Ireland"),
        ("at which age does she start school in Finland", "Finland"),
        ("how old must Tom be to visit us in Germany", "Germany"),
        ("can you ship it to the plant in Spain", "Spain"),
        ("does our plant in Iceland close in june", "Iceland"),
        ("do employers in Finland call you back about the job?", "Finland"),
        ("time zone Nepal for the call with my client", "Nepal"),
        ("best time to call him in Auckland", "Auckland"),
        ("calling from Ethiopia, she said", "Ethiopia"),
        ("is the will she wrote valid in Scotland", "Scotland"),
        ("can our tenants in Germany paint the walls", "Germany"),
        ("does a kid of his need a passport in Poland", "Poland"),
        ("in the eu she has a guarantee from Fenwick Ltd", "Fenwick"),
        ("overnight train Budapest Bucharest with the kids on the 3rd", "Bucharest"),
        ("moved to the best neighbourhood in Lisbon", "Lisbon"),
        ("Is it far from Leeds to Hull by bus?", "Leeds"),
        ("the bank in Scotland where I have the account", "Scotland"),
        ("do nurses in Ghana at our clinic get paid", "Ghana"),
    ],
)
def test_the_same_words_of_somebody_do_not(text: str, name: str) -> None:
    assert any(name in one for one in private(text))
