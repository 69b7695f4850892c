"""A detector takes too much for a value: what is no part of one does not stay."""

from __future__ import annotations

import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.mentions.amounts import foreign_words
from tests.surrogates.test_exclusions import Marked

KEY = Secret(b"a key for tests, not a secret")
COMMON = frozenset("pill headache employee".split())

VALUES = {
    "AGE": ["34 {}", "{}, aged 34", "34-year-old {}", "thirty-four {}", "{} in her 30s"],
    "DURATION": ["3 weeks {}", "{} for two months", "3-4 days {}", "half an hour {}"],
    "MONEY": ["$500 {}", "{} USD 1,250.00", "five hundred dollars {}", "{} €3.5 million", "$1.2k {}"],
    "PERCENTAGE": ["5.5% {}", "{} five percent", "about {} 12 per cent"],
    "QUANTITY": ["309 {}", "twelve {} brothers", "{} 12 kg", "6'2\" {}", "180 cm {}", "1/2 cup {}"],
}
ALL = [(kind, form) for kind, forms in VALUES.items() for form in forms]


@pytest.mark.parametrize("name", ["Anna Kowalski", "KOWALSKI", "kowalski", "Zbyněk"])
@pytest.mark.parametrize(("kind", "form"), ALL)
def test_a_name_that_nobody_knows_does_not_stay(kind: str, form: str, name: str) -> None:
    mention = form.format(name)
    gateway = Gateway("entities", key=KEY, detection=Marked(**{kind: [mention]}))
    found = gateway.request([f"It was {mention}, they say."], scope=mention).texts[0]
    assert not any(part.casefold() in found.text.casefold() for part in name.split())
    assert found.restore(found.text) == f"It was {mention}, they say."


@pytest.mark.parametrize(("kind", "form"), ALL)
def test_a_known_name_is_a_name_and_the_rest_a_value(kind: str, form: str) -> None:
    text = f"Anna Kowalski came. It was {form.format('Anna Kowalski')}, they say."
    mentions = {"PERSON": ["Anna Kowalski"], kind: [form.format("Anna Kowalski")]}
    gateway = Gateway("entities", key=KEY, detection=Marked(**mentions))
    sanitized = gateway.request([text]).texts[0]
    first = sanitized.text.split(" came.")[0]
    assert "Kowalski" not in sanitized.text
    assert sanitized.text.count(first) == 2
    spans = {text[span.start : span.end]: span.unit for span in sanitized.spans}
    assert spans["Anna Kowalski"] == "PERSON"
    assert any(unit == kind for unit in spans.values())


@pytest.mark.parametrize(
    ("kind", "mention"),
    [
        ("AGE", "about 34 years old"),
        ("AGE", "Thirty-Four Years Old"),
        ("AGE", "in her late 30s"),
        ("DURATION", "two to three weeks"),
        ("DURATION", "the past 5 years"),
        ("MONEY", "US$85,000 per year"),
        ("MONEY", "approximately €3.5 Mio"),
        ("MONEY", "ten thousand dollars"),
        ("MONEY", "12.000,50 EUR"),
        ("PERCENTAGE", "at least 5.5 percent"),
        ("QUANTITY", "6 ft 2 in"),
        ("QUANTITY", "12 pills"),
        ("QUANTITY", "250 employees"),
        ("QUANTITY", "30 square feet"),
        ("QUANTITY", "37.5 °C"),
    ],
)
def test_values_are_read_as_before(kind: str, mention: str) -> None:
    assert foreign_words(mention, kind, COMMON) == []


def test_what_is_counted_is_no_name() -> None:
    assert foreign_words("12 Employees", "QUANTITY", COMMON) == ["Employees"]
    assert foreign_words("12 brummels", "QUANTITY", COMMON) == ["brummels"]


DATES = [
    "2019 {}",
    "{} 2019",
    "May {} 2019",
    "March 14, 2021 {}",
    "14.03.2021 {}",
    "3 pm {}",
    "next Monday {}",
    "{} today",
]


@pytest.mark.parametrize("name", ["Anna Kowalski", "KOWALSKI", "kowalski", "Zbyněk", "Grace"])
@pytest.mark.parametrize("form", DATES)
def test_a_name_that_was_taken_for_a_part_of_a_date_does_not_stay(form: str, name: str) -> None:
    mention = form.format(name)
    gateway = Gateway("entities", key=KEY, detection=Marked(DATE_TIME=[mention]))
    found = gateway.request([f"It was {mention}, they say."], scope=mention).texts[0]
    assert not any(part.casefold() in found.text.casefold() for part in name.split())
    assert found.restore(found.text) == f"It was {mention}, they say."


@pytest.mark.parametrize(
    "mention",
    [
        "Between January and March 2024", "early Spring of 2019", "the first week of May 2021", "Monday, May 3, 2021",
        "2021-05-03T10:00:00Z", "10:30 am on 3 June 2020", "Two weeks after 5 May 2020", "den 3. März 2021",
        "le 3 mars 2021 au soir", "Q3 2024", "fiscal year 2023", "the Summer of '98", "MARCH 2019 TO JUNE 2019",
    ],
)  # fmt: skip
def test_dates_are_read_as_before(mention: str) -> None:
    gateway = Gateway("entities", key=KEY, detection=Marked(DATE_TIME=[mention]))
    report = gateway.request([f"It was {mention}, they say."], scope=mention).report
    assert [row.treatment for row in report.figures] == ["value"]


@pytest.mark.parametrize(
    "mention", ["yesterday", "next Monday", "3 pm", "tomorrow night", "this morning", "heute Abend"]
)
def test_what_is_no_date_to_draw_stays_and_is_listed(mention: str) -> None:
    gateway = Gateway("entities", key=KEY, detection=Marked(DATE_TIME=[mention]))
    found = gateway.request([f"It was {mention}, they say."], scope=mention)
    assert mention in found.texts[0].text
    assert "1 x DATE_TIME (kept by the policy)" in found.report.left_in_clear
