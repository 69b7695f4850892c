"""StairText's floors against a solver of linear programs, brute force and the floors in closed form."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import coo_array, eye_array, kron, vstack

from dp_gateway.errors import AssumptionViolated, VocabularyError
from dp_gateway.mechanisms import floors
from dp_gateway.mechanisms.floors import attack_frequencies, design_prior, optimal_floors
from dp_gateway.mechanisms.stairtext import StairText, closed_form, public_floors
from dp_gateway.testing import toy_index
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.placement import text_prior
from tests.cli.commands import invoke


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """The toy vocabulary with lists that hold all of it, so that the program has no approximation in it."""
    return toy_index(tmp_path_factory.mktemp("whole"), neighbours=60)


def test_a_floor_too_small_for_integers_is_one_of_them(whole: Index) -> None:
    """A tail of 0 would leave outputs that one input gives and another never does."""
    assert math.isfinite(StairText(whole, 1.0, floor_mass=1e-30).compute_level().epsilon)


def some(*cases: float) -> list[Any]:
    """The first of the cases for every run, the others for thorough ones."""
    return [cases[0], *(pytest.param(case, marks=pytest.mark.thorough) for case in cases[1:])]


def cosines(index: Index) -> NDArray[np.float64]:
    unit = index.vectors.astype(float) / np.linalg.norm(index.vectors.astype(float), axis=1, keepdims=True)
    return unit @ unit.T


def best_cosine(index: Index, epsilon: float, prior: NDArray[np.float64]) -> float:
    """The largest expected cosine of any epsilon-LDP table: variables P (n x n) and floors (n), by HiGHS."""
    n = index.size
    gain = np.concatenate([-(prior[:, None] * cosines(index)).reshape(-1), np.zeros(n)])
    entries, column_of = eye_array(n * n), kron(np.ones((n, 1)), eye_array(n))
    low = coo_array(np.hstack([(-entries).toarray(), column_of.toarray()]))
    high = coo_array(np.hstack([entries.toarray(), -math.exp(epsilon) * column_of.toarray()]))
    sums = coo_array(np.hstack([np.kron(np.eye(n), np.ones((1, n))), np.zeros((n, n))]))
    solved = linprog(gain, vstack([low, high]), np.zeros(2 * n * n), sums, np.ones(n), method="highs")
    assert solved.status == 0
    return -float(solved.fun)


def best_limited_cosine(index: Index, epsilon: float, attack: float) -> float:
    """The same where f_x P[x, y] stays below caps of total `attack`: variables P, floors and caps."""
    n, prior, frequencies = index.size, design_prior(index), attack_frequencies(index)
    gain = np.concatenate([-(prior[:, None] * cosines(index)).reshape(-1), np.zeros(2 * n)])
    entries, column_of, none = np.eye(n * n), np.kron(np.ones((n, 1)), np.eye(n)), np.zeros((n * n, n))
    low = np.hstack([-entries, column_of, none])
    high = np.hstack([entries, -math.exp(epsilon) * column_of, none])
    capped = np.hstack([np.repeat(frequencies, n)[:, None] * entries, none, -column_of])
    total = np.concatenate([np.zeros(n * n + n), np.ones(n)])[None]
    sums = np.hstack([np.kron(np.eye(n), np.ones((1, n))), np.zeros((n, 2 * n))])
    limits = np.concatenate([np.zeros(3 * n * n), [attack]])
    below = coo_array(np.vstack([low, high, capped, total]))
    solved = linprog(gain, below, limits, coo_array(sums), np.ones(n), method="highs")
    assert solved.status == 0
    return -float(solved.fun)


def knapsacks(index: Index, epsilon: float, floors: NDArray[np.float64]) -> float:
    """Expected cosine of the best rows over these floors, word by word."""
    utility, value = cosines(index), 0.0
    for x, weight in enumerate(design_prior(index)):
        order = np.argsort(-utility[x])
        raised = np.minimum(np.cumsum(floors[order] * math.expm1(epsilon)), 1 - floors.sum())
        assert raised[-1] == pytest.approx(1 - floors.sum())
        value += weight * (floors @ utility[x] + np.diff(raised, prepend=0.0) @ utility[x][order])
    return value


@pytest.mark.parametrize("epsilon", some(2.0, 1.0, 4.0))
def test_floors_reach_the_optimum_of_the_linear_program(whole: Index, epsilon: float) -> None:
    prior = design_prior(whole)
    best = best_cosine(whole, epsilon, prior)
    made = StairText(whole, epsilon)
    assert made.compute_level().epsilon <= epsilon
    reached = made.utility(prior).expected_cosine
    assert 0.98 * best <= reached <= best * (1 + 1e-6)
    mass, power = closed_form(epsilon)
    found = optimal_floors(whole, epsilon, public_floors(whole, power) * mass, passes=4000)
    longer = knapsacks(whole, epsilon, found.floors)
    assert 0.99 * best <= longer <= best * (1 + 1e-6)


@pytest.mark.parametrize("attack", some(0.5, 0.2, 0.9))
def test_caps_reach_the_optimum_of_the_linear_program(whole: Index, attack: float) -> None:
    best = best_limited_cosine(whole, 6.0, attack)
    prior = design_prior(whole)
    made = StairText(whole, 6.0, attack=attack)
    proportional = StairText(whole, 6.0, attack=attack, floor_power=closed_form(6.0)[1])
    reached, before = (table.utility(prior).expected_cosine for table in (made, proportional))
    assert 0.97 * best <= reached <= best * (1 + 1e-6)
    assert reached > before + 0.1


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0, 4.0, 6.0, 10.0])
@pytest.mark.parametrize("vocabulary", ["toy", "whole"])
def test_never_below_the_closed_form(epsilon: float, vocabulary: str, request: pytest.FixtureRequest) -> None:
    index: Index = request.getfixturevalue(vocabulary)
    before = StairText(index, epsilon, floor_power=closed_form(epsilon)[1])
    after = StairText(index, epsilon)
    prior = design_prior(index)
    assert after.utility(prior).expected_cosine >= before.utility(prior).expected_cosine
    assert after.fingerprint != before.fingerprint


@pytest.mark.thorough
def test_never_below_the_closed_form_on_the_default_vocabulary(words: Index) -> None:
    before, after = StairText(words, 8, floor_power=closed_form(8)[1]), StairText(words, 8)
    assert after.compute_level().epsilon <= 8
    for prior in (design_prior(words), words.content_prior):
        assert after.utility(prior).expected_cosine > before.utility(prior).expected_cosine + 0.04


@pytest.mark.parametrize("power", [0.0, 1.0])
def test_the_mass_in_closed_form_is_the_least_at_which_a_row_uses_up_its_boost(tmp_path: Path, power: float) -> None:
    index = toy_index(tmp_path, neighbours=6)
    weights = public_floors(index, power)

    def fullest(mass: float) -> float:
        """What the fullest row may add to the floors of its neighbours, less what the floors leave over."""
        added = (float(sum(mass * weights[near] * math.expm1(0.5) for near in row)) for row in index.neighbours)
        return max(added) - (1 - mass)

    mass = StairText(index, 0.5, floor_power=power).floor_mass
    assert mass > closed_form(0.5)[0]
    assert fullest(mass) == pytest.approx(0, abs=1e-9)
    assert fullest(0.99 * mass) < 0


def test_a_rare_word_gets_no_floor_for_the_sake_of_others(toy: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody is expected to write rare words, only rows of others could want them."""
    common = float(np.median(toy.frequencies))
    rare = toy.frequencies < common
    prior = np.where(rare, 0.0, 1 / (~rare).sum())
    start = np.full(toy.size, 0.5 / toy.size)
    monkeypatch.setattr(floors, "_COMMON", common)
    found = optimal_floors(toy, 4.0, start, prior=prior).floors[rare].sum()
    monkeypatch.setattr(floors, "_COMMON_SHARE", 1.0)  # all words count alike
    assert found < 0.5 * optimal_floors(toy, 4.0, start, prior=prior).floors[rare].sum()


