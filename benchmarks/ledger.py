"""Reservations a second of each ledger: python -m benchmarks.ledger [URL ...]; by default in memory and SQLite."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time

from dp_gateway.ledger.base import Ask, Ledger, Limit, Reservation
from dp_gateway.ledger.opening import open_ledger
from dp_gateway.randomness import Secret

CLIENTS, EACH = 64, 100


async def measure(ledger: Ledger) -> float:
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


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        secret = Secret(b"benchmark of the ledger")
        for url in sys.argv[1:] or ["memory:", f"sqlite:///{folder}/ledger.db"]:
            rate = asyncio.run(measure(open_ledger(url, secret)))
            print(f"{url.partition(':')[0]:12} {rate:8,.0f} reservations/s, {CLIENTS} clients")
