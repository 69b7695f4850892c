"""Recommends the setting that keeps most of a task within a limit on what an attacker recovers, and the policy to
paste.

`dp-gateway recommend` calls it; a recommendation tells what was weighed against it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dp_gateway.errors import AssumptionViolated, ConfigurationError
from dp_gateway.evaluation.frontier import Evaluation, Say, measure_utility
from dp_gateway.evaluation.metrics import Metric, metric
from dp_gateway.evaluation.results import Figure, SettingRow
from dp_gateway.evaluation.sample import DocumentSample
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.registry import create
from dp_gateway.privacy.guarantee import epsilon_json


@dataclass(frozen=True, slots=True)
class Task:
    """What texts are used for. `preset`: the policy to start from. `metric`: what has to be kept."""

    preset: str
    metric: str


TASKS: Mapping[str, Task] = {
    "chat": Task("hybrid", "semantic_similarity"),
    "continue": Task("tokens", "semantic_similarity"),
    "classify": Task("tokens", "accuracy"),
}


@dataclass(frozen=True, slots=True)
class MechanismCandidate:
    """A mechanism at the largest epsilon within the limit.

    Attributes:
        mechanism, epsilon: the setting.
        bayes_asr, expected_cosine: exact, over the sample's content words.
        kept: the task's metric on one draw; None where there are no texts.
        certified_epsilon: None where it was not needed.
    """

    mechanism: str
    epsilon: float
    bayes_asr: float
    expected_cosine: float
    kept: Figure | None
    certified_epsilon: float | None = None

    @property
    def worth(self) -> float:
        """What candidates are compared by."""
        return self.expected_cosine if self.kept is None else self.kept.value

    def to_json(self) -> dict[str, Any]:
        """Return the candidate as JSON values; infinite is the string "inf"."""
        level = self.certified_epsilon
        return {
            "mechanism": self.mechanism,
            "nominal_epsilon": self.epsilon,
            "certified_epsilon": None if level is None else epsilon_json(level),
            "bayes_asr": self.bayes_asr,
            "expected_cosine": self.expected_cosine,
            "kept": None if self.kept is None else self.kept._asdict(),
        }


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What to use, and what was weighed against it.

    Attributes:
        task, limit: what was asked for.
        metric: what candidates were compared by.
        row: all figures of the recommended setting.
        candidates: one for each mechanism that has a setting within the limit, best first.
        uncertified: the best without a finite certified epsilon, where it keeps more; else None.
        untouched: the metric of the texts as they are.
        notes: what was left out and why.
    """

    task: str
    limit: float
    metric: str
    row: SettingRow
    candidates: Sequence[MechanismCandidate]
    uncertified: MechanismCandidate | None
    untouched: Figure | None
    notes: Sequence[str]

    def to_json(self) -> dict[str, Any]:
        """Return the recommendation as JSON values; infinite is the string "inf"."""
        return {
            "task": self.task,
            "max_attack": self.limit,
            "metric": self.metric,
            "recommended": self.row.to_json(),
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "uncertified": None if self.uncertified is None else self.uncertified.to_json(),
            "untouched": None if self.untouched is None else self.untouched._asdict(),
            "notes": list(self.notes),
            "policy": to_toml(self),
        }


def to_toml(found: Recommendation) -> str:
    """Write the policy as a file that `dp-gateway policy check` accepts, with what it gives up as comments."""
    row, task = found.row, TASKS[found.task]
    lines = [*_given_up(found), "", f"preset = {json.dumps(task.preset)}", "", "[tokens]"]
    lines += [f"mechanism = {json.dumps(row.mechanism)}", f"epsilon = {row.nominal_epsilon:g}", "keep_stopwords = true"]
    return "\n".join(lines) + "\n"