def test_floors_are_kept_beside_the_index(own_toy: Index) -> None:
    index = own_toy
    first = StairText(index, 3)
    stored = list((index.path / "derived").glob("stairtext-floors-*"))
    assert len(stored) == 1
    again = StairText(Index(index.path), 3)
    assert again.fingerprint == first.fingerprint
    assert (again.column == first.column).all()
    assert StairText(index, 3, attack=0.5).fingerprint != first.fingerprint


@pytest.mark.parametrize("epsilon", [2.0, 6.0, 12.0])
@pytest.mark.parametrize("attack", [0.2, 0.5, 0.9])
def test_attack_limits_rows_and_keeps_the_level(toy: Index, epsilon: float, attack: float) -> None:
    made = StairText(toy, epsilon, attack=attack)
    level = made.compute_level()
    law = made.distribution(np.arange(toy.size))
    np.testing.assert_allclose(law.sum(axis=1), 1, rtol=1e-9)
    np.testing.assert_allclose(level.epsilon, np.log(law.max(axis=0) / law.min(axis=0)).max(), rtol=1e-6)
    assert level.epsilon <= epsilon
    frequencies = attack_frequencies(toy)
    tails = law.min(axis=1, keepdims=True, where=law > 0, initial=1.0) * 0 + made.column / made.column.sum()
    heads, outputs = made.heads(np.arange(toy.size)) / 2**31, made.outputs(np.arange(toy.size))
    raised = np.take_along_axis(law, outputs.astype(int), axis=1)
    told = np.zeros(toy.size)
    np.maximum.at(told, outputs.astype(int), np.where(heads > 0, frequencies[:, None] * raised, 0.0))
    assert told.sum() <= attack * (1 + 1e-6)
    # What the floors alone give away comes on top.
    prior = np.where(toy.is_stopword, 0, frequencies)
    prior /= prior.sum()
    tail = (1 - heads.sum(axis=1)) * prior
    assert made.utility(prior).bayes_asr <= attack + (tail.max() * tails[0]).sum() + 1e-9


