"""Bounds from draws: correct intervals, never above the truth, and near it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from dp_gateway.attacks import clopper_pearson, empirical_epsilon, least_queries
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.registry import create
from dp_gateway.privacy.certificate import Level
from dp_gateway.testing import SeededStream
from dp_gateway.vocabulary.index import Index


@pytest.mark.parametrize(("hits", "trials"), [(0, 10), (3, 10), (10, 10), (17, 1000), (99_000, 100_000), (1, 100_000)])
def test_clopper_pearson_is_that_of_scipy(hits: int, trials: int) -> None:
    exact = stats.binomtest(hits, trials).proportion_ci(method="exact")
    assert clopper_pearson(hits, trials) == pytest.approx((exact.low, exact.high), rel=1e-7, abs=1e-12)


@pytest.mark.parametrize("epsilon", [0.5, 2.0, 5.0])
def test_draws_prove_most_of_a_tight_epsilon(toy: Index, epsilon: float) -> None:
    """StairText attains its level; at 95 % one run in twenty could prove too much, these seeds do not."""
    mechanism = create("stairtext", toy, epsilon)
    found = empirical_epsilon(mechanism, mechanism.level(), SeededStream(4))
    assert 0.9 * epsilon - 0.05 < found.lower <= epsilon


def test_half_the_noise_is_noticed(toy: Index) -> None:
    """What is claimed at epsilon and drawn at twice that is refuted by draws."""
    claimed, drawn = create("stairtext", toy, 2.0), create("stairtext", toy, 4.0)
    found = empirical_epsilon(drawn, claimed.level(), SeededStream(4))
    assert found.lower > claimed.level().epsilon


def test_infinite_and_no_difference(toy: Index) -> None:
    custext = create("custext", toy, 1.0, k=5)
    found = empirical_epsilon(custext, custext.level(), SeededStream(1), draws=1000)
    assert math.isinf(custext.level().epsilon)
    assert found.counts[1] == 0
    assert found.lower == pytest.approx(math.log(found.counts[0] / 1000) + math.log(1000 / 3.69), abs=0.1)
    assert empirical_epsilon(custext, Level(0.0, 3, 3, 3), SeededStream(1)).lower == 0


def test_without_a_table_outputs_are_found_by_draws(toy: Index) -> None:
    fbdd = create("fbdd", toy, 3.0)
    found = empirical_epsilon(fbdd, fbdd.level(), SeededStream(1), draws=5000)
    assert 0.5 < found.lower <= fbdd.level().epsilon


class Alternating(Mechanism):
    """Randomised response on the toy vocabulary, written out."""

    name = "randomised response"
    notion = "pure local DP"
    source = "Warner (1965)"
    truth = 0.2

    def release(self, entries, stream):
        bits = stream.uint64(2 * len(entries))
        uniform = (bits[: len(entries)] >> np.uint64(11)).astype(float) * 2.0**-53
        return np.where(uniform < self.truth, entries, (bits[len(entries) :] % np.uint64(self.index.size)).astype(int))

    def distribution(self, entries):
        law = np.full((len(entries), self.index.size), (1 - self.truth) / self.index.size)
        law[np.arange(len(entries)), entries] += self.truth
        return law

    def compute_level(self, progress=None):
        raise NotImplementedError

    def utility(self, prior, progress=None):
        raise NotImplementedError


def test_least_queries_against_a_direct_simulation(toy: Index) -> None:
    """With every word alike the likeliest input is the most frequent output, and both decoders agree."""
    mechanism = Alternating(toy, 1.0)
    generator = np.random.default_rng(1)

    def recovered(count: int) -> float:
        law = mechanism.distribution(np.array([0]))[0]
        counts = generator.multinomial(count, law, size=4000)
        return float((counts[:, 0] > counts[:, 1:].max(axis=1)).mean())

    found = least_queries(mechanism, 0, SeededStream(1), decoder="frequency", trials=2000)
    assert found is not None
    assert recovered(found + 3) > 0.94
    assert recovered(found - 3) < 0.96
    likelihood = least_queries(mechanism, 0, SeededStream(2), trials=2000)
    assert likelihood is not None
    # Only the 24 nearest words are reckoned with, so fewer draws can do.
    assert found - 8 <= likelihood <= found + 2
    assert least_queries(mechanism, 0, SeededStream(1), limit=2) is None
