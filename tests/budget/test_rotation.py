"""An audit log gives way to another one only where a command with the gateway's key said so."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from dp_gateway.budget import accountant as accounting
from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.audit_log import AuditLog, locked
from dp_gateway.budget.base import Mark
from dp_gateway.budget.guards import MarkFile, Sealed
from dp_gateway.budget.log_chain import verify
from dp_gateway.budget.recovery import read_logs
from dp_gateway.budget.rotation import rotate
from dp_gateway.errors import InputError, LedgerCorrupt
from tests.budget.test_marks import KEY, KINDS, Place, place, run, send


def emptied(log: Path) -> None:
    log.write_bytes(b"")


def removed(log: Path) -> None:
    log.unlink()


def replaced(log: Path) -> None:
    """By the log of another gateway, whose lines are all in order."""
    log.unlink()
    other = AuditLog(log, KEY)
    other.append({"event": "spent"}).result()
    other.close()


def begun_by_nobody(log: Path) -> None:
    """By a first line that says it follows, without a key."""
    first = orjson.loads(log.read_bytes().splitlines()[0])
    whole = log.read_bytes().splitlines()
    replaced(log)
    other = orjson.loads(log.read_bytes())
    other["follows"], other["proof"] = [first["log"], len(whole), "0" * 64], "0" * 32
    log.write_bytes(orjson.dumps(other) + b"\n")


CHANGES = [emptied, removed, replaced, begun_by_nobody]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_log_that_was_swapped_under_a_running_gateway_is_refused(
    change: Callable[[Path], None], kind: str, tmp_path: Path
) -> None:
    async def work(held: Accountant) -> None:
        await send(held, "x", "y")
        before = here.log.read_bytes()
        change(here.log)
        for name in "zv":
            held._ready_until = 0
            with pytest.raises(LedgerCorrupt, match=r"missing or empty|another one|record of its own") as refused:
                await send(held, name)
            assert "dp-gateway audit rotate --lost" in refused.value.hint
            with pytest.raises(LedgerCorrupt):
                await held.ready()
        # Who gives it back goes on.
        here.log.write_bytes(before)
        await held.ready()
        await send(held, "w")
        assert verify(here.log, key=KEY).head.number == 3

    with place(kind, tmp_path) as here:
        run(here.accountant(), work)


@pytest.mark.parametrize("change", CHANGES)
def test_a_log_that_was_swapped_is_refused_at_the_next_start(change: Callable[[Path], None], tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "x", "y"))
    change(here.log)
    for _ in range(2):
        with pytest.raises(LedgerCorrupt, match=r"missing or empty|another one|record of its own"):
            run(here.accountant(), lambda held: send(held, "z"))


def test_an_older_log_of_the_same_gateway_is_refused(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def work(held: Accountant) -> None:
        await send(held, "x")
        rotate(here.log, KEY, None)
        await send(held, "y")
        second = here.log.read_bytes()
        rotate(here.log, KEY, None)
        await send(held, "z")
        # Each began with a sealed line, and neither is the last one.
        for older in (second, Path(f"{here.log}.1").read_bytes()):
            here.log.write_bytes(older)
            with pytest.raises(LedgerCorrupt, match="another one"):
                await send(held, "v")

    run(here.accountant(), work)


def sealed(here: Place) -> Sealed | None:
    return MarkFile(Path(f"{here.where}.mark"), KEY).told_of(here.log)


def test_a_running_gateway_goes_on_with_a_log_that_was_rotated(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def work(held: Accountant) -> None:
        await send(held, "x", "y")
        done = rotate(here.log, KEY, sealed(here))
        assert done == (Path(f"{here.log}.1"), 2)
        assert here.log.stat().st_mode & 0o777 == 0o600
        await held.ready()
        await send(held, "z")
        # Twice before anything is sent.
        for _ in range(2):
            rotate(here.log, KEY, sealed(here))
        await send(held, "v")

    run(here.accountant(), work)
    run(here.accountant(), lambda held: send(held, "w"))
    logs = [*(Path(f"{here.log}.{number}") for number in (1, 2, 3)), here.log]
    assert [verify(log, key=KEY).broken for log in logs] == [None] * 4
    recorded = read_logs(logs, KEY)
    assert (recorded.requests, recorded.begins) == (5, 1)
    assert sum(one.spent for one in recorded.balances if one.account == "b/app") == 5 * 10**9
    logs[0].write_bytes(b"".join(logs[0].read_bytes().splitlines(keepends=True)[:1]))
    with pytest.raises(InputError, match="ends at line 1"):
        read_logs(logs, KEY)


def test_a_log_that_was_rotated_while_the_gateway_was_down_is_gone_on_with(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "x"))
    for _ in range(2):
        rotate(here.log, KEY, sealed(here))
    run(here.accountant(), lambda held: send(held, "y"))


def test_only_the_whole_log_is_rotated_unless_it_is_given_up(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)

    async def work(held: Accountant) -> None:
        await send(held, "x", "y")
        await asyncio.sleep(2 * accounting._MARK_SECONDS)
        whole = here.log.read_bytes()
        one = whole.splitlines(keepends=True)[0]
        for content in (b"", one, b"nonsense\n", one + b"nonsense\n" + one):
            here.log.write_bytes(content)
            with pytest.raises(InputError, match="not the log that was written") as refused:
                rotate(here.log, KEY, sealed(here))
            assert "--lost" in refused.value.hint
            assert here.log.read_bytes() == content
        assert not Path(f"{here.log}.1").exists()
        # A torn line was never acknowledged.
        here.log.write_bytes(whole + b'{"log":"ab')
        assert rotate(here.log, KEY, sealed(here)).lines == 2
        await send(held, "z")
        here.log.unlink()
        with pytest.raises(InputError, match="there is no log"):
            rotate(here.log, KEY, sealed(here))
        for done in (rotate(here.log, KEY, sealed(here), held.ledger.mark).kept,):
            assert done is None
        await send(held, "v")
        emptied(here.log)
        rotate(here.log, KEY, sealed(here), held.ledger.mark)
        await send(held, "w")

    run(here.accountant(), work)
    first = orjson.loads(here.log.read_bytes().splitlines()[0])
    assert (first["event"], first["lost"]) == ("rotated", True)
    run(here.accountant(), lambda held: send(held, "last"))


def test_a_log_that_was_rotated_before_a_line_was_written_is_not_the_one(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    copy = tmp_path / "copy"

    async def work(held: Accountant) -> None:
        await send(held, "x")
        shutil.copy(here.log, copy)
        await send(held, "y")
        # A copy that lacks what was written last, with a proper new log after it.
        rotate(copy, KEY, None)
        here.log.write_bytes(copy.read_bytes())
        with pytest.raises(LedgerCorrupt, match="another one"):
            await send(held, "z")

    run(here.accountant(), work)


def test_gateways_with_logs_of_their_own_share_a_ledger(tmp_path: Path) -> None:
    here = Place("sqlite", str(tmp_path / "l.db"), tmp_path)
    run(here.accountant(), lambda held: send(held, "x"))
    here.log = tmp_path / "another log"
    run(here.accountant(), lambda held: send(held, "y"))
    assert verify(here.log, key=KEY).head.number == 1


def test_who_waits_for_the_lock_writes_to_the_log_that_stands_there_then(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "log", KEY)
    log.append({"event": "spent", "ledger": ["a", 1]}).result()
    with locked(log.path, 2):
        waiting = log.append({"event": "spent", "ledger": ["a", 2]})
        before = log.path.read_bytes()
        kept = log.path.with_name("kept")
        # As `rotate` does: a log stands there at any moment.
        kept.hardlink_to(log.path)
        other = log.path.with_name("other")
        other.write_bytes(before)
        other.replace(log.path)
    waiting.result()
    log.close()
    assert len(kept.read_bytes().splitlines()) == 1
    assert len(log.path.read_bytes().splitlines()) == 2
    assert AuditLog(log.path, KEY).open() == Mark("a", 2)
