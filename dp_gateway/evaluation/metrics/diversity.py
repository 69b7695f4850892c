"""Diversity: the share of n-grams of a text that are not repetitions in it, multiplied over n = 2, 3, 4.

As InferDPT reports it for continuations (Tong et al. 2023, section 5, after Su et al., "A Contrastive Framework for
Neural Text Generation", NeurIPS 2022, section 4.1.1). Words are taken at white space, as there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from dp_gateway.evaluation.metrics.computing import Computed, Found

__all__ = ["Diversity"]

_LENGTHS = (2, 3, 4)
_Z = 1.959963984540054
"""Two-sided 95 %."""


class Diversity(Computed):
    """Diversity of `released`, 0 (one phrase over and over) to 1; interval by the jackknife over documents.

    Shares are of all n-grams of all documents; repetitions are counted within a document.
    """

    name: str = "diversity"

    def compute(self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None) -> Found:
        """See `Metric.measure`."""
        counts = np.array([_counts(text) for text in released], float)
        counts = counts[counts[:, 1].min(axis=1) > 0]
        if not len(counts):
            return Found(math.nan, None, "none", 0)
        sums = counts.sum(axis=0)
        value = float((sums[0] / sums[1]).prod())
        if len(counts) == 1:
            return Found(value, None, "none", 1)
        left = sums - counts
        without = (left[:, 0] / left[:, 1]).prod(axis=1)
        deviations = without - without.mean()
        half = _Z * math.sqrt((len(counts) - 1) / len(counts) * float(deviations @ deviations))
        return Found(value, (value - half, value + half), "none", len(counts))


def _counts(text: str) -> list[list[int]]:
    """(2, 3) different n-grams and all n-grams, for each n."""
    words = text.split()
    grams = [list(zip(*(words[start:] for start in range(length)), strict=False)) for length in _LENGTHS]
    return [[len(set(found)) for found in grams], [len(found) for found in grams]]
