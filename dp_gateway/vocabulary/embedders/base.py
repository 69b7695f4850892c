"""What an embedder is: it gives vectors to public words. `resolve` finds one; indexes compare vectors by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

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
