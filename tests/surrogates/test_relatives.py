"""No surrogate of a phrase holds a telling word of it, but as seldom as the certificate says."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from dp_gateway import Gateway, Secret
from dp_gateway.detection.detection import Detection
from dp_gateway.mechanisms.registry import create
from dp_gateway.mechanisms.restricted import RelatedSets, is_kept, self_free_level
from dp_gateway.patterns.known_phrases import SensitiveList
from dp_gateway.randomness import KeyedStream
from dp_gateway.surrogates.kept import Relatives
from dp_gateway.vocabulary.index import Index

KEY = Secret(b"a key for tests, not a secret")
SCOPES = 100


@pytest.mark.parametrize(
    ("kind", "phrase", "word"),
    [
        ("LOCATION", "Boston", "boston"),
        ("LOCATION", "Taipei", "taipei"),
        ("LOCATION", "North Korea", "korea"),
        ("LOCATION", "Budapest", "budapest"),
    ],
)
def test_no_surrogate_holds_a_telling_word_of_the_value(kind: str, phrase: str, word: str) -> None:
    """One of 100 fresh scopes holds it with a probability below 1 %; without the rule each of these phrases fails."""
    gateway = Gateway("entities", key=KEY, detection=Detection([SensitiveList({kind: [phrase]})]))
    sent = [gateway.sanitize(f"It is {phrase}.", scope=str(scope)).text.lower() for scope in range(SCOPES)]
    assert [text for text in sent if word in text] == []


def test_words_that_many_phrases_have_tell_nothing() -> None:
    relatives = Relatives(["Boston", "South Boston", "New Bóston", *(f"San {chr(97 + n) * 4}" for n in range(9))])
    assert relatives.of("BOSTON") == {0, 1, 2}
    assert relatives.of("Boston Harbor") == frozenset()  # three are more than two, beside another word
    assert relatives.of("San aaaa") == {3}
    assert relatives.of("Nowhere") == frozenset()


def some_sets(index: Index) -> RelatedSets:
    alone = np.array([False, False, True])
    return RelatedSets(np.array([1, 2, 5, 6, 7, 9, 10, 11, 12]), np.array([0, 2, 5]), alone)


def possible(sets: RelatedSets, size: int) -> list[set[int]]:
    """What any input could have: nothing, a set, or two that are not alone; some outputs by themselves."""
    each = [set(part.tolist()) for part in np.split(sets.members, sets.starts[1:])]
    single = [{output} for output in range(0, size, 7)]
    beside = [one for one, alone in zip(each, sets.alone.tolist(), strict=True) if not alone] + single
    return [set(), *each, *single, *(one | other for one in beside for other in beside)]


def test_the_weight_of_relatives_is_the_largest_of_any_input_and_no_more(toy: Index) -> None:
    """What is weighed too high is no lie, and costs all who read the certificate."""
    sets = some_sets(toy)
    rows = np.random.default_rng(5).uniform(0.1, 1, (20, toy.size))
    every = possible(sets, 1) + [{one} for one in range(toy.size)]
    each = [one for one in every if len(one) == 1] + [
        set(part.tolist())
        for part, alone in zip(np.split(sets.members, sets.starts[1:]), sets.alone, strict=True)
        if not alone
    ]
    weights = np.array([[sum(row[list(one)]) for one in each] for row in rows])
    alone = rows[:, [9, 10, 11, 12]].sum(axis=1)
    two = np.sort(weights, axis=1)[:, -2:].sum(axis=1)
    np.testing.assert_allclose(sets.weigh(rows), np.maximum(alone, two))


def law_without(law: np.ndarray, own: int, related: set[int], least: np.ndarray) -> np.ndarray:
    row = law.copy()
    row[list(related)] = least[list(related)]
    row[own] = 0
    return row / row.sum()


def test_the_certificate_covers_every_pair_of_inputs_with_any_relatives(toy: Index) -> None:
    mechanism, sets = create("stairtext", toy, 2), some_sets(toy)
    level = self_free_level(mechanism, sets)
    plain = self_free_level(mechanism)
    law = mechanism.distribution(np.arange(toy.size))
    least = law.min(axis=0)
    assert np.array_equal(least, level.column_min)
    entries = range(0, toy.size, max(1, toy.size // 8))
    rows = np.array([law_without(law[own], own, one, least) for own in entries for one in possible(sets, toy.size)])
    worst = 0.0
    for row in rows:
        worst = max(worst, float(np.maximum(row - np.exp(level.epsilon) * rows, 0).sum(axis=1).max()))
    assert worst <= level.delta + 1e-12
    every = np.array([law_without(law[own], own, one, least) for own in range(toy.size) for one in possible(sets, 60)])
    ratio = np.log(every.max(axis=0) / np.where(every > 0, every, np.inf).min(axis=0)).max()
    # The level without the weight of the relatives is refuted.
    assert plain.epsilon < ratio <= level.epsilon


def test_relatives_are_drawn_by_the_law_that_is_certified(toy: Index) -> None:
    """Chi-square with a fixed seed; a fresh one would fail once in 10^4."""
    from scipy.stats import chisquare

    mechanism, sets, own, draws = create("stairtext", toy, 1.5), some_sets(toy), 3, 4000
    related = {1, 2, 9, 10}
    stream, drawn = KeyedStream(bytes(32), b"relatives"), Counter[int]()
    while drawn.total() < draws:
        one = mechanism.release_one(own, stream)
        if one != own and (one not in related or is_kept(mechanism, sets, own, one, stream)):
            drawn[one] += 1
    law = mechanism.distribution(np.array([own]))[0]
    expected = law_without(law, own, related, self_free_level(mechanism, sets).column_min) * draws
    kept = expected > 0
    counts = np.array([drawn[output] for output in range(toy.size)])
    assert counts[~kept].sum() == 0
    assert chisquare(counts[kept], expected[kept]).pvalue > 1e-4


def test_the_sets_are_those_of_every_process() -> None:
    """Levels are stored under their digest: one that follows the hashes of strings is worked out in each process."""
    phrases = ["United States of America", "Isle of North Ronaldsay", "North Holland United", "America North Isle"]
    program = f"from dp_gateway.surrogates.kept import Relatives; print(Relatives({phrases!r}, 9).sets.digest)"
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1
