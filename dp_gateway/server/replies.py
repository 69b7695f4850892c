"""Restores and corrects replies for the server, whole and streamed, here or in another process."""

from __future__ import annotations

import asyncio
import pickle
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import orjson

from dp_gateway.api.replies.fields import is_object
from dp_gateway.api.sse import Event, EventParser, StreamRestorer, dumped, encode, loaded
from dp_gateway.errors import Overloaded, RequestError
from dp_gateway.restore.caution import Caution
from dp_gateway.second_step import Rewriting
from dp_gateway.server.asgi import beside
from dp_gateway.server.bodies import AT_ONCE, FEW_MARKS, LARGE, SMALL, RestoredReply, marks
from dp_gateway.server.isolation.lanes import Lanes
from dp_gateway.server.isolation.pool import NOTHING, PLAIN, REPLIES, Job, Worker, opened

_EVENT_END = b"\n\n"

_LAST_SECONDS = 1.0
"""For what another process holds of a stream that breaks off: it may be why the stream does."""


class Streaming:
    """A stream that is restored: in this process, until it brings an event that would hold up others.

    Args:
        lanes: where the other process is taken from.
        seconds: how long one piece may take.
        at_once: short pieces are restored on the event loop, rather than beside it.

    Attributes:
        here: restores it; None where another process does.
        count: surrogates restored so far.
        next_number: of the next event, where the API numbers them.
        cautions: of the whole reply, once it has ended.
    """

    def __init__(self, lanes: Lanes, threads: ThreadPoolExecutor, seconds: float, *, at_once: bool) -> None:
        self._lanes, self._threads, self._seconds, self._at_once = lanes, threads, seconds, at_once
        self.here: StreamRestorer | None = None
        self._there: Worker | None = None
        self._gone = self._killed = self._done = False
        self._since_turn = 0
        """Bytes that were restored at once since the event loop last turned."""
        self.count = self.next_number = 0
        self.cautions: Sequence[Caution] = ()
        self._lock = threading.Lock()
        """Held while the worker is talked to."""

    async def feed(self, chunk: bytes) -> bytes:
        """Take in some bytes of the provider and return everything that may go out now. Raises UpstreamFailed where an
        event is larger, or nested deeper, than any API's. Raises RequestError where it took too long.
        """
        out: list[bytes] = []
        # Piece by piece, as long as this process does it.
        while self.here is not None and len(chunk) > AT_ONCE:
            length = self._next(chunk)
            out.append(await self._fed(chunk[:length]))
            chunk = chunk[length:]
        return b"".join([*out, await self._fed(chunk)])

    def _next(self, chunk: bytes) -> int:
        """How many bytes go first: events that are restored at once, else as many as go beside the event loop."""
        end = chunk.rfind(_EVENT_END, 0, AT_ONCE) + len(_EVENT_END)
        short = self._at_once and end >= len(_EVENT_END) and marks(chunk[:end]) <= FEW_MARKS
        return end if short else SMALL

    async def _fed(self, chunk: bytes) -> bytes:
        if self.here is None:
            return await self._ask(chunk)
        at_once = self._at_once and len(chunk) <= AT_ONCE and marks(chunk) <= FEW_MARKS
        if at_once:
            if self._since_turn > AT_ONCE:
                # A provider's pieces may all be there already: then nothing else makes the event loop turn.
                self._since_turn = 0
                await asyncio.sleep(0)
            self._since_turn += len(chunk)
            out = self.here.feed(chunk)
        else:
            out = await beside(self.here.feed, chunk)
        if self.here.held > SMALL:
            await self.move(pickle.dumps(self.here, pickle.HIGHEST_PROTOCOL))
        return out

    async def close(self) -> bytes:
        """Note that the provider's stream has ended, and return what is still held."""
        if self.here is None:
            return await self._ask(None)
        at_once = self._at_once and self.here.heard <= AT_ONCE
        closed = partial(_closed, self.here)
        out, number, count, cautions = closed() if at_once else await beside(closed)
        self._noted(number, count, cautions)
        return out

    async def rest(self) -> bytes:
        """Return what is held when the stream breaks off; nothing if that cannot be had at once."""
        try:
            async with asyncio.timeout(_LAST_SECONDS):
                return await self.close()
        except (RequestError, TimeoutError):
            return b""

    def _noted(self, number: int, count: int, cautions: Sequence[Caution]) -> None:
        self.next_number, self.count, self.cautions = number, count, cautions

    async def move(self, pickled: bytes) -> None:
        """Go on in another process. `pickled`: the `StreamRestorer`, or what makes the restorer of its reply."""
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
            answer = opened(self._there.ask(self._job("feed", chunk), self._seconds))
            self._done = chunk is None
            return answer

    def _job(self, method: str, argument: bytes | None) -> Job:
        return Job(PLAIN, NOTHING, method, (argument,), doing=REPLIES)

    def end(self) -> None:
        """End what works on the stream: nothing more is needed of it."""
        self._gone = True
        if self._there is not None:
            if not self._done:
                self._killed = True
                self._there.kill()
            self._threads.submit(self._ended)

    def _ended(self) -> None:
        with self._lock:
            self._let_go()

    def _let_go(self) -> None:
        if self._there is not None:
            self._lanes.let_go(self._there, done=self._done and not self._killed)
            self._there = None


