"""`dp-gateway table`: sanitizes tables, corpora and request files of batch APIs, restores and evaluates."""

from __future__ import annotations

import json
import os
import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dp_gateway.cli.options import (
    ExplainedCommands,
    budget_options,
    columns,
    console,
    default_key_file,
    json_option,
    key_options,
    open_index,
    open_lexicon,
    opened_accountant,
    policy_option,
    progress,
    read_existing_key,
    read_key,
    show_table_report,
)
from dp_gateway.cli.table_batches import batch, batch_restore
from dp_gateway.cli.writing import check_output, force_option, write_file, writing
from dp_gateway.errors import ConfigurationError, InputError, OutputExists

if TYPE_CHECKING:
    from dp_gateway.tables.evaluating import ColumnLoss, JoinLoss, LabelAccuracy
    from dp_gateway.tables.formats import TablePlace
    from dp_gateway.tables.json_lines import Decoded
    from dp_gateway.tables.plan import Column
    from dp_gateway.tables.workers import Engine


_ROWS_READ = 1000


@click.group(cls=ExplainedCommands)
def table() -> None:
    """Sanitize tables and corpora, column by column.

    \b
    Examples:
      dp-gateway table plan customers.parquet -o plan.toml
      dp-gateway table sanitize customers.parquet -o private.parquet --plan plan.toml
      dp-gateway table restore answers.jsonl --original customers.parquet --plan plan.toml --on id -o restored.jsonl
    """
    # Processes run side by side, their matrix products need not; NumPy is loaded after this.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


table.add_command(batch)
table.add_command(batch_restore)


@table.command(short_help="a plan for the columns of a table, to be reviewed")
@click.argument("file")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), help="Write the plan to a file [default: standard output]."
)
@force_option
@policy_option
@click.option(
    "--share",
    type=click.Choice(["row", "column", "table", "files"]),
    default="table",
    show_default=True,
    help="Within what the same value has the same surrogate.",
)
def plan(file: str, output: Path | None, force: bool, policy: str, share: Any) -> None:
    """Suggest a plan for FILE from the names of its columns and its first rows.

    \b
    Kinds of columns:
      text         detected and drawn as the policy says
      entity       each cell is an entity of the declared type (type = "PERSON")
      identifier   a keyed hash: equal values stay equal, nothing else is kept
      number       a nearby number; with public lower and upper bounds, any two values are protected from each other
      date         a nearby date; likewise
      json         strings, long numbers and those that a key tells are texts; keys stay
      keep         left in clear
      drop         left out

    \b
    Example:
      dp-gateway table plan customers.csv -o plan.toml
    """
    from dp_gateway.detection.of_policy import detection_of
    from dp_gateway.policy import load_policy
    from dp_gateway.tables.arrow import pa
    from dp_gateway.tables.formats import places_of
    from dp_gateway.tables.json_lines import as_read
    from dp_gateway.tables.plan import plan_toml
    from dp_gateway.tables.schema import suggest_plan
    from dp_gateway.tables.sources import pieces

    if output is not None:
        check_output(output, force=force)
    loaded = load_policy(policy)
    open_lexicon()
    place = places_of([file])[0]
    first = [piece.table for piece in islice(pieces(place, rows=_ROWS_READ), 2)]
    sample = pa.concat_tables(first)
    if place.format == "jsonl":
        sample = as_read(sample)
    found = suggest_plan(sample, detection_of(loaded), name=place.name)
    suggested = found.plan.model_copy(update={"policy": policy, "share": share})
    text = plan_toml(suggested, found.notes)
    if output is None:
        click.echo(text, nl=False)
        return
    write_file(output, text)
    click.echo(f"wrote {output}: review it, then: dp-gateway table sanitize {file} -o OUT --plan {output}", err=True)


_FINE = 1000


