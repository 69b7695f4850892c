"""`dp-gateway budget`: who spent what, the administration of it, and a lost ledger rebuilt from the audit log."""

from __future__ import annotations

import asyncio
import csv
import json
import math
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from dp_gateway.cli.options import ExplainedCommands, Where, columns, json_option, where
from dp_gateway.errors import ConfigurationError, GatewayError, InputError, LedgerError

if TYPE_CHECKING:
    from dp_gateway.budget.base import Balance, Ledger, Mark
    from dp_gateway.budget.recovery import LoggedSpending
    from dp_gateway.privacy.composition import EpsilonDelta
    from dp_gateway.randomness import Secret


@click.group(cls=ExplainedCommands)
def budget() -> None:
    """Show and administer privacy budgets. Accounts are called BUDGET/WHOSE; users and models are keyed hashes there.

    \b
    Examples:
      dp-gateway budget show --config gateway.toml
      dp-gateway budget account daily anna --config gateway.toml
      dp-gateway budget reset daily/073d71f4d6886da3 --config gateway.toml
    """


@budget.command()
@click.argument("logs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--incomplete", is_flag=True, help="The logs do not reach back to the first request: go on all the same.")
@json_option
@where
@click.option("--yes", is_flag=True, help="Confirm the action without prompting.")
def recover(logs: tuple[Path, ...], incomplete: bool, as_json: bool, yes: bool, at: Where) -> None:
    """Rebuild a ledger from the audit log: LOGS, the oldest first, or the audit_log of --config.

    A gateway refuses to start, or to go on, when its ledger was deleted, emptied, replaced, restored from an older copy
    or damaged: what was spent would count as not spent. The audit log has it all. This command adds up the log, takes
    the larger amount where the damaged ledger can still be read, and writes a new ledger. What is in doubt counts as
    spent, and a text that was paid for once is paid for again.

    \b
    1. Stop the gateway.
    2. dp-gateway audit verify LOG                    is the log whole?
    3. dp-gateway budget recover --config gateway.toml
    4. dp-gateway budget show --config gateway.toml   and start the gateway.

    The files of a SQLite ledger are kept beside the new one, under names that end in .replaced-TIME; what is left in
    Redis or PostgreSQL under the ledger's names is removed. With another --ledger the spending moves there.
    """
    from dp_gateway.budget.recovery import larger, read_logs
    from dp_gateway.budget.settings import open_ledger
    from dp_gateway.randomness import Secret

    if not logs and (at.settings is None or at.settings.ledger.audit_log is None):
        raise ConfigurationError(
            "there is no audit log to rebuild the ledger from",
            hint="name it: dp-gateway budget recover --config FILE; without one, what is left: dp-gateway budget show",
        )
    if not at.key_file.exists():
        raise ConfigurationError(f"there is no key file {at.key_file}", hint="name the gateway's own with --key-file")
    paths = list(logs) or [path for path in (at.settings.ledger.audit_log if at.settings else None,) if path]
    secret = Secret.from_file(at.key_file)
    recorded = read_logs(paths, secret.subkey(b"marks"))
    _check_complete(recorded, incomplete)
    if not yes:
        click.confirm("Replace the ledger by what the audit log says? The gateway must not be running", abort=True)
    ledger = open_ledger(at.url, secret)
    left = asyncio.run(_left(ledger))
    found = larger(recorded.balances, left or [])
    asyncio.run(_rebuild(ledger, found, at, paths[-1], secret))
    accounts = len({one.account.partition(":")[0] for one in found})
    if as_json:
        click.echo(json.dumps({"requests": recorded.requests, "accounts": accounts, "ledger_read": left is not None}))
        return
    click.echo(f"{recorded.requests} requests in the log; " + _said(left))
    click.echo(f"The ledger was rebuilt: {accounts} accounts. See them: dp-gateway budget show")


def _check_complete(recorded: LoggedSpending, incomplete: bool) -> None:
    if incomplete:
        return
    if recorded.begins > 1:
        raise InputError(
            f"the first line is of step {recorded.begins} of the ledger: there was spending before this log",
            hint="name the earlier logs too, the oldest first; if they are lost, add --incomplete",
        )
    if recorded.undated:
        raise InputError(
            f"{recorded.undated} lines were written by a version that did not record what each account spent",
            hint="give the ledger its last copy back; if that is lost, add --incomplete, and set what you know: "
            "dp-gateway budget set",
        )


def _said(left: list[Balance] | None) -> str:
    if left is None:
        return "the ledger that is there cannot be read"
    return f"the ledger that is there has {len({one.account.partition(':')[0] for one in left})} accounts"


