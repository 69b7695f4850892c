"""Reconstruction attacks on sanitized text, and the audits that run them on a mechanism or a policy."""

from dp_gateway.attacks.audit import (
    Audit,
    EmpiricalEpsilon,
    SkippedAttack,
    audit,
    clopper_pearson,
    empirical_epsilon,
    standard_attacks,
    verdict,
)
from dp_gateway.attacks.base import Attack, AttackReport, Trial, wilson
from dp_gateway.attacks.bayesian import (
    ContextFreeBayesian,
    ContextFreeBound,
    ContextualBayesian,
    ContextualBound,
    EmbeddingInversion,
)
from dp_gateway.attacks.corpus import Corpus, drawn_corpus, read_corpus, split
from dp_gateway.attacks.entities import EntityTrial
from dp_gateway.attacks.entity_attacks import (
    EntityAttack,
    EntityBayesian,
    EntityBound,
    EntityContextual,
    EntityInversion,
    EntityLlm,
    PolicyAudit,
    audit_policy,
    entity_attacks,
    policy_verdict,
)
from dp_gateway.attacks.learned import InversionModel, MaskTokenInference, QueryAttack, least_queries
from dp_gateway.attacks.llm import Guesser, LlmAttack, Usage
from dp_gateway.attacks.scorers import Scorer

__all__ = [
    "Attack",
    "AttackReport",
    "Audit",
    "ContextFreeBayesian",
    "ContextFreeBound",
    "ContextualBayesian",
    "ContextualBound",
    "Corpus",
    "EmbeddingInversion",
    "EmpiricalEpsilon",
    "EntityAttack",
    "EntityBayesian",
    "EntityBound",
    "EntityContextual",
    "EntityInversion",
    "EntityLlm",
    "EntityTrial",
    "Guesser",
    "InversionModel",
    "LlmAttack",
    "MaskTokenInference",
    "PolicyAudit",
    "QueryAttack",
    "Scorer",
    "SkippedAttack",
    "Trial",
    "Usage",
    "audit",
    "audit_policy",
    "clopper_pearson",
    "drawn_corpus",
    "empirical_epsilon",
    "entity_attacks",
    "least_queries",
    "policy_verdict",
    "read_corpus",
    "split",
    "standard_attacks",
    "verdict",
    "wilson",
]
