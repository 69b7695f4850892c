"""Numbers whose groups stand between unusual signs, and names in the source of mails, leave in no part."""

from __future__ import annotations

import re

import pytest

from dp_gateway import Gateway, Secret


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    return Gateway("entities", key=Secret(b"k" * 32))


@pytest.mark.parametrize("sign", [" – ", " - ", "_", ",", "·", "|", "  ", "** **", "."])
@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("My card is **{}** by the way.", ("4556", "7375", "8689", "9855")),
        ("Transfer it to {} today.", ("DE89", "3704", "0044", "0532", "0130", "00")),
        ("My SSN is {} as you know.", ("536", "19", "8841")),
    ],
)
def test_no_group_of_a_number_stays(text: str, groups: tuple[str, ...], sign: str, gateway: Gateway):
    written = text.format(sign.join(groups)) if sign == "** **" else text.replace("*", "").format(sign.join(groups))
    request = gateway.sanitize(written, scope=written)
    kept = [group for group in groups if len(group) > 2 and re.search(rf"(?<!\w){group}(?!\w)", request.text)]
    assert kept == []
    assert request.restore(request.text) == written


@pytest.mark.parametrize(
    "text",
    [
        "The rows are 1000,2000,3000,4000 and 123,45,6789.",
        "x=CAfe&y=BAbe a=FEed",
        "The versions are 3_4_5 and 1_2_3.",
    ],
)
def test_other_numbers_stay(text: str, gateway: Gateway):
    assert gateway.sanitize(text, scope=text).text == text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Frau M=C3=BCller hat heute angerufen, und sie kommt morgen.", "ller"),
        ("Herr J=FCrgen Sch=E4fer hat heute angerufen.", "fer hat"),
        ("My friend Jos=C3=A9 Garc=C3=ADa called me.", "Garc"),
    ],
)
def test_names_in_the_source_of_mails_are_replaced(text: str, name: str, gateway: Gateway):
    request = gateway.sanitize(text, scope=text)
    assert name not in request.text
    assert request.restore(request.text) == text
