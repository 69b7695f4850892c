"""What is kept of a request: numbers and names of settings, never a word of it. Metrics, traces and logs read this."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dp_gateway.pipeline.request import SanitizedRequest
    from dp_gateway.pipeline.results import Totals

__all__ = ["Observer", "Record"]


@dataclass(slots=True)
class Record:
    """One request.

    Attributes:
        route: name of the API shape, or path of a route of the gateway's own.
        started: `time.time()` of its arrival.
        client, policy, upstream: names in the settings; empty where it did not come so far.
        status: HTTP status of the reply.
        code: of the error, where it was refused or failed.
        streamed: the reply went out piece by piece.
        aborted: the client went away.
        sanitize, upstream_first, upstream_total, restore, total: seconds.
        bytes_in, bytes_out: bodies.
        entities, words, epsilon: entities replaced, words drawn, and the certified price of both; infinite for no
            guarantee.
        restored: surrogates found in the reply.
        traceparent: of the client's trace, as the W3C writes it; empty where it sent none.
    """

    route: str
    started: float = field(default_factory=time.time)
    client: str = ""
    policy: str = ""
    upstream: str = ""
    status: int = 0
    code: str = ""
    streamed: bool = False
    aborted: bool = False
    sanitize: float = 0.0
    upstream_first: float = 0.0
    upstream_total: float = 0.0
    restore: float = 0.0
    total: float = 0.0
    bytes_in: int = 0
    bytes_out: int = 0
    entities: int = 0
    words: int = 0
    epsilon: float = 0.0
    restored: int = 0
    traceparent: str = ""

    def count(self, request: SanitizedRequest) -> None:
        """Take the figures of a sanitized request."""
        self.take(request.totals)

    def take(self, totals: Totals) -> None:
        """Take the figures of a request."""
        self.entities, self.words, price, _ = totals
        self.epsilon = price.epsilon


Observer = Callable[[Record], None]
"""Called once when a request is done; must not raise, and must not block."""
