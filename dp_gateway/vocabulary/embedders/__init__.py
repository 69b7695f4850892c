"""Embedders: where the vectors of the public vocabulary come from, at build time."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dp_gateway.errors import ConfigurationError

__all__ = ["SPECIFICATIONS", "Embedder", "Progress", "compared", "resolve"]

SPECIFICATIONS = (
    "wordllama",
    "openai:text-embedding-3-small",
    "openai:text-embedding-ada-002",
    "sentence-transformers:all-MiniLM-L6-v2",
    "file:PATH",
)


def resolve(specification: str, *, cache: Path | None = None, normalize: bool = False) -> Embedder:
    """Find the embedder that a command line names.

    Args:
        specification: one of the forms of `SPECIFICATIONS`.
        cache: where a remote embedder keeps finished batches.
        normalize: scale the vectors of a file to unit length.

    Raises:
        ConfigurationError: nothing has that name; the nearest form is suggested.
        EmbedderError: the embedder lacks a key, a package or a readable file.
    """
    kind, _, argument = specification.partition(":")
    if kind == "wordllama" and not argument:
        from dp_gateway.vocabulary.embedders.files import WordLlamaEmbedder

        return WordLlamaEmbedder()
    if kind == "openai" and argument:
        from dp_gateway.vocabulary.embedders.openai import OpenAIEmbedder

        return OpenAIEmbedder(argument, cache=cache)
    if kind == "sentence-transformers" and argument:
        from dp_gateway.vocabulary.embedders.files import SentenceTransformersEmbedder

        return SentenceTransformersEmbedder(argument)
    if kind == "file" and argument:
        from dp_gateway.vocabulary.embedders.files import FileEmbedder

        return FileEmbedder(Path(argument), normalize=normalize)
    near = difflib.get_close_matches(specification, SPECIFICATIONS, n=1, cutoff=0.3)
    hint = f"did you mean {near[0]}? " if near else ""
    raise ConfigurationError(
        f"there is no embedder {specification!r}", hint=f"{hint}choose one of: {', '.join(SPECIFICATIONS)}"
    )


Progress = Callable[[int], None]
"""Called with the number of texts newly done."""


class Embedder(Protocol):
    """Gives vectors to public words.

    Attributes:
        name: stable identifier; part of what an index is known by.
        local: False if it asks a remote service. Such a one sees the public vocabulary at build time, and never a
            word of a user.
        normalize: whether the index scales the vectors to unit length.
    """

    name: str
    local: bool
    normalize: bool

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Return vectors of texts, shape (len(texts), d); a row of NaN where there is none."""
        ...


def compared(vectors: NDArray[np.float32], embedder: Embedder) -> NDArray[np.float64]:
    """Return an embedder's vectors as distances are taken between them, shape (m, d): of unit length where it says
    so.
    """
    exact = vectors.astype(np.float64)
    if embedder.normalize:
        exact /= np.maximum(np.linalg.norm(exact, axis=1, keepdims=True), 1e-30)
    return exact