async def _left(ledger: Ledger) -> list[Balance] | None:
    """What can still be read of the ledger that is to be replaced."""
    try:
        await ledger.open()
        await ledger.expire(time.time())
        return [one for one in await ledger.balances() if not one.account.startswith("audit:")]
    except LedgerError:
        return None
    finally:
        await ledger.close()


async def _rebuild(ledger: Ledger, found: list[Balance], at: Where, log: Path, secret: Secret) -> None:
    from dp_gateway.budget.audit_log import AuditLog
    from dp_gateway.budget.guards import MarkFile
    from dp_gateway.budget.recovery import refill

    key = secret.subkey(b"marks")
    await refill(ledger, found, time.time())
    try:
        if (place := _mark_of(ledger, at)) is not None:
            MarkFile(place, key).replace(ledger.mark)
        audit = AuditLog(log, key)
        record = {"time": round(time.time(), 3), "event": "recovered", "ledger": list(ledger.mark)}
        await asyncio.wrap_future(audit.append(record))
        await asyncio.to_thread(audit.close)
    finally:
        await ledger.close()


def _mark_of(ledger: Ledger, at: Where) -> Path | None:
    return (at.settings.ledger.mark if at.settings is not None else None) or ledger.beside


_T = TypeVar("_T")


def on_ledger(at: Where, work: Callable[[Ledger], Awaitable[_T]]) -> _T:
    """Open a ledger, settle what nobody finished, and do some work on it."""
    from dp_gateway.budget.settings import open_ledger
    from dp_gateway.randomness import Secret

    if not at.key_file.exists():
        raise ConfigurationError(f"there is no key file {at.key_file}", hint="name the gateway's own with --key-file")
    if at.url.startswith("memory:"):
        raise ConfigurationError(
            "a ledger in memory is in the memory of its gateway", hint="ask that: GET /v1/privacy/budget"
        )
    ledger = open_ledger(at.url, Secret.from_file(at.key_file))

    async def run() -> _T:
        await ledger.open()
        try:
            await ledger.expire(time.time())
            return await work(ledger)
        finally:
            await ledger.close()

    return asyncio.run(run())


def _balances(at: Where, prefix: str = "") -> list[Balance]:
    from dp_gateway.budget.log_chain import HEADS

    found = on_ledger(at, lambda ledger: ledger.balances(prefix))
    return [one for one in found if not one.account.startswith(HEADS)]


@budget.command()
@click.argument("prefix", default="")
@click.option("--times", type=click.IntRange(min=1), help="Also: what a person who appears in so many draws risks.")
@click.option("--slack", type=click.FloatRange(0, 1, max_open=True), default=1e-6, show_default=True,
              help="How much delta the whole mix may have beyond the sum of its deltas.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON; an infinite epsilon is null.")
@where
def show(prefix: str, times: int | None, slack: float, as_json: bool, at: Where) -> None:
    """Show what accounts spent altogether; those whose names begin with PREFIX.

    `epsilon` and `delta` add up over all draws (basic composition). `together` is what the accountant proves for the
    whole mix of draws at a delta that is larger by the slack, where that is less.
    """
    from rich.console import Console

    from dp_gateway.budget.accounts import totals
    from dp_gateway.privacy.composition import accountant_installed, basic, group

    accounts = totals(_balances(at, prefix))
    if as_json:
        rows = [
            {
                "account": one.account,
                "epsilon": _finite(one.epsilon),
                "delta": one.delta,
                "draws": one.draws,
                "together": _level(one.together(slack)),
                **({"person": _level(basic(group(one.levels, times)))} if times else {}),
            }
            for one in accounts
        ]
        click.echo(json.dumps(rows))
        return
    heads = ["account", "epsilon", "delta", "draws", "together", *([f"a person in {times}"] if times else [])]
    table = columns(*heads)
    for one in accounts:
        row = [one.account, f"{one.epsilon:g}", f"{one.delta:.3g}", str(one.draws), _pair(one.together(slack))]
        if times:
            row.append(_pair(basic(group(one.levels, times))))
        table.add_row(*row)
    Console().print(table)
    if not accountant_installed():
        click.echo(
            "together is the sum here; pip install 'dp-gateway[accounting]' proves less for many draws", err=True
        )


def _finite(epsilon: float) -> float | None:
    return None if math.isinf(epsilon) else epsilon


def _level(level: EpsilonDelta) -> dict[str, float | None]:
    epsilon, delta = level
    return {"epsilon": _finite(epsilon), "delta": delta}


