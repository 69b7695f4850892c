"""The command line: one file a command, each imported when it is called."""

from __future__ import annotations

import errno
import gc
import os
import sys
from importlib import import_module
from typing import Any

import click

from dp_gateway import __version__
from dp_gateway.errors import GatewayError

__all__ = ["cli", "main"]

_COMMANDS = {
    "audit": "attack a mechanism: what draws prove; verify a log of spending",
    "budget": "privacy budgets: who spent what, and their administration",
    "certify": "what a mechanism really guarantees, and what it leaves",
    "chat": "talk to a model through the gateway, both sides in view",
    "config": "settings of the server: write, check and show them, make keys",
    "demo": "see the gateway at work, a real model behind it",
    "detect": "show which entities are found in a text",
    "evaluate": "the frontier of your texts: which mechanism to use at which epsilon",
    "generate": "what a provider makes of sanitized beginnings of your documents",
    "index": "build, describe and verify the vocabulary index",
    "lexicon": "build, describe and enlarge the phrases that stand in for entities",
    "mechanisms": "list the mechanisms",
    "policy": "show and check policies",
    "recommend": "the policy that keeps most within a limit on attack success",
    "restore": "put the originals back into a reply",
    "sanitize": "replace what is private in a text",
    "serve": "run the gateway: a base URL for any OpenAI client",
}


class _Lazy(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"dp_gateway.cli.{cmd_name}"), cmd_name)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib

            near = difflib.get_close_matches(args[0], _COMMANDS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(error.message + hint, ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="dp-gateway")
def cli() -> None:
    """Words in, private words out, with a computed guarantee.

    \b
    Try:
      echo "Anna Miller lives in Paris." | dp-gateway sanitize --policy entities
      echo "The nurse lives in Paris." | dp-gateway sanitize --epsilon 8 --diff
      dp-gateway certify --mechanism all --epsilon 6
    """


def main() -> None:
    """Run the command line; errors of this package are two lines on standard error, never a traceback."""
    # What is imported stays: the collector of cycles would look through it hundreds of times.
    gc.set_threshold(50_000)
    # pydantic would look through every installed package for plug-ins, and a plug-in could see what is private.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        cli()
    except GatewayError as error:
        click.secho(f"Error: {error.message}", fg="red", err=True)
        click.echo(f"Next:  {error.hint}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        # The reader went away (`| head`); nothing is wrong, and Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        told = f"{error.filename}: {error.strerror}" if error.filename is not None else str(error.strerror)
        click.secho(f"Error: {told}", fg="red", err=True)
        click.echo(f"Next:  {_next_after(error)}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _next_after(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "make room on the disk, or set DP_GATEWAY_HOME to a folder on another one"
    return "set DP_GATEWAY_HOME and DP_GATEWAY_KEY_FILE to places that you may write to"
