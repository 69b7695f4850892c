"""Attacks that ask or learn, and know nothing of the mechanism: the query attack, and models of shadow sentences.

`audit` runs them. Source of the query attack: CusText, section 5.3.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.base import Attack, AttackReport, Trial
from dp_gateway.attacks.corpus import Corpus
from dp_gateway.errors import InputError
from dp_gateway.mechanisms.base import Entries, Mechanism
from dp_gateway.randomness import Stream
from dp_gateway.vocabulary.index import Index

_OFFSETS = (-2, -1, 1, 2)
_RIDGE = 30.0

Matrix = NDArray[np.float32]


def unit_vectors(index: Index) -> Matrix:
    """Return the vocabulary's vectors at length 1, (n, d)."""
    return index.shared("unit-vectors", _unit_vectors)


def _unit_vectors(index: Index) -> Matrix:
    norms = np.sqrt(np.maximum(index.squared_norms, 1))
    return np.asarray(index.vectors / norms[:, None], np.float32)


def surroundings(corpus: Corpus, seen: Entries, positions: Entries, *, own: bool = False) -> Matrix:
    """Return vectors of the words around each position: the two before, the two behind, and the mean of the sentence.

    Args:
        seen: (t,) what the attacker takes the words of the corpus for.
        positions: (m,) the words to look at.
        own: add the vector of what stands at the position itself.

    Returns:
        (m, D), D = 5 d + 1, or 6 d + 1 with the word's own vector; the last column is 1.
    """
    units = unit_vectors(corpus.index)
    sentence = np.searchsorted(corpus.starts, positions, side="right") - 1
    first, last = corpus.starts[sentence], corpus.starts[sentence + 1] - 1
    blocks: list[Matrix] = []
    for offset in _OFFSETS:
        at = positions + offset
        inside = (at >= first) & (at <= last)
        blocks.append(units[seen[np.clip(at, 0, len(seen) - 1)]] * inside[:, None])
    sums = np.add.reduceat(units[seen], corpus.starts[:-1][np.diff(corpus.starts) > 0], axis=0)
    place = np.cumsum(np.diff(corpus.starts) > 0) - 1
    others = np.maximum(last - first, 1)[:, None]
    blocks.append(np.asarray((sums[place[sentence]] - units[seen[positions]]) / others, np.float32))
    if own:
        blocks.append(units[seen[positions]])
    blocks.append(np.ones((len(positions), 1), np.float32))
    return np.concatenate(blocks, axis=1)


@dataclass(frozen=True, slots=True)
class Regression:
    """Ridge regression from surroundings to the vector of a word. `weights`: (D, d)."""

    weights: Matrix

    @classmethod
    def fit(cls, inputs: Matrix, vectors: Matrix) -> Regression:
        """Fit by least squares with a penalty on all weights. `inputs`: (m, D) as of `surroundings`. `vectors`: (m, d)
        unit vectors of the original words.
        """
        gram = (inputs.T @ inputs).astype(np.float64)
        gram[np.diag_indices_from(gram)] += _RIDGE
        return cls(np.asarray(np.linalg.solve(gram, (inputs.T @ vectors).astype(np.float64)), np.float32))

    def predict(self, inputs: Matrix) -> Matrix:
        """Predict vectors, (m, d)."""
        return inputs @ self.weights


_TRAINING = 30_000
_TOKENS = 5_000
_ROWS = 512
_SHARPNESS = (0.0, 2.0, 5.0, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0)
"""How much likeness of vectors counts against the frequency of a word; chosen on shadow sentences held out."""