def _pair(level: EpsilonDelta) -> str:
    epsilon, delta = level
    return "infinite" if math.isinf(epsilon) else f"({epsilon:.4g}, {delta:.3g})"


@budget.command()
@click.argument("account")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, one object a slot.")
@where
def history(account: str, as_json: bool, at: Where) -> None:
    """Show what one account spent, slot of time by slot of time: days (UTC), or, of a rolling budget, sixtieths of it.

    With --config slots are shown as times; without it as their numbers.
    """
    from dp_gateway.budget.accounts import by_slot

    settings = at.settings.budgets.get(account.partition("/")[0]) if at.settings is not None else None
    found = by_slot(_balances(at, account), account)
    if not found:
        raise _unknown()
    begins = [
        str(one.slot) if settings is None else f"{datetime.fromtimestamp(settings.began(one.slot), UTC):%Y-%m-%d %H:%M}"
        for one in found
    ]
    if as_json:
        rows = [
            {"begins": begun, "slot": one.slot, "epsilon": _finite(one.epsilon), "delta": one.delta, "draws": one.draws}
            for begun, one in zip(begins, found, strict=True)
        ]
        click.echo(json.dumps(rows))
        return
    click.echo("begins\tepsilon\tdelta\tdraws")
    for begun, one in zip(begins, found, strict=True):
        click.echo(f"{begun}\t{one.epsilon:g}\t{one.delta:.3g}\t{one.draws}")


@budget.command()
@click.argument("name", metavar="BUDGET")
@click.argument("who", metavar="WHO")
@click.option("--tenant", default="", help="The tenant of the key that requests come with; none without [keys].")
@where
def account(name: str, who: str, tenant: str, at: Where) -> None:
    """Print the account of WHO: a user, model, key or tenant, whatever BUDGET of --config is for.

    \b
    Example:
      dp-gateway budget account daily anna --config gateway.toml
    """
    from dp_gateway.budget.accounts import Accounts
    from dp_gateway.budget.base import Caller
    from dp_gateway.randomness import Secret

    budgets = at.settings.budgets if at.settings is not None else {}
    if name not in budgets or budgets[name].per == "conversation":
        known = ", ".join(one for one, settings in budgets.items() if settings.per != "conversation")
        raise ConfigurationError(
            "there is no budget of that name, or it is one of conversations",
            hint=f"name one of these: {known}" if known else "name the settings of the server: --config gateway.toml",
        )
    caller = Caller(who, who if budgets[name].per == "tenant" else tenant, user=who)
    click.echo(Accounts(budgets, Secret.from_file(at.key_file)).account(name, caller, who))


@budget.command()
@where
def export(at: Where) -> None:
    """Write all that was spent, as CSV, to standard output."""
    from dp_gateway.budget.accounts import amount, whose

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("account", "measure", "slot", "amount"))
    for one in _balances(at):
        account, measure = whose(one.account)
        writer.writerow((account, measure or "epsilon", one.slot, repr(amount(one))))


@budget.command(name="set")
@click.argument("account")
@click.argument("spent", type=click.FloatRange(min=0, max=1e6, max_open=True))
@click.option("--delta", type=click.FloatRange(0, 1), default=0.0, help="The same of delta.")
@json_option
@where
@click.confirmation_option(prompt="Replace all that the account spent?")
def set_(account: str, spent: float, delta: float, as_json: bool, at: Where) -> None:
    """Let an account have spent SPENT epsilon, now and in all."""
    _put(account, spent, delta, at, as_json=as_json)


@budget.command()
@click.argument("account")
@json_option
@where
@click.confirmation_option(prompt="Forget all that the account spent? What was sent stays sent")
def reset(account: str, as_json: bool, at: Where) -> None:
    """Let an account have spent nothing."""
    _put(account, 0.0, 0.0, at, as_json=as_json)


def _put(account: str, spent: float, delta: float, at: Where, *, as_json: bool) -> None:
    from dp_gateway.budget.accounts import DELTA, whose
    from dp_gateway.budget.base import to_nano, to_pico
    from dp_gateway.budget.proof import noted
    from dp_gateway.randomness import Secret

    if not math.isfinite(spent + delta):
        raise ConfigurationError("an amount is a finite number", hint="give one, such as 12.5")
    amounts = {"": to_nano(spent), DELTA: to_pico(delta)}

    async def write(ledger: Ledger) -> None:
        known = [one for one in await ledger.balances(account) if whose(one.account).account == account]
        if not known:
            raise _unknown()
        # In the last slot: earlier ones are out of the window, or in the same one. What was drawn is no longer known.
        last = max(one.slot for one in known)
        key = Secret.from_file(at.key_file).subkey(b"marks")
        for name in sorted({one.account for one in known}):
            # The audit log still says what it says; that lines of before count no more is noted first.
            await noted(ledger, key, name, time.time())
            await ledger.put(name, last, amounts.get(whose(name).measure, 0))

    on_ledger(at, write)
    if as_json:
        click.echo(json.dumps({"account": account, "epsilon": spent, "delta": delta}))
        return
    click.echo(f"{account}: epsilon {spent:g} and delta {delta:g} spent, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC")


