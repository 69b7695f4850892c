"""How good generated texts are: diversity of their n-grams, and the scores of a judge.

Diversity is the share of n-grams of a
text that are not repetitions in it, multiplied over n = 2, 3, 4, as InferDPT reports it (Tong et al. 2023, section 5,
after Su et al., "A Contrastive Framework for Neural Text Generation", NeurIPS 2022, section 4.1.1); words are taken at
white space, as there. The judge scores grammar, common sense, coherence and cohesiveness (CluSanT, appendix E).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from dp_gateway.errors import InputError, MalformedReply
from dp_gateway.evaluation.metrics import Skipped
from dp_gateway.evaluation.metrics.computing import Computed, Found, mean_found
from dp_gateway.judging.judge import Judge
from dp_gateway.llm import Public

__all__ = ["Diversity", "JudgeScore"]

_LENGTHS = (2, 3, 4)
_Z = 1.959963984540054
"""Two-sided 95 %."""


class Diversity(Computed):
    """Diversity of `released`, 0 (one phrase over and over) to 1; interval by the jackknife over documents.

    Shares are of all n-grams of all documents; repetitions are counted within a document.
    """

    name: str = "diversity"

    def compute(self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None) -> Found:
        """Compute the metric of documents and what was released for them, one for one."""
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


_DOCUMENTS = 100


class JudgeScore(Computed):
    """Mean of the four scores of `released`, 1 (poor) to 5 (excellent); 95 % normal interval over documents.

    Blank texts and those of which the judge gives no readable scores are left out; `samples` says how many are in.

    Args:
        judge: a local one, or any where the texts are declared public.
        public: the texts hold nothing private.
        documents: at most so many are judged, the first ones.
    """

    name: str = "judge"

    def __init__(self, judge: Judge | None = None, *, public: bool = False, documents: int = _DOCUMENTS) -> None:
        self._judge, self._public, self._documents = judge, public, documents

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> Found | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        if self._judge is None:
            return self.skipped(
                "no judge is given: add --model URL#NAME, a model on this machine; from Python, JudgeScore(judge)"
            )
        scores: list[float] = []
        for text in released[: self._documents]:
            try:
                scores.append(self._judge.judge(Public(text) if self._public else text).scores.mean)
            except (MalformedReply, InputError):
                continue
        return mean_found(np.array(scores), self._judge.model.name)
