"""How good generated texts are: MAUVE, diversity of their n-grams, and the scores of a judge.

MAUVE: Pillutla et al., "MAUVE: Measuring the gap between neural text and human text using divergence frontiers",
NeurIPS 2021, computed by their package `mauve-text`. They take features of GPT-2 large; the sentence embedder stands in
for it, so that scores compare with one another and not with those of the paper. Diversity is the share of n-grams of a
text that are not repetitions in it, multiplied over n = 2, 3, 4, as InferDPT reports it (Tong et al. 2023, section 5,
after Su et al., "A Contrastive Framework for Neural Text Generation", NeurIPS 2022, section 4.1.1); words are taken at
white space, as there. The judge scores grammar, common sense, coherence and cohesiveness (CluSanT, appendix E).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dp_gateway.errors import InputError, MalformedReply, MissingPackage
from dp_gateway.evaluation.metrics.base import Skipped
from dp_gateway.evaluation.metrics.computing import Computed, Found, local_embedder, mean_found, vectors_of
from dp_gateway.judging.judge import Judge
from dp_gateway.llm import Public
from dp_gateway.vocabulary.embedders import Embedder

__all__ = ["Diversity", "JudgeScore", "Mauve"]

_LEAST = 50
"""Below that the histograms, of a tenth as many bins, say nothing; the authors advise some thousands."""

_SEED = 25
"""The package's own; k-means starts from it."""


class Mauve(Computed):
    """MAUVE between `originals`, texts by people, and `released`, generated ones; 0 to 1, higher is nearer.

    Args:
        embedder: as in `SemanticSimilarity`.
        least: documents without which it is skipped.
    """

    name: str = "mauve"

    def __init__(self, embedder: str | Embedder = "wordllama", *, least: int = _LEAST) -> None:
        self._embedder, self._least = embedder, least

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> Found | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        embedder = local_embedder(self._embedder)
        people, generated = (
            vectors_of([text for text in texts if text.strip()], embedder) for texts in (originals, released)
        )
        if min(len(people), len(generated)) < self._least:
            return self.skipped(
                f"it compares distributions: give at least {self._least} documents that are not empty, better thousands"
            )
        bins = min(len(people), len(generated)) // 10
        if len(np.unique(np.concatenate((people, generated)), axis=0)) < bins:
            return self.skipped(f"the texts are too alike: fewer than {bins} of them differ to its model")
        try:
            import mauve  # pyright: ignore
            from threadpoolctl import threadpool_limits  # pyright: ignore
        except ImportError:
            raise MissingPackage(
                "the package mauve-text is not installed", hint="pip install 'dp-gateway[evaluation]'"
            ) from None
        library: Any = mauve
        limits: Any = threadpool_limits
        # More threads than one wait for each other on so few points: ten times the CPU time.
        with limits(1):
            found = library.compute_mauve(p_features=people, q_features=generated, seed=_SEED)
        return Found(float(found.mauve), None, f"features of {embedder.name}", len(generated))


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
