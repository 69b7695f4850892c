"""Statements and questions in general terms stay; what looks like them and tells of somebody does not."""

from __future__ import annotations

import pytest

from benchmarks.public.statements import HALVES, Through, changed, left, statements


@pytest.fixture(scope="module")
def through() -> Through:
    return Through()


def test_the_benchmark_has_two_halves_of_each() -> None:
    assert {len(statements("general", half)) for half in ("read", "unread")} == {100}
    assert {len(statements("private", half)) for half in ("read", "unread")} == {60}
    assert all(one.names for half in HALVES for one in statements("private", half))


def test_of_those_that_were_read_few_change_and_no_private_name_leaves(through: Through) -> None:
    # "Darwin sailed" is what could be said of anybody, and an office is found in two parts.
    assert changed(through, "read") == [
        "Charles Darwin sailed on the Beagle.",
        "How is the Secretary-General of the United Nations elected?",
    ]
    assert not left(through, "read")


@pytest.mark.parametrize(
    "text",
    [
        "Do Poles eat carp on Christmas Eve?",
        "Why do the Japanese bow?",
        "Sikhs wear a turban.",
        "The Dutch ride bikes in any weather.",
        "Judges in England wear wigs.",
        "Electricians train for four years.",
        "Hungarian is not related to German.",
        "UNICEF helps children.",
        "Does BMW own Rolls-Royce?",
        "Who were the Romanovs?",
    ],
)
def test_what_all_do_stays(through: Through, text: str) -> None:
    assert through(text) == text


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("The Swedes want a discount.", "Swedes"),
        ("My wife's parents are Hindus and do not eat beef.", "Hindus"),
        ("Do the Muslims in our office fast?", "Muslims"),
        ("Our Catholics fast on Fridays.", "Catholics"),
        ("Catholics fast on Fridays. My boss is one.", "Catholics"),
        ("UNICEF pays badly.", "UNICEF"),
        ("Does BMW own my lease?", "BMW"),
        ("Nurses worked twelve-hour shifts.", "twelve"),
        ("My nurses work twelve-hour shifts.", "twelve"),
    ],
)
def test_the_same_of_some_is_theirs(through: Through, text: str, own: str) -> None:
    assert own not in through(text)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("What is Annie Hall earning at Acme?", "Annie Hall"),
        ("What is Annie Hall earning at Acme?", "Acme"),
        ("How do I resign from Acme?", "Acme"),
        ("Does Dorian Gray have hepatitis?", "Dorian Gray"),
        ("Where was Jackie Brown last night?", "Jackie Brown"),
        ("Who is treating Nikola Tesla's burn?", "Tesla"),
        ("Is Annie Hall a Catholic?", "Catholic"),
        ("When does Erin Brockovich fly to Boston?", "Boston"),
    ],
)
def test_what_is_asked_of_the_living_is_of_no_famous_one(through: Through, text: str, own: str) -> None:
    assert own not in through(text)


@pytest.mark.parametrize(
    "text",
    ["Where does Sherlock Holmes live?", "How much did Marilyn Monroe earn?", "Who is playing James Bond now?"],
)
def test_what_is_asked_of_the_famous_stays(through: Through, text: str) -> None:
    assert through(text) == text


def test_most_of_those_of_several_sentences_that_were_read_stay(through: Through) -> None:
    assert len(changed(through, "developed")) <= 24
    # One of them was drawn for another.
    assert len(left(through, "developed")) <= 19


@pytest.mark.parametrize(
    "text",
    [
        "The Treaty of Versailles was signed on 28 June 1919. Explain why many Germans resented it.",
        "Napoleon was exiled to Elba in 1814 and to Saint Helena in 1815.",
        "In the UK you can vote at 18 and join the army at 16.",
        "The International Court of Justice sits in The Hague.",
        "Inflation in Argentina rose above 200% in 2023.",
        "What is the normal blood pressure of a 40-year-old?",
        "Beethoven composed his ninth symphony when he was almost deaf.",
        "An acre is 43,560 square feet. How big is a hectare?",
        "What happened on 9 November 1989?",
    ],
)
def test_a_short_text_about_the_world_stays(through: Through, text: str) -> None:
    assert through(text) == text


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Emma Watson was president of the rowing club.", "Emma Watson"),
        ("Nelson Mandela is the janitor of the building.", "Nelson Mandela"),
        ("Michael Jordan won the chess tournament in Leeds.", "Michael Jordan"),
        ("Brad Pitt is the fastest on the assembly line.", "Brad Pitt"),
        ("When did Emma Watson join the rowing club?", "Emma Watson"),
        ("The visa for Canada expires on 3 June 2025. What happens then?", "Canada"),
        ("The branch in Norway lost 20% of its staff.", "Norway"),
        ("Why was the factory in Vietnam closed?", "Vietnam"),
        ("The Catholic in room 4 wants a priest.", "Catholic"),
        ("At 17 pregnant and alone in Ireland. What are the rights?", "Ireland"),
    ],
)
def test_one_of_somebody_in_such_a_text_is_theirs(through: Through, text: str, own: str) -> None:
    assert own not in through(text)
