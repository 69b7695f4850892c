"""One notion of a line of a log serves structure, numbers of customers, and what is no card."""

from __future__ import annotations

import pytest

from dp_gateway.patterns.detector import PatternDetector
from dp_gateway.patterns.lines import is_moment_of_log
from dp_gateway.patterns.names import NameLists
from dp_gateway.patterns.structure import regions

LINES = [
    "081109 203518 143 INFO ",
    "I0312 09:14:02.113 ",
    "2026-03-12 09:14:02,113 ",
    "[2026-03-12T09:14:02Z] ",
    "Mar 12 09:14:02 web-2 ",
    "[1:1:0312/091402.113:ERROR:net.cc] ",
    "ERROR: ",
]


@pytest.mark.parametrize("line", LINES)
def test_what_only_a_log_begins_so_is_code_and_tells_numbers(line: str) -> None:
    text = "".join(f"{line}payment declined for customer 88213-{number}\n" for number in (40, 41, 42))
    assert {one.kind for one in regions(text)} == {"code"}
    (found,) = PatternDetector(types=("ID_NUMBER",)).detect([text])
    assert {text[one.start : one.end] for one in found} >= {"88213-40", "88213-41", "88213-42"}


@pytest.mark.parametrize("line", ["12.03.2026 09:14 ", "NOTICE TO TENANTS: ", "[09:14] Ada: "])
def test_notices_and_chats_are_prose(line: str) -> None:
    assert {one.kind for one in regions(f"{line}please tell Hannah that the rent is due.\n" * 3)} == {"prose"}


def test_a_moment_stands_at_the_beginning_of_a_line() -> None:
    line = "081109 203518 143 INFO dfs.DataNode: gone"
    assert is_moment_of_log(f"first\n{line}", 6, 23)
    assert not is_moment_of_log(f"call {line}", 5, 22)


@pytest.mark.parametrize("line", LINES[2:5])
@pytest.mark.parametrize(
    "said",
    [
        "refund failed for customer 'Ottilie Brandvold' (id 7)",
        "case assigned to Ottilie Brandvold",
        "user Ottilie Brandvold logged in",
        "order approved by Ottilie Brandvold.",
    ],
)
def test_a_line_of_a_log_tells_whose_it_is(line: str, said: str) -> None:
    (found,) = PatternDetector(names=NameLists(given=(), surnames=()), types=("PERSON",)).detect([f"{line}{said}\n"])
    assert [(line + said)[one.start : one.end] for one in found] == ["Ottilie Brandvold"]


@pytest.mark.parametrize("said", ["client HTTP Pool closed", "user Session Timeout", "assigned to Worker Seven"])
def test_words_behind_it_are_nobody(said: str) -> None:
    names = NameLists(given=(), surnames=(), common={"pool", "session", "timeout", "worker", "seven", "http"})
    assert PatternDetector(names=names, types=("PERSON",)).detect([LINES[2] + said])[0] == []
