"""RanText against its definition, and formulas against values of the official implementations."""

from __future__ import annotations

import numpy as np
import pytest

from dp_gateway.mechanisms.rantext import RanText, noise_scale, norm_law, radius_weights
from dp_gateway.testing import SeededStream
from dp_gateway.testing.conformance import chi_square_p
from dp_gateway.vocabulary.index import Index

# Distances from "good" in GloVe to: good great bad film movie king queen the a actor.
GOOD = np.array([0, 3.0201032, 3.9198284, 7.8351955, 7.428136, 7.530285, 7.6125226, 5.1736083, 5.1906743, 7.8245144])


@pytest.mark.parametrize(
    ("epsilon", "scale"),
    [
        (0.5, 2.0),
        (1, 1.0),
        (1.9999, 0.50002500125),
        (2, 0.10964912285503876),
        (3, 0.10683802093213912),
        (4, 0.10670699101142571),
        (6, 0.10657628207203144),
        (10, 0.10644589294813193),
        (20, 0.10629375183780553),
    ],
)
def test_noise_scale_is_that_of_the_official_code(epsilon: float, scale: float) -> None:
    assert noise_scale(epsilon) == pytest.approx(scale, rel=1e-9)


def test_exponential_weights_are_those_of_the_official_code() -> None:
    """SanText over ten words of GloVe, epsilon 1."""
    weights = np.exp(-GOOD / 2)
    published = [
        0.6167861,
        0.1362472,
        0.0868870,
        0.0122671,
        0.0150361,
        0.0142874,
        0.0137119,
        0.0464194,
        0.0460250,
        0.0123328,
    ]
    np.testing.assert_allclose(weights / weights.sum(), published, rtol=1e-5)


def test_radius_weights() -> None:
    weights = radius_weights(GOOD, 6.0, 3.0)
    assert (weights > 0).tolist() == (GOOD < 6).tolist()
    assert weights[1] / weights[0] == pytest.approx(0.00168364385 / 0.00358223261, rel=1e-6)


def test_norm_law_agrees_with_draws() -> None:
    """Kolmogorov distance at 200,000 draws; exceeded once in a million by chance."""
    scales = np.array([0.1, 0.1, 0.2, 0.3, 0.05])
    draws = np.sort((np.random.default_rng(5).laplace(0, scales, (200_000, 5)) ** 2).sum(axis=1))
    squares, mass = norm_law(scales)
    step = squares[1]
    # Compare between grid points, where the rounded law has its true value.
    law = np.cumsum(mass)
    empirical = np.searchsorted(draws, squares + step / 2) / len(draws)
    assert np.abs(law - empirical).max() < 0.006 + 5 * step


@pytest.mark.parametrize("epsilon", [1.0, 4.0, 10.0])
def test_law_is_that_of_the_definition(toy: Index, epsilon: float) -> None:
    """Noise, ball, exponential mechanism, as the paper writes them; compared within 2 % of all mass."""
    vectors = toy.vectors / toy.scale
    scales = (vectors.max(axis=0) - vectors.min(axis=0)) * noise_scale(epsilon)
    rng = np.random.default_rng(9)
    for x in (0, 31):
        distances = np.linalg.norm(vectors - vectors[x], axis=1)
        radii = np.linalg.norm(rng.laplace(0, scales, (40_000, len(scales))), axis=1)
        weights = np.where(distances < radii[:, None], np.exp(epsilon / 2 * (1 - distances / radii[:, None])), 0)
        law = (weights / weights.sum(axis=1, keepdims=True)).mean(axis=0)
        assert np.abs(law - RanText(toy, epsilon).distribution(np.array([x]))[0]).sum() < 0.02


def test_draws_past_the_lists(toy: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws stay exact where the kept lists end early, by proposals and by order."""
    monkeypatch.setattr("dp_gateway.mechanisms.rantext._LISTED", 5)
    for common in (10, 10_000):
        monkeypatch.setattr("dp_gateway.mechanisms.rantext._COMMON", common)
        mechanism = RanText(toy, 3.0)
        drawn = mechanism.release(np.full(100_000, 7), SeededStream(common))
        law = mechanism.distribution(np.array([7]))[0]
        assert chi_square_p(np.bincount(drawn, minlength=toy.size), law) > 1e-6
