"""Any word has an entry."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.text import segment
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.placement import Placement, text_prior
from dp_gateway.vocabulary.words import cl100k


def entry_words(index: Index, text: str) -> list[str]:
    return [index.word(int(entry)) for entry in Placement(index).entries(segment(text))]


def test_known_words_are_themselves_in_any_case(words: Index) -> None:
    assert entry_words(words, "paris Paris PARIS (paris) paris's") == ["paris"] * 5


def test_unknown_words_go_near_their_pieces(words: Index) -> None:
    """The placed entry is the nearest to the mean of the pieces, by a computation of its own."""
    for word in ("nursery-less", "wolfgangstrasse", "schadenfreude", "zürich"):
        for unit in (word if word.isalpha() else word.split("-")[1],):
            pieces = words.pieces[cl100k().encode_ordinary(" " + unit)].astype(float)
            pieces = pieces[pieces.any(axis=1)]
            mean = np.rint(pieces.mean(axis=0))
            distances = ((words.vectors - mean) ** 2).sum(axis=1)
            placed = int(Placement(words).place([unit])[0])
            assert distances[placed] == distances.min()


@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=30))
def test_every_string_is_placed_and_always_alike(words: Index, text: str) -> None:
    found = segment(text)
    once, again = Placement(words), Placement(words)
    entries = once.entries(found)
    assert ((entries >= 0) & (entries < words.size)).all()
    again.entries(segment("otherwise unknownwordzz"))
    assert (again.entries(found) == entries).all()
    assert (once.entries(found) == entries).all()


def test_a_very_long_word_is_placed_in_no_time(words: Index) -> None:
    assert len(entry_words(words, "x" * 50_000)) == 1


def test_memory_holds_hashes_only(words: Index) -> None:
    placement = Placement(words)
    placement.entries(segment("Xyzzyplugh"))
    held = [part for value in vars(placement).values() if isinstance(value, tuple) for part in value]
    assert held
    assert all(part.dtype.kind in "iu" for part in held)


def test_prior_counts_content_words(words: Index) -> None:
    prior = text_prior(words, ["The paris of the ", "Paris, and london"])
    assert prior[words.words.index("paris")] == pytest.approx(2 / 3)
    assert prior[words.words.index("london")] == pytest.approx(1 / 3)
    assert prior.sum() == pytest.approx(1)
