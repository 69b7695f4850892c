"""`dp-gateway config init|check|show|key|secret`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from dp_gateway.cli.options import console
from dp_gateway.errors import ConfigurationError, InputError

if TYPE_CHECKING:
    from dp_gateway.server.settings import Settings

_DEFAULT_FILE = Path("gateway.toml")
_FILE = click.Path(path_type=Path)
_NAME = re.compile(r"[A-Za-z0-9_-]+")


@click.group()
def config() -> None:
    """Settings of the server: one TOML file, and environment variables over it."""


@config.command()
@click.argument("file", type=_FILE, default=_DEFAULT_FILE)
def init(file: Path) -> None:
    """Write a commented file that works at once."""
    from importlib.resources import files

    template = files("dp_gateway.cli").joinpath("gateway.toml").read_text(encoding="utf-8")
    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(template)
    except FileExistsError:
        raise InputError(
            f"{file} exists, and is left as it is", hint=f"name another file: dp-gateway config init new-{file.name}"
        ) from None
    except OSError as error:
        raise InputError(
            f"{file} cannot be written: {error.strerror}", hint="name a file in a folder that you may write to"
        ) from None
    console().print(f"wrote [bold]{file}[/]. Next: [bold]dp-gateway serve --config {file}[/]", soft_wrap=True)


@config.command()
@click.argument("file", type=_FILE, required=False)
@click.option("--connect", is_flag=True, help="Ask each provider for its models.")
def check(file: Path | None, connect: bool) -> None:
    """Check settings: every field, policy, key file and certificate.

    Warnings leave the exit status 0; what would keep the server from starting makes it 1.
    """
    from dp_gateway.cli.checks import check_settings, connects
    from dp_gateway.server.settings import load_settings

    settings = load_settings(file)
    out = console()
    for line in check_settings(settings):
        out.print(f"[yellow]warning:[/] {line}", soft_wrap=True)
    if connect:
        for name, answer in connects(settings):
            out.print(f"[green]{name}[/]: {answer}", soft_wrap=True)
    policies, upstreams = len(settings.named_policies), len(settings.upstreams)
    counted = f"policies in use: {policies}, providers: {upstreams}, keys: {len(settings.keys)}"
    out.print(f"[green]{file or 'the environment'}: in order[/]; {counted}", soft_wrap=True)


@config.command()
@click.argument("file", type=_FILE, required=False)
@click.option("--all", "everything", is_flag=True, help="Defaults too.")
def show(file: Path | None, everything: bool) -> None:
    """Show the settings in force, and where each of them comes from."""
    from rich.table import Table
    from rich.text import Text

    from dp_gateway.server.settings import load_settings, read_environment, read_file

    settings = load_settings(file)
    from_file = dict(_flat(read_file(file))) if file else {}
    from_environment = dict(_flat(read_environment(os.environ)))
    table = Table("setting", "value", "from", box=None, header_style="bold", pad_edge=False)
    for name, value in _in_force(settings):
        if name in from_environment:
            source = Text(f"DP_GATEWAY_{name.upper().replace('.', '__')}", "cyan")
        elif name in from_file:
            source = Text(str(file), "green")
        elif everything:
            source = Text("default", "dim")
        else:
            continue
        table.add_row(Text(name), Text(value), source)
    console().print(table)


@config.command()
@click.argument("name")
@click.option("--tenant", help="Who it belongs to.")
@click.option("--policy", help="The policy of its requests.")
@click.option("--upstream", help="The provider of its requests.")
def key(name: str, tenant: str | None, policy: str | None, upstream: str | None) -> None:
    """Make a key that the gateway hands out itself.

    The key is shown once, on standard error, and stored nowhere; the lines for the settings go to standard output:

    \b
      dp-gateway config key billing >> gateway.toml
    """
    from dp_gateway.server.keys import new_key

    if not _NAME.fullmatch(name):
        raise ConfigurationError(
            "the name of a key is letters, digits, - and _", hint="try: dp-gateway config key my-application"
        )
    made, hashed = new_key()
    lines = {"hash": hashed, "tenant": tenant, "policy": policy, "upstream": upstream}
    click.echo(f"\n[keys.{name}]")
    for field, value in lines.items():
        if value is not None:
            click.echo(f"{field} = {_toml(value)}")
    click.echo(f"The key of {name}, shown this once: ", err=True, nl=False)
    click.secho(made, err=True, bold=True)


@config.command()
@click.argument("file", type=_FILE)
def secret(file: Path) -> None:
    """Create a key file of repeatable draws, readable by its owner alone.

    Replicas need the same file. Whoever has it can undo the draws of a request that they see.
    """
    from dp_gateway.randomness import Secret

    if file.exists():
        raise InputError(
            f"{file} exists, and is left as it is",
            hint=f"to rotate, make a second one and add it to [privacy.keys]: dp-gateway config secret {file}.new",
        )
    Secret.from_file(file)
    click.echo(f"created {file}, mode 0600. In the settings:\n", err=True)
    click.echo(f"[privacy.keys]\n{re.sub(r'[^A-Za-z0-9]', '', file.stem) or 'k1'} = {_toml(str(file.absolute()))}")


def _toml(value: Any) -> str:
    """JSON, which strings, numbers, booleans and their lists are in TOML too."""
    import json

    return json.dumps(value, ensure_ascii=False)


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Fields by dotted name."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(cast(Mapping[str, Any], value), f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _in_force(settings: Settings) -> Iterator[tuple[str, str]]:
    for name, value in _flat(settings.model_dump(mode="json")):
        if ".detection.sensitive." in name:
            yield name, f"{len(value)} phrases"  # what is in such a list is private
        elif name.startswith("keys.") and name.endswith(".hash"):
            yield name, f"{value[:14]}…"
        else:
            yield name, "not set" if value is None else _toml(value)
