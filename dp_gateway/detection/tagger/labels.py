"""The labels of the tagger, and how much confidence each setting asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

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

THRESHOLDS: Mapping[Recall, float] = {"high": 0.2, "balanced": 0.4, "precise": 0.6}
"""Least calibrated score of a word, by setting: of held-out words at a score, that share belongs to an entity. Chosen
on the held-out parts of the training corpora.
"""

CAUTIOUS = frozenset({"DATE_TIME", "ID_NUMBER", "USERNAME", "AGE", "JOB_TITLE"})
"""Types that patterns find too, and that code and listings are full of look-alikes of."""

CAUTIOUS_THRESHOLDS: Mapping[Recall, float] = {"high": 0.35, "balanced": 0.65, "precise": 0.8}
"""Least mean score of a finding of a cautious type."""
