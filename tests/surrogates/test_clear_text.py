"""What stands in clear: looked up as it is found by reading, whatever the lengths, and kept between requests."""

from __future__ import annotations

import random

import pytest

from dp_gateway.cache import Memory
from dp_gateway.surrogates import clear_text
from dp_gateway.surrogates.clear_text import ClearText, ClearTexts, text_memory
from dp_gateway.text.folding import compared

WORDS = ("Anna", "anna", "Käte", "Kate", "12", "3rd", "new", "york", "x_1", "a", "½", "mid-day")


def made(seed: int, longest: int) -> list[list[str]]:
    draw = random.Random(seed)
    return [
        [" ".join(draw.choices(WORDS, k=draw.randrange(longest))) for _ in range(draw.randrange(1, 4))]
        for _ in range(draw.randrange(1, 5))
    ]


def stands(turns: list[list[str]], candidate: str) -> bool:
    """The same by reading all of it."""
    wanted = clear_text._words_of(candidate)  # pyright: ignore[reportPrivateUsage]
    read = [list(clear_text._words_of(compared(piece))) for pieces in turns for piece in pieces]  # pyright: ignore[reportPrivateUsage]
    return any(tuple(words[at : at + len(wanted)]) == wanted for words in read for at in range(len(words)) if wanted)


@pytest.mark.parametrize("longest", [6, 60, 6000])
def test_it_is_looked_up_as_it_is_read(longest: int) -> None:
    draw = random.Random(longest)
    found = 0
    for seed in range(6):
        turns = made(seed, longest)
        texts = ClearTexts(text_memory() if seed % 2 else None)
        for pieces in turns:
            texts.add(pieces)
        for _ in range(60):
            candidate = compared(" ".join(draw.choices(WORDS, k=draw.randrange(1, 6))))
            assert (candidate in texts) == stands(turns, candidate)
            found += candidate in texts
    assert 20 < found < 340


def test_a_turn_is_taken_apart_once(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    folds = clear_text.compared

    def watched(text: str) -> str:
        taken.append(text)
        return folds(text)

    monkeypatch.setattr(clear_text, "compared", watched)
    memory = text_memory()

    def request(*turns: str) -> tuple[object, ...]:
        texts = ClearTexts(memory)
        for turn in turns:
            texts.add([turn])
        return texts.alike("12 3"), texts.like(r"\d+"), texts.pieces(), "12 3" in texts

    assert request("call 12 3 or 4") == (1, {"12", "3", "4"}, {"call", "12", "3", "or", "4"}, True)
    assert request("call 12 3 or 4", "5 6")[:2] == (2, {"12", "3", "4", "5", "6"})
    assert taken == ["call 12 3 or 4", "5 6"]


@pytest.mark.parametrize("turns", [[], ["mar 2, 3rd of may"], ["mar 2", "2021-03-04 (may) käte\0x", "_a_ 12"]])
def test_many_candidates_stand_where_each_does(turns: list[str]) -> None:
    texts = ClearTexts()
    for turn in turns:
        texts.add([turn])
    candidates = [
        "",
        "mar 2",
        "(mar 2)",
        "mar 3",
        "2021-03-04",
        "2021-03",
        "may",
        "-",
        "kate",
        "_a_",
        "x 12",
        "12",
        "mar",
    ]
    assert texts.standing_among(candidates) == [one in texts for one in candidates]
    assert texts.standing_among([]) == []


def test_what_is_kept_is_bounded() -> None:
    memory: Memory = text_memory()
    for number in range(40):
        texts = ClearTexts(memory)
        texts.add([f"{number} " + "word " * 100_000])
    # 500,000 characters each; two generations of some four million.
    assert len(memory) <= 20
    for number in range(3000):
        texts = ClearTexts(memory)
        texts.add([f"{number} words"])
    assert len(memory) <= 2048
    text = ClearText(["one 2 three"])
    for number in range(2000):
        text.like(rf"{number}\d*")
    assert len(text._answers) <= 128  # pyright: ignore[reportPrivateUsage]
