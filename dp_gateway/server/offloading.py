"""Hands requests and replies that are not small to worker processes: their bytes go there, and those come back that
may go on.

The service and the routes of batches call it. Whatever takes time by the byte holds the interpreter's lock, and with it
everybody else: reading JSON, drawing, filling in, restoring. So the event loop touches nothing of a large request but
its bytes. What is done with them can be ended, and is, after `sanitizing_seconds`.
"""

from __future__ import annotations

import asyncio
import math
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dp_gateway.api import RequestTexts, Shape
from dp_gateway.api.reading import ROOT
from dp_gateway.api.sse import StreamRestorer
from dp_gateway.budget.base import Charge
from dp_gateway.exchange import Caller, Doorway, Exchange
from dp_gateway.judging.settings import CHARACTERS
from dp_gateway.pipeline.report import SanitizedRequest
from dp_gateway.pipeline.results import NOTHING as NO_SURROGATES
from dp_gateway.pipeline.results import SEAL, SanitizedBody, Totals
from dp_gateway.policy import Policy
from dp_gateway.restore import Restorer
from dp_gateway.server.asgi import beside
from dp_gateway.server.bodies import AT_ONCE, FEW_MARKS, LARGE, MANY_MARKS, SMALL, RestoredReply, marks, restored_reply
from dp_gateway.server.isolation.lanes import HELD, Lanes
from dp_gateway.server.isolation.pool import DOOR, NOTHING, PLAIN, REPLIES, REQUESTS, Doing, Job
from dp_gateway.server.replies import Streaming

if TYPE_CHECKING:
    from dp_gateway.server.isolation.jobs import Opened
    from dp_gateway.text.entities import Entity


class Later(NamedTuple):
    """What another process works out of a request while the provider answers.

    Attributes:
        replies: what makes what restores the reply, pickled; empty where there is nothing to restore.
        totals: how much was replaced, and its price. It comes last, so that a reply need not wait for it.
    """

    replies: asyncio.Future[bytes]
    totals: asyncio.Future[Totals]


class OffloadedRequest(SanitizedRequest):
    """A request that another process has sanitized: its prices."""

    __slots__ = ("_later", "_opened")

    def __init__(self, opened: Opened, later: Later | None) -> None:
        self._opened, self._later, self.outgoing = opened, later, []

    @property
    def texts(self) -> tuple[Any, ...]:
        """What a judge may be shown; the texts themselves are in no process any more."""
        from dp_gateway.llm import Public

        # It may leave, and so may its beginning.
        return () if self._opened.shown is None else (Public(self._opened.shown.sent),)

    def restore(self, reply: str) -> str:
        """Put the originals back into a reply where surrogates stand; what does so waits for the other process."""
        replies = self._later.replies.result() if self._later is not None else b""
        return unpickled(replies).error(reply) if replies else reply

    @property
    def totals(self) -> Totals:
        """How much was replaced, and its price, which `Offloading.totals` waits for."""
        if self._opened.totals is not None:
            return self._opened.totals
        assert self._later is not None
        return self._later.totals.result()

    @property
    def restorer(self) -> Restorer:
        """A restorer without surrogates: `OffloadedExchange.pickled` makes the one that restores replies."""
        return NO_SURROGATES

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """Return what each unit of the request costs, for a ledger that charges a unit once."""
        return self._opened.charges[0 if certified else 1]

    def charged(self, *, certified: bool = True) -> tuple[Charge, ...] | None:
        """Return what `charges` gives, never None: the other process has worked it out already."""
        return self.charges(certified=certified)


class OffloadedExchange(Exchange):
    """A request that another process has sanitized under a policy. `later`: None where nothing is left for later."""

    def __init__(self, shape: Shape, opened: Opened, policy: Policy, later: Later | None = None) -> None:
        texts = RequestTexts(policy.fields)
        if opened.shown is not None:
            texts.text(opened.shown.raw, (ROOT, "input"), "user")
        texts.model, texts.dropped = opened.model, opened.dropped
        body = SanitizedBody({}, seal=SEAL, written=opened.body)
        request = OffloadedRequest(opened, later)
        super().__init__(shape, texts, request, body, policy=policy, mask=False, scope=opened.scope)
        self._later, self._restores = later, opened.restores
        self._asks, self.against = opened.probabilities, opened.against

    async def settled(self) -> None:
        """Wait until everything about the request is worked out. Raises RequestError where it took too long."""
        if self._later is not None:
            await asyncio.shield(self._later.totals)

    async def pickled(self) -> bytes:
        """Make what restores the reply; empty where there is nothing to restore. Raises RequestError where it took too
        long.
        """
        return await asyncio.shield(self._later.replies) if self._restores and self._later is not None else b""

    @property
    def probabilities(self) -> bool:
        """Whether the request asks for log-probabilities."""
        return self._asks

    def charge(self, spent: Any) -> None:
        """Do nothing: an exchange that another process drew for has no report."""

    @property
    def idle(self) -> bool:
        """Whether there is nothing to do: every reply is what the provider wrote."""
        return not self._restores


