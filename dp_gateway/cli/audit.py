"""`dp-gateway audit`."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dp_gateway.cli.budget import verify
from dp_gateway.cli.options import console, mechanism_options, open_index, open_lexicon, progress, read_text
from dp_gateway.errors import ConfigurationError, InputError

if TYPE_CHECKING:
    from dp_gateway.attacks import Audit, Corpus, Scorer
    from dp_gateway.vocabulary.index import Index

_WORDS = 20_000
_SHADOW_WORDS = 5_000


@click.group(invoke_without_command=True)
@click.pass_context
@mechanism_options
@click.option("--compare", metavar="NAMES", help="`all`, or several mechanisms, comma-separated, side by side.")
@click.option("--private", metavar="FILE", help="Sentences to attack: text, or TSV with a sentence column.")
@click.option("--shadow", metavar="FILE", help="Sentences the attacker has [default: a part of --private].")
@click.option("--lexicon-type", metavar="TYPE", help="Attack the phrases of a type of the lexicon, such as CITY.")
@click.option("--tokens", type=click.IntRange(min=1), help="Attack a sample of so many words [default: all].")
@click.option("--model", metavar="smollm2|URL#NAME", help="A local language model for the contextual attacks.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object, or a list for --compare.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with plots.")
def audit(
    ctx: click.Context,
    mechanism: str,
    epsilon: str,
    index_path: Path | None,
    compare: str | None,
    private: str | None,
    shadow: str | None,
    lexicon_type: str | None,
    tokens: int | None,
    model: str | None,
    as_json: bool,
    html: Path | None,
) -> None:
    """Attack a mechanism before you trust it: certificate, what draws prove, and what each attack recovers.

    Without files single words are drawn from public frequencies, which is enough for attacks that look at no
    context. Figures repeat: draws of an audit come from a public stream.

    \b
    Examples:
      dp-gateway audit --mechanism stairtext --epsilon 6
      dp-gateway audit --compare all --epsilon 6 --private mails.txt --html audit.html
      dp-gateway audit --mechanism clusant --epsilon 8 --lexicon-type CITY
      dp-gateway audit --private mine.tsv --shadow theirs.tsv --model smollm2 --json
    """
    if ctx.invoked_subcommand is not None:
        return
    from dp_gateway.attacks import audit as run
    from dp_gateway.attacks import standard_attacks
    from dp_gateway.attacks.page import page
    from dp_gateway.attacks.plots import check_plots
    from dp_gateway.mechanisms.registry import create
    from dp_gateway.privacy.guarantee import parse_epsilon

    value = parse_epsilon(epsilon)
    names = _names(mechanism, compare)
    if html is not None:
        # An audit takes minutes; that its page cannot be written is said before.
        _write(html, "")
        check_plots()
    index, clustering = _domain(index_path, lexicon_type, private)
    corpora = _corpora(index, private, shadow)
    found: list[Audit] = []
    with _scorer(model) as scorer, progress() as report:
        for number, name in enumerate(names):
            say = _saying(report, name, number, len(names))
            attacks = standard_attacks(scorer, tokens)
            options = {"clustering": clustering} if name == "clusant" else {}
            made = create(name, index, value, **options)
            found.append(run(made, *corpora, attacks, tokens=tokens, progress=say))
    if html is not None:
        _write(html, page(found))
    if as_json:
        listed = [each.to_json() for each in found]
        click.echo(json.dumps(listed if compare else listed[0]))
    else:
        _print(found, _source(private, lexicon_type, found[0]))


audit.add_command(verify)


def _domain(index_path: Path | None, lexicon_type: str | None, private: str | None) -> tuple[Index, Any]:
    """What is attacked, and the clusters that its phrases came with, if any."""
    if lexicon_type is None:
        return open_index(index_path), None
    if index_path is not None or private is not None:
        other = "--index" if index_path is not None else "--private"
        raise ConfigurationError(
            f"{other} is about words, --lexicon-type about phrases", hint=f"leave one out: {other} or --lexicon-type"
        )
    lexicon = open_lexicon()
    return lexicon.index(lexicon_type), lexicon.clusters(lexicon_type)


def _names(mechanism: str, compare: str | None) -> list[str]:
    from dp_gateway.mechanisms.registry import MECHANISMS, find

    if compare is None:
        wanted = [mechanism]
    else:
        wanted = list(MECHANISMS) if compare.strip().lower() == "all" else compare.split(",")
    names = [name.strip().lower() for name in wanted]
    for name in names:
        find(name)
    return names


def _corpora(index: Index, private: str | None, shadow: str | None) -> tuple[Corpus, Corpus]:
    from dp_gateway.attacks import drawn_corpus, read_corpus, split
    from dp_gateway.attacks.files import read_sentences
    from dp_gateway.randomness import KeyedStream

    stream = KeyedStream(b"public samples of an audit")
    if private is None:
        if shadow is not None:
            raise ConfigurationError("--shadow is given without --private", hint="add --private FILE")
        prior = index.content_prior
        return drawn_corpus(index, prior, _WORDS, stream), drawn_corpus(index, prior, _SHADOW_WORDS, stream)
    sentences = read_sentences(private, "".join(read_text(private)))
    if shadow is None:
        parts = split(sentences, stream)
    else:
        parts = sentences, read_sentences(shadow, "".join(read_text(shadow)))
    return read_corpus(index, parts[0]), read_corpus(index, parts[1])


@contextmanager
def _scorer(model: str | None) -> Generator[Scorer | None]:
    """A language model's scorer, for as long as it is needed."""
    from dp_gateway.attacks.causal import CausalScorer
    from dp_gateway.llm import Endpoint

    if model is None:
        yield None
    elif model == "smollm2":
        from dp_gateway.testing.local_model import LocalLlama

        # One thread: a second one waits for the first more than it helps on words as short as these.
        with LocalLlama(context=1024, threads=1) as server:
            yield CausalScorer(server.endpoint)
    elif model.startswith(("http://", "https://")):
        url, _, name = model.partition("#")
        yield CausalScorer(Endpoint(url, name or "default", trust="local"))
    else:
        raise ConfigurationError(
            f"there is no model {model}", hint="use --model smollm2, or the address of a local server: URL#MODEL"
        )


