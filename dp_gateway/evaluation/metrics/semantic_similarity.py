"""Semantic similarity: cosine of sentence embeddings of a document and of what was released for it.

As in CluSanT (Awon et al., NAACL 2025, section 5), which takes all-MiniLM-L6-v2: `sentence-transformers:...` here.
"""

from __future__ import annotations

from collections.abc import Sequence

from dp_gateway.evaluation.metrics.computing import Computed, Found, cosines, local_embedder, mean_found
from dp_gateway.vocabulary.embedders import Embedder

__all__ = ["SemanticSimilarity"]


class SemanticSimilarity(Computed):
    """Mean cosine, at most 1; 95 % normal interval over documents.

    Args:
        embedder: a form of `vocabulary.embedders.SPECIFICATIONS`, or an embedder; one on this machine.
    """

    name: str = "semantic_similarity"

    def __init__(self, embedder: str | Embedder = "wordllama") -> None:
        self._embedder = embedder

    def compute(self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None) -> Found:
        """See `Metric.measure`."""
        embedder = local_embedder(self._embedder)
        return mean_found(cosines(originals, released, embedder), embedder.name)
