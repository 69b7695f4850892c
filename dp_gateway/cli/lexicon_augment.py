"""`dp-gateway lexicon augment`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.options import confirm, console, progress
from dp_gateway.errors import InputError, MalformedReply

if TYPE_CHECKING:
    from dp_gateway.augmentation import Augmentation, Estimate, Seed
    from dp_gateway.llm import LocalModel, RemoteModel

__all__ = ["augment"]

_SHORTFALLS = 5
"""Shortfalls that are listed one by one."""


@click.command()
@click.argument("seeds", type=click.Path(path_type=Path))
@click.option("--type", "entity_type", help="Type of seeds that name none, such as ORGANIZATION.")
@click.option("--base-url", required=True, help="OpenAI-compatible server, such as http://127.0.0.1:11434/v1.")
@click.option("--model", required=True, help="Name of the model on it.")
@click.option(
    "--trust",
    type=click.Choice(["local", "remote"]),
    required=True,
    help="local: the server may see private text. There is no default.",
)
@click.option("--trusted-host", is_flag=True, help="Vouch for a local server outside of private networks.")
@click.option("--seeds-are-public", is_flag=True, help="Declare that seeds and contexts hold nothing private.")
@click.option("--api-key-env", metavar="VARIABLE", help="Environment variable with the key [default: no key].")
@click.option("--count", type=click.IntRange(1), default=100, show_default=True, help="Phrases for each seed.")
@click.option(
    "--per-request",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Phrases to ask for at once; small models do better with 20.",
)
@click.option("--rounds", type=click.IntRange(0), default=3, show_default=True, help="Further requests for a seed.")
@click.option("--concurrency", type=click.IntRange(1), default=4, show_default=True, help="Requests at a time.")
@click.option(
    "--state", type=click.Path(path_type=Path), help="File to resume from [default: OUT.state if --out is given]."
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="File of phrases, one a line; JSON lines if named .jsonl [stdout]."
)
@click.option(
    "--prices",
    type=(float, float),
    metavar="PROMPT COMPLETION",
    help="Prices of a million tokens, to show what it will cost.",
)
@click.option("--yes", is_flag=True, help="Do not ask before starting.")
def augment(
    seeds: Path,
    entity_type: str | None,
    base_url: str,
    model: str,
    trust: str,
    trusted_host: bool,
    seeds_are_public: bool,
    api_key_env: str | None,
    count: int,
    per_request: int,
    rounds: int,
    concurrency: int,
    state: Path | None,
    out: Path | None,
    prices: tuple[float, float] | None,
    yes: bool,
) -> None:
    """Ask a model for phrases of the same nature as those of SEEDS.

    SEEDS holds a phrase a line, or JSON lines {"phrase", "type", "context"} if it is named .jsonl. Seeds are private:
    they go to a server declared local, or have to be declared public. Interrupted or incomplete, the same command
    asks for what is missing.

    \b
    Examples:
      dp-gateway lexicon augment courts.txt --type ORGANIZATION --trust local \\
          --base-url http://127.0.0.1:11434/v1 --model qwen3 --out phrases.jsonl
      dp-gateway lexicon augment towns.jsonl --trust remote --seeds-are-public --api-key-env OPENAI_API_KEY \\
          --base-url https://api.openai.com/v1 --model gpt-4o --prices 2.5 10 --out phrases.jsonl
    """
    from dp_gateway.augmentation import Prices, phrase_lines, plan, read_seeds
    from dp_gateway.augmentation import augment as run
    from dp_gateway.augmentation.asking import check_model

    with _model(base_url, model, trust, trusted_host, api_key_env) as asked:
        check_model(asked, public=seeds_are_public)
        listed = read_seeds(seeds, entity_type)
        if state is None and out is not None:
            state = out.with_name(f"{out.name}.state")
        costs = None if prices is None else Prices(*prices)
        expected = plan(listed, count=count, per_request=per_request, rounds=rounds, state=state, prices=costs)
        _announce(expected, asked, state)
        if expected.requests and not yes:
            confirm()
        with progress() as report:
            done = run(
                listed,
                asked,
                count=count,
                public=seeds_are_public,
                per_request=per_request,
                rounds=rounds,
                concurrency=concurrency,
                state=state,
                progress=lambda now, total: report("phrases", now, total),
            )
    _write(phrase_lines(done.phrases, as_json=out is not None and out.suffix == ".jsonl"), out)
    _conclude(done, listed, state)


def _model(
    base_url: str, name: str, trust: str, trusted_host: bool, api_key_env: str | None
) -> LocalModel | RemoteModel:
    from dp_gateway.llm import Endpoint, LocalModel, RemoteModel

    if trust == "local":
        return LocalModel(Endpoint(base_url, name, "local", api_key_env, trusted_host=trusted_host))
    return RemoteModel(Endpoint(base_url, name, "remote", api_key_env))


def _announce(expected: Estimate, model: LocalModel | RemoteModel, state: Path | None) -> None:
    cost = "" if expected.cost is None else f", about {expected.cost:,.2f} {expected.currency}"
    click.echo(
        f"{model.name} ({model.trust}): {expected.phrases:,} phrases for {expected.seeds:,} seeds in "
        f"{expected.requests:,} requests (at most {expected.most_requests:,}), about {expected.prompt_tokens:,} + "
        f"{expected.completion_tokens:,} tokens{cost}",
        err=True,
    )
    kept = f"kept in {state}" if state else "not kept if it is interrupted (name a file: --state)"
    click.echo(f"What comes in is {kept}.", err=True)


def _write(lines: Iterable[str], out: Path | None) -> None:
    content = "".join(lines).encode()
    if out is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    # What models make of private seeds is not for everybody's eyes.
    partial = out.with_name(f"{out.name}.{os.getpid()}.tmp")
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
        partial.replace(out)
    except OSError as error:
        raise InputError(
            f"{out} cannot be written: {error.strerror}", hint="name another --out, and the same --state: it resumes"
        ) from None


def _conclude(done: Augmentation, seeds: list[Seed], state: Path | None) -> None:
    total = sum(map(len, done.phrases.values()))
    console(stderr=True).print(
        f"[green]{total:,} phrases[/] from {done.requests:,} requests, "
        f"{done.prompt_tokens:,} + {done.completion_tokens:,} tokens"
    )
    for shortfall in done.shortfalls[:_SHORTFALLS]:
        reason = f": {shortfall.reason}" if shortfall.reason else ""
        click.echo(f"seed {shortfall.seed + 1} has {shortfall.phrases} phrases{reason}", err=True)
    if done.shortfalls:
        raise MalformedReply(
            f"{len(done.shortfalls):,} of {len(seeds):,} seeds have fewer phrases than asked for",
            hint="run the same command again: it asks for what is missing"
            if state
            else "run it with --state FILE, and again, or ask for fewer: --count",
        )