def _given_up(found: Recommendation) -> list[str]:
    row = found.row
    level = row.certified_epsilon
    certified = (
        "infinite: some output is possible from one word and impossible from another"
        if math.isinf(level)
        else f"{level:.4g}, over all words"
    )
    lines = [
        f"For {found.task}: at most {found.limit:.0%} of content words recovered by the best context-free attacker.",
        f"Attack success: {row.bayes_asr:.1%} (Bayes-optimal, exact)." + _measured(row),
        f"Certified epsilon of one word: {certified}.",
        f"Expected cosine of a word and its replacement: {row.expected_cosine:.2f}.",
    ]
    kept = row.metrics.get(found.metric)
    if kept is not None:
        before = "" if found.untouched is None else f", {found.untouched.value:.2f} for the texts as they are"
        lines.append(f"{_name(found.metric).capitalize()}: {kept.value:.2f}{_between(kept)}{before}.")
    if found.uncertified is not None:
        other = found.uncertified
        lines.append(
            f"Given up for a certificate: {other.mechanism} at epsilon {other.epsilon:g} has "
            f"{_name(found.metric)} {other.worth:.2f} within the same limit, and no certified epsilon."
        )
    if TASKS[found.task].preset == "hybrid":
        lines.append("Names, places, numbers and dates are replaced by rules of their own: dp-gateway policy show FILE")
        lines.append(
            "The limit is on all content words, so all are drawn, and a model can hardly read them below epsilon 12. "
            'Where names, places and numbers alone are private, write preset = "entities" and leave out [tokens].'
        )
    return [f"# {line}" for line in lines]


def _measured(row: SettingRow) -> str:
    measured = row.measured
    return "" if measured is None else f" Measured on one draw: {measured[1].value:.1%} ({measured[0]})."


def _between(figure: Figure) -> str:
    return "" if figure.interval is None else f" (95 %: {figure.interval[0]:.2f} to {figure.interval[1]:.2f})"


def _name(metric_name: str) -> str:
    return metric_name.replace("_", " ")


_STEP = 0.25
_MOST = 64
"""Epsilons that are tried: 0.25, 0.5, ... 16."""


def recommend(
    sample: DocumentSample,
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
    found: list[tuple[Mechanism, MechanismCandidate]] = []
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


def _metrics(task: Task, sample: DocumentSample) -> tuple[list[Metric], str | None]:
    """What to compare by, and why it is another metric than the task's own."""
    if not sample.texts:
        return [], "candidates are compared by expected cosine: there are no texts to measure on, see --data"
    wanted = metric(task.metric)
    _, skipped = measure_utility([wanted], sample, sample.texts)
    if not skipped:
        return [wanted], None
    other = metric("semantic_similarity")
    return [other], f"candidates are compared by {other.name}: {task.metric} was skipped: {skipped[task.metric]}"


def _largest(
    sample: DocumentSample, name: str, limit: float, notes: list[str]
) -> tuple[Mechanism, float, float] | None:
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


def _candidate(evaluation: Evaluation, mechanism: Mechanism, asr: float, cosine: float) -> MechanismCandidate:
    kept: Figure | None = None
    if evaluation.metrics:
        sample = evaluation.sample
        released = sample.released(mechanism, keep_stopwords=evaluation.keep_stopwords)
        found, _ = measure_utility(evaluation.metrics, sample, released)
        kept = found.get(evaluation.metrics[0].name)
    return MechanismCandidate(mechanism.name, mechanism.epsilon, asr, cosine, kept)


def _choose(
    found: Sequence[tuple[Mechanism, MechanismCandidate]], say: Say, *, allow_infinite: bool
) -> tuple[Mechanism, list[MechanismCandidate]]:
    """The candidate of least certified epsilon among those that keep as much as the best, within sampling error.

    Levels are computed from the best candidate downwards, only as far as they can matter.
    """
    weighed: list[MechanismCandidate] = []
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


def _with_level(candidate: MechanismCandidate, level: float | None) -> MechanismCandidate:
    return replace(candidate, certified_epsilon=level)
