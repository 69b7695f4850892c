"""Each mechanism against its formula, its promise, brute force and its own draws."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.clusant import CluSanT
from dp_gateway.mechanisms.custext import CusText, CusTextPlus, partition
from dp_gateway.mechanisms.dyntext import DynText, DynTextFull
from dp_gateway.mechanisms.fbdd import FBDD
from dp_gateway.mechanisms.nerasetext import NERaseText, NERaseTextPlus
from dp_gateway.mechanisms.rantext import RanText
from dp_gateway.mechanisms.registry import MECHANISMS, create
from dp_gateway.mechanisms.santext import TEM, SanText, SanTextPlus
from dp_gateway.mechanisms.stairtext import StairText
from dp_gateway.mechanisms.two_stage import custext_labels
from dp_gateway.testing import MechanismConformance
from dp_gateway.vocabulary.index import Index


def distances(index: Index) -> NDArray[np.float64]:
    vectors = index.vectors.astype(float) / index.scale
    return np.linalg.norm(vectors[:, None] - vectors[None], axis=2)


def exponential(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    weights = np.exp(scores)
    return weights / weights.sum(axis=1, keepdims=True)


def everywhere(index: Index, value: float) -> NDArray[np.float64]:
    return np.full((index.size, index.size), value)


class TestStairText(MechanismConformance):
    tight = 0.999
    # The floors are tuned for 30,000 words; above this, 60 words never need a whole stair.
    epsilons = (0.5, 1.0, 4.0)

    def make(self, index: Index, epsilon: float) -> Mechanism:
        return StairText(index, epsilon)

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64] | None:
        """A fractional knapsack, word by word; the rest over the floors where the list is too short."""
        made = StairText(index, epsilon)
        floors = made.column / made.column.sum() * made.floor_mass
        law = np.tile(floors, (index.size, 1))
        for x in range(index.size):
            near = index.neighbours[x].astype(int)
            for y in near:
                law[x, y] += min((math.exp(epsilon) - 1) * floors[y], max(1 - law[x].sum(), 0))
            if law[x].sum() < 1 - 1e-9:
                held = floors[near].sum()
                rest = (1 - math.exp(epsilon) * held) / (made.floor_mass - held)
                law[x] = np.where(np.isin(np.arange(index.size), near), math.exp(epsilon), rest) * floors
        return law

    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        return everywhere(index, epsilon)

    def test_never_above_nominal(self, toy: Index) -> None:
        for epsilon in (0.1, 0.5, 2, 3, 5, 7, 12, 16):
            assert StairText(toy, epsilon).compute_level().epsilon <= epsilon


class TestSanText(MechanismConformance):
    def make(self, index: Index, epsilon: float) -> Mechanism:
        return SanText(index, epsilon)

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        return exponential(-epsilon / 2 * distances(index))

    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        return epsilon * distances(index)

    def test_limits(self, toy: Index) -> None:
        everything = np.arange(toy.size)
        np.testing.assert_allclose(SanText(toy, 1e-9).distribution(everything), 1 / toy.size, rtol=1e-6)
        np.testing.assert_allclose(SanText(toy, 1000).distribution(everything), np.eye(toy.size), atol=1e-6)


class TestTEM(TestSanText):
    def make(self, index: Index, epsilon: float) -> Mechanism:
        return TEM(index, epsilon, gamma=0.7)

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        return exponential(-epsilon / 2 * np.minimum(distances(index), 0.7))

    def test_limits(self, toy: Index) -> None:
        everything = np.arange(toy.size)
        published = 2 / 4 * math.log(0.999 * (toy.size - 1) / 0.001)
        assert TEM(toy, 4).gamma == pytest.approx(published)
        np.testing.assert_allclose(TEM(toy, 4).distribution(everything), SanText(toy, 4).distribution(everything))


class TestSanTextPlus(MechanismConformance):
    def make(self, index: Index, epsilon: float) -> Mechanism:
        return SanTextPlus(index, epsilon, sensitive=0.7, p=0.3)

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        rare = np.zeros(index.size, bool)
        rare[np.argsort(index.frequencies, kind="stable")[: round(0.7 * index.size)]] = True
        law = np.exp(-epsilon / 2 * distances(index)) * rare
        law /= law.sum(axis=1, keepdims=True)
        return np.where(rare[:, None], law, 0.3 * law + 0.7 * np.eye(index.size))

    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        rare = SanTextPlus(index, epsilon, sensitive=0.7, p=0.3).is_sensitive
        return np.where(rare[:, None] & rare, epsilon * distances(index), np.inf)


class TestCusText(MechanismConformance):
    similarity: Any = "euclidean"

    def make(self, index: Index, epsilon: float) -> Mechanism:
        return CusText(index, epsilon, k=8, similarity=self.similarity)

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        unit = index.vectors / np.linalg.norm(index.vectors, axis=1, keepdims=True)
        scores = unit @ unit.T if self.similarity == "cosine" else -distances(index)
        law = np.zeros((index.size, index.size))
        for group in partition(index, 8):
            members = group[group >= 0]
            inside = scores[np.ix_(members, members)]
            spread = (inside - inside.min()) / (inside.max() - inside.min())
            law[np.ix_(members, members)] = exponential(epsilon / 2 * spread)
        return law

    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        groups = partition(index, 8)
        group_of = np.empty(index.size, int)
        for number, group in enumerate(groups):
            group_of[group[group >= 0]] = number
        return np.where(group_of[:, None] == group_of, epsilon, np.inf)

    def test_every_word_is_in_one_group(self, toy: Index) -> None:
        groups = partition(toy, 8)
        assert sorted(groups[groups >= 0].tolist()) == list(range(toy.size))

    def test_one_group_is_finite(self, toy: Index) -> None:
        assert CusText(toy, 4, k=toy.size).compute_level().epsilon <= 4


class TestCusTextCosine(TestCusText):
    similarity = "cosine"


class TestCusTextPlus(TestCusText):
    def make(self, index: Index, epsilon: float) -> Mechanism:
        return CusTextPlus(index, epsilon, k=8)


class TestCusTextPerWord(MechanismConformance):
    def make(self, index: Index, epsilon: float) -> Mechanism:
        return CusText(index, epsilon, k=8, mapping="per-word")

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        law = np.zeros((index.size, index.size))
        for x in range(index.size):
            near = index.neighbours[x, :8].astype(int)
            d = distances(index)[x, near]
            law[x, near] = exponential(-epsilon / 2 * ((d - d.min()) / (d.max() - d.min()))[None])[0]
        return law

    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        return everywhere(index, np.inf)


class TestDynText(MechanismConformance):
    def make(self, index: Index, epsilon: float) -> Mechanism:
        return DynText(index, epsilon)

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        return self.lists(index, epsilon, DynText(index, epsilon).lengths)

    def lists(self, index: Index, epsilon: float, lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        law = np.zeros((index.size, index.size))
        for x, length in enumerate(lengths.tolist()):
            near = index.neighbours[x, :length].astype(int)
            d = distances(index)[x, near]
            law[x, near] = exponential((epsilon - 0.5) / 2 * (1 - d / max(d.max(), 1e-9))[None])[0]
        return law

    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        return everywhere(index, np.inf)


class TestDynTextFull(TestDynText):
    def make(self, index: Index, epsilon: float) -> Mechanism:
        return DynTextFull(index, epsilon)

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        made = DynTextFull(index, epsilon)
        assert made.lengths.min() >= 2
        return 0.9 * self.lists(index, epsilon, made.lengths) + 0.1 / index.size

    def test_level_is_finite(self, toy: Index) -> None:
        assert math.isfinite(DynTextFull(toy, 6).compute_level().epsilon)


class TestRanText(MechanismConformance):
    # Distances and radii stand on a coarser grid.
    tolerance = 0.02
    epsilons = (1.0, 4.0, 10.0)

    def make(self, index: Index, epsilon: float) -> Mechanism:
        return RanText(index, epsilon)

    def reference(self, index: Index, epsilon: float) -> None:
        """The law is an integral over the radius; `test_rantext` draws it from the definition."""

    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        return everywhere(index, np.inf)

    def test_level_is_finite(self, toy: Index) -> None:
        assert math.isfinite(RanText(toy, 6).compute_level().epsilon)


class TestCluSanT(MechanismConformance):
    """At a k where Theorem 5's assumptions hold, so that its promise is put to the test."""

    k = 4.0

    def make(self, index: Index, epsilon: float) -> Mechanism:
        made = CluSanT(index, epsilon, k=self.k, clusters=8)
        assert made.check_assumptions().hold
        return made

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        """Fig. 1 and 2, entry by entry."""
        labels, d = custext_labels(index, 8), distances(index)
        vectors = index.vectors.astype(float) / index.scale
        centroids = np.stack([vectors[labels == label].mean(axis=0) for label in range(labels.max() + 1)])
        between = np.linalg.norm(self.k * centroids[:, None] - self.k * centroids[None], axis=2)
        sensitivity = max(1.0, np.abs(d[:, None, :] - d[None, :, :]).max())
        law = np.zeros((index.size, index.size))
        for x in range(index.size):
            outer = exponential(-epsilon / 2 * between[labels[x]][None] / 2)[0]
            for label, share in enumerate(outer):
                members = np.flatnonzero(labels == label)
                law[x, members] = share * exponential(-epsilon / 2 * d[x, members][None] / (2 * sensitivity))[0]
        return law

    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        """Theorem 5: epsilon d_c(x, x') with the pushed embedding f'."""
        labels = custext_labels(index, 8)
        vectors = index.vectors.astype(float) / index.scale
        centroids = np.stack([vectors[labels == label].mean(axis=0) for label in range(labels.max() + 1)])
        pushed = vectors + (self.k - 1) * centroids[labels]
        return epsilon * np.linalg.norm(pushed[:, None] - pushed[None], axis=2)


