"""Detectors: each finds entities in texts; a `Detection` puts several together."""

from dp_gateway.detection.by_form import identifiers_in

__all__ = ["identifiers_in"]