def unpickled(replies: bytes) -> Any:
    """Make what restores one reply, out of what a worker pickled for it."""
    return cast(Callable[[], Any], pickle.loads(replies))()


def _pickled(exchange: Exchange) -> bytes:
    """What restores the reply to a request of this process; whatever was left for a reply that needs it is made."""
    return pickle.dumps(exchange.replies, pickle.HIGHEST_PROTOCOL)


def _tell(waiting: asyncio.Future[Any], made: Any) -> None:
    if not waiting.done():  # whoever waited is gone
        waiting.set_result(made)


def _ended(waiting: Sequence[asyncio.Future[Any]], done: asyncio.Future[Totals]) -> None:
    """Let whoever waits for what will not come hear why; of a request whose provider fails nobody may ask."""
    error = None if done.cancelled() else done.exception()
    for one in waiting:
        if error is None or one.done():
            one.cancel()
        else:
            one.set_exception(error)
            one.exception()


def _restored(replies: bytes, shape: str, status: int, body: bytes) -> RestoredReply:
    return restored_reply(unpickled(replies), shape, status, body)


_THREADS, _MEDIUM_THREADS = 16, 8
"""They wait for other processes: for large jobs, and for those that wait behind no large one."""

_STATE = 8 * LARGE
"""Bytes of what restores a reply that count as a large reply."""

_STATE_HERE = LARGE
"""Bytes of what restores a reply up to which this process does it where the reply is short."""

_STATE_AT_ONCE = SMALL // 4
"""Bytes of what restores a reply up to which the event loop does it: its first piece may read all of the request."""


