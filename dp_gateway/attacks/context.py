"""What stands around a sanitized word, as numbers, and a linear model from it to the word itself.

A small model trained on the shadow set, which needs no library: ridge regression from the vectors of the surrounding
words to the vector of the original one. It stands where the paper has BERT, and beside a language model where there
is one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.corpus import Corpus
from dp_gateway.mechanisms.base import Entries
from dp_gateway.vocabulary.index import Index

__all__ = ["Regression", "surroundings", "unit_vectors"]

_OFFSETS = (-2, -1, 1, 2)
_RIDGE = 30.0

Matrix = NDArray[np.float32]


def unit_vectors(index: Index) -> Matrix:
    """(n, d) the vocabulary's vectors at length 1."""
    return index.shared("unit-vectors", _unit_vectors)


def _unit_vectors(index: Index) -> Matrix:
    norms = np.sqrt(np.maximum(index.squared_norms, 1))
    return np.asarray(index.vectors / norms[:, None], np.float32)


def surroundings(corpus: Corpus, seen: Entries, positions: Entries, *, own: bool = False) -> Matrix:
    """Vectors of the words around each position: the two before, the two behind, and the mean of the sentence.

    Args:
        corpus: where the positions are.
        seen: (t,) what the attacker takes the words of the corpus for.
        positions: (m,) the words to look at.
        own: add the vector of what stands at the position itself.

    Returns:
        (m, D), D = 5 d + 1, or 6 d + 1 with the word's own vector; the last column is 1.
    """
    units = unit_vectors(corpus.index)
    sentence = np.searchsorted(corpus.starts, positions, side="right") - 1
    first, last = corpus.starts[sentence], corpus.starts[sentence + 1] - 1
    blocks: list[Matrix] = []
    for offset in _OFFSETS:
        at = positions + offset
        inside = (at >= first) & (at <= last)
        blocks.append(units[seen[np.clip(at, 0, len(seen) - 1)]] * inside[:, None])
    sums = np.add.reduceat(units[seen], corpus.starts[:-1][np.diff(corpus.starts) > 0], axis=0)
    place = np.cumsum(np.diff(corpus.starts) > 0) - 1
    others = np.maximum(last - first, 1)[:, None]
    blocks.append(np.asarray((sums[place[sentence]] - units[seen[positions]]) / others, np.float32))
    if own:
        blocks.append(units[seen[positions]])
    blocks.append(np.ones((len(positions), 1), np.float32))
    return np.concatenate(blocks, axis=1)


@dataclass(frozen=True, slots=True)
class Regression:
    """Ridge regression from surroundings to the vector of a word.

    Attributes:
        weights: (D, d).
    """

    weights: Matrix

    @classmethod
    def fit(cls, inputs: Matrix, vectors: Matrix) -> Regression:
        """Least squares with a penalty on all weights.

        Args:
            inputs: (m, D) as of `surroundings`.
            vectors: (m, d) unit vectors of the original words.
        """
        gram = (inputs.T @ inputs).astype(np.float64)
        gram[np.diag_indices_from(gram)] += _RIDGE
        return cls(np.asarray(np.linalg.solve(gram, (inputs.T @ vectors).astype(np.float64)), np.float32))

    def predict(self, inputs: Matrix) -> Matrix:
        """(m, d) predicted vectors."""
        return inputs @ self.weights
