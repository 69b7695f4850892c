"""Coherence of a continuation: cosine between the embeddings of a document and of what was written behind it.

DynText, appendix C, equation 17, with SimCSE; any sentence embedder on this machine stands in for it.
"""

from __future__ import annotations

from dp_gateway.evaluation.metrics.semantic_similarity import SemanticSimilarity

__all__ = ["Coherence"]


class Coherence(SemanticSimilarity):
    """Mean cosine between `originals`, the private documents, and `released`, their continuations.

    Args:
        embedder: as in `SemanticSimilarity`; "sentence-transformers:princeton-nlp/sup-simcse-bert-base-uncased" is what
            the paper takes.
    """

    name: str = "coherence"
