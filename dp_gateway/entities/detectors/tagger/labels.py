"""The labels of the tagger, and how much confidence each setting asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

__all__ = ["EMITTED", "LABELS", "THRESHOLDS", "TYPES", "Recall"]

TYPES = (
    "PERSON", "ORGANIZATION", "LOCATION", "STREET_ADDRESS", "POSTCODE", "NRP", "TITLE", "JOB_TITLE", "DATE_TIME",
    "ID_NUMBER", "USERNAME", "AGE", "MISC",
)  # fmt: skip
"""Types that the network tells apart. MISC is what has a name and is private to nobody: products, works, events."""

EMITTED = tuple(kind for kind in TYPES if kind != "MISC")
"""Types that become findings."""

LABELS = ("O", *(f"{mark}-{kind}" for kind in TYPES for mark in "BI"))
"""What the network says of a token: outside, or the beginning or the inside of an entity."""

Recall = Literal["high", "balanced", "precise"]
"""What matters more: that nothing is missed, or that nothing is replaced in vain."""

THRESHOLDS: Mapping[Recall, float] = {"high": 0.25, "balanced": 0.5, "precise": 0.8}
"""Least calibrated score of a finding, by setting: of findings at a score, that share is right on held-out text."""
