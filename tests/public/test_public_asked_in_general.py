"""Laws, stays and goods that are asked about in general are public; the same words of somebody's own affairs are not."""

from __future__ import annotations

import pytest

from benchmarks.public import kept
from dp_gateway.detection.detection import default_detection
from dp_gateway.public.decision import marked
from dp_gateway.text.entities import Entity


@pytest.mark.parametrize(
    ("text", "name", "kind", "public"),
    [
        ("Is a verbal contract binding in England?", "England", "LOCATION", True),
        ("Is our verbal contract binding in England?", "England", "LOCATION", False),
        ("Is the tenant's contract binding in England?", "England", "LOCATION", False),
        ("Is the will that she signed valid in Spain?", "Spain", "LOCATION", False),
        ("What are the rules for flying a drone in Spain?", "Spain", "LOCATION", True),
        ("What are the rules for flying a drone in Spain? My ex is there.", "Spain", "LOCATION", False),
        ("5 days in Kyoto, which temples should one not miss?", "Kyoto", "LOCATION", True),
        ("5 days in Kyoto for the biopsy, which temples are near?", "Kyoto", "LOCATION", False),
        ("Three days in Leeds at the trial, where can one eat?", "Leeds", "LOCATION", False),
        ("What can kids do in Edinburgh when it rains?", "Edinburgh", "LOCATION", True),
        ("What can kids like mine do in Edinburgh when it rains?", "Edinburgh", "LOCATION", False),
        ("Is it legal that Ikea films us, the staff, in the break room?", "Ikea", "ORGANIZATION", False),
        ("We do the books for Oasis, a shelter for girls.", "Oasis", "ORGANIZATION", False),
        ("Compare the Roman Republic with Athenian democracy.", "Athenian", "NRP", True),
        ("Our Athenian landlord raised the rent.", "Athenian", "NRP", False),
        ("Is a Dyson vacuum worth the price against a Miele?", "Miele", "PERSON", True),
        ("I met a Miele at the clinic.", "Miele", "PERSON", False),
        ("How did Nietzsche do in the exam?", "Nietzsche", "PERSON", False),
        ("Is it legal in Texas for my landlord to keep the deposit?", "Texas", "LOCATION", True),
        ("Can my landlord in Ohio enter without notice?", "Ohio", "LOCATION", True),
        ("my boss fired me without notice, is that even legal in ohio?", "ohio", "LOCATION", True),
        ("What is an ISA, and how much can I put in one per year in the UK?", "UK", "LOCATION", True),
        ("Do I have to pay tax in Italy on my flat there?", "Italy", "LOCATION", False),
        ("Can she evict her tenant in Oregon?", "Oregon", "LOCATION", False),
        ("My wife is ill. Can I adopt alone in Ireland?", "Ireland", "LOCATION", False),
        ("Can my landlord in Bolton enter without notice?", "Bolton", "LOCATION", False),
        ("I earn 60k. How much tax do I owe in France on 60k?", "France", "LOCATION", False),
        ("Which Michelin-starred restaurants are there?", "Michelin", "PERSON", True),
        ("How do you play the card game Skat?", "Skat", "PERSON", True),
        ("How do you play the card game Skat taught you?", "Skat", "PERSON", False),
        ("We play the card game Skat.", "Skat", "PERSON", False),
        ('Who sang "Roxanne" first?', "Roxanne", "PERSON", True),
        ('My brother wrote "Roxanne" on the wall.', "Roxanne", "PERSON", False),
        ("Who wrote the novel Emma and when?", "Emma", "PERSON", True),
        ("Who wrote the novel Emma reads?", "Emma", "PERSON", False),
    ],
)
def test_what_is_asked_in_general_is_public(text: str, name: str, kind: str, *, public: bool) -> None:
    at = text.index(name)
    (found,) = marked(text, [Entity(at, at + len(name), kind, 0.9, "test")])
    assert found.public == public


@pytest.mark.parametrize(
    "beside", ["I live in Austin.", "I am Danish.", "My name is Dana Whitlock.", "I live in Texas."]
)
def test_a_state_of_ones_own_rights_is_private_where_more_is_told(beside: str) -> None:
    question = "Is it legal in Texas for my landlord to enter?"
    assert not _left(question)
    assert "Texas" in {name for name, _ in _left(f"{beside} {question}")}


def _left(text: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.type) for one in default_detection().detect([text])[0] if not one.public]


@pytest.mark.parametrize("small", [False, True])
def test_general_questions_stay_and_what_looks_like_them_does_not(*, small: bool) -> None:
    (public, of), *_ = kept("world", small=small)
    assert public > 0.92 * of
    assert kept("claimed", small=small).private[0] == 0
    assert kept("claimed unread", small=small).private[0] == 0
