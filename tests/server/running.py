"""A gateway that a test has started."""

from __future__ import annotations

import time
from collections.abc import Callable

from dp_gateway.server.logs import Record


class Running:
    """A gateway before a provider."""

    def __init__(self, url: str, records: list[Record]) -> None:
        self.url = url
        self.base = url + "/v1"
        self.records = records

    def recorded(self, count: int) -> list[Record]:
        """The records of so many requests: a record may be written after its client has the whole reply."""
        ends = time.monotonic() + 120
        while len(self.records) < count and time.monotonic() < ends:
            time.sleep(0.01)
        assert len(self.records) == count
        return list(self.records)


Start = Callable[..., Running]
