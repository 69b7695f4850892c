"""A toy vocabulary small enough for brute force, and a stream that repeats itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dp_gateway.randomness import KeyedStream
from dp_gateway.vocabulary.build import build_index
from dp_gateway.vocabulary.embedders import Progress
from dp_gateway.vocabulary.index import Index
from dp_gateway.vocabulary.words import word_list

__all__ = ["TOY_WORDS", "SeededStream", "ToyEmbedder", "toy_index"]

TOY_WORDS: tuple[str, ...] = tuple(
    """
    london paris berlin rome madrid vienna bank court police ministry army school red blue green yellow white black
    good great bad awful nice poor film movie actor scene plot music doctor nurse teacher lawyer baker judge run walk
    jump swim fly sing dog cat horse bird fish mouse one two three four five six monday friday sunday march june may
    """.split()
)


class SeededStream(KeyedStream):
    """A repeatable stream for tests.

    Args:
        seed: any integer.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(b"dp_gateway.testing", str(seed).encode())


class ToyEmbedder:
    """Vectors of `TOY_WORDS` in 5 dimensions: six words share a topic. Other texts have none."""

    name = "toy-5"
    local = True
    normalize = True

    def __init__(self) -> None:
        noise = np.random.default_rng(1).standard_normal((len(TOY_WORDS), 5))
        topics = np.random.default_rng(2).standard_normal((len(TOY_WORDS) // 6, 5))
        vectors = 0.5 * noise + np.repeat(topics, 6, axis=0)
        self._vectors = dict(zip(TOY_WORDS, vectors.astype(np.float32), strict=True))

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Vectors of texts, shape (len(texts), 5); NaN for other than toy words."""
        missing = np.full(5, np.nan, np.float32)
        if progress is not None:
            progress(len(texts))
        return np.stack([self._vectors.get(text, missing) for text in texts])


def toy_index(folder: Path, *, neighbours: int = 24) -> Index:
    """Build the toy index in a folder: 60 words, of which each knows its nearest 24."""
    return build_index(folder / "toy", word_list("toy", TOY_WORDS), ToyEmbedder(), neighbours=neighbours)
