"""Text to words and back, byte for byte."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.text import BLOCK, decode, encode, hash_word, hash_words, render, segment, segment_blocks

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=200)
TRICKY = st.lists(
    st.sampled_from(list("aZé’'s-. \n1٣我\u0301\u200d❤\ufe0f\ud800ẞǅ") + ["'s", "don't", "  "]), max_size=40
).map("".join)


def words_of(text: str) -> list[str]:
    found = segment(text)
    return [text[start:end] for start, end in zip(found.starts, found.ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("word", ["word"]),
        ("John's dog", ["John", "dog"]),
        ("DON'T can’t", ["DON'T", "can’t"]),
        ("'quoted'", ["quoted"]),
        ("o' clock", ["o", "clock"]),
        ("rock'n'roll", ["rock'n'roll"]),
        ("s's", ["s"]),
        ("a-b_c.d", ["a", "b", "c", "d"]),
        ("abc123def", ["abc", "def"]),
        ("café nai\u0308ve", ["café", "nai\u0308ve"]),
        ("❤\ufe0f 1\ufe0f\u20e3 \u0301x", ["x"]),
        ("我喜欢 巴黎", ["我喜欢", "巴黎"]),
        ("Ⅻ ½", ["Ⅻ", "½"]),
        ("\ud800a\udfff", ["a"]),
        ("سلام دنیا", ["سلام", "دنیا"]),
        ("می\u200cخواهم", ["می\u200cخواهم"]),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("word", "case"),
    [
        ("word", 0),
        ("Word", 1),
        ("WORD", 2),
        ("I", 1),
        ("McDonald", 1),
        ("iPhone", 0),
        ("DON'T", 2),
        ("É", 1),
        ("我", 0),
    ],
)
def test_cases(word: str, case: int) -> None:
    assert segment(word).cases.tolist() == [case]


def test_hash_ignores_case_and_place() -> None:
    found = segment("x Paris, PARIS paris paria don’t don't")
    assert (found.hashes[1:4] == hash_words(["paris"])[0]).all()
    assert len(set(found.hashes.tolist())) == 4
    assert (found.hashes[5:] == hash_words(["DON'T"])[0]).all()


def replace_all(text: str, word: str) -> tuple[str, list[tuple[int, int]], list[tuple[int, int]]]:
    found = segment(text)
    count = len(found.starts)
    zeros = np.zeros(count, np.int64)
    rendered = render(
        found,
        found.starts,
        found.ends,
        found.cases,
        zeros,
        zeros + len(word),
        encode(word),
        np.zeros(len(found.digits), np.uint64),
    )
    old = list(zip(found.starts.tolist(), found.ends.tolist(), strict=True))
    new = list(zip(rendered.starts.tolist(), rendered.ends.tolist(), strict=True))
    return decode(rendered.codes), old, new


@given(st.one_of(ANY_TEXT, TRICKY), st.sampled_from(["x", "longer"]))
def test_only_words_and_digits_change(text: str, word: str) -> None:
    result, old, new = replace_all(text, word)
    assert [result[start:end].lower() for start, end in new] == [word] * len(new)
    end = new_end = 0
    for (start, stop), (new_start, new_stop) in zip([*old, (len(text),) * 2], [*new, (len(result),) * 2], strict=True):
        kept, shown = text[end:start], result[new_end:new_start]
        assert len(kept) == len(shown)
        assert all(a == b or (a.isdecimal() and b.isdecimal()) for a, b in zip(kept, shown, strict=True))
        end, new_end = stop, new_stop


def test_letter_case_is_applied() -> None:
    assert replace_all("one Two THREE I 我", "word")[0] == "word Word WORD Word word"


def test_digits_stay_in_their_script() -> None:
    found = segment("7 ٣ ९ 𝟘")
    empty = np.zeros(0, np.int64)
    rendered = render(found, empty, empty, empty.astype(np.uint8), empty, empty, encode(""), np.full(4, 5, np.uint64))
    assert decode(rendered.codes) == "5 ٥ ५ 𝟝"


@given(st.lists(st.integers(1, 3 * BLOCK // 2), max_size=4), st.sampled_from(["a", "ab cd ", "我。", "1", "\n"]))
def test_blocks_do_not_depend_on_the_pieces(cuts: list[int], unit: str) -> None:
    text = unit * (2 * BLOCK // len(unit) + 7)
    whole = [block for block, _ in segment_blocks([text])]
    assert "".join(whole) == text
    assert max(map(len, whole)) <= BLOCK
    pieces = []
    rest = text
    for cut in cuts:
        pieces.append(rest[:cut])
        rest = rest[cut:]
    assert [block for block, _ in segment_blocks([*pieces, rest])] == whole


def test_blocks_end_between_words() -> None:
    text = "word " * BLOCK
    assert all(block.endswith(" ") for block, _ in segment_blocks([text]))


@given(st.one_of(ANY_TEXT, TRICKY))
def test_one_word_hashes_as_many_do(word: str) -> None:
    assert hash_word(word) == hash_words([word])[0]


def test_a_long_word_and_no_word_hash_as_many_do() -> None:
    for word in ("", "x" * 64, "aB9' " * 40, "x" * (BLOCK + 9), "Ä" * 70):
        assert hash_word(word) == hash_words([word])[0]
