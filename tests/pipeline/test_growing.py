"""A text that grows at its end keeps the draws that it had: who has it grow sees no second draw of a word."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.exchange import Caller, Doorway
from dp_gateway.pipeline import Sanitizer
from dp_gateway.randomness import KeyedPrefixes
from dp_gateway.text import BLOCK, encode
from dp_gateway.vocabulary.index import Index

KEY = Secret(b"a key of repeatable draws, for tests")
SAID = "My brother has had severe headaches since winter, 12 times a week at 7:30, and nobody helps. He doesn't sleep"


def drawn(sanitizer: Sanitizer, text: str) -> list[str]:
    """What stands for each word and each run of digits."""
    done = sanitizer.sanitize(text, scope="s")
    return [done.text[span.sanitized_start : span.sanitized_end] for span in done.spans]


@pytest.mark.parametrize("name", ["stairtext", "custext+", "dyntext"])
def test_thirty_prefixes_give_one_draw_of_each_word(words: Index, name: str) -> None:
    sanitizer = Sanitizer(name, key=KEY, index=words)
    whole = drawn(sanitizer, SAID)
    for end in range(1, len(SAID), 3):
        # The last word may be cut in two, which makes it another word.
        cut = drawn(sanitizer, SAID[:end])
        assert cut[:-1] == whole[: max(len(cut) - 1, 0)]


@pytest.mark.parametrize("name", ["stairtext", "santext", "rantext", "tem", "custext"])
def test_every_mechanism_keeps_them(toy: Index, name: str) -> None:
    sanitizer = Sanitizer(name, key=KEY, index=toy, keep_stopwords=False)
    text = " ".join(f"word{number} 12" for number in range(12))
    grown = [drawn(sanitizer, text[:end]) for end in range(len("word0"), len(text), len(" 12"))]
    for before, after in pairwise(grown):
        assert after[: len(before) - 1] == before[:-1]


def test_the_end_of_a_block_moves_nothing(words: Index) -> None:
    sanitizer = Sanitizer(key=KEY, index=words)
    for text in ("winter headaches " * 5000, "winter," * 12_000, "winter\n" * 12_000):
        whole = drawn(sanitizer, text)
        for end in (BLOCK - 8, BLOCK - 1, BLOCK, BLOCK + 1, BLOCK + 9, BLOCK + 20):
            cut = drawn(sanitizer, text[:end])
            assert cut[:-1] == whole[: len(cut) - 1]


def test_streams_and_batches_give_the_same(words: Index) -> None:
    sanitizer = Sanitizer(key=KEY, index=words, languages="any")
    texts = [SAID, SAID[:40], "", "7", "naïve Straße \u05e9\u05dc\u05d5\u05dd", SAID * 900, "the"]
    scopes = ["a", "b", "a", "a", "c", "a", "b"]
    alone = [sanitizer.sanitize(text, scope=scope) for text, scope in zip(texts, scopes, strict=True)]
    together = sanitizer.sanitize_many(texts, scopes=scopes)
    assert [one.text for one in together] == [one.text for one in alone]
    for text, scope, one in zip(texts, scopes, alone, strict=True):
        cuts = [text[at : at + 1009] for at in range(0, len(text), 1009)]
        assert "".join(part.text for part in sanitizer.stream(cuts, scope=scope)) == one.text


def test_words_behind_a_change_are_drawn_anew(words: Index) -> None:
    """Two draws of a word agree once in 13; two texts that part share none behind that, 1 in 10^6 apart."""
    sanitizer = Sanitizer("stairtext", 3, key=KEY, index=words)
    one, other = (drawn(sanitizer, f"{first} " + "winter " * 400) for first in ("summer", "autumn"))
    alike = sum(a == b for a, b in zip(one[1:], other[1:], strict=True))
    shuffled = sum(a == b for a, b in zip(one[1:], [*other[2:], other[1]], strict=True))
    assert alike < shuffled + 40


@pytest.mark.parametrize("policy", ["tokens", "hybrid"])
def test_a_prompt_that_grows_keeps_its_words_without_a_conversation(policy: str) -> None:
    doorway = Doorway(Gateway(policy, key=KEY), key=KEY)

    def sent(end: int) -> list[str]:
        body = {"model": "m", "prompt": SAID[:end]}
        return doorway.open("completions", body, Caller("key")).body["prompt"].split()

    whole = sent(len(SAID))
    seen = [set[str]() for _ in whole]
    for end in range(2, len(SAID)):
        if SAID[end].isspace():
            for place, word in enumerate(sent(end)):
                seen[place].add(word.rstrip(",.:"))
    assert max(map(len, seen)) == 1


def test_prefixes_share_bits_as_far_as_they_are_the_same() -> None:
    ends = np.array([2, 5, 9])
    one, other, longer = (
        KeyedPrefixes(b"key").at(encode(text), ends) for text in ("ab cd efgh", "ab ce efgh", "ab cd efghijk")
    )
    assert one.tolist() == longer.tolist()
    assert one[0].tolist() == other[0].tolist()
    assert not set(one[1:].ravel().tolist()) & set(other[1:].ravel().tolist())
    assert not set(one.ravel().tolist()) & set(KeyedPrefixes(b"yek").at(encode("ab cd efgh"), ends).ravel().tolist())
    pieces = KeyedPrefixes(b"key")
    parts = [pieces.at(encode("ab c"), ends[:1]), pieces.at(encode("d efgh"), ends[1:] - 4)]
    assert np.concatenate(parts).tolist() == one.tolist()
