"""The honest line about a mechanism: its own promise, what an attacker recovers, and that neither is computed twice."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.certify import certify
from dp_gateway.mechanisms.registry import create
from dp_gateway.vocabulary.index import Index


@pytest.mark.parametrize("name", ["stairtext", "santext", "tem"])
def test_the_line_is_what_brute_force_says(own_toy: Index, name: str) -> None:
    mechanism = create(name, own_toy, 3.0)
    prior = np.arange(1.0, own_toy.size + 1)
    prior /= prior.sum()
    told = certify(mechanism, prior)
    law = mechanism.distribution(np.arange(own_toy.size))
    assert told.utility.bayes_asr == pytest.approx((prior[:, None] * law).max(axis=0).sum(), abs=1e-6)
    ratios = np.log(law.max(axis=0)) - np.log(law.min(axis=0))
    assert told.guarantee.certified_epsilon == pytest.approx(ratios.max(), rel=1e-6)
    assert told.vocabulary_size == own_toy.size
    assert own_toy.content_hash[:16] in told.index


def test_it_is_worked_out_once_and_kept_for_its_prior(own_toy: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    first = certify(create("stairtext", own_toy, 2.0))

    def never(*_: object) -> object:
        raise AssertionError("worked out again")

    made = create("stairtext", Index(own_toy.path), 2.0)
    monkeypatch.setattr(type(made), "utility", never)
    monkeypatch.setattr(type(made), "compute_level", never)
    assert certify(made).to_json() == first.to_json()
    uneven = np.full(own_toy.size, 1.0)
    uneven[0] = own_toy.size
    with pytest.raises(AssertionError, match="worked out again"):
        certify(made, uneven / uneven.sum())


def test_an_infinite_level_is_written_as_a_word(own_toy: Index) -> None:
    mechanism: Mechanism = create("custext", own_toy, 3.0)
    told = certify(mechanism)
    assert told.guarantee.certified_epsilon == math.inf
    written = told.to_json()
    assert written["certified_epsilon"] == "inf"
    assert written["worst_pair"] is None or len(written["worst_pair"]) >= 2