class _Learned(Attack):
    """A regression to the vector of the original word, then the nearest word, frequent ones first."""

    own: ClassVar[bool]
    """Whether the model sees the sanitized word itself, or only those around it."""

    def __init__(self, tokens: int | None = None) -> None:
        self.tokens = tokens or _TOKENS

    def attack(self, trial: Trial) -> AttackReport:
        """Attack a sample of the private words of a trial."""
        if not trial.private.has_context or not trial.shadow.has_context:
            raise InputError("single words have no context", hint="give sentences: --private FILE")
        positions, released = trial.sample(self.tokens), trial.released
        start = time.process_time()
        teacher = trial.shadow.some_sentences(_TRAINING, trial.stream)
        parts = [teacher.pick(np.arange(first, teacher.sentences, 2)) for first in (0, 1)]
        if not all(part.sensitive.any() for part in parts):
            raise InputError(
                "the shadow set has too few sentences to learn from and to check it on",
                hint="give more text that shares no sentence with the private one: --shadow FILE",
            )
        halves = [self._learn(trial, part) for part in parts]
        allowed = np.flatnonzero(trial.attackable)
        units, prior = unit_vectors(trial.index)[allowed], np.log(trial.shadow_weights[allowed])
        fitted = Regression.fit(*halves[0])
        held_out = fitted.predict(halves[1][0][:_TOKENS])
        truth = halves[1][1][:_TOKENS]
        sharpness = max(_SHARPNESS, key=lambda value: _score(held_out, truth, units, prior, value))
        final = Regression.fit(
            np.concatenate([half[0] for half in halves]), np.concatenate([half[1] for half in halves])
        )
        predicted = final.predict(surroundings(trial.private, released, positions, own=self.own))
        guesses = allowed[_nearest(predicted, units, prior, sharpness)]
        seconds = time.process_time() - start
        inputs = trial.private.entries[positions]
        return AttackReport(self.name, inputs, guesses == inputs, seconds)

    def _learn(self, trial: Trial, corpus: Corpus) -> tuple[Matrix, Matrix]:
        copies = max(1, min(30, _TRAINING // max(2 * int(corpus.sensitive.sum()), 1)))
        many = corpus.pick(np.tile(np.arange(corpus.sentences), copies))
        positions = np.flatnonzero(many.sensitive)
        inputs = surroundings(many, trial.release(many), positions, own=self.own)
        return inputs, unit_vectors(trial.index)[many.entries[positions]]


class InversionModel(_Learned):
    """From the sanitized word and those around it to the original one (after Kugler et al. 2021, without BERT).

    Args:
        tokens: most words that are attacked; None takes 5,000.
    """

    name = "inversion_model"
    own = True


class MaskTokenInference(_Learned):
    """From the words around alone, the sanitized word hidden (after Yue et al. 2021, without BERT).

    Args:
        tokens: most words that are attacked; None takes 5,000.
    """

    name = "mask_token_inference"
    own = False


def _nearest(predicted: Matrix, units: Matrix, prior: NDArray[np.float64], sharpness: float) -> Entries:
    """(m,) places of the words with the largest sharpness times cosine plus log frequency."""
    lengths = np.maximum(np.linalg.norm(predicted, axis=1, keepdims=True), 1e-9)
    queries = np.asarray(sharpness * predicted / lengths, np.float32)
    weights = prior.astype(np.float32)
    parts = [(queries[i : i + _ROWS] @ units.T + weights).argmax(axis=1) for i in range(0, len(queries), _ROWS)]
    return np.concatenate(parts)


def _score(predicted: Matrix, truth: Matrix, units: Matrix, prior: NDArray[np.float64], sharpness: float) -> float:
    """Share of words whose vector is hit; two words of one vector count as one."""
    return float((units[_nearest(predicted, units, prior, sharpness)] == truth).all(axis=1).mean())


Decoder = Literal["likelihood", "frequency"]

_Test = Callable[[Entries, NDArray[np.float64]], NDArray[np.bool_]]
"""Which attempts may have recovered the word: distinct outputs (k,), how often each attempt drew them (trials, k)."""

_CONFIDENCE = 0.95
_STEPS = 8
"""Attempts are made in so many parts: most numbers of draws are settled by the first one."""

_RIVALS = (32, 256)
"""Nearest words, itself among them: who is not told from the first ones need not be compared with all."""

_IMPOSSIBLE = -1e4


class QueryAttack(Attack):
    """How many fresh draws of one word reveal it.

    A word counts as recovered if at most `queries` draws reveal it in 95 % of all attempts.

    Args:
        queries: draws that the attacker can get.
        words: how many of the attacked words, as they occur, are tried.
        trials: attempts for each number of draws.
    """

    name = "query"

    def __init__(self, queries: int = 100, words: int = 20, trials: int = 200) -> None:
        self.queries, self.words, self.trials = queries, words, trials

    def attack(self, trial: Trial) -> AttackReport:
        """Find the least numbers of draws; `details["least_queries"]` has one for each word, 0 where none is enough."""
        inputs = trial.private.entries[trial.sample(self.words)]
        start = time.process_time()
        least: list[int] = []
        for entry in inputs.tolist():
            found = least_queries(
                trial.mechanism, entry, trial.stream, rivals=trial.attackable, limit=self.queries, trials=self.trials
            )
            least.append(found or 0)
        seconds = time.process_time() - start
        hits = np.array(least) > 0
        return AttackReport(self.name, inputs, hits, seconds, None, {"least_queries": least, "queries": self.queries})


def least_queries(
    mechanism: Mechanism,
    entry: int,
    stream: Stream,
    *,
    decoder: Decoder = "likelihood",
    rivals: NDArray[np.bool_] | None = None,
    limit: int = 1 << 14,
    trials: int = 200,
) -> int | None:
    """Find the fewest draws after which the word is guessed in at least 95 % of attempts; None if more than `limit`.

    Args:
        mechanism: what is asked.
        entry: the word.
        stream: of the draws.
        decoder: "likelihood" takes the input under which the draws are likeliest, among the 256 nearest words, those
            that are hardest to tell apart; "frequency" takes the most frequent draw, as CusText's authors do.
        rivals: (n,) which words an attacker reckons with; None for all.
        limit: most draws that are tried.
        trials: attempts for each number of draws.

    Raises:
        AssumptionViolated: the decoder needs a table and the mechanism has none.
    """
    tests = _likelihood(mechanism, entry, rivals) if decoder == "likelihood" else [_most_frequent(entry)]

    def recovered(count: int) -> bool:
        wanted = math.ceil(_CONFIDENCE * trials)
        part = -(-trials // _STEPS)
        hits = done = 0
        while hits < wanted:
            some = min(part, trials - done)
            done += some
            outputs, counts = _counts(mechanism.release(np.full(some * count, entry), stream).reshape(some, count))
            right = np.ones(some, bool)
            for test in tests:
                right[right] = test(outputs, counts[right])
                if done - hits - int(right.sum()) > trials - wanted:
                    return False
            hits += int(right.sum())
        return True

    high = 1
    while not recovered(high):
        if high >= limit:
            return None
        high = min(2 * high, limit)
    low = high // 2
    while high - low > max(1, high // 32):
        middle = (low + high) // 2
        low, high = (low, middle) if recovered(middle) else (middle, high)
    return high


def _counts(drawn: NDArray[np.int64]) -> tuple[Entries, NDArray[np.float64]]:
    """The distinct outputs (k,), and how often each was drawn in each attempt (trials, k)."""
    outputs, places = np.unique(drawn, return_inverse=True)
    places = places.reshape(drawn.shape) + len(outputs) * np.arange(len(drawn))[:, None]
    counts = np.bincount(places.reshape(-1), minlength=len(drawn) * len(outputs))
    return outputs, counts.reshape(len(drawn), len(outputs)).astype(np.float64)


def _likelihood(mechanism: Mechanism, entry: int, rivals: NDArray[np.bool_] | None) -> list[_Test]:
    """Whether the word is likelier than its nearest rivals, and whether it is likelier than the others."""
    near = mechanism.index.neighbours[entry, : _RIVALS[-1]].astype(np.int64)
    listed = near != entry if rivals is None else rivals[near] & (near != entry)
    parts = [near[first:last][listed[first:last]] for first, last in pairwise((0, *_RIVALS))]
    return [_likelier(mechanism, entry, part) for part in parts if len(part)]


def _likelier(mechanism: Mechanism, entry: int, rivals: Entries) -> _Test:
    @cache
    def logs() -> NDArray[np.float64]:
        with np.errstate(divide="ignore"):
            found = np.log(mechanism.distribution(np.concatenate(([entry], rivals))))
        return np.maximum(found, _IMPOSSIBLE, out=found)

    def test(outputs: Entries, counts: NDArray[np.float64]) -> NDArray[np.bool_]:
        scores = counts @ logs()[:, outputs].T
        # A tie is no recovery.
        return scores[:, 0] > scores[:, 1:].max(axis=1)

    return test


def _most_frequent(entry: int) -> _Test:
    def test(outputs: Entries, counts: NDArray[np.float64]) -> NDArray[np.bool_]:
        own = counts[:, outputs == entry].sum(axis=1)
        return own > counts[:, outputs != entry].max(axis=1, initial=0.0)

    return test
