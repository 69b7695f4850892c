"""WordLlama, the default embedder: token vectors trained from those of larger models (Miller 2024, MIT).

Vectors and tokens are carried as its package has them (l2_supercat_256), so that a plain install needs neither that
package nor the libraries that it asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dp_gateway.vocabulary.bpe import SentencePieces
from dp_gateway.vocabulary.embedders.base import Progress

__all__ = ["WordLlamaEmbedder"]

_BATCH = 8192
_TOKENS = 32_000


class WordLlamaEmbedder:
    """Mean of a text's token vectors.

    "paris" is two meaningless tokens and "Paris" is one, so a lower-case text takes the one of its three letter-case
    forms that has the fewest tokens.
    """

    name = "wordllama-256"
    local = True
    normalize = True

    def __init__(self) -> None:
        folder = Path(__file__).parent
        self._vectors = np.asarray(np.memmap(folder / "wordllama.vectors", "<f2", "r")).reshape(_TOKENS, -1)
        self._pieces = SentencePieces(folder / "wordllama.tokens", _TOKENS)

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
        tokens = self._pieces.encode(texts)
        for form in (str.capitalize, str.upper):
            forms = self._pieces.encode(form(text) if text.islower() else text for text in texts)
            for place, other in enumerate(forms):
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
