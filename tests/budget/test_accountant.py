"""Budgets around requests: what is charged, refused, given back."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
import pytest

from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.accounts import level_name, parse_level, whose
from dp_gateway.budget.base import INFINITE, Ask, Charge, Refusal, Reservation, from_nano, to_nano, to_pico
from dp_gateway.budget.blocking import BlockingAccountant
from dp_gateway.budget.group_commit import GroupCommit
from dp_gateway.budget.log_chain import verify
from dp_gateway.budget.memory import MemoryLedger
from dp_gateway.budget.settings import BudgetSettings, LedgerSettings, open_ledger
from dp_gateway.budget.spent import cheaper
from dp_gateway.errors import BudgetExceeded, ConfigurationError, LedgerCorrupt, LedgerMismatch, LedgerUnavailable
from dp_gateway.exchange import Caller
from dp_gateway.pipeline import Gateway
from dp_gateway.policy import load_policy
from dp_gateway.randomness import Secret

SECRET = Secret(b"s" * 32)
ANNA = Caller("app", "acme", "c1", "anna@example.org")


class Wanted:
    def __init__(self, *units: str, epsilon: float = 1.0, delta: float = 0.0) -> None:
        self._charges = tuple(Charge(unit.encode(), epsilon, delta, "stairtext") for unit in units)

    def charges(self, *, certified: bool = True) -> Sequence[Charge]:
        return self._charges


class Failing(MemoryLedger):
    """Takes the budget, and loses the answer."""

    away = False

    async def reserve(self, ask: Ask) -> Reservation | Refusal:
        outcome = await super().reserve(ask)
        if self.away:
            raise LedgerUnavailable("gone", hint="wait")
        return outcome


def accountant(ledger=None, now=lambda: 1e9, settings=None, **budget) -> Accountant:
    budgets = {"b": BudgetSettings(**budget)} if budget else {}
    return Accountant(ledger or MemoryLedger(), budgets, secret=SECRET, settings=settings, clock=now)


async def send(
    accountant: Accountant, *units: str, leaves: bool = True, caller: Caller = ANNA, epsilon=1.0, delta=0.0, model=""
):
    async with accountant.spend(Wanted(*units, epsilon=epsilon, delta=delta), caller, model=model) as spent:
        if leaves:
            spent.leaves()
    return spent


def test_a_budget_is_spent_once_a_unit_and_then_refuses():
    async def run():
        held = accountant(epsilon=3)
        assert (await send(held, "x", "y")).remaining[0].left == 1
        assert (await send(held, "x", "y")).epsilon == 0
        await send(held, "z", leaves=False)
        with pytest.raises(BudgetExceeded) as refused:
            await send(held, "v", "w")
        assert refused.value.status == 429
        assert refused.value.data == {"budget": "b", "asked": 2.0, "left": 1.0, "resets": None}
        assert (await send(held, "v")).remaining[0].left == 0
        assert dict((await send(held, "x")).headers())[b"x-dp-budget-remaining"] == b"0"

    asyncio.run(run())


def test_windows_reset_and_one_request_has_a_maximum():
    async def run():
        clock = [86400.0 * 5 + 10]
        held = accountant(now=lambda: clock[0], epsilon=2, window="day", request=1.5)
        await send(held, "a")
        await send(held, "b")
        with pytest.raises(BudgetExceeded) as refused:
            await send(held, "c")
        assert refused.value.resets == 86400 * 6
        clock[0] += 86400
        with pytest.raises(BudgetExceeded, match="one request"):
            await send(held, "c", "d")
        await send(held, "c")

    asyncio.run(run())


def test_a_rolling_window_never_allows_more_in_any_span():
    async def run():
        clock, sent = [0.0], []
        held = accountant(now=lambda: clock[0], epsilon=3, window="rolling", hours=1)
        for step in range(400):
            clock[0] = step * 37.0
            try:
                await send(held, str(step))
                sent.append(clock[0])
            except BudgetExceeded:
                pass
        assert max(sum(at <= other < at + 3600 for other in sent) for at in sent) == 3
        assert len(sent) >= 11

    asyncio.run(run())


def test_users_have_budgets_of_their_own_and_their_names_are_not_stored():
    async def run():
        held = accountant(epsilon=1, per="user")
        await send(held, "x")
        await send(held, "y", caller=Caller("app", "acme", "", "bob@example.org"))
        names = [one.account for one in await held.ledger.balances()]
        assert len({whose(name).account for name in names}) == 2
        assert not any("anna" in name or "bob" in name for name in names)

    asyncio.run(run())


def test_deltas_add_up_and_are_limited_too():
    async def run():
        held = accountant(epsilon=100, delta=1e-4)
        first = await send(held, "x", "y", epsilon=0.0, delta=3e-5)
        assert (first.epsilon, first.delta) == (0, pytest.approx(6e-5))
        assert first.remaining[0].left_delta == pytest.approx(4e-5)
        with pytest.raises(BudgetExceeded, match="delta") as refused:
            await send(held, "v", "w", delta=3e-5)
        assert refused.value.data["measure"] == "delta"
        assert refused.value.data["left"] == pytest.approx(4e-5)
        await send(held, "v", delta=4e-5)
        assert (await send(held, "z")).remaining[0].left_delta == 0
        unlimited = accountant(epsilon=100)
        assert (await send(unlimited, "x", delta=0.9)).remaining[0].lost == 0.9

    asyncio.run(run())


def test_draws_are_counted_by_level_and_two_models_are_two_providers():
    async def run():
        held = accountant(epsilon=100, per="model")
        for model in ("one", "two"):
            assert (await send(held, "x", "y", epsilon=2.0, delta=1.2e-5, model=model)).epsilon == 4
        assert (await send(held, "x", epsilon=2.0, model="one")).epsilon == 0
        await send(held, "z", epsilon=1.5, model="one", leaves=False)
        counted = {one.account: one.spent for one in await held.ledger.balances() if one.spent}
        assert sorted(whose(name).measure for name in counted) == ["", "", "2,1.2e-05", "2,1.2e-05", "delta", "delta"]
        assert [count for name, count in counted.items() if "," in name] == [2, 2]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("epsilon", "nano"),
    [(1e-9, 1), (1.4e-9, 2), (6.0000000001, 6_000_000_001), (6.0, 6 * 10**9), (0.1 + 0.2, 300_000_000), (0.0, 0),
     (1.25e-10, 1), (float("nan"), 10**15), (float("inf"), 10**15), (2e6, 10**15), (-1.0, 0)],
)  # fmt: skip
def test_prices_are_rounded_up_and_never_down(epsilon, nano):
    assert to_nano(epsilon) == Charge(b"u", epsilon, 0.0, "m").cost == nano
    if 0 <= epsilon < 1e6:
        assert nano * 1e-9 >= epsilon * (1 - 1e-15) - 1e-12


@pytest.mark.parametrize(
    ("delta", "pico"),
    [(1e-12, 1), (1.4e-12, 2), (1e-13, 1), (0.0, 0), (0.5, 5 * 10**11), (1.0, 10**12), (float("nan"), 10**12)],
)
def test_deltas_are_rounded_up_and_never_down(delta, pico):
    assert to_pico(delta) == pico


def test_an_amount_is_told_as_it_is():
    assert [from_nano(1), from_nano(1_000_000_000), from_nano(INFINITE)] == [1e-9, 1.0, math.inf]


def test_limits_are_rounded_down():
    epsilon, delta = BudgetSettings(epsilon=1.0000000019, delta=1.9e-12).limits("a", 0.0, ("delta",))
    assert (epsilon.most, delta.most) == (1_000_000_001, 1)


@pytest.mark.parametrize("level", [(6.0, 0.0), (1.23456, 1e-9), (0.0, 0.0123), (0.0004, 1.0), (float("inf"), 1.0)])
def test_the_level_that_is_counted_is_never_below_the_real_one(level):
    epsilon, delta = parse_level(level_name(Charge(b"u", *level, "m")))
    assert level[0] <= epsilon <= level[0] + 1e-3 + 1e-9
    assert level[1] <= delta <= 2 * level[1]


def test_a_soft_limit_warns_and_an_infinite_price_fits_no_budget():
    async def run():
        held = accountant(soft=1)
        assert b"x-dp-budget-warning" in dict((await send(held, "x")).headers())
        assert (await send(held, "y", epsilon=float("inf"))).remaining[0].left == float("inf")
        with pytest.raises(BudgetExceeded):
            await send(accountant(epsilon=999999), "y", epsilon=float("inf"))

    asyncio.run(run())


def test_what_a_ledger_took_without_saying_so_is_given_back():
    async def run():
        ledger = Failing()
        held = accountant(ledger, epsilon=3)
        ledger.away = True
        with pytest.raises(LedgerUnavailable) as refused:
            await send(held, "x")
        assert refused.value.status == 503
        ledger.away = False
        assert (await send(held, "y", "z")).remaining[0].left == 1

    asyncio.run(run())


def test_the_blocking_twin_spends_the_same(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/l.db"
    settings = LedgerSettings(audit_log=tmp_path / "log")
    held = BlockingAccountant(lambda: accountant(open_ledger(url, SECRET), settings=settings, epsilon=3))
    for units in ("x", "yx"):
        with held.spend(Wanted(*units), ANNA) as spent:
            spent.leaves()
    held.close()
    assert spent.remaining[0].left == 1
    assert verify(tmp_path / "log").head.number == 2
    with pytest.raises(LedgerMismatch):
        BlockingAccountant(lambda: accountant(open_ledger(url, Secret(b"t" * 32)), epsilon=3))


def test_a_file_is_synced_once_a_request_and_holds_what_was_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    commits: list[int] = []
    commit = GroupCommit._commit

    def counted(self: GroupCommit, connection: sqlite3.Connection, group: Any) -> Any:
        commits.append(len(group.jobs))
        return commit(self, connection, group)

    async def run():
        held = accountant(open_ledger(f"sqlite:///{tmp_path}/ledger.db", SECRET), epsilon=99)
        await held.open()
        commits.clear()
        for number in range(5):
            await send(held, f"x{number}")
        # What settles one is committed with what takes for the next.
        assert len(commits) == 5
        await held.close()

    monkeypatch.setattr(GroupCommit, "_commit", counted)
    asyncio.run(run())
    with sqlite3.connect(tmp_path / "ledger.db") as file:
        assert file.execute("SELECT count(*) FROM reservations WHERE state = 1").fetchone() == (5,)


def test_an_operator_is_told_once_that_an_account_is_past_its_soft_limit(caplog: pytest.LogCaptureFixture):
    async def run():
        held = accountant(soft=1.0, epsilon=99)
        sent = [await send(held, unit) for unit in "abc"]
        assert all(one.remaining[0].warned for one in sent)

    asyncio.run(run())
    assert [one.getMessage() for one in caplog.records] == ["the budget b of an account is past its soft limit"]


def test_what_could_not_be_settled_is_settled_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def run():
        ledger = open_ledger(f"sqlite:///{tmp_path}/ledger.db", SECRET)
        held = accountant(ledger, epsilon=99)
        await held.open()
        await send(held, "x")
        with monkeypatch.context() as patch:
            patch.setattr("dp_gateway.budget.sqlite_turn.paid_until", lambda *_: 1 / 0)
            while not held._owed:
                await asyncio.sleep(0.01)
        assert list(held._owed.values()) == [True]
        assert (await send(held, "x")).epsilon == 0  # so that it was paid for first
        await held.close()

    asyncio.run(run())


@pytest.mark.parametrize("change", ["swap", "drop", "edit", "cut"])
def test_any_change_of_an_audit_log_is_found(tmp_path: Path, change: str):
    log = tmp_path / "log"

    async def run():
        held = accountant(settings=LedgerSettings(audit_log=log), epsilon=100)
        for unit in "abcd":
            await send(held, unit)

    asyncio.run(run())
    lines = log.read_bytes().splitlines(keepends=True)
    assert (verify(log).head.number, verify(log).broken) == (4, None)
    assert b"anna" not in b"".join(lines)
    changed = {
        "swap": [lines[0], lines[2], lines[1], lines[3]],
        "drop": [lines[0], *lines[2:]],
        "edit": [lines[0], lines[1].replace(b'"delta":0.0', b'"delta":0.1'), *lines[2:]],
        "cut": [*lines[:3], lines[3][:-5]],
    }[change]
    log.write_bytes(b"".join(changed))
    assert verify(log).broken is not None


@pytest.mark.parametrize("amount", [-1, 0, float("nan"), float("inf"), 1e6, 1e300])
def test_budgets_that_make_no_sense_are_refused(amount: float):
    with pytest.raises(ConfigurationError):
        BudgetSettings(epsilon=amount)


def test_a_ledger_of_no_known_kind_is_refused():
    with pytest.raises(ConfigurationError, match="URL"):
        open_ledger("ftp://x", SECRET)


def test_requests_are_priced_by_unit():
    gateway = Gateway("entities", key=SECRET)
    first = gateway.request(["She lives in Boston.", "Boston is large."], scope="s").charges(certified=False)
    again = gateway.request(["She lives in Boston.", "Berlin too."], scope="s").charges(certified=False)
    other = gateway.request(["She lives in Boston."], scope="t").charges(certified=False)
    assert [charge.epsilon for charge in first] == [6.0]
    assert len(again) == 2
    assert {one.unit for one in first} < {one.unit for one in again}
    assert {one.unit for one in first}.isdisjoint(one.unit for one in other)


def test_an_exhausted_budget_never_protects_less():
    def refused(exhausted: str, left: float) -> BudgetExceeded:
        return BudgetExceeded("", hint="", budget="b", asked=80, left=left, resets=None, exhausted=exhausted, least=1)

    ten_words = (Charge(b"u", 8, 0, "stairtext", 10),)
    assert cheaper(load_policy("tokens"), refused("mask", 5), ten_words) is None
    assert cheaper(load_policy("tokens"), refused("block", 50), ten_words) is None
    assert cheaper(load_policy("tokens"), refused("lower", 5), ten_words) is None
    lower = cheaper(load_policy("tokens"), refused("lower", 57), ten_words)
    assert lower is not None
    assert lower.tokens.epsilon == 5.5
    masked = cheaper(load_policy("entities"), refused("mask", 0), ten_words)
    assert masked is not None
    costs = Gateway(masked, key=SECRET).request(["Anna lives in Boston."]).charges()
    assert [charge.cost for charge in costs] == [0] * len(costs) != []


def test_an_audit_log_that_cannot_be_written_means_nothing_is_sent(tmp_path: Path):
    async def run():
        log = tmp_path / "log"
        held = accountant(settings=LedgerSettings(audit_log=log), epsilon=10)
        await send(held, "x")
        log.rename(tmp_path / "away")
        log.mkdir()
        with pytest.raises(LedgerUnavailable, match="audit log") as refused:
            await send(held, "y")
        assert refused.value.status == 503
        log.rmdir()
        (tmp_path / "away").rename(log)
        assert (await send(held, "z")).remaining[0].left == 8
        log.write_bytes(log.read_bytes()[:-20])
        with pytest.raises(LedgerCorrupt):
            await send(held, "w")

    asyncio.run(run())


def test_workers_share_an_audit_log_and_what_was_given_back_is_noted(tmp_path: Path):
    async def run():
        workers = [accountant(settings=LedgerSettings(audit_log=tmp_path / "log"), epsilon=1e5) for _ in range(2)]
        sent = [send(worker, f"{number}", leaves=number % 4 > 0) for worker in workers for number in range(40)]
        await asyncio.gather(*sent)

    asyncio.run(run())
    records = [orjson.loads(line) for line in (tmp_path / "log").read_bytes().splitlines()]
    assert verify(tmp_path / "log").broken is None
    assert sorted(record["event"] for record in records) == ["refunded"] * 20 + ["spent"] * 80
    back = {record["request"] for record in records if record["event"] == "refunded"}
    assert back < {record["request"] for record in records if record["event"] == "spent"}


def test_a_clock_that_jumps_back_gives_nothing_back():
    async def run():
        clock = [86400.0 * 10]
        held = accountant(now=lambda: clock[0], epsilon=2, window="day")
        await send(held, "a", "b")
        for back in (86400 * 1, 86400 * 5):
            clock[0] -= back
            with pytest.raises(BudgetExceeded):
                await send(held, "c")

    asyncio.run(run())
