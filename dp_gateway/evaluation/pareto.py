"""Which settings are best: nothing else has as little of a cost and as much of a utility."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from dp_gateway.evaluation.results import Row

__all__ = ["ATTACK_LIMITS", "COSTS", "Choice", "best", "choices", "findings", "front", "run_of"]

COSTS = {
    "certified_epsilon": "certified epsilon",
    "bayes_asr": "Bayes attack success",
    "measured_asr": "measured attack success",
}
"""What a setting costs in privacy, by the name of the figure."""

ATTACK_LIMITS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7)

_SLACK = 1e-6
"""A level that is rounded up in its last digit is still that level."""


class Choice(NamedTuple):
    """The best settings whose cost is within a limit.

    Attributes:
        limit: of the cost.
        row: the best with a finite certified epsilon; None where none is within the limit.
        uncertified: one without, that is better still; else None.
        second: the best of another mechanism than `row`'s, with a finite certified epsilon.
    """

    limit: float
    row: Row | None
    uncertified: Row | None
    second: Row | None


def _value(row: Row, name: str) -> float:
    value = row.figure(name)
    return math.nan if value is None else value


def front(rows: Sequence[Row], cost: str, utility: str) -> list[Row]:
    """The Pareto-best rows by rising cost: none has at most their cost and more utility. Infinite costs count."""
    known = [row for row in rows if not math.isnan(_value(row, cost)) and not math.isnan(_value(row, utility))]
    ordered = sorted(known, key=lambda row: (_value(row, cost), -_value(row, utility)))
    found: list[Row] = []
    for row in ordered:
        if not found or _value(row, utility) > _value(found[-1], utility):
            found.append(row)
    return found


def best(rows: Sequence[Row], cost: str, utility: str, limit: float) -> Row | None:
    """The row of most utility whose cost is within a limit; of equal ones the one that costs least."""
    within = [row for row in rows if _value(row, cost) <= limit * (1 + _SLACK)]
    known = [row for row in within if not math.isnan(_value(row, utility))]
    return max(known, key=lambda row: (_value(row, utility), -_value(row, cost)), default=None)


def choices(rows: Sequence[Row], cost: str, utility: str, limits: Sequence[float]) -> list[Choice]:
    """The best settings within each limit."""
    finite = [row for row in rows if math.isfinite(row.certified_epsilon)]
    infinite = [row for row in rows if math.isinf(row.certified_epsilon)]
    found: list[Choice] = []
    for limit in limits:
        row, other = best(finite, cost, utility, limit), best(infinite, cost, utility, limit)
        rivals = [each for each in finite if row is not None and each.mechanism != row.mechanism]
        if row is not None and other is not None and _value(other, utility) <= _value(row, utility):
            other = None
        found.append(Choice(limit, row, other, best(rivals, cost, utility, limit)))
    return found


def findings(rows: Sequence[Row], levels: Sequence[float], utility: str = "expected_cosine") -> list[str]:
    """What to use, in sentences; they hold no word of the text.

    Args:
        rows: all settings.
        levels: certified epsilons to choose at.
        utility: what is to be kept.
    """
    name = utility.replace("_", " ")
    sentences: list[str] = []
    by_epsilon = choices(rows, "certified_epsilon", utility, levels)
    for mechanism, run in run_of([(choice.limit, choice.row) for choice in by_epsilon]):
        kept = _span([_value(row, utility) for _, row in run])
        where = _limits([f"{limit:g}" for limit, _ in run])
        sentences.append(f"At a certified epsilon of {where} use {mechanism}: it keeps most ({name} {kept}).")
    infinite = dict.fromkeys(row.mechanism for row in rows if math.isinf(row.certified_epsilon))
    if infinite:
        sentences.append(
            f"No certified epsilon at all: {', '.join(infinite)}. Some output is possible from one word and "
            "impossible from another, whatever their nominal epsilon."
        )
    for cost in ("bayes_asr", "measured_asr"):
        sentences += _by_attack(rows, cost, utility)
    return sentences


def _by_attack(rows: Sequence[Row], cost: str, utility: str) -> list[str]:
    found = choices(rows, cost, utility, ATTACK_LIMITS)
    sentences: list[str] = []
    for mechanism, run in run_of([(choice.limit, choice.row) for choice in found]):
        where = _limits([f"{limit:.0%}" for limit, _ in run])
        settings = _span([row.nominal_epsilon for _, row in run], "g")
        levels = _span([row.certified_epsilon for _, row in run], ".3g")
        kept = _span([_value(row, utility) for _, row in run])
        sentences.append(
            f"Where {COSTS[cost]} may be at most {where}, of those with a certificate use {mechanism} "
            f"(nominal epsilon {settings}, certified {levels}, {utility.replace('_', ' ')} {kept})."
        )
    rivals = [(choice.limit, choice.uncertified) for choice in found]
    for mechanism, run in run_of(rivals):
        where = _limits([f"{limit:.0%}" for limit, _ in run])
        kept = _span([_value(row, utility) for _, row in run])
        sentences.append(f"At {COSTS[cost]} of {where}, {mechanism} would keep more ({kept}), without any certificate.")
    return sentences


def run_of(found: Sequence[tuple[float, Row | None]]) -> list[tuple[str, list[tuple[float, Row]]]]:
    """Neighbouring limits at which one mechanism is the best, together."""
    runs: list[tuple[str, list[tuple[float, Row]]]] = []
    last: str | None = None
    for limit, row in found:
        if row is not None:
            if row.mechanism != last:
                runs.append((row.mechanism, []))
            runs[-1][1].append((limit, row))
        last = None if row is None else row.mechanism
    return runs


def _limits(shown: Sequence[str]) -> str:
    return shown[0] if len(shown) == 1 else f"{shown[0]} to {shown[-1]}"


def _span(values: Sequence[float], form: str = ".2f") -> str:
    first, last = format(values[0], form), format(values[-1], form)
    return first if first == last else f"{first} to {last}"
