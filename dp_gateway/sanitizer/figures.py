"""The rows of a report: what the entities of each type cost, nominal and certified."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from dp_gateway.entities.mentions import Mention
from dp_gateway.entities.substitution import SHIFT_DAYS, Drawn, Substitution
from dp_gateway.mechanisms.base import Mechanism
from dp_gateway.mechanisms.restricted import self_free_level
from dp_gateway.sanitizer.results import EntityFigures

if TYPE_CHECKING:
    from dp_gateway.sanitizer.gateway import Gateway

__all__ = ["Pairs", "figures_of", "order_survival_of", "phrase_level"]

_MOST_ORDERED = 64
"""Values of a type whose order is looked at: a table of a thousand rows need not cost a million pairs."""

Pairs = Sequence[tuple[Mention, Drawn]]
"""Mentions and what was drawn for them."""

_HOW = {
    "surrogate": "drawn without looking at the value",
    "mask": "placeholder",
    "keep": "left in clear",
    "shift": "one shift for all dates of the scope",
    "value": "discrete Laplace noise",
}


def figures_of(gateway: Gateway, pairs: Pairs, substitution: Substitution) -> tuple[EntityFigures, ...]:
    """One row for each type, kind of place and treatment, in the order of first appearance."""
    groups: dict[tuple[str, str, str], list[Drawn]] = {}
    for mention, one in pairs:
        groups.setdefault((mention.type, one.lexicon_type, one.treatment), []).append(one)
    return tuple(_row(gateway, *name, found, substitution) for name, found in groups.items())


def _row(
    gateway: Gateway,
    entity_type: str,
    lexicon_type: str,
    treatment: str,
    found: list[Drawn],
    substitution: Substitution,
) -> EntityFigures:
    policy = gateway.policy
    rule = policy.rule(entity_type)
    values = {one.value for one in found}
    mechanism, compute, unit = _HOW.get(treatment, ""), partial(_identity, substitution, entity_type, found), "value"
    nominal = 0.0
    if treatment == "mechanism":
        drawing = gateway.mechanism(lexicon_type, entity_type)
        mechanism, nominal = drawing.name, drawing.epsilon
        compute = partial(phrase_level, drawing, policy.never_self)
    elif treatment == "value":
        nominal, unit = rule.epsilon or 0.0, substitution.value_unit(entity_type)
        compute = partial(_values, substitution, values)
    elif treatment == "shift":
        compute, unit = substitution.shift_level, f"move by {SHIFT_DAYS} days"
    name = entity_type if lexicon_type in ("", entity_type) else f"{entity_type}/{lexicon_type}"
    count = 0 if treatment == "keep" else len(values)
    return EntityFigures(name, treatment, len(found), count, mechanism, nominal, unit, compute)


def phrase_level(mechanism: Mechanism, never_self: bool) -> tuple[float, float]:
    """Certified (epsilon, delta) of one phrase against any other of its lexicon type."""
    if not never_self:
        return mechanism.level().epsilon, 0.0
    level = self_free_level(mechanism)
    return level.epsilon, level.delta


def _values(substitution: Substitution, values: Iterable[Any]) -> tuple[float, float]:
    levels = [level for value in values for level in substitution.value_levels(value)]
    return max((level.epsilon for level in levels), default=0.0), max((level.delta for level in levels), default=0.0)


def _identity(substitution: Substitution, entity_type: str, found: list[Drawn]) -> tuple[float, float]:
    """Uniform over N candidates but the value itself: epsilon 0, delta 1 / (N - 1)."""
    return 0.0, max((substitution.identity_delta(entity_type, one.value) for one in found), default=0.0)


def order_survival_of(pairs: Pairs, substitution: Substitution) -> dict[str, float]:
    """For each kind of value that occurs with two different numbers: the mean probability that their order survives."""
    by_kind: dict[str, dict[Any, None]] = {}
    for _, one in pairs:
        if one.treatment == "value" and hasattr(one.value, "kind"):
            value: Any = one.value
            by_kind.setdefault(f"{value.kind} {value.unit}".strip(), {})[value] = None
    survival: dict[str, float] = {}
    for kind, values in by_kind.items():
        mean = substitution.order_survival(list(values)[:_MOST_ORDERED])
        if mean is not None:
            survival[kind] = mean
    return survival
