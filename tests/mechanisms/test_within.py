"""The staircase inside classes, held against its definition by brute force over a toy vocabulary."""

from __future__ import annotations

import math
from itertools import permutations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.restricted import RelatedSets
from dp_gateway.mechanisms.within import WithinClasses
from dp_gateway.pipeline.figures import phrase_level
from dp_gateway.testing.conformance import SeededStream
from dp_gateway.vocabulary.index import Index

CHOICES = 8


def labels(index: Index, *sizes: int) -> NDArray[np.int64]:
    """Classes of some sizes, the rest of the vocabulary last; interleaved, so that places do not tell."""
    ends = np.cumsum(sizes)
    return np.searchsorted(ends, np.arange(index.size) * 7 % index.size, side="right").astype(np.int64)


@pytest.fixture
def mechanism(toy: Index) -> WithinClasses:
    return WithinClasses(toy, 2.0, labels(toy, 3, 10, 20), choices=CHOICES)


NO_SETS = RelatedSets(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.bool_))
"""Any phrase may be a relative of a phrase, and another one beside it."""


def rows(mechanism: WithinClasses, *, never_self: bool, shut_out: list[int], relatives: int = 0) -> NDArray[np.float64]:
    """The law of draws that are repeated until they may be used; the nearest are relatives of each phrase."""
    law = mechanism.distribution(np.arange(mechanism.index.size))
    if never_self:
        np.fill_diagonal(law, 0)
    for row in law if relatives else ():
        row[np.argsort(-row, kind="stable")[:relatives]] *= mechanism.low / mechanism.high
    law[:, shut_out] = 0
    return law / law.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("never_self", [True, False])
@pytest.mark.parametrize("gone", [0, 1, 2])
def test_no_pair_of_a_class_exceeds_the_level(mechanism: WithinClasses, never_self: bool, gone: int) -> None:
    compared = 0
    for label in range(4):
        members = mechanism.members(label)
        shut_out = members[:gone].tolist()
        epsilon, delta = phrase_level(mechanism, NO_SETS if never_self else None, shut_out, [label])
        if len(members) - gone - never_self < 1:
            continue
        compared += not math.isinf(epsilon)
        kinds = [
            rows(mechanism, never_self=never_self, shut_out=shut_out, relatives=relatives)
            for relatives in range(mechanism.most_relatives(label) + 1 if never_self else 1)
        ]
        pairs = np.array(list(permutations(members, 2)))
        for one, other in product(kinds, kinds):
            excess = np.maximum(one[pairs[:, 0]] - np.exp(min(epsilon, 700)) * other[pairs[:, 1]], 0).sum(axis=1)
            assert excess.max() <= delta + 1e-12
    assert compared >= 2


def test_relatives_are_drawn_as_seldom_as_the_farthest(mechanism: WithinClasses) -> None:
    entry = int(mechanism.members(3)[0])
    near = int(mechanism._near[entry, 1])  # pyright: ignore[reportPrivateUsage]
    far = int(mechanism._seldom(entry)[0])  # pyright: ignore[reportPrivateUsage]
    kept = sum(mechanism.keeps(entry, near, SeededStream(seed)) for seed in range(4000))
    assert abs(kept / 4000 - mechanism.low / mechanism.high) < 0.03  # e^2; 5 standard deviations
    assert all(mechanism.keeps(entry, far, SeededStream(seed)) for seed in range(10))


def test_the_level_is_attained(mechanism: WithinClasses) -> None:
    law, members = mechanism.distribution(np.arange(mechanism.index.size)), mechanism.members(3)
    inside = law[np.ix_(members, members)]
    assert np.log(inside.max(axis=0) / inside.min(axis=0)).max() == pytest.approx(2.0, abs=1e-6)
    assert mechanism.level_of([3], None)[0] == pytest.approx(2.0, abs=1e-6)


def test_small_classes_are_uniform(mechanism: WithinClasses) -> None:
    members = mechanism.members(0)
    assert np.allclose(mechanism.distribution(members)[:, members], 1 / 3)
    assert mechanism.level_of([0], None) == (0.0, 0.0)
    assert mechanism.level_of([0], NO_SETS, members[:2].tolist()) == (math.inf, 1.0)


def test_nothing_leaves_its_class_and_nothing_is_promised_between_classes(mechanism: WithinClasses) -> None:
    entries = np.arange(mechanism.index.size)
    law = mechanism.distribution(entries)
    assert np.allclose(law.sum(axis=1), 1)
    assert not law[mechanism.labels[:, None] != mechanism.labels[None, :]].any()
    assert math.isinf(mechanism.level().epsilon)


def test_what_is_drawn_is_the_law(mechanism: WithinClasses) -> None:
    """Chi-square of 20,000 draws; a fresh seed fails once in a million."""
    from scipy.stats import chisquare

    entry = int(mechanism.members(3)[0])
    drawn = mechanism.release(np.full(20_000, entry), SeededStream(1))
    law = mechanism.distribution(np.array([entry]))[0]
    counts = np.bincount(drawn, minlength=len(law))
    assert not counts[law == 0].any()
    assert chisquare(counts[law > 0], 20_000 * law[law > 0]).pvalue > 1e-6
    near = mechanism.index.levels_from(np.array([entry]), mechanism.members(3))[0]
    raised = np.sort(near[law[mechanism.members(3)] > 1.5 * law[law > 0].min()])
    assert raised.tolist() == np.sort(near)[: CHOICES + 1].tolist()


def test_a_class_of_one_is_refused(toy: Index) -> None:
    with pytest.raises(AssumptionViolated, match="fewer than two"):
        WithinClasses(toy, 2.0, labels(toy, 1, 5))