@pytest.mark.thorough
def test_attack_gives_way_to_epsilon(words: Index) -> None:
    """On public frequencies the attacker is right about as often as asked, and more of the words stays."""
    limited, plain = StairText(words, 16, attack=0.5), StairText(words, 8)
    over = words.content_prior
    assert limited.compute_level().epsilon <= 16
    assert limited.utility(over).bayes_asr <= 0.51
    assert limited.utility(over).expected_cosine > plain.utility(over).expected_cosine + 0.25


@pytest.mark.parametrize("attack", [0.0, 1.0, -1.0, math.nan])
def test_attack_is_a_probability(toy: Index, attack: float) -> None:
    with pytest.raises(AssumptionViolated, match="attack"):
        StairText(toy, 6, attack=attack)


def test_floors_suit_the_prior_that_is_given(toy: Index) -> None:
    prior = np.zeros(toy.size)
    prior[:5] = 0.2
    given, usual = StairText(toy, 3, prior=prior), StairText(toy, 3)
    assert given.utility(prior).expected_cosine > usual.utility(prior).expected_cosine
    assert given.compute_level().epsilon <= 3
    for wrong in (prior[:-1], prior * 2, prior - 1 / toy.size):
        with pytest.raises(AssumptionViolated, match="prior"):
            StairText(toy, 3, prior=wrong)


def test_floors_suit_the_text_that_is_given(toy: Index, tmp_path: Path) -> None:
    words = [toy.words[at] for at in np.flatnonzero(~toy.is_stopword)[:5]]
    file = tmp_path / "published.txt"
    file.write_text(" ".join(words))
    own = text_prior(toy, [" ".join(words)])
    mixed = 0.75 * design_prior(toy) + 0.25 * own
    for prior in (file, str(file)):
        assert StairText(toy, 3, prior=prior).fingerprint == StairText(toy, 3, prior=mixed).fingerprint
    assert StairText(toy, 3, prior=file).utility(own).expected_cosine > StairText(toy, 3).utility(own).expected_cosine
    with pytest.raises(VocabularyError, match="FileNotFoundError"):
        StairText(toy, 3, prior=tmp_path / "missing.txt")
    file.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(VocabularyError, match="UnicodeDecodeError"):
        StairText(toy, 3, prior=file)
    file.write_text("12 34")
    with pytest.raises(VocabularyError, match="no content word"):
        StairText(toy, 3, prior=file)


def test_an_epsilon_that_the_integers_cannot_hold_is_refused(toy: Index) -> None:
    assert StairText(toy, 24).compute_level().epsilon <= 24
    for epsilon in (24.1, 60, 1000):
        with pytest.raises(AssumptionViolated, match="above 24"):
            StairText(toy, epsilon)


def test_index_build_works_floors_out(tmp_path: Path) -> None:
    vectors = np.random.default_rng(0).normal(size=(8, 4)).round(3)
    lines = [
        f"{word} {' '.join(map(str, row))}"
        for word, row in zip("ab cd ef gh ij kl mn op".split(), vectors, strict=True)
    ]
    (tmp_path / "vectors.txt").write_text("\n".join(lines) + "\n")
    given = (
        "--embedder",
        f"file:{tmp_path / 'vectors.txt'}",
        "--vocabulary",
        "embedder",
        "--index",
        str(tmp_path / "i"),
    )
    assert invoke("index", "build", *given, "--epsilon", "3", "--epsilon", "0.5").returncode == 0
    index = Index(tmp_path / "i")
    assert {path.name.rsplit("-", 1)[1] for path in (index.path / "derived").glob("stairtext-floors-*")} == {"3", "0.5"}
    refused = invoke("index", "build", *given, "--epsilon", "zero")
    assert refused.returncode == 1
    assert b"epsilon must be a number" in refused.stderr
