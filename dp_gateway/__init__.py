"""dp-gateway: a differentially private gateway between applications and language models.

>>> from dp_gateway import Sanitizer
>>> Sanitizer(mechanism="stairtext", epsilon=6).sanitize("...").text  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dp_gateway.config import DetectionSettings, FieldSettings, Policy, TokenSettings, TypeRule, load_policy
    from dp_gateway.entities.detectors.adapters import CallableDetector
    from dp_gateway.entities.detectors.base import Detector
    from dp_gateway.entities.detectors.detection import Detection, default_detection
    from dp_gateway.entities.detectors.matching import SensitiveList
    from dp_gateway.entities.types import Entity
    from dp_gateway.errors import BudgetExceeded, GatewayError
    from dp_gateway.ledger.settings import BudgetSettings
    from dp_gateway.randomness import Secret
    from dp_gateway.restore import Restorer
    from dp_gateway.sanitizer import EntityReport, Gateway, Report, Sanitized, SanitizedRequest, Sanitizer
    from dp_gateway.text import Span
    from dp_gateway.vocabulary.index import Index
    from dp_gateway.vocabulary.lexicon import Lexicon

__version__ = "0.1.0"

__all__ = [
    "BudgetExceeded",
    "BudgetSettings",
    "CallableDetector",
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
    "default_detection",
    "load_policy",
]

# Imported when first asked for: a program that only wants `dp_gateway.errors` should not wait for NumPy.
_HOMES = {
    "BudgetExceeded": "dp_gateway.errors",
    "BudgetSettings": "dp_gateway.ledger.settings",
    "CallableDetector": "dp_gateway.entities.detectors.adapters",
    "Detection": "dp_gateway.entities.detectors.detection",
    "DetectionSettings": "dp_gateway.config",
    "Detector": "dp_gateway.entities.detectors.base",
    "Entity": "dp_gateway.entities.types",
    "EntityReport": "dp_gateway.sanitizer",
    "FieldSettings": "dp_gateway.config",
    "Gateway": "dp_gateway.sanitizer",
    "GatewayError": "dp_gateway.errors",
    "Index": "dp_gateway.vocabulary.index",
    "Lexicon": "dp_gateway.vocabulary.lexicon",
    "Policy": "dp_gateway.config",
    "Report": "dp_gateway.sanitizer",
    "Restorer": "dp_gateway.restore",
    "Sanitized": "dp_gateway.sanitizer",
    "SanitizedRequest": "dp_gateway.sanitizer",
    "Sanitizer": "dp_gateway.sanitizer",
    "Secret": "dp_gateway.randomness",
    "SensitiveList": "dp_gateway.entities.detectors.matching",
    "Span": "dp_gateway.text",
    "TokenSettings": "dp_gateway.config",
    "TypeRule": "dp_gateway.config",
    "default_detection": "dp_gateway.entities.detectors.detection",
    "load_policy": "dp_gateway.config",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'dp_gateway' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
