"""The pipeline takes a policy and texts, and gives `Sanitized` texts and a report.

The only place that knows the order of the stages, and the only maker of `Sanitized`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from dp_gateway.pipeline.results import EntityFigures, Report, Sanitized
from dp_gateway.pipeline.tokens import Sanitizer

if TYPE_CHECKING:
    from dp_gateway.pipeline.gateway import Gateway
    from dp_gateway.pipeline.report import EntityReport, SanitizedRequest

__all__ = ["EntityFigures", "EntityReport", "Gateway", "Report", "Sanitized", "SanitizedRequest", "Sanitizer"]

_LATE = {"EntityReport": "report", "Gateway": "gateway", "SanitizedRequest": "report"}


def __getattr__(name: str) -> object:
    # Policies bring pydantic along, and who draws words alone need not wait for it.
    if name in _LATE:
        return getattr(import_module(f"dp_gateway.pipeline.{_LATE[name]}"), name)
    raise AttributeError(f"module 'dp_gateway.pipeline' has no attribute {name!r}")
