"""`dp-gateway table restore` and `evaluate`: what was made of a sanitized table, and what the table lost."""

from __future__ import annotations

import json
import os
import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dp_gateway.cli.ledger_options import key_options, read_existing_key
from dp_gateway.cli.options import console, json_option, open_lexicon
from dp_gateway.cli.writing import force_option, writing
from dp_gateway.errors import ConfigurationError, InputError, OutputExists

if TYPE_CHECKING:
    from dp_gateway.tables.evaluating import Accuracy, ColumnLoss, JoinLoss
    from dp_gateway.tables.formats import Place
    from dp_gateway.tables.json_lines import Decoded
    from dp_gateway.tables.plan import Column

__all__ = ["evaluate", "restore"]


@click.command()
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


def _whole(place: Place, columns: Mapping[str, Column]) -> tuple[Decoded, Any]:
    """All rows of a table, of JSON lines with their strings read; and as they stand there."""
    from dp_gateway.tables.arrow import pa
    from dp_gateway.tables.json_lines import Decoded, decoded
    from dp_gateway.tables.sources import pieces

    table = pa.concat_tables([piece.table for piece in pieces(place)])
    return (decoded(table, columns) if place.format == "jsonl" else Decoded(table, {})), table


@click.command()
@click.argument("original")
@click.argument("sanitized")
@click.option("--plan", "plan_file", required=True, type=click.Path(path_type=Path), help="The plan in between.")
@click.option("--label", help="A kept column that a classifier learns, of the original and of the sanitized rows.")
@click.option(
    "--join", help="COLUMN: how many joins on it are found, between the first and the second half of the rows."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def evaluate(
    original: str, sanitized: str, plan_file: Path, label: str | None, join: str | None, as_json: bool
) -> None:
    """What SANITIZED lost against ORIGINAL: which columns tell a row, what joins find, what a classifier learns.

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
    losses: Sequence[ColumnLoss], apart: tuple[float, float], joined: JoinLoss | None, learned: Accuracy | None
) -> None:
    from rich.table import Table

    shown = Table(box=None, header_style="bold", pad_edge=False)
    for name in ("column", "values", "after", "unique rows", "after", "values merged", "cells unchanged"):
        shown.add_column(name, justify="left" if name == "column" else "right")
    for one in losses:
        shares = [f"{share:.1%}" for share in (one.unique, one.unique_after, one.merged, one.unchanged)]
        shown.add_row(one.name, f"{one.values:,}", f"{one.values_after:,}", *shares)
    out = console()
    out.print(shown)
    out.print(f"rows that all columns together tell apart: {apart[0]:.1%} before, {apart[1]:.1%} after")
    if joined is not None:
        out.print(
            f"join: of {joined.pairs:,} pairs {joined.found:.1%} are found, and {joined.wrong:.1%} of what is found "
            "is wrong"
        )
    if learned is not None:
        out.print(
            f"classifier: {learned.clear:.1%} right on the original, {learned.sanitized:.1%} on the sanitized rows, "
            f"{learned.majority:.1%} by the commonest label ({learned.rows:,} rows tested)"
        )