def _saying(report: Callable[[str, int, int], None], name: str, number: int, total: int) -> Callable[[str], None]:
    def say(stage: str) -> None:
        report(f"{name} ({number + 1}/{total})", number, total)
        report(f"  {stage}", 0, 1)

    return say


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror}", hint="name a file in a folder you may write to"
        ) from None


def _source(private: str | None, lexicon_type: str | None, audit: Audit) -> str:
    if lexicon_type is not None:
        return f"draws of the lexicon's {lexicon_type} phrases"
    return "single words from public frequencies" if private is None else f"{audit.sentences:,} sentences"


def _print(found: list[Audit], source: str) -> None:
    from rich.table import Table

    from dp_gateway.attacks import verdict

    names = list(dict.fromkeys(report.attack for each in found for report in each.reports))
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("mechanism", "nominal ε", "certified ε", "ε ≥", *(name.replace("_", " ") for name in names)):
        table.add_column(heading, justify="left" if heading == "mechanism" else "right", overflow="fold")
    for each in found:
        certified = each.guarantee.certified_epsilon
        rates = [each.report(name) for name in names]
        table.add_row(
            each.mechanism,
            f"{each.guarantee.nominal_epsilon:g}",
            "[red]infinite[/]" if math.isinf(certified) else f"{certified:.3f}",
            f"{each.empirical.lower:.2f}",
            *("—" if rate is None else f"{rate.success_rate:.3f}" for rate in rates),
        )
    out = console()
    out.print(table)
    out.print(
        f"\nShare recovered exactly, of {found[0].tokens:,} in {source}; query: of those drawn afresh up to "
        "100 times. ε ≥: what draws prove at 95 %.",
        style="dim",
    )
    for each in found:
        out.print(f"\n[bold]{each.mechanism}[/]")
        for sentence in verdict(each):
            out.print(f"  {sentence}")
        for skipped in each.skipped:
            out.print(f"  {skipped.attack} did not run: {skipped.reason}.", style="dim")
