"""The ledger of many machines on Redis: one atomic script a step, one round trip before a request leaves.

What Redis has not written to disk is lost with it: run it with `appendfsync always`, or accept the last second.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import orjson

from dp_gateway.budget.base import (
    KEPT_SLOTS,
    REMEMBERED_SECONDS,
    VERSION,
    Ask,
    Balance,
    Mark,
    Refusal,
    Reservation,
    check_header,
)
from dp_gateway.budget.guards import RECOVER, Clock
from dp_gateway.errors import ConfigurationError, LedgerCorrupt, LedgerUnavailable

_LOG = logging.getLogger("dp_gateway")
_SECONDS = 2.0
_PATIENCE_SECONDS = 10.0
_CONNECTIONS = 16


class RedisLedger:
    """Keeps budgets in Redis, for servers that share them. `url`: such as redis://127.0.0.1:6379/0. Raises
    ConfigurationError where the extra `redis` is not installed, or the URL is none.
    """

    def __init__(self, url: str, fingerprint: str, *, prefix: str = "dp-gateway") -> None:
        try:
            from redis.asyncio import ConnectionPool, Redis
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff
        except ImportError:
            raise ConfigurationError(
                "a Redis ledger needs the package redis", hint="install it: pip install 'dp-gateway[redis]'"
            ) from None
        self._fingerprint, self._prefix = fingerprint, "{" + prefix + "}:"
        try:
            # No retry of the client's own: a script that may have run is asked for again by its id, or refunded.
            pool = ConnectionPool.from_url(  # pyright: ignore[reportUnknownMemberType]
                url, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS, retry=Retry(NoBackoff(), 0)
            )
        except ValueError:
            raise ConfigurationError(
                "the ledger's URL is no Redis URL", hint="write redis://HOST:PORT/NUMBER, or rediss:// for TLS"
            ) from None
        self.mark, self.beside, self._clock = Mark(), None, Clock()
        self._redis: Any = Redis(connection_pool=pool)
        # First come, first served; redis-py's own blocking pool lets a newcomer pass, until who waits gives up.
        self._turns = asyncio.Semaphore(_CONNECTIONS)
        self._script = (files("dp_gateway.budget") / "ledger.lua").read_text(encoding="utf-8")
        self._digest = hashlib.sha1(self._script.encode(), usedforsecurity=False).hexdigest()

    async def open(self) -> None:
        version, kept, own, step = await self._run("open", VERSION, secrets.token_hex(8))
        check_header(version.decode(), kept.decode(), self._fingerprint, "the Redis ledger")
        self.mark = Mark(own.decode(), int(step))
        await self._check_keeping()
        await self.check()

    async def check(self, now: float = 0) -> None:
        seconds = await self._run("check", self.mark.step)
        self._clock.told(float(seconds))
        self._clock.check(now)

    async def renew(self) -> None:
        """Open an empty ledger; what was there is removed."""
        from redis.exceptions import RedisError

        try:
            async for key in self._redis.scan_iter(self._prefix + "*"):
                await self._redis.delete(key)
        except (RedisError, OSError) as error:
            raise _away(error) from None
        self._clock = Clock()
        await self.open()

    async def _check_keeping(self) -> None:
        """Refuse a Redis that throws away what it has no room for; warn of one that keeps nothing on disk."""
        from redis.exceptions import RedisError

        try:
            told: dict[str, Any] = await self._redis.info()
        except RedisError:  # a provider may forbid to ask
            return
        if str(told.get("maxmemory_policy", "")).startswith("allkeys-") and told.get("maxmemory"):
            raise ConfigurationError(
                "this Redis throws away any key when its memory is full, and budgets with it",
                hint="give the ledger a Redis of its own: redis-cli config set maxmemory-policy noeviction",
            )
        if not told.get("aof_enabled"):
            _LOG.warning("the Redis of the ledger does not write every step to disk: set appendonly and appendfsync")

    async def _run(self, *arguments: str | int | float | bytes) -> Any:
        from redis.exceptions import NoScriptError, RedisError

        given = (self._fingerprint, self.mark.ledger, *arguments)
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS), self._turns:
                try:
                    return await self._redis.evalsha(self._digest, 1, self._prefix, *given)
                except NoScriptError:
                    return await self._redis.eval(self._script, 1, self._prefix, *given)
        except TimeoutError:
            raise LedgerUnavailable(
                "the Redis ledger has more to do than it can; nothing was sent", hint="see redis-cli slowlog get"
            ) from None
        except (RedisError, OSError) as error:
            if "LOST" in str(error) or "WRONGTYPE" in str(error):
                raise LedgerCorrupt(
                    "the Redis ledger was emptied or changed since it was opened; nothing was sent", hint=RECOVER
                ) from None
            raise _away(error) from None

    async def reserve(self, ask: Ask) -> Reservation | Refusal:
        self._clock.accept(ask.now)
        # Units as hexadecimal: Lua's JSON wants text.
        wanted = {
            "id": ask.id,
            "units": [unit.hex() for unit in ask.costs],
            "costs": list(ask.costs.values()),
            "limits": [list(limit) for limit in ask.limits],
            "now": ask.now,
            "until": ask.now + ask.lease,
            "floor": self.mark.step,
        }
        taken, account, asked, spent, step = await self._run(
            "reserve", orjson.dumps(wanted), REMEMBERED_SECONDS, KEPT_SLOTS
        )
        self.mark = self.mark._replace(step=max(self.mark.step, int(step)))
        if not taken:
            return Refusal(account.decode(), int(asked[0]), int(spent[0]))
        return Reservation(ask.id, tuple(map(int, asked)), tuple(map(int, spent)))

    async def settle(self, name: str) -> None:
        await self._run("settle", name, REMEMBERED_SECONDS)

    async def refund(self, name: str, now: float) -> None:
        await self._run("refund", name, REMEMBERED_SECONDS, now)

    async def expire(self, now: float) -> int:
        return int(await self._run("expire", now, REMEMBERED_SECONDS))

    async def balances(self, prefix: str = "") -> list[Balance]:
        rows: Sequence[tuple[bytes, bytes, bytes]] = await self._run("balances")
        found = (Balance(account.decode(), int(slot), int(spent)) for account, slot, spent in rows)
        return sorted(one for one in found if one.account.startswith(prefix))

    async def put(self, account: str, slot: int, spent: int) -> None:
        await self._run("put", account, slot, spent)

    async def close(self) -> None:
        await self._redis.aclose()
        await self._redis.connection_pool.disconnect()


def _away(error: Exception) -> LedgerUnavailable:
    return LedgerUnavailable(
        f"the Redis ledger does not answer ({type(error).__name__}); nothing was sent",
        hint="see whether it runs and accepts writes: redis-cli ping",
    )
