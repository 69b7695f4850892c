"""A client that goes away ends what is done for it, the call to the provider included."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from starlette.types import Receive

__all__ = ["Disconnected", "Watch"]

_PATIENCE_SECONDS = 0.05
"""Nearly every reply that is not streamed is there sooner: only then is a task worth its price."""


class Disconnected(Exception):
    """The client went away; there is nobody to answer."""


class Watch:
    """Inside its block, the task is cancelled when the client disconnects, and `Disconnected` is raised instead.

    Args:
        receive: of the ASGI request, whose body has been read.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._gone = False
        self._watching: asyncio.Task[None] | None = None

    def __enter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._timer = self._loop.call_later(_PATIENCE_SECONDS, self._begin)
        return self

    def _begin(self) -> None:
        self._watching = self._loop.create_task(self._watch())

    async def _watch(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self._gone = True
        if self._task is not None:
            self._task.cancel()

    def over(self) -> None:
        """Look no longer: the last of the reply leaves, and so may the client."""
        self._timer.cancel()
        if self._watching is not None:
            self._watching.cancel()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over()
        if self._gone and isinstance(error, asyncio.CancelledError):
            if self._task is not None:
                self._task.uncancel()
            raise Disconnected from None
