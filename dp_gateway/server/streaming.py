"""A streamed reply as the server restores it, here or in another process."""

from __future__ import annotations

import asyncio
import pickle
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from dp_gateway.api.sse import StreamRestorer
from dp_gateway.errors import Overloaded, RequestError
from dp_gateway.restore.caution import Caution
from dp_gateway.server.asgi import beside
from dp_gateway.server.bodies import AT_ONCE, FEW_MARKS, SMALL, marks
from dp_gateway.server.isolation.lanes import Lanes
from dp_gateway.server.isolation.pool import NOTHING, PLAIN, REPLIES, Job, Worker, opened

__all__ = ["Streaming"]

_LAST_SECONDS = 1.0
"""For what another process holds of a stream that breaks off: it may be why the stream does."""


class Streaming:
    """A stream that is restored: in this process, until it brings an event that would hold up others.

    Args:
        lanes: where the other process is taken from.
        threads: they wait for it.
        seconds: how long one piece may take.

    Attributes:
        here: restores it; None where another process does.
        count: surrogates restored so far.
        next_number: of the next event, where the API numbers them.
        cautions: of the whole reply, once it has ended.
    """

    def __init__(self, lanes: Lanes, threads: ThreadPoolExecutor, seconds: float) -> None:
        self._lanes, self._threads, self._seconds = lanes, threads, seconds
        self.here: StreamRestorer | None = None
        self._there: Worker | None = None
        self._gone = False
        self.count = self.next_number = 0
        self.cautions: Sequence[Caution] = ()
        self._lock = threading.Lock()
        """Held while the worker is talked to."""

    async def feed(self, chunk: bytes) -> bytes:
        """Take in some bytes of the provider and return everything that may go out now.

        Raises:
            UpstreamFailed: an event is larger, or nested deeper, than any API's.
            RequestError: it took too long.
        """
        out: list[bytes] = []
        # Piece by piece, as long as this process does it.
        while self.here is not None and len(chunk) > SMALL:
            out.append(await self._fed(chunk[:SMALL]))
            chunk = chunk[SMALL:]
        return b"".join([*out, await self._fed(chunk)])

    async def _fed(self, chunk: bytes) -> bytes:
        if self.here is None:
            return await self._ask(chunk)
        at_once = len(chunk) <= AT_ONCE and marks(chunk) <= FEW_MARKS
        out = self.here.feed(chunk) if at_once else await beside(self.here.feed, chunk)
        if self.here.held > SMALL:
            await self.move(pickle.dumps(self.here, pickle.HIGHEST_PROTOCOL))
        return out

    async def close(self) -> bytes:
        """The provider's stream has ended: return what is still held."""
        if self.here is None:
            return await self._ask(None)
        out = self.here.close()
        self._noted(self.here.next_number, self.here.count, self.here.cautions)
        return out

    async def rest(self) -> bytes:
        """What is held where the stream breaks off; nothing if that cannot be had at once."""
        try:
            async with asyncio.timeout(_LAST_SECONDS):
                return await self.close()
        except (RequestError, TimeoutError):
            return b""

    def _noted(self, number: int, count: int, cautions: Sequence[Caution]) -> None:
        self.next_number, self.count, self.cautions = number, count, cautions

    async def move(self, pickled: bytes) -> None:
        """Go on in another process.

        Args:
            pickled: the `StreamRestorer`, or what makes the restorer of its reply.
        """
        self.here = None
        await self._run(self._begin, pickled)

    async def _run(self, call: Callable[[Any], Any], argument: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, argument)

    def _begin(self, pickled: bytes) -> None:
        with self._lock:
            self._there = self._lanes.hold(self._seconds)
            if self._gone:
                self._let_go()
                return
            opened(self._there.ask(self._job("begin", pickled), self._seconds))

    async def _ask(self, chunk: bytes | None) -> bytes:
        out, number, count, cautions = await self._run(self._answered, chunk)
        self._noted(number, count, cautions)
        return out

    def _answered(self, chunk: bytes | None) -> Any:
        with self._lock:
            if self._there is None:
                raise Overloaded("the stream was ended", hint="send the request again")
            return opened(self._there.ask(self._job("feed", chunk), self._seconds))

    def _job(self, method: str, argument: bytes | None) -> Job:
        return Job(PLAIN, NOTHING, method, (argument,), doing=REPLIES)

    def end(self) -> None:
        """Nothing more is needed of the stream; what works on it is ended."""
        self._gone = True
        if self._there is not None:
            self._there.kill()
            self._threads.submit(self._ended)

    def _ended(self) -> None:
        with self._lock:
            self._let_go()

    def _let_go(self) -> None:
        if self._there is not None:
            self._lanes.let_go(self._there)
            self._there = None
