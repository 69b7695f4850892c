"""Detectors: each finds entities in texts; a `Detection` puts several together."""

from dp_gateway.entities.detectors.identifiers import identifiers_in

__all__ = ["identifiers_in"]
