"""Detects in a worker: the template imports this first, and loads it for each policy.

The server's side of it is `detection`. All that finds something is imported at once, while the server imports its own.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dp_gateway.detection.of_policy import WARM_UP, Detects, detection_of
from dp_gateway.policy import Policy

for _late in ("patterns.detector", *(f"detection.languages.{name}" for name in ("listed", "names", "tagger"))):
    import_module(f"dp_gateway.{_late}")


class LoadedDetection:
    """The detection of a policy in a worker. `own`: it asks a model of the user's own."""

    def __init__(self, detection: Detects, *, own: bool) -> None:
        self._own = own
        self.detect: Any = detection.detect

    def warm_up(self) -> None:
        """Load what the first text would load."""
        # A pipeline of the user's own may start threads when it first runs, which a fork would lose.
        if not self._own:
            self.detect([WARM_UP])


def detection(policy: Policy) -> LoadedDetection:
    """Make the detection of a policy, as a template loads it. Raises ConfigurationError or MissingPackage where a part
    of it cannot be had.
    """
    settings = policy.detection
    return LoadedDetection(detection_of(policy), own=settings.model is not None or settings.llm is not None)
