"""A document agrees with itself: lists of numbers, and a name in all the ways that it is written."""

from __future__ import annotations

import pytest

from dp_gateway.detection.completion import alike, bodies, continued
from dp_gateway.detection.detection import default_detection
from dp_gateway.mentions.gathering import find_mentions
from dp_gateway.policy import Policy
from dp_gateway.text.entities import Entity


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("Customer numbers 48213-A, 48214-B and 48220-C are blocked.", ["48214-B", "48220-C"]),
        ("Case numbers: 17423/94, 17424/94, 18831/95.", ["17424/94", "18831/95"]),
        ("Invoice no. 2210457\n2210458\n2210459\nThanks", ["2210458", "2210459"]),
        ("Customer numbers K-40481923 and K-90481927 are blocked.", ["K-90481927"]),
        ("Employee IDs: E-48291, E-48293 and E-91827.", ["E-48293", "E-91827"]),
        ("passport X1234567; X7654321", ["X7654321"]),
    ],
)
def test_lists_share_the_type_of_the_first(text: str, others: list[str]) -> None:
    found = default_detection(ner="off").detect([text])[0]
    first = found[0].type
    assert [text[e.start : e.end] for e in found if e.type == first][1:] == others


def test_a_list_ends_where_its_form_does() -> None:
    text = "Case number 17423/94, 12 pages and 3 annexes"
    assert [text[e.start : e.end] for e in default_detection(ner="off").detect([text])[0]] == ["17423/94"]


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        ("ottilie brandvold", "PERSON"), ("BRANDVOLD", "PERSON"), ("brandvold", "PERSON"), ("obrandvold", "USERNAME"),
        ("ottilie.brandvold", "USERNAME"), ("ottilie_brandvold", "USERNAME"), ("ottiliebrandvold", "USERNAME"),
        ("brandvoldo", "USERNAME"), ("o.brandvold", "USERNAME"),
    ],
)  # fmt: skip
def test_a_name_is_found_as_it_is_written_elsewhere(other: str, kind: str) -> None:
    texts = ["I met Ottilie Brandvold.", f"see /srv/{other}/x and run"]
    found = find_mentions(texts, [[Entity(6, 23, "PERSON", 0.9, "")], []], Policy())
    assert [(one.text, one.type) for one in found if one.text_number == 1] == [(other, kind)]


def test_a_common_word_in_lower_case_is_none() -> None:
    texts = ["I met Will Ford.", "i will ford it"]
    found = find_mentions(texts, [[Entity(6, 15, "PERSON", 0.9, "")], []], Policy(), {"will", "ford"})
    assert [one.text_number for one in found] == [0]


def test_a_member_of_which_a_part_was_found_is_one_whole() -> None:
    text = "Employee IDs: E-48291, E-48293 and E-91827."
    found = [
        Entity(14, 21, "ID_NUMBER", 0.8, ""),
        Entity(23, 30, "ID_NUMBER", 0.8, ""),
        Entity(37, 42, "POSTCODE", 1, ""),
    ]
    assert [text[one.start : one.end] for one in continued(text, found)] == ["E-91827"]


def test_long_lists_take_linear_time() -> None:
    """Each member is looked at once, whether it was found or not."""
    members = [f"K-{number:08d}" for number in range(20_000)]
    text = ", ".join(members)
    found = [Entity(at, at + 10, "ID_NUMBER", 0.8, "") for at in range(0, len(text), 12)]
    assert list(continued(text, found)) == []


@pytest.mark.parametrize(
    "text", ["Grandma Rosalind passed away.", "my aunt Rosalind called", "Uncle Rosalind is here."]
)
def test_what_somebody_is_to_the_writer_is_no_part_of_the_name(text: str) -> None:
    persons = [one for one in default_detection().detect([text])[0] if one.type == "PERSON"]
    assert [text[one.start : one.end] for one in persons] == ["Rosalind"]


def test_mum_alone_is_nobodys_name() -> None:
    found = default_detection().detect(["Mum lives in Dublin, and Dad called."])[0]
    assert [one.type for one in found] == ["LOCATION"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The Christian Union of Bavaria won.", [("Christian Union", "ORGANIZATION"), ("Bavaria", "LOCATION")]),
        ("an Institute for the Study of War report", [("Institute", "ORGANIZATION"), ("Study of War", "ORGANIZATION")]),
    ],
)
def test_a_body_and_what_it_is_of_are_one_name(text: str, names: list[tuple[str, str]]) -> None:
    found = [Entity(at := text.index(name), at + len(name), kind, 0.9, "") for name, kind in names]
    (one,) = bodies(text, found)
    assert (one.start, one.end, one.type) == (found[0].start, found[1].end, "ORGANIZATION")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("She left Google for Microsoft.", [("Google", "ORGANIZATION"), ("Microsoft", "ORGANIZATION")]),
        ("Rosa of Bavaria is here.", [("Rosa", "PERSON"), ("Bavaria", "LOCATION")]),
        ("the Union in Bavaria", [("Union", "ORGANIZATION"), ("Bavaria", "LOCATION")]),
        ("the Union of bavaria", [("Union", "ORGANIZATION"), ("bavaria", "LOCATION")]),
    ],
)
def test_two_names_stay_two(text: str, names: list[tuple[str, str]]) -> None:
    found = [Entity(at := text.index(name), at + len(name), kind, 0.9, "") for name, kind in names]
    assert list(bodies(text, found)) == []


@pytest.mark.parametrize(
    ("detector", "score", "found"),
    [("tagger", 0.69, []), ("tagger", 0.95, ["B7654321"]), ("patterns", 0.6, ["B7654321"])],
)
def test_numbers_like_a_doubtful_one_stay(detector: str, score: float, found: list[str]) -> None:
    entity = Entity(0, 8, "ID_NUMBER", score, detector)
    listed = "A1234567\nB7654321\n"
    assert [listed[one.start : one.end] for one in continued(listed, [entity])] == found
    text = "A1234567 and B7654321"
    more = alike(text, [entity])
    assert [text[one.start : one.end] for one in more if one.start] == found
