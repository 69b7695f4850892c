"""Public references: what a text speaks of in general, and nobody's secret; see `decision`."""

from dp_gateway.detection.public.decision import marked

__all__ = ["marked"]
