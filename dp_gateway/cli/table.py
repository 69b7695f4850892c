"""`dp-gateway table`: plans for tables and corpora, sanitizing, restoring, evaluating."""

from __future__ import annotations

import os
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import click

from dp_gateway.cli.options import open_lexicon
from dp_gateway.cli.writing import check_output, force_option, write_file

_COMMANDS = {
    "batch": "the request file of a provider's batch API",
    "batch-restore": "originals into the results of a batch",
    "evaluate": "what a sanitized table lost: classifiers, joins, uniqueness",
    "plan": "a plan for the columns of a table, to be reviewed",
    "restore": "originals into what was made of a sanitized table",
    "sanitize": "tables and corpora, by a plan",
}
_HOMES = {
    "batch": "table_batch",
    "batch-restore": "table_batch",
    "evaluate": "table_results",
    "restore": "table_results",
    "sanitize": "table_sanitize",
}
_ROWS_READ = 1000


class _Group(click.Group):
    """A group whose commands are imported when they are used: pyarrow is an extra."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "plan":
            return plan
        if cmd_name not in _HOMES:
            return None
        home = import_module(f"dp_gateway.cli.{_HOMES[cmd_name]}")
        command: click.Command = getattr(home, cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))


@click.group(cls=_Group)
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


@click.command()
@click.argument("file")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), help="Write the plan to a file [default: standard output]."
)
@force_option
@click.option("--policy", "-p", default="entities", show_default=True, help="A preset, or a TOML file.")
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
      json         strings, and numbers of five digits and more, are texts; keys stay
      keep         left in clear
      drop         left out

    \b
    Example:
      dp-gateway table plan customers.csv -o plan.toml
    """
    from dp_gateway.pipeline.finding import detection_of
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
