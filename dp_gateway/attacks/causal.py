"""A causal language model as scorer: how likely each candidate is after what was sent before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.corpus import Corpus
from dp_gateway.llm import Endpoint
from dp_gateway.llm.next_tokens import NextTokens
from dp_gateway.mechanisms.base import Entries

__all__ = ["CausalScorer"]

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
    """Scores candidates by a local model's log-probabilities of the next token; one request a word.

    Args:
        endpoint: an OpenAI-compatible completions server that gives log-probabilities, declared local.

    Raises:
        UntrustedModel: the endpoint is not declared local.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._model = NextTokens.of(endpoint)

    def score(self, corpus: Corpus, released: Entries, positions: Entries, inputs: Entries) -> NDArray[np.float64]:
        """See `Scorer.score`."""
        words = corpus.index.words
        scores = np.empty(inputs.shape)
        for row, position in enumerate(positions.tolist()):
            # What was sent before the place in its sentence.
            first = int(corpus.starts[np.searchsorted(corpus.starts, position, side="right") - 1])
            before = " ".join(words[int(entry)] for entry in released[first:position])
            scores[row] = self.after(before, [words[int(entry)] for entry in inputs[row]])
        return scores

    def after(self, before: str, phrases: Sequence[str]) -> NDArray[np.float64]:
        """(K,) log-probabilities of phrases behind a text, by their first tokens."""
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
