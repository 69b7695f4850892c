"""`dp-gateway table restore`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dp_gateway.cli.options import open_lexicon
from dp_gateway.cli.table_options import key_options, read_existing_key
from dp_gateway.errors import InputError

if TYPE_CHECKING:
    from dp_gateway.tables.formats import Place
    from dp_gateway.tables.json_lines import Decoded
    from dp_gateway.tables.plan import Column


@click.command()
@click.argument("results")
@click.option("--original", required=True, help="The table that was sanitized.")
@click.option(
    "--plan", "plan_file", required=True, type=click.Path(path_type=Path), help="The plan it was sanitized by."
)
@click.option("--output", "-o", required=True, help="Where the restored results go.")
@click.option("--on", help="The column that tells which row a result belongs to [default: by position].")
@key_options
@click.option("--allow-nothing", is_flag=True, help="Results that speak of nothing in the table are fine.")
def restore(
    results: str,
    original: str,
    plan_file: Path,
    output: str,
    on: str | None,
    key_file: Path | None,
    scope: str,
    allow_nothing: bool,
) -> None:
    """Put originals back into RESULTS, what a provider or an annotator made of a sanitized table.

    What was drawn is computed again from the original table, plan, key and scope; both tables are held in memory.

    \b
    Example:
      dp-gateway table restore labels.jsonl --original in.parquet --plan plan.toml --on id -o restored.jsonl
    """
    from dp_gateway.tables.formats import places_of, targets_of
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
    write(target, [restored], fragments=fragments)
    click.echo(f"restored {done.restored:,} values", err=True)


def _whole(place: Place, columns: Mapping[str, Column]) -> tuple[Decoded, Any]:
    """All rows of a table, of JSON lines with their strings read; and as they stand there."""
    from dp_gateway.tables.arrow import pa
    from dp_gateway.tables.json_lines import Decoded, decoded
    from dp_gateway.tables.sources import pieces

    table = pa.concat_tables([piece.table for piece in pieces(place)])
    return (decoded(table, columns) if place.format == "jsonl" else Decoded(table, {})), table
