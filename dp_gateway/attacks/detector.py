"""How well a candidate fits the sanitized words around it: the detector of the contextual attacks (Section 4.3).

The paper fine-tunes BERT to tell the right candidate from wrong ones on the sanitized shadow set. Here a conditional
logistic model is fitted on the same task, over a few scores of each candidate: its context-free posterior, what a
regression expects from the words around, likeness to them, and where there is a language model its log-probability.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["ConditionalLogit"]

_PENALTY = 1e-3
_STEPS = 30
_SETTLED = 1e-6

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ConditionalLogit:
    """Picks one of K candidates by a weighted sum of scores.

    Attributes:
        centre, scale: (F,) of the scores it was fitted on.
        weights: (F,).
    """

    centre: Scores
    scale: Scores
    weights: Scores

    @classmethod
    def fit(cls, scores: Scores, right: NDArray[np.int64]) -> ConditionalLogit:
        """Maximum likelihood with a small penalty, by Newton's method.

        Args:
            scores: (m, K, F) finite.
            right: (m,) which candidate is the original.
        """
        centre, scale = scores.mean(axis=(0, 1)), np.maximum(scores.std(axis=(0, 1)), 1e-9)
        features: Scores = (scores - centre) / scale
        weights = np.zeros(features.shape[2])
        chosen = features[np.arange(len(features)), right]
        reached = _likelihood(features, chosen, weights)
        for _ in range(_STEPS):
            step = _newton_step(features, chosen, weights)
            gained = -np.inf
            # Where choices are nearly certain a whole step can lead far beyond the best weights.
            while gained < reached and np.abs(step).max() > _SETTLED:
                gained = _likelihood(features, chosen, weights + step)
                step = step if gained >= reached else step / 2
            if gained - reached < _SETTLED * len(features):
                break
            weights, reached = np.add(weights, step), gained
        return cls(centre, scale, weights)

    def choose(self, scores: Scores) -> NDArray[np.int64]:
        """(m,) the best of the candidates, from (m, K, F) scores."""
        return (((scores - self.centre) / self.scale) @ self.weights).argmax(axis=1)


def _likelihood(features: Scores, chosen: Scores, weights: Scores) -> float:
    """The penalised log-likelihood of the choices."""
    utility = np.dot(features, weights)
    top = utility.max(axis=1)
    rest = np.log(np.exp(utility - top[:, None]).sum(axis=1)) + top
    return float((np.dot(chosen, weights) - rest).sum() - len(features) * _PENALTY / 2 * np.dot(weights, weights))


def _newton_step(features: Scores, chosen: Scores, weights: Scores) -> Scores:
    """(F,) the step of Newton's method on the penalised log-likelihood."""
    penalty = len(features) * _PENALTY
    shares = _softmax(np.dot(features, weights))
    expected = np.asarray(np.einsum("mk,mkf->mf", shares, features), np.float64)
    second = np.asarray(np.einsum("mk,mkf,mkg->fg", shares, features, features, optimize=True), np.float64)
    gradient = np.sum(chosen - expected, axis=0) - penalty * weights
    hessian = second - np.dot(expected.T, expected)
    hessian[np.diag_indices(len(weights))] += penalty
    return np.asarray(np.linalg.solve(hessian, gradient), np.float64)


def _softmax(values: Scores) -> Scores:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
