"""`dp-gateway table evaluate`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.options import console
from dp_gateway.errors import ConfigurationError

if TYPE_CHECKING:
    from dp_gateway.tables.evaluating import Accuracy, ColumnLoss, JoinLoss


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
    _print(losses, apart, joined, learned)


def _print(
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
