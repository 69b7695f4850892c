"""`dp-gateway budget` and `dp-gateway audit verify`: what a person sees of a ledger, and changes in it."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dp_gateway.budget.accountant import Accountant
from dp_gateway.budget.accounts import Accounts, Total
from dp_gateway.budget.base import Charge
from dp_gateway.budget.settings import BudgetSettings, LedgerSettings, open_ledger
from dp_gateway.cli import cli
from dp_gateway.errors import GatewayError
from dp_gateway.exchange import Caller
from dp_gateway.randomness import Secret
from dp_gateway.vocabulary.index import Index

ANNA = Caller("app", "acme", "c1", "anna@example.org")


class Wanted:
    def __init__(self, unit: str, epsilon: float, delta: float) -> None:
        self._charge = Charge(unit.encode(), epsilon, delta, "stairtext", index="0123")

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        return (self._charge,)


@pytest.fixture(scope="module")
def spent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a key, a ledger that holds 300 draws of one key, of one day, and its log."""
    folder = tmp_path_factory.mktemp("spent")
    secret = Secret.from_file(folder / "secret.key")

    async def spend() -> None:
        budgets = {"daily": BudgetSettings(epsilon=500, window="day"), "all": BudgetSettings(epsilon=5000, per="user")}
        settings = LedgerSettings(audit_log=folder / "log")
        ledger = open_ledger(f"sqlite:///{folder}/l.db", secret)
        accountant = Accountant(ledger, budgets, secret=secret, settings=settings, clock=lambda: 86400.0 * 20000 + 3600)
        await accountant.open()
        for number in range(300):
            async with accountant.spend(Wanted(f"u{number}", 0.5, 1e-8), ANNA) as spent:
                spent.leaves()
        await accountant.close()

    asyncio.run(spend())
    return folder


@pytest.fixture
def config(spent: Path, tmp_path: Path) -> Path:
    """Settings of a server whose ledger is a copy of that one."""
    for file in spent.iterdir():
        shutil.copy2(file, tmp_path)
    file = tmp_path / "gateway.toml"
    file.write_text(
        f'[privacy]\nkeys = {{ k1 = "{tmp_path / "secret.key"}" }}\n[budgets.daily]\nepsilon = 500\nwindow = "day"\n'
        f'[ledger]\nurl = "sqlite:///{tmp_path}/l.db"\naudit_log = "{tmp_path / "log"}"\n'
    )
    return file


def call(*arguments: object, config: Path | None = None, says: str = "") -> Result:
    where = ("--config", str(config)) if config is not None else ()
    return CliRunner(env={"COLUMNS": "200"}).invoke(cli, [*map(str, arguments), *where], input=says)


def told(*arguments: object, config: Path) -> str:
    result = call(*arguments, config=config)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*arguments: object, config: Path | None = None) -> str:
    result = call(*arguments, config=config)
    assert isinstance(result.exception, GatewayError), result.output
    return str(result.exception)


def test_show_tells_sums_the_whole_mix_and_a_person(config: Path) -> None:
    row = told("budget", "show", "daily/", config=config).splitlines()[-1]
    assert row.split()[:4] == ["daily/app", "150", "3e-06", "300"]
    together = float(row.partition("(")[2].partition(",")[0])
    assert 20 < together < 90
    assert "(2, 4e-08)" in told("budget", "show", "daily/", "--times", 4, config=config)
    (found,) = json.loads(told("budget", "show", "daily/", "--times", 4, "--json", config=config))
    assert found["account"] == row.split()[0]
    assert (found["epsilon"], found["draws"]) == (150, 300)
    assert 0 < found["together"]["epsilon"] <= 150
    assert found["person"] == {"epsilon": 2, "delta": pytest.approx(4e-8)}
    everything = told("budget", "show", config=config)
    assert "audit:" not in everything
    assert "anna" not in everything


