"""Parts of one sentence never stand on both sides."""

from __future__ import annotations

import numpy as np
import pytest

from dp_gateway.attacks import split
from dp_gateway.errors import InputError
from dp_gateway.testing import SeededStream


def phrases(groups: int) -> list[str]:
    """Sentences of invented words, each with some of its parts."""
    sentences: list[str] = []
    for group in range(groups):
        words = [f"{'abcdefghij'[int(d)]}{tail}" for tail in "qrstuvwxyzkl" for d in f"{group % 10}"]
        words = [f"{word}{'abcdefghij'[group // 10]}" for word in words]
        sentences += [" ".join(words), " ".join(words[:9]), " ".join(words[3:8]), " ".join(words[:2])]
    return sentences


def test_parts_stay_together() -> None:
    private, shadow = split(phrases(60), SeededStream(1), private=1000, shadow=40)
    assert shadow
    assert not set(private) & set(shadow)
    for one in shadow:
        for other in private:
            short = min(one, other, key=len)
            assert len(short.split()) < 4 or (one not in other and other not in one)


def test_sizes_duplicates_and_order() -> None:
    sentences = [f"{'abcdefghij'[i % 10]}x {'abcdefghij'[i // 10]}y" for i in range(100)] * 3
    private, shadow = split(sentences, SeededStream(2), private=50, shadow=1000)
    assert (len(private), len(set(private)), len(shadow)) == (50, 50, 4)
    assert split(sentences, SeededStream(2), private=50, shadow=1000) == (private, shadow)
    assert split(sentences, SeededStream(3), private=50, shadow=1000) != (private, shadow)
    drawn = np.mean([sentences.index(sentence) for sentence in private])
    assert 30 < drawn < 70


@pytest.mark.parametrize("sentences", [[], ["one"], ["a b c d e f g h i", "b c d e f g h i j"]])
def test_what_cannot_be_split_is_refused(sentences: list[str]) -> None:
    with pytest.raises(InputError, match="cannot be split"):
        split(sentences, SeededStream(1))


@pytest.mark.parametrize("sentences", [[], ["the doctor came home"], ["The doctor!", "the doctor", "12"]])
def test_one_sentence_cannot_be_on_both_sides(sentences: list[str]) -> None:
    with pytest.raises(InputError, match="fewer than two different sentences"):
        split(sentences, SeededStream(1))
