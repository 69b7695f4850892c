"""Detectors of languages other than English; each reads the passages of its own."""
