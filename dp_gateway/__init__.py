"""dp-gateway: a differentially private gateway between applications and language models.

>>> from dp_gateway import Sanitizer
>>> Sanitizer(mechanism="stairtext", epsilon=6).sanitize("...").text  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dp_gateway.attacks import ContextFreeBound, audit, drawn_corpus
    from dp_gateway.budget.settings import BudgetSettings
    from dp_gateway.detection.adapters import CallableDetector
    from dp_gateway.detection.detection import Detection, default_detection
    from dp_gateway.errors import BudgetExceeded, GatewayError
    from dp_gateway.evaluation.metrics import metric
    from dp_gateway.patterns.base import Detector
    from dp_gateway.patterns.known_phrases import SensitiveList
    from dp_gateway.pipeline import EntityReport, Gateway, Report, Sanitized, SanitizedRequest, Sanitizer
    from dp_gateway.policy import DetectionSettings, FieldSettings, Policy, TokenSettings, TypeRule, load_policy
    from dp_gateway.randomness import Secret
    from dp_gateway.restore import Restorer
    from dp_gateway.text import Span
    from dp_gateway.text.entities import Entity
    from dp_gateway.vocabulary.index import Index
    from dp_gateway.vocabulary.lexicon import Lexicon

__version__ = "0.1.0"

__all__ = [
    "BudgetExceeded",
    "BudgetSettings",
    "CallableDetector",
    "ContextFreeBound",
    "Detection",
    "DetectionSettings",
    "Detector",
    "Entity",
    "EntityReport",
    "FieldSettings",
    "Gateway",
    "GatewayError",
    "Index",
    "Lexicon",
    "Policy",
    "Report",
    "Restorer",
    "Sanitized",
    "SanitizedRequest",
    "Sanitizer",
    "Secret",
    "SensitiveList",
    "Span",
    "TokenSettings",
    "TypeRule",
    "audit",
    "default_detection",
    "drawn_corpus",
    "load_policy",
    "metric",
]

# Imported when first asked for: a program that only wants `dp_gateway.errors` should not wait for NumPy.
_HOMES = {
    "BudgetExceeded": "dp_gateway.errors",
    "BudgetSettings": "dp_gateway.budget.settings",
    "CallableDetector": "dp_gateway.detection.adapters",
    "ContextFreeBound": "dp_gateway.attacks",
    "Detection": "dp_gateway.detection.detection",
    "DetectionSettings": "dp_gateway.policy",
    "Detector": "dp_gateway.patterns.base",
    "Entity": "dp_gateway.text.entities",
    "EntityReport": "dp_gateway.pipeline",
    "FieldSettings": "dp_gateway.policy",
    "Gateway": "dp_gateway.pipeline",
    "GatewayError": "dp_gateway.errors",
    "Index": "dp_gateway.vocabulary.index",
    "Lexicon": "dp_gateway.vocabulary.lexicon",
    "Policy": "dp_gateway.policy",
    "Report": "dp_gateway.pipeline",
    "Restorer": "dp_gateway.restore",
    "Sanitized": "dp_gateway.pipeline",
    "SanitizedRequest": "dp_gateway.pipeline",
    "Sanitizer": "dp_gateway.pipeline",
    "Secret": "dp_gateway.randomness",
    "SensitiveList": "dp_gateway.patterns.known_phrases",
    "Span": "dp_gateway.text",
    "TokenSettings": "dp_gateway.policy",
    "TypeRule": "dp_gateway.policy",
    "audit": "dp_gateway.attacks",
    "default_detection": "dp_gateway.detection.detection",
    "drawn_corpus": "dp_gateway.attacks",
    "load_policy": "dp_gateway.policy",
    "metric": "dp_gateway.evaluation.metrics",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'dp_gateway' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
