"""Bayesian attacks and their bounds: by one sanitized word, exactly (Theorem 1), and by the words around too (Theorem
2).

The contextual ones take the top K inputs of each output and rank them anew by context.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.base import Attack, AttackReport, GuessingAttack, Trial
from dp_gateway.attacks.corpus import Corpus
from dp_gateway.attacks.learned import Regression, surroundings, unit_vectors
from dp_gateway.attacks.posterior import Best, Candidates, Weights, best_inputs, candidates
from dp_gateway.attacks.scorers import ConditionalLogit, Scorer
from dp_gateway.errors import InputError
from dp_gateway.mechanisms.base import Entries


class ContextFreeBound(GuessingAttack):
    """The context-free optimum (Theorem 1, Definition 1): the attacker knows the true prior.

    Its expected success, sum_y max_x pi(x) P[x, y], bounds that of every context-free attack.
    """

    name = "context_free_bound"

    def guess(self, trial: Trial, outputs: Entries) -> tuple[Entries, float | None]:
        """Guess the most likely input of each output, under the private corpus's own frequencies; `audit` calls it."""
        best = trial.best_by_private
        return best.inputs[outputs], float(best.joint.sum())


class ContextFreeBayesian(GuessingAttack):
    """The practical form (Eq. 10): the prior comes from the shadow corpus, with 1/alpha added."""

    name = "context_free_bayesian"

    def guess(self, trial: Trial, outputs: Entries) -> tuple[Entries, float | None]:
        """Guess the most likely input of each output under the shadow corpus's frequencies."""
        best = trial.best_by_shadow
        return best.inputs[outputs], best.success(trial.shadow_weights, trial.private_weights)


class EmbeddingInversion(GuessingAttack):
    """Guess the attackable word nearest to the output (Qu et al. 2021): the output itself wherever it is one."""

    name = "embedding_inversion"

    def guess(self, trial: Trial, outputs: Entries) -> tuple[Entries, float | None]:
        """Guess the nearest attackable word of each output."""
        index, allowed = trial.index, trial.attackable
        guesses = np.arange(index.size)
        outside = np.flatnonzero(~allowed)
        near = index.neighbours[outside]
        first = allowed[near].argmax(axis=1)
        guesses[outside] = near[np.arange(len(outside)), first]
        return guesses[outputs], None


_TOKENS, _TOKENS_WITH_MODEL = 5_000, 1_000
_TRAINING, _TRAINING_WITH_MODEL = 30_000, 500
_LEAST_LOG = -30.0


class _Sample(NamedTuple):
    """Sanitized words with their candidates.

    Attributes:
        corpus: where they stand.
        released: (t,) the corpus as it was sent.
        seen: (t,) the same, each word replaced by the likeliest input.
        positions: (m,).
        found: (m, K) candidates.
    """

    corpus: Corpus
    released: Entries
    seen: Entries
    positions: Entries
    found: Candidates


