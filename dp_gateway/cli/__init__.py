"""The command line: commands are imported when they are called. `python -m dp_gateway` and the script call `main`."""

from __future__ import annotations

import errno
import gc
import os
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

import click

from dp_gateway import __version__
from dp_gateway.errors import GatewayError
from dp_gateway.extras import missing

__all__ = ["cli", "main"]

_COMMANDS = {
    "audit": "attack a mechanism: what draws prove; verify or rotate a log of spending",
    "budget": "privacy budgets: who spent what, and their administration",
    "certify": "what a mechanism really guarantees, and what it leaves",
    "chat": "talk to a model through the gateway, both sides in view",
    "config": "settings of the server: write, check and show them, make keys",
    "demo": "see the gateway at work, a real model behind it",
    "detect": "show which entities are found in a text",
    "doctor": "is everything there, and what is the next command where it is not",
    "evaluate": "the frontier of your texts: which mechanism to use at which epsilon",
    "generate": "what a provider makes of sanitized beginnings of your documents",
    "index": "build, describe and verify the vocabulary index",
    "lexicon": "build, describe and enlarge the phrases that stand in for entities",
    "mechanisms": "list the mechanisms",
    "policy": "show and check policies",
    "recommend": "the policy that keeps most within a limit on attack success",
    "restore": "put the originals back into a reply",
    "sanitize": "replace what is private in a text",
    "table": "sanitize tables, corpora and batch files, by a plan",
    "serve": "run the gateway: a base URL for any OpenAI client",
}

_HOMES = {"demo": "chat", "mechanisms": "certify", "recommend": "evaluate", "restore": "sanitize"}
"""Commands that stand in the file of another one."""


class _Lazy(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"dp_gateway.cli.{_HOMES.get(cmd_name, cmd_name)}"), cmd_name)
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


_TRACEBACK = "DP_GATEWAY_TRACEBACK"
"""The environment variable that shows the traceback of a fault."""

_INTERNAL = 70
"""Exit status of a fault of this program: EX_SOFTWARE of sysexits.h."""


def main() -> None:
    """Run the command line; errors are a few lines on standard error, never a traceback, and never hold user text."""
    # What is imported stays: the collector of cycles would look through it hundreds of times.
    gc.set_threshold(50_000)
    # pydantic would look through every installed package for plug-ins, and a plug-in could see what is private.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        cli()
    except GatewayError as error:
        _end(error.message, error.hint, docs=error.docs)
    except ModuleNotFoundError as error:
        needed = missing(error.name)
        if needed is None:
            _fault(error)
        else:
            _end(needed.message, needed.hint, docs=needed.docs)
    except BrokenPipeError:
        # The reader went away (`| head`); nothing is wrong, and Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        message, hint = _of_system(error)
        # What is still to be written cannot be, and Python must not complain about it at exit.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _end(message, hint)
    except MemoryError:
        _end("there is not enough memory for this", "give less text at once, or run it on a larger machine")
    except Exception as error:
        _fault(error)


def _fault(error: Exception) -> NoReturn:
    if os.environ.get(_TRACEBACK):
        raise error
    _end(*_of_fault(error), status=_INTERNAL)


def _end(message: str, hint: str, *, docs: str = "", status: int = 1) -> NoReturn:
    click.secho(f"Error: {message}", fg="red", err=True)
    click.echo(f"Next:  {hint}", err=True)
    if docs:
        click.echo(f"Docs:  {docs}", err=True)
    sys.exit(status)


def _of_system(error: OSError) -> tuple[str, str]:
    """What a full disk, a read-only folder or a missing file comes to, where no command says it better."""
    where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    hints = {
        **dict.fromkeys(
            (errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
            "make room on the disk (df -h), or set DP_GATEWAY_HOME to a folder on another one",
        ),
        errno.EROFS: "set DP_GATEWAY_HOME and DP_GATEWAY_KEY_FILE to places that you may write to",
        errno.EACCES: "check who may read and write it, or set DP_GATEWAY_HOME to a folder of your own",
    }
    hint = hints.get(error.errno or 0, "check the path and its permissions: ls -l")
    return f"{where}{error.strerror or type(error).__name__}", hint


def _of_fault(error: Exception) -> tuple[str, str]:
    """What an error that nobody foresaw comes to: its kind and place, never its message, which may quote a text."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"dp_gateway{os.sep}" in frame.filename] or frames
    place = f"{os.sep.join(own[-1].filename.split(os.sep)[-3:])}:{own[-1].lineno}" if own else "an unknown place"
    return (
        f"a fault of dp-gateway {__version__}: {type(error).__name__} at {place}",
        f"see it whole with {_TRACEBACK}=1 (it may show your text), and report version, command and place as "
        "SECURITY.md says, without private text",
    )
