"""How well a candidate fits the words around it: language models, and the detector of contextual attacks (4.3).

Contextual attacks ask them about every candidate.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.corpus import Corpus
from dp_gateway.errors import MissingPackage
from dp_gateway.llm import Endpoint
from dp_gateway.llm.log_probabilities import NextTokens
from dp_gateway.mechanisms.base import Entries


class Scorer(Protocol):
    """Any model that says how well words fit into a sanitized sentence."""

    def score(self, corpus: Corpus, released: Entries, positions: Entries, inputs: Entries) -> NDArray[np.float64]:
        """Score how well each candidate fits where it would stand; larger is better, finite.

        Args:
            corpus: the sentences.
            released: (t,) what was sent for each word of the corpus.
            positions: (m,) the words to recover.
            inputs: (m, K) candidates for each, as entries.

        Returns:
            (m, K).
        """
        ...


_LISTED = 1_000
"""Tokens whose log-probabilities are asked for; a candidate that is none of them gets less than the last."""

_UNLISTED = 1.0
_UNFINISHED = 2.0
"""What a candidate loses of whose letters only the first were found as a token."""

_LONGEST = 1_000
"""Characters of a text that are read before a place."""

_START = "\n"
"""Stands before a sentence, for a model needs something to go on."""


class CausalScorer:
    """Scores candidates by a local model's log-probabilities of the next token; one request a word. `endpoint`: an
    OpenAI-compatible completions server that gives log-probabilities, declared local. Raises UntrustedModel where the
    endpoint is not declared local.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._model = NextTokens.of(endpoint)

    def score(self, corpus: Corpus, released: Entries, positions: Entries, inputs: Entries) -> NDArray[np.float64]:
        """Score how well each candidate fits where it would stand, (m, K); larger is better."""
        words = corpus.index.words
        scores = np.empty(inputs.shape)
        for row, position in enumerate(positions.tolist()):
            # What was sent before the place in its sentence.
            first = int(corpus.starts[np.searchsorted(corpus.starts, position, side="right") - 1])
            before = " ".join(words[int(entry)] for entry in released[first:position])
            scores[row] = self.after(before, [words[int(entry)] for entry in inputs[row]])
        return scores

    def after(self, before: str, phrases: Sequence[str]) -> NDArray[np.float64]:
        """Compute the log-probabilities of phrases behind a text, (K,), by their first tokens."""
        listed = self._model.next_tokens(before.rstrip()[-_LONGEST:] or _START, _LISTED)
        last = min(listed.values()) - _UNLISTED
        return np.array([_log_probability(phrase, listed, last) for phrase in phrases])


def _log_probability(word: str, listed: Mapping[str, float], last: float) -> float:
    """That of a whole word, or of the longest token that it begins with."""
    text = " " + word
    if text in listed:
        return listed[text]
    for end in range(len(text) - 1, 1, -1):
        found = listed.get(text[:end])
        if found is not None:
            return max(found - _UNFINISHED, last)
    return last


_BATCH = 32


def _load(model: str, task: str) -> tuple[Any, Any, Any]:
    """torch, the tokenizer, and the model, ready to be asked."""
    for package in ("transformers", "torch"):
        if importlib.util.find_spec(package) is None:
            raise MissingPackage(
                f"a Hugging Face model needs the package {package}", hint="pip install transformers torch"
            )
    transformers, torch = importlib.import_module("transformers"), importlib.import_module("torch")
    tokenizer: Any = transformers.AutoTokenizer.from_pretrained(model)
    loaded: Any = getattr(transformers, task).from_pretrained(model)
    return torch, tokenizer, loaded.eval()


class MaskedScorer:
    """Scores candidates by a masked language model that reads both sides of the word.

    A candidate of several tokens gets as many masks, and the mean of their log-probabilities. `model`: folder or name
    of a model with a masked language head. Raises MissingPackage: transformers or torch is not installed.
    """

    def __init__(self, model: str) -> None:
        self._torch, self._tokenizer, self._model = _load(model, "AutoModelForMaskedLM")

    def score(self, corpus: Corpus, released: Entries, positions: Entries, inputs: Entries) -> NDArray[np.float64]:
        """Score how well each candidate fits where it would stand, (m, K); larger is better."""
        scores = np.empty(inputs.shape)
        for row, position in enumerate(positions.tolist()):
            words = [self._tokenizer.tokenize(" " + corpus.index.word(int(entry))) for entry in inputs[row]]
            # One reading of the sentence for each number of masks.
            logs = {count: self._read(corpus, released, position, count) for count in {len(word) for word in words}}
            for place, word in enumerate(words):
                tokens = self._tokenizer.convert_tokens_to_ids(word)
                scores[row, place] = np.mean(logs[len(word)][np.arange(len(word)), tokens])
        return scores

    def _read(self, corpus: Corpus, released: Entries, position: int, masks: int) -> NDArray[np.float64]:
        """(masks, tokens) log-probabilities at the masks."""
        before, after = _around(corpus, released, position)
        text = " ".join([*before, *[self._tokenizer.mask_token] * masks, *after])
        encoded = self._tokenizer(text, return_tensors="pt", truncation=True)
        with self._torch.no_grad():
            logits = self._model(**encoded).logits[0]
        at = (encoded["input_ids"][0] == self._tokenizer.mask_token_id).nonzero()[:, 0]
        return np.asarray(self._torch.log_softmax(logits[at].double(), dim=-1).numpy(), np.float64)


