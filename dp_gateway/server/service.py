"""Holds what a running server needs: settings, keys, providers, gateways by policy. Built and swapped as a whole."""

from __future__ import annotations

import asyncio
import fnmatch
import hashlib
import math
import os
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import aiohttp

from dp_gateway.api import Shape
from dp_gateway.cache import Memory
from dp_gateway.detection.of_policy import WARM_UP
from dp_gateway.errors import ConfigurationError, FieldRefused, GatewayError, Overloaded, RequestError, RequestTooLarge
from dp_gateway.exchange import Caller, Doorway, Exchange, ReadRequest, default_key
from dp_gateway.pipeline import Gateway
from dp_gateway.pipeline.finding import TooMuchWork, work
from dp_gateway.pipeline.report import SanitizedRequest
from dp_gateway.policy import Policy, default_key_file
from dp_gateway.randomness import Secret
from dp_gateway.second_step import Rewriting
from dp_gateway.server.bodies import LITTLE, MUCH, SMALL, SMALL_OF_WORDS
from dp_gateway.server.isolation.detection import Detections, of_several
from dp_gateway.server.isolation.lanes import SHORT
from dp_gateway.server.kept import KeptState
from dp_gateway.server.keys import Client, KeyRing
from dp_gateway.server.logs import Observer, Record
from dp_gateway.server.offloading import OffloadedExchange, Offloading
from dp_gateway.server.settings import Settings
from dp_gateway.server.spending import Spending
from dp_gateway.server.together import InThreads, Together
from dp_gateway.server.upstream import Upstream, Upstreams, was_unsent
from dp_gateway.till import Payment

_Place = Literal["here", "together", "thread", "process"]

_ALONE = 4
"""With so few requests in flight, waiting for others costs more than it brings."""

_REQUESTS = 128
"""Requests of a generation that are kept whole, as clients send one again when a provider fails or to have several
answers; large ones are not."""

_SHOWN = 400
"""`work` up to which texts are shown in the playground, which no other process can do."""

_UNCOUNTED = 600
"""Characters of texts whose entities need not be counted: however close they stand, they are few."""

_FEW_WORDS = 1_200
"""Characters of texts whose words are drawn on the event loop. A made-up word is compared with the whole vocabulary
when it first occurs: texts of nothing else take some 20 ms."""

_THREADS = 4
"""Threads for requests that wait for a worker, beyond as many as there are workers."""


class Route(NamedTuple):
    """The route of a request: its doorway, its provider, and the names of its policy and key."""

    doorway: Doorway
    upstream: Upstream
    policy: str
    key_id: str