def _unknown() -> GatewayError:
    return InputError(
        "the ledger has no such account", hint="list them: dp-gateway budget show; whose they are: budget account"
    )


def _kept(balances: Iterable[Balance]) -> dict[str, tuple[int, int]]:
    return {one.account: (one.slot, one.spent) for one in balances}


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--head", help="A hash of a last line that you noted elsewhere.")
@click.option("--no-ledger", is_flag=True, help="Look at the file alone: a cut end is not found then.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; a fault is an error on standard error all the same.")
@where
def verify(file: Path, head: str | None, no_ledger: bool, as_json: bool, at: Where) -> None:
    """Look for changed, missing or reordered lines in an audit log, and for a cut end.

    A cut end is found by the ledger, which is told of the last line every minute, or by a hash that you noted.
    """
    from dp_gateway.budget.log_chain import HEADS
    from dp_gateway.budget.log_chain import verify as follow
    from dp_gateway.randomness import Secret

    kept = {} if no_ledger else _kept(on_ledger(at, lambda ledger: ledger.balances(HEADS)))
    key = None if no_ledger else Secret.from_file(at.key_file).subkey(b"marks")
    found = follow(file, kept, key)
    hint = "compare with a copy; what comes before that line is as it was written"
    if found.broken is not None:
        raise InputError(f"{file}: line {found.broken} or the one before was changed, moved or removed", hint=hint)
    if found.cut:
        raise InputError(f"{file}: the chain is whole, but a line that the ledger was told of is not in it", hint=hint)
    if head is not None and head != found.head.hash:
        raise InputError(f"{file}: the chain is whole, but does not end in that hash", hint=hint)
    if as_json:
        told = {"lines": found.head.number, "head": found.head.hash, "end_checked": found.known}
        click.echo(json.dumps(told))
        return
    click.echo(f"{found.head.number} lines in order; the last hash: {found.head.hash}")
    if not found.known:
        said = "was not asked" if no_ledger else "has not been told of this log"
        click.echo(f"The ledger {said}: a cut end would not show.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--lost", is_flag=True, help="The log that was written is gone or damaged: begin a new one all the same.")
@json_option
@where
def rotate(file: Path | None, lost: bool, as_json: bool, at: Where) -> None:
    """Keep an audit log as FILE.1 (.2, ...), and begin a new one that follows it; FILE is the audit_log of --config.

    A gateway that runs goes on with the new log: its first line says, under the gateway's key, which log it follows. A
    log that was emptied, removed or moved away in another way is refused: what was spent would be forgotten.

    \b
    With --lost, for a log that cannot be given back:
      dp-gateway audit rotate --lost --config gateway.toml
    What is there is kept. The ledger still has what was spent, but nothing proves it any more.

    `dp-gateway budget recover` takes all logs, the oldest first.
    """
    from dp_gateway.budget.guards import MarkFile
    from dp_gateway.budget.rotation import rotate as begin
    from dp_gateway.budget.settings import open_ledger
    from dp_gateway.randomness import Secret

    log = file or (at.settings.ledger.audit_log if at.settings is not None else None)
    if log is None:
        raise ConfigurationError("there is no audit log to rotate", hint="name it: dp-gateway audit rotate LOG")
    if not at.key_file.exists():
        raise ConfigurationError(f"there is no key file {at.key_file}", hint="name the gateway's own with --key-file")
    secret = Secret.from_file(at.key_file)
    key, place = secret.subkey(b"marks"), _mark_of(open_ledger(at.url, secret), at)
    here = MarkFile(place, key).told_of(log) if place is not None else None

    async def mark(ledger: Ledger) -> Mark:
        return ledger.mark

    done = begin(log, key, here, on_ledger(at, mark) if lost else None)
    if as_json:
        click.echo(json.dumps({"kept": None if done.kept is None else str(done.kept), "lines": done.lines}))
        return
    was = "There was none" if done.kept is None else f"{done.lines} lines in order are kept in {done.kept}"
    click.echo(f"{was}. {log} is a new log.")
