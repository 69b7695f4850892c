"""Given names that detectors take for something else."""

from __future__ import annotations

import pytest

from dp_gateway.mentions.gathering import as_persons, find_mentions
from dp_gateway.policy import load_policy
from dp_gateway.text.entities import Entity

FULL = "Sofia Brooks applied."


def kinds(text: str, kind: str, turns: tuple[int, int]) -> list[str]:
    start = text.index("Sofia")
    entities = [[Entity(0, 12, "PERSON", 0.9, "test")], [Entity(start, start + 5, kind, 0.8, "test")]]
    return [one.type for one in as_persons([FULL, text], entities, turns)[1]]


@pytest.mark.parametrize("kind", ["LOCATION", "ORGANIZATION", "NRP", "JOB_TITLE"])
def test_given_name_alone_is_the_person(kind: str) -> None:
    assert kinds("What is the job of Sofia?", kind, (0, 0)) == ["PERSON"]


def test_place_stays_a_place() -> None:
    assert kinds("She was born in Sofia.", "LOCATION", (0, 0)) == ["LOCATION"]


def test_later_turn_tells_nothing_of_an_earlier_one() -> None:
    assert kinds("What is the job of Sofia?", "LOCATION", (1, 0)) == ["LOCATION"]


def _of_family(text: str, *more: str, turns: tuple[int, ...] = (0, 0, 0)) -> str:
    texts = ["Lena Brandvold called.", text, *more]
    start = text.index("Brandvold")
    entities = [[Entity(0, 14, "PERSON", 0.9, "test")], [Entity(start, start + 9, "ORGANIZATION", 0.9, "test")]]
    entities += [[Entity(0, len(one), "ORGANIZATION", 0.9, "test")] for one in more]
    return as_persons(texts, entities, turns[: len(texts)])[1][0].type


@pytest.mark.parametrize("text", ["Brandvold's card is lost.", "Tell her that Brandvold paid."])
def test_a_family_name_alone_is_the_person(text: str) -> None:
    assert _of_family(text) == "PERSON"


def test_a_firm_of_that_name_stays_one() -> None:
    assert _of_family("She works at Brandvold.") == "ORGANIZATION"
    assert _of_family("Brandvold's card is lost.", "Brandvold Ltd") == "ORGANIZATION"
    assert _of_family("Brandvold's card is lost.", "Brandvold Ltd", turns=(0, 0, 1)) == "PERSON"
    assert _of_family("Brandvold's card is lost.", turns=(1, 0)) == "ORGANIZATION"


@pytest.mark.parametrize("found", ["Dr. Keller", "Judge Keller", "Frau Dr. Keller", "Mr Oyelaran Esq."])
def test_title_with_a_name_behind_it_is_somebody(found: str) -> None:
    (mention,) = find_mentions([found], [[Entity(0, len(found), "TITLE", 0.9, "test")]], load_policy("entities"))
    assert mention.type == "PERSON"


@pytest.mark.parametrize("found", ["Dr.", "Frau Dr.", "Judge", "Vice Chancellor"])
def test_title_alone_is_a_title(found: str) -> None:
    (mention,) = find_mentions([found], [[Entity(0, len(found), "TITLE", 0.9, "test")]], load_policy("entities"))
    assert mention.type == "TITLE"
