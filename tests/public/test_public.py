"""What is nobody's secret stays, and whatever ties it to somebody makes it private again."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import pytest

from benchmarks.public import kept
from benchmarks.public.labelled import PARTS
from benchmarks.public.ties import is_kept, ties
from dp_gateway.detection.detection import Detection, default_detection
from dp_gateway.patterns.known_phrases import SensitiveList
from dp_gateway.public.decision import marked
from dp_gateway.public.lists import references, refers
from dp_gateway.text.entities import Entity
from dp_gateway.vocabulary.lexicon.data import read_data

GENERAL = [
    ("what is the capital of {france}?", "LOCATION"),
    ("whats the capital of {australia} and how far is it from sydney", "LOCATION"),
    ("what does {nasa} stand for", "ORGANIZATION"),
    ("who was {albert einstein}", "PERSON"),
    ("what was the cold war between the {us} and the soviet union", "LOCATION"),
    ("Is that old enough for {Medicare}? Our neighbour asked.", "ORGANIZATION"),
    ("Can my nephew vote in the {United States}?", "LOCATION"),
    ("Who was {Napoleon} and why did he lose?", "PERSON"),
    ("How did {Alexander} the Great die?", "PERSON"),
    ("In which century was {Cleopatra queen} of Egypt born?", "PERSON"),
    ("The {Panama} Canal connects two oceans.", "LOCATION"),
    ("What is {Cologne} known for?", "LOCATION"),
    ("what is {sao paulo} known for", "LOCATION"),
    ("What is {Shanghai} known for?", "LOCATION"),
    ("Who founded {Ikea}?", "ORGANIZATION"),
    ("when did {mcdonalds} open its first restaurant", "ORGANIZATION"),
    ('Translate "Where is the station?" into Spanish and {Dutch}.', "NRP"),
    ("was {Freddie Mercury} born in Zanzibar", "PERSON"),
    ("is it legal to smoke in {Portugal}", "LOCATION"),
    ("In which province is {Johannesburg}?", "LOCATION"),
    ("who's {kobe} bryant?", "PERSON"),
    ("Write a song in the style of {Bob Dylan} about laundry.", "PERSON"),
    ("{Bosch} or Makita cordless drill for a beginner", "ORGANIZATION"),
    ("is {Trader Joe's} owned by Aldi", "ORGANIZATION"),
    ("how does {Tinder} decide who to show you", "PERSON"),
    ("Who directed {Jaws}?", "PERSON"),
    ("Explain the ending of {Shutter} Island.", "LOCATION"),
    ("what are early signs of {Alzheimer}'s", "PERSON"),
    ("What team does {Ronaldinho} play for?", "PERSON"),
    ("how do i return something to {Zara} without a receipt", "ORGANIZATION"),
    ("Mr Kent leaves. I put him on sertraline; what does {NICE} say about stopping it?", "ORGANIZATION"),
    ("How deep is the {Mariana} Trench?", "PERSON"),
    ("How long is the flight from {Paris} to Tokyo?", "LOCATION"),
    ("What is the best month to visit {Iceland}?", "LOCATION"),
    ("How tall is the average {Norwegian} man?", "NRP"),
    ("{Spanish} is spoken by many people.", "NRP"),
    ("{Sweden} joined NATO.", "LOCATION"),
    ("What do the {Portuguese} eat at Christmas?", "NRP"),
    ("Which element has the symbol {Fe}?", "PERSON"),
    ("Which countries took part in {World War I}?", "ORGANIZATION"),
    ("What is the theme of {The Great Gatsby}?", "ORGANIZATION"),
    ("What does the {IRS} consider a home office?", "ORGANIZATION"),
    ("What did {Brexit} do to Northern Ireland?", "PERSON"),
    ("Explain what the {House of Lords} does.", "ORGANIZATION"),
    ("My {NHS} number is 943 476 5919.", "ORGANIZATION"),
    ("How deep is {Lake Kivu}?", "LOCATION"),
    ("Write a blog post about the history of Silicon {Valley}.", "LOCATION"),
    ("Who won the Battle of {Hastings}?", "ORGANIZATION"),
    ("What did the court decide in Roe v. {Wade} in 1973?", "PERSON"),
    ("What did the {Supreme Court} decide in Roe v. Wade?", "ORGANIZATION"),
    ("How does {Bitcoin mining} work?", "ORGANIZATION"),
    ("What is a {Roth IRA}?", "PERSON"),
    ("Compare it with the {Congress of Vienna}.", "ORGANIZATION"),
    ("What is the {California Consumer Privacy} Act?", "ORGANIZATION"),
    ("What does the {Samsung Galaxy} S23 cost?", "ORGANIZATION"),
    ("Which {US} state has the longest coastline?", "LOCATION"),
    ("How many {US} gallons are in a barrel?", "LOCATION"),
    ("Is that a {Mexican} holiday?", "NRP"),
    ("What is the capital of {France}?", "LOCATION"),
    ("{Canada} is a member of NATO.", "LOCATION"),
    ("Does {HIPAA} apply to schools?", "ORGANIZATION"),
    ("Translate this to {Spanish}: hello", "NRP"),
    ("Explain the {European Union} to me.", "ORGANIZATION"),
    ("Convert 100 dollars to {Swiss} francs.", "LOCATION"),
    ("What is the plot of {Harry Potter}?", "PERSON"),
    ("When was {Netflix} founded?", "ORGANIZATION"),
    ("Who lives in the {White House}?", "LOCATION"),
    ("Which plays did {William Shakespeare} write first?", "PERSON"),
    ("State {Bayes}' theorem.", "PERSON"),
    ("The {Fourier} transform of a constant is a delta function.", "ORGANIZATION"),
    ("Whisk the oil into the {Dijon} mustard.", "LOCATION"),
    ("A {Turing} machine has a tape.", "PERSON"),
    ("What is {Microsoft} Excel good for?", "ORGANIZATION"),
    ("{Paris} is the capital of France.", "LOCATION"),
    ("What is {Stockholm} known for?", "LOCATION"),
    ("Tell me about {Kenya}.", "LOCATION"),
    ("Is the {Bank of England independent}?", "ORGANIZATION"),
    ("{Angela Merkel} was chancellor from 2005 to 2021.", "PERSON"),
    ("The unit tesla is named after {Nikola Tesla}.", "PERSON"),
    ("Tell me about {Apollo} 11.", "PERSON"),
    ("Explain the {Monty Hall} problem.", "PERSON"),
    ("How does TCP {Reno} differ from CUBIC?", "LOCATION"),
    ("How does {Jakarta} EE differ from it?", "LOCATION"),
    ("Is {Spring Boot} faster than Django?", "PERSON"),
    ("Recommend a book by {Haruki Murakami}.", "PERSON"),
    ("How does it compare to {Bellman-Ford}?", "ORGANIZATION"),
    ("{capital of france}?", "ORGANIZATION"),
    ("population of {texas}", "LOCATION"),
    ("what languages do {belgians} speak", "NRP"),
    ("Is {Gandalf} older than Sauron?", "PERSON"),
    ("Compare Kant and {Hume} on causation.", "PERSON"),
    ("What is the best month to visit {Bali}?", "PERSON"),
    ("Where is the {University of Leeds}?", "ORGANIZATION"),
    ("what is the climate of {fort worth texas}", "LOCATION"),
    ("with which countries does {south} africa trade", "LOCATION"),
    ("What year did the {Knicks} win?", "ORGANIZATION"),
    ("who plays {lois} in family guy?", "PERSON"),
    ("What tv show did {Kellie Martin} star in?", "PERSON"),
    ("Is it against {GDPR} to film a hallway?", "ORGANIZATION"),
    ("Convert {5 miles} to km.", "QUANTITY"),
    ("How many pounds are in {82 kg}?", "QUANTITY"),
    ("Is {Dyson} really better than Miele for carpets?", "PERSON"),
    ("What does {Miranda v}. Arizona require the police to say?", "PERSON"),
    ("what is {vanderbilt university} mascot?", "ORGANIZATION"),
    ("Why is {Emma Woodhouse} so vain in Austen's novel?", "PERSON"),
    ("where does the {shannon river} flow?", "LOCATION"),
    ("what airport is close to clearwater {florida}?", "PERSON"),
    ("where to travel in Africa in {January}?", "DATE_TIME"),
    ("How do I pay in {Excel}?", "ORGANIZATION"),
]
TIED = [
    ("My aunt's street in {Notting Hill} is in that film.", "LOCATION"),
    ("How does {Rolex} treat you? I have been there for a year.", "NRP"),
    ("my wife really has it with {excel dental}; why do they not answer?", "ORGANIZATION"),
    ("Which doctors in {Boston} see patients with HIV?", "LOCATION"),
    ("i live in {germany}. what's the capital of Germany?", "LOCATION"),
    ("my boss is from brazil. what do they speak in {brazil}", "LOCATION"),
    ("what did my boss do in {spain}", "LOCATION"),
    ("who of us was in {spain}", "LOCATION"),
    ("Is it far to {Stockholm}?", "LOCATION"),
    ("How long is my flight from {Paris} to Tokyo?", "LOCATION"),
    ("What is the best month for us to visit {Iceland}?", "LOCATION"),
    ("The {Norwegian} man on the third floor plays drums.", "NRP"),
    ("Is {Fe} coming to dinner?", "PERSON"),
    ("My mother is on {Medicare}.", "ORGANIZATION"),
    ("Our dog {Napoleon} died. Who was his vet?", "PERSON"),
    ("How did {Alexander} the plumber get in?", "PERSON"),
    ("Tell {Newton} about it.", "PERSON"),
    ("My sister was named after {Nikola Tesla}.", "PERSON"),
    ("I have worked at the {IRS} for nine years.", "ORGANIZATION"),
    ("The {IRS} audited me last year.", "ORGANIZATION"),
    ("My {Supreme Court} case is in June.", "ORGANIZATION"),
    ("Resigned from {NATO} last month.", "ORGANIZATION"),
    ("He was attached to {NATO} headquarters for two years.", "ORGANIZATION"),
    ("When was the hearing of Tom v. {Wade}?", "PERSON"),
    ("I live in {France}.", "LOCATION"),
    ("country: {France}", "LOCATION"),
    ('{"country": "{France}"}', "LOCATION"),
    ("name,country\nTom,{France}", "LOCATION"),
    ("Best regards,\nTom\nLyon, {France}", "LOCATION"),
    ("{France}", "LOCATION"),
    ("My {French} passport expired.", "NRP"),
    ("The defendant, a {French} national, was fined.", "NRP"),
    ("Moving to {France}, which papers are needed?", "LOCATION"),
    ("Need a lawyer in {France}, any advice?", "LOCATION"),
    ("im from {France} and need help", "LOCATION"),
    ("I’m from {France}.", "LOCATION"),
    ("İ was there. I live in {France}, what now?", "LOCATION"),
    ("Vivo en {France} desde 2010.", "LOCATION"),
    ("Ich wohne in {France} und suche Arbeit.", "LOCATION"),
    ("flat hunting in {France}, any tips?", "LOCATION"),
    ("I was fired by {Netflix}.", "ORGANIZATION"),
    ("Employer: {Netflix}", "ORGANIZATION"),
    ("Remind {Newton} of the meeting.", "PERSON"),
    ("Does {Einstein} owe me an invoice?", "PERSON"),
    ("I have {Parkinson}'s disease.", "PERSON"),
    ("What is the mayor of {Ada} called?", "PERSON"),
    ("Grandpa fought in the {Korean War}.", "LOCATION"),
    ("Is {Rico} allowed to drive?", "ORGANIZATION"),
    ("My dog {Gandalf} is sick.", "PERSON"),
    ("My sister goes to the {University of Leeds}.", "ORGANIZATION"),
    ("She graduated from the {University of Leeds}.", "ORGANIZATION"),
    ("Where did I live in {fort worth texas}?", "LOCATION"),
    ("Write a reference for my colleague {Tony Stark}.", "PERSON"),
    ("I was let go by {Deloitte}.", "ORGANIZATION"),
    ("The {capital of france} branch owes me money.", "ORGANIZATION"),
    ("who plays {lois} in our office quiz", "PERSON"),
    ("Where does {Kellie Martin} live?", "PERSON"),
    ("What tv show did our {Kellie Martin} star in?", "PERSON"),
    ("Which ward is {Taylor Swift} on?", "PERSON"),
    ("Meet me at {The Crown} at eight.", "ORGANIZATION"),
    ("{Brad Pitt} from sales parks in my place.", "PERSON"),
    ("Which pupils did {Tom Sawyer} annoy?", "PERSON"),
    ("Is it legal for {Rupert Murdoch} to film my garden?", "PERSON"),
    ("Is {Kate Winslet} eligible for the severance package at the branch?", "PERSON"),
    ("{Docker} offered me 92k, should I take it?", "ORGANIZATION"),
    ("Convert my weight of {82 kg} to pounds.", "QUANTITY"),
    ("I weigh {82 kg}, what is that in pounds?", "QUANTITY"),
    ("Give him {82 kg} to carry.", "QUANTITY"),
    ("I owe {Klarna} 1,900 euros and can't pay", "ORGANIZATION"),
    ("I was scammed on {Revolut} and lost everything.", "ORGANIZATION"),
    ("{PayPal} blocked my account with my whole salary in it", "ORGANIZATION"),
    ("I am addicted to {Tinder} and lost my wife.", "ORGANIZATION"),
    ("Why was {Hedy Lamarr} discharged so early?", "PERSON"),
    ("Is {Zara} better than Emma at maths?", "PERSON"),
    ("My trip to {Kyoto} is in May.", "LOCATION"),
    ("How much tax do I pay in {France} on 60k?", "LOCATION"),
    ("Performance review for {Taylor Swift}: needs to improve punctuality.", "PERSON"),
    ("{Emma Woodhouse} turned forty, any gift ideas?", "PERSON"),
    ("The locker of {Harry Potter} was broken into.", "PERSON"),
    ("{Sherlock Holmes} will bring the salad, the rest is open.", "PERSON"),
    ("Reporter: Lita Balzer\nRole: journalist @ {Sony Pictures}\nSite: Rome", "ORGANIZATION"),
    ("I study at {Vanderbilt University}.", "ORGANIZATION"),
    ("We scattered his ashes in the {Shannon River}.", "LOCATION"),
    ("He moved to laughlin {nevada} with my kids", "PERSON"),
    ("Write it in the style of {Emma Watson}, our head of sales.", "PERSON"),
    ("act as {Tom Hanks} from accounting and reply", "PERSON"),
    ("do i have to tell {Siemens} that i am pregnant", "ORGANIZATION"),
    ("Top 10 customers of {Siemens}", "ORGANIZATION"),
    ("{Deloitte} or KPMG for the audit of the shop?", "ORGANIZATION"),
    ("{Samsung} or Bosch, where should he apply?", "ORGANIZATION"),
    ("was it {Tom Hanks} who complained?", "PERSON"),
    ("is it safe to leave my kids in {Kenya}", "LOCATION"),
    ("I have early signs of {Alzheimer}'s", "PERSON"),
    ("He flew from Anna to {Florence} in tears", "PERSON"),
    ("The nurse called mike {tyson} about it today", "PERSON"),
    ("{Dyson} from the second floor is better than him at chess", "PERSON"),
]


def found(marked_text: str, kind: str) -> Entity:
    """The mention in braces, and whether it is public."""
    start = marked_text.rindex("{") if marked_text.count("{") > 1 else marked_text.index("{")
    end = marked_text.index("}", start)
    text = marked_text[:start] + marked_text[start + 1 : end] + marked_text[end + 1 :]
    (one,) = marked(text, [Entity(start, end - 1, kind, 0.9, "test")])
    return one


@pytest.mark.parametrize(("text", "kind"), GENERAL)
def test_what_is_said_in_general_is_public(text: str, kind: str) -> None:
    assert found(text, kind).public


@pytest.mark.parametrize(("text", "kind"), TIED)
def test_what_is_tied_to_somebody_is_private(text: str, kind: str) -> None:
    assert not found(text, kind).public


_LEAST_KEPT = {
    "beside": 0.53,
    "beside unread": 0.46,
    "users": 0.62,
    "users unread": 0.62,
    "prompts": 0.75,
    "prompts unread": 0.74,
    "asked": 0.7,
    "asked unread": 0.65,
    "sent": 0.8,
    "sent unread": 0.7,
    "daily": 0.78,
    "daily unread": 0.8,
}


def test_other_names_of_a_town_are_as_private_as_it_is() -> None:
    for one, other in (("Köln", "Cologne"), ("São Paulo", "sao paulo"), ("Mumbai", "Bombay")):
        assert [each.code for each in refers(one)] == [each.code for each in refers(other) if each.kind == "town"]


@pytest.mark.parametrize("small", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_the_labelled_mentions(*, small: bool) -> None:
    """Nothing private is kept; of what is public most is, in small letters too."""
    for part in PARTS:
        one = kept(part, small=small)
        assert one.private[0] == 0
        assert one.public[0] >= _LEAST_KEPT.get(part, 0.86) * one.public[1]


@pytest.mark.parametrize("small", [False, pytest.param(True, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("share", [9, pytest.param(1, marks=pytest.mark.thorough)])
def test_no_sentence_that_ties_lets_anything_pass(*, share: int, small: bool) -> None:
    """Every run tries a ninth: each sentence with two values at least, and each value in some sentences."""
    tied = [one._replace(text=one.text.lower()) if small else one for one in itertools.islice(ties(), 0, None, share)]
    others = default_detection().detect([one.text for one in tied])
    kept_of = {one.template for one, each in zip(tied, others, strict=True) if is_kept(one, each)}
    assert not kept_of
    assert len(tied) > 3000 / share


_DEFINED = "---\nname: analyst\ndescription: An expert data scientist.\ntools: Read\n---\n\n# Data Scientist\n\n{}"


def test_the_file_of_a_role_repeats_it_and_names_nobody() -> None:
    detection = default_detection()
    (role,), (somebodys,), (prose,) = (
        detection.detect([text])
        for text in (
            _DEFINED.format("You plan, as a project manager does.\n\n- Coverage > 80% of it\n- Response in 15 minutes"),
            _DEFINED.format("Ask Orla Devenney, a project manager, who owns 15% of it."),
            "name: analyst\n\nOrla is a data scientist.",
        )
    )
    assert {one.type for one in role} >= {"JOB_TITLE", "PERCENTAGE", "DURATION"}
    assert all(one.public for one in role)
    assert not any(one.public for one in (*somebodys, *prose))


def test_values_of_recipes_and_manuals_are_nobodys_and_those_of_people_are_not() -> None:
    detection = default_detection()
    general = [
        "Preheat the oven to 180 °C and bake the dough for 40 minutes.",
        "Refresh tokens expire after 14 days; a request may be retried 3 times within 10 minutes.",
        "You are a travel editor. Write in the present tense.",
        "You are a software engineer. Write in the present tense.",
        "You are an experienced and patient project manager and expert interpreter of figures.",
        "Who was the first president of the United States?",
        "What is 15 % of 80?",
        "Mount Everest is 8,849 metres high.",
        "What should one see in Lisbon in two days?",
        "Explain the Cold War in five sentences for a ten-year-old.",
        "What day of the week was 4 July 1776?",
        "How many days are there until Christmas?",
    ]
    private = [
        "The patient has had a temperature of 38 °C for 3 days.",
        "weighs 82 kg, walks 5 km a day, sleeps 6 hours",
        "Insulin 20 units, water 2 litres a day for 3 weeks",
        "Sentenced to 18 months in prison.",
        "My oven broke 3 weeks ago.",
        "What is 15 % of my 80 hours?",
        "My great-grandfather died on 4 July 1886.",
        "Write a letter for my ten-year-old.",
        "Who is the first president of Holbrook Dental?",
        "You are a nurse, Anna, and I trust you.",
        "You are an engineer who works with Anna Miller.",
        "You are kind to my sister, an engineer.",
        "Owns 15% of the company.",
    ]
    for text, entities in zip(general, detection.detect(general), strict=True):
        assert entities, text
        assert all(one.public for one in entities if one.type != "PERSON"), text
    for text, entities in zip(private, detection.detect(private), strict=True):
        assert not any(one.public for one in entities), text


_STATES = "Alabama Arizona Colorado Florida Idaho Iowa Kansas Nevada Ohio Texas".split()


def test_states_that_a_table_counts_up_are_nobodys_and_those_of_people_are_not() -> None:
    listed = "state,area\n" + "".join(f"{state},{number}\n" for number, state in enumerate(_STATES, 201))
    assert all(one.public for one in default_detection().detect([listed])[0])
    of_people = "name,state\n" + "".join(f"Tom Baker,{state}\n" for state in _STATES)
    assert not any(one.public for one in default_detection().detect([of_people])[0])
    mixed = "state,area\n" + "".join(f"{state},1\n" for state in reversed(_STATES))
    assert not any(one.public for one in default_detection().detect([mixed])[0])


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("Which country has most people?\n\nCountry: China, India, Mali", True),
        ("Rank these by area: China, India and Mali", True),
        ("Plan my route.\n\nCountry: China, India, Mali", False),
        ("Write a visa letter for the patient.\n\nCountry: China, India, Mali", False),
        ("Which of these?\n\nCountry: China, India, Mali\nPhone: 020 7946 0018", False),
        ("Born: China, India, Mali", False),
    ],
)
def test_countries_of_a_task_are_nobodys(text: str, *, public: bool) -> None:
    found = default_detection().detect([text])[0]
    assert {one.public for one in found if one.type == "LOCATION"} == {public}


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("* Updated Turkish, Dutch and Norwegian translations.", True),
        ("* Updated Turkish, Dutch and Norwegian patients.", False),
    ],
)
def test_languages_of_a_list_are_nobodys(text: str, public: bool) -> None:
    found = default_detection().detect([text])[0]
    assert [one.public for one in found if one.type in ("NRP", "LOCATION")] == [public] * 3


_RULES = "Roll a saving throw. The spell deals damage to each target; armor gives a bonus. It hits a creature within {30 feet}.\n"
_BREAD = "- {1 lb} dark flour\n- salt, yeast, water, butter\nKnead the dough, then bake for {40 minutes} in the oven.\n"


@pytest.mark.parametrize("told", ["", "My sister Ruth Avery made it.\n"])
@pytest.mark.parametrize("text", [_RULES, _BREAD])
def test_measures_of_recipes_and_games_are_nobodys(text: str, told: str) -> None:
    plain = text.replace("{", "").replace("}", "") + told
    found = [one for one in default_detection().detect([plain])[0] if one.type in ("QUANTITY", "DURATION")]
    assert [f"{{{plain[one.start : one.end]}}}" for one in found] == re.findall(r"{.*?}", text)
    assert all(one.public for one in found)
    own = plain + "I weigh 70 kg and slept for 3 hours.\n"
    assert [one.public for one in default_detection().detect([own])[0] if one.type in ("QUANTITY", "DURATION")][
        -2:
    ] == [
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("The bins are emptied every Friday.", True),
        ("Happy Friday! Have a great weekend!", True),
        ("I see the doctor on Friday.", False),
        ("Anna leaves on Friday.", False),
        ("The patient was admitted on Friday.", False),
    ],
)
def test_a_weekday_is_nobodys_where_nobody_is_spoken_of(text: str, public: bool) -> None:
    days = [one for one in default_detection().detect([text])[0] if one.type == "DATE_TIME"]
    assert [(text[one.start : one.end], one.public) for one in days] == [("Friday", public)]


def test_a_year_beside_what_everybody_knows_is_nobodys() -> None:
    for text, public in (("What happened in Iraq in 2003?", True), ("He was in Iraq in 2003.", False)):
        iraq, year = (
            Entity(at, at + 4, kind, 0.9, "test")
            for at, kind in zip((text.index("Iraq"), text.index("2003")), ("LOCATION", "DATE_TIME"), strict=True)
        )
        assert [one.public for one in marked(text, [iraq, year])] == [public, public]


def test_years_of_versions_and_of_questions_about_nobody_are_nobodys() -> None:
    for text, public in (
        ("In Excel 2016, how do I freeze the top row?", True),
        ("Write a function that returns the leap years from 1900 to 2100.", True),
        ("My sister was born in 1984.", False),
        ("When did Holbrook Dental open, in 2016?", False),
    ):
        years = [one for one in default_detection().detect([text])[0] if one.type == "DATE_TIME"]
        assert years, text
        assert all(one.public == public for one in years), text


def test_a_town_that_somebody_moves_to_is_no_person() -> None:
    texts = ("Our office moved to Geneva.", "My friend writes from Geneva.", "I wrote to Geneva.")
    for text, kind in zip(texts, ("LOCATION", "LOCATION", "PERSON"), strict=True):
        geneva = Entity(text.index("Geneva"), len(text) - 1, "PERSON", 0.9, "test")
        assert [one.type for one in marked(text, [geneva])] == [kind]


def test_the_famous_beside_one_who_is_somebodys_own_are_private() -> None:
    for text in ("Minutes: Alan Turing will order new chairs, Edith Piaf checks the fire alarm.",
                 "Did Alan Turing or my neighbour Edith Piaf win?"):  # fmt: skip
        found = [Entity(text.index(name), text.index(name) + len(name), "PERSON", 0.9, "test")
                 for name in ("Alan Turing", "Edith Piaf")]  # fmt: skip
        assert not any(one.public for one in marked(text, found)), text
    text = "Did Alan Turing or Edith Piaf die earlier?"
    found = [Entity(text.index(name), text.index(name) + 10, "PERSON", 0.9, "test") for name in ("Alan", "Edith")]
    assert all(one.public for one in marked(text, [found[0]._replace(end=found[0].start + 11), found[1]]))


def test_a_firm_that_was_taken_for_a_place_is_one() -> None:
    assert found("I got an offer from {Peugeot}.", "LOCATION").type == "ORGANIZATION"
    assert found("I got an offer from {Paris}.", "LOCATION").type == "LOCATION"


def test_what_the_user_lists_is_never_public() -> None:
    general = default_detection()
    text = "What is the Bank of England, and what is the capital of France?"
    assert {text[one.start : one.end] for one in general.detect([text])[0] if one.public} == {
        "Bank of England",
        "France",
    }
    listed = default_detection(sensitive=SensitiveList({"PROJECT": ["England", "france"]}))
    assert not any(one.public for one in listed.detect([text])[0])


def test_a_detection_of_ones_own_decides_too() -> None:
    class Own:
        name = "own"

        def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
            return [[Entity(text.index("France"), text.index("France") + 6, "LOCATION", 0.9, "own")] for text in texts]

    texts = ["What is the capital of France?", "She lives in France."]
    assert [one.public for (one,) in Detection([Own()]).detect(texts)] == [True, False]


def test_no_name_of_one_word_that_people_have_is_a_famous_person_or_a_product() -> None:
    data = read_data()
    given = {name.lower() for name in data.pools["GIVEN_NAMES_ALL"]}
    families = {name.lower() for name in data.pools["SURNAMES_ALL"][:7000]}
    for phrase, listed in references().items():
        if {"person", "product"} & {one.kind for one in listed} and " " not in phrase and "." not in phrase:
            assert phrase.lower() not in given | families or phrase.isupper(), phrase


ASKED_OF_THE_FAMOUS = (
    "what show did alexis bledel play in?",
    "What team does Alexis Bledel play for now?",
    "where was alexis bledel born?",
    "Who did Alexis Bledel marry in 2014?",
)
TIED_TO_WHO_IS_CALLED_SO = (
    "When is Alexis Bledel's birthday?",
    "What did Alexis Bledel say about the merger?",
    "Who told Alexis Bledel about the layoffs?",
    "Why did Alexis Bledel miss the standup?",
    "Draft a warning letter for Alexis Bledel",
    "What medication is Alexis Bledel on?",
    "How much does Alexis Bledel owe?",
    "Where did my colleague Alexis Bledel go?",
    "Write an email to Alexis Bledel about the delay",
    "Alexis Bledel called me yesterday.",
    'Please translate: "Alexis Bledel has asthma."',
    "Extract the names: Alexis Bledel, Tim Cook",
    "Explain to Alexis Bledel how it works",
    "What is the best way to fire Alexis Bledel?",
)


def test_a_famous_person_is_public_where_a_question_is_about_nobodys_day() -> None:
    detection = default_detection()
    for text in ASKED_OF_THE_FAMOUS:
        assert all(one.public for one in detection.detect([text])[0]), text
    for text in TIED_TO_WHO_IS_CALLED_SO:
        assert any(one.type == "PERSON" and not one.public for one in detection.detect([text])[0]), text


def test_a_name_that_many_bear_is_no_famous_persons() -> None:
    assert refers("Alexis Bledel")
    for name in ("Chris Johnson", "Maria Garcia", "James Cooper", "Anna Miller"):
        assert not refers(name), name
    assert found("Where did magic {johnson} go to college?", "PERSON").public
    assert not found("Where did our {johnson} go to college?", "PERSON").public


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("who voices {kenneth}?", True),
        ("who plays {kenneth}?", False),
        ("who is playing {kenneth}", False),
        ("Who plays {Kenneth} tonight?", False),
        ("who is the voice of {Kenneth} in Frozen?", True),
        ("who is the voice of {Tessa Marlowe} on the helpline recording", False),
        ("what years did {kowalczyk} serve as governor?", True),
        ("What years did {Marta Kowalczyk} serve as treasurer?", False),
        ("when did {Marta Kowalczyk} become president?", False),
        ("When did {Truman} become president?", True),
        ("When did {Truman} sign the lease?", False),
        ("What is {Marta Kowalczyk} famous for?", True),
        ("What is {Marta Kowalczyk} famous for among the nurses?", False),
        ("I like her. What is {Marta Kowalczyk} famous for?", False),
        ("When did {Marta Kowalczyk} win the Super Bowl?", True),
        ("When did {Marta Kowalczyk} win the raffle?", False),
        ("What movies has {Marta Kowalczyk} directed?", True),
        ("What movies has {Marta Kowalczyk} seen?", False),
        ("where was {Marta Kowalczyk} born?", False),
        ("what guitar did {joe walsh} play?", True),
        ("what guitar did {joe walsh} sell me?", False),
        ("where was the prophet {mohammed} from?", False),
        ("what were the names of {henry}'s three children?", False),
        ("what were the names of {henry} viii's three children?", True),
    ],
)
def test_who_is_asked_about_as_the_famous_alone_are_is_public(text: str, *, public: bool) -> None:
    assert found(text, "PERSON").public is public


@pytest.mark.parametrize(
    ("text", "kind", "public"),
    [
        ("what language do the {maasai} speak?", "ORGANIZATION", True),
        ("what language do the {petersens} speak?", "ORGANIZATION", False),
        ("what is the zip code for {azle texas}?", "LOCATION", True),
        ("which clinic in {azle texas} treated me?", "LOCATION", False),
        ("what two states is {st louis} in?", "LOCATION", True),
        ("where is {mt st helens} located?", "LOCATION", True),
        ("where is {victoria british columbia}?", "LOCATION", True),
        ("what year did the {la kings} win the cup?", "ORGANIZATION", True),
        ("who does {michael keaton} play in cars?", "PERSON", True),
        ("who does {michael keaton} play on saturday?", "PERSON", False),
        ("when did {gordon brown} resign?", "PERSON", True),
        ("when did {Marta Kowalczyk} resign?", "PERSON", False),
        ("Where is {South Portland}?", "LOCATION", True),
        ("My flat in {South Portland} is damp.", "LOCATION", False),
        ("what other states border {florida}?", "PERSON", True),
        ("what did {florida} say?", "PERSON", False),
        ("how often was the {stanley} cup stolen", "PERSON", True),
        ("what school did {robert f kennedy} go to?", "PERSON", True),
    ],
)
def test_places_peoples_and_cups_are_known_by_their_form(text: str, kind: str, *, public: bool) -> None:
    assert found(text, kind).public is public


def test_the_title_of_a_famous_person_stays_with_the_name() -> None:
    def titles(text: str) -> list[bool]:
        return [one.public for one in default_detection().detect([text])[0] if one.type in ("TITLE", "JOB_TITLE")]

    assert all(titles("where did sir isaac newton live?"))
    assert not any(titles("Sir Oliver Hartwell fired me."))


def test_a_team_is_no_town() -> None:
    assert found("Where do the {baltimore} ravens play?", "LOCATION").public
    assert not found("Where do we play in {baltimore}?", "LOCATION").public


def test_short_forms_are_found_in_capitals_alone() -> None:
    assert refers("ADA")
    assert not refers("Ada")
    assert {one.kind for one in refers("Georgia")} == {"country", "state"}
    assert refers("Paris")[0].within == refers("French")[0].code == refers("France")[0].code
    assert refers("Siena")[0].within == refers("Italy")[0].code
    assert refers("Lake Kivu")[0] == refers("Kivu")[0]


def test_a_place_where_somebody_lives_there_is_private() -> None:
    assert not found("Which language do they speak in {Kenya}? My sister lives there.", "LOCATION").public
    assert found("Which language do they speak in {Kenya}? There are many.", "LOCATION").public


def test_a_firm_of_ones_own_is_no_thing() -> None:
    text = "Our startup Quillmark competes with Grammarly. What are its weak points?"
    assert [
        one.public for one in default_detection().detect([text])[0] if text[one.start :].startswith("Quillmark")
    ] == [False]