def test_history_and_export(config: Path) -> None:
    lines = told("budget", "history", "daily/app", config=config).splitlines()
    assert lines[1].split("\t") == ["2024-10-04 00:00", "150", "3e-06", "300"]
    (slot,) = json.loads(told("budget", "history", "daily/app", "--json", config=config))
    assert (slot["begins"], slot["epsilon"], slot["draws"]) == ("2024-10-04 00:00", 150, 300)
    assert slot["delta"] == pytest.approx(3e-6)
    rows = list(csv.DictReader(io.StringIO(told("budget", "export", config=config))))
    found = {(row["account"], row["measure"]): float(row["amount"]) for row in rows}
    assert found["daily/app", "epsilon"] == 150
    assert found["daily/app", "delta"] == pytest.approx(3e-6)
    assert found["daily/app", "0.5,1e-08"] == 300
    assert "no such account" in refused("budget", "history", "daily/other", config=config)


def test_set_and_reset_ask_first(config: Path) -> None:
    assert call("budget", "reset", "daily/app", config=config, says="n\n").exit_code == 1
    assert "150" in told("budget", "show", "daily/", config=config)
    told("budget", "set", "daily/app", 12.5, "--delta", 0.25, "--yes", config=config)
    assert told("budget", "show", "daily/", config=config).splitlines()[-1].split()[:4] == [
        "daily/app", "12.5", "0.25", "0",
    ]  # fmt: skip
    told("budget", "reset", "daily/app", "--yes", config=config)
    assert told("budget", "show", "daily/", config=config).splitlines()[-1].split()[1] == "0"
    assert "no such account" in refused("budget", "reset", "daily/nobody", "--yes", config=config)


@pytest.mark.parametrize("amount", ["-1", "nan", "inf", "1e300"])
def test_amounts_that_make_no_sense(config: Path, amount: str) -> None:
    assert call("budget", "set", "--yes", "--config", config, "--", "daily/app", amount).exit_code != 0
    assert "150" in told("budget", "show", "daily/", config=config)


def test_what_was_set_by_hand_is_part_of_the_whole_mix() -> None:
    mixed = Total("a", 100 + 150.0, 3e-6, {(0.5, 1e-8): 300})
    alone = Total("a", 150.0, 3e-6, {(0.5, 1e-8): 300})
    assert mixed.together(1e-6)[0] == pytest.approx(alone.together(1e-6)[0] + 100)
    assert Total("a", 12.5, 0.1, {}).together(1e-6) == (12.5, 0.1)
    assert Total("a", float("inf"), 1.0, {(float("inf"), 1.0): 1}).together(1e-6)[0] == float("inf")


def test_a_whole_audit_log_is_in_order_and_a_cut_one_is_found(config: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    whole = told("audit", "verify", log, config=config)
    assert "300 lines in order" in whole
    as_json = json.loads(told("audit", "verify", log, "--json", config=config))
    assert as_json == {"lines": 300, "head": whole.split()[-1], "end_checked": True}
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:200]))
    assert "the ledger was told of" in refused("audit", "verify", log, config=config)
    assert "would not show" in call("audit", "verify", log, "--no-ledger").output
    assert "does not end in that hash" in refused("audit", "verify", log, "--no-ledger", "--head", "ab")
    log.write_bytes(b"".join([*lines[:5], *lines[6:]]))
    assert "line 6" in refused("audit", "verify", log, config=config)
    assert b"anna" not in b"".join(lines)
    assert b'"index":"0123"' in lines[0]


def test_ledgers_that_cannot_be_asked(config: Path, tmp_path: Path) -> None:
    assert "in the memory of its gateway" in refused(
        "budget", "show", "--ledger", "memory:", "--key-file", tmp_path / "secret.key"
    )
    assert "no key file" in refused("budget", "show", "--key-file", tmp_path / "nothing")
    Secret.from_file(tmp_path / "other.key")
    given = ("--ledger", f"sqlite:///{tmp_path}/l.db", "--key-file", tmp_path / "other.key")
    assert "another secret" in refused("budget", "show", *given)


def log_of(config: Path) -> Path:
    return config.parent / "log"


