"""`dp-gateway evaluate`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dp_gateway.cli.measuring import (
    ModelEndpoints,
    check_folder,
    check_results,
    command_of,
    documents_of,
    mechanism_names,
    metric_options,
    metrics_of,
    settings_of,
)
from dp_gateway.cli.options import columns, console, index_option, json_option, open_index, progress
from dp_gateway.cli.writing import force_option
from dp_gateway.errors import ConfigurationError

if TYPE_CHECKING:
    from dp_gateway.evaluation.frontier import Evaluation
    from dp_gateway.evaluation.recommendation import MechanismCandidate, Recommendation
    from dp_gateway.evaluation.results import Facts, Setting, SettingRow


@click.command()
@click.option("--mechanisms", default="all", show_default=True, help="`all` (StairText at more epsilons), or names.")
@click.option("--epsilons", default="1,2,3,4,6,8,10", show_default=True, help="Nominal epsilons, comma-separated.")
@click.option("--data", required=True, metavar="FILE", help="Text, one a line, or TSV: sentence and label columns.")
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Folder of the results.")
@force_option
@metric_options("token_cosine,semantic_similarity,accuracy")
@click.option("--documents", type=click.IntRange(min=1), default=1000, show_default=True, help="Most texts to use.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the sample and of all draws.")
@click.option("--keep-stopwords/--draw-stopwords", default=True, show_default=True, help="Under every mechanism.")
@click.option("--public-prior", is_flag=True, help="Add attack and cosine over public word frequencies (slow).")
@index_option
@json_option
@click.pass_context
def evaluate(
    context: click.Context,
    mechanisms: str,
    epsilons: str,
    data: str,
    out: Path,
    force: bool,
    metrics: str,
    model: str | None,
    api_key_env: str | None,
    documents: int,
    seed: int,
    keep_stopwords: bool,
    public_prior: bool,
    index_path: Path | None,
    as_json: bool,
) -> None:
    """Draw the frontier of your own texts: what each mechanism leaves, guarantees and withstands at each epsilon.

    DIR gets frontier.html (which mechanism to use, at the top), its plots as PNG, frontier.csv and frontier.json. A run
    that was interrupted goes on where it was; results of other texts, draws or settings are replaced by --force alone.
    Draws repeat: the same command gives the same figures.

    \b
    Examples:
      dp-gateway evaluate --data mails.txt --out frontier
      dp-gateway evaluate --mechanisms stairtext,custext+ --epsilons 2,6,10 --data reviews.tsv --out frontier
    """
    from dp_gateway.attacks.page import check_plots
    from dp_gateway.evaluation.frontier import Evaluation
    from dp_gateway.evaluation.page import write_page
    from dp_gateway.evaluation.results import to_json
    from dp_gateway.evaluation.sample import take_sample

    settings = settings_of(mechanisms, epsilons, finer=True)
    levels = sorted({setting.epsilon for setting in settings_of(mechanisms, epsilons)})
    # An evaluation takes minutes; that its page cannot be written is said before.
    check_plots()
    check_folder(out)
    with ModelEndpoints() as models:
        made = metrics_of(metrics, model, models, api_key_env)
        sample = take_sample(open_index(index_path), documents_of(data), documents, seed)
        drawn = {
            "data": Path(data).name,
            "documents": len(sample.texts),
            "seed": seed,
            "keep_stopwords": keep_stopwords,
        }
        check_results(
            out / "frontier.json",
            drawn,
            lambda row: (row["mechanism"], row["nominal_epsilon"]) in settings,
            force=force,
        )
        evaluation = Evaluation(
            sample, made, model=model or "", keep_stopwords=keep_stopwords, public_prior=public_prior
        )
        with _bars(len(settings)) as (say, step):
            step("texts as they are", 0)
            facts = _facts(evaluation, command_of(context), Path(data).name, levels)
            rows = _run(evaluation, settings, out, facts, say, step)
    facts = _with_impossible(facts, evaluation)
    write_page(out, rows, facts)
    if as_json:
        click.echo(json.dumps(to_json(facts, rows)))
    else:
        _print(rows, facts, out)


def _facts(evaluation: Evaluation, command: str, name: str, levels: Sequence[float]) -> Facts:
    from dp_gateway import __version__
    from dp_gateway.evaluation.results import Facts

    sample = evaluation.sample
    return Facts(
        command=command,
        version=__version__,
        index=f"{sample.index.name} {sample.index.content_hash[:16]}",
        data=name,
        documents=len(sample.texts),
        words=int(sample.private.sensitive.sum()),
        seed=sample.seed,
        keep_stopwords=evaluation.keep_stopwords,
        untouched=evaluation.untouched,
        notes=sample.notes,
        levels=tuple(levels),
    )


def _with_impossible(facts: Facts, evaluation: Evaluation) -> Facts:
    from dataclasses import replace

    left_out = [f"{s.mechanism} {s.epsilon:g} did not run: {reason}" for s, reason in evaluation.impossible.items()]
    return replace(facts, notes=(*facts.notes, *left_out))


def _run(
    evaluation: Evaluation,
    settings: Sequence[Setting],
    out: Path,
    facts: Facts,
    say: Callable[[str, int, int], None],
    step: Callable[[str, int], None],
) -> list[SettingRow]:
    """The rows, written down one after the other."""
    from dp_gateway.evaluation.results import known_rows, write_rows

    known = known_rows(out)
    rows: list[SettingRow] = []
    step("settings", 0)
    evaluation.prepare(settings, known, say)
    for number, setting in enumerate(settings):
        step(f"{setting.mechanism} {setting.epsilon:g}", number)
        row = evaluation.evaluate(setting, known, say)
        if row is not None:
            rows.append(row)
            # Rows of before that come later are not lost where this run is interrupted too.
            later = [one for one in known if (one.mechanism, one.nominal_epsilon) in settings[number + 1 :]]
            write_rows(out, [*rows, *later], facts)
    if not rows:
        reason = next(iter(evaluation.impossible.values()))
        raise ConfigurationError(f"no setting could be evaluated: {reason}", hint="choose others: --mechanisms")
    return rows


@contextmanager
def _bars(total: int) -> Generator[tuple[Callable[[str, int, int], None], Callable[[str, int], None]]]:
    """Two progress bars on standard error: one for all settings, one for the stage of the present one."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:24}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        whole, part = bar.add_task("settings", total=total), bar.add_task("", total=1)

        def say(stage: str, done: int, of: int) -> None:
            bar.update(part, description=f"  {stage}", completed=done, total=of)

        def step(setting: str, number: int) -> None:
            bar.update(whole, description=setting, completed=number)

        yield say, step


