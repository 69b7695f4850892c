"""Sanitizes requests together, each as if it came alone: in less time, since much is then looked up once.

`service` sends each request to one of these; one that fails, fails alone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

from dp_gateway.exchange import Doorway, Exchange, ReadRequest

_MOST = 16
"""Requests that one thread sanitizes together: more save nothing more, and the first would wait for the last."""


class _Waiting(NamedTuple):
    """A request that waits. `alone`: those that it was sanitized with failed."""

    request: ReadRequest
    done: asyncio.Future[Exchange]
    alone: bool = False


class Together:
    """Sanitizes the requests of one event loop that come to one doorway in the same turn."""

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


class InThreads:
    """Sanitizes requests beside an event loop: one in a thread while threads are free, then those that wait together.

    Args:
        sanitize: what is called in a thread.
        threads: where it runs.
        at_once: threads that are taken.
        characters: of the texts that go together.
    """

    def __init__(
        self,
        sanitize: Callable[[Sequence[ReadRequest]], list[Exchange]],
        threads: Executor,
        at_once: int,
        characters: int,
    ) -> None:
        self._sanitize, self._threads = sanitize, threads
        self._free, self._characters = at_once, characters
        self._waiting: deque[_Waiting] = deque()

    async def sanitize(self, request: ReadRequest) -> Exchange:
        """Sanitize a request, with others where it has to wait. Raises what `sanitize` raises for it alone."""
        one = _Waiting(request, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        self._start()
        return await one.done

    def _start(self) -> None:
        """Begin with those that wait, as far as threads are free."""
        while self._free and (some := self._next()):
            requests = [one.request for one in some]
            job = asyncio.get_running_loop().run_in_executor(self._threads, self._sanitize, requests)
            self._free -= 1
            job.add_done_callback(partial(self._ended, some))

    def _next(self) -> list[_Waiting]:
        """Those that are next, taken out of the line; who went away is not waited for."""
        some, size = list[_Waiting](), 0
        while self._waiting and len(some) < _MOST and not (some and some[0].alone):
            one = self._waiting[0]
            size += one.request.characters
            if some and (one.alone or size > self._characters):
                break
            self._waiting.popleft()
            if not one.done.done():
                some.append(one)
        return some

    def _ended(self, some: Sequence[_Waiting], job: asyncio.Future[list[Exchange]]) -> None:
        self._free += 1
        error = job.exception()
        if error is None:
            for one, exchange in zip(some, job.result(), strict=True):
                if not one.done.done():
                    one.done.set_result(exchange)
        elif len(some) == 1:
            if not some[0].done.done():
                some[0].done.set_exception(error)
        else:
            # The one at fault then fails alone.
            self._waiting.extendleft(one._replace(alone=True) for one in reversed(some))
        self._start()