class _Contextual(Attack):
    """The shared course of both attacks; `ContextualBayesian` has its arguments."""

    knows_private = False

    def __init__(self, k: int = 10, scorer: Scorer | None = None, tokens: int | None = None) -> None:
        self.k, self.scorer = k, scorer
        self.tokens = tokens or (_TOKENS if scorer is None else _TOKENS_WITH_MODEL)

    def attack(self, trial: Trial) -> AttackReport:
        """`details`: success of the context-free attack on the same words, and the paired gain with its interval."""
        if not trial.private.has_context or not trial.shadow.has_context:
            raise InputError("single words have no context", hint="give sentences: --private FILE")
        positions, released = trial.sample(self.tokens), trial.released
        # A language model works in a process of its own: its time is seen on the wall clock alone.
        clock = time.process_time if self.scorer is None else time.perf_counter
        start = clock()
        weights = trial.private_weights if self.knows_private else trial.shadow_weights
        training = [self._sample(trial, *half) for half in self._training(trial)]
        best = trial.best_by_private if self.knows_private else trial.best_by_shadow
        target = self._sample(trial, trial.private, released, positions, weights, best)
        guesses = self._rank(training, target)
        seconds = clock() - start
        inputs = trial.private.entries[positions]
        hits, free = guesses == inputs, target.found.inputs[:, 0] == inputs
        return AttackReport(self.name, inputs, hits, seconds, None, _gain(hits, free))

    def _training(self, trial: Trial) -> list[tuple[Corpus, Entries, Entries, Weights, Best]]:
        """Two halves of the teacher's sentences, sanitized several times; the true words are known.

        An attacker's frequencies of one half come from the other one, as those of private words come from the shadow
        corpus: on its own sentences a prior looks better than it is.
        """
        limit = _TRAINING if self.scorer is None else _TRAINING_WITH_MODEL
        known = trial.private if self.knows_private else trial.shadow
        teacher = known.some_sentences(limit, trial.stream)
        halves = [teacher.pick(np.arange(first, teacher.sentences, 2)) for first in (0, 1)]
        made: list[tuple[Corpus, Entries, Entries, Weights, Best]] = []
        for half, other in (halves, halves[::-1]):
            copies = max(1, min(30, limit // max(int(teacher.sensitive.sum()), 1)))
            many = half.pick(np.tile(np.arange(half.sentences), copies))
            counts = np.where(trial.attackable, other.counts + 1.0, 0.0)
            weights = trial.private_weights if self.knows_private else counts / counts.sum()
            best = trial.best_by_private if self.knows_private else best_inputs(trial.mechanism, weights)
            made.append((many, trial.release(many), np.flatnonzero(many.sensitive), weights, best))
        return made

    def _sample(
        self, trial: Trial, corpus: Corpus, released: Entries, positions: Entries, weights: Weights, best: Best
    ) -> _Sample:
        kept = corpus.stopwords if trial.keeps_stopwords else np.zeros(len(released), bool)
        seen = np.where(kept, released, best.inputs[released])
        found = candidates(trial.mechanism, weights, released[positions], self.k)
        return _Sample(corpus, released, seen, positions, found)

    def _rank(self, training: Sequence[_Sample], target: _Sample) -> Entries:
        units = unit_vectors(target.corpus.index)
        inputs = [surroundings(half.corpus, half.seen, half.positions) for half in training]
        truths = [half.corpus.entries[half.positions] for half in training]
        # Each half is predicted from the other one: no score of a word has seen that word.
        fitted = [Regression.fit(rows, units[truth]) for rows, truth in zip(inputs, truths, strict=True)]
        predicted = [fitted[1].predict(inputs[0]), fitted[0].predict(inputs[1])]
        scores = np.concatenate(
            [self._scores(half, vectors) for half, vectors in zip(training, predicted, strict=True)]
        )
        right = np.concatenate(
            [half.found.inputs == truth[:, None] for half, truth in zip(training, truths, strict=True)]
        )
        usable = right.any(axis=1)
        model = ConditionalLogit.fit(scores[usable], right[usable].argmax(axis=1))
        final = Regression.fit(np.concatenate(inputs), units[np.concatenate(truths)])
        expected = final.predict(surroundings(target.corpus, target.seen, target.positions))
        chosen = model.choose(self._scores(target, expected))
        return target.found.inputs[np.arange(len(chosen)), chosen]

    def _scores(self, sample: _Sample, predicted: NDArray[np.float32]) -> NDArray[np.float64]:
        """(m, K, F) scores of the candidates."""
        units, found = unit_vectors(sample.corpus.index), sample.found
        vectors = units[found.inputs]
        around = surroundings(sample.corpus, sample.seen, sample.positions)
        width = units.shape[1]
        with np.errstate(divide="ignore"):
            logs = np.log(found.joint)
        logs = np.maximum(logs - logs[:, :1], _LEAST_LOG)
        parts = [logs, np.einsum("mkd,md->mk", vectors, predicted)]
        parts += [np.einsum("mkd,md->mk", vectors, around[:, i * width : (i + 1) * width]) for i in range(1, 5)]
        if self.scorer is not None:
            parts.append(self.scorer.score(sample.corpus, sample.released, sample.positions, found.inputs))
        return np.stack(parts, axis=2).astype(np.float64)


class ContextualBayesian(_Contextual):
    """The practical contextual attack (Eq. 11): frequencies and detector come from the shadow corpus.

    Args:
        k: candidates of each output.
        scorer: a language model's view of each candidate in its sentence; None does without.
        tokens: most words that are attacked; None takes 5,000, with a scorer 1,000.
    """

    name = "contextual_bayesian"


class ContextualBound(_Contextual):
    """The contextual K-ASR bound (Definition 2): frequencies of the private corpus, and a detector trained on it.

    Fresh copies of the private sentences train it. An estimate of the optimum, as in the paper: its detector is not
    the true law of the context.

    Args:
        k, scorer, tokens: as of `ContextualBayesian`.
    """

    name = "contextual_bound"
    knows_private = True


def _gain(hits: NDArray[np.bool_], free: NDArray[np.bool_]) -> dict[str, float | list[float]]:
    difference = hits.astype(np.float64) - free
    half = 1.96 * float(difference.std()) / len(hits) ** 0.5
    mean = float(difference.mean())
    return {"context_free": float(free.mean()), "gain": mean, "gain_interval": [mean - half, mean + half]}