def cosine_distances(index: Index) -> NDArray[np.float64]:
    unit = index.vectors.astype(float) / np.linalg.norm(index.vectors.astype(float), axis=1, keepdims=True)
    return 1 - unit @ unit.T


class TestNERaseText(MechanismConformance):
    # Cosine distance is half the squared distance, and rounded vectors are of unit length to three digits and a half.
    tolerance = 5e-3
    sensitive = np.arange(60) % 3 == 0

    def make(self, index: Index, epsilon: float) -> Mechanism:
        return NERaseText(index, epsilon, sensitive=self.sensitive)

    def epsilons_of_words(self, epsilon: float) -> NDArray[np.float64]:
        return np.where(self.sensitive, epsilon / 2, epsilon)[:, None]

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        return exponential(-self.epsilons_of_words(epsilon) / 2 * cosine_distances(index))

    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        """eps_s c between two sensitive words, eps_n c between others; half of each across."""
        largest = cosine_distances(index).max()
        return (self.epsilons_of_words(epsilon) + self.epsilons_of_words(epsilon).T) / 2 * largest


class TestNERaseTextPlus(TestNERaseText):
    p = 0.7

    def make(self, index: Index, epsilon: float) -> Mechanism:
        return NERaseTextPlus(index, epsilon, sensitive=self.sensitive, p=self.p)

    def reference(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        weights = np.exp(-self.epsilons_of_words(epsilon) / 2 * cosine_distances(index))
        own = self.sensitive[:, None] == self.sensitive
        inside, outside = weights * own, weights * ~own
        inside /= inside.sum(axis=1, keepdims=True)
        outside /= outside.sum(axis=1, keepdims=True)
        return self.p * inside + (1 - self.p) * outside

    def loss(self, index: Index, epsilon: float) -> NDArray[np.float64]:
        own = self.sensitive[:, None] == self.sensitive
        return super().loss(index, epsilon) + np.where(own, 0, abs(math.log(self.p / (1 - self.p))))


def test_every_mechanism_has_a_suite() -> None:
    suites = {suite for name, suite in globals().items() if name.startswith("Test")}
    tested = {entry.cls for entry in MECHANISMS.values() if any(s.__name__ == f"Test{entry.cls}" for s in suites)}
    assert tested | {"FBDD"} == {entry.cls for entry in MECHANISMS.values()}


@pytest.mark.parametrize("factor", [0.7, 1.3, 2.0])
@pytest.mark.parametrize(
    ("suite", "cls"),
    [
        (TestStairText, StairText),
        (TestSanText, SanText),
        (TestCusText, CusText),
        (TestCluSanT, CluSanT),
        (TestNERaseText, NERaseText),
        (TestNERaseTextPlus, NERaseTextPlus),
    ],
)
def test_suite_rejects_mutants(
    toy: Index, suite: type[MechanismConformance], cls: type[Mechanism], factor: float
) -> None:
    class Mutated(suite):  # type: ignore[misc, valid-type]
        def make(self, index: Index, epsilon: float) -> Mechanism:
            return suite.make(self, index, epsilon * factor)  # type: ignore[arg-type]

    with pytest.raises(AssertionError):
        Mutated().test_table_is_the_formula(toy)  # pyright: ignore[reportAbstractUsage]
    # The exponential mechanism loses about half of what its paper promises: only a doubled epsilon breaks the promise.
    # CluSanT's loses less than half of a half: see below.
    if suite is not TestCluSanT and factor >= (1.3 if suite.tight else 2.0):
        with pytest.raises(AssertionError):
            Mutated().test_promised_loss_holds(toy)  # pyright: ignore[reportAbstractUsage]


@pytest.mark.parametrize("change", [{"factor": 5.0}, {"k": 16.0}])
def test_suite_rejects_broken_promises_of_clusant(toy: Index, change: dict[str, float]) -> None:
    """Five times the epsilon, or clusters pushed farther apart than the metric says."""

    class Mutated(TestCluSanT):
        def make(self, index: Index, epsilon: float) -> Mechanism:
            return CluSanT(index, epsilon * change.get("factor", 1), k=change.get("k", self.k), clusters=8)

    with pytest.raises(AssertionError):
        Mutated().test_promised_loss_holds(toy)


def test_suite_rejects_draws_of_another_table(toy: Index) -> None:
    class Wrong(SanText):
        def release(self, entries: Any, stream: Any) -> Any:
            return SanText(self.index, self.epsilon * 1.3).release(entries, stream)

    class Suite(TestSanText):
        def make(self, index: Index, epsilon: float) -> Mechanism:
            return Wrong(index, epsilon)

    with pytest.raises(AssertionError):
        Suite().test_draws_follow_the_table(toy)


def test_fbdd_draws_and_bound(toy: Index) -> None:
    """FBDD has no law to compare with: large epsilon keeps the word, small epsilon forgets it."""
    from dp_gateway.errors import AssumptionViolated
    from dp_gateway.testing import SeededStream

    words = np.repeat(np.arange(toy.size), 50)
    assert (FBDD(toy, 1e5).release(words, SeededStream(1)) == words).all()
    forgotten = FBDD(toy, 1e-3).release(np.repeat([0, 1], 20_000), SeededStream(2)).reshape(2, -1)
    counts = np.stack([np.bincount(row, minlength=toy.size) for row in forgotten])
    assert np.abs(counts[0] - counts[1]).max() < 6 * np.sqrt(counts.max())
    level = FBDD(toy, 3.0).compute_level()
    assert level.epsilon == pytest.approx(3 * distances(toy).max(), rel=1e-3)
    with pytest.raises(AssumptionViolated):
        FBDD(toy, 3.0).distribution(np.arange(2))


def test_fbdd_utility_is_that_of_its_draws(toy: Index) -> None:
    """Estimated on draws: nearly all there is to have at a large epsilon, nothing but the prior at a small one."""
    prior = np.arange(1, toy.size + 1) / (toy.size * (toy.size + 1) / 2)
    told: list[int] = []
    kept = FBDD(toy, 1e5).utility(prior, lambda done, _: told.append(done))
    assert (kept.bayes_asr, kept.expected_cosine) == pytest.approx((1, 1))
    assert told == sorted(told)
    assert len(set(told)) > 1
    forgotten = FBDD(toy, 1e-3).utility(prior)
    assert forgotten.bayes_asr == pytest.approx(prior.max(), abs=0.03)
    assert forgotten.expected_cosine < 0.5


@pytest.mark.parametrize("kept", [[0, 5], [3, 5], [0]])
def test_an_infinite_level_names_a_word_that_only_itself_becomes(toy: Index, kept: list[int]) -> None:
    plus = SanTextPlus(toy, 4, sensitive=0.7, p=0.3)
    plus.is_sensitive[:] = True
    plus.is_sensitive[kept] = False
    level = plus.compute_level()
    law = plus.distribution(np.array([level.x, level.x_prime]))[:, level.output]
    assert level.epsilon == math.inf
    assert law[0] > 0
    assert law[1] == 0


def test_unknown_parameters_are_refused(toy: Index) -> None:
    from dp_gateway.errors import AssumptionViolated, InvalidEpsilon, UnknownMechanism

    for bad in (0, -1, math.nan, math.inf, "6", None, True):
        with pytest.raises(InvalidEpsilon):
            create("stairtext", toy, bad)  # type: ignore[arg-type]
    with pytest.raises(UnknownMechanism, match="stairtext"):
        create("stairtxt", toy, 6)
    for name, options in (
        ("custext", {"k": 1}),
        ("custext", {"k": 61}),
        ("stairtext", {"floor_mass": 1.0}),
        ("tem", {"gamma": -1}),
    ):
        with pytest.raises(AssumptionViolated):
            create(name, toy, 6, **options)
    with pytest.raises(AssumptionViolated):
        create("dyntext", toy, 0.4)
