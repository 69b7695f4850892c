from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.restore import Replacement, Restorer, is_restorable, restore_object
from dp_gateway.restore.bounds import end_of, may_start, original_for, right_bound
from dp_gateway.restore.replacement import are_restorable
from dp_gateway.restore.stream import feed_all
from dp_gateway.restore.words import different_tokens, tokens
from dp_gateway.text.folding import compared

PAIRS = [
    Replacement("Laura", "Anna", plural=True),
    Replacement("Chen", "O'Neil", plural=True),
    Replacement("Laura Chen", "Anna O'Neil"),
    Replacement("New Bristol", "Springfield"),
    Replacement("Harlow University", 'The "Old" School\nof Rome'),
    Replacement("laura.chen@harlow.example.com", "anna@oneil.org"),
    Replacement("$1,310.00", "$1,250.00"),
    Replacement("+1 202-555-0143", "+1 415-555-2671"),
    Replacement("Zoë", "Åsa"),
]
RESTORER = Restorer(PAIRS)


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Dear Laura Chen, hello", "Dear Anna O'Neil, hello"),
        ("LAURA called", "ANNA called"),
        ("laura called", "anna called"),
        ("Chen's car, the Chens, Chens' car", "O'Neil's car, the O'Neils, O'Neils' car"),
        ("Laura\nChen", "Anna\nO'Neil"),
        ("Laura \n  Chen", "Anna \n  O'Neil"),
        ("**Laura** Chen", "**Anna** O'Neil"),
        ("**Laura Chen**", "**Anna O'Neil**"),
        ("_Laura_, `Chen`", "_Anna_, `O'Neil`"),
        ("to New\u00a0Bristol.", "to Springfield."),
        ("NEW BRISTOL", "SPRINGFIELD"),
        ("Lau\u200bra", "Anna\u200b"),
        ("Laurance, Chenille, McLaura", "Laurance, Chenille, McLaura"),
        ("Lauras7", "Lauras7"),
        ("mail laura.chen@harlow.example.com, please", "mail anna@oneil.org, please"),
        ("It is $1,310.00.", "It is $1,250.00."),
        ("It is $1,310.001", "It is $1,310.001"),
        ("It is US$1,310.00", "It is US$1,250.00"),
        ("+1\u2011202\u2011555\u20110143", "+1\u2011415-555-2671"),
        ("+1 202\u2011555\u20110143", "+1 415-555-2671"),
        ("ZOË", "ÅSA"),
        ("Zoe and New Brístol", "Åsa and Springfield"),
        ("Zoës", "Zoës"),
        ("", ""),
    ],
)
def test_bent_forms(reply: str, wanted: str) -> None:
    assert RESTORER.restore(reply).text == wanted


def test_counts() -> None:
    assert RESTORER.restore("Laura met Laura Chen in new bristol").count == 3


TEXT = st.lists(
    st.sampled_from([
        *(pair.surrogate for pair in PAIRS), "Lau", "Laur", "chen", "NEW", " ", "\n", "**", "s", "'s", ".", "1,310", "$", '"', "\\", "x", "é", "🙂", "0",
    ]),
    max_size=12,
).map("".join)  # fmt: skip


@given(TEXT, st.lists(st.integers(0, 200), max_size=12))
def test_any_cut_gives_the_whole(reply: str, cuts: list[int]) -> None:
    places = sorted({min(cut, len(reply)) for cut in cuts})
    stream = RESTORER.stream()
    parts = [reply[a:b] for a, b in zip([0, *places], [*places, len(reply)], strict=True)]
    assert "".join([stream.feed(part) for part in parts]) + stream.close() == RESTORER.restore(reply).text


@given(TEXT)
def test_character_by_character(reply: str) -> None:
    stream = RESTORER.stream()
    assert "".join([stream.feed(char) for char in reply]) + stream.close() == RESTORER.restore(reply).text


