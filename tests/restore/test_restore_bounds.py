"""Where a surrogate begins and ends in a reply, and how its original is written there: the rules one by one."""

from __future__ import annotations

from typing import Any

import pytest

from dp_gateway.restore import Restorer
from dp_gateway.restore.bounds import NEED_MORE, NOWHERE, end_of, may_start, original_for, right_bound
from dp_gateway.restore.matching import Surrogates
from dp_gateway.restore.replacement import Replacement


@pytest.mark.parametrize(
    ("before", "first", "wanted"),
    [
        ("", "l", True), (" ", "l", True), ("(", "3", True), ("a", "l", False), ("1", "l", False), ("s", "$", True),
        ("12,", "3", False), ("12.", "3", False), (",", "3", True), ("a,", "3", True), ("12,", "l", True),
        ("12 ", "3", True), ("12;", "3", True), (" ,", "3", True), ("1,", "3", False), ("a.", "3", True),
    ],
)  # fmt: skip
def test_where_a_surrogate_may_begin(before: str, first: str, wanted: bool) -> None:
    assert may_start(f"{before}{first}10", len(before)) is wanted
    assert may_start(f"{before}{first} m", len(before)) is wanted


@pytest.mark.parametrize(
    ("surrogate", "behind", "wanted", "streamed"),
    [
        ("chen", "", 0, NEED_MORE), ("chen", " ", 0, 0), ("chen", ".", 0, 0), ("chen", "x", NOWHERE, NOWHERE),
        ("chen", "s", 1, NEED_MORE), ("chen", "s ", 1, 1), ("chen", "st", NOWHERE, NOWHERE), ("chen", "7", NOWHERE, NOWHERE),
        ("310", ".", 0, NEED_MORE), ("310", ". ", 0, 0), ("310", ".5", NOWHERE, NOWHERE), ("310", ",5", NOWHERE, NOWHERE),
        ("310", ";5", 0, 0), ("chen", ".5", 0, 0), ("chen", ",5", 0, 0), ("c.", "x", 0, 0), ("$", "", 0, 0),
    ],
)  # fmt: skip
def test_where_it_ends(surrogate: str, behind: str, wanted: int, streamed: int) -> None:
    end = len(surrogate)
    for final, place in ((True, wanted), (False, streamed)):
        found = right_bound(surrogate + behind, 0, end, plural=True, final=final)
        assert found == (place if place < 0 else end + place)
    if behind.startswith("s"):
        assert right_bound(surrogate + behind, 0, end, plural=False, final=True) == NOWHERE


@pytest.mark.parametrize(
    ("behind", "wanted", "streamed"),
    [
        (".0", 0, NEED_MORE), (".00 ", 0, NEED_MORE), (".00 d", 0, 0), (".00, ", 0, 0), (".00,5", NOWHERE, NOWHERE),
        (".00x ", NOWHERE, NOWHERE), (".05 d", NOWHERE, NOWHERE), (".0.1", NOWHERE, NOWHERE), (".00. ", 0, 0),
    ],
)  # fmt: skip
def test_a_number_may_have_zeros_behind_a_point(behind: str, wanted: int, streamed: int) -> None:
    for final, place in ((True, wanted), (False, streamed)):
        found = right_bound("310" + behind, 0, 3, plural=False, final=final, number=True)
        assert found == (place if place < 0 else 3 + place)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("laura chen!", 10), ("laura_chen!", 10), ("laura-chen", 10), ("laura+chen", 10), ("laura%20chen", 12),
        ("laura.chen", NOWHERE), ("laurachen", NOWHERE), ("laura_chan", NOWHERE), ("laura x", NOWHERE),
        ("laura_", NEED_MORE), ("laura%2", NEED_MORE), ("laura_ch", NEED_MORE), ("laura", NEED_MORE), ("lau", NEED_MORE),
    ],
)  # fmt: skip
def test_a_phrase_may_be_written_as_one_word(text: str, wanted: int) -> None:
    assert end_of("laura chen", text, 0, plain=True) == wanted
    assert end_of("laura chen", "x " + text, 2, plain=True) == (wanted if wanted < 0 else wanted + 2)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("laura  chen", 11), ("laura **chen", 12), ("lau**ra chen", 12), ("laura x", NOWHERE), ("laura *", NEED_MORE),
        (f"laura{' ' * 16}chen", 25), (f"laura{' ' * 18}chen", NOWHERE), (f"lau{'*' * 16}ra chen", 26),
        (f"lau{'*' * 17}ra chen", NOWHERE), ("**laura chen", NOWHERE), ("lau ra chen", NOWHERE),
    ],
)  # fmt: skip
def test_markup_and_white_space_are_stepped_over(text: str, wanted: int) -> None:
    assert end_of("laura chen", text, 0, plain=False) == wanted


