"""What is found for many settings in one pass is what each mechanism finds alone."""

from __future__ import annotations

import numpy as np
import pytest

from dp_gateway.attacks.posterior import best_inputs
from dp_gateway.evaluation.frontier import best_together
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.certify import certify
from dp_gateway.mechanisms.registry import MECHANISMS, create
from dp_gateway.vocabulary.index import Index

OF_DISTANCES = {"santext", "santext+", "tem", "rantext", "clusant", "nerasetext", "nerasetext+"}


def made(index: Index) -> list[Mechanism]:
    flags = index.frequencies > sorted(index.frequencies)[index.size // 2]
    options = {"nerasetext": {"sensitive": flags}, "nerasetext+": {"sensitive": flags}, "clusant": {"clusters": 6}}
    settings = [(name, epsilon) for name in MECHANISMS for epsilon in (1.0, 4.0)]
    return [create(name, index, epsilon, **options.get(name, {})) for name, epsilon in settings]


def test_the_same_figures(own_toy: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    index = own_toy
    random = np.random.default_rng(0)
    few = random.choice(index.size, index.size // 8, replace=False)
    weights = np.zeros(index.size)
    weights[few] = random.random(len(few))
    # The attacker reckons with words that do not occur.
    prior = np.where(weights > np.median(weights[few]), weights, 0)
    prior /= prior.sum()
    listed = made(index)
    alone = [(best_inputs(each, weights), each.utility(prior)) for each in listed if each.name in OF_DISTANCES]
    done: list[tuple[int, int]] = []
    found = best_together(listed, prior, weights, lambda *told: done.append(told))
    assert done[-1] == (len(few), len(few))
    together = [each for each in listed if each.table_name in found]
    assert {each.name for each in together} == OF_DISTANCES
    for each, (best, utility) in zip(together, alone, strict=True):
        assert np.array_equal(found[each.table_name].inputs, best.inputs), each.name
        np.testing.assert_allclose(found[each.table_name].joint, best.joint, rtol=1e-12)
        # It is kept: nothing is computed again.
        monkeypatch.setattr(each, "utility", None)
        kept = certify(each, prior).utility
        assert kept.bayes_asr == pytest.approx(utility.bayes_asr, rel=1e-12), each.name
        # Cosines are single precision, and one pass adds them up in another order.
        assert kept.expected_cosine == pytest.approx(utility.expected_cosine, rel=1e-6), each.name


def test_large_samples_are_left_to_bounds(own_toy: Index) -> None:
    index = own_toy
    even = np.full(index.size, 1 / index.size)
    assert best_together(made(index), even, even, lambda *_: None) == {}
    assert best_together([], even, even, lambda *_: None) == {}
