"""What repeats is read once, and the network says the same of each word."""

from __future__ import annotations

import random

import numpy as np
import pytest

from dp_gateway.detection.tagger.network import Network, read_once
from dp_gateway.detection.tagger.weights import DEFAULT_WEIGHTS, read_weights

_REACH = 11


def _texts() -> list[list[int]]:
    chance, texts = random.Random(1), list[list[int]]()
    for _ in range(40):
        words: list[int] = []
        for _ in range(chance.randint(1, 4)):
            words += [chance.randrange(9) for _ in range(chance.choice((0, 1, 5, 90)))]
            piece = [chance.randrange(9) for _ in range(chance.choice((1, 2, 7, 40, 41)))]
            words += (piece * 400)[: chance.randint(40, 700)]
        texts.append(words)
    return texts


@pytest.mark.parametrize("words", _texts())
def test_what_tells_of_a_word_has_the_same_words_within_reach(words: list[int]) -> None:
    found = read_once(words, _REACH)
    if found is None:
        return
    read, told = found
    assert len(told) == len(words)
    kept = np.concatenate([np.full(_REACH, -1), np.array(words)[read], np.full(_REACH, -1)])
    whole = np.concatenate([np.full(_REACH, -1), words, np.full(_REACH, -1)])
    windows = np.lib.stride_tricks.sliding_window_view
    assert (windows(kept, 2 * _REACH + 1)[told] == windows(whole, 2 * _REACH + 1)).all()


@pytest.mark.parametrize(("piece", "most"), [([1], 50), ([1, 2, 3], 50), ([*range(30)], 90)])
def test_little_is_read_of_what_repeats(piece: list[int], most: int) -> None:
    found = read_once((piece * 4000)[:4000], _REACH)
    assert found is not None
    assert len(found[0]) < most


@pytest.mark.parametrize("words", [[], [1] * 20, [*range(1000)], [1, 2, 1, 3] * 5 + [*range(500)]])
def test_what_does_not_repeat_is_read_whole(words: list[int]) -> None:
    assert read_once(words, _REACH) is None


def test_the_network_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network(read_weights(DEFAULT_WEIGHTS))
    words = [*"I met Anna Keller of Boston".split(), *["Tom", "Baker", ","] * 200, "and", *["-"] * 300, "Ann", "", ""]
    glued = np.array([word == "," for word in words])
    live = np.array([bool(word) for word in words])
    once = network.odds(words, glued, live)
    monkeypatch.setattr("dp_gateway.detection.tagger.network.read_once", lambda words, reach: None)
    assert (once == network.odds(words, glued, live)).all()
