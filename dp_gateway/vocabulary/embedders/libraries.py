"""Embedders of libraries: sentence-transformers, and any LangChain `Embeddings`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import MissingPackage
from dp_gateway.vocabulary.embedders.base import Progress

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

__all__ = ["LangChainEmbedder", "SentenceTransformersEmbedder"]

_SENTENCES = 512


class SentenceTransformersEmbedder:
    """A sentence-transformers model on this machine.

    Args:
        model: a folder, or a name that the library knows.

    Raises:
        MissingPackage: sentence-transformers is not installed.
    """

    local = True
    normalize = True

    def __init__(self, model: str = "all-MiniLM-L6-v2") -> None:
        try:
            from sentence_transformers import SentenceTransformer  # pyright: ignore
        except ImportError:
            raise MissingPackage(
                "the package sentence-transformers is not installed",
                hint="pip install 'dp-gateway[sentence-transformers]'",
            ) from None
        self.name = f"sentence-transformers:{model}"
        self._model: Any = SentenceTransformer(model)

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Vectors of texts, shape (len(texts), d)."""
        return _in_batches(texts, lambda part: self._model.encode(part, show_progress_bar=False), progress)


class LangChainEmbedder:
    """Any LangChain embeddings.

    Args:
        embeddings: the LangChain object.
        name: what the index is known by; state model and version.
        local: whether the texts stay on this machine.
    """

    normalize = True

    def __init__(self, embeddings: Embeddings, name: str, *, local: bool = False) -> None:
        self._embeddings = embeddings
        self.name = f"langchain:{name}"
        self.local = local

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Vectors of texts, shape (len(texts), d)."""
        return _in_batches(texts, self._embeddings.embed_documents, progress)


def _in_batches(
    texts: Sequence[str], embed: Callable[[list[str]], Any], progress: Progress | None
) -> NDArray[np.float32]:
    parts: list[NDArray[np.float32]] = []
    for start in range(0, len(texts), _SENTENCES):
        part = list(texts[start : start + _SENTENCES])
        parts.append(np.asarray(embed(part), dtype=np.float32))
        if progress is not None:
            progress(len(part))
    return np.concatenate(parts) if parts else np.zeros((0, 0), np.float32)
