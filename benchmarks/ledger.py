"""Reservations a second of each ledger, durability on, and round trips of a request.

The bars are those of the embedded ledger; Redis and PostgreSQL are measured where they answer:
python -m benchmarks.ledger [URL ...]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.timing import Figure
from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.base import Ask, Charge, Ledger, Limit, Reservation
from dp_gateway.budget.settings import BudgetSettings, open_ledger
from dp_gateway.exchange import Caller
from dp_gateway.randomness import Secret

CLIENTS, EACH, ROUNDS = 64, 100, 3
SECRET = Secret(b"benchmark of the ledger")
CALLER = Caller("app", "acme", "c", "anna")
REDIS = "redis://127.0.0.1:6379/0"


class One:
    """A request of one unit."""

    def __init__(self, name: str) -> None:
        self._charge = Charge(name.encode(), 6.0, 1e-5, "stairtext")

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        return (self._charge,)


async def reservations(ledger: Ledger) -> float:
    """Reservations a second from one account each."""
    await ledger.open()

    async def client(number: int) -> None:
        for step in range(EACH):
            name = f"{time.time_ns()}-{number}-{step}"
            limits = [Limit(f"benchmark/{number % 8}", 0, 0)]
            taken = await ledger.reserve(Ask(name, {name.encode(): (1,)}, limits, time.time(), 60))
            assert isinstance(taken, Reservation)

    start = time.perf_counter()
    await asyncio.gather(*map(client, range(CLIENTS)))
    took = time.perf_counter() - start
    await ledger.close()
    return CLIENTS * EACH / took


async def requests(ledger: Ledger) -> float:
    """Requests a second: reserved under a budget of epsilon and delta, their draws counted, and settled."""
    accountant = Accountant(ledger, {"benchmark": BudgetSettings(epsilon=999_000, delta=0.99)}, secret=SECRET)
    await accountant.open()

    async def client(number: int) -> None:
        for step in range(EACH // 4):
            async with accountant.spend(One(f"{time.time_ns()}-{number}-{step}"), CALLER) as spent:
                spent.leaves()

    start = time.perf_counter()
    await asyncio.gather(*map(client, range(CLIENTS)))
    took = time.perf_counter() - start
    await accountant.close()
    return CLIENTS * (EACH // 4) / took


def best(measure: Any, url: str) -> float:
    """Of some rounds, as other programs run on the machine too."""
    return max(asyncio.run(measure(open_ledger(url, SECRET))) for _ in range(ROUNDS))


async def redis_round_trips(prefix: str) -> float | None:
    """Scripts that Redis was asked to run from a request's arrival until it may leave; None where no Redis answers."""
    try:
        import redis

        client: Any = redis.Redis.from_url(REDIS, socket_connect_timeout=1)
        client.ping()
    except Exception:
        return None
    from dp_gateway.budget.redis import RedisLedger

    accountant = Accountant(
        RedisLedger(REDIS, "0123456789abcdef", prefix=prefix), {"b": BudgetSettings(epsilon=999_000)}, secret=SECRET
    )
    await accountant.open()
    spent = [await accountant.reserve(One("first"), CALLER)]
    before = _scripts(client)
    spent += [await accountant.reserve(One(str(number)), CALLER) for number in range(50)]
    trips = (_scripts(client) - before) / 50
    for one in spent:
        await accountant.finish(one)
    await accountant.close()
    for key in client.scan_iter("{" + prefix + "}:*"):
        client.delete(key)
    client.close()
    return trips


def _scripts(client: Any) -> int:
    """Scripts that were run; what they call inside is counted apart."""
    told = client.info("commandstats")
    return sum(told.get(f"cmdstat_{name}", {}).get("calls", 0) for name in ("eval", "evalsha"))


def run() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/ledger.db"
        yield Figure("embedded ledger, reservations a second", best(reservations, url), 2000, at_most=False)
        yield Figure("embedded ledger, requests reserved and settled a second", best(requests, url), 500, at_most=False)
    trips = asyncio.run(redis_round_trips(f"benchmark-{time.time_ns()}"))
    if trips is not None:
        yield Figure("Redis ledger, round trips before a request leaves", trips, 1)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for each in sys.argv[1:] or ["memory:", f"sqlite:///{place}/ledger.db"]:
            print(
                f"{each.partition(':')[0]:12} {best(reservations, each):8,.0f} reservations/s, "
                f"{best(requests, each):8,.0f} requests/s, {CLIENTS} clients"
            )
