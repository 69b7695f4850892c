"""Policy and text in, `Sanitized` text and a report out.

The only place that knows the order of the stages, and the only maker of `Sanitized`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dp_gateway.pipeline.results import EntityFigures, EntityReport, Report, Sanitized
from dp_gateway.pipeline.tokens import Sanitizer

if TYPE_CHECKING:
    from dp_gateway.pipeline.gateway import Gateway
    from dp_gateway.pipeline.request import SanitizedRequest

__all__ = ["EntityFigures", "EntityReport", "Gateway", "Report", "Sanitized", "SanitizedRequest", "Sanitizer"]


def __getattr__(name: str) -> object:
    # Policies bring pydantic along, and who draws words alone need not wait for it.
    if name == "Gateway":
        from dp_gateway.pipeline.gateway import Gateway

        return Gateway
    if name == "SanitizedRequest":
        from dp_gateway.pipeline.request import SanitizedRequest

        return SanitizedRequest
    raise AttributeError(f"module 'dp_gateway.pipeline' has no attribute {name!r}")
