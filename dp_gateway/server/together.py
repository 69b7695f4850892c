"""Requests that arrive together are sanitized together: what a request costs is mostly calls, not words.

Those that wait in one turn of the event loop are treated in the next. A request that comes alone is not held up.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from dp_gateway.exchange import Caller, Doorway, Exchange
from dp_gateway.shapes import RequestTexts, Shape

__all__ = ["Together"]


class _Waiting(NamedTuple):
    shape: Shape
    texts: RequestTexts
    caller: Caller
    done: asyncio.Future[Exchange]


class Together:
    """Sanitizes the requests of one event loop that come to one doorway in the same turn.

    Args:
        doorway: where they go through.
    """

    def __init__(self, doorway: Doorway) -> None:
        self._doorway = doorway
        self._waiting: list[_Waiting] = []

    async def sanitize(self, shape: Shape, texts: RequestTexts, caller: Caller) -> Exchange:
        """See `Doorway.sanitize`."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._run)
        one = _Waiting(shape, texts, caller, loop.create_future())
        self._waiting.append(one)
        return await one.done

    def _run(self) -> None:
        waiting, self._waiting = [one for one in self._waiting if not one.done.done()], []
        if len(waiting) > 1:
            shapes, texts, callers, _ = zip(*waiting, strict=True)
            try:
                exchanges = self._doorway.sanitize_many(shapes, texts, callers)
            except Exception:
                pass  # of one of them, which then fails alone
            else:
                for one, exchange in zip(waiting, exchanges, strict=True):
                    one.done.set_result(exchange)
                return
        for one in waiting:
            try:
                one.done.set_result(self._doorway.sanitize(one.shape, one.texts, one.caller))
            except Exception as error:
                one.done.set_exception(error)
