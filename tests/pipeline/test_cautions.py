"""What a reply states about stand-ins is told: by the rules, through the doorway, whole and streamed, at every door."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest

from benchmarks.cautions import LAST, MORE, NEWEST, TUNED, UNSEEN, WEIGHED_UNSEEN, measure
from benchmarks.cautions import LATER as WRITTEN_LATER
from dp_gateway.exchange import Doorway, Exchange
from dp_gateway.pipeline import Gateway
from dp_gateway.pipeline.undoing import both_days
from dp_gateway.policy import load_policy
from dp_gateway.randomness import Secret
from dp_gateway.restore import Cautions, Near
from tests.families import Family, slow_families

KEY = Secret(b"a key of repeatable draws, for tests")
ASKED = "What is the capital of Mexico?"


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    # By itself, `entities` leaves the land of this question in clear.
    return Gateway(load_policy("entities").model_copy(update={"public_references": "replace"}), key=KEY)


def opened(gateway: Gateway, text: str = ASKED) -> tuple[str, Exchange]:
    """The stand-in of Mexico (or of the whole text) and the exchange."""
    exchange = Doorway(gateway, key=KEY).open("chat", {"model": "m", "messages": [{"role": "user", "content": text}]})
    sent = exchange.body["messages"][0]["content"]
    return sent.removeprefix("What is the capital of ").removesuffix("?"), exchange


def answer(text: str) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]}


def test_the_labelled_replies_are_judged_as_the_page_says() -> None:
    tuned, unseen, more, later, last, newest, many = map(
        measure, (TUNED, UNSEEN, MORE, WRITTEN_LATER, LAST, NEWEST, WEIGHED_UNSEEN)
    )
    assert min(tuned.precision, tuned.recall, more.precision) > 0.95
    assert more.recall >= 0.94
    assert later.precision >= 0.93
    assert later.recall >= 0.93
    assert many.precision >= 0.88
    assert many.recall >= 0.8
    assert last.precision >= 0.95
    assert last.recall >= 0.95
    assert newest.precision >= 0.83
    assert newest.recall >= 0.88
    assert unseen.precision >= 0.9
    assert unseen.recall >= 0.95


@pytest.mark.parametrize(
    ("text", "reply", "cautioned"),
    [
        ("How many letters has the name Annabel Sutton?", "The name has 13 letters.", True),
        ("What does the name of my daughter Sophie mean?", "It means light.", True),
        ("Does the name Annabel Sutton rhyme with anything?", "With button.", True),
        ("Write to Annabel Sutton that the key is found.", "Dear Annabel, the key was found.", False),
        ("Which name is longer? I know: it is Annabel Sutton.", "That is right.", False),
    ],
)
def test_what_is_said_of_a_name_as_a_word_is_cautioned(
    gateway: Gateway, text: str, reply: str, *, cautioned: bool
) -> None:
    _, exchange = opened(gateway, text)
    exchange.reply.whole(answer(reply))
    assert bool(exchange.report.cautions) == cautioned


@pytest.mark.parametrize(
    ("sent", "near", "reply", "cautioned"),
    [
        ("We fly to Bari. Give me two sights.", Near("Bari", "Lecce", "LOCATION"), "1. Castello Svevo", True),
        (
            "I am in Bari. Plan an evening.",
            Near("Bari", "Lecce", "LOCATION"),
            "Walk along the Lungomare Nazario.",
            True,
        ),
        ("I live in Bari. Give me a title.", Near("Bari", "Lecce", "LOCATION"), "Slow Days", False),
        ("I have until 21 May. How many days are left?", Near("21 May", "9 May", "DATE_TIME"), "Seventeen days.", True),
        ("Count six weeks from 21 May.", Near("21 May", "9 May", "DATE_TIME"), "2 July", True),
        ("Count the words: paid on 21 May.", Near("21 May", "9 May", "DATE_TIME"), "Five words.", False),
        ("He is 11. How long may he play?", Near("11", "12", "AGE"), "An hour, from 6 to 12 years.", False),
        ("He is 11. How long may he play?", Near("11", "13", "AGE"), "An hour, from 6 to 12 years.", True),
        ("She is 83. What are usual exercises?", Near("83", "79", "AGE"), "Standing up and short walks.", False),
        ("She is 15. What are usual gifts?", Near("15", "20", "AGE"), "Teenagers like music.", True),
        ("We are Jain. Is honey all right?", Near("Jain", "Sikh", "NRP"), "They avoid it.", True),
        (
            "I am a roofer. Do I sleep enough?",
            Near("roofer", "tiler", "JOB_TITLE"),
            "No, 8 hours suit any adult.",
            True,
        ),
        (
            "I am a roofer. Do I sleep enough?",
            Near("roofer", "tiler", "JOB_TITLE"),
            "Eight is good for anybody.",
            False,
        ),
        ("He is 11. Does he sleep enough?", Near("11", "14", "AGE"), "No, 9 hours are good for most people.", True),
        ("Is honey good for the Jain next door?", Near("Jain", "Sikh", "NRP"), "It depends.", False),
        ("Is $80 in it? The note says: Ann paid $80.", Near("$80", "$90", "MONEY"), "Yes, Ann paid $80.", False),
        ("Make a table: Ann $80.", Near("$80", "$90", "MONEY"), '<table border="1"><td>Ann</td><td>$80</td>', False),
    ],
)
def test_what_a_reply_tells_decides(sent: str, near: Near, reply: str, *, cautioned: bool) -> None:
    assert bool(Cautions([near], [sent]).of(reply)) == cautioned


def test_of_days_without_a_year_it_is_told_which_comes_first() -> None:
    assert both_days("DATE_TIME", "4 May", "12 May") == (date(2024, 5, 4), date(2024, 5, 12))
    assert both_days("DATE_TIME", "4 May 2021", "12 May 2021") == (date(2021, 5, 4), date(2021, 5, 12))
    assert both_days("DATE_TIME", "Monday", "Tuesday") is None
    assert both_days("AGE", "4 May", "12 May") is None


@pytest.mark.parametrize(
    ("true", "displaced"), [(("Abe Zorn", "Bea Young"), True), (("Bea Young", "Cleo Zorn"), False)]
)
def test_another_order_of_the_alphabet_is_cautioned(true: tuple[str, str], *, displaced: bool) -> None:
    near = [Near(sent, name, "PERSON") for sent, name in zip(("Ada Keller", "Ben Lorenz"), true, strict=True)]
    cautions = Cautions(near, ["Sort Ada Keller and Ben Lorenz by last name."])
    assert bool(cautions.of("1. Ada Keller\n2. Ben Lorenz")) == displaced
    assert not Cautions(near, ["Greet Ada Keller and Ben Lorenz."]).of("Hello Ada Keller and Ben Lorenz")


def test_a_false_statement_is_cautioned_and_a_repetition_is_not(gateway: Gateway) -> None:
    land, exchange = opened(gateway)
    assert land != "Mexico"
    restored = exchange.reply.whole(answer(f"The capital of {land} is Qwertyville."))
    assert "Mexico is Qwertyville" in restored["choices"][0]["message"]["content"]
    (caution,) = exchange.report.cautions
    assert caution == ("LOCATION", land, "Mexico", "Qwertyville")
    land, exchange = opened(gateway)
    exchange.reply.whole(answer(f"You ask for the capital of {land}."))
    assert exchange.report.cautions == []


def test_names_and_identifiers_are_no_stand_ins(gateway: Gateway) -> None:
    _, exchange = opened(gateway, "Who is Anna Kowalski? Her number is +49 30 1234567.")
    sent = exchange.body["messages"][0]["content"]
    exchange.reply.whole(answer(f"{sent.split('?')[0].removeprefix('Who is ')} is a Polish Senator."))
    assert exchange.report.cautions == []


def test_orders_to_compute_and_firms_taken_for_people_are_cautioned(gateway: Gateway) -> None:
    _, exchange = opened(gateway, "Convert 72 kg to pounds.")
    exchange.reply.whole(answer("144.62 pounds"))
    assert [caution.original for caution in exchange.report.cautions] == ["72 kg"]
    _, exchange = opened(gateway, "What kind of firm is Zephyra Okonjo?")
    name = exchange.body["messages"][0]["content"].removeprefix("What kind of firm is ").removesuffix("?")
    assert name != "Zephyra Okonjo"
    exchange.reply.whole(answer(f"{name} is a fashion brand from Milan."))
    assert [caution.original for caution in exchange.report.cautions] == ["Zephyra Okonjo"]


LETTER = (
    "Eva Moss, 34, pays $1,385 of rent since 14 March 2024, $1,950 of deposit, and earns $58,400 at Pemberton Freight."
)


def replied(gateway: Gateway, *turns: str) -> tuple[Callable[[str], str], Exchange]:
    """What the user reads of a reply to the last of some turns of the user, and the exchange."""
    asked = [{"role": "user", "content": turn} for turn in turns]
    exchange = Doorway(gateway, key=KEY).open("chat", {"model": "m", "messages": asked})
    return lambda reply: exchange.reply.whole(answer(reply))["choices"][0]["message"]["content"], exchange


def test_what_a_later_question_asks_is_worked_out_of_the_letter(gateway: Gateway) -> None:
    read, exchange = replied(gateway, LETTER, "How much rent does she pay a year?")
    rent = int(re.findall(r"\$([0-9,]+)", exchange.body["messages"][0]["content"])[0].replace(",", ""))

    assert rent != 1385
    assert read(f"She pays ${12 * rent:,}.") == "She pays $16,620."
    assert exchange.report.cautions == []


def test_what_was_worked_out_of_a_letter_and_stays_is_cautioned(gateway: Gateway) -> None:
    read, exchange = replied(gateway, f"{LETTER}\n\nHow much is her rent in euros per square meter?")

    assert read("It is €27.31.") == "It is €27.31."
    assert {caution.type for caution in exchange.report.cautions} == {"MONEY"}


def test_another_form_of_an_amount_or_a_date_is_no_news(gateway: Gateway) -> None:
    text = "Extract rent, currency, date, city: £1,385 since 2 April 2024 in Bristol."
    _, exchange = opened(gateway, text)
    sent = re.fullmatch(
        r"Extract [^:]+: £([0-9,]+) since (\w+ \w+ \w+) in (\w.*)\.", exchange.body["messages"][0]["content"]
    )
    assert sent is not None
    day = datetime.strptime(sent[2], "%d %B %Y").date()
    rent = sent[1].replace(",", "")
    reply = {"rent": f"{rent}.00", "currency": "GBP", "date": f"{day}", "city": sent[3]}
    restored = exchange.reply.whole(answer(json.dumps(reply)))["choices"][0]["message"]["content"]

    assert json.loads(restored) == {"rent": "1385.00", "currency": "GBP", "date": "2024-04-02", "city": "Bristol"}
    assert exchange.report.cautions == []


def test_initials_come_back_where_they_are_asked_for(gateway: Gateway) -> None:
    text = "Tell me the initials of Ingrid Halvorsen."
    _, exchange = opened(gateway, text)
    name = exchange.body["messages"][0]["content"].removeprefix("Tell me the initials of ").removesuffix(".")
    initials = "".join(word[0] for word in re.findall(r"\w+", name))

    assert initials != "IH"
    assert exchange.reply.whole(answer(initials))["choices"][0]["message"]["content"] == "IH"


def test_a_result_is_worked_out_with_the_true_year(gateway: Gateway) -> None:
    _, exchange = opened(gateway, "My uncle turned 61 in 2023. What year was he born in?")
    age, year = re.findall("[0-9]+", exchange.body["messages"][0]["content"])
    restored = exchange.reply.whole(answer(f"{year} - {age} = {int(year) - int(age)}"))
    assert restored["choices"][0]["message"]["content"] == "2023 - 61 = 1962"


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_streams_tell_what_whole_replies_tell(gateway: Gateway, size: int) -> None:
    land, exchange = opened(gateway)
    text = f"The capital of {land} is Qwertyville."
    for at in range(0, len(text), size):
        delta = {"choices": [{"index": 0, "delta": {"content": text[at : at + size]}}]}
        exchange.reply.event(None, delta)
    exchange.reply.close()
    assert [caution.original for caution in exchange.report.cautions] == ["Mexico"]


def test_reports_of_the_same_request_do_not_share_cautions(gateway: Gateway) -> None:
    land, first = opened(gateway)
    _, second = opened(gateway)
    first.reply.whole(answer(f"The capital of {land} is Qwertyville."))
    assert len(first.report.cautions) == 1
    assert second.report.cautions == []
    assert "Mexico" not in json.dumps(first.report.to_json())


def test_a_policy_that_draws_nothing_near_gives_no_cautions() -> None:
    _, exchange = opened(Gateway("mask", key=KEY))
    exchange.reply.whole(answer("The capital of <LOCATION_1> is Madrid."))
    assert exchange.report.cautions == []


@pytest.mark.parametrize("size", [100_000, 1_000_000])
def test_long_replies_are_read(size: int) -> None:
    near = [Near(f"Town{number}", "x", "LOCATION") for number in range(50)]
    cautions = Cautions(near, ["Tell me about Town7."])
    assert len(cautions.of("Town7 lies in Norway. " * (size // 22))) == 1
    assert cautions.of("word " * (size // 5)) == []


def test_a_reply_that_comes_again_is_told_as_before_and_another_one_by_itself() -> None:
    cautions = Cautions([Near("Town7", "Town8", "LOCATION")], ["Tell me about Town7."])
    for reply, count in (("Town7 lies in Norway.", 1), ("Town7 lies in Norway.", 1), ("Gladly.", 0)) * 2:
        found = cautions.of(reply)
        assert len(found) == count
        found.clear()
    assert "Norway" not in str(vars(pickle.loads(pickle.dumps(cautions))))


def test_what_was_asked_is_read_in_linear_time() -> None:
    near = [Near(f"Mr Stand{number} In", f"Anna {number}", "PERSON") for number in range(500)]

    def asked(text: str) -> None:
        cautions = Cautions(near, [text, text])
        cautions.of(f"The city is old. {text}")

    pieces = (
        "how much ",
        ", what is ",
        "i need the ",
        "please add ",
        "i wonder how ",
        "word ",
        "? ",
        "word? ",
        "tell me what ",
        "name ",
        "a.b ",
        "a\tb\t",
        "Mr Stand7 In ",
    )
    assert not slow_families(asked, [Family(piece, piece) for piece in pieces], sizes=(4_000, 16_000))


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("Mexico. Is it far?", False),
        ("Is Mexico far?", True),
        ("Hm! Is Mexico far?? Or near?", True),
        ("Please tell me where Mexico is.", True),
        ("It is so. explain Mexico", True),
        ("It is (is it Mexico?) so", True),
        ("i go there, how far is Mexico", True),
        ("We need to know the money of Mexico.", True),
        ("Mexico, which is nice", False),
    ],
)
def test_the_questions_of_a_text_are_those_in_which_a_stand_in_is_looked_for(asked: str, named: bool) -> None:
    near = [Near("Mexico", "Peru", "LOCATION"), *(Near(f"X{at}", f"Y{at}", "LOCATION") for at in range(4))]
    text = asked + " " + " ".join(f"X{at}" for at in range(4)) + "."
    assert bool(Cautions(near, [text]).of("Lima.")) == named


_SALARIES = [
    Near("$75,400", "$71,000", "MONEY"),
    Near("$78,400", "$68,500", "MONEY"),
    Near("$64,900", "$73,250", "MONEY"),
]


@pytest.mark.parametrize(
    ("sent", "reply", "named"),
    [
        ("Sort these, lowest first: $75,400, $78,400, $64,900.", "$64,900, $75,400, $78,400", 3),
        ("It went from $75,400 over $78,400 to $64,900. Write a sentence.", "It fell from $75,400 to $64,900.", 3),
        ("It went from $75,400 over $78,400 to $64,900. Write a sentence.", "It went from $75,400 to $64,900.", 0),
    ],
)
def test_numbers_in_another_order_than_the_true_ones(sent: str, reply: str, named: int) -> None:
    assert len(Cautions(_SALARIES, [sent]).of(reply)) == named


EXAM = Near("18 May 2025", "12 June 2025", "DATE_TIME", (date(2025, 5, 18), date(2025, 6, 12)))
PARTY = Near("27 June 2025", "30 May 2025", "DATE_TIME", (date(2025, 6, 27), date(2025, 5, 30)))
LATER = Near("20 July 2025", "3 July 2025", "DATE_TIME", (date(2025, 7, 20), date(2025, 7, 3)))


@pytest.mark.parametrize(
    ("near", "sent", "reply", "cautioned"),
    [
        ((EXAM, PARTY), "Which is later, my exam on {} or the party on {}?", "The party is later.", True),
        ((EXAM, LATER), "Which is later, my exam on {} or the party on {}?", "The party is later.", False),
        ((EXAM, PARTY), "I leave on {}, and it is due by {}. Which comes first?", "The day I leave.", True),
        (
            (Near("69.6 kg", "83 kg", "QUANTITY"), Near("93.8 kg", "79 kg", "QUANTITY")),
            "Ann weighs {} and Ben weighs {}. Who is the heaviest?",
            "Ben is the heaviest.",
            True,
        ),
        ((LATER,), "Is {} a weekday or at the weekend?", "It is at the weekend.", True),
        ((EXAM,), "Is {} a weekday or at the weekend?", "It is at the weekend.", True),
        ((PARTY,), "Is {} a weekday or at the weekend?", "It is a weekday.", False),
        (
            (Near("16", "15", "AGE"), Near("7", "16", "AGE")),
            "She is {}. May she go where the minimum age is {}?",
            "She may go.",
            True,
        ),
    ],
)
def test_days_in_another_order_or_of_another_kind_are_cautioned(
    near: tuple[Near, ...], sent: str, reply: str, *, cautioned: bool
) -> None:
    cautions = Cautions(near, [sent.format(*(one.surrogate for one in near))])
    assert bool(cautions.of(reply)) is cautioned


def test_a_result_that_is_one_of_the_numbers_is_looked_at() -> None:
    near = [Near("28", "29", "AGE"), Near("14 years", "10 years", "DURATION")]
    cautions = Cautions(near, ["My wife is 28. How old was she when we met, 14 years back?"])
    assert cautions.of("28 - 14 = 14")
    assert not cautions.of("She is 28.")


_RENTS = [Near("$1,380", "$1,310", "MONEY"), Near("$1,490", "$1,480", "MONEY")]


@pytest.mark.parametrize(
    ("sent", "near", "reply", "named"),
    [
        ("Rent rose from $1,380 to $1,490. Object.", _RENTS, "By $110.", True),
        (
            "Rent rose from $1,380 to $1,490. Object.",
            _RENTS,
            "Within 14 days.",
            False,
        ),
        ("JSON with yearly pay: $6,000 a month.", [Near("$6,000", "$6,400", "MONEY")], '{"yearly": 72000}', True),
        ("Write SQL with the birth year: he is 41 in 2025.", [Near("41", "44", "AGE")], "VALUES (1984)", True),
        ("Write SQL with the birth year: he is 41 in 2025.", [Near("41", "44", "AGE")], "VALUES (1991)", False),
        ("Plan it: $24,000 in 5 years.", [Near("$24,000", "$21,000", "MONEY")], "Put $400 aside each month.", True),
    ],
)
def test_a_number_that_can_be_worked_out_is_cautioned_whatever_was_asked(
    sent: str, near: list[Near], reply: str, *, named: bool
) -> None:
    assert bool(Cautions(near, [sent]).of(reply)) == named


@pytest.mark.parametrize(
    ("near", "reply", "named"),
    [
        (Near("Espoo", "Oulu", "LOCATION"), "It is close to Tampere.", True),  # A place of its country.
        (Near("Espoo", "Oulu", "LOCATION"), "There you pay in euros, and most speak Finnish.", False),  # As in Oulu.
        (Near("Uruguay", "Paraguay", "LOCATION"), "Then you dial +598 first.", True),
        (Near("Uruguay", "Paraguay", "LOCATION"), "Spanish is spoken widely.", False),
    ],
)
def test_what_a_reply_tells_of_another_country_is_sure(near: Near, reply: str, *, named: bool) -> None:
    told = Cautions([near], [f"I wrote to a friend in {near.surrogate} today."]).stated(reply)
    assert any(one.sure for one in told.values()) == named


def test_what_is_settled_is_not_weighed() -> None:
    near = [Near("$64,900", "$68,500", "MONEY"), Near("$75,400", "$71,000", "MONEY")]
    cautions = Cautions(near, ["Who gets more, Ann with $64,900 or Ben with $75,400?"])
    assert cautions.is_settled("Ben gets more.", [])
    assert not Cautions(near[:1], ["I get $64,900. Is that a lot?"]).is_settled("Rather.", [])


def test_numbers_in_the_same_order_need_no_caution() -> None:
    near = [Near("$64,900", "$68,500", "MONEY"), Near("$75,400", "$71,000", "MONEY")]
    assert not Cautions(near, ["Sort these: $75,400, $64,900."]).of("$64,900, $75,400")


AMOUNTS = "My revenue was $84,000 in May, and my costs $61,000, over 25 years. Make JSON of it."


@pytest.mark.parametrize(
    ("reply", "types"),
    [
        ('{"profit": 10877}', {"MONEY"}),
        ('{"term_months": 288}', {"DURATION"}),
        ('{"confidence": 98, "id": 4711, "items": 2, "total": 2}', set[str]()),
        ('{"day": "2024-05-12"}', set[str]()),
    ],
)
def test_what_stands_under_a_key_and_was_worked_out_is_cautioned(reply: str, types: set[str]) -> None:
    near = [Near("$84,100", "$84,000", "MONEY"), Near("24 years", "25 years", "DURATION")]
    assert {one.type for one in Cautions(near, [AMOUNTS]).of(reply)} == types


def test_a_part_of_another_day_is_cautioned() -> None:
    near = [Near("1 May 2024", "12 May 2024", "DATE_TIME", (date(2024, 5, 1), date(2024, 5, 12)))]
    cautions = Cautions(near, ["The invoice is of 1 May 2024. JSON please."])
    assert [one.stated for one in cautions.of('{"day": 1, "month": 5, "year": 2024}')] == ["1"]
    assert not cautions.of('{"month": 5, "year": 2024}')


@pytest.mark.parametrize(
    ("sent", "near", "reply", "named"),
    [
        ("She is 4. How old will she be in 3 years?", "4>7>AGE", "She will be 9.", True),
        ("I am 17. How old must one be to vote?", "17>16>AGE", "One has to be 18 to vote.", False),
        ("I live in Zug. Are taxes low there?", "Zug>Bern>LOCATION", "Zug has some of the lowest taxes.", True),
        ("I live in Zug. How do I tell him that I am ill?", "Zug>Bern>LOCATION", "Call him and be honest.", False),
        ("I live in Zug. How do I get to the airport?", "Zug>Bern>LOCATION", "Take the S24 from Oerlikon.", True),
        ("I live in Zug. What is a synonym of brave?", "Zug>Bern>LOCATION", "Courageous.", False),
        ("I own 12% of it. Explain what a share is.", "12%>14%>PERCENTAGE", "A share is part of a company.", False),
        ("I weigh 80 kg. Describe it.", "80 kg>84 kg>QUANTITY", "You weigh 80kg.", False),
    ],
)
def test_what_a_question_is_about_decides(sent: str, near: str, reply: str, *, named: bool) -> None:
    drawn, true, kind = near.split(">")
    assert bool(Cautions([Near(drawn, true, kind)], [sent]).of(reply)) == named


def test_a_weekday_that_was_put_right_needs_no_caution(gateway: Gateway) -> None:
    restored, exchange = replied(gateway, "I was born on 9 June 1984. What weekday was that?")
    sent = exchange.body["messages"][0]["content"]
    found = re.search(r"[0-9]{1,2} [A-Z][a-z]+ [0-9]{4}", sent)
    assert found
    day = datetime.strptime(found[0], "%d %B %Y")
    assert restored(f"It was a {day:%A}.") == "It was a Saturday."
    assert exchange.report.cautions == []