@given(TEXT, st.booleans(), st.integers(1, 5))
def test_json_means_what_the_text_means(reply: str, ascii_only: bool, size: int) -> None:
    document = json.dumps({"a": [reply, 7], "b": {"c": reply}}, ensure_ascii=ascii_only)
    stream = RESTORER.stream(as_json=True)
    pieces = [stream.feed(document[at : at + size]) for at in range(0, len(document), size)]
    restored = "".join(pieces) + stream.close()
    wanted = RESTORER.restore(reply).text
    assert json.loads(restored) == {"a": [wanted, 7], "b": {"c": wanted}}
    assert RESTORER.restore_json(document).text == restored


def naive(reply: str) -> str:
    """Every place, every surrogate, character by character: what the index has to agree with."""
    folded, out, at = compared(reply), list[str](), 0
    while at < len(reply):
        ends = [
            (end, len(pair.surrogate), pair)
            for pair in reversed(PAIRS)
            if (end := end_of(compared(pair.surrogate), folded, at, plain=False)) > 0
        ]
        for end, _, pair in sorted(ends, key=lambda found: found[:2], reverse=True):
            bound = right_bound(folded, at, end, plural=pair.plural, final=True)
            if may_start(folded, at) and bound > 0:
                out.append(original_for(reply[at:end], pair) + reply[end:bound])
                at = bound
                break
        else:
            out.append(reply[at])
            at += 1
    return "".join(out)


@given(TEXT)
def test_the_index_finds_what_looking_everywhere_finds(reply: str) -> None:
    matches, certain = RESTORER.matches(reply, 0, final=True)
    assert certain == len(reply)
    ends = [0, *(match.end for match in matches)]
    between = [reply[a:b] for a, b in zip(ends, [*(match.start for match in matches), len(reply)], strict=True)]
    found = "".join(
        part for pair in zip(between, [*(match.text for match in matches), ""], strict=True) for part in pair
    )
    assert found == naive(reply)
    for cut in range(len(reply) + 1):
        stream = RESTORER.stream()
        restored = stream.feed(reply[:cut]) + stream.feed(reply[cut:]) + stream.close()
        assert restored == RESTORER.restore(reply).text


def test_a_long_word_is_read_once() -> None:
    reply = "a" * 200_000 + "*"
    assert RESTORER.restore(reply).text == reply


def test_surrogates_of_any_kind_are_indexed() -> None:
    pairs = [Replacement(" New \n York ", "A"), Replacement("", "B"), Replacement("\0x y", "C"), Replacement("#9", "D")]
    restorer = Restorer(pairs)
    assert restorer.restore("new york #9 #93").text == "a D #93"
    assert restorer.skipped == ("",)


@pytest.mark.parametrize("size", [1, 2, 3, 100])
@pytest.mark.parametrize(
    ("document", "wanted"),
    [
        ('{"card": 41110000, "a": "41110000"}', '{"card": "4222 3333", "a": "4222 3333"}'),
        ('{"a": "\\"41110000\\"", "b": [41110000]}', '{"a": "\\"4222 3333\\"", "b": ["4222 3333"]}'),
        ('{"year": 1310, "b": -1310}', '{"year": 1250, "b": -1310}'),
        ('{"code": 5550100, "b": "x 5550100"}', '{"code": "0123", "b": "x 0123"}'),
    ],
)
def test_a_bare_number_gives_valid_json(document: str, wanted: str, size: int) -> None:
    pairs = [("41110000", "4222 3333"), ("1310", "1250"), ("5550100", "0123")]
    stream = Restorer([Replacement(*pair) for pair in pairs]).stream(as_json=True)
    restored = "".join([stream.feed(document[at : at + size]) for at in range(0, len(document), size)]) + stream.close()
    assert restored == wanted
    assert json.loads(restored)


