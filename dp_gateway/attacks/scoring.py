"""What a contextual attack asks of a language model."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.corpus import Corpus
from dp_gateway.mechanisms.base import Entries

__all__ = ["Scorer"]


class Scorer(Protocol):
    """Any model that says how well words fit into a sanitized sentence."""

    def score(self, corpus: Corpus, released: Entries, positions: Entries, inputs: Entries) -> NDArray[np.float64]:
        """How well each candidate fits where it would stand; larger is better, finite.

        Args:
            corpus: the sentences.
            released: (t,) what was sent for each word of the corpus.
            positions: (m,) the words to recover.
            inputs: (m, K) candidates for each, as entries.

        Returns:
            (m, K).
        """
        ...
