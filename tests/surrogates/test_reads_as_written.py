"""Surrogates that fit the text in which they stand: days with their weekdays, logins of one person, kinds of things."""

from __future__ import annotations

import datetime
import re

import pytest

from dp_gateway.pipeline import Gateway
from dp_gateway.randomness import Secret
from dp_gateway.surrogates.dates.family import DateFamily
from dp_gateway.vocabulary.lexicon.attributes import attributes_of, trade_of


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"a key of these tests"))


@pytest.mark.parametrize("scope", ["a", "b", "c", "d"])
def test_a_weekday_beside_a_day_without_a_year_is_of_the_same_calendar(gateway: Gateway, scope: str) -> None:
    """The 7th of November is a Friday in 2025, and what stands in for both is a day and weekday of 2025."""
    sent = gateway.sanitize("Ask Ilse Brandtner whether Friday 7 November suits her.", scope=scope)
    found = re.search(r"(\w+day) (\d+) (\w+)", sent.text)
    assert found is not None
    drawn = datetime.datetime.strptime(f"{found[2]} {found[3]} 2025", "%d %B %Y")
    assert f"{drawn:%A}" == found[1]
    assert sent.restore(sent.text) == "Ask Ilse Brandtner whether Friday 7 November suits her."


def test_the_calendar_that_a_weekday_tells_is_said_to_be_kept() -> None:
    family = DateFamily()
    mention = "Friday 7 November"
    value = family.parse(mention, "DATE_TIME")
    assert value is not None
    assert "that its weekday is that of the day in 2025" in family.kept(mention, value)
    plain = family.parse("7 November", "DATE_TIME")
    assert plain is not None
    assert not any("weekday" in one for one in family.kept("7 November", plain))


def test_a_29th_of_february_has_a_weekday_of_a_leap_year() -> None:
    family = DateFamily()
    value = family.parse("Thursday 29 February", "DATE_TIME")
    assert value is not None
    assert any("in 2024" in one for one in family.kept("Thursday 29 February", value))


@pytest.mark.parametrize(
    ("account", "shape"),
    [
        ("lottebrandt", "{0}{1}"),
        ("brandtlotte", "{1}{0}"),
        ("lotte.b", "{0}.{2}"),
        ("l.brandt", "{3}.{1}"),
    ],
)
def test_an_account_of_a_full_name_in_one_word_follows_the_name(gateway: Gateway, account: str, shape: str) -> None:
    text = f"I am Lotte Brandt, write to {account}@quillmere.com please."
    sent = gateway.sanitize(text, scope=account)
    given, family = re.findall(r"I am (\w+) ([\w'-]+),", sent.text)[0]
    parts = given.lower(), family.lower(), family[0].lower(), given[0].lower()
    assert f"{shape.format(*parts)}@" in sent.text
    assert sent.restore(sent.text) == text


def test_an_account_follows_a_family_name_of_several_words(gateway: Gateway) -> None:
    sent = gateway.sanitize("I am Lotte van Dijk: lottevandijk94@quillmere.com, l.vandijk@quillmere.com")
    given, family = re.findall(r"I am (\w+) ([\w'-]+):", sent.text)[0]
    assert re.search(rf"\b{given}{family}\d\d@".lower(), sent.text)
    assert f" {given[0]}.{family}@".lower() in sent.text
    assert sent.restore(f"His login is {given}{family}.".lower()) == "his login is lottevandijk."


def test_a_spoken_address_stays_one(gateway: Gateway) -> None:
    text = "Caller: it's tom dot fairbank at gmail dot com\nAgent: thanks Tom"
    sent = gateway.sanitize(text)
    found = re.search(r"it's (\w+) dot ([\w-]+) at ([\w-]+) dot example dot (\w+)\n", sent.text)
    assert found is not None
    assert sent.restore(sent.text) == text
    written = f"{found[1]}.{found[2]}@{found[3]}.example.{found[4]}"
    assert sent.restore(f"Write to {written} today.") == "Write to tom.fairbank@gmail.com today."


@pytest.mark.parametrize(
    ("job", "field"),
    [
        ("account manager", "selling"),
        ("school nurse", "nursing and care"),
        ("veterinary nurse", "land and animals"),
        ("cardiologist", "medicine"),
        ("QA engineer", "software and data"),
        ("marine engineer", "engineering and building"),
        ("carpenter", "trades and crafts"),
        ("Head of People", "leading"),
        ("VP of Engineering", "leading"),
    ],
)
def test_the_field_of_a_job(job: str, field: str) -> None:
    assert attributes_of("JOB_TITLE", job) == {"field": f"field: {field}"}


@pytest.mark.parametrize(
    ("name", "trade"),
    [
        ("Harbourside Veterinary Clinic", "animal health"),
        ("Ferngate Inn", "hotels"),
        ("Otter Lane Kindergarten", "a nursery school"),
        ("Wexcombe Library", "a library"),
        ("Wexcombe Gym", "fitness"),
        ("Wexcombe Marathon", "sport"),
        ("TU Graz", "higher education"),
        ("Wexcombe Pediatrics", "a hospital or clinic"),
    ],
)
def test_the_trade_of_a_body(name: str, trade: str) -> None:
    assert trade_of(name) == trade


def test_a_people_of_two_words_is_a_people() -> None:
    assert attributes_of("NRP", "South African") == {"kind": "a people", "continent": "of Africa"}


@pytest.mark.parametrize("text", ["our twins Ottilie and Barnaby are ill", "her best friend is called Barnaby now"])
def test_who_is_called_so_gets_a_given_name(gateway: Gateway, text: str) -> None:
    """Barnaby is a family name of the lists, and none of them has it as a given one."""
    sent = gateway.sanitize(text)
    words = [word for word in sent.text.split() if word[0].isupper()]
    given = {*gateway.lexicon.pool("GIVEN_NAME_FEMALE"), *gateway.lexicon.pool("GIVEN_NAME_MALE")}
    assert all(word.lower() in {one.lower() for one in given} for word in words)
