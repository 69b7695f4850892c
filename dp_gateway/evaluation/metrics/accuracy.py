"""Downstream accuracy: a classifier trained and tested on what was released, as providers and analysts would.

CusText (Chen et al., ACL 2023, section 5.1) and SanText (Yue et al., 2021) fine-tune BERT on sanitized SST-2. Here it
is logistic regression on sentence embeddings, which takes milliseconds; see `classifier` for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.base import wilson
from dp_gateway.attacks.splitting import related
from dp_gateway.errors import MissingPackage
from dp_gateway.evaluation.metrics import Skipped
from dp_gateway.evaluation.metrics.computing import Computed, Found, OfLast, local_embedder, vectors_of, words_of
from dp_gateway.vocabulary.embedders import Embedder

__all__ = ["Accuracy"]

_FOLDS = 5
_INVERSE_REGULARISATION = 2.0
"""By cross-validation on 1,000 sentences of SST-2 as they are; from 1 to 100 it matters by .01."""


class Accuracy(Computed):
    """Share of documents whose class is told from what was released, by five-fold cross-validation.

    Duplicates and parts of one document stay in one fold: else the classifier would have seen what it is tested on.
    Compare with the accuracy on the documents themselves, `measure(originals, originals, labels)`.

    Args:
        embedder: as in `SemanticSimilarity`.
        classifier: any classifier with the interface of scikit-learn, on unit vectors; None is logistic regression.
    """

    name: str = "accuracy"

    def __init__(self, embedder: str | Embedder = "wordllama", *, classifier: Any = None) -> None:
        self._embedder, self._classifier = embedder, classifier
        self._groups_of = OfLast(_groups)

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> Found | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        if labels is None:
            return self.skipped("the documents have no labels: give a data file with a column of labels")
        classes, counts = np.unique(np.asarray(labels), return_counts=True)
        groups = self._groups_of(originals)
        if len(classes) < 2 or counts.min() < _FOLDS or len(np.unique(groups)) < _FOLDS:  # noqa: PLR2004
            return self.skipped(
                f"it needs two classes or more with at least {_FOLDS} documents each, and at least {_FOLDS} documents"
                " that share no text"
            )
        embedder = local_embedder(self._embedder)
        # A text without a vector tells a classifier nothing.
        vectors = np.nan_to_num(vectors_of(released, embedder))
        hits = self._hits(vectors, np.asarray(labels), groups)
        named = "logistic regression" if self._classifier is None else type(self._classifier).__name__
        right = int(hits.sum())
        return Found(right / len(hits), wilson(right, len(hits)), f"{named} on {embedder.name}", len(hits))

    def _hits(self, vectors: NDArray[np.float64], labels: NDArray[Any], groups: NDArray[np.int64]) -> NDArray[np.bool_]:
        try:
            from sklearn import linear_model, model_selection  # pyright: ignore
            from threadpoolctl import threadpool_limits  # pyright: ignore
        except ImportError:
            raise MissingPackage(
                "the package scikit-learn is not installed", hint="pip install 'dp-gateway[evaluation]'"
            ) from None
        linear, selection, limits = _untyped(linear_model), _untyped(model_selection), _untyped(threadpool_limits)
        model = self._classifier or linear.LogisticRegression(C=_INVERSE_REGULARISATION, max_iter=1000)
        # More threads than one are slower by ten times on matrices of this size.
        with limits(1):
            folds = selection.GroupKFold(_FOLDS)
            return np.asarray(selection.cross_val_predict(model, vectors, labels, groups=groups, cv=folds) == labels)


def _untyped(module: Any) -> Any:
    return module


def _groups(documents: Sequence[str]) -> NDArray[np.int64]:
    """(n,) documents that share text have the same number."""
    numbers: dict[bytes, int] = {}
    hashes = [found.hashes.tobytes() for found in words_of(documents)]
    places = np.array([numbers.setdefault(each, len(numbers)) for each in hashes], np.int64)
    return related([np.frombuffer(key, np.uint64) for key in numbers])[places]
