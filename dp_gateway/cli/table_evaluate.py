"""`dp-gateway table evaluate`."""

from __future__ import annotations

from pathlib import Path

import click

from dp_gateway.cli.options import console
from dp_gateway.errors import ConfigurationError


@click.command()
@click.argument("original")
@click.argument("sanitized")
@click.option("--plan", "plan_file", required=True, type=click.Path(path_type=Path), help="The plan in between.")
@click.option("--label", help="A kept column that a classifier learns, of the original and of the sanitized rows.")
@click.option(
    "--join", help="COLUMN: how many joins on it are found, between the first and the second half of the rows."
)
def evaluate(original: str, sanitized: str, plan_file: Path, label: str | None, join: str | None) -> None:
    """What SANITIZED lost against ORIGINAL: which columns tell a row, what joins find, what a classifier learns.

    \b
    Example:
      dp-gateway table evaluate in.parquet out.parquet --plan plan.toml --label churned --join customer
    """
    from rich.table import Table

    from dp_gateway.tables.evaluating import accuracy, column_losses, join_loss, rows_told_apart
    from dp_gateway.tables.formats import places_of
    from dp_gateway.tables.plan import load_plan
    from dp_gateway.tables.sources import whole

    plan, _ = load_plan(plan_file)
    before, after = (whole(places_of([name])[0], list(plan.columns)) for name in (original, sanitized))
    shown = Table(box=None, header_style="bold", pad_edge=False)
    for name in ("column", "values", "after", "unique rows", "after", "values merged", "cells unchanged"):
        shown.add_column(name, justify="left" if name == "column" else "right")
    losses = column_losses(before, after, plan)
    for one in losses:
        shares = [f"{share:.1%}" for share in (one.unique, one.unique_after, one.merged, one.unchanged)]
        shown.add_row(one.name, f"{one.values:,}", f"{one.values_after:,}", *shares)
    out = console()
    out.print(shown)
    names = [one.name for one in losses]
    apart = (
        rows_told_apart(before, names),
        rows_told_apart(after, [plan.columns[name].rename or name for name in names]),
    )
    out.print(f"rows that all columns together tell apart: {apart[0]:.1%} before, {apart[1]:.1%} after")
    if join is not None:
        if join not in names:
            raise ConfigurationError(
                "--join names no column of both tables", hint="choose one of the plan that is not dropped"
            )
        new, half = plan.columns[join].rename or join, len(before) // 2
        old, drawn = before.column(join).to_pylist(), after.column(new).to_pylist()
        loss = join_loss(old[:half], old[half:], drawn[:half], drawn[half:])
        out.print(
            f"join: of {loss.pairs:,} pairs {loss.found:.1%} are found, and {loss.wrong:.1%} of what is found is wrong"
        )
    if label is not None:
        told = accuracy(before, after, label, plan)
        out.print(
            f"classifier: {told.clear:.1%} right on the original, {told.sanitized:.1%} on the sanitized rows, "
            f"{told.majority:.1%} by the commonest label ({told.rows:,} rows tested)"
        )
