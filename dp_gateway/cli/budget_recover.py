"""`dp-gateway budget recover`: a ledger that was lost or damaged, rebuilt from the audit log."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.ledger_options import Where, where
from dp_gateway.errors import ConfigurationError, InputError, LedgerError

if TYPE_CHECKING:
    from dp_gateway.budget.base import Balance, Ledger
    from dp_gateway.budget.recovery import Recorded
    from dp_gateway.randomness import Secret

__all__ = ["recover"]


@click.command()
@click.argument("logs", nargs=-1, type=click.Path(path_type=Path))
@click.option("--incomplete", is_flag=True, help="The logs do not reach back to the first request: go on all the same.")
@where
@click.confirmation_option(prompt="Replace the ledger by what the audit log says? The gateway must not be running")
def recover(logs: tuple[Path, ...], incomplete: bool, at: Where) -> None:
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
            hint="name it: dp-gateway budget recover LOG; without one, see what is left: dp-gateway budget show",
        )
    if not at.key_file.exists():
        raise ConfigurationError(f"there is no key file {at.key_file}", hint="name the gateway's own with --key-file")
    paths = list(logs) or [path for path in (at.settings.ledger.audit_log if at.settings else None,) if path]
    secret = Secret.from_file(at.key_file)
    recorded = read_logs(paths, secret.subkey(b"marks"))
    _check_complete(recorded, incomplete)
    ledger = open_ledger(at.url, secret)
    left = asyncio.run(_left(ledger))
    click.echo(f"{recorded.requests} requests in the log; " + _said(left))
    found = larger(recorded.balances, left or [])
    asyncio.run(_rebuild(ledger, found, at, paths[-1], secret))
    accounts = len({one.account.partition(":")[0] for one in found})
    click.echo(f"The ledger was rebuilt: {accounts} accounts. See them: dp-gateway budget show")


def _check_complete(recorded: Recorded, incomplete: bool) -> None:
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
        place = (at.settings.ledger.mark if at.settings is not None else None) or ledger.beside
        if place is not None:
            MarkFile(place, key).replace(ledger.mark)
        audit = AuditLog(log, key)
        record = {"time": round(time.time(), 3), "event": "recovered", "ledger": list(ledger.mark)}
        await asyncio.wrap_future(audit.append(record))
        await asyncio.to_thread(audit.close)
    finally:
        await ledger.close()