def go_on(config: Path, *units: str) -> None:
    """A gateway that is started on the ledger, and serves a request."""
    secret = Secret.from_file(config.parent / "secret.key")

    async def spend() -> None:
        accountant = Accountant(
            open_ledger(f"sqlite:///{config.parent}/l.db", secret),
            {"daily": BudgetSettings(epsilon=500, window="day")},
            secret=secret,
            settings=LedgerSettings(audit_log=log_of(config)),
            clock=lambda: 86400.0 * 20000 + 7200,
        )
        await accountant.open()
        try:
            for unit in units:
                async with accountant.spend(Wanted(unit, 0.5, 1e-8), ANNA) as spent:
                    spent.leaves()
        finally:
            await accountant.close()

    asyncio.run(spend())


@pytest.mark.parametrize("damage", ["deleted", "garbage", "emptied", "older"])
def test_a_lost_ledger_is_rebuilt_from_the_log(config: Path, tmp_path: Path, damage: str) -> None:
    ledger = tmp_path / "l.db"
    before, rows = told("budget", "show", config=config), told("budget", "export", config=config)
    old = ledger.read_bytes()
    go_on(config, "later")
    after = told("budget", "show", "daily/", config=config).splitlines()[-1].split()
    if damage == "deleted":
        for file in tmp_path.glob("l.db*"):
            file.unlink()
    elif damage == "garbage":
        ledger.write_bytes(b"\x5a" * 9000)
    elif damage == "emptied":
        ledger.write_bytes(b"")
    else:
        ledger.write_bytes(old)
    with pytest.raises(GatewayError, match="dp-gateway budget recover"):
        go_on(config, "more")
    assert "1 accounts" in told("budget", "recover", "--yes", config=config) or damage
    shown = told("budget", "show", "daily/", config=config).splitlines()[-1].split()
    assert shown[:4] == after[:4] == ["daily/app", "150.5", "3.01e-06", "301"]
    assert len(told("budget", "show", config=config).splitlines()) == len(before.splitlines())
    assert len(told("budget", "export", config=config).splitlines()) == len(rows.splitlines())
    go_on(config, "more")
    assert told("budget", "show", "daily/", config=config).splitlines()[-1].split()[1] == "151"
    assert "in order" in told("audit", "verify", log_of(config), config=config)


def test_what_was_given_back_and_a_torn_line_are_not_counted(config: Path, tmp_path: Path) -> None:
    from dp_gateway.budget.recovery import read_logs

    secret = Secret.from_file(tmp_path / "secret.key")
    key, log = secret.subkey(b"marks"), log_of(config)
    log.write_bytes(log.read_bytes() + b'{"log":"')
    found = read_logs([log], key)
    assert (found.requests, found.begins, found.undated) == (300, 1, 0)
    log.write_bytes(log.read_bytes().removesuffix(b'{"log":"'))

    async def give_back() -> None:
        accountant = Accountant(
            open_ledger(f"sqlite:///{tmp_path}/l.db", secret),
            {"daily": BudgetSettings(epsilon=500, window="day")},
            secret=secret,
            settings=LedgerSettings(audit_log=log),
            clock=lambda: 86400.0 * 20000 + 7200,
        )
        await accountant.open()
        async with accountant.spend(Wanted("never left", 0.5, 0), ANNA):
            pass
        await accountant.close()

    asyncio.run(give_back())
    assert {one.account: one.spent for one in read_logs([log], key).balances}["daily/app"] == 150 * 10**9


def test_a_rebuilt_ledger_never_has_less_than_the_one_that_is_there(config: Path, tmp_path: Path) -> None:
    told("budget", "set", "daily/app", 400, "--yes", config=config)
    told("budget", "recover", "--yes", config=config)
    assert told("budget", "show", "daily/", config=config).splitlines()[-1].split()[1] == "400"


def test_a_log_that_was_changed_or_is_not_the_first_rebuilds_nothing(config: Path, tmp_path: Path) -> None:
    log = log_of(config)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:10], lines[10].replace(b"500000000", b"400000000"), *lines[11:]]))
    assert "line 11 or the one before was changed" in refused("budget", "recover", "--yes", config=config)
    assert "no audit log" in refused(
        "budget", "recover", "--yes", "--ledger", f"sqlite:///{tmp_path}/l.db", "--key-file", tmp_path / "secret.key"
    )
    log.write_bytes(b"".join(lines))
    told("audit", "rotate", config=config)
    go_on(config, "later")
    assert "earlier logs" in refused("budget", "recover", "--yes", config=config)
    assert "rebuilt" in told("budget", "recover", "--yes", "--incomplete", config=config)


