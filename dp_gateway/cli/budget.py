"""Privacy budgets on the command line: who spent what, and the administration of it."""

from __future__ import annotations

import asyncio
import csv
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from dp_gateway.errors import ConfigurationError

if TYPE_CHECKING:
    from dp_gateway.ledger.base import Balance, Ledger

__all__ = ["budget"]

_T = TypeVar("_T")
_URL = click.option("--ledger", "url", default="", help="URL of the ledger; default: the file in your data folder.")
_KEY = click.option(
    "--key-file", type=click.Path(path_type=Path), help="The gateway's key file; default: the one it creates itself."
)


@click.group()
def budget() -> None:
    """Show and administer privacy budgets. Accounts are called BUDGET/WHOSE."""


def _on_ledger(url: str, key_file: Path | None, work: Callable[[Ledger], Awaitable[_T]]) -> _T:
    from dp_gateway.cli.keys import default_key_file
    from dp_gateway.ledger.opening import open_ledger
    from dp_gateway.randomness import Secret

    path = key_file or default_key_file()
    if not path.exists():
        raise ConfigurationError(f"there is no key file {path}", hint="name the gateway's own with --key-file")
    ledger = open_ledger(url, Secret.from_file(path))

    async def run() -> _T:
        await ledger.open()
        try:
            await ledger.expire(time.time())
            return await work(ledger)
        finally:
            await ledger.close()

    return asyncio.run(run())


def _balances(url: str, key_file: Path | None, prefix: str) -> list[Balance]:
    return _on_ledger(url, key_file, lambda ledger: ledger.balances(prefix))


@budget.command()
@click.argument("prefix", default="")
@_URL
@_KEY
def show(prefix: str, url: str, key_file: Path | None) -> None:
    """What accounts spent altogether; those whose names begin with PREFIX."""
    from rich.console import Console
    from rich.table import Table

    from dp_gateway.ledger.base import from_nano

    sums: dict[str, int] = {}
    for one in _balances(url, key_file, prefix):
        sums[one.account] = sums.get(one.account, 0) + one.spent
    table = Table("account", "epsilon spent", box=None, header_style="bold", pad_edge=False)
    for account, spent in sums.items():
        table.add_row(account, f"{from_nano(spent):g}")
    Console().print(table)


@budget.command()
@click.argument("account")
@_URL
@_KEY
def history(account: str, url: str, key_file: Path | None) -> None:
    """What one account spent, slot of time by slot of time (days, but for rolling windows)."""
    from dp_gateway.ledger.base import from_nano

    for one in _balances(url, key_file, account):
        if one.account == account:
            click.echo(f"{one.slot}\t{from_nano(one.spent):g}")


@budget.command()
@_URL
@_KEY
def export(url: str, key_file: Path | None) -> None:
    """All that was spent, as CSV on standard output."""
    writer = csv.writer(sys.stdout)
    writer.writerow(("account", "slot", "nano_epsilon"))
    writer.writerows(_balances(url, key_file, ""))


@budget.command(name="set")
@click.argument("account")
@click.argument("spent", type=click.FloatRange(min=0, max=1e6, max_open=True))
@_URL
@_KEY
@click.confirmation_option(prompt="Replace all that the account spent?")
def set_(account: str, spent: float, url: str, key_file: Path | None) -> None:
    """Let an account have spent SPENT epsilon, now and in all."""
    _put(account, spent, url, key_file)


@budget.command()
@click.argument("account")
@_URL
@_KEY
@click.confirmation_option(prompt="Forget all that the account spent? What was sent stays sent")
def reset(account: str, url: str, key_file: Path | None) -> None:
    """Let an account have spent nothing."""
    _put(account, 0.0, url, key_file)


def _put(account: str, spent: float, url: str, key_file: Path | None) -> None:
    from dp_gateway.ledger.base import to_nano

    nano = to_nano(spent)

    async def write(ledger: Ledger) -> None:
        known = [one.slot for one in await ledger.balances(account) if one.account == account]
        if not known:
            raise ConfigurationError("the ledger has no such account", hint="list them: dp-gateway budget show")
        # In the last slot: earlier ones are out of the window, or in the same one.
        await ledger.put(account, max(known), nano)

    _on_ledger(url, key_file, write)
    click.echo(f"{account}: {spent:g} spent, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC")


@budget.command(name="verify-log")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--head", help="The last hash as you noted it elsewhere; tells whether the end was cut off.")
def verify_log(file: Path, head: str | None) -> None:
    """Look for changed, missing or reordered lines in an audit log."""
    from dp_gateway.errors import InputError
    from dp_gateway.ledger.audit_log import verify

    found = verify(file)
    hint = "compare with a copy; what comes before that line is as it was written"
    if found.broken is not None:
        raise InputError(f"{file}: line {found.broken} or the one before was changed, moved or removed", hint=hint)
    if head is not None and head != found.head:
        raise InputError(f"{file}: the chain is whole, but does not end in that hash", hint=hint)
    click.echo(f"{found.lines} lines in order; note the last hash: {found.head}")
