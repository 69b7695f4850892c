"""The search by bounds finds what a look at all pairs finds, on a vocabulary larger than any neighbour list."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dp_gateway.attacks.posterior import Candidates, best_inputs, bounded_search, candidates
from dp_gateway.errors import InputError
from dp_gateway.mechanisms.radial import RadialMechanism
from dp_gateway.mechanisms.rantext import RanText
from dp_gateway.mechanisms.registry import create
from dp_gateway.vocabulary.build import build_index
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.words import word_list

SIZE = 700


class Scattered:
    """Unit vectors in groups of very different width, so that neighbour lists end at very different distances."""

    name = "scattered"
    local = True
    normalize = True

    def embed(self, texts, *, progress=None):
        generator = np.random.default_rng(5)
        centres = generator.standard_normal((20, 8))
        widths = generator.uniform(0.01, 1.0, 20)
        group = np.arange(len(texts)) % 20
        vectors = centres[group] + widths[group, None] * generator.standard_normal((len(texts), 8))
        if progress is not None:
            progress(len(texts))
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="module")
def scattered(tmp_path_factory: pytest.TempPathFactory) -> Index:
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [f"{letters[i // 26 % 26]}{letters[i % 26]}{letters[i // 676]}x" for i in range(SIZE)]
    folder: Path = tmp_path_factory.mktemp("scattered")
    return build_index(folder / "index", word_list("scattered", words), Scattered(), neighbours=80)


def prior(index: Index, seed: int, support: int, spread: float) -> np.ndarray:
    generator = np.random.default_rng(seed)
    weights = np.zeros(index.size)
    weights[generator.choice(index.size, support, replace=False)] = np.exp(spread * generator.standard_normal(support))
    return weights


@pytest.mark.parametrize(
    "epsilon", [6.0, *(pytest.param(epsilon, marks=pytest.mark.thorough) for epsilon in (0.7, 60.0))]
)
@pytest.mark.parametrize("name", ["santext", "santext+", "tem", "rantext", "nerasetext", "nerasetext+", "clusant"])
def test_it_is_that_of_brute_force(scattered: Index, name: str, epsilon: float) -> None:
    options = {"sensitive": np.arange(SIZE) % 3 == 0} if name.startswith("neras") else {}
    if name == "clusant":
        options = {"clusters": 30, "k": 2.0}
    mechanism = create(name, scattered, epsilon, **options)
    law = mechanism.distribution(np.arange(SIZE))
    for seed, (support, spread) in enumerate([(SIZE, 0.0), (SIZE, 3.0), (40, 8.0)]):
        weights = prior(scattered, seed, support, spread)
        joint = weights[:, None] * law
        best = best_inputs(mechanism, weights)
        np.testing.assert_allclose(best.joint, joint.max(axis=0), rtol=1e-9)
        np.testing.assert_allclose(joint[best.inputs, np.arange(SIZE)], joint.max(axis=0), rtol=1e-9)
        outputs = np.array([5, 699, 5, 123, 321])
        found = candidates(mechanism, weights, outputs, 10)
        np.testing.assert_allclose(found.joint, -np.sort(-joint[:, outputs], axis=0)[:10].T, rtol=1e-9)
        np.testing.assert_allclose(joint[found.inputs, outputs[:, None]], found.joint, rtol=1e-9)
        for row in range(len(outputs)):
            named = found.inputs[row][found.joint[row] > 0]
            assert len(set(named.tolist())) == len(named)


def test_several_tables_over_some_outputs(scattered: Index) -> None:
    """The histograms of distances count the outputs that are allowed, and no others."""
    whole = RanText(scattered, 6.0)
    allowed = np.arange(SIZE) % 4 > 0
    # Without words out of reach: a word that is no output may have no other one near.
    tables = np.maximum(whole.tables, 1)
    mechanism = RadialMechanism(scattered, 6.0, tables, whole.law, shift=whole.shift, allowed=allowed)
    weights = prior(scattered, 4, SIZE, 2.0)
    joint = weights[:, None] * mechanism.distribution(np.arange(SIZE))
    np.testing.assert_allclose(best_inputs(mechanism, weights).joint, joint.max(axis=0), rtol=1e-9)


def test_few_pairs_are_looked_at(scattered: Index) -> None:
    """With bounds that tell, a search ends after the first inputs; with bounds that do not, it sees all of them."""
    seen: list[int] = []
    truth = np.linspace(1, 0.01, SIZE)

    def joint(inputs: np.ndarray, rows: np.ndarray) -> np.ndarray:
        seen.append(len(inputs))
        return np.broadcast_to(truth[inputs], (len(rows), len(inputs)))

    found = Candidates.none(3, 2)
    bounded_search(found, np.arange(3), truth, np.ones(3), joint)
    assert sum(seen) < 200
    np.testing.assert_array_equal(found.inputs, [[0, 1]] * 3)
    seen.clear()
    found = Candidates.none(3, 2)
    bounded_search(found, np.arange(3), np.full(SIZE, 2.0), np.ones(3), joint)
    assert sum(seen) == SIZE


@pytest.mark.parametrize("weights", [np.zeros(SIZE), np.full(SIZE, np.nan), -np.ones(SIZE)])
@pytest.mark.parametrize("name", ["stairtext", "santext"])
def test_a_prior_that_cannot_serve_is_refused(scattered: Index, weights: np.ndarray, name: str) -> None:
    mechanism = create(name, scattered, 3.0)
    with pytest.raises(InputError, match="not all zero"):
        best_inputs(mechanism, weights)
    with pytest.raises(InputError, match="not all zero"):
        candidates(mechanism, weights, np.array([1]), 3)
