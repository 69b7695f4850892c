"""Reconstruction attacks on sanitized text, and the audit that runs them on a mechanism."""

from dp_gateway.attacks.audit import Audit, Skipped, audit, standard_attacks
from dp_gateway.attacks.base import Attack, AttackReport, Trial, wilson
from dp_gateway.attacks.context_free import ContextFreeBayesian, ContextFreeBound, EmbeddingInversion
from dp_gateway.attacks.contextual import ContextualBayesian, ContextualBound
from dp_gateway.attacks.corpus import Corpus, drawn_corpus, read_corpus
from dp_gateway.attacks.empirical import EmpiricalEpsilon, clopper_pearson, empirical_epsilon
from dp_gateway.attacks.learned import InversionModel, MaskTokenInference
from dp_gateway.attacks.query import QueryAttack, least_queries
from dp_gateway.attacks.scoring import Scorer
from dp_gateway.attacks.splitting import split
from dp_gateway.attacks.verdict import verdict

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
    "InversionModel",
    "MaskTokenInference",
    "QueryAttack",
    "Scorer",
    "Skipped",
    "Trial",
    "audit",
    "clopper_pearson",
    "drawn_corpus",
    "empirical_epsilon",
    "least_queries",
    "read_corpus",
    "split",
    "standard_attacks",
    "verdict",
    "wilson",
]
