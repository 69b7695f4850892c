"""Facts of an almanac that a reply tells of a drawn place are put right, and never where nothing tells which is meant."""

from __future__ import annotations

import pytest

from benchmarks.cautions import KEPT, measure
from dp_gateway.exchange import Doorway, Exchange
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import load_policy
from dp_gateway.randomness import Secret
from dp_gateway.restore import Cautions, Near, Replacement, Restorer
from dp_gateway.restore.facts import Pair, asked_facts, asks_trade, named_alike, place_facts, shared_facts, trade_facts
from dp_gateway.restore.statements import HOLDS
from dp_gateway.vocabulary.lexicon.attributes import land_of, line_of, trade_words

KEY = Secret(b"a key for tests of the facts, 32")
BORN = "My wife was born in Poland. What is the capital of her country?"


def restored(question: str, reply: str, *places: tuple[str, str]) -> str:
    pairs = [Pair(*place) for place in places]
    return Restorer((), answers=place_facts(question, pairs, [question])).restore(reply).text


@pytest.mark.parametrize(
    ("question", "reply", "right"),
    [
        (BORN, "The capital is Stockholm.", "The capital is Warsaw."),
        ("I live in Poland. Which currency is used?", "Swedish krona (SEK).", "Polish zloty (PLN)."),
        ("I live in Poland. Which language do they speak there?", "Swedish.", "Polish."),
        ("I am in Poland. What is the calling code?", "It is +46.", "It is +48."),
        ("bf is from Poland. what language should i learn (the official one)", "Swedish.", "Polish."),
        ("My stepdad's care home is in Poland. The staff there speak what among themselves?", "Swedish.", "Polish."),
        ("Mom's in Poland. What goes in front of her number, + what?", "+46.", "+48."),
        ("The clinic in Poland wants me to call back. +?? goes in front", "It is +46.", "It is +48."),
        ("I live in Poland. What is the weather?", "Stockholm is cold.", "Stockholm is cold."),
        ("What is the capital of Poland? Not Stockholm!", "Stockholm.", "Stockholm."),
    ],
)
def test_what_is_asked_for_is_put_right(question: str, reply: str, right: str) -> None:
    assert restored(question, reply, ("Sweden", "Poland")) == right


def test_each_wording_of_a_question_is_seen() -> None:
    assert asked_facts("I work from Melbourne for three months, what do people pay with there?") == ["currency"]
    assert asked_facts("What do I dial for my brother in Lyon?") == ["calling_code"]
    assert asked_facts("Which part of the world is it in?") == ["continent"]


def test_a_town_has_the_facts_of_its_country_and_its_state() -> None:
    assert restored("I live in Lyon. Which country is that?", "Germany.", ("Hamburg", "Lyon")) == "France."
    assert restored("I live in Seville. Which country is that?", "Germany.", ("Cologne", "Seville")) == "Spain."
    assert (
        restored("I live in Denver. Which state is it?", "It is in Idaho.", ("Boise", "Denver")) == "It is in Colorado."
    )
    assert restored("I live in Lyon. Which country is that?", "France.", ("Toulouse", "Lyon")) == "France."


def test_facts_that_two_places_share_stay() -> None:
    ours = ("Sweden", "Poland"), ("Norway", "Greece")
    assert restored("Poland or Greece: which continent?", "Europe.", *ours) == "Europe."
    # Both stand-ins pay with the euro, and the true countries with two others.
    both = ("Spain", "Poland"), ("Italy", "Hungary")
    assert restored("Poland, Hungary: which currency?", "With the euro.", *both) == "With the euro."


@pytest.mark.parametrize(
    "question",
    [
        "Which SECTOR is Toyota in?",
        "Tell me Toyota's line of work.",
        "WHAT does Toyota make?",
        "and which of these does Toyota offer to anybody?",
        "Toyota is the kind of firm?",
        "Is that the sort of company? And what type of employer?",
        "How Toyota makes its money",
        "How firms like Toyota earn their money",
        "Toyota is Known For",
    ],
)
def test_questions_about_a_trade_are_known(question: str) -> None:
    assert asks_trade(question)


@pytest.mark.parametrize(
    ("drawn", "reply", "right"),
    [
        ("Hardwick Robotics", "They build robotics.", "They build cars and other vehicles."),
        ("Hardwick Motors", "They sell motors.", "They sell cars and other vehicles."),
        ("Hardwick Bank", "It is in banking.", "It is in banking."),
    ],
)
def test_what_a_firm_does_is_put_right(drawn: str, reply: str, right: str) -> None:
    question = "My employer is Toyota. What business is it in?"
    answers = trade_facts([Pair(drawn, "Toyota")], [question])

    assert asks_trade(question)
    assert not asks_trade("Write a letter to Toyota.")
    assert Restorer((), answers=answers).restore(reply).text == right
    assert trade_facts([Pair("Hardwick Robotics", "Kessler & Rowe")], [question]) == []
    assert trade_facts([Pair("Hardwick Robotics", "Toyota"), Pair("Lake Foods", "Nestlé")], [question]) == []


def test_of_several_languages_the_first_is_put_right() -> None:
    asked = "I am from Poland. Which language do they speak there?"
    assert restored(asked, "Spanish.", ("Equatorial Guinea", "Poland")) == "Polish."


