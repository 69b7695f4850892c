"""Context-free attacks against brute force on the toy vocabulary, and what must hold for any mechanism and prior."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dp_gateway.attacks import (
    ContextFreeBayesian,
    ContextFreeBound,
    EmbeddingInversion,
    Trial,
    drawn_corpus,
    read_corpus,
    wilson,
)
from dp_gateway.attacks.posterior import best_inputs, candidates
from dp_gateway.errors import AssumptionViolated, InputError
from dp_gateway.mechanisms.registry import MECHANISMS, create
from dp_gateway.testing import SeededStream
from dp_gateway.vocabulary.index import Index

WITH_TABLE = sorted(set(MECHANISMS) - {"fbdd"})


def make(name: str, index: Index, epsilon: float = 3.0):
    options = {"k": 5} if name.startswith("custext") else {}
    return create(name, index, epsilon, **options)


def zipf(index: Index, seed: int) -> np.ndarray:
    keys = SeededStream(seed).uint64(index.size)
    weights = 1 / (1 + np.argsort(np.argsort(keys)))
    return weights / weights.sum()


@pytest.mark.parametrize("name", WITH_TABLE)
def test_best_inputs_and_candidates_are_those_of_brute_force(toy: Index, name: str) -> None:
    mechanism = make(name, toy)
    for seed, hidden in ((1, 0), (2, 20), (3, 57)):
        weights = np.where(
            np.argsort(np.argsort(SeededStream(seed + 10).uint64(toy.size))) < hidden, 0, zipf(toy, seed)
        )
        joint = weights[:, None] * mechanism.distribution(np.arange(toy.size))
        best = best_inputs(mechanism, weights)
        np.testing.assert_allclose(best.joint, joint.max(axis=0), rtol=1e-9)
        np.testing.assert_allclose(joint[best.inputs, np.arange(toy.size)], joint.max(axis=0), rtol=1e-9)
        outputs = np.array([0, 7, 7, 59])
        found = candidates(mechanism, weights, outputs, 3)
        np.testing.assert_allclose(found.joint, -np.sort(-joint[:, outputs], axis=0)[:3].T, rtol=1e-9)
        np.testing.assert_allclose(joint[found.inputs, outputs[:, None]], found.joint, rtol=1e-9)


@pytest.mark.parametrize("name", WITH_TABLE)
def test_common_words_are_left_to_the_table(toy: Index, name: str) -> None:
    """Most words having the least weight, as the 1/alpha of a shadow corpus gives them, changes nothing."""
    mechanism = make(name, toy)
    weights = np.full(toy.size, 0.01)
    weights[[3, 9, 40]] = 0.2, 0.05, 0.3
    weights[50:] = 0
    joint = weights[:, None] * mechanism.distribution(np.arange(toy.size))
    best = best_inputs(mechanism, weights)
    np.testing.assert_allclose(best.joint, joint.max(axis=0), rtol=1e-9)
    np.testing.assert_allclose(joint[best.inputs, np.arange(toy.size)], joint.max(axis=0), rtol=1e-9)


@pytest.mark.parametrize("name", WITH_TABLE)
def test_bound_is_the_bayes_success_of_the_certificate(toy: Index, name: str) -> None:
    mechanism = make(name, toy)
    private, shadow = corpora(toy, 5)
    trial = Trial(mechanism, private, shadow)
    report = ContextFreeBound().attack(trial)
    assert report.expected == pytest.approx(mechanism.utility(trial.private_weights).bayes_asr, rel=1e-9)


def corpora(index: Index, seed: int, words: int = 4000):
    prior = zipf(index, seed)
    stream = SeededStream(seed)
    return drawn_corpus(index, prior, words, stream), drawn_corpus(index, prior, words, stream)


@given(name=st.sampled_from(WITH_TABLE), epsilon=st.floats(0.6, 12), seed=st.integers(0, 10**6))
def test_order_of_strength(toy: Index, name: str, epsilon: float, seed: int) -> None:
    """No attack beats the exact bound, and the Bayesian one is not weaker than embedding inversion.

    Five deviations of 4,000 draws: of 100 examples, fewer than one in ten thousand runs would fail by chance.
    """
    trial = Trial(make(name, toy, epsilon), *corpora(toy, seed), stream=SeededStream(seed))
    bound, bayesian, inversion = (
        attack.attack(trial) for attack in (ContextFreeBound(), ContextFreeBayesian(), EmbeddingInversion())
    )
    assert bound.expected is not None
    assert bayesian.expected is not None
    assert bayesian.expected <= bound.expected + 1e-12
    error = 5 * np.sqrt(0.25 / bound.tokens)
    for report in (bound, bayesian, inversion):
        assert report.success_rate <= bound.expected + error
        assert report.expected is None or abs(report.success_rate - report.expected) <= error
    assert bayesian.success_rate >= inversion.success_rate - error


def test_a_bound_with_a_wrong_factor_would_be_noticed(toy: Index) -> None:
    """The order above is sharp enough to reject a bound that is a tenth too small."""
    trial = Trial(make("custext", toy, 6.0), *corpora(toy, 1))
    report = ContextFreeBound().attack(trial)
    assert report.expected is not None
    assert report.success_rate > 0.9 * report.expected + 5 * np.sqrt(0.25 / report.tokens)


def test_without_a_table_there_is_a_clear_error(toy: Index) -> None:
    private, shadow = corpora(toy, 1)
    fbdd = create("fbdd", toy, 3.0)
    for attack in (ContextFreeBound(), ContextFreeBayesian()):
        with pytest.raises(AssumptionViolated, match="no closed form"):
            attack.run(fbdd, private, shadow)
    assert 0 < EmbeddingInversion().run(fbdd, private, shadow).success_rate < 1


def test_run_is_the_one_interface(toy: Index) -> None:
    private = read_corpus(toy, ["the good film", "a bad doctor in paris"])
    shadow = read_corpus(toy, ["the nice movie in london"])
    report = ContextFreeBayesian().run(make("stairtext", toy), private, shadow)
    assert report.tokens == 5
    assert sorted(toy.word(entry) for entry in report.inputs.tolist()) == ["bad", "doctor", "film", "good", "paris"]
    assert list(report.to_json()) == ["attack", "success_rate", "interval", "tokens", "seconds"]


def test_overlap_and_empty_sets_are_refused(toy: Index) -> None:
    one, other = read_corpus(toy, ["Good film!", "bad dog"]), read_corpus(toy, ["a bird", "good film"])
    with pytest.raises(InputError, match="overlap in 1 sentence;"):
        ContextFreeBound().run(make("stairtext", toy), one, other)
    for nothing in ([], [""], ["the of and"], ["zzyzx 12 !"]):
        with pytest.raises(InputError, match="no word to attack"):
            read_corpus(toy, nothing)


@pytest.mark.parametrize("prior", [np.zeros(60), np.ones(3), np.full(60, np.nan), -np.ones(60)])
def test_priors_that_cannot_serve_are_refused(toy: Index, prior: np.ndarray) -> None:
    with pytest.raises(InputError, match="a prior is 60 weights"):
        drawn_corpus(toy, prior, 10, SeededStream(1))


def test_shadow_prior_adds_one_count_to_every_word_that_can_be_attacked(toy: Index) -> None:
    trial = Trial(make("stairtext", toy), read_corpus(toy, ["a cat"]), read_corpus(toy, ["dog dog bird"]))
    dog, cat = toy.words.index("dog"), toy.words.index("cat")
    assert trial.shadow_weights[dog] == pytest.approx(2 / 3 + 1 / 3)
    assert trial.shadow_weights[cat] == pytest.approx(1 / 3)
    assert not trial.shadow_weights[toy.is_stopword].any()


def test_wilson() -> None:
    # Newcombe (1998), table I: 81 of 263 and 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
