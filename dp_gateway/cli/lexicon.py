"""`dp-gateway lexicon build|info|verify|add|import|augment`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.lexicon_augment import augment
from dp_gateway.cli.options import console, progress, read_text

if TYPE_CHECKING:
    from dp_gateway.vocabulary.lexicon import Lexicon

_lexicon_option = click.option(
    "--lexicon", "path", type=click.Path(path_type=Path), help="Folder of the lexicon [default: the default lexicon]."
)


@click.group()
def lexicon() -> None:
    """The lexicon: public phrases that stand in for places, organisations, jobs and the like; and names."""


lexicon.add_command(augment)


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
    if force or not (target / "manifest.json").exists():
        chosen = resolve(embedder, cache=home() / "embeddings")
        with progress() as report:
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
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
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
    with progress() as report:
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
    from dp_gateway.errors import ConfigurationError
    from dp_gateway.vocabulary.embedders import resolve
    from dp_gateway.vocabulary.index import home
    from dp_gateway.vocabulary.lexicon import Lexicon
    from dp_gateway.vocabulary.lexicon.build import build_lexicon
    from dp_gateway.vocabulary.lexicon.clusters import read_clusters
    from dp_gateway.vocabulary.lexicon.data import Phrases, Source

    if not force and (path / "manifest.json").exists():
        raise ConfigurationError(f"there is a lexicon at {path} already", hint="name another folder, or add --force")
    read = {file.stem.upper(): read_clusters(file) for file in files}
    sources = [Source(file.stem.upper(), file.name, "that of the file") for file in files]
    phrases = Phrases({name: found[0] for name, found in read.items()}, {}, {}, {}, sources)
    clusters = {name: found[1] for name, found in read.items()}
    chosen = resolve(embedder, cache=home() / "embeddings")
    with progress() as report:
        build_lexicon(path, phrases, chosen, embedder, clusters=clusters, force=force, report=report)
    for name, (kept, labels, left_out) in read.items():
        click.echo(f"{name}: {len(kept):,} phrases in {len(set(labels)):,} clusters; {left_out:,} duplicates or blanks")
    _say_ready(Lexicon(path))