def _print(rows: Sequence[SettingRow], facts: Facts, out: Path) -> None:
    from dp_gateway.evaluation.page import utilities
    from dp_gateway.evaluation.results import findings

    metrics = utilities(rows)[1:]
    figures = ["ε", "certified ε", "Bayes attack", "measured", "expected cosine", *metrics]
    # In two lines: eighty columns hold the table.
    numbers = [re.sub("[ _]", "\n", name) for name in figures]
    table = columns("mechanism", *numbers, right=numbers, tight=True)
    for row in rows:
        level, about = row.certified_epsilon, "≈" if row.estimated else ""
        bound = "" if row.certificate == "exact" else "≤ "
        table.add_row(
            row.mechanism,
            f"{row.nominal_epsilon:g}",
            "[red]infinite[/]" if math.isinf(level) else f"{bound}{level:.3f}",
            f"{about}{row.bayes_asr:.3f}",
            _figure(row.figure("measured_asr")),
            f"{about}{row.expected_cosine:.3f}",
            *(_figure(row.figure(name)) for name in metrics),
        )
    show = console()
    show.print(table)
    show.print("\nε: nominal; attacks: share of content words recovered.", style="dim")
    for sentence in findings(rows, facts.levels):
        show.print(sentence)
    skipped = {f"{name} was skipped for {row.mechanism}: {why}" for row in rows for name, why in row.skipped.items()}
    for note in (*facts.notes, *sorted(skipped)):
        show.print(note, style="dim")
    show.print(f"\nWritten: {out / 'frontier.html'}, and JSON, CSV and PNG beside it.")


def _figure(value: Any) -> str:
    return "—" if value is None else f"{value:.3f}"


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
@index_option
@json_option
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


def _level(candidate: MechanismCandidate) -> str:
    level = candidate.certified_epsilon
    if level is None:
        return "not needed"
    return "[red]infinite[/]" if math.isinf(level) else f"{level:.3f}"
