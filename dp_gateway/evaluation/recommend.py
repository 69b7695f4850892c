"""The setting that keeps most of one's own texts within a limit on attack success, as a policy to paste.

For each mechanism the largest epsilon is sought at which the Bayes-optimal context-free attacker stays within the limit
(exact, from the table); then what is left of the texts at those settings is measured, and the best one taken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from dp_gateway.errors import AssumptionViolated, ConfigurationError
from dp_gateway.evaluation.frontier import Evaluation, Say, measure_utility
from dp_gateway.evaluation.metrics import Metric, metric
from dp_gateway.evaluation.recommendation import TASKS, Candidate, Recommendation, Task
from dp_gateway.evaluation.row import Figure
from dp_gateway.evaluation.sample import Sample
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.registry import create

__all__ = ["recommend"]

_STEP = 0.25
_MOST = 64
"""Epsilons that are tried: 0.25, 0.5, ... 16."""


def recommend(
    sample: Sample,
    task: str,
    limit: float,
    mechanisms: Sequence[str],
    *,
    keep_stopwords: bool = True,
    allow_infinite: bool = False,
    say: Say,
) -> Recommendation:
    """Search the settings.

    Args:
        sample: the data.
        task: a key of `TASKS`.
        limit: most success of the Bayes-optimal attacker, a share of the content words.
        mechanisms: names to search.
        keep_stopwords: leave public stopwords in clear.
        allow_infinite: settings without a finite certified epsilon may win.
        say: told the stage, what is done of it, and its whole.

    Raises:
        ConfigurationError: no setting stays within the limit.
    """
    guessing = float(sample.prior.max())
    if limit <= guessing:
        raise ConfigurationError(
            f"no mechanism can keep attacks below {guessing:.1%}: so often the most frequent word stands there, which "
            "is guessed without looking",
            hint=f"allow more: --max-attack {math.ceil(100 * guessing + 1) / 100:g}",
        )
    notes = list(sample.notes)
    metrics, reason = _metrics(TASKS[task], sample)
    if reason:
        notes.append(reason)
    evaluation = Evaluation(sample, metrics, keep_stopwords=keep_stopwords)
    found: list[tuple[Mechanism, Candidate]] = []
    for number, name in enumerate(mechanisms):
        say(name, number, len(mechanisms))
        made = _largest(sample, name, limit, notes)
        if made is not None:
            found.append((made[0], _candidate(evaluation, *made)))
    if not found:
        raise ConfigurationError(
            f"none of these mechanisms keeps attacks below {limit:.1%}", hint="allow more, or try --mechanisms all"
        )
    found.sort(key=lambda pair: -pair[1].worth)
    chosen, weighed = _choose(found, say, allow_infinite=allow_infinite)
    say(f"{chosen.name}: all figures", len(mechanisms), len(mechanisms))
    row = evaluation.row(chosen, say)
    best = next(each for each in weighed if (each.mechanism, each.epsilon) == (row.mechanism, row.nominal_epsilon))
    infinite = [each for each in weighed if each.certified_epsilon == math.inf and each.worth > best.worth]
    name = metrics[0].name if metrics else "expected_cosine"
    return Recommendation(
        task, limit, name, row, weighed, infinite[0] if infinite else None, evaluation.untouched.get(name), tuple(notes)
    )


def _metrics(task: Task, sample: Sample) -> tuple[list[Metric], str | None]:
    """What to compare by, and why it is another metric than the task's own."""
    if not sample.texts:
        return [], "candidates are compared by expected cosine: there are no texts to measure on, see --data"
    wanted = metric(task.metric)
    _, skipped = measure_utility([wanted], sample, sample.texts)
    if not skipped:
        return [wanted], None
    other = metric("semantic_similarity")
    return [other], f"candidates are compared by {other.name}: {task.metric} was skipped: {skipped[task.metric]}"


def _largest(sample: Sample, name: str, limit: float, notes: list[str]) -> tuple[Mechanism, float, float] | None:
    """A mechanism at the largest epsilon within the limit, with its attack success and expected cosine."""
    low, high = 0, _MOST + 1
    best: tuple[Mechanism, float, float] | None = None
    reason = ""
    # More epsilon never helps an attacker less.
    while high - low > 1:
        middle = (low + high) // 2
        try:
            mechanism = create(name, sample.index, middle * _STEP)
        except AssumptionViolated as error:
            # Some need more epsilon than this to work at all.
            low, reason = middle, error.message
            continue
        utility = mechanism.utility(sample.prior)
        if utility.estimated:
            notes.append(f"{name} was left out: its attack success can only be estimated")
            return None
        if utility.bayes_asr <= limit:
            low, best = middle, (mechanism, utility.bayes_asr, utility.expected_cosine)
        else:
            high, reason = middle, f"even at its least epsilon more than {limit:.0%} are recovered"
    if best is None:
        notes.append(f"{name} was left out: {reason}")
    return best


def _candidate(evaluation: Evaluation, mechanism: Mechanism, asr: float, cosine: float) -> Candidate:
    kept: Figure | None = None
    if evaluation.metrics:
        sample = evaluation.sample
        released = sample.released(mechanism, keep_stopwords=evaluation.keep_stopwords)
        found, _ = measure_utility(evaluation.metrics, sample, released)
        kept = found.get(evaluation.metrics[0].name)
    return Candidate(mechanism.name, mechanism.epsilon, asr, cosine, kept)


def _choose(
    found: Sequence[tuple[Mechanism, Candidate]], say: Say, *, allow_infinite: bool
) -> tuple[Mechanism, list[Candidate]]:
    """The candidate of least certified epsilon among those that keep as much as the best, within sampling error.

    Levels are computed from the best candidate downwards, only as far as they can matter.
    """
    weighed: list[Candidate] = []
    close: list[tuple[float, Mechanism]] = []
    least = -math.inf
    for mechanism, candidate in found:
        level: float | None = None
        if candidate.worth >= least:
            level = mechanism.level(lambda done, total, n=mechanism.name: say(f"{n}: level", done, total)).epsilon
            if allow_infinite or math.isfinite(level):
                if not close:
                    interval = None if candidate.kept is None else candidate.kept.interval
                    least = candidate.worth if interval is None else interval[0]
                close.append((level, mechanism))
        weighed.append(_with_level(candidate, level))
    if not close:
        raise ConfigurationError(
            "within the limit only mechanisms without any certified epsilon are left",
            hint="allow more attack success, or take one of them: --allow-infinite",
        )
    return min(close, key=lambda pair: pair[0])[1], weighed


def _with_level(candidate: Candidate, level: float | None) -> Candidate:
    return replace(candidate, certified_epsilon=level)
