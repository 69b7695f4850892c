"""Numbers of exercises and recipes, and what millions know or buy, are nobody's; somebody's own affairs stay private."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway
from dp_gateway.detection.detection import default_detection
from dp_gateway.policy import parse_policy
from dp_gateway.randomness import Secret
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


@pytest.mark.parametrize(
    "text",
    [
        "Ida hikes a 12-mile trail. She took 1 hour for the first 4 miles. What speed does she need for the rest?",
        "It takes 10 minutes to cover 3 miles. The city is 42 miles across. How many minutes will it take to cover it?",
        "A shop spends $15000 on lamps, and then a third of that on chairs. What's the total amount for two years?",
        "Each child got a teddy bear for $1 and 5 cars for $2 each. Dean had $28 and got $10 more. How much has he left?",
        "On Monday Walt walked 4 miles, on Tuesday 6 times as many, 28 in total. How many miles did he walk on Tuesday?",
        "A red frog weighs 10 pounds less than a snake of 50 pounds. Calculate the total weight of the two animals.",
    ],
)
def test_numbers_of_exercises_are_nobodys_whatever_words_they_use(text: str) -> None:
    assert [one for one in _private(text) if one.type in _MEASURES | {"DATE_TIME"}] == []


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("Lena is 15 weeks along and gained 9 kg. How many kg more is normal in the next 3 weeks?", ["9 kg"]),
        ("Ben was arrested with 30 grams and 2 offences. How many months more will he get?", ["30 grams"]),
        ("Kofi weighs 140 kg and wants to lose 50 kg. How much less should he eat?", ["140 kg", "50 kg"]),
        ("Greta stole $340 from the till in 2 weeks. How much more could be missing?", ["$340"]),
        ("Dev lost $4,000 at roulette in 2 nights. How much is that per hour?", ["$4,000"]),
        ("Nia got $12,000 for the accident and paid 30% to the lawyer. How much was left?", ["$12,000", "30%"]),
        ("Ruth was born on 3 May 1981 and Tom 40 months later. How many months is that in total?", ["3 May 1981"]),
    ],
)
def test_stories_with_numbers_are_no_exercises(text: str, private: list[str]) -> None:
    found = [text[one.start : one.end] for one in _private(text)]
    assert [one for one in private if one not in found] == []


_SUMS = [
    ("What is 17% of $2,350?", "What is 17% of Ruth's $2,350?"),
    ("What is 25% of $54,788?", "What is 25% of my salary, $54,788?"),
    ("14% tip on $47.50", "14% rent rise on $475"),
    ("convert 100 dollars to euros", "convert the 100 dollars I owe to euros"),
    ("Convert 180 pounds to kilograms.", "He weighs 180 pounds."),
    ("what date will it be 9 days from now", "what date will it be when she is 9 days overdue"),
    ("what day of the week was 4 May 2019", "what day of the week was my operation on 4 May 2019"),
    ("whats ten percent off forty dollars", "she took ten percent of forty dollars"),
    ("How many days are there between 3 May 2021 and 9 May 2021?", "I was off between 3 May 2021 and 9 May 2021."),
    ("The minimum wage is €24 an hour.", "I get the minimum wage, €24 an hour."),
]


@pytest.mark.parametrize(("general", "somebodys"), _SUMS)
def test_what_is_reckoned_is_nobodys(general: str, somebodys: str) -> None:
    assert _private(general) == []
    assert any(one.type in _MEASURES | {"DATE_TIME"} for one in _private(somebodys))


@pytest.mark.parametrize("text", ["$54,000", "85 kg", "14 May 1985", "34 years", "4539 1488 0343 6467"])
def test_a_number_by_itself_answers_what_somebody_was_asked(text: str) -> None:
    assert _private(text)


def test_a_sum_is_somebodys_where_a_number_of_its_kind_is_told() -> None:
    gateway = Gateway(parse_policy({"name": "sums", "kind": "entities"}), key=Secret(bytes(32)))
    asked = "What is 25% of $61,000?"
    assert gateway.request(["Where is Rome?", asked]).outgoing[1] == asked
    assert "$61,000" not in gateway.request(["My salary is $54,788 now.", asked]).outgoing[1]


@pytest.mark.parametrize(
    ("general", "somebodys"),
    [
        ("Make a list of things to do in the given city.\n\nParis", "My flat is in the following city.\n\nParis"),
        (
            "Name dishes of a given country.\n\nItaly",
            "Write a visa letter for my wife from the given country.\n\nItaly",
        ),
        ("Describe the given place.\n\nBarcelona, Spain", "Plan a dinner in the given place.\n\nParis, with Ida Weber"),
        ("What are a tenant's rights under UK law?", "My UK law firm dropped me."),
        ("Is a verbal contract binding in German law?", "She studied German law in Bonn."),
        ("Who were Abraham Lincoln's parents?", "Abraham Lincoln's parents have not paid the school."),
    ],
)
def test_what_a_task_is_set_about_is_nobodys(general: str, somebodys: str) -> None:
    names = ("LOCATION", "NRP", "PERSON", "ORGANIZATION")
    assert [one for one in _private(general) if one.type in names] == []
    assert any(one.type in names for one in _private(somebodys))


_HEADPHONES = "Compare these headphones for long flights: comfort with glasses, low weight, good microphone."


@pytest.mark.parametrize(
    ("general", "somebodys"),
    [
        ("Will a 3 kW heater and a kettle trip the fuse?", "The patient had a temperature of 39 °C last night."),
        (f"{_HEADPHONES} Around £300 or less.", f"{_HEADPHONES} My salary is £300 a week."),
        (f"{_HEADPHONES} Battery of 30 hours please.", f"{_HEADPHONES} Orla Brandvold wears them for 30 hours."),
        (
            "Explain the first world war to the class: alliances, the murder of the archduke on 28 June 1914, trenches.",
            "Explain the life of my grandfather to the class: his village, the farm, born on 28 June 1914, trenches.",
        ),
        (
            "What should one pack for a hike over the mountains in February, with snow and little sun?",
            "What should I pack, the hospital in the mountains wants me back in February, with snow and little sun?",
        ),
        ("Is 230 °C too hot for the bread that I bake?", "I have 38.5 °C since this morning."),
        (
            "We like tiles, tram 28, fado and a day at the beach, so which part of the old town is best to stay in?",
            "Arrange the table for Khadijat, who likes tiles, the tram and a day at the beach in the old town.",
        ),
        ("Which board game suits children aged 8+ and takes less than an hour?", "My daughter is aged 8 and bored."),
        (
            "Is there a better tent than the Petzl Vexora for two people and bad weather?",
            "Is the offer of Petzl Vexora Robotics better for me? They make tents.",
        ),
    ],
)
def test_where_nobody_shows_measures_and_makes_are_nobodys(general: str, somebodys: str) -> None:
    assert _private(general) == []
    assert _private(somebodys)


@pytest.mark.parametrize(
    "text",
    [
        "You are a support agent of an online shop.\n\n- Refunds are accepted within 30 days of purchase.\n",
        "You are a careful reader.\n\n- Work for 20 minutes before you answer.\n",
        "# IDENTITY\n\nYou are an expert at talks.\n\n# STEPS\n\n- Think deeply for 312 hours about what she said.\n",
        "# IDENTITY\n\nYou are an expert at talks.\n\n- Reflect on the whole text for 28 hours and 12 minutes.\n",
    ],
)
def test_how_long_a_model_shall_work_is_nobodys(text: str) -> None:
    assert [one for one in _private(text) if one.type == "DURATION"] == []


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("You are a physio. Write a plan for a woman who has had back pain for 6 weeks.", "6 weeks"),
        ("You are a doctor. Rewrite this as a letter: in hospital for 3 weeks, on warfarin.", "3 weeks"),
        ("You are a lawyer. My landlord has to return the deposit within 30 days.", "30 days"),
        ("You are a clerk. Jane Okafor was absent for 3 weeks. Claims are paid within 10 days.", "10 days"),
        ("You are a doctor. Think about what a man needs who was in a coma for 9 days.", "9 days"),
        ("Refunds are accepted within 30 days of purchase.", "30 days"),
    ],
)
def test_a_length_of_somebodys_stays_private_where_a_model_is_instructed(text: str, private: str) -> None:
    assert private in [text[one.start : one.end] for one in _private(text)]


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("My landlord gave me 3 days' notice after 2 months of arrears.", ["2 months"]),
        ("I bought it on a 14 day trial and have had it for 5 weeks.", ["5 weeks"]),
        ("x = cache()\n# ask Bjorn, it is dropped after 5 min\ny = x.get()\n", []),
        ("My mother was in hospital for 5 days.", ["5 days"]),
    ],
)
def test_how_long_a_rule_or_a_program_takes_is_nobodys(text: str, private: list[str]) -> None:
    assert [text[one.start : one.end] for one in _private(text) if one.type == "DURATION"] == private