class Service:
    """Holds everything that requests need; safe to use from one event loop. `observers`: told of every request that is
    done. `before`: the service that this one takes over from. Raises ConfigurationError or InvalidSecret where a
    setting cannot be used.
    """

    def __init__(self, settings: Settings, observers: Sequence[Observer] = (), before: Service | None = None) -> None:
        self.settings = settings
        self.secrets = {name: Secret.from_file(path) for name, path in _key_files(settings).items()}
        self.current_key = list(self.secrets)[-1]
        self.upstreams = Upstreams(settings.upstreams)
        together = any(one.key is not None for one in self.upstreams.by_name.values())
        self.keys = KeyRing(settings.keys, next(iter(self.secrets.values())), together=together)
        kept = before.spending.ledger if before is not None else None
        self.spending = Spending(settings, next(iter(self.secrets.values())), kept)
        kept_state = settings.kept
        self.kept = KeptState(kept_state, next(iter(self.secrets.values()))) if kept_state.responses else None
        self.second_step = settings.second_step.open() if settings.second_step is not None else None
        self._observers = tuple(observers)
        self._doorways: dict[tuple[str, str], Doorway] = {}
        self._together: dict[Doorway, Together] = {}
        self._in_threads: dict[tuple[Doorway, float], InThreads] = {}
        self._sent = Memory(_REQUESTS)
        self._in_flight = 0
        self._of_account: dict[str, int] = {}
        server = settings.server
        self._detections = Detections(server.detection_processes, settings.limits.sanitizing_seconds)
        self.offloading = Offloading(self._detections.lanes, settings.limits.sanitizing_seconds)
        # They wait for other processes; how long which of them may wait is told by their lanes.
        self._short_at_once = _THREADS + server.detection_processes
        self._short = ThreadPoolExecutor(self._short_at_once, thread_name_prefix="short")
        self._long = ThreadPoolExecutor(_THREADS, thread_name_prefix="long")
        for policy in map(settings.policy, settings.named_policies):
            if policy.detects:
                self._detections.prepare(policy)

    async def open(self) -> None:
        """Open what is kept on disk. Raises LedgerError where it cannot be used."""
        await self.spending.open()
        if self.kept is not None:
            await self.kept.open()

    async def ready(self) -> None:
        """Find out whether a request would be reserved and recorded, and its response be remembered. Raises LedgerError
        where it would be refused.
        """
        await self.spending.ready()
        if self.kept is not None:
            await self.kept.ready()

    def warm_up(self) -> None:
        """Load what the policies need, so that the first request is as fast as the next."""
        _check_audit_log(self.settings.ledger.audit_log)
        self._detections.warm_up()
        for name in self.settings.named_policies:
            doorway = self.doorway(name, self.current_key)
            _ = doorway.gateway.request([WARM_UP]).totals
            self.offloading.prepare(doorway)

    def warm_up_further(self) -> None:
        """Load what first requests would load, while others are served: what reads texts of developers, what restores
        replies.
        """
        body = {"messages": [{"role": "system", "content": WARM_UP}]}
        for name in self.settings.named_policies:
            policy = self.settings.policy(name)
            # A model of the user's own is not asked in vain.
            if policy.detects and policy.detection.llm is None:
                with suppress(GatewayError):  # it is told when a request asks
                    _ = self.doorway(name, self.current_key).open("chat", body).another_reply()

    def doorway(self, policy: str, key_id: str) -> Doorway:
        """Return the doorway of a policy under a key of draws."""
        if (policy, key_id) not in self._doorways:
            return self.doorway_of(self.settings.policy(policy), key_id, policy)
        return self._doorways[policy, key_id]

    def doorway_of(self, policy: Policy, key_id: str, name: str | None = None) -> Doorway:
        """Make the doorway of a policy that stands in no settings under that name."""
        known = name or policy.name, key_id
        if known not in self._doorways:
            key = self.secrets[key_id]
            self._doorways[known] = Doorway(self.gateway(policy, key), key=key, scope=self.settings.privacy.scope)
        return self._doorways[known]

    def gateway(self, policy: Policy, key: Secret) -> Gateway:
        """Make a gateway whose detection runs in other processes."""
        return Gateway(policy, key=key, detection=self._detections.of(policy))

    @property
    def routes_by_body(self) -> bool:
        """Whether what a request names decides where it goes, by which policy, or who pays for it."""
        return bool(self.spending.ledger is not None or self.settings.privacy.models or not self.upstreams.alike)

    def route(self, client: Client, model: str | None, wanted: str | None, key_id: str | None) -> Route:
        """Choose the policy and the provider of a request. `key_id`: the key that the client's conversation began
        under. Raises RequestError where the client may not choose that policy, or nobody has the model or the key.
        """
        policy = self._policy(client, model, wanted)
        chosen = key_id or self.current_key
        if chosen not in self.secrets:
            raise FieldRefused(
                "the conversation names a key that this gateway does not have",
                hint="leave the part before the colon out of x-dp-conversation, or add the key to [privacy.keys]",
                param="x-dp-conversation",
            )
        upstream = self.upstreams.find(model, client.upstream)
        return Route(self.doorway(policy, chosen), upstream, policy, chosen)

    def _policy(self, client: Client, model: str | None, wanted: str | None) -> str:
        privacy = self.settings.privacy
        if wanted is not None:
            if wanted not in privacy.client_policies:
                raise FieldRefused(
                    "a client may not choose this policy",
                    hint="leave x-dp-policy out, or add the policy to client_policies of [privacy]",
                    param="x-dp-policy",
                    status=403,
                )
            return wanted
        if (policy := client.policy or privacy.tenants.get(client.tenant)) is not None:
            return policy
        for pattern, policy in privacy.models.items():
            if fnmatch.fnmatchcase(model or "", pattern):
                return policy
        return privacy.policy

    def _together_at(self, doorway: Doorway) -> Together:
        found = self._together.get(doorway)
        if found is None:
            found = self._together[doorway] = Together(doorway)
        return found

    def _in_threads_at(self, doorway: Doorway, most: float) -> InThreads:
        """What sanitizes short texts in threads. `most`: as of `Doorway.sanitize`."""
        found = self._in_threads.get((doorway, most))
        if found is None:
            whole = partial(self._whole, doorway, most)
            found = self._in_threads[doorway, most] = InThreads(whole, self._short, self._short_at_once, SHORT)
        return found

    def _whole(self, doorway: Doorway, most: float, requests: Sequence[ReadRequest]) -> list[Exchange]:
        several = of_several.set(len(requests) > 1)
        try:
            return doorway.sanitize_whole(requests, most, self.spending.counts)
        finally:
            of_several.reset(several)

    @staticmethod
    def most_here(doorway: Doorway) -> int:
        """Return the number of bytes up to which a request is sanitized in this process."""
        return SMALL_OF_WORDS if doorway.gateway.policy.draws_words else SMALL

    async def sanitize(
        self,
        doorway: Doorway,
        shape: Shape,
        body: dict[str, Any],
        caller: Caller,
        mark: str | None = None,
        raw: bytes = b"",
        before: Sequence[bytes] = (),
        *,
        large: bool = False,
    ) -> Exchange:
        """Read and sanitize a request; in another process where it is not small.

        Args:
            doorway, shape, body, caller: of the request; of a large one nothing of the body is looked at, and its user
                need not be known.
            mark: what the client sent as proof that another door with the same key has sanitized it.
            raw: the body as it came, so that it is known when it comes again: draws repeat, so nothing is to be drawn.
            before: bodies of the requests that it goes on from, which its provider keeps.
            large: as `is_large` says of the body.

        Raises:
            GatewayError: nothing may be sent.
        """
        offloaded = partial(
            self.offloading.open,
            doorway,
            shape,
            raw,
            caller,
            mark,
            priced=self.spending.ledger is not None,
            before=before,
            judged=self.settings.judge is not None,
            corrected=None if self.second_step is None else self.second_step.asks,
        )
        if large or sum(map(len, before)) + len(raw) > self.most_here(doorway):
            return await offloaded()
        key = None
        if raw and self.settings.privacy.scope != "request":
            whose = caller.name, caller.tenant, caller.conversation, caller.user
            key = self._sent.key((str(id(doorway)), shape.path, mark or "", *whose, raw, *before))
            known: Exchange | None = self._sent.find(key)
            if known is not None:
                return known.again()
        exchange = await self._drawn(doorway, shape, body, caller, mark, before, offloaded if raw else None)
        if key is None or isinstance(exchange, OffloadedExchange):
            return exchange
        self._sent.keep(key, exchange)
        return exchange.again()

    async def _drawn(
        self,
        doorway: Doorway,
        shape: Shape,
        body: dict[str, Any],
        caller: Caller,
        mark: str | None,
        before: Sequence[bytes],
        offloaded: Callable[..., Awaitable[Exchange]] | None,
    ) -> Exchange:
        """Draw for a request where it holds up nobody: here, with those that come together, in a thread or elsewhere.
        `offloaded`: has another process draw for it; None where no other can. Raises RequestTooLarge where it is too
        much for this process, and no other can draw for it.
        """
        most = _SHOWN if offloaded is None else MUCH
        read, found = doorway.consider(shape, body, caller, mark, before)
        if isinstance(read, Exchange):
            return read
        place = self._place(doorway.gateway.policy, read.characters, None if found is None else work(found), most)
        if place == "here":
            return doorway.sanitize([read])[0]
        if place == "together":
            return await self._together_at(doorway).sanitize(read)
        if place == "thread":
            with suppress(TooMuchWork):
                if read.characters <= SHORT:
                    return await self._in_threads_at(doorway, most).sanitize(read)
                loop = asyncio.get_running_loop()
                return (await loop.run_in_executor(self._long, self._whole, doorway, most, [read]))[0]
        if offloaded is None:
            raise RequestTooLarge("the texts hold too many private values to be shown", hint="send fewer at once")
        return await offloaded(entities=found or doorway.gateway.known(read.texts.texts, read.texts.developer))

    def _place(self, policy: Policy, characters: int, found: int | None, most: float) -> _Place:
        """Where a request is drawn for. `found`: `work` of what is known to stand in them; None where they have to be
        read first. `most`: `work` up to which it is done in this process.
        """
        if policy.detection.ner == "always":
            # What is looked for anew each time is not looked for only to be counted.
            return "thread" if characters <= _UNCOUNTED else "process"
        if found is None:
            return "thread"
        if found > most:
            return "process"
        if characters > (_FEW_WORDS if policy.draws_words else SHORT) or found > LITTLE:
            return "thread"
        return "together" if self._in_flight > _ALONE and policy.draws_words else "here"

    def rewriting(self, exchange: Exchange) -> Rewriting | None:
        """Make what corrects one reply to a request; None if it is left as it is."""
        if self.second_step is None:
            return None
        offloaded = isinstance(exchange, OffloadedExchange)
        return self.second_step.by(exchange.against) if offloaded else self.second_step.of(exchange)

    async def send(
        self, payment: Payment, upstream: Upstream, headers: Mapping[str, str], query: str = ""
    ) -> aiohttp.ClientResponse:
        """Send a sanitized request that was paid for; the head of the reply, which the caller closes. Raises
        UpstreamFailed where the provider cannot be reached, or does not answer.
        """
        exchange = payment.exchange
        path = exchange.shape.path.removeprefix("/v1") + (f"?{query}" if query else "")
        with payment.leaving(was_unsent):
            return await upstream.post(path, exchange.body, headers)

    async def texts(self, doorway: Doorway, texts: Sequence[str], caller: Caller) -> SanitizedRequest | None:
        """Sanitize texts that are no request, always beside the event loop; None where that is too much work for it.
        Raises GatewayError where they cannot be sanitized.
        """
        # Short texts wait for no long ones.
        threads = self._short if sum(map(len, texts)) <= SHORT else self._long
        return await asyncio.get_running_loop().run_in_executor(threads, _sanitized, doorway, texts, caller)

    def enter(self) -> None:
        """Count a request in. Raises Overloaded: as many as are allowed are being served."""
        if self._in_flight >= self.settings.limits.concurrency:
            raise Overloaded("the gateway serves as many requests as it may", hint="try again in a moment")
        self._in_flight += 1

    @contextmanager
    def one_of(self, client: Client) -> Generator[None]:
        """Count a request, inside the block, as one of its client's. Raises RequestError where the client has as many
        as it may.
        """
        limit, now = client.concurrency or self.settings.limits.key_concurrency, self._of_account.get(client.account, 0)
        if now >= limit:
            raise RequestError(
                f"{limit} requests of this key are being served, which is as many as it may have at once",
                hint="wait for their replies, or raise key_concurrency of [limits], or concurrency of the key",
                status=429,
                code="too_many_requests",
            )
        self._of_account[client.account] = now + 1
        try:
            yield
        finally:
            self._of_account[client.account] -= 1
            if not self._of_account[client.account]:
                del self._of_account[client.account]

    def leave(self, record: Record) -> None:
        """Count a request out, and tell the observers."""
        self._in_flight -= 1
        self.observe(record)

    def observe(self, record: Record) -> None:
        """Tell the observers of a request that is done."""
        for observer in self._observers:
            observer(record)

    @property
    def in_flight(self) -> int:
        """Requests being served."""
        return self._in_flight

    async def close(self, drained: Callable[[], bool] = lambda: True) -> None:
        """Release connections and threads when the last request is done."""
        while not drained():
            await asyncio.sleep(0.1)
        self._short.shutdown(wait=False)
        self._long.shutdown(wait=False)
        self.offloading.close()
        self._detections.close()
        await self.upstreams.close()
        if self.second_step is not None:
            self.second_step.model.close()
        await self.spending.close()
        if self.kept is not None:
            await self.kept.close()


def _sanitized(doorway: Doorway, texts: Sequence[str], caller: Caller) -> SanitizedRequest | None:
    few = sum(map(len, texts)) <= _UNCOUNTED
    if not few and doorway.gateway.policy.detection.ner == "always":
        return None
    try:
        return doorway.texts(texts, caller, math.inf if few else MUCH)
    except TooMuchWork:
        return None


def _check_audit_log(path: Path | None) -> None:
    """Find out before the first request whether what was spent can be written down."""
    if path is None:
        return
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600))
    except OSError as error:
        raise ConfigurationError(
            f"ledger.audit_log: {path} cannot be written: {error.strerror}",
            hint="name a file that the server may write to",
        ) from None


def _key_files(settings: Settings) -> dict[str, Path]:
    if settings.privacy.keys:
        for path in settings.privacy.keys.values():
            if not path.exists():
                raise ConfigurationError(
                    f"privacy.keys: {path} does not exist", hint=f"create it with: dp-gateway config secret {path}"
                )
        return settings.privacy.keys
    # A short id that differs from key to key: a conversation finds out when the default key was replaced.
    return {"k" + hashlib.sha256(default_key().subkey(b"id")).hexdigest()[:6]: default_key_file()}
