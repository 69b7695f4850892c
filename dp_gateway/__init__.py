"""dp-gateway: a differentially private gateway between applications and language models.

>>> from dp_gateway import Sanitizer
>>> Sanitizer(mechanism="stairtext", epsilon=6).sanitize("...").text  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dp_gateway.config import Policy
    from dp_gateway.randomness import Secret
    from dp_gateway.restore import Restorer
    from dp_gateway.sanitizer import EntityReport, Gateway, Report, Sanitized, SanitizedRequest, Sanitizer
    from dp_gateway.text import Raw, Span
    from dp_gateway.vocabulary.index import Index

__version__ = "0.1.0"

__all__ = [
    "EntityReport",
    "Gateway",
    "Index",
    "Policy",
    "Raw",
    "Report",
    "Restorer",
    "Sanitized",
    "SanitizedRequest",
    "Sanitizer",
    "Secret",
    "Span",
]

# Imported when first asked for: a program that only wants `dp_gateway.errors` should not wait for NumPy.
_HOMES = {
    "EntityReport": "dp_gateway.sanitizer",
    "Gateway": "dp_gateway.sanitizer",
    "Index": "dp_gateway.vocabulary.index",
    "Policy": "dp_gateway.config",
    "Raw": "dp_gateway.text",
    "Report": "dp_gateway.sanitizer",
    "Restorer": "dp_gateway.restore",
    "Sanitized": "dp_gateway.sanitizer",
    "SanitizedRequest": "dp_gateway.sanitizer",
    "Sanitizer": "dp_gateway.sanitizer",
    "Secret": "dp_gateway.randomness",
    "Span": "dp_gateway.text",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'dp_gateway' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
