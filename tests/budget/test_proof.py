"""The audit log proves what was spent: a ledger with less, or a log with another line, serves nothing."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Any

import orjson
import pytest

from dp_gateway.budget import accountant as accounting
from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.base import INFINITE, Balance
from dp_gateway.budget.proof import Proof, noted, short
from dp_gateway.budget.recovery import read_logs
from dp_gateway.errors import LedgerCorrupt, LedgerError, LedgerUnavailable
from tests.budget.test_marks import ANNA, KEY, KINDS, One, Place, place, run, send


def changed(here: Place, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(here.where, isolation_level=None)) as opened:
        opened.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE slots SET spent = 0 WHERE account = 'b/app'",
        "UPDATE slots SET spent = spent - 1 WHERE account = 'b/app'",
        "UPDATE slots SET spent = 0 WHERE account = 'b/app:delta'",
        "DELETE FROM slots WHERE account LIKE 'b/app%'",
    ],
)
def test_an_account_that_has_spent_less_than_the_log_says_is_refused(
    statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounting, "_BETWEEN", 0.0)
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "x", "y"))
    with_delta = "delta" in statement
    if with_delta:
        changed(here, "UPDATE slots SET spent = 5 WHERE account = 'b/app:delta'")
    changed(here, statement)
    if with_delta:
        # Nothing of delta was taken, so there is nothing to miss.
        run(here.accountant(), lambda held: send(held, "z"))
        return
    for _ in range(2):
        with pytest.raises(LedgerCorrupt, match=r"1 accounts have spent less|no account") as refused:
            run(here.accountant(), lambda held: send(held, "z"))
        assert "dp-gateway budget recover" in refused.value.hint


def test_a_running_gateway_notices_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounting, "_BETWEEN", 0.0)
    monkeypatch.setattr(accounting, "_TEND_SECONDS", 0.01)
    monkeypatch.setattr(accounting, "_PROVE_SECONDS", 0.0)
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def work(held: Accountant) -> None:
        await send(held, "x", "y")
        changed(here, "UPDATE slots SET spent = 0 WHERE account = 'b/app'")
        for _ in range(6000):
            await asyncio.sleep(0.01)
            with contextlib.suppress(LedgerCorrupt):
                await held.ready()
                continue
            break
        with pytest.raises(LedgerCorrupt, match="spent less"):
            await send(held, "z")

    run(here.accountant(), work)


@pytest.mark.parametrize("error", [LedgerUnavailable, LedgerCorrupt])
def test_what_goes_wrong_while_a_ledger_is_tended_lasts_if_it_is_corrupt(
    error: type[LedgerError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounting, "_TEND_SECONDS", 0.01)
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def work(held: Accountant) -> None:
        tended = asyncio.Event()

        async def expire(now: float) -> int:
            tended.set()
            raise error("of this test", hint="none")

        monkeypatch.setattr(held.ledger, "expire", expire)
        await asyncio.wait_for(tended.wait(), 120)
        await asyncio.sleep(0)
        if error is LedgerUnavailable:
            await send(held, "x")
        else:
            with pytest.raises(LedgerCorrupt, match="of this test"):
                await send(held, "x")

    run(here.accountant(), work)


@pytest.mark.parametrize("line", [0, 1, 2])
@pytest.mark.parametrize("known", [True, False])
def test_a_line_that_was_changed_is_refused_at_the_start(line: int, known: bool, tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "v", "w", "x", "y"))
    sums = tmp_path / "log.sums"
    assert sums.stat().st_mode & 0o777 == 0o600 if sums.exists() else True
    lines = here.log.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b'"spent"', b'"spend"')
    here.log.write_bytes(b"".join(lines))
    if not known:
        sums.unlink(missing_ok=True)
    with pytest.raises(LedgerCorrupt, match="was changed, moved or removed"):
        run(here.accountant(), lambda held: send(held, "z"))


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_refunded_repeated_or_cancelled_is_no_alarm(kind: str, tmp_path: Path) -> None:
    async def work(held: Accountant) -> None:
        await send(held, "x")
        async with held.spend(One("not sent"), ANNA):
            pass
        for _ in range(2):
            async with held.spend(One("again"), ANNA, idempotency_key="k") as spent:
                spent.leaves()
        for wait in range(4):
            task = asyncio.create_task(send(held, f"cancelled {wait}"))
            for _ in range(wait):
                await asyncio.sleep(0)
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    with place(kind, tmp_path) as here:
        for _ in range(3):
            run(here.accountant(100), work)
        assert any(record["event"] == "refunded" for record in map(orjson.loads, here.log.read_bytes().splitlines()))
        run(here.accountant(100), lambda held: send(held, "last"))


def test_a_refund_that_cannot_be_noted_counts_as_spent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def work(held: Accountant) -> None:
        spent = await held.reserve(One("x"), ANNA)
        with monkeypatch.context() as patched:
            patched.setattr(
                "dp_gateway.budget.audit_log.os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "full"))
            )
            await held.finish(spent)
        assert sum(one.spent for one in await held.ledger.balances("b/app") if one.account == "b/app") == 10**9

    run(here.accountant(), work)
    run(here.accountant(), lambda held: send(held, "y"))


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_operator_set_is_no_alarm_and_what_comes_after_is_proved(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounting, "_BETWEEN", 0.0)
    with place(kind, tmp_path) as here:
        run(here.accountant(clock=lambda: time.time() - 1000), lambda held: send(held, "w", "x"))

        async def reset(held: Accountant) -> None:
            for one in await held.ledger.balances("b/app"):
                await noted(held.ledger, KEY, one.account, time.time() - 600)
                await held.ledger.put(one.account, one.slot, 0)

        run(here.accountant(), reset)
        # Lines of five minutes around it say nothing.
        run(here.accountant(), lambda held: send(held, "y"))
        run(here.accountant(), lambda held: send(held, "z"))
        if kind == "sqlite":
            changed(here, "UPDATE slots SET spent = 0 WHERE account = 'b/app'")
            with pytest.raises(LedgerCorrupt, match="spent less"):
                run(here.accountant(), lambda held: send(held, "v"))


def test_a_note_that_is_not_sealed_hides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounting, "_BETWEEN", 0.0)
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "x"))
    changed(here, f"INSERT INTO slots VALUES ('audit:put:b/app', {int(time.time()) + 9999}, 12345)")
    changed(here, "UPDATE slots SET spent = 0 WHERE account = 'b/app'")
    with pytest.raises(LedgerCorrupt, match="spent less"):
        run(here.accountant(), lambda held: send(held, "y"))


def test_sums_are_read_on_and_those_that_were_changed_are_made_anew(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(100), lambda held: send(held, "v", "w", "x"))
    whole = Proof(here.log, KEY).read([])
    assert whole["b/app"] == {
        one.slot: one.spent for one in read_logs([here.log], KEY).balances if one.account == "b/app"
    }
    run(here.accountant(100), lambda held: send(held, "y", "z"))
    went_on = Proof(here.log, KEY)
    opened: list[int] = []
    take = went_on._take  # what is read again
    went_on._take = lambda line: (opened.append(1), take(line))[1]  # pyright: ignore[reportAttributeAccessIssue]
    after = went_on.read([])
    assert sum(after["b/app"].values()) == 5 * 10**9
    assert len(opened) <= 2
    sums = tmp_path / "log.sums"
    sums.write_bytes(sums.read_bytes().replace(b'"number":5', b'"number":4'))
    assert Proof(here.log, KEY).read([]) == after
    # Another log in the same place is begun anew.
    here.log.unlink()
    (tmp_path / "other").mkdir()
    other = Place("sqlite", str(tmp_path / "other" / "l.db"), tmp_path)
    run(other.accountant(100), lambda held: send(held, "u"))
    assert sum(Proof(here.log, KEY).read([])["b/app"].values()) == 10**9


def test_slots_that_a_ledger_has_forgotten_are_not_missed() -> None:
    proved = {"a": {1: 5, 400: 7}, "b": {2: INFINITE, 3: INFINITE}}
    assert not short(proved, [Balance("a", 400, 7), Balance("b", 2, INFINITE)])
    assert short(proved, [Balance("a", 400, 6), Balance("b", 2, INFINITE)]) == ["a"]
    assert short(proved, [Balance("a", 1, 11)]) == ["a", "b"]


def test_two_gateways_with_logs_of_their_own_share_a_ledger(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with place("redis", tmp_path) as here:
        places = [Place("redis", here.where, tmp_path / name) for name in ("one", "two")]
        for at in range(4):
            run(places[at % 2].accountant(100), lambda held, at=at: send(held, f"x{at}"))


def test_a_long_log_is_read_once(tmp_path: Path) -> None:
    """Lines of a log cost microseconds; those that were read cost none."""
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def many(held: Accountant) -> None:
        await asyncio.gather(*(send(held, f"x{at}") for at in range(400)))

    run(here.accountant(10_000), many)
    proof: Any = Proof(here.log, KEY)
    proof.read([])
    assert proof._number == 400
    at = proof._at
    proof.read([])
    assert proof._at == at == here.log.stat().st_size