def _closed(stream: StreamRestorer) -> tuple[bytes, int, int, Sequence[Caution]]:
    """What is still held at the end of a stream, and what is told of all of it."""
    out = stream.close()
    return out, stream.next_number, stream.count, stream.cautions


_ESCAPED = 6
"""The most bytes that JSON writes a character in."""

HEADER = b"x-dp-second-step"
"""Says what became of the text of a reply: see `dp_gateway.second_step.Outcome`."""


async def corrected(rewriting: Rewriting, reply: RestoredReply, seconds: float) -> RestoredReply:
    """Correct the texts of a whole reply; it stays as it was if it is too long for that, or after so many seconds."""
    if len(reply.body) > max(LARGE, _ESCAPED * rewriting.longest):
        rewriting.outcome = "failed"
        return reply
    try:
        async with asyncio.timeout(seconds):
            body: dict[str, Any] = await rewriting.awhole(orjson.loads(reply.body))
    except (TimeoutError, orjson.JSONDecodeError):
        rewriting.outcome = "failed"
        return reply
    return reply._replace(body=orjson.dumps(body)) if rewriting.outcome == "rewritten" else reply


class CorrectedStream:
    """A restored stream of events: bytes in, bytes out; the text of an answer comes when it has ended."""

    def __init__(self, rewriting: Rewriting) -> None:
        self.rewriting = rewriting
        self._parser = EventParser()

    async def feed(self, chunk: bytes, seconds: float) -> bytes:
        """Take in some bytes and return everything that may go out now; after so many seconds nothing is corrected."""
        out = [await self._event(event, seconds) for event in self._parser.feed(chunk)]
        return b"".join(out)

    async def close(self, chunk: bytes, seconds: float) -> bytes:
        """Note that the stream has ended; return what is still held, these last bytes, and what became of the texts."""
        events = [*self._parser.feed(chunk), *self._parser.close()]
        out = [await self._event(event, seconds) for event in events]
        told = self.rewriting.outcome
        # Headers have gone: a comment, which clients pass over, says it at the end.
        note = b"" if told is None else b": %b: %b\n\n" % (HEADER, told.encode())
        return b"".join([*out, _written(self.rewriting.close()), note])

    def rest(self, chunk: bytes) -> bytes:
        """Note that the stream broke off; return what is held and these last bytes, none of it corrected."""
        self.rewriting.over = True
        out = [self._passed(event) for event in (*self._parser.feed(chunk), *self._parser.close())]
        return _written(self.rewriting.left()) + b"".join(out) + _written(self.rewriting.close())

    async def _event(self, event: Event, seconds: float) -> bytes:
        if len(event.data) > LARGE:  # to read it would hold up everybody
            self.rewriting.outcome, self.rewriting.over = "failed", True
            return _written(self.rewriting.close()) + event.raw
        value = _object(event)
        if value is None:
            return self._passed(event)
        try:
            async with asyncio.timeout(seconds):
                events = await self.rewriting.aevent(value)
        except TimeoutError:
            self.rewriting.outcome = "failed"
            events = self.rewriting.left()
        return event.raw if events == [value] else _written(events)

    def _passed(self, event: Event) -> bytes:
        """An event that no model is asked about."""
        if event.data.startswith(b"[DONE]"):
            return _written(self.rewriting.close()) + event.raw
        value = _object(event)
        if value is None:
            return event.raw
        return _written(self.rewriting.event(value)) if self.rewriting.over else event.raw


def _object(event: Event) -> dict[str, Any] | None:
    try:
        value: Any = loaded(event.data) if event.data else None
    except ValueError:
        return None
    return value if is_object(value) else None


def _written(events: list[dict[str, Any]]) -> bytes:
    return b"".join([encode(Event(None, dumped(one))) for one in events])
