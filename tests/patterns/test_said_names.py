"""Words that are names because the text says so, at the beginning of sentences and wherever else they then stand."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import default_detection
from dp_gateway.patterns.names import NameLists
from dp_gateway.patterns.said_names import said_names
from dp_gateway.patterns.windows import Reading

SAID = {
    "possessor": "{} is my client's family name.",
    "adverb": "{} really is his family name.",
    "quoted": '"{}" is my wife\'s maiden name.',
    "aside": "{}, my client's surname, was misspelt in the lease.",
    "aside with a verb": "He signs as {}, which is his family name.",
    "plain name": "{} is my son's name.",
    "of somebody": "{} is the name of the employee who complained.",
    "on paper": "{} was the name on the envelope.",
    "what one is called": "{} is what everyone calls my boss.",
    "not what it looks like": "{} is not a job, it is her last name.",
    "spelling": "{} is spelled with a capital because it is the customer's surname.",
    "after the noun": "My client has an odd family name, {}.",
    "of the debtor": "Surname of the debtor: {}",
    "owner with a capital": "{} is Mrs Alvarez's maiden name.",
    "goes by": "{} goes by that name at work.",
}


def _found(text: str, names: NameLists | None = None) -> list[str]:
    return [text[start:end] for start, end, *_ in said_names(Reading(text), names)]


@pytest.mark.parametrize("form", SAID.values(), ids=SAID)
@pytest.mark.parametrize("name", ["Judge", "Page", "Good", "Priest", "Major"])
def test_a_word_that_is_said_to_be_a_name_is_one(form: str, name: str) -> None:
    assert _found(form.format(name)) == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Monday is his surname.", "Monday"),
        ("His surname is Friday and he lives here.", "Friday"),
        ("Surname: Friday", "Friday"),
        ('{"first_name": "Anna", "last_name": "Sunday"}', "Sunday"),
        ("Mr. Friday asked for a refund.", "Friday"),
        ("On Monday Mr. Tuesday came.", "Tuesday"),
        ("Dr. May wrote the prescription.", "May"),
        ("My neighbour April Monday lent me her ladder.", "April Monday"),
        ("Her colleague Ruby Tuesday says that it rained.", "Ruby Tuesday"),
        ("last_name: Monday", "Monday"),
        ("user:\n  first_name: April\n  last_name: Monday\n", "Monday"),
    ],
)
def test_a_day_or_month_of_which_the_text_says_that_it_is_a_name_is_one(text: str, name: str) -> None:
    """A month was drawn as a month, and a weekday, which tells no date, stayed in clear."""
    (found,) = (one for one in default_detection().detect([text])[0] if text[one.start : one.end] == name)
    assert (found.type, found.public) == ("PERSON", False)


@pytest.mark.parametrize(
    "text",
    [
        "The President Tuesday signed the bill.",
        "See you on Monday.",
        "Name: Monday meeting",
        "Mr. Monday is late on Monday.",
        "We meet in April, Monday or Tuesday.",
        "My boss wants the April Monday report.",
    ],
)
def test_other_days_stay_days(text: str) -> None:
    persons = [text[one.start : one.end] for one in default_detection().detect([text])[0] if one.type == "PERSON"]
    assert persons == (["Monday"] if text.startswith("Mr.") else [])


@pytest.mark.parametrize("form", ["{} is my client's family name.", "{} is what my brother is called."])
def test_it_leaves_drawn_and_comes_back(form: str) -> None:
    gateway = Gateway("entities", key=Secret(b"a key for tests, not a secret"))
    text = form.format("Judge")
    request = gateway.sanitize(text, scope="1")
    assert "Judge" not in request.text
    assert request.restore(request.text) == text


def test_wherever_it_stands_with_its_capital_it_is_the_name() -> None:
    text = "Mark and I are married. Mark is his surname. A mark is a sign; Marks and Markus are others. MARK it. Mark said so."
    found = sorted(start for start, *_ in said_names(Reading(text), None))
    assert found == [0, text.index("Mark is"), text.index("Mark said")]


@pytest.mark.parametrize(
    "text",
    [
        "Python is the name of the language.",
        "What is your last name?",
        "This is my last name.",
        "English is my first language.",
        "Price is the name of the field in the table.",
        "Delta is refusing to change my last name.",
        "Excel is cutting off the last name of each row.",
        "Problem is my surname has a hyphen.",
        "Dashboard is what we call the main page.",
        "Order is important: first name, last name, Date.",
        "Last name, First name, Email",
        "Column B is the last name and column A is the first name.",
        "Username is my first name plus a digit.",
        "Mercury is the name of a planet.",
    ],
)
def test_what_only_speaks_of_names_is_none(text: str) -> None:
    assert _found(text) == []


def test_only_names_before_the_word_belong_to_it() -> None:
    names = NameLists(given={"anna"}, surnames=set())
    assert _found("Actually Judge is her surname.", names) == ["Judge"]
    assert _found("Anna Judge is her real name.", names) == ["Anna Judge"]