def test_places_that_no_list_knows_have_no_facts() -> None:
    assert place_facts(BORN, [Pair("Sweden", "Qwertyland")], [BORN]) == []
    assert shared_facts("Sweden", "Qwertyland", "LOCATION", asked_facts(BORN)) == frozenset()
    assert land_of("Montreal") == land_of("Montréal") == land_of("Canada")
    assert land_of("the Netherlands") == land_of("Holland") == land_of("Amsterdam")
    assert land_of("Qwertyland") is None


def test_a_capital_that_is_called_as_its_country_is_always_cautioned() -> None:
    question = "I live in Djibouti. What is the capital of my country?"
    near = Near("Djibouti", "Nigeria", "LOCATION")
    assert Cautions([near], [question]).of("The capital of Djibouti is Djibouti.")
    assert named_alike(asked_facts(question), "Djibouti")
    assert not named_alike(asked_facts(question), "Sweden")
    assert not named_alike(asked_facts("I live in Djibouti. Is it hot?"), "Djibouti")


def test_what_two_firms_share_is_their_line() -> None:
    assert "airline" in trade_words("Pacific Airlines", "Lufthansa").split()
    assert "railway" not in trade_words("Pacific Railways", "Maersk").split()
    assert trade_words("Pacific Railways", "Maersk") == "transport"
    assert trade_words("Miller & Sons", "Kessler & Rowe") == ""
    assert line_of("the Netflix") == line_of("Northern Studios") == "films and television"
    assert line_of("Redwood Hospital") == ""


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway(load_policy("entities"), key=KEY)


def opened(gateway: Gateway, text: str) -> tuple[str, Exchange]:
    exchange = Doorway(gateway, key=KEY).open("chat", {"model": "m", "messages": [{"role": "user", "content": text}]})
    return exchange.body["messages"][0]["content"], exchange


def said(exchange: Exchange, reply: str) -> str:
    body = {"choices": [{"index": 0, "message": {"role": "assistant", "content": reply}}]}
    return exchange.reply.whole(body)["choices"][0]["message"]["content"]


def test_the_reply_tells_the_fact_of_the_true_country_without_a_caution(gateway: Gateway) -> None:
    sent, exchange = opened(gateway, BORN)
    drawn = sent.removeprefix("My wife was born in ").partition(".")[0]
    land = land_of(drawn)
    assert drawn != "Poland"
    assert land is not None
    assert said(exchange, f"The capital of {drawn} is {land.capital[0]}.") == "The capital of Poland is Warsaw."
    assert exchange.report.cautions == []


def test_streams_put_facts_right(gateway: Gateway) -> None:
    sent, exchange = opened(gateway, BORN)
    land = land_of(sent.removeprefix("My wife was born in ").partition(".")[0])
    assert land is not None
    out: list[str] = []
    for piece in f"It is {land.capital[0]}.":
        delta = {"choices": [{"index": 0, "delta": {"content": piece}}]}
        out += [data["choices"][0]["delta"].get("content", "") for _, data in exchange.reply.event(None, delta)]
    out += [data["choices"][0]["delta"].get("content", "") for _, data in exchange.reply.close()]
    assert "".join(out) == "It is Warsaw."


def test_an_age_of_the_law_is_nobodys(gateway: Gateway) -> None:
    for age in range(18, 26):
        sent, exchange = opened(gateway, f"My daughter is {age}. Is she old enough to vote?")
        drawn = sent.removeprefix("My daughter is ").partition(".")[0]
        assert said(exchange, f"Yes, the voting age is {drawn}.") == f"Yes, the voting age is {drawn}."
        assert said(exchange, f"One has to be {drawn} to vote.") == f"One has to be {drawn} to vote."
        assert said(exchange, f"She is {drawn}.") == f"She is {age}."


def test_replies_that_hold_of_the_true_value_have_no_caution() -> None:
    found = measure(KEPT)
    assert min(found.precision, found.recall) == 1


def test_a_number_in_words_is_no_news(gateway: Gateway) -> None:
    sent, exchange = opened(gateway, "I am 34 years old. How old am I, in words?")
    tens, ones = divmod(int(sent.removeprefix("I am ").partition(" ")[0]), 10)
    words = "zero one two three four five six seven eight nine".split()
    drawn = ("twenty", "thirty", "forty")[tens - 2] + (f"-{words[ones]}" if ones else "")
    assert said(exchange, f"You are {drawn}.") == "You are thirty-four."
    assert exchange.report.cautions == []


def test_a_bare_number_of_a_line_of_values_comes_back(gateway: Gateway) -> None:
    sent, exchange = opened(gateway, "The invoice is €1,240.50. Return CSV: item,total")
    drawn = sent.removeprefix("The invoice is €").partition(". ")[0].replace(",", "")
    assert said(exchange, f"item,total\ninvoice,{drawn}") == "item,total\ninvoice,1240.50"


@pytest.mark.parametrize("word", ["what", "country", "which language "])
def test_long_questions_are_read_in_linear_time(word: str) -> None:
    text = f"{word} " * 100_000
    assert len(place_facts(text, [Pair("Sweden", "Poland")], [text])) < 2


def test_what_is_put_right_is_marked_in_the_plural_and_with_its_own_s_too() -> None:
    """So that no caution is made of it."""
    restorer = Restorer((), answers=[Replacement("Hungarian", "Pole", plural=True), Replacement("Paris", "Warsaw")])
    assert restorer.put_right("Hungarians, a Hungarian and Paris").count(HOLDS) == 3
