"""Sixty-four clients at once on two workers: after every burst the ledger holds what a model of it says, to the unit."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from dp_gateway.budget.base import Ask, Ledger, Limit, Refusal, Reservation
from dp_gateway.budget.postgres import PostgresLedger
from dp_gateway.budget.redis import RedisLedger
from dp_gateway.budget.sqlite import SqliteLedger
from tests.budget.servers import REDIS, postgres_schema, redis_prefix

SECRET = "0123456789abcdef"
CLIENTS = 64
MOST = {"a": 40, "b": 25}
PRICES = {bytes([number]) * 16: 1 + number % 3 for number in range(60)}

REQUEST = st.tuples(
    st.sets(st.sampled_from(sorted(PRICES)), min_size=1, max_size=3),
    st.sampled_from(["a", "b", "ab"]),
    st.sampled_from(["settle", "settle", "refund", "hold", "again"]),
)


def two_workers(kind: str, stack: ExitStack) -> list[Ledger]:
    if kind == "sqlite":
        path = Path(stack.enter_context(TemporaryDirectory())) / "l.db"
        return [SqliteLedger(path, SECRET) for _ in range(2)]
    if kind == "redis":
        prefix = stack.enter_context(redis_prefix())
        return [RedisLedger(REDIS, SECRET, prefix=prefix) for _ in range(2)]
    url = stack.enter_context(postgres_schema())
    return [PostgresLedger(url, SECRET) for _ in range(2)]


class Bursts(RuleBasedStateMachine):
    kind = "sqlite"

    def __init__(self) -> None:
        super().__init__()
        self.stack, self.loop = ExitStack(), asyncio.new_event_loop()
        self.workers = two_workers(self.kind, self.stack)
        for worker in self.workers:
            self.loop.run_until_complete(worker.open())
        self.count = 0
        self.held: dict[str, tuple[str, set[bytes], Reservation]] = {}
        self.paid: dict[str, set[bytes]] = {"a": set(), "b": set()}

    def ask(self, name: str, units: set[bytes], accounts: str) -> Ask:
        # As the accountant has it: a unit under an account is a unit of its own.
        costs = {
            unit + account.encode(): [PRICES[unit] if account == other else 0 for other in accounts]
            for unit in sorted(units)
            for account in accounts
        }
        return Ask(name, costs, [Limit(account, 0, 0, MOST[account]) for account in accounts], 1000, 600)

    async def client(self, name: str, units: set[bytes], accounts: str, then: str) -> None:
        first, second = self.workers[:: 1 if int(name) % 2 else -1]
        outcome = await first.reserve(self.ask(name, units, accounts))
        if isinstance(outcome, Refusal):
            return
        self.held[name] = accounts, units, outcome
        if then == "again":
            assert await second.reserve(self.ask(name, units, accounts)) == outcome
        elif then == "settle":
            await self.settled(second, name)
        elif then == "refund":
            await second.refund(name, 1001)
            del self.held[name]

    async def settled(self, worker: Ledger, name: str) -> None:
        await worker.settle(name)
        accounts, units, _ = self.held.pop(name)
        for account in accounts:
            self.paid[account] |= units

    @rule(requests=st.lists(REQUEST, min_size=CLIENTS, max_size=CLIENTS))
    def burst(self, requests) -> None:
        async def run() -> None:
            names = [str(self.count + at) for at in range(CLIENTS)]
            await asyncio.gather(*(self.client(name, *request) for name, request in zip(names, requests, strict=True)))

        self.loop.run_until_complete(run())
        self.count += CLIENTS

    @rule()
    def finish_what_is_held(self) -> None:
        async def run() -> None:
            await asyncio.gather(*(self.settled(self.workers[at % 2], name) for at, name in enumerate(list(self.held))))

        self.loop.run_until_complete(run())

    @invariant()
    def nothing_is_exceeded_and_nothing_is_forgotten(self) -> None:
        for worker in self.workers:
            kept = {one.account: one.spent for one in self.loop.run_until_complete(worker.balances())}
            for account, most in MOST.items():
                holding = sum(
                    outcome.costs[accounts.index(account)]
                    for accounts, _, outcome in self.held.values()
                    if account in accounts
                )
                due = holding + sum(PRICES[unit] for unit in self.paid[account])
                assert kept.get(account, 0) == due <= most

    def teardown(self) -> None:
        for worker in self.workers:
            self.loop.run_until_complete(worker.close())
        self.loop.close()
        self.stack.close()


@pytest.mark.parametrize("kind", ["sqlite", "redis", "postgres"])
def test_bursts_of_clients_on_two_workers(kind: str) -> None:
    machine = type("Machine", (Bursts,), {"kind": kind})
    quick = settings(
        max_examples=6, stateful_step_count=6, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    run_state_machine_as_test(machine, settings=quick)


def test_a_database_that_is_stricter_by_default_refuses_nothing() -> None:
    async def run(url: str) -> None:
        workers = [PostgresLedger(f"{url}%20-cdefault_transaction_isolation%3Dserializable", SECRET) for _ in range(2)]
        for worker in workers:
            await worker.open()

        async def client(number: int) -> None:
            worker = workers[number % 2]
            for step in range(10):
                name = f"{number}-{step}"
                ask = Ask(name, {name.encode(): (1,)}, [Limit("a", 0, 0)], 1000, 600)
                assert isinstance(await worker.reserve(ask), Reservation)
                await worker.settle(name)

        await asyncio.gather(*map(client, range(CLIENTS)))
        assert [one.spent for one in await workers[0].balances()] == [10 * CLIENTS]
        for worker in workers:
            await worker.close()

    with postgres_schema() as url:
        asyncio.run(run(url))
