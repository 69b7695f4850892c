"""A detection that looks at texts in other processes; what it finds is kept in this one."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dp_gateway.entities.detectors.detection import Detection, SpanCache
from dp_gateway.server.isolation.lanes import Lanes
from dp_gateway.server.isolation.pool import DETECTION, shared_pool

if TYPE_CHECKING:
    from dp_gateway.config import Policy
    from dp_gateway.entities.types import Entity

__all__ = ["Detections", "IsolatedDetection"]

_NOT_DETECTED_BY = {"name", "kind", "tokens", "never_self", "draw"}
"""Settings of a policy that make no difference to what is found."""


class _Elsewhere:
    """Stands where a `Detection` has detectors."""

    name = "isolated"

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        raise NotImplementedError


class IsolatedDetection(Detection):
    """The detection of a policy, in the workers of two lanes.

    Args:
        policy: see there.
        lanes: where it runs.
        seconds: how long it may take for the texts of one request.

    Attributes:
        policy: pickled, as workers take it.
    """

    def __init__(self, policy: Policy, lanes: Lanes, seconds: float) -> None:
        super().__init__([_Elsewhere()], cache=None if policy.detection.ner == "always" else SpanCache())
        self.policy = pickle.dumps(policy)
        self._lanes, self._seconds = lanes, seconds
        # How long models of the user's own take is theirs to know.
        self._usual = policy.detection.llm is None and policy.detection.model is None

    def _run(self, texts: Sequence[str], *more: Any) -> Any:
        if not texts:
            return []
        arguments = list(texts), *more
        found = self._lanes.run(self.policy, arguments, sum(map(len, texts)), self._seconds, usual=self._usual)
        return [tuple(spans) for spans in found]


class Detections:
    """The detections of a server's policies, in processes that they share.

    Args:
        processes: workers as a rule, one of them for long texts.
        seconds: see `IsolatedDetection`.
        load: what makes the detection of a policy, as MODULE:NAME.
    """

    def __init__(self, processes: int, seconds: float, load: str = DETECTION) -> None:
        self._lanes = Lanes(shared_pool(load), processes)
        self._seconds = seconds
        self._found: dict[str, IsolatedDetection] = {}
        self._prepared: list[bytes] = []

    def prepare(self, policy: Policy) -> None:
        """Begin to load the detection of a policy before the first request needs it."""
        pickled = self.of(policy).policy
        self._prepared.append(pickled)
        self._lanes.pool.prepare(pickled)

    def of(self, policy: Policy) -> IsolatedDetection:
        """The detection of a policy; policies that find the same share one, and what it has seen."""
        thresholds = sorted((name, rule.threshold) for name, rule in policy.types.items())
        name = repr((policy.model_dump_json(exclude=_NOT_DETECTED_BY | {"types"}), thresholds))
        if name not in self._found:
            self._found[name] = IsolatedDetection(policy, self._lanes, self._seconds)
        return self._found[name]

    def warm_up(self) -> None:
        """Wait until everything that was prepared is loaded, and workers for short texts stand ready.

        Raises:
            ConfigurationError, MissingPackage: a detection cannot be had.
        """
        if self._prepared:
            self._lanes.pool.wait(self._prepared)
            self._lanes.short.fill()

    def close(self) -> None:
        """End the workers."""
        self._lanes.close()
