"""Every command of the command line, with the groups that it stands in."""

from __future__ import annotations

from collections.abc import Iterator

import click

from dp_gateway.cli import cli


def commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Names from the outermost group inwards, and the command; groups that are commands too are among them."""
    yield from _inside(cli, ())


def _inside(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if not isinstance(command, click.Group):
        yield path, command
        return
    if command.invoke_without_command:
        yield path, command
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from _inside(found, (*path, name))
