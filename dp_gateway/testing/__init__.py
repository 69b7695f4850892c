"""Public test tools: conformance suites to subclass (for entities `testing.entities`), toys, a seeded stream.

Not for production.
"""

from dp_gateway.testing.conformance import MechanismConformance, SeededStream, ToyEmbedder, toy_index

__all__ = ["MechanismConformance", "SeededStream", "ToyEmbedder", "toy_index"]