class PairScorer:
    """Scores candidates by a classifier of (sanitized sentence, the same with the candidate): log P(label 1). `model`:
    folder or name of a sequence classifier of two labels, fine-tuned as in the paper. Raises MissingPackage:
    transformers or torch is not installed.
    """

    def __init__(self, model: str) -> None:
        self._torch, self._tokenizer, self._model = _load(model, "AutoModelForSequenceClassification")

    def score(self, corpus: Corpus, released: Entries, positions: Entries, inputs: Entries) -> NDArray[np.float64]:
        """Score how well each candidate fits where it would stand, (m, K); larger is better."""
        index = corpus.index
        pairs: list[tuple[str, str]] = []
        for row, position in enumerate(positions.tolist()):
            before, after = _around(corpus, released, position)
            sent = " ".join([*before, index.word(int(released[position])), *after])
            pairs += [(sent, " ".join([*before, index.word(int(entry)), *after])) for entry in inputs[row]]
        parts = [self._ask(pairs[start : start + _BATCH]) for start in range(0, len(pairs), _BATCH)]
        return np.concatenate(parts).reshape(inputs.shape)

    def _ask(self, pairs: list[tuple[str, str]]) -> NDArray[np.float64]:
        first, second = [one for one, _ in pairs], [other for _, other in pairs]
        encoded = self._tokenizer(first, second, return_tensors="pt", padding=True, truncation=True)
        with self._torch.no_grad():
            logits = self._model(**encoded).logits
        return np.asarray(self._torch.log_softmax(logits.double(), dim=-1)[:, 1].numpy(), np.float64)


def _around(corpus: Corpus, released: Entries, position: int) -> tuple[list[str], list[str]]:
    """What was sent before and behind a word, in its sentence."""
    sentence = corpus.sentence(int(np.searchsorted(corpus.starts, position, side="right")) - 1)
    words = [corpus.index.word(int(entry)) for entry in released[sentence]]
    return words[: position - sentence.start], words[position - sentence.start + 1 :]


_PENALTY = 1e-3
_STEPS = 30
_SETTLED = 1e-6

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ConditionalLogit:
    """Picks one of K candidates by a weighted sum of scores. `centre` and `scale`: (F,) of the scores it was fitted on.
    `weights`: (F,).
    """

    centre: Scores
    scale: Scores
    weights: Scores

    @classmethod
    def fit(cls, scores: Scores, right: NDArray[np.int64]) -> ConditionalLogit:
        """Fit by maximum likelihood with a small penalty, by Newton's method. `scores`: (m, K, F) finite. `right`: (m,)
        which candidate is the original.
        """
        centre, scale = scores.mean(axis=(0, 1)), np.maximum(scores.std(axis=(0, 1)), 1e-9)
        features: Scores = (scores - centre) / scale
        weights = np.zeros(features.shape[2])
        chosen = features[np.arange(len(features)), right]
        reached = _likelihood(features, chosen, weights)
        for _ in range(_STEPS):
            step = _newton_step(features, chosen, weights)
            gained = -np.inf
            # Where choices are nearly certain a whole step can lead far beyond the best weights.
            while gained < reached and np.abs(step).max() > _SETTLED:
                gained = _likelihood(features, chosen, weights + step)
                step = step if gained >= reached else step / 2
            if gained - reached < _SETTLED * len(features):
                break
            weights, reached = np.add(weights, step), gained
        return cls(centre, scale, weights)

    def choose(self, scores: Scores) -> NDArray[np.int64]:
        """Choose the best of the candidates, (m,), from (m, K, F) scores."""
        return (((scores - self.centre) / self.scale) @ self.weights).argmax(axis=1)


def _likelihood(features: Scores, chosen: Scores, weights: Scores) -> float:
    """The penalised log-likelihood of the choices."""
    utility = np.dot(features, weights)
    top = utility.max(axis=1)
    rest = np.log(np.exp(utility - top[:, None]).sum(axis=1)) + top
    return float((np.dot(chosen, weights) - rest).sum() - len(features) * _PENALTY / 2 * np.dot(weights, weights))


def _newton_step(features: Scores, chosen: Scores, weights: Scores) -> Scores:
    """(F,) the step of Newton's method on the penalised log-likelihood."""
    penalty = len(features) * _PENALTY
    shares = _softmax(np.dot(features, weights))
    expected = np.asarray(np.einsum("mk,mkf->mf", shares, features), np.float64)
    second = np.asarray(np.einsum("mk,mkf,mkg->fg", shares, features, features, optimize=True), np.float64)
    gradient = np.sum(chosen - expected, axis=0) - penalty * weights
    hessian = second - np.dot(expected.T, expected)
    hessian[np.diag_indices(len(weights))] += penalty
    return np.asarray(np.linalg.solve(hessian, gradient), np.float64)


def _softmax(values: Scores) -> Scores:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
