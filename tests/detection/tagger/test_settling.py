"""What the tagger's findings become by their form: numbers of a list, restaurants, dates without the words behind."""

from __future__ import annotations

import pytest

from dp_gateway.detection.detection import default_detection
from dp_gateway.detection.tagger.detector import settled
from dp_gateway.detection.tagger.parting import joined, runs_as_one
from dp_gateway.patterns.names import NameLists
from dp_gateway.text.entities import Entity


@pytest.fixture(scope="module")
def names() -> NameLists:
    return NameLists(given={"ana", "bruno", "chiara"}, surnames={"bellini"})


def found(text: str, part: str, kind: str) -> Entity:
    start = text.index(part)
    return Entity(start, start + len(part), kind, 0.7, "tagger")


@pytest.mark.parametrize(
    ("text", "number", "kind"),
    [
        ("Nakamura K.K., 1,900 employees, Osaka", "1", None),
        ("Oak Lane 68, Leeds", "68", "STREET_ADDRESS"),
    ],
)
def test_a_number_alone_is_no_address_in_a_list(names: NameLists, text: str, number: str, kind: str | None) -> None:
    one = settled(text, found(text, number, "STREET_ADDRESS"), names)
    assert (one.type if one else None) == kind


def test_the_name_of_a_restaurant_is_no_persons(names: NameLists) -> None:
    text = "Our Trattoria Bellini in Bristol"
    parts = iter([found(text, "Trattoria", "ORGANIZATION"), found(text, "Bellini", "PERSON")])
    (one,) = joined(text, parts, names)
    assert (text[one.start : one.end], one.type) == ("Trattoria Bellini", "ORGANIZATION")


def test_a_date_ends_before_the_verb() -> None:
    text = "Our flight from Frankfurt to San Francisco on 9 July at 10:15 lasts 11 h 30."
    dates = [text[one.start : one.end] for one in default_detection().detect([text])[0] if one.type == "DATE_TIME"]
    assert dates == ["9 July at 10:15"]


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("Al@" * 60, 1),
        ("Al@" * 30, 30),
        ("Al, " * 60, 60),
        ("Al@Bo@" * 30, 3),
        ("Al, Bo, " * 30, 60),
        ("Al@Al@Bo@" + "Al@" * 60, 4),
    ],
)
def test_a_short_word_that_one_token_has_over_and_over_is_one_finding(text: str, many: int) -> None:
    words = [Entity(at, at + 2, "PERSON", 0.9, "tagger") for at in range(len(text) - 1) if text[at : at + 2].isalpha()]
    found = list(runs_as_one(text, words))
    assert len(found) == many
    assert (found[0].start, found[-1].end) == (words[0].start, words[-1].end)


@pytest.mark.parametrize("text", ["A@" * 60, "A-B@" * 30, "A.B@" * 30, "A. B@" * 30, "A B " * 30])
def test_letters_that_marks_part_over_and_over_are_one_finding(text: str) -> None:
    letters = [Entity(at, at + 1, "PERSON", 0.9, "tagger") for at, char in enumerate(text) if char.isalpha()]
    assert list(runs_as_one(text, letters)) == [letters[0]._replace(end=letters[-1].end)]


@pytest.mark.parametrize("text", ["A@" * 30, "A\nB\n" * 30, "A and B " * 30])
def test_letters_of_a_list_or_of_lines_are_findings_each(text: str) -> None:
    letters = [Entity(at, at + 1, "PERSON", 0.9, "tagger") for at, char in enumerate(text) if char in "AB"]
    assert list(runs_as_one(text, letters)) == letters


def test_parts_of_one_code_that_overlap_are_one_finding() -> None:
    text = "1@" * 60
    parts = [Entity(at, min(at + 80, len(text)), "ID_NUMBER", 0.7 + at / 1000, "tagger") for at in range(0, 60, 2)]
    assert list(runs_as_one(text, parts)) == [Entity(0, len(text), "ID_NUMBER", 0.758, "tagger")]
