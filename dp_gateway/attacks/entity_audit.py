"""The audit of a policy: what each attack recovers of the names and other entities that it replaces, type by type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dp_gateway.attacks.audit import Skipped
from dp_gateway.attacks.base import AttackReport
from dp_gateway.attacks.entities import EntityTrial, frequent_values
from dp_gateway.attacks.entity_attacks import (
    EntityAttack,
    EntityBayesian,
    EntityBound,
    EntityContextual,
    EntityInversion,
    EntityLlm,
)
from dp_gateway.attacks.llm import Guesser
from dp_gateway.attacks.scorers import CausalScorer
from dp_gateway.errors import InputError, ModelError

__all__ = ["PolicyAudit", "TypeFigures", "audit_policy", "entity_attacks", "policy_verdict"]


@dataclass(frozen=True, slots=True)
class TypeFigures:
    """One entity type of the private texts.

    Attributes:
        mentions: that were replaced.
        treatment: what the policy does with them.
        nominal_epsilon: of a draw; the largest where several tables serve the type.
        prior: success of who always names the most frequent private value, without looking at any text.
    """

    mentions: int
    treatment: str
    nominal_epsilon: float
    prior: float


@dataclass(frozen=True, slots=True)
class PolicyAudit:
    """What an audit of a policy found.

    Attributes:
        policy: its name.
        texts: private ones.
        types: figures by entity type.
        reports: one an attack.
        skipped: what was not run, or not attacked, and why.
    """

    policy: str
    texts: int
    types: dict[str, TypeFigures]
    reports: tuple[AttackReport, ...]
    skipped: tuple[Skipped, ...]

    def to_json(self) -> dict[str, Any]:
        """JSON-ready; holds no name and no phrase."""
        return {
            "policy": self.policy,
            "texts": self.texts,
            "types": {
                name: {
                    "mentions": row.mentions,
                    "treatment": row.treatment,
                    "nominal_epsilon": row.nominal_epsilon,
                    "prior": row.prior,
                }
                for name, row in self.types.items()
            },
            "attacks": [report.to_json() for report in self.reports],
            "skipped": [each.to_json() for each in self.skipped],
        }


def entity_attacks(
    scorer: CausalScorer | None = None, guesser: Guesser | None = None, tokens: int | None = None
) -> list[EntityAttack]:
    """The attacks on entities.

    Args:
        scorer: a language model for the contextual one; None leaves it out.
        guesser: a language model as attacker; None leaves it out.
        tokens: most entities that attacks with a model look at.
    """
    attacks: list[EntityAttack] = [EntityBound(), EntityBayesian(), EntityInversion()]
    if scorer is not None:
        attacks.append(EntityContextual(scorer, tokens=tokens))
    if guesser is not None:
        attacks.append(EntityLlm(guesser, tokens))
    return attacks


def audit_policy(
    trial: EntityTrial,
    attacks: Sequence[EntityAttack] | None = None,
    progress: Callable[[str], None] | None = None,
) -> PolicyAudit:
    """Run the attacks on the entities of a trial.

    Args:
        trial: texts that went through a gateway.
        attacks: None takes `entity_attacks`.
        progress: told which attack runs.
    """
    reports: list[AttackReport] = []
    skipped = [
        Skipped(name, f"{count} numbers or dates of this type are drawn near the value, and not attacked here")
        for name, count in sorted(trial.left_out.items())
    ]
    for attack in entity_attacks() if attacks is None else attacks:
        if progress is not None:
            progress(attack.name)
        try:
            reports.append(attack.attack(trial))
        except (InputError, ModelError) as error:
            skipped.append(Skipped(attack.name, error.message))
    return PolicyAudit(trial.gateway.policy.name, len(trial.sent), _types(trial), tuple(reports), tuple(skipped))


def _types(trial: EntityTrial) -> dict[str, TypeFigures]:
    found: dict[str, TypeFigures] = {}
    for name in sorted({kind.entity_type for kind in trial.kinds}):
        values, rule = frequent_values(trial.targets, name), trial.gateway.policy.rule(name)
        mentions = sum(count for _, count in values)
        levels = [
            trial.mechanism(kind).epsilon for kind in trial.kinds if kind.entity_type == name and kind.lexicon_type
        ]
        found[name] = TypeFigures(mentions, rule.treatment, max(levels, default=0.0), values[0][1] / mentions)
    return found


def policy_verdict(audit: PolicyAudit) -> list[str]:
    """Sentences for a reader who knows no attack; they hold no name and no phrase."""
    sentences: list[str] = []
    blind = [name for name, row in audit.types.items() if row.treatment != "mechanism"]
    for name, row in audit.types.items():
        tried = [(report, *report.by_type[name]) for report in audit.reports if name in report.by_type]
        practical = [each for each in tried if not each[0].attack.endswith("_bound")]
        if not practical:
            continue
        best, hits, attacked = max(practical, key=lambda each: each[1] / each[2])
        about = (
            "drawn without looking at the value"
            if name in blind
            else f"drawn near the value, epsilon {row.nominal_epsilon:g}"
        )
        sentences.append(
            f"{name} ({row.mentions:,} mentions, {about}): the best attack ({best.attack}) recovers {hits:,} of "
            f"{attacked:,}, {hits / attacked:.1%}; always naming the most frequent value would recover {row.prior:.1%}."
        )
    if blind:
        sentences.append(
            "A surrogate that is drawn without looking at the value tells nothing about it: what is recovered of "
            f"{', '.join(blind)} is what could be guessed without any surrogate."
        )
    return sentences
