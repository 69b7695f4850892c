"""Embedders: where the vectors of the public vocabulary come from, at build time."""

from __future__ import annotations

from pathlib import Path

from dp_gateway.errors import ConfigurationError, did_you_mean
from dp_gateway.vocabulary.embedders.base import Embedder, Progress, compared

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
    near = did_you_mean(specification, SPECIFICATIONS, cutoff=0.3)
    raise ConfigurationError(
        f"there is no embedder {specification!r}", hint=f"{near}choose one of: {', '.join(SPECIFICATIONS)}"
    )
