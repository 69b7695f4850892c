"""`dp-gateway index build|info|verify`."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.options import ExplainedCommands, console, index_option, json_option, progress
from dp_gateway.cli.writing import writing

if TYPE_CHECKING:
    from dp_gateway.vocabulary.embedders import Embedder
    from dp_gateway.vocabulary.words import WordList


@click.group(cls=ExplainedCommands)
def index() -> None:
    """The vocabulary index: words, vectors and exact neighbours, built once and shared by all processes."""


@index.command()
@index_option
@click.option(
    "--vocabulary",
    default="cl100k-words",
    show_default=True,
    help="cl100k-words, cl100k-tokens, embedder (the words of a vector file) or file:PATH.",
)
@click.option(
    "--embedder",
    default="wordllama",
    show_default=True,
    help="wordllama, openai:MODEL, sentence-transformers:MODEL or file:PATH (npz, GloVe text, JSON).",
)
@click.option(
    "--neighbours", type=click.IntRange(2, 4096), default=512, show_default=True, help="Length of the neighbour lists."
)
@click.option("--normalize", is_flag=True, help="Scale the vectors of a file to unit length.")
@click.option(
    "--epsilon",
    "epsilons",
    multiple=True,
    default=("6", "8"),
    show_default=True,
    help="Work out StairText's floors for this epsilon now and not on its first use; may be repeated.",
)
@click.option("--force", is_flag=True, help="Build anew even if there is an index.")
def build(
    index_path: Path | None,
    vocabulary: str,
    embedder: str,
    neighbours: int,
    normalize: bool,
    epsilons: tuple[str, ...],
    force: bool,
) -> None:
    """Build an index; an interrupted build with a remote embedder resumes when the command is run again.

    \b
    Examples:
      dp-gateway index build
      dp-gateway index build --embedder openai:text-embedding-3-small
      dp-gateway index build --embedder file:glove.txt --vocabulary embedder --index ./glove
    """
    from dp_gateway.mechanisms.stairtext import best_floors
    from dp_gateway.privacy.guarantee import parse_epsilon
    from dp_gateway.vocabulary.build import build_index
    from dp_gateway.vocabulary.embedders import resolve
    from dp_gateway.vocabulary.index import default_path, home

    levels = [parse_epsilon(epsilon) for epsilon in epsilons]
    chosen = resolve(embedder, cache=home() / "embeddings", normalize=normalize)
    words = _words(vocabulary, chosen)
    if index_path is None:
        name = re.sub(r"[^\w.-]+", "-", f"{words.name}.{chosen.name}")
        index_path = default_path().parent / name
    with writing(index_path), progress() as report:
        built = build_index(index_path, words, chosen, neighbours=neighbours, force=force, report=report)
        for level in levels:
            best_floors(built, level, progress=partial(report, f"floors of StairText at epsilon {level:g}"))
    console().print(f"[green]index ready[/]: {built.size:,} words, {built.bytes_on_disk / 1e6:.0f} MB, {built.path}")


def _words(vocabulary: str, embedder: Embedder) -> WordList:
    from dp_gateway.errors import ConfigurationError
    from dp_gateway.vocabulary import words
    from dp_gateway.vocabulary.embedders.files import FileEmbedder

    if vocabulary == "cl100k-words":
        return words.cl100k_words()
    if vocabulary == "cl100k-tokens":
        return words.cl100k_tokens()
    if vocabulary == "embedder" and isinstance(embedder, FileEmbedder):
        listed = words.word_list(embedder.path.stem, embedder.words)
        return words.sendable(listed.name, listed.words)
    if vocabulary.startswith("file:"):
        return words.read_word_list(Path(vocabulary.removeprefix("file:")))
    raise ConfigurationError(
        f"there is no vocabulary {vocabulary!r} for this embedder",
        hint="use cl100k-words, cl100k-tokens, file:PATH, or embedder together with --embedder file:PATH",
    )


@index.command()
@index_option
@json_option
def info(index_path: Path | None, as_json: bool) -> None:
    """Describe an index."""
    from dp_gateway.vocabulary.index import Index

    opened = Index(index_path)
    facts = {"path": str(opened.path), "content_hash": opened.content_hash, "bytes": opened.bytes_on_disk} | dict(
        opened.meta
    )
    if as_json:
        click.echo(json.dumps(facts))
        return
    for key, value in facts.items():
        click.echo(f"{key:22}{value}")


@index.command()
@index_option
def verify(index_path: Path | None) -> None:
    """Check the SHA-256 of everything in an index."""
    from dp_gateway.vocabulary.index import Index

    opened = Index(index_path)
    checked = opened.verify()
    console().print(f"[green]intact[/]: {len(checked)} arrays, content {opened.content_hash[:16]}, {opened.path}")
