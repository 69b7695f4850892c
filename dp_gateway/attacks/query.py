"""The query attack: ask for the same word again and again, and average the noise away (CusText, Section 5.3).

It works only where every call draws afresh; repeatable draws give the attacker one sample however often they ask.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dp_gateway.attacks.base import Attack, AttackReport, Trial
from dp_gateway.mechanisms.base import Entries, Mechanism
from dp_gateway.randomness import Stream

__all__ = ["QueryAttack", "least_queries"]

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
        """Least numbers of draws; `details["least_queries"]` holds one for each word, 0 where none is enough."""
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
    """Fewest draws after which the word is guessed in at least 95 % of attempts; None if more than `limit`.

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
