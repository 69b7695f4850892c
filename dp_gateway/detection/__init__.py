"""Detectors: each finds entities in texts; a `Detection` puts several together."""
