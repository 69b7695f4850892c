"""`dp-gateway mechanisms`."""

from __future__ import annotations

import json

import click

from dp_gateway.cli.options import console


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def mechanisms(as_json: bool) -> None:
    """List the mechanisms with what they are, where they come from and what they guarantee.

    Certified figures for an epsilon of yours: dp-gateway certify --mechanism all --epsilon 6
    """
    from dp_gateway.mechanisms.registry import MECHANISMS

    if as_json:
        fields = ("summary", "source", "guarantee")
        listed = [{"mechanism": name} | {f: getattr(entry, f) for f in fields} for name, entry in MECHANISMS.items()]
        click.echo(json.dumps(listed))
        return
    from rich.table import Table

    table = Table("mechanism", "what it is", "source", "guarantee", box=None, header_style="bold", pad_edge=False)
    for name, entry in MECHANISMS.items():
        colour = "red" if "infinite" in entry.guarantee else "green"
        table.add_row(name, entry.summary, entry.source, f"[{colour}]{entry.guarantee}[/]")
    console().print(table)
