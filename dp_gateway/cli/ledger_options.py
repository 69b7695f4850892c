"""Options that name a ledger, a budget or a key, for `dp-gateway budget` and `dp-gateway table`, and its report."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from dp_gateway.cli.options import console
from dp_gateway.errors import ConfigurationError

if TYPE_CHECKING:
    from dp_gateway.budget.accountant import BlockingAccountant
    from dp_gateway.randomness import Secret
    from dp_gateway.server.settings import Settings
    from dp_gateway.tables.report import TableReport

__all__ = [
    "Where",
    "budget_options",
    "key_options",
    "opened_accountant",
    "read_existing_key",
    "show_table_report",
    "where",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def key_options(command: _Command) -> _Command:
    """--key-file, --scope."""
    for option in (
        click.option("--scope", default="", help="Separates draws of one key, such as those of one customer."),
        click.option("--key-file", type=click.Path(path_type=Path), help="The secret [default: your own key file]."),
    ):
        command = option(command)
    return command


def budget_options(command: _Command) -> _Command:
    """--budget, --ledger, --tenant."""
    for option in (
        click.option("--tenant", default="", help="Whose budget it is."),
        click.option("--ledger", default="", help="sqlite:///FILE, redis://HOST or postgresql://HOST/NAME."),
        click.option("--budget", type=float, help="Most that all runs of this key may cost together, as epsilon."),
    ):
        command = option(command)
    return command


def read_existing_key(path: Path | None) -> Secret:
    """The secret in a file (None: the default one), which has to be there: a fresh one would restore nothing.

    Raises:
        InvalidSecret: it is not.
    """
    from dp_gateway.cli.options import default_key_file
    from dp_gateway.errors import InvalidSecret
    from dp_gateway.randomness import Secret

    chosen = path or default_key_file()
    if not chosen.exists():
        raise InvalidSecret(f"there is no key file {chosen}", hint="name the key that was used: --key-file FILE")
    return Secret.from_file(chosen)


@contextmanager
def opened_accountant(budget: float | None, ledger: str, key: Secret) -> Generator[BlockingAccountant | None]:
    """What pays for a run; None without a budget.

    Raises:
        ConfigurationError: a ledger is named, and no budget; or one of them makes no sense.
        LedgerError: the ledger cannot serve.
    """
    from dp_gateway.budget.accountant import Accountant, BlockingAccountant
    from dp_gateway.budget.settings import budgets_of, ledger_of, open_ledger

    if budget is None:
        if ledger:
            raise ConfigurationError("--ledger needs a --budget", hint="say how much may be spent: --budget EPSILON")
        yield None
        return
    budgets, settings = budgets_of(budget), ledger_of(ledger)
    accountant = BlockingAccountant(
        lambda: Accountant(open_ledger(settings.url, key), budgets, secret=key, settings=settings)
    )
    try:
        yield accountant
    finally:
        accountant.close()


def show_table_report(report: TableReport) -> None:
    """Print on standard error what a table cost by unit, by column and in all, and what it still shows."""
    from rich.table import Table

    from dp_gateway.privacy.guarantee import level_text

    shown = Table(box=None, header_style="bold", pad_edge=False)
    for name in ("column", "kind", "one draw (epsilon, delta)", "draws", "all draws"):
        shown.add_column(name, justify="right" if name == "draws" else "left")
    for column in report.columns:
        drawn = bool(column.draws)
        shown.add_row(
            str(column.number),
            column.kind,
            level_text(column.level) if drawn else "",
            f"{column.draws:,}" if drawn else "",
            column.price.text if drawn else "",
        )
    out = console(stderr=True)
    out.print(shown)
    for column in report.columns:
        stays = f"; what stays: {'; '.join(column.left)}" if column.left else ""
        out.print(f"column {column.number:<7} {column.guarantee}{stays}", markup=False)
    out.print(f"rows           {report.rows:,}")
    out.print(f"one row        {level_text(report.row)} at most: what whoever changes one row changes")
    out.print(f"in all         {report.price.text} certified, {report.price.nominal:.4g} nominal, basic composition")
    out.print(f"left in clear  {'; '.join(report.left_in_clear)}")


class Where(NamedTuple):
    """Which ledger, and under which settings.

    Attributes:
        url: of the ledger.
        key_file: of its secret.
        settings: of the server whose ledger it is, where they were named.
    """

    url: str
    key_file: Path
    settings: Settings | None


def where(command: Any) -> Any:
    """The options that name a ledger, as one argument `at`."""

    def called(url: str | None, key_file: Path | None, config: Path | None, **rest: Any) -> Any:
        return command(at=_where(url, key_file, config), **rest)

    called.__doc__, called.__name__ = command.__doc__, command.__name__
    called.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    for option in (
        click.option(
            "--config", type=click.Path(path_type=Path), help="Settings of the server: its ledger and its key."
        ),
        click.option("--ledger", "url", help="URL of the ledger; default: the file in your data folder."),
        click.option("--key-file", type=click.Path(path_type=Path), help="The gateway's key file; default: its own."),
    ):
        called = option(called)
    return called


def _where(url: str | None, key_file: Path | None, config: Path | None) -> Where:
    from dp_gateway.cli.options import default_key_file
    from dp_gateway.server.settings import load_settings

    settings = load_settings(config) if config is not None else None
    if settings is not None:
        url = settings.ledger.url if url is None else url
        key_file = key_file or next(iter(settings.privacy.keys.values()), None)
    return Where(url or "", key_file or default_key_file(), settings)
