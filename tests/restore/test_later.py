"""What is left for later is made for a stream that may hold it, and for no other; what comes out is the same."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dp_gateway.restore import Later, Replacement, Restorer
from dp_gateway.restore.matching import Surrogates
from dp_gateway.restore.restorer import RestoreStream

ROWS = {
    "the bank of the red river": "the house of my old aunt",
    "the bank holds no account": "the shop sells no bread",
    "- milk from the old farm": "- eggs from a new one",
    "red river": "old aunt",
    '"see the other one first': '"go to a second one',
    "of all that we said": "of what they told us",
    **{f"word{at} of line {at} ends": f"part{at} of row {at} stops" for at in range(40)},
}
"""What was sent, and what it was: more rows than a stream would be looked at for by their first words alone."""


def later_of(rows: dict[str, str]) -> tuple[Restorer, list[int]]:
    """A restorer that makes all of them later, and a list that grows when it does."""
    made: list[int] = []
    everything = [Replacement(*pair) for pair in rows.items()]
    begins = [" ".join(sent.strip('-" ').split()[:5]) for sent in rows]

    def make(_: tuple[Later, ...]) -> Surrogates:
        made.append(1)
        return Surrogates(everything)

    return Restorer([]).before(make, Later(begins, sure=True, marks=frozenset('-"'))), made


def streamed(stream: RestoreStream, pieces: list[str]) -> list[str]:
    return [*map(stream.feed, pieces), stream.close()]


def cut(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


@pytest.mark.parametrize("size", [1, 2, 5, 11, 400])
@pytest.mark.parametrize(
    "reply",
    [
        "Here the man of the bank said: **no** - of all the banks, the red ones are the worst.",
        "the bank of the river, the bank holds none; of all that we did, of all that we have",
        'word3 of line 4 ends, "see the others", red roses and a - milk from the\nnew farm, the%20bank',
    ],
)
def test_nothing_is_made_for_a_stream_that_holds_none_of_it(reply: str, size: int) -> None:
    restorer, made = later_of(ROWS)
    assert "".join(streamed(restorer.stream(), cut(reply, size))) == reply
    assert not made


def test_what_cannot_become_one_goes_out_at_once() -> None:
    restorer, _ = later_of(ROWS)
    pieces = ["Dear ", "Sir, ", "the ", "bank ", "and ", "the ", "river", ", ", "- ", "x", " ended ", "of ", "all"]
    given = ["Dear ", "Sir, ", "", "", "the bank and ", "", "the river", ", ", "", "- x", " ended ", "", "", "of all"]
    assert streamed(restorer.stream(), pieces) == given


WORDS = st.sampled_from([
    "the", "bank", "banks", "of", "red", "river", "holds", "no", "- milk", "from", "old", "farm", '"see', "other", "one", "first", "all",
    "that", "we", "said", "account", "word7", "line", "7", "ends", "**", "`", "\\n", "é", "%20", "account.", "The", "RED",
])  # fmt: skip
REPLIES = st.lists(
    st.one_of(st.sampled_from(sorted(ROWS)), WORDS, st.sampled_from([" ", "  ", "\n", "-", "_", ", "])), max_size=14
)


@given(REPLIES, st.sampled_from(["", " "]), st.lists(st.integers(1, 30), min_size=1, max_size=8))
@example(["the", "ba**nk of the red river"], " ", [4])
@example(["-", " " * 300, "milk from the old farm"], "", [3])
def test_a_stream_is_what_it_is_where_all_is_made_at_once(parts: list[str], joint: str, sizes: list[int]) -> None:
    reply, pieces, at = joint.join(parts), list[str](), 0
    while at < len(reply):
        pieces.append(reply[at : at + sizes[len(pieces) % len(sizes)]])
        at += len(pieces[-1])
    expected = Restorer([Replacement(*pair) for pair in ROWS.items()]).restore(reply).text
    restorer, _ = later_of(ROWS)
    assert "".join(streamed(restorer.stream(), pieces)) == expected


def test_rows_that_begin_alike_take_no_longer_for_each_event() -> None:
    rows = {f"the line number {at} of all": f"a row number {at} of many" for at in range(2_000)}
    restorer, made = later_of(rows)
    stream = restorer.stream()
    pieces = ["so the ", "line ", "ends. "] * 2_000
    assert "".join(streamed(stream, pieces)) == "".join(pieces)
    assert not made


def test_of_words_in_a_row_any_five_are_made_and_no_four() -> None:
    made: list[int] = []
    rows = "the bank of the red river holds no account".split()

    def make(_: tuple[Later, ...]) -> Surrogates:
        made.append(1)
        return Surrogates([Replacement("red river holds no account", "old aunt sells no bread")])

    restorer = Restorer([]).before(make, Later([], sure=True, rows=[*rows, "", *rows]))
    reply = "no account the bank of the, river holds no account: the red river holds some, of the red river"
    for size in (1, 5, 400):
        stream = restorer.stream()
        assert "".join(streamed(stream, cut(reply, size))) == reply
    assert restorer.restore(reply).text == reply
    assert not made
    assert restorer.restore("a red river holds no account").text == "a old aunt sells no bread"
    assert made
