"""Street addresses: each part is replaced by one of its kind, in the order in which they are written."""

from __future__ import annotations

import re

import pytest

from dp_gateway.surrogates.addresses import StreetAddress
from dp_gateway.testing import SeededStream

FAMILY = StreetAddress(("Elm Road", "Mill Way"), ("Rome", "Oslo"))


@pytest.mark.parametrize(
    ("mention", "form", "words"),
    [
        ("apt 4b at 77 wexford st", r"apt \d[a-z] at \d\d (elm road|mill way)", ("flat", "between")),
        ("Suite 300 on 1200 Market Street", r"Suite \d{3} on \d{4} (Elm Road|Mill Way)", ("flat", "between")),
        ("Unit 7 45 Oak Lane", r"Unit \d \d\d (Elm Road|Mill Way)", ("flat",)),
        ("Apt. 12, 45 Oak Lane", r"Apt\. \d\d, \d\d (Elm Road|Mill Way)", ("flat",)),
        ("45 Oak Lane apt 9", r"\d\d (Elm Road|Mill Way) apt \d", ("flat",)),
        ("Flat 3", r"Flat \d", ("flat",)),
    ],
)
def test_each_part_is_written_as_one_of_its_kind(mention: str, form: str, words: tuple[str, ...]) -> None:
    value = str(FAMILY.parse(mention, "STREET_ADDRESS"))
    written = {FAMILY.render(mention, value, FAMILY.draw(value, SeededStream(seed))) for seed in range(50)}
    assert len(written) > 5
    assert all(re.fullmatch(form, one) for one in written), written
    said = FAMILY.left(mention, value)
    assert len(said) == len(words)
    assert all(word in one for word, one in zip(words, said, strict=True))


def test_a_reply_may_name_one_part() -> None:
    mention = "apt 4b at 77 Wexford Street"
    value = str(FAMILY.parse(mention, "STREET_ADDRESS"))
    parts = list(FAMILY.variants(mention, value, FAMILY.draw(value, SeededStream(1))))
    assert [part.original for part in parts] == ["77 Wexford Street"]