@table.command(short_help="tables and corpora, by a plan")
@click.argument("files", nargs=-1, required=True)
@click.option("--output", "-o", required=True, help="File, or folder for several tables.")
@click.option(
    "--plan", "plan_file", required=True, type=click.Path(path_type=Path), help="What becomes of each column."
)
@force_option
@key_options
@click.option(
    "--processes",
    "-j",
    type=click.IntRange(1, 256),
    help="How many; with Ray, how many pieces at once [default: one a core; with Ray, two].",
)
@click.option(
    "--engine", type=click.Choice(["own", "ray"]), default="own", show_default=True, help="Who does the pieces."
)
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
    from dp_gateway.exchange import Caller
    from dp_gateway.tables.formats import places_of, targets_of
    from dp_gateway.tables.plan import load_plan
    from dp_gateway.tables.running import Run, run

    if report is not None:
        check_output(report, force=force)
    does = _with_ray(key_file, processes) if engine == "ray" else None
    plan, policy = load_plan(plan_file)
    places = places_of(files)
    key = read_key(key_file)
    # Built once, before processes need them.
    if policy.detects:
        open_lexicon()
    if policy.draws_words:
        open_index(None)
    one = Run(places, targets_of(places, output), plan, policy, key, scope)
    with (
        writing(one.root, "; the same command then goes on"),
        opened_accountant(budget, ledger, key) as accountant,
        progress() as shown,
    ):
        done = run(
            one,
            processes=processes or len(os.sched_getaffinity(0)),
            engine=does,
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


def _with_ray(key_file: Path | None, at_once: int | None) -> Engine:
    """The door stands above this command, so it is opened by name, as it is where somebody else wrote one."""
    return import_module("dp_gateway_ray").engine(key_file or default_key_file(), at_once)


@table.command(short_help="originals into what was made of a sanitized table")
@click.argument("results")
@click.option("--original", required=True, help="The table that was sanitized.")
@click.option(
    "--plan", "plan_file", required=True, type=click.Path(path_type=Path), help="The plan it was sanitized by."
)
@click.option("--output", "-o", required=True, help="Where the restored results go.")
@force_option
@click.option("--on", help="The column that tells which row a result belongs to [default: by position].")
@key_options
@click.option("--allow-nothing", is_flag=True, help="Results that speak of nothing in the table are fine.")
@json_option
def restore(
    results: str,
    original: str,
    plan_file: Path,
    output: str,
    force: bool,
    on: str | None,
    key_file: Path | None,
    scope: str,
    allow_nothing: bool,
    as_json: bool,
) -> None:
    """Put originals back into RESULTS, what a provider or an annotator made of a sanitized table.

    What was drawn is computed again from the original table, plan, key and scope; both tables are held in memory.

    \b
    Example:
      dp-gateway table restore labels.jsonl --original in.parquet --plan plan.toml --on id -o restored.jsonl
    """
    from dp_gateway.tables.formats import places_of, rename_whole, targets_of
    from dp_gateway.tables.json_lines import encoded
    from dp_gateway.tables.plan import Column, load_plan
    from dp_gateway.tables.restoring import restore_table
    from dp_gateway.tables.sinks import write

    plan, policy = load_plan(plan_file)
    key = read_existing_key(key_file)
    if policy.detects:
        open_lexicon()
    (place,), (before,) = places_of([results]), places_of([original])
    (target,) = targets_of([place], output)
    if not force and os.path.lexists(target.path):
        raise OutputExists(target.path)
    any_json: defaultdict[str, Column] = defaultdict(lambda: Column(kind="json"))
    (given, bare), given_raw = _whole(place, any_json)
    (known, _), _ = _whole(before, plan.columns)
    done = restore_table(given, known, plan, policy, key, on=on, scope=scope, name=before.name)
    if done.unmatched:
        click.echo(f"{done.unmatched:,} results belong to no row, and stay as they are", err=True)
    if not (done.restored or allow_nothing):
        raise InputError(
            "nothing of the results was restored: they hold none of the values that stand for those of the table",
            hint="name the plan, key and scope that the table was sanitized with; if the results speak of none of "
            "them, they are whole: --allow-nothing",
        )
    fragments = place.format == "jsonl"
    restored = encoded(given_raw, bare, done.table, any_json) if fragments else done.table
    partial = target._replace(path=target.path.with_name(f".{target.path.name}.{os.getpid()}"))
    try:
        with writing(target.path):
            write(partial, [restored], fragments=fragments)
            if target.path.is_dir():
                shutil.rmtree(target.path)
            rename_whole(partial.path, target.path)
    finally:
        shutil.rmtree(partial.path) if partial.path.is_dir() else partial.path.unlink(missing_ok=True)
    if as_json:
        click.echo(json.dumps({"restored": done.restored, "results_of_no_row": done.unmatched}))
    else:
        click.echo(f"restored {done.restored:,} values", err=True)


def _whole(place: TablePlace, columns: Mapping[str, Column]) -> tuple[Decoded, Any]:
    """All rows of a table, of JSON lines with their strings read; and as they stand there."""
    from dp_gateway.tables.arrow import pa
    from dp_gateway.tables.json_lines import Decoded, decoded
    from dp_gateway.tables.sources import pieces

    table = pa.concat_tables([piece.table for piece in pieces(place)])
    return (decoded(table, columns) if place.format == "jsonl" else Decoded(table, {})), table


@table.command(short_help="what a sanitized table lost: classifiers, joins, uniqueness")
@click.argument("original")
@click.argument("sanitized")
@click.option("--plan", "plan_file", required=True, type=click.Path(path_type=Path), help="The plan in between.")
@click.option("--label", help="A kept column that a classifier learns, of the original and of the sanitized rows.")
@click.option(
    "--join", help="COLUMN: how many joins on it are found, between the first and the second half of the rows."
)
@json_option
def evaluate(
    original: str, sanitized: str, plan_file: Path, label: str | None, join: str | None, as_json: bool
) -> None:
    """Measure what SANITIZED lost against ORIGINAL: which columns tell a row, what joins find, what a classifier
    learns.

    \b
    Example:
      dp-gateway table evaluate in.parquet out.parquet --plan plan.toml --label churned --join customer
    """
    from dp_gateway.tables.evaluating import accuracy, column_losses, join_loss, rows_told_apart
    from dp_gateway.tables.formats import places_of
    from dp_gateway.tables.plan import load_plan
    from dp_gateway.tables.sources import whole

    plan, _ = load_plan(plan_file)
    before, after = (whole(places_of([name])[0], list(plan.columns)) for name in (original, sanitized))
    losses = column_losses(before, after, plan)
    names = [one.name for one in losses]
    renamed = [plan.columns[name].rename or name for name in names]
    apart = rows_told_apart(before, names), rows_told_apart(after, renamed)
    joined: JoinLoss | None = None
    if join is not None:
        if join not in names:
            raise ConfigurationError(
                "--join names no column of both tables", hint="choose one of the plan that is not dropped"
            )
        new, half = plan.columns[join].rename or join, len(before) // 2
        old, drawn = before.column(join).to_pylist(), after.column(new).to_pylist()
        joined = join_loss(old[:half], old[half:], drawn[:half], drawn[half:])
    learned = accuracy(before, after, label, plan) if label is not None else None
    if as_json:
        found = {
            "columns": [one._asdict() for one in losses],
            "rows_told_apart": {"before": apart[0], "after": apart[1]},
            "join": joined._asdict() if joined else None,
            "classifier": learned._asdict() if learned else None,
        }
        click.echo(json.dumps(found))
        return
    _show_losses(losses, apart, joined, learned)


def _show_losses(
    losses: Sequence[ColumnLoss], apart: tuple[float, float], joined: JoinLoss | None, learned: LabelAccuracy | None
) -> None:
    numbers = "values", "after", "unique rows", "after", "values merged", "cells unchanged"
    shown = columns("column", *numbers, right=numbers)
    for one in losses:
        shares = [f"{share:.1%}" for share in (one.unique, one.unique_after, one.merged, one.unchanged)]
        shown.add_row(one.name, f"{one.values:,}", f"{one.values_after:,}", *shares)
    out = console()
    out.print(shown)
    out.print(f"rows that all columns together tell apart: {apart[0]:.1%} before, {apart[1]:.1%} after")
    if joined is not None and not joined.pairs:
        out.print("join: no value of this column stands in both halves of the rows, so there is nothing to be found")
    elif joined is not None:
        out.print(
            f"join: of {joined.pairs:,} pairs {joined.found:.1%} are found, and {joined.wrong:.1%} of what is found "
            "is wrong"
        )
    if learned is not None:
        out.print(
            f"classifier: {learned.clear:.1%} right on the original, {learned.sanitized:.1%} on the sanitized rows, "
            f"{learned.majority:.1%} by the commonest label ({learned.rows:,} rows tested)"
        )