@pytest.mark.parametrize(
    ("matched", "wanted"),
    [
        ("Laura Chen", "Anna de Wit"), ("LAURA CHEN", "ANNA DE WIT"), ("laura chen", "anna de wit"),
        ("laura Chen", "anna de Wit"), ("LaurA Chen", "Anna de Wit"), ("Laura_Chen", "Anna_de_Wit"),
        ("LAURA-CHEN", "ANNA-DE-WIT"), ("laura%20chen", "anna%20de%20wit"), ("Laura **Chen", "Anna de Wit**"),
        ("Laura\nChen", "Anna de Wit"),
    ],
)  # fmt: skip
def test_the_original_is_written_as_the_surrogate_was(matched: str, wanted: str) -> None:
    assert original_for(matched, Replacement("Laura Chen", "Anna de Wit")) == wanted


@pytest.mark.parametrize(
    ("matched", "surrogate", "original", "wanted"),
    [
        ("Laura\nChen", "Laura Chen", "Anna Wit", "Anna\nWit"),
        ("Laura%20Chen", "Laura Chen", "Ana Núñez", "Ana%20N%C3%BA%C3%B1ez"),
        ("Kitchens", "kitchens", "gardens", "Gardens"),
        ("L", "l", "x", "X"),
        ("310", "310", "Twelve", "Twelve"),
        ("IBM", "IBM", "Ford", "Ford"),
        ("Laura Chen", "LAURA CHEN", "ANNA O'NEIL", "Anna O'Neil"),
        ("Laura_Chen", "LAURA CHEN", "ANNA NEIL", "Anna_Neil"),
        ("LAURA Chen", "Laura Chen", "Anna McNeil", "ANNA McNeil"),
        ("laura CHEN", "LAURA\tCHEN", "ANNA\tNEIL", "anna NEIL"),
        ("L CHEN", "L Chen", "Anna Neil", "ANNA NEIL"),
        ("K Chen", "K CHEN", "J NEIL", "J Neil"),
        ("Chen", "CHEN", "McNeil", "McNeil"),
    ],
)
def test_case_and_white_space_of_one(matched: str, surrogate: str, original: str, wanted: str) -> None:
    assert original_for(matched, Replacement(surrogate, original)) == wanted


def test_a_cell_may_follow_a_telephone_number_and_goes_on_an_amount() -> None:
    restorer = Restorer([Replacement("555 0123 456", "777 7777 777"), Replacement("555 123 456", "888 888 888")])
    assert restorer.restore("a,555 0123 456,910,b").text == "a,777 7777 777,910,b"
    assert restorer.restore("a,555 123 456,910,b").text == "a,555 123 456,910,b"


def test_a_long_surrogate_that_comes_in_small_pieces_is_not_looked_at_with_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    surrogate = "\u200b".join("Theodric Vanterpool " * 100).rstrip()
    looked = [0]
    matches = Surrogates.matches

    def watched(self: Surrogates, text: str, at: int, *, final: bool) -> Any:
        looked[0] += len(text) - at
        return matches(self, text, at, final=final)

    monkeypatch.setattr(Surrogates, "matches", watched)
    stream = Restorer([Replacement(surrogate, "Anna")]).stream()
    said = f"Dear {surrogate}, hello"
    pieces = [said[at : at + 6] for at in range(0, len(said), 6)]
    assert "".join(map(stream.feed, pieces)) + stream.close() == "Dear Anna, hello"
    # Of each piece all that is held would be 340 times as much as is said.
    assert looked[0] < 150 * len(said)
