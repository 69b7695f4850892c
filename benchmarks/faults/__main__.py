"""Runs the faults on each ledger, and prints what was received, charged and lost; see the package."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from benchmarks.faults.clients import TEXT, Clients
from benchmarks.faults.gateway import POLICY, Gateway, Line
from benchmarks.faults.provider import Provider
from dp_gateway.budget.log_chain import verify
from dp_gateway.budget.recovery import read_logs
from dp_gateway.budget.settings import open_ledger
from dp_gateway.pipeline import Gateway as SanitizingGateway
from dp_gateway.policy import parse_policy
from dp_gateway.randomness import Secret
from tests.budget.servers import POSTGRES, REDIS, own_server, postgres_schema

CLIENTS, OF_USER, LIMIT = 12, 40, 20
_YEARS, _DAYS = 10 * 366 * 86400.0, 2 * 86400.0


class Outcome(NamedTuple):
    """What a run left."""

    ledger: str
    faults: Counter[str]
    clients: Clients
    provider: Provider
    charged: float
    logged: float
    price: float
    problems: list[str]
    peak: int


@contextmanager
def place(kind: str, folder: Path) -> Iterator[tuple[str, Line | None, str]]:
    """URL of a ledger as the gateway has it, the line that may be cut, and the URL past it."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/l.db", None, f"sqlite:///{folder}/l.db"
        return
    with ExitStack() as stack:
        # A Redis of its own: its keys are those of nobody else, and it writes every step to disk.
        direct = (
            stack.enter_context(own_server("redis")).url if kind == "redis" else stack.enter_context(postgres_schema())
        )
        parts = urlsplit(direct)
        line = stack.enter_context(Line(parts.port or 0))
        host = parts.netloc.rpartition(":")[0]
        yield parts._replace(netloc=f"{host}:{line.port}").geturl(), line, direct


async def disturb(
    gateway: Gateway, line: Line | None, chance: random.Random, until: float, problems: list[str]
) -> Counter[str]:
    """Let something go wrong every second or so."""
    faults: Counter[str] = Counter()
    kinds = [
        "kill",
        "stop",
        "clock ahead",
        "clock back",
        "killed with a wrong clock",
        "line cut" if line else "disk full",
    ]
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0.5, 3))
        kind = chance.choices(kinds, [6, 1, 1, 1, 1, 4])[0]
        faults[kind] += 1
        if kind in ("kill", "stop"):
            if kind == "kill":
                await asyncio.to_thread(gateway.kill)
            elif not await asyncio.to_thread(gateway.stop):
                problems.append("did not stop when it was asked to")
        elif kind == "line cut" and line is not None:
            line.cut = True
            await asyncio.sleep(chance.uniform(0.5, 3))
            line.cut = False
        elif kind == "disk full":
            gateway.fill_disk(True)
            await asyncio.sleep(chance.uniform(0.5, 3))
            gateway.fill_disk(False)
        else:
            gateway.set_clock(-_DAYS if kind == "clock back" else _YEARS)
            await asyncio.sleep(chance.uniform(0.5, 2))
            if kind == "killed with a wrong clock":
                await asyncio.to_thread(gateway.kill)
            gateway.set_clock(0.0)
        if ("kill" in kind or kind == "stop") and not await asyncio.to_thread(gateway.start):
            problems.append(f"not ready after: {kind}; {gateway.said}; {gateway.last_words}")
            return faults
    return faults


async def spent(url: str, secret: Secret) -> float:
    """Epsilon of the budget that has one account, with all leases over."""
    ledger = open_ledger(url, secret)
    await ledger.open()
    try:
        await ledger.expire(time.time() + 7200)
        return sum(one.spent for one in await ledger.balances("everything/") if ":" not in one.account) / 1e9
    finally:
        await ledger.close()


