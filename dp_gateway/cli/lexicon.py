"""`dp-gateway lexicon build|info|verify|add|import|augment`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.options import ExplainedCommands, confirm, console, json_option, progress, read_text
from dp_gateway.cli.writing import check_output, force_option, writing, written_file
from dp_gateway.errors import ConfigurationError, MalformedReply, OutputExists

if TYPE_CHECKING:
    from dp_gateway.augmentation import Augmentation, Estimate, Seed
    from dp_gateway.llm import LocalModel, RemoteModel, Trust
    from dp_gateway.vocabulary.lexicon import Lexicon

_lexicon_option = click.option(
    "--lexicon", "path", type=click.Path(path_type=Path), help="Folder of the lexicon [default: the default lexicon]."
)


@click.group(cls=ExplainedCommands)
def lexicon() -> None:
    """The lexicon: public phrases that stand in for places, organisations, jobs and the like; and names."""


@lexicon.command()
@_lexicon_option
@click.option("--embedder", default="wordllama", show_default=True, help="As in `dp-gateway index build`; a local one.")
@click.option("--force", is_flag=True, help="Build anew even if there is a lexicon.")
def build(path: Path | None, embedder: str, force: bool) -> None:
    """Build the embedded phrases (23,000 phrases, 50,000 names; seconds)."""
    from dp_gateway.vocabulary.embedders import resolve
    from dp_gateway.vocabulary.index import home
    from dp_gateway.vocabulary.lexicon import Lexicon
    from dp_gateway.vocabulary.lexicon.build import build_lexicon
    from dp_gateway.vocabulary.lexicon.data import read_data
    from dp_gateway.vocabulary.lexicon.opened import default_lexicon_path

    target = path or default_lexicon_path()
    if (
        not force
        and (target / "manifest.json").exists()
        and embedder != (there := Lexicon(target).meta["specification"])
    ):
        raise ConfigurationError(
            f"the lexicon at {target} is of the embedder {there}, not of {embedder}",
            hint="build it elsewhere with --lexicon, or anew: --force",
        )
    if force or not (target / "manifest.json").exists():
        chosen = resolve(embedder, cache=home() / "embeddings")
        with writing(target), progress() as report:
            build_lexicon(target, read_data(), chosen, embedder, force=force, report=report)
    _say_ready(Lexicon(target))


def _say_ready(opened: Lexicon) -> None:
    sizes = opened.meta["types"]
    console().print(
        f"[green]lexicon ready[/]: {sum(sizes.values()):,} phrases of {len(sizes)} types, "
        f"{opened.bytes_on_disk / 1e6:.0f} MB, {opened.path}"
    )


@lexicon.command()
@_lexicon_option
@json_option
def info(path: Path | None, as_json: bool) -> None:
    """Describe a lexicon."""
    from dp_gateway.vocabulary.lexicon import Lexicon

    opened = Lexicon(path)
    facts = {"path": str(opened.path), "bytes": opened.bytes_on_disk, **opened.meta}
    if as_json:
        click.echo(json.dumps(facts))
        return
    for key in ("path", "bytes", "embedder", "local"):
        click.echo(f"{key:22}{facts[key]}")
    for kind in ("types", "pools"):
        for name, size in opened.meta[kind].items():
            click.echo(f"{name:22}{size:,} {'phrases' if kind == 'types' else 'words'}")
    for source in opened.sources:
        click.echo(f"{'source':22}{source.source} ({source.licence}): {source.phrases}")


@lexicon.command()
@_lexicon_option
def verify(path: Path | None) -> None:
    """Check the SHA-256 of everything in a lexicon."""
    from dp_gateway.vocabulary.lexicon import Lexicon

    opened = Lexicon(path)
    checked = list(opened.verify())
    console().print(f"[green]intact[/]: {', '.join(checked)}, {opened.path}")


@lexicon.command()
@click.argument("type_name", metavar="TYPE")
@click.argument("file")
@_lexicon_option
def add(type_name: str, file: str, path: Path | None) -> None:
    """Add the phrases of FILE (one a line; "-" for standard input) to TYPE, which may be a new one.

    \b
    Examples:
      dp-gateway lexicon add ORGANIZATION partners.txt
      dp-gateway lexicon add PROJECT codenames.txt
    """
    from dp_gateway.vocabulary.lexicon import Lexicon, default_lexicon
    from dp_gateway.vocabulary.lexicon.build import clean_phrases, rebuild_with

    opened = Lexicon(path) if path else default_lexicon()
    lines = [line for line in "".join(read_text(file)).splitlines() if line.strip()]
    phrases = clean_phrases(lines, file if file != "-" else "standard input")
    before = opened.meta["types"].get(type_name, 0)
    with writing(opened.path), progress() as report:
        rebuild_with(opened, type_name, phrases, report=report)
    after = Lexicon(opened.path).meta["types"][type_name]
    console().print(f"[green]{type_name}[/]: {after - before:,} phrases added, {after:,} in all")


@lexicon.command(name="import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--lexicon", "path", required=True, type=click.Path(path_type=Path), help="Folder of the new lexicon.")
@click.option("--embedder", default="wordllama", show_default=True, help="As in `dp-gateway index build`.")
@click.option("--force", is_flag=True, help="Replace a lexicon that is there.")
def import_clusters(files: tuple[Path, ...], path: Path, embedder: str, force: bool) -> None:
    """Build a lexicon from CluSanT's cluster files: one type a FILE, named after it.

    \b
    Example:
      dp-gateway lexicon import LOC.json ORG.json --lexicon ./clusant
    """
    from dp_gateway.vocabulary.embedders import resolve
    from dp_gateway.vocabulary.index import home
    from dp_gateway.vocabulary.lexicon import Lexicon
    from dp_gateway.vocabulary.lexicon.build import build_lexicon, read_clusters
    from dp_gateway.vocabulary.lexicon.data import Phrases, Source

    if not force and path.exists():
        raise OutputExists(path)
    read = {file.stem.upper(): read_clusters(file) for file in files}
    sources = [Source(file.stem.upper(), file.name, "that of the file") for file in files]
    phrases = Phrases({name: found[0] for name, found in read.items()}, {}, {}, {}, sources)
    clusters = {name: found[1] for name, found in read.items()}
    chosen = resolve(embedder, cache=home() / "embeddings")
    with writing(path), progress() as report:
        build_lexicon(path, phrases, chosen, embedder, clusters=clusters, force=force, report=report)
    for name, (kept, labels, left_out) in read.items():
        click.echo(f"{name}: {len(kept):,} phrases in {len(set(labels)):,} clusters; {left_out:,} duplicates or blanks")
    _say_ready(Lexicon(path))


_SHORTFALLS = 5
"""Shortfalls that are listed one by one."""


@lexicon.command()
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
@force_option
@click.option("--yes", is_flag=True, help="Do not ask before starting.")
def augment(
    seeds: Path,
    entity_type: str | None,
    base_url: str,
    model: str,
    trust: Trust,
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
    force: bool,
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
    from dp_gateway.llm import Endpoint, model_at

    if state is None and out is not None:
        state = out.with_name(f"{out.name}.state")
    if out is not None:
        # With its state file an output is that of the run which goes on.
        check_output(out, force=force or (state is not None and state.exists()))
    vouched = trusted_host and trust == "local"
    with model_at(Endpoint(base_url, model, trust, api_key_env, trusted_host=vouched)) as asked:
        check_model(asked, public=seeds_are_public)
        listed = read_seeds(seeds, entity_type)
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
    with written_file(out, mode=0o600) as file:
        file.write(content)


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
