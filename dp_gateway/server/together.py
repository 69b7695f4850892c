"""Requests that arrive together are sanitized together: what a request costs is mostly calls, not words.

Those that wait in one turn of the event loop are treated in the next. A request that comes alone is not held up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from dp_gateway.exchange import Doorway, Exchange, ReadRequest

__all__ = ["Together"]


class _Waiting(NamedTuple):
    request: ReadRequest
    done: asyncio.Future[Exchange]


class Together:
    """Sanitizes the requests of one event loop that come to one doorway in the same turn.

    Args:
        doorway: where they go through.
    """

    def __init__(self, doorway: Doorway) -> None:
        self._doorway = doorway
        self._waiting: list[_Waiting] = []

    async def sanitize(self, request: ReadRequest) -> Exchange:
        """Sanitize a request with those that come in the same turn of the event loop."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._run)
        one = _Waiting(request, loop.create_future())
        self._waiting.append(one)
        return await one.done

    def _run(self) -> None:
        waiting, self._waiting = [one for one in self._waiting if not one.done.done()], []
        self._sanitize(waiting)

    def _sanitize(self, waiting: Sequence[_Waiting]) -> None:
        try:
            exchanges = self._doorway.sanitize([one.request for one in waiting])
        except Exception as error:
            if len(waiting) == 1:
                waiting[0].done.set_exception(error)
                return
            for one in waiting:  # the one at fault then fails alone
                self._sanitize([one])
        else:
            for one, exchange in zip(waiting, exchanges, strict=True):
                one.done.set_result(exchange)
