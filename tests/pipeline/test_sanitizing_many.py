"""Many texts at once give what each gives alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from dp_gateway import Sanitizer, Secret
from dp_gateway.errors import ConfigurationError
from dp_gateway.mechanisms.registry import MECHANISMS
from dp_gateway.pipeline.draws import draw_digits, in_blocks
from dp_gateway.randomness import uniform_below
from dp_gateway.text import BLOCK
from dp_gateway.vocabulary.index import Index

KEY = Secret(b"0123456789abcdef0123456789abcdef")
PIECES = st.sampled_from(
    [
        "Anna",
        "ANNA's",
        "'",
        "’s",
        "'S",
        "rock'n'roll",
        "\u0301",
        "e\u0301",
        "12",
        "٣",
        "½",
        " ",
        "\n",
        "\r",
        "❤️",
        "我",
        "the",
        "\ud800",
        "-",
    ]
)
TEXTS = st.lists(st.lists(PIECES, max_size=8).map("".join) | st.text(max_size=20), max_size=12)


def alike(sanitizer: Sanitizer, texts: list[str], scopes: list[str]) -> None:
    alone = [sanitizer.sanitize(text, scope=scope) for text, scope in zip(texts, scopes, strict=True)]
    together = sanitizer.sanitize_many(texts, scopes=scopes)
    assert [one.text for one in together] == [one.text for one in alone]
    assert [list(one.spans) for one in together] == [list(one.spans) for one in alone]
    assert [one.report for one in together] == [one.report for one in alone]


@settings(max_examples=80)
@given(TEXTS, st.booleans(), st.booleans())
def test_any_texts(words: Index, texts: list[str], stopwords: bool, same_scope: bool) -> None:
    scopes = ["one" if same_scope else str(at % 3) for at in range(len(texts))]
    alike(Sanitizer(epsilon=3, keep_stopwords=stopwords, key=KEY, index=words, languages="any"), texts, scopes)


@pytest.mark.parametrize("name", MECHANISMS)
def test_any_mechanism(toy: Index, name: str) -> None:
    texts = ["The nurse lives in Paris.", "", "Call 555 0100 at 9 o'clock.", "12", "!?", "Anna's ANNA"]
    alike(Sanitizer(name, 4, key=KEY, index=toy), texts, [str(at) for at in range(len(texts))])


def test_more_than_a_block_and_long_texts(words: Index) -> None:
    short = [f"Patient {at} has had severe headaches since March." for at in range(3000)]
    long = "My daughter Anna doesn't sleep. " * 5000
    alike(Sanitizer(key=KEY, index=words), [*short[:5], long, *short[5:], long[:9000]], ["a"] * 3002)


def test_blocks_hold_every_text_once() -> None:
    texts = ["x" * length for length in (*range(0, 9000, 7), BLOCK, BLOCK * 3, 0, 1)]
    blocks = list(in_blocks(texts))
    assert sorted(at for block in blocks for at in block) == list(range(len(texts)))
    assert all(len(block) == 1 or sum(len(texts[at]) + 1 for at in block) <= BLOCK for block in blocks)


def test_without_a_key_every_draw_is_fresh(words: Index) -> None:
    """300 texts of 6 words at epsilon 3; that two runs agree in a tenth of them has no chance worth a number."""
    sanitizer = Sanitizer(epsilon=3, index=words)
    texts = ["severe headaches trouble nurses every winter"] * 300
    one, other = (sanitizer.sanitize_many(texts, scopes=[""] * 300) for _ in range(2))
    assert np.mean([a.text == b.text for a, b in zip(one, other, strict=True)]) < 0.1
    assert len({a.text for a in one}) > 250


class _Listed:
    """Words of bits from a list."""

    def __init__(self, *words: int) -> None:
        self._words = list(words)

    def uint64(self, count: int) -> NDArray[np.uint64]:
        taken, self._words = self._words[:count], self._words[count:]
        return np.array(taken, np.uint64)


@pytest.mark.parametrize("first", [2**64 - 7, 2**64 - 6, 2**64 - 1])
def test_a_word_of_bits_that_gives_no_digit_is_drawn_again_from_its_own_stream(first: int) -> None:
    texts = [(17, 4), (first, 3, 2**64 - 2, 25, 36), (), (8,)]
    counts = [2, 3, 0, 1]
    alone = [
        uniform_below(_Listed(*bits), np.full(count, 10, np.uint64)).tolist()
        for bits, count in zip(texts, counts, strict=True)
    ]
    together = draw_digits(np.cumsum([0, *counts]), [_Listed(*bits) for bits in texts])
    assert together.tolist() == [digit for of_text in alone for digit in of_text]


def test_what_is_no_text_is_refused(words: Index) -> None:
    with pytest.raises(ConfigurationError, match="must be a str, not bytes"):
        Sanitizer(index=words).sanitize_many(["a", b"Anna"], scopes=["", ""])  # type: ignore[list-item]
