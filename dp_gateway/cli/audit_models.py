"""The models of `dp-gateway audit`: one that judges context, and one that guesses."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dp_gateway.cli.models import SMALL, address

if TYPE_CHECKING:
    from dp_gateway.attacks.llm import Guesser
    from dp_gateway.attacks.scorers import CausalScorer

__all__ = ["guesser_of", "model_options", "print_usage", "scorer_of"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def model_options(command: _Command) -> _Command:
    """--model, --attacker, --attacker-trust, --api-key-env, --prices."""
    for option in (
        click.option("--prices", type=(float, float), metavar="PROMPT COMPLETION", help="Of a million tokens."),
        click.option("--api-key-env", metavar="VARIABLE", help="Environment variable with the attacker's key."),
        click.option(
            "--attacker-trust",
            type=click.Choice(["local", "remote"]),
            default="local",
            show_default=True,
            help="remote: it is sent sanitized text alone.",
        ),
        click.option("--attacker", metavar="smollm2|URL#NAME", help="A language model that guesses the originals."),
        click.option("--model", metavar="smollm2|URL#NAME", help="A local language model for the contextual attacks."),
    ):
        command = option(command)
    return command


@contextmanager
def scorer_of(model: str | None) -> Generator[CausalScorer | None]:
    """A language model's scorer, for as long as it is needed."""
    from dp_gateway.attacks.scorers import CausalScorer
    from dp_gateway.llm import Endpoint

    if model is None:
        yield None
    elif model == SMALL:
        from dp_gateway.testing.local_model import LocalLlama

        # One thread: a second one waits for the first more than it helps on words as short as these.
        with LocalLlama(context=1024, threads=1) as server:
            yield CausalScorer(server.endpoint)
    else:
        yield CausalScorer(Endpoint(*address(model, "--model"), trust="local"))


@contextmanager
def guesser_of(attacker: str | None, trust: str, api_key_env: str | None) -> Generator[Guesser | None]:
    """A language model as attacker, for as long as it is needed."""
    from dp_gateway.attacks.llm import Guesser
    from dp_gateway.llm import Endpoint, LocalModel, RemoteModel

    if attacker is None:
        yield None
    elif attacker == SMALL:
        from dp_gateway.testing.local_model import LocalLlama

        with LocalLlama(context=4096) as server, LocalModel(server.endpoint) as model:
            yield Guesser(model)
    else:
        at = address(attacker, "--attacker")
        if trust == "remote":
            with RemoteModel(Endpoint(*at, trust="remote", api_key_env=api_key_env)) as remote:
                yield Guesser(remote)
        else:
            with LocalModel(Endpoint(*at, trust="local", api_key_env=api_key_env)) as local:
                yield Guesser(local)


def print_usage(guesser: Guesser | None, prices: tuple[float, float] | None) -> None:
    """Say on standard error what the attacker was asked, and what it cost."""
    from dp_gateway.augmentation import Prices

    if guesser is None:
        return
    used = guesser.usage
    cost = "" if prices is None else f", {used.cost(Prices(*prices)):,.4f} {Prices(*prices).currency}"
    unread = f", {used.unread:,} texts without an answer that can be read" if used.unread else ""
    tokens = f"{used.prompt_tokens:,} + {used.completion_tokens:,} tokens"
    click.echo(f"attacker: {used.requests:,} requests{unread}, {tokens}{cost}", err=True)
