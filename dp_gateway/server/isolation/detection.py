"""Detects in other processes: the server's side, which keeps what was found; `loaded` is what a worker loads."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from dp_gateway.detection.remembering import Remembering, span_memory
from dp_gateway.server.isolation.lanes import Lanes
from dp_gateway.server.isolation.pool import DETECTION, Job, shared_pool

if TYPE_CHECKING:
    from dp_gateway.policy import Policy

of_several: ContextVar[bool] = ContextVar("of_several", default=False)
"""Whether the texts that are looked at are those of several requests: `service` tells."""

_SEVERAL_SECONDS = 1.0
"""Time limit for those: some ten times what they take, and no longer do others wait behind one that takes forever."""

_NOT_DETECTED_BY = {"name", "kind", "tokens", "never_self", "public_references", "draw", "unsupported_language"}
"""Settings of a policy that make no difference to what is found."""


class IsolatedDetection(Remembering):
    """The detection of a policy, in the workers of two lanes.

    Args:
        load: what makes it; see `Detections`.
        seconds: how long it may take for the texts of one request.

    Attributes:
        policy: pickled, as workers take it.
    """

    def __init__(self, policy: Policy, load: str, lanes: Lanes, seconds: float) -> None:
        super().__init__(None if policy.detection.ner == "always" else span_memory())
        self.policy = pickle.dumps(policy)
        self._load, self._lanes, self._seconds = load, lanes, seconds
        # How long models of the user's own take is theirs to know.
        self._usual = policy.detection.llm is None and policy.detection.model is None

    def _run(self, texts: Sequence[str], *more: Any) -> Any:
        if not texts:
            return []
        arguments = list(texts), *more
        job = Job(self._load, self.policy, "detect", arguments, size=sum(map(len, texts)), refuses=False)
        seconds = min(self._seconds, _SEVERAL_SECONDS) if self._usual and of_several.get() else self._seconds
        found = self._lanes.detect(job, seconds, usual=self._usual)
        return [tuple(spans) for spans in found]


class Detections:
    """The detections of a server's policies, in processes that they share.

    Args:
        processes: workers as a rule, one of them for long texts.
        seconds: how long detection may take for the texts of one request.
        load: what makes the detection of a policy, as MODULE:NAME.

    Attributes:
        lanes: where they run.
    """

    def __init__(self, processes: int, seconds: float, load: str = DETECTION) -> None:
        self.lanes = Lanes(shared_pool(load), processes)
        self._load, self._seconds = load, seconds
        self._found: dict[str, IsolatedDetection] = {}
        self._prepared: list[tuple[str, bytes]] = []

    def prepare(self, policy: Policy) -> None:
        """Begin to load the detection of a policy before the first request needs it."""
        what = self._load, self.of(policy).policy
        self._prepared.append(what)
        self.lanes.pool.prepare(*what)

    def of(self, policy: Policy) -> IsolatedDetection:
        """Return the detection of a policy; policies that find the same share one, and what it has seen."""
        thresholds = sorted((name, rule.threshold) for name, rule in policy.types.items())
        name = repr((policy.model_dump_json(exclude=_NOT_DETECTED_BY | {"types"}), thresholds))
        if name not in self._found:
            self._found[name] = IsolatedDetection(policy, self._load, self.lanes, self._seconds)
        return self._found[name]

    def warm_up(self) -> None:
        """Wait until everything that was prepared is loaded, and workers for short texts stand ready. Raises
        ConfigurationError or MissingPackage where a detection cannot be had.
        """
        if self._prepared:
            self.lanes.pool.wait(self._prepared)
            self.lanes.short.fill()

    def close(self) -> None:
        """End the workers."""
        self.lanes.close()