@pytest.mark.parametrize("size", [1, 2, 3, 100])
@pytest.mark.parametrize(
    ("document", "wanted"),
    [
        ('{"age": "36", "n": 1}', '{"age": "34", "n": 1}'),
        ('{"Age": 36, "name": "Laura"}', '{"Age": 34, "name": "Anna"}'),
        ('{"a": "{\\"age\\": \\"36\\"}", "age": "36"}', '{"a": "{\\"age\\": \\"34\\"}", "age": "34"}'),
        ('{"name": "Laura\\n", "age": "36"}', '{"name": "Anna\\n", "age": "34"}'),
        ('{"zip": "0642"}', '{"zip": 2134}'),
        ('{"who": "Chen", "n": 2}', '{"who": "Chen", "n": 2}'),
    ],
)
def test_a_surrogate_with_its_key_leaves_the_quotation_marks_of_json(document: str, wanted: str, size: int) -> None:
    pairs = [
        ('age": "36', 'age": "34'),
        ('age": 36', 'age": 34'),
        ("Laura", "Anna"),
        ('"0642"', "2134"),
        ('who": "Chen', 'x": "y", "z": "O'),
    ]
    stream = Restorer([Replacement(*pair) for pair in pairs]).stream(as_json=True)
    restored = "".join([stream.feed(document[at : at + size]) for at in range(0, len(document), size)]) + stream.close()
    assert restored == wanted
    assert json.loads(restored)


def test_cut_escapes_go_out_as_they_came() -> None:
    stream = RESTORER.stream(as_json=True)
    assert stream.feed('{"a": "\\u00') + stream.close() == '{"a": "\\u00'


def test_nothing_is_held_longer_than_needed() -> None:
    stream = RESTORER.stream()
    assert stream.feed("The lamp ") == "The lamp "
    assert stream.feed("La") == ""
    assert stream.feed("mp") == "Lamp"
    assert stream.feed(" Laura") == " "
    assert stream.feed(" C") == ""  # Laura Chen is possible
    assert stream.feed("arter.") == "Anna Carter."
    assert stream.held == ""


def test_short_numbers_are_left_and_named() -> None:
    restorer = Restorer([Replacement("37", "34"), Replacement("37-year-old", "34-year-old")])
    assert restorer.restore("37 days; a 37-year-old").text == "37 days; a 34-year-old"
    assert restorer.skipped == ("37",)
    assert not is_restorable("...")
    assert is_restorable("$37")


@given(st.lists(st.text("aB7é_-. \0$", max_size=7)))
def test_surrogates_are_told_together_as_each_by_itself(surrogates: list[str]) -> None:
    assert are_restorable(surrogates) == [*map(is_restorable, surrogates)]


def test_objects() -> None:
    value = {"name": "Laura", "list": ["Chen", 3, None]}
    assert restore_object(RESTORER, value) == {"name": "Anna", "list": ["O'Neil", 3, None]}


def test_nothing_to_restore() -> None:
    assert not Restorer([])
    assert Restorer([]).restore("abc").text == "abc"


PIECES = st.lists(
    st.lists(
        st.sampled_from(
            [*(pair.surrogate for pair in PAIRS), "Lau", "ra", "chen", " ", " the ", "\n", "**", "s", "1,310"]
        ),
        max_size=3,
    ).map("".join),
    min_size=1,
    max_size=12,
)


@given(first=PIECES, second=PIECES)
def test_pieces_that_come_together_give_what_they_give_one_by_one(first: list[str], second: list[str]) -> None:
    together, alone = RESTORER.stream(), RESTORER.stream()
    given = [feed_all(together, first), feed_all(together, second)]
    assert list(map(len, given)) == [len(first), len(second)]
    for pieces, out in zip((first, second), given, strict=True):
        assert "".join(out) == "".join(map(alone.feed, pieces))
    assert together.close() == alone.close()
    assert together.count == alone.count


def test_pieces_without_surrogates_stay_as_they_are() -> None:
    pieces = ["Dear ", "reader", ", all ", "is ", "well."]
    stream = RESTORER.stream()
    assert feed_all(stream, pieces)[:4] == pieces[:4]


@given(st.text(st.characters(max_codepoint=127)) | st.text())
def test_the_different_words_of_a_text_are_those_that_it_is_split_into(text: str) -> None:
    assert different_tokens(compared(text)) == frozenset(tokens(compared(text)))
