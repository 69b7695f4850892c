"""A recommended setting, what was weighed against it, and the policy to paste."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dp_gateway.evaluation.row import Figure, Row
from dp_gateway.privacy.guarantee import epsilon_json

__all__ = ["TASKS", "Candidate", "Recommendation", "Task", "to_toml"]


@dataclass(frozen=True, slots=True)
class Task:
    """What texts are used for.

    Attributes:
        preset: the policy to start from.
        metric: what has to be kept.
        means: the metric in words.
    """

    preset: str
    metric: str
    means: str


TASKS: Mapping[str, Task] = {
    "chat": Task("hybrid", "semantic_similarity", "semantic similarity of a text and what leaves"),
    "continue": Task("tokens", "semantic_similarity", "semantic similarity of a text and what leaves"),
    "classify": Task("tokens", "accuracy", "accuracy of a classifier trained and tested on what leaves"),
}


@dataclass(frozen=True, slots=True)
class Candidate:
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
        """JSON-ready; infinite is the string "inf"."""
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
    row: Row
    candidates: Sequence[Candidate]
    uncertified: Candidate | None
    untouched: Figure | None
    notes: Sequence[str]

    def to_json(self) -> dict[str, Any]:
        """JSON-ready; infinite is the string "inf"."""
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
    """The policy as a file that `dp-gateway policy check` accepts, with what it gives up as comments."""
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
    return [f"# {line}" for line in lines]


def _measured(row: Row) -> str:
    measured = row.measured
    return "" if measured is None else f" Measured on one draw: {measured[1].value:.1%} ({measured[0]})."


def _between(figure: Figure) -> str:
    return "" if figure.interval is None else f" (95 %: {figure.interval[0]:.2f} to {figure.interval[1]:.2f})"


def _name(metric_name: str) -> str:
    return metric_name.replace("_", " ")
