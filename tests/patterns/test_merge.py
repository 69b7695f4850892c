"""Merging: disjoint, in order, and nothing that was found is left open."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.patterns.base import merge, trim
from dp_gateway.text.entities import Entity

TEXT = "Dr. Tom Baker's mail, tom@x.com (home): 4111 1111 1111 1111; Baker & Sons in New York."


def find(part: str, kind: str, score: float = 0.8) -> Entity:
    start = TEXT.index(part)
    return Entity(start, start + len(part), kind, score, "test")


def merged(*entities: Entity) -> list[tuple[str, str]]:
    return [(TEXT[e.start : e.end], e.type) for e in merge(entities, TEXT)]


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(TEXT) - 1),
            st.integers(1, 30),
            st.sampled_from(["PERSON", "EMAIL_ADDRESS", "ORGANIZATION", "CREDIT_CARD"]),
            st.sampled_from([0.4, 0.85, 1.0]),
        ),
        max_size=12,
    )
)
def test_coverage_is_the_union(spans: list[tuple[int, int, str, float]]) -> None:
    entities = [Entity(s, min(s + n, len(TEXT)), kind, score, "test") for s, n, kind, score in spans]
    result = merge(entities, TEXT)
    assert all(a.end <= b.start for a, b in pairwise(result))
    trimmed = [one for entity in entities if (one := trim(entity, TEXT))]
    wanted = {i for e in trimmed for i in range(e.start, e.end) if TEXT[i].isalnum()}
    covered = {i for e in result for i in range(e.start, e.end)}
    assert wanted <= covered
    assert {i for i in covered if TEXT[i].isalnum()} <= wanted
    assert merge(result, TEXT) == result


def test_confirmed_identifiers_win_and_the_rest_stays_covered() -> None:
    found = merged(find("mail, tom@x.com (home)", "PERSON", 0.9), find("tom@x.com", "EMAIL_ADDRESS", 1.0))
    assert found == [("mail", "PERSON"), ("tom@x.com", "EMAIL_ADDRESS"), ("home", "PERSON")]


def test_a_sign_that_is_left_of_a_finding_is_none() -> None:
    """ "@" left as a name of its own, and came back as "<USERNAME_1>anna"."""
    text = "ask @anna now"
    found = [Entity(4, 9, "USERNAME", 0.7, "test"), Entity(5, 9, "API_KEY", 1.0, "test")]
    assert [text[one.start : one.end] for one in merge(found, text)] == ["anna"]


def test_longer_then_higher_score() -> None:
    assert merged(find("Baker & Sons", "ORGANIZATION", 0.5), find("Sons in New York", "LOCATION", 0.4)) == [
        ("Baker", "ORGANIZATION"),
        ("Sons in New York", "LOCATION"),
    ]
    assert merged(find("New York", "PERSON", 0.5), find("New York", "LOCATION", 0.9)) == [("New York", "LOCATION")]


def test_names_beside_each_other_are_joined() -> None:
    assert merged(find("Tom", "PERSON"), find("Baker", "PERSON")) == [("Tom Baker", "PERSON")]
    assert merged(find("Tom", "PERSON"), find("Baker", "ORGANIZATION")) == [
        ("Tom", "PERSON"),
        ("Baker", "ORGANIZATION"),
    ]


def test_the_kind_of_a_firm_is_a_part_of_its_name() -> None:
    text = "Trabajo en el bar La Parra de Toledo."
    spans = [(text.index("bar"), text.index(" de T")), (text.index("La"), text.index("."))]
    (found,) = merge([Entity(start, end, "ORGANIZATION", 0.8, "test") for start, end in spans], text)
    assert text[found.start : found.end] == "bar La Parra de Toledo"


def test_edges_are_trimmed() -> None:
    assert merged(find("Tom Baker's", "PERSON")) == [("Tom Baker", "PERSON")]
    assert merged(find(" (home): ", "PERSON")) == [("home", "PERSON")]
    assert merged(find(": ", "PERSON")) == []
