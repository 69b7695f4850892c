"""DynText (anonymous ACL submission): exponential mechanism over the k_x nearest words, fewer where words stand dense.

The published proof of epsilon-DP drops a factor (Eq. 15), and lists of different words have different supports: as
published the level over the vocabulary is infinite, and a word with k_x = 1 is always sent unchanged. That is
`support="adjacency"`. `support="full"` is our repair: lists of at least 2 and a floor under every word, which makes
the level finite.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dp_gateway.elementary import exp, log_of
from dp_gateway.errors import AssumptionViolated
from dp_gateway.mechanisms.base import Entries
from dp_gateway.mechanisms.fbdd import standard_normals
from dp_gateway.mechanisms.rows import COLUMN_TOTAL, ROW_TOTAL, NeighbourHeads, integer_shares
from dp_gateway.randomness import KeyedStream
from dp_gateway.vocabulary.index import Index

_K = 20
"""Longest list; also the K of the density, for which the index counts neighbours."""

_FLOOR = 0.1
"""Probability that the repaired form spreads over the whole vocabulary."""


def list_lengths(index: Index, epsilon_density: float, delta: float) -> NDArray[np.int64]:
    """Compute k_x from noisy density, (n,) (Eq. 3 to 7).

    The noise is drawn once for the vocabulary, from a public stream: k_x is a public property of the word, as in the
    paper's one-time construction of the lists. It adds nothing to the protection of a draw, and none is claimed.
    """
    near = index.neighbours[:, :_K]
    density = index.density.astype(np.float64)
    sensitivity = np.abs(density[near] - density[:, None]).max(axis=1)
    beta = epsilon_density / (2 * log_of(2 / delta))
    decay = exp(-beta * index.distances(index.neighbour_levels[:, :_K]))
    smooth = (sensitivity[near] * decay).max(axis=1)
    sigma = smooth * math.sqrt(2 * log_of(1.25 / delta)) / epsilon_density
    noise = standard_normals(KeyedStream(b"public noise of DynText", index.content_hash.encode()), index.size)
    noisy = density + sigma * noise
    normalised = (noisy - noisy.min()) / max(noisy.max() - noisy.min(), 1e-300)
    return np.maximum(1, np.floor((1 - normalised) * _K)).astype(np.int64)


class DynText(NeighbourHeads):
    """DynText.

    Args:
        index: as in `Mechanism`.
        epsilon: eps_d + eps_r, as the paper counts it; eps_d = 0.5.
        support: "adjacency" (as published) or "full" (finite level).
        delta: delta of the smooth sensitivity.

    Raises:
        AssumptionViolated: epsilon leaves nothing for the replacement, or the lists of the index are too short.
    """

    name = "dyntext"
    notion = "claimed pure local DP; the proof does not hold"
    domain = "none: lists of different words differ"
    source = "DynText: Semantic-Aware Dynamic Text Sanitization for Privacy-Preserving LLM Inference, ACL submission"

    def __init__(
        self, index: Index, epsilon: float, *, support: Literal["adjacency", "full"] = "adjacency", delta: float = 1e-5
    ) -> None:
        if index.neighbours.shape[1] < _K:
            raise AssumptionViolated(
                f"DynText needs lists of {_K} neighbours; this index has {index.neighbours.shape[1]}",
                hint="use a vocabulary of at least 20 words, and --neighbours 20 or more",
            )
        full = support == "full"
        column = integer_shares(np.ones(index.size), COLUMN_TOTAL, least=1) if full else None
        super().__init__(index, epsilon, _K, column)
        self.support, self.delta = support, delta
        self.epsilon_density = 0.5
        self.epsilon_replacement = self.epsilon - self.epsilon_density
        if self.epsilon_replacement <= 0:
            raise AssumptionViolated(
                f"DynText spends 0.5 of epsilon on density; {self.epsilon} leaves nothing for the replacement",
                hint="use an epsilon above 0.5",
            )
        self.lengths = list_lengths(index, self.epsilon_density, delta)
        if full:
            self.lengths = np.maximum(self.lengths, 2)

    @property
    def parameters(self) -> dict[str, Any]:
        """Everything besides the index that the table depends on."""
        return {**super().parameters, "support": self.support, "delta": self.delta}

    def heads(self, entries: Entries) -> NDArray[np.int64]:
        """Compute the integer weights, (m, K), of the exponential mechanism with u = 1 - d/d_max, sensitivity 1."""
        distances = self.output_levels(entries).astype(np.float64)
        lengths = self.lengths[entries]
        used = np.arange(_K) < lengths[:, None]
        farthest = np.maximum(np.take_along_axis(distances, lengths[:, None] - 1, axis=1), 1.0)
        weights = np.where(used, exp(-self.epsilon_replacement / 2 * distances / farthest), 0.0)
        head = round((1 - _FLOOR) * ROW_TOTAL) if self.support == "full" else ROW_TOTAL
        return integer_shares(weights, head)


class DynTextFull(DynText):
    """The repaired form of DynText: every word can become every word."""

    name = "dyntext-full"
    notion = "pure local DP"
    domain = "all words of the vocabulary"

    def __init__(self, index: Index, epsilon: float, *, delta: float = 1e-5) -> None:
        super().__init__(index, epsilon, support="full", delta=delta)
