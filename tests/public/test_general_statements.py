"""Statements and questions in general terms stay; what looks like them and tells of somebody does not."""

from __future__ import annotations

import pytest

from benchmarks.public.statements import Through, changed, left, statements


@pytest.fixture(scope="module")
def through() -> Through:
    return Through()


def test_the_benchmark_has_two_halves_of_each() -> None:
    assert {len(statements("general", unread=half)) for half in (True, False)} == {100}
    assert {len(statements("private", unread=half)) for half in (True, False)} == {60}
    assert all(one.names for half in (True, False) for one in statements("private", unread=half))


def test_of_those_that_were_read_few_change_and_no_private_name_leaves(through: Through) -> None:
    # "Darwin sailed" is what could be said of anybody, and an office is found in two parts.
    assert changed(through, unread=False) == [
        "Charles Darwin sailed on the Beagle.",
        "How is the Secretary-General of the United Nations elected?",
    ]
    assert not left(through, unread=False)


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
