"""`dp-gateway table sanitize`."""

from __future__ import annotations

import json
import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.ledger_options import budget_options, key_options, opened_accountant, show_table_report
from dp_gateway.cli.options import json_option, open_index, open_lexicon, progress, read_key
from dp_gateway.cli.writing import check_output, force_option, write_file, writing
from dp_gateway.errors import ConfigurationError

if TYPE_CHECKING:
    from dp_gateway.tables.running import Run

_FINE = 1000


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--output", "-o", required=True, help="File, or folder for several tables.")
@click.option(
    "--plan", "plan_file", required=True, type=click.Path(path_type=Path), help="What becomes of each column."
)
@force_option
@key_options
@click.option("--processes", "-j", type=click.IntRange(1, 256), help="How many [default: one a core].")
@click.option("--engine", type=click.Choice(["own", "ray"]), default="own", show_default=True, help="Who runs it.")
@click.option(
    "--dry-run", is_flag=True, help="Print the price, and write no output; the same run without it goes on there."
)
@click.option("--restart", is_flag=True, help="Throw away what an interrupted run left.")
@click.option("--report", type=click.Path(path_type=Path), help="Write the report to a file, as JSON.")
@click.option("--quiet", "-q", is_flag=True, help="No report on standard error.")
@json_option
@budget_options
def sanitize(
    files: tuple[str, ...],
    output: str,
    plan_file: Path,
    force: bool,
    key_file: Path | None,
    scope: str,
    processes: int | None,
    engine: str,
    dry_run: bool,
    restart: bool,
    report: Path | None,
    quiet: bool,
    as_json: bool,
    budget: float | None,
    ledger: str,
    tenant: str,
) -> None:
    """Sanitize the tables in FILES as a plan says.

    Formats by ending: CSV, TSV, JSON lines, Parquet, Arrow or Feather, SQLite (FILE.db#TABLE), texts compressed with
    .gz, .bz2 or .zst, and folders of Hugging Face datasets. The output is the same for any number of processes. A run
    that was interrupted goes on when the same command is given again.

    \b
    Examples:
      dp-gateway table sanitize in.parquet -o out.parquet --plan plan.toml
      dp-gateway table sanitize 'logs/*.jsonl.gz' -o private/ --plan plan.toml --dry-run
      dp-gateway table sanitize crm.db#customers -o private.db --plan plan.toml --budget 5000
    """
    from dp_gateway.scopes import Caller
    from dp_gateway.tables.formats import places_of, targets_of
    from dp_gateway.tables.plan import load_plan
    from dp_gateway.tables.running import Run, check_outputs, run

    if report is not None:
        check_output(report, force=force)
    plan, policy = load_plan(plan_file)
    places = places_of(files)
    key = read_key(key_file)
    # Built once, before processes need them.
    if policy.detects:
        open_lexicon()
    if policy.draws_words:
        open_index(None)
    one = Run(places, targets_of(places, output), plan, policy, key, scope)
    if engine == "ray":
        if budget is not None or dry_run or as_json:
            raise ConfigurationError("--engine ray neither prices nor pays", hint="use the engine of its own for that")
        if not force:
            check_outputs(one)
        _with_ray(one, key_file)
        return
    with (
        writing(one.root, "; the same command then goes on"),
        opened_accountant(budget, ledger, key) as accountant,
        progress() as shown,
    ):
        done = run(
            one,
            processes=processes or len(os.sched_getaffinity(0)),
            restart=restart,
            replace=force,
            dry=dry_run,
            accountant=accountant,
            caller=Caller(tenant=tenant),
            progress=lambda share: shown("sanitizing", int(share * _FINE), _FINE),
        )
    if report is not None:
        write_file(report, json.dumps(done.to_json(), indent=2))
    if as_json:
        click.echo(json.dumps(done.to_json()))
    elif not quiet:
        show_table_report(done)


def _with_ray(one: Run, key_file: Path | None) -> None:
    """The door stands above this command, so it is opened by name, as it is where somebody else wrote one."""
    engine = import_module("dp_gateway_ray")
    engine.sanitize_files(one, key_file)
