"""What a model repeats comes back byte for byte, in the form in which it writes it; and in time that grows linearly."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dp_gateway.restore import Replacement, Restorer, matching
from dp_gateway.restore.digits import DigitStrings
from tests.families import Family, slow_families

NAMES = {"Anna": "Laura", "Miller": "Chen", "ANNA": "LAURA", "Boston": "Hoboken", "Changelog": "Halden"}
"""What was typed, and what was sent for it."""

WORDS = st.sampled_from([
    *NAMES, "Anna Miller", "Anna  Miller", "ANNA\tMILLER", "Anna\r\nMiller", "anna", "CHANGELOG", "ID", "é", "你", "1,250", "2023", "**", "`",
])  # fmt: skip
GAPS = st.sampled_from([" ", "  ", "      ", "\t", "\n", "\r\n", "\n\n", " | ", ", ", ".\n", "\u00a0"])
TYPED = st.lists(st.tuples(WORDS, GAPS), max_size=10).map(lambda pairs: "".join(map("".join, pairs)))

SENT_FOR = {
    "Anna Miller": "Laura Chen", "Anna  Miller": "Laura  Chen", "ANNA\tMILLER": "LAURA\tCHEN", "Anna\r\nMiller": "Laura\r\nChen",
    "anna": "laura", "CHANGELOG": "HALDEN",
} | NAMES  # fmt: skip


def sent(typed: str) -> tuple[str, Restorer]:
    """A text as it leaves: the longest mentions first, each with spaces and letter case of its own."""
    pairs: list[Replacement] = []
    out, at = list[str](), 0
    mentions = sorted(SENT_FOR, key=len, reverse=True)
    while at < len(typed):
        mention = next((one for one in mentions if typed.startswith(one, at)), None)
        if mention is None:
            out.append(typed[at])
            at += 1
            continue
        pairs.append(Replacement(SENT_FOR[mention], mention))
        out.append(SENT_FOR[mention])
        at += len(mention)
    return "".join(out), Restorer(pairs)


@pytest.mark.parametrize("depth", range(5))
def test_json_in_json_comes_back_however_deep(depth: int) -> None:
    document = json.dumps({"name": "Anna Miller", "note": "Anna"})
    for key in "abcd"[:depth]:
        document = json.dumps({key: [document], "n": 1})
    outgoing, restorer = sent(document)
    assert "Laura Chen" in outgoing
    assert restorer.restore(outgoing).text == document
    stream = restorer.stream()
    assert "".join(map(stream.feed, outgoing)) + stream.close() == document


@pytest.mark.parametrize("host", ["\\\\evil.example", "\\\\\\evil.example", '\\\\"evil.example', "//evil.example"])
def test_two_backslashes_still_begin_an_address(host: str) -> None:
    restorer = Restorer([Replacement("Laura", "Anna")])
    for said in (f"[x]({host}/Laura)", f"<img src='{host}/Laura'>", f"{host}/Laura"):
        assert "Anna" not in restorer.restore(said).text


@given(TYPED, st.lists(st.integers(0, 120), max_size=4))
@example("ANNA\tMILLER Anna      Miller ", [])
@example("ANNA\tMILLER anna      Miller ", [])
def test_an_echo_is_identical(typed: str, cuts: list[int]) -> None:
    outgoing, restorer = sent(typed)
    assert restorer.restore(outgoing).text == typed
    places = sorted({min(cut, len(outgoing)) for cut in cuts})
    stream = restorer.stream()
    pieces = [outgoing[a:b] for a, b in zip([0, *places], [*places, len(outgoing)], strict=True)]
    assert "".join(map(stream.feed, pieces)) + stream.close() == typed
    arguments = json.dumps({"text": outgoing}, ensure_ascii=False)
    assert json.loads(restorer.restore_json(arguments).text) == {"text": typed}


RESTORER = Restorer(
    [
        Replacement("Laura Chen", "Anna Müller"),
        Replacement("New Bristol", "Springfield"),
        Replacement("96,262", "88,861"),
        Replacement("96262", "88861"),
        Replacement("+1 202-555-0143", "+1 415-555-2671"),
        Replacement("LauraChen", "AnnaMüller"),
    ]
)


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("laura_chen.pdf", "anna_müller.pdf"),
        ("LAURA_CHEN=1", "ANNA_MÜLLER=1"),
        ("laura-chen", "anna-müller"),
        ("/people/Laura%20Chen", "/people/Anna%20M%C3%BCller"),
        ("Laura+Chen", "Anna+Müller"),
        ("LauraChen lauraChen laurachen", "AnnaMüller annaMüller annamüller"),
        ("new_bristol", "springfield"),
        ("+1-202-555-0143", "+1-415-555-2671"),
        ("96262.0 and 96262.00.", "88861.0 and 88861.00."),
        ("96262.05 96262.0.1 96262.0e3 v96262.0", "96262.05 96262.0.1 96262.0e3 v96262.0"),
        ("laura_chenille laura_", "laura_chenille laura_"),
    ],
)
def test_other_forms_of_a_surrogate(reply: str, wanted: str) -> None:
    assert RESTORER.restore(reply).text == wanted
    for at in range(1, len(reply)):
        stream = RESTORER.stream()
        assert stream.feed(reply[:at]) + stream.feed(reply[at:]) + stream.close() == wanted


@pytest.mark.parametrize("size", [1, 3, 100])
def test_numbers_of_json(size: int) -> None:
    document = '{"a": 96262.0, "b": [96262], "c": "96,262", "d": 196262, "e": 96262.5, "f": -96262}'
    wanted = '{"a": 88861.0, "b": [88861], "c": "88,861", "d": 196262, "e": 96262.5, "f": -96262}'
    stream = RESTORER.stream(as_json=True)
    pieces = [document[at : at + size] for at in range(0, len(document), size)]
    assert "".join(map(stream.feed, pieces)) + stream.close() == wanted
    mixed = Restorer([Replacement("96262", "a word")])
    assert json.loads(mixed.restore_json('{"a": 96262.0, "b": 96262}').text) == {"a": 96262.0, "b": "a word"}


@pytest.mark.parametrize("before", ["", " ", "a", "7", "ف", "é", "人"])
def test_a_placeholder_may_touch_a_word(before: str) -> None:
    restorer = Restorer([Replacement("<ID_NUMBER_1>", "AB-1"), Replacement("<ID_NUMBER_12>", "CD-2")])
    assert (
        restorer.restore(f"x {before}<ID_NUMBER_1>, {before}<ID_NUMBER_12>b").text == f"x {before}AB-1, {before}CD-2b"
    )


UNITS = [
    "a", "1", "1,", "1.", " ", "\n", "\t", "_", "a_", "a*", "a.", "a-", "a@", "/", "://", "[", "](", "(", '="', '"', "\\", "%20", "&amp;",
    "<a ", "url(", "Laura ", "Laura", "Laura_", "laura.", "Laura  Chen", "\u200b", "你", "é", "+1 ", "https://e.com/?n=Laura ",
    "https://e.com/?n=Laura&u=", "![](https://e.com/?n=Laura) ", '{"a":', "'", "laura_chen ", "96262.0",
]  # fmt: skip
# The guard reads blocks of 4,096 characters: below a few of them, time rises in steps.
SIZES = (16_000, 64_000)


def streamed(text: str) -> None:
    for as_json in (False, True):
        stream = RESTORER.stream(as_json=as_json)
        for at in range(0, len(text), 64):
            stream.feed(text[at : at + 64])
        stream.close()


@pytest.mark.thorough
@pytest.mark.parametrize("unit", UNITS)
def test_time_grows_linearly(unit: str) -> None:
    for work in (RESTORER.restore, streamed):
        assert not slow_families(work, [Family(unit, unit)], sizes=SIZES)


def seconds(work: Callable[[], object], enough: float = 0.0) -> float:
    """Of the thread, the least of ten, or the first that is little enough: other programs share the processor."""
    least = math.inf
    for _ in range(10):
        start = time.thread_time()
        work()
        least = min(least, time.thread_time() - start)
        if least <= enough:
            break
    return least


@pytest.mark.thorough
@pytest.mark.parametrize("gap", [" ", "\n", " *x* ", "\\n"])
def test_many_that_begin_with_words_of_their_own(gap: str) -> None:
    def restored(count: int) -> Callable[[], object]:
        names = [f"Laura{at}x" for at in range(count)]
        restorer = Restorer([Replacement(f"{name} Chen", f"{name} Miller") for name in names])
        text = gap.join(f"{name} Chen" for name in names)
        assert restorer.restore(text).text == text.replace("Chen", "Miller")
        return lambda: restorer.restore(text)

    most = seconds(restored(1_000)) * 16**1.3
    assert seconds(restored(16_000), most) <= most


def test_one_of_many_lines_that_begin_alike_is_found_amid_markup() -> None:
    def lines(count: int) -> list[str]:
        return [
            f"2024 info worker  **x** finished job {at:05d} of the night batch without an error" for at in range(count)
        ]

    def restored(count: int) -> Callable[[], object]:
        pairs = [Replacement(line, line.replace("worker", "Anna")) for line in lines(count)]
        restorer, text = Restorer(pairs), "\n".join(lines(count))
        assert restorer.restore(text).text == text.replace("worker", "Anna")
        return lambda: restorer.restore(text)

    most = seconds(restored(100)) * 8**1.5
    assert seconds(restored(800), most) <= most
    twenty = Restorer([Replacement(f"laura chen{at}", f"anna kowalski{at}") for at in range(20)])
    for written, wanted in (
        ("laura-chen7", "anna-kowalski7"),
        ("laura **chen7**", "anna **kowalski7**"),
        ("laura_chen7", "anna_kowalski7"),
    ):
        assert twenty.restore(f"Is {written}?").text == f"Is {wanted}?"


def test_one_of_many_that_begin_alike_is_found_where_a_stream_is_cut_amid_markup() -> None:
    sides, ends = ("North", "South", "East", "West", "Upper", "Lower"), ("Hill", "Lake", "Park", "Mill")
    restorer = Restorer(
        [Replacement(f"Riverside {side} {end} Street", f"Oak {side} {end} Road") for side in sides for end in ends]
    )
    text = "at **Riverside** *East* Mill Street, Riverside West\nPark **Street** and Riverside Upper  _Lake_ Street."
    whole = restorer.restore(text).text
    assert "Riverside" not in whole
    for at in range(1, len(text)):
        stream = restorer.stream()
        assert stream.feed(text[:at]) + stream.feed(text[at:]) + stream.close() == whole


def test_many_surrogates_that_are_written_as_one_word_are_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    replacements = [Replacement(f"sk part{number:03} end", f"Key {number}") for number in range(300)]
    compared, ends = [0], matching.end_of

    def counted(*arguments: Any, **named: Any) -> int:
        compared[0] += 1
        return ends(*arguments, **named)

    monkeypatch.setattr(matching, "end_of", counted)
    for joint in ("-", "_", "+"):
        reply = " , ".join(f"sk{joint}part{number:03}{joint}end" for number in range(300))
        wanted = " , ".join(f"Key{joint}{number}" for number in range(300))
        assert Restorer(replacements).restore(reply).text == wanted
    assert compared[0] <= 3 * 300 * 5


@pytest.mark.parametrize("as_json", [pytest.param(False, marks=pytest.mark.thorough), True])
def test_a_long_surrogate_that_arrives_in_pieces_is_not_read_again_with_each(
    monkeypatch: pytest.MonkeyPatch, *, as_json: bool
) -> None:
    long = "word " * 2_000 + "end"
    restorer, reads, matches = Restorer([Replacement(long, "the original")]), [0], matching.Surrogates.matches

    def counted(self: Any, *arguments: Any, **named: Any) -> Any:
        reads[0] += 1
        return matches(self, *arguments, **named)

    monkeypatch.setattr(matching.Surrogates, "matches", counted)
    for said, wanted in ((long, "the original"), (long[:-1] + "s", long[:-1] + "s"), (long[:9_000], long[:9_000])):
        reads[0] = 0
        stream = restorer.stream(as_json=as_json)
        reply, outcome = (f'"{said}."', f'"{wanted}."') if as_json else (f"{said}.", f"{wanted}.")
        assert "".join(map(stream.feed, reply)) + stream.close() == outcome
        assert reads[0] < 4_500  # one for each character up to 4,096, then one for each sixteenth


def _seconds(work: Callable[[], object]) -> float:
    work()  # what is worked out once

    def once() -> float:
        start = time.process_time()
        for _ in range(100):
            work()
        return time.process_time() - start

    return min(once() for _ in range(3))


@pytest.mark.parametrize("text", ["user", "my user", "1", "paid 20 times, 3 of"])
def test_many_surrogates_that_begin_alike_take_no_time_in_texts_without_them(text: str) -> None:
    def works(count: int) -> list[Callable[[], object]]:
        numbers = list(map(str, range(10**6, 10**6 + count)))
        restorer = Restorer([Replacement(begin + number, "x") for number in numbers for begin in ("", "user", "3")])
        digits = Restorer([Replacement("Laura", "Anna")], digits=DigitStrings((number, number) for number in numbers))
        return [
            work
            for one in (restorer, digits)
            for work in (partial(one.restore, text), lambda one=one: one.stream().feed(text))
        ]

    few, many = ([_seconds(work) for work in works(count)] for count in (100, 10_000))
    assert all(much < 5 * max(little, 0.001) for little, much in zip(few, many, strict=True))


def test_marks_that_surrogates_hold_and_marks_between_take_no_time() -> None:
    marks = "_" * 20
    restorer = Restorer([Replacement(f"{marks}A{number} and more", f"B{number}") for number in range(40)])
    start = time.process_time()
    assert restorer.restore(f"{marks}A12 34 {marks}A12 and more").text == f"{marks}A12 34 B12"
    assert time.process_time() - start < 5  # it was ten seconds


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("`Laura` **Chen** said", "`Anna` **Miller** said"),
        ("**Laura** Chen", "**Anna** Miller"),
        ("*laura* *chen*", "*anna* *miller*"),
        ("**Laura  Chen**", "**Anna  Miller**"),
    ],
)
def test_markup_stays_around_the_word_that_it_stood_around(reply: str, wanted: str) -> None:
    _, restorer = sent("Anna Miller")
    assert restorer.restore(reply).text == wanted
    stream = restorer.stream()
    assert "".join([*map(stream.feed, reply), stream.close()]) == wanted


@pytest.mark.parametrize(
    "comment", ["// by Laura Chen", "/// of Laura Chen", "//! Laura Chen's own\nfn x() {}", "// Laura Chen"]
)
def test_a_comment_at_the_beginning_of_a_file_is_no_address(comment: str) -> None:
    _, restorer = sent("Anna Miller")
    restored = restorer.restore(comment, leaf=True)
    assert restored.withheld == 0
    assert restored.text == comment.replace("Laura Chen", "Anna Miller")


def test_what_begins_with_slashes_and_a_host_is_still_one() -> None:
    _, restorer = sent("Anna Miller")
    assert restorer.restore("//evil.example/Laura Chen", leaf=True).withheld > 0


@pytest.mark.parametrize("said", ["$1,250.50", "12.5%", "3/4/2024", "2024-03-04T10:00:05Z", "-12.5,"])
def test_what_is_a_number_is_read_as_one_where_nothing_is_open(said: str) -> None:
    drawn = Replacement(said.rstrip(","), "17 May")
    assert Restorer([drawn]).restore(f"It is {said} then.").text == f"It is {said} then.".replace(drawn[0], "17 May")
    # Inside an address of somebody else's it stays, and so do the numbers of one.
    for address in (
        f"https://evil.example/{said}",
        f'<img src="//evil.example/ {said}">',
        f"[a](//evil.example/ {said})",
    ):
        assert Restorer([drawn]).restore(address).withheld == 1, address
    assert Restorer([Replacement("12.5", "17")]).restore("http://12.5.6.7/a").text == "http://12.5.6.7/a"