async def measure(kind: str, minutes: float, seed: int, workers: int) -> Outcome:
    """One run on one ledger."""
    chance, problems = random.Random(seed), list[str]()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dp-faults-")))
        secret = Secret.from_file(folder / "secret.key")
        url, line, direct = stack.enter_context(place(kind, folder))
        provider = stack.enter_context(Provider(seed))
        price = _price(secret)
        gateway = Gateway(folder, provider.url, url, workers, LIMIT * price)
        stack.callback(gateway.kill)
        if not await asyncio.to_thread(gateway.start):
            raise SystemExit(f"the gateway does not start:\n{(folder / 'stderr').read_text()[-2000:]}")
        clients = Clients(gateway.port, seed, OF_USER)
        running = asyncio.create_task(clients.run(CLIENTS))
        faults = await disturb(gateway, line, chance, time.monotonic() + minutes * 60, problems)
        provider.well = True
        served = len(clients.answered)
        await asyncio.sleep(5)
        if len(clients.answered) == served:
            problems.append("serves nobody when all is well again")
        clients.going = False
        await running
        if not await asyncio.to_thread(gateway.stop):
            problems.append("did not stop at the end")
        charged = await spent(direct, secret)
        log, key = folder / "audit.log", secret.subkey(b"marks")
        found = verify(log, key=key)
        if found.broken is not None and log.read_bytes().count(b"\n") >= found.broken:
            problems.append(f"the audit log is broken at line {found.broken}")
        recorded = read_logs([log], key).balances if found.broken is None else []
        logged = (
            sum(one.spent for one in recorded if one.account.startswith("everything/") and ":" not in one.account) / 1e9
        )
        said = (folder / "stderr").read_text()
        if "Traceback" in said:
            problems.append("a traceback in what it said")
        outcome = Outcome(kind, faults, clients, provider, charged, logged, price, problems, gateway.peak)
    _judge(outcome)
    return outcome


def _price(secret: Secret) -> float:
    """Epsilon of a request."""
    request = SanitizingGateway(parse_policy(POLICY, where="the policy"), key=secret).request([TEXT.format("a")])
    (charge,) = request.charges()
    return charge.cost / 1e9


def _judge(one: Outcome) -> None:
    problems, received = one.problems, one.provider.received
    price = one.price
    for name, amount in (("charged", one.charged), ("in the audit log", one.logged)):
        if amount < len(received) * price - 1e-6:
            problems.append(f"received {len(received) * price:g}, {name} {amount:g}")
    if one.charged > len(one.clients.sent) * price + 1e-6:
        problems.append("charged more than was sent")
    if lost := one.clients.answered - set(received):
        problems.append(f"{len(lost)} answers to what was never received")
    number = {marker: place for place, marker in enumerate(one.clients.sent)}
    of_user = Counter(number[marker] // OF_USER for marker in received)
    if over := [user for user, count in of_user.items() if count > LIMIT]:
        problems.append(f"{len(over)} users passed their limit")
    if one.clients.stuck:
        problems.append(f"{one.clients.stuck} requests without an answer")


def show(one: Outcome) -> None:
    """Print a run."""
    uncharged = max(len(one.provider.received) * one.price - one.charged, 0)
    rows = {
        "sent by clients": len(one.clients.sent),
        "received by the provider": len(one.provider.received),
        "charged": f"{one.charged / one.price:g}",
        "in the audit log": f"{one.logged / one.price:g}",
        "received and not charged": f"{uncharged / one.price:g}",
        "without an answer": one.clients.stuck,
        "answers": ", ".join(f"{status or 'broken'}: {count}" for status, count in sorted(one.clients.answers.items())),
        "faults": ", ".join(f"{name}: {count}" for name, count in sorted(one.faults.items())),
        "what the provider did": ", ".join(f"{name}: {count}" for name, count in one.provider.answers.most_common()),
        "largest process, MB": one.peak,
        "problems": "; ".join(one.problems) or "none",
    }
    print(f"\n{one.ledger}")
    for name, value in rows.items():
        print(f"  {name:26} {value}")
    sys.stdout.flush()


def main() -> int:
    """Run; the exit status is 0 where nothing was undercounted, lost or stuck."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("--ledger", action="append", choices=["sqlite", "redis", "postgres"], help="default: all three")
    parser.add_argument("--minutes", type=float, default=10.0, help="of each ledger (default: 10)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes of the gateway (default: 1)")
    given = parser.parse_args()
    print(f"{given.minutes:g} minutes each, seed {given.seed}, {given.workers} workers, {REDIS}, {POSTGRES}")
    failed = False
    for kind in given.ledger or ["sqlite", "redis", "postgres"]:
        outcome = asyncio.run(measure(kind, given.minutes, given.seed, given.workers))
        show(outcome)
        failed = failed or bool(outcome.problems)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