def test_a_log_is_rotated_and_both_rebuild_the_ledger(config: Path, tmp_path: Path) -> None:
    log = log_of(config)
    assert f"300 lines in order are kept in {log}.1" in told("audit", "rotate", config=config)
    go_on(config, "later")
    (tmp_path / "l.db").unlink()
    assert "rebuilt" in told("budget", "recover", "--yes", f"{log}.1", log, config=config)
    assert told("budget", "show", "daily/", config=config).splitlines()[-1].split()[1] == "150.5"


@pytest.mark.parametrize("change", ["emptied", "removed"])
def test_a_log_that_was_lost_is_refused_until_a_new_one_is_begun(config: Path, change: str) -> None:
    log = log_of(config)
    if change == "removed":
        log.unlink()
    else:
        log.write_bytes(b"")
    with pytest.raises(GatewayError, match="missing or empty") as found:
        go_on(config, "later")
    assert f"dp-gateway audit rotate --lost {log}" in str(found.value.hint)
    assert "--lost" in refused("audit", "rotate", config=config)
    assert "is a new log" in told("audit", "rotate", "--lost", log, config=config)
    go_on(config, "later")
    assert told("budget", "show", "daily/", config=config).splitlines()[-1].split()[1] == "150.5"
    assert "2 lines in order" in told("audit", "verify", log, config=config)


def test_recover_explains_itself() -> None:
    said = call("budget", "recover", "--help").output
    for needed in ("Stop the gateway", "audit verify", "--incomplete", ".replaced-TIME"):
        assert needed in said
    assert "recover" in call("budget", "--help").output


def test_the_doctor_compares_the_ledger_with_the_log_and_takes_what_was_set(config: Path, words: Index) -> None:
    del words

    def ledgers() -> list[tuple[str, str]]:
        found = json.loads(call("doctor", "--json", config=config).output)
        assert all(one["state"] != "fault" for one in found if one["what"] == "settings"), found
        return [(one["state"], one["found"]) for one in found if one["what"] == "ledger"]

    assert [state for state, _ in ledgers()] == ["ok", "ok"]
    told("budget", "reset", "daily/app", "--yes", config=config)
    assert [state for state, _ in ledgers()] == ["ok", "ok"]
    with contextlib.closing(sqlite3.connect(config.parent / "l.db", isolation_level=None)) as opened:
        opened.execute("DELETE FROM slots WHERE account LIKE 'all/%'")
    state, said = ledgers()[-1]
    assert (state, "less than the audit log says" in said) == ("fault", True)


@pytest.mark.parametrize(
    ("per", "who", "tenant"),
    [("user", "anna@example.org", "acme"), ("key", "app", ""), ("tenant", "acme", ""), ("model", "m", "")],
)
def test_the_account_of_somebody_is_found(per: str, who: str, tenant: str, config: Path) -> None:
    """What a ledger calls a user or a model is a keyed hash, which an operator cannot make by hand."""
    config.write_text(config.read_text().replace("[budgets.daily]", f'[budgets.daily]\nper = "{per}"'))
    named = ["budget", "account", "daily", who, "--tenant", tenant, "--config", str(config)]
    done = CliRunner().invoke(cli, named)
    accounts = Accounts(
        {"daily": BudgetSettings.model_validate({"epsilon": 1, "per": per})},
        Secret.from_file(config.parent / "secret.key"),
    )
    assert done.stdout.strip() == accounts.account("daily", ANNA, "m"), done.output


def test_the_account_of_no_budget_is_refused(config: Path) -> None:
    done = CliRunner().invoke(cli, ["budget", "account", "dayly", "anna", "--config", str(config)])
    assert isinstance(done.exception, GatewayError)
    assert "daily" in done.exception.hint


def test_nothing_is_asked_before_a_ledger_that_cannot_be_rebuilt() -> None:
    done = CliRunner().invoke(cli, ["budget", "recover"])
    assert isinstance(done.exception, GatewayError)
    assert "--config FILE" in done.exception.hint
