"""RanText (InferDPT; Tong et al. 2023, IEEE TDSC 2025): a random radius, then the exponential mechanism inside it.

The paper adds Laplace noise Z to the word's vector and takes all words closer than r = ||Z||; only the norm matters,
and its law is the same for every word. So the law of r is tabulated once, on a public grid, and the words inside the
ball are weighed by exp(epsilon/2 (1 - d/r)). Every word has positive probability, so the level over the vocabulary
is finite. The noise scale follows the official code: it drops 4.6-fold at epsilon = 2 and hardly changes after.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.radial import WEIGHT_ONE, RadialMechanism
from dp_gateway.vocabulary.index import LEVELS, LEVELS_PER_UNIT, Index

__all__ = ["RanText", "noise_scale", "norm_law", "radius_weights"]

_SHIFT = 4
_RADII = 256
_GRID = 1 << 15
_THRESHOLD = 2.0
_LEAST_MASS = 2.0**-31


def noise_scale(epsilon: float) -> float:
    """Laplace scale of a dimension, as a multiple of its range: 1/tau(epsilon)."""
    if epsilon < _THRESHOLD:
        return 1 / epsilon
    tau = 0.01658160142016071 * math.log(19.064721649556482 * epsilon - 38.1294334077209) if epsilon > _THRESHOLD else 0
    return 1 / (tau + 9.311083811697406)


def norm_law(scales: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Law of ||Z|| for independent Z_i ~ Laplace(scale_i): grid of squared norms, and the mass at each point.

    The squares are rounded to a grid and their laws convolved by FFT; P(Z_i^2 <= t) = 1 - exp(-sqrt(t)/scale_i).
    """
    mean = float((2 * scales**2).sum())
    deviation = math.sqrt(float((20 * scales**4).sum()))
    # The grid is long enough that what wraps around weighs less than the rounding.
    longest = mean + 12 * deviation + 60 * float(scales.max()) ** 2
    step = longest / _GRID
    edges = np.sqrt((np.arange(_GRID + 1) - 0.5).clip(0) * step)
    transform = np.ones(_GRID // 2 + 1, complex)
    values, counts = np.unique(scales[scales > 0], return_counts=True)
    for scale, count in zip(values.tolist(), counts.tolist(), strict=True):
        mass = -np.diff(np.exp(-edges / scale))
        transform *= np.fft.rfft(mass) ** count
    mass = np.maximum(np.fft.irfft(transform, _GRID), 0)
    grid = np.linspace(0.0, step * (_GRID - 1), _GRID)
    return grid, np.asarray(mass / mass.sum(), np.float64)


def radius_weights(distances: NDArray[np.float64], radius: float, epsilon: float) -> NDArray[np.float64]:
    """Relative weights exp(-epsilon d / (2 r)) of the words at these distances; 0 at the radius and beyond."""
    return np.where(distances < radius, np.exp(-epsilon / 2 * distances / radius), 0.0)


class RanText(RadialMechanism):
    """RanText over the whole vocabulary."""

    name = "rantext"
    notion = "claimed pure local DP inside a random adjacency list"
    source = "Tong et al., InferDPT: Privacy-Preserving Inference for Black-box LLMs, arXiv 2310.12214"

    def __init__(self, index: Index, epsilon: float) -> None:
        Mechanism.__init__(self, index, epsilon)
        ranges = (index.vectors.max(axis=0) - index.vectors.min(axis=0)).astype(np.float64) / index.scale
        radii, law = _radius_law(ranges * noise_scale(self.epsilon), _longest_distance(index))
        coarse = index.distances(np.arange(LEVELS >> _SHIFT) << _SHIFT)
        tables = np.stack([radius_weights(coarse, radius, self.epsilon) for radius in radii.tolist()])
        weights = np.where(tables > 0, np.maximum(np.rint(tables * WEIGHT_ONE), 1), 0).astype(np.int64)
        super().__init__(index, epsilon, weights, law, shift=_SHIFT)


def _longest_distance(index: Index) -> float:
    """No two entries are farther apart than this."""
    return 2 * math.sqrt(float(index.squared_norms.max())) / index.scale + 1 / LEVELS_PER_UNIT


def _radius_law(scales: NDArray[np.float64], longest: float) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """A grid of radii with integer weights.

    The grid reaches past the longest distance and every radius keeps a weight of at least 2^-31: in exact arithmetic
    every word is possible, and it has to remain so.
    """
    squares, mass = norm_law(scales)
    norms, ends = np.sqrt(squares), np.cumsum(mass)
    # The smallest radius still holds the word itself.
    low = max(float(norms[np.searchsorted(ends, _LEAST_MASS)]), longest / (LEVELS >> _SHIFT))
    high = float(norms[min(np.searchsorted(ends, 1 - _LEAST_MASS), len(norms) - 1)])
    edges = np.linspace(low, high, _RADII)
    cells = np.clip(np.searchsorted(edges, norms), 0, _RADII - 1)
    cell_mass = np.bincount(cells, weights=mass, minlength=_RADII)
    radii, weights = edges, np.maximum(np.rint(cell_mass * (1 << 31)), 1).astype(np.int64)
    if high <= longest:
        radii, weights = np.append(radii, longest * 1.001), np.append(weights, 1)
    return radii, weights
