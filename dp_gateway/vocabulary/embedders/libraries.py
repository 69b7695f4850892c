"""Embedders of libraries: WordLlama, which is the default, sentence-transformers, and any LangChain `Embeddings`.

WordLlama is the token embeddings of a Llama model, reduced to 256 dimensions (Miller 2024). Its own loader looks for
its tokenizer online, so the two data files of the package are read directly.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import MissingPackage
from dp_gateway.vocabulary.embedders.base import Progress

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

__all__ = ["LangChainEmbedder", "SentenceTransformersEmbedder", "WordLlamaEmbedder"]

_BATCH = 8192


class WordLlamaEmbedder:
    """Mean of a text's token vectors.

    "paris" is two meaningless tokens and "Paris" is one, so a lower-case text takes the one of its three letter-case
    forms that has the fewest tokens.

    Raises:
        MissingPackage: wordllama is not installed.
    """

    name = "wordllama-256"
    local = True
    normalize = True

    def __init__(self) -> None:
        from safetensors.numpy import load_file  # pyright: ignore[reportUnknownVariableType]
        from tokenizers import Tokenizer

        found = importlib.util.find_spec("wordllama")
        if found is None or found.origin is None:
            raise MissingPackage("the package wordllama is not installed", hint="pip install wordllama")
        folder = Path(found.origin).parent
        self._vectors = load_file(folder / "weights" / "l2_supercat_256.safetensors")["embedding.weight"]
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Vectors of texts, shape (len(texts), 256); a row of NaN for a text without tokens."""
        result = np.empty((len(texts), self._vectors.shape[1]), np.float32)
        for start in range(0, len(texts), _BATCH):
            part = [text.strip() for text in texts[start : start + _BATCH]]
            result[start : start + len(part)] = self._embed(part)
            if progress is not None:
                progress(len(part))
        return result

    def _embed(self, texts: list[str]) -> NDArray[np.float32]:
        tokens = self._tokens(texts)
        for form in (str.capitalize, str.upper):
            for place, other in enumerate(self._tokens([form(text) if text.islower() else text for text in texts])):
                if len(other) < len(tokens[place]):
                    tokens[place] = other
        counts = np.array([len(found) for found in tokens])
        result = np.full((len(texts), self._vectors.shape[1]), np.nan, np.float32)
        full = np.flatnonzero(counts)
        if len(full):
            flat = np.concatenate([np.array(tokens[place]) for place in full.tolist()])
            starts = np.cumsum(counts[full]) - counts[full]
            sums = np.add.reduceat(self._vectors[flat].astype(np.float32), starts)
            result[full] = sums / counts[full, None]
        return result

    def _tokens(self, texts: list[str]) -> list[list[int]]:
        return [found.ids for found in self._tokenizer.encode_batch(texts, add_special_tokens=False)]


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
