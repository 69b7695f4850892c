"""Scores of a language model as judge: grammar, common sense, coherence and cohesiveness (CluSanT, appendix E)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dp_gateway.errors import InputError, MalformedReply
from dp_gateway.evaluation.metrics.base import Skipped
from dp_gateway.evaluation.metrics.computing import Computed, Found, mean_found
from dp_gateway.judging.judge import Judge
from dp_gateway.llm import Public

__all__ = ["JudgeScore"]

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
        """See `Metric.measure`."""
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
