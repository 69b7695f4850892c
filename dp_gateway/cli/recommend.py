"""`dp-gateway recommend`."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.measuring import documents_of, mechanism_names
from dp_gateway.cli.options import console, open_index, progress

if TYPE_CHECKING:
    from dp_gateway.evaluation.recommendation import Candidate, Recommendation


@click.command()
@click.option(
    "--max-attack",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    required=True,
    help="Largest share of content words that the best context-free attacker may recover, such as 0.3.",
)
@click.option("--task", type=click.Choice(["chat", "continue", "classify"]), required=True, help="What texts are for.")
@click.option("--data", metavar="FILE", help="A sample of your texts [default: words by public frequencies].")
@click.option("--mechanisms", default="all", show_default=True, help="`all`, or names, comma-separated.")
@click.option("--documents", type=click.IntRange(min=1), default=1000, show_default=True, help="Most texts to use.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the sample and of all draws.")
@click.option("--allow-infinite", is_flag=True, help="A mechanism without a certified epsilon may win.")
@click.option("--index", "index_path", type=click.Path(path_type=Path), help="Folder of the index.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def recommend(
    max_attack: float,
    task: str,
    data: str | None,
    mechanisms: str,
    documents: int,
    seed: int,
    allow_infinite: bool,
    index_path: Path | None,
    as_json: bool,
) -> None:
    """Find the policy that keeps most of your texts within a limit on attack success, and print it.

    The policy goes to standard output, what was weighed to standard error.

    \b
    Examples:
      dp-gateway recommend --max-attack 0.3 --task chat --data mails.txt > policy.toml
      dp-gateway policy check policy.toml
      dp-gateway recommend --max-attack 0.2 --task classify --data reviews.tsv --json
    """
    from dp_gateway.evaluation.recommendation import recommend as search
    from dp_gateway.evaluation.recommendation import to_toml
    from dp_gateway.evaluation.sample import public_sample, take_sample

    names = mechanism_names(mechanisms)
    index = open_index(index_path)
    sample = public_sample(index, seed) if data is None else take_sample(index, documents_of(data), documents, seed)
    with progress() as report:
        found = search(sample, task, max_attack, names, allow_infinite=allow_infinite, say=report)
    if as_json:
        click.echo(json.dumps(found.to_json()))
        return
    _show(found)
    click.echo(to_toml(found), nl=False)


def _show(found: Recommendation) -> None:
    """What was weighed, on standard error."""
    from rich.table import Table

    headings = ["mechanism", "nominal ε", "certified ε", "Bayes attack", "expected cosine"]
    measured = found.metric != "expected_cosine"
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in [*headings, *([found.metric.replace("_", " ")] if measured else [])]:
        first = heading == "mechanism"
        width = len("infinite") if heading == "certified ε" else None
        table.add_column(heading, justify="left" if first else "right", no_wrap=first, overflow="fold", min_width=width)
    for candidate in found.candidates:
        figures = [f"{candidate.epsilon:g}", _level(candidate), f"{candidate.bayes_asr:.3f}"]
        figures.append(f"{candidate.expected_cosine:.3f}")
        kept = [] if not measured else ["—" if candidate.kept is None else f"{candidate.kept.value:.3f}"]
        chosen = (candidate.mechanism, candidate.epsilon) == (found.row.mechanism, found.row.nominal_epsilon)
        table.add_row(f"{'→ ' if chosen else '  '}{candidate.mechanism}", *figures, *kept)
    out = console(stderr=True)
    out.print(table)
    for note in found.notes:
        out.print(note, style="dim")
    out.print()


def _level(candidate: Candidate) -> str:
    level = candidate.certified_epsilon
    if level is None:
        return "not needed"
    return "[red]infinite[/]" if math.isinf(level) else f"{level:.3f}"