class Offloading:
    """Treats large requests and replies in the workers of a server. `seconds`: how long one job may take."""

    def __init__(self, lanes: Lanes, seconds: float) -> None:
        self._lanes, self._seconds = lanes, seconds
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="whole")
        self._medium = ThreadPoolExecutor(_MEDIUM_THREADS, thread_name_prefix="medium")
        self._streams = ThreadPoolExecutor(HELD, thread_name_prefix="streams")
        self._doors: dict[Doorway, bytes] = {}

    def prepare(self, doorway: Doorway) -> None:
        """Begin to load what a doorway's first large request would load."""
        settings = doorway.gateway.policy.detection
        # A pipeline of the user's own may start threads when it first runs, which a fork would lose.
        if settings.model is None and settings.llm is None:
            self._lanes.pool.prepare(DOOR, self._door(doorway))

    def _door(self, doorway: Doorway) -> bytes:
        if doorway not in self._doors:
            self._doors[doorway] = pickle.dumps(doorway.made_of)
        return self._doors[doorway]

    async def _done(self, job: Job) -> Any:
        lane, threads = (self._lanes.whole, self._threads) if job.size > LARGE else (self._lanes.medium, self._medium)
        return await asyncio.get_running_loop().run_in_executor(threads, partial(lane.run, job, self._seconds))

    async def head(self, raw: bytes, *, of_line: bool = False) -> dict[str, Any]:
        """Read the fields of a request, or of a line of a batch, by which it is routed: `model` and `user`. Raises
        MalformedRequest where it is no JSON object. Raises RequestTooLarge where it holds too many values.
        """
        return await self._done(Job(PLAIN, NOTHING, "line_head" if of_line else "head", (raw,), size=len(raw)))

    async def open(
        self,
        doorway: Doorway,
        shape: Shape,
        raw: bytes,
        caller: Caller,
        mark: str | None,
        *,
        priced: bool,
        before: Sequence[bytes] = (),
        judged: bool = False,
        corrected: tuple[int, frozenset[str]] | None = None,
        entities: Sequence[Sequence[Entity]] | None = None,
    ) -> OffloadedExchange:
        """Read and sanitize a request.

        Args:
            priced: its units will be charged.
            before: bodies of the requests that it goes on from.
            judged: it may be shown to a judge.
            corrected: what a model that corrects its reply asks for, see `SecondStep.asks`; None without one.
            entities: of each of its texts, where they were looked for already.

        Raises:
            GatewayError: nothing may be sent.
        """
        arguments = (shape.path, shape.kept), raw, before, caller, mark
        size = len(raw) + sum(map(len, before))
        shown = CHARACTERS if judged else 0
        named = {"priced": priced, "shown": shown, "corrected": corrected, "entities": entities}
        loop = asyncio.get_running_loop()
        opened: asyncio.Future[Opened] = loop.create_future()
        replies: asyncio.Future[bytes] = loop.create_future()
        steps = iter((opened, replies))

        def begun(made: Opened | bytes) -> None:
            loop.call_soon_threadsafe(_tell, next(steps), made)

        job = Job(DOOR, self._door(doorway), "open", arguments, named, size, begun=begun)
        totals: asyncio.Future[Totals] = asyncio.ensure_future(self._done(job))
        totals.add_done_callback(partial(_ended, (opened, replies)))
        return OffloadedExchange(shape, await opened, doorway.gateway.policy, Later(replies, totals))

    @staticmethod
    async def totals(exchange: Exchange) -> Totals:
        """Return how much was replaced, and its price; waits for another process that works it out. Raises RequestError
        where that took too long.
        """
        if isinstance(exchange, OffloadedExchange):
            await exchange.settled()
        return exchange.request.totals

    async def texts(
        self, doorway: Doorway, raw: bytes, caller: Caller, entities: Sequence[Sequence[Entity]] | None = None
    ) -> tuple[bytes, Totals]:
        """Sanitize the texts of a body of `/sanitize`; the answer to it, without the name of the policy. `entities`: of
        each of its texts, where they were looked for already. Raises GatewayError where they cannot be sanitized.
        """
        job = Job(DOOR, self._door(doorway), "texts", (raw, caller, entities), size=len(raw))
        return await self._done(job)

    async def lines(self, doorway: Doorway, method: str, raw: bytes, *arguments: Any, doing: Doing = REQUESTS) -> Any:
        """Have a method of `Door` work on lines of a batch in another process.

        Args:
            method, arguments: what is called of the `Door` in the worker.
            raw: the lines, among the arguments.
            doing: how it is spoken of where it fails.

        Raises:
            GatewayError: nothing may go on.
        """
        return await self._done(Job(DOOR, self._door(doorway), method, arguments, size=len(raw), doing=doing))

    async def restored(self, exchange: Exchange, status: int, body: bytes) -> RestoredReply:
        """Restore a whole reply where that does not hold up others. Raises UpstreamFailed where what should be a reply
        is no JSON object. Raises RequestError where it took too long.
        """
        # Empty where there is nothing to restore, too: errors of the provider come here all the same.
        pickled = await exchange.pickled() if isinstance(exchange, OffloadedExchange) else b""
        # To count through a large one would hold up everybody.
        work = marks(body) if len(body) <= SMALL else math.inf
        few = len(body) <= AT_ONCE and work <= FEW_MARKS
        if not pickled and work <= MANY_MARKS:
            arguments = exchange.reply, exchange.shape.name, status, body
            return restored_reply(*arguments) if few else await beside(restored_reply, *arguments)
        if few and len(pickled) <= _STATE_HERE:
            return await beside(_restored, pickled, exchange.shape.name, status, body)
        if not pickled:
            pickled = await beside(_pickled, exchange)
        size = len(body) + len(pickled) * LARGE // _STATE
        there = pickled, exchange.shape.name, status, body
        return await self._done(Job(PLAIN, NOTHING, "whole", there, size=size, doing=REPLIES))

    async def stream(self, exchange: Exchange) -> Streaming:
        """Begin to restore a streamed reply; the caller ends it. Raises RequestError where nobody is free to."""
        pickled = await exchange.pickled() if isinstance(exchange, OffloadedExchange) else b""
        at_once = len(pickled) <= _STATE_AT_ONCE
        streaming = Streaming(self._lanes, self._streams, self._seconds, at_once=at_once)
        if len(pickled) > _STATE_HERE:
            await streaming.move(pickled)
        elif not at_once:
            streaming.here = StreamRestorer(await beside(unpickled, pickled))
        else:
            streaming.here = StreamRestorer(unpickled(pickled) if pickled else exchange.reply)
        return streaming

    def close(self) -> None:
        """Let go of the threads."""
        self._threads.shutdown(wait=False)
        self._medium.shutdown(wait=False)
        self._streams.shutdown(wait=False)
