"""`dp-gateway audit`: of a mechanism, or of a policy by the models that attackers ask."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.budget import rotate, verify
from dp_gateway.cli.measuring import MODEL, ModelEndpoints, runs_here
from dp_gateway.cli.options import (
    ExplainedCommands,
    columns,
    console,
    mechanism_options,
    open_domain,
    progress,
    read_text,
)
from dp_gateway.cli.writing import check_output, force_option, write_file
from dp_gateway.errors import ConfigurationError

if TYPE_CHECKING:
    from dp_gateway.attacks import Audit, Corpus
    from dp_gateway.attacks.entity_attacks import PolicyAudit
    from dp_gateway.attacks.llm import Guesser
    from dp_gateway.attacks.scorers import CausalScorer
    from dp_gateway.llm import Trust
    from dp_gateway.vocabulary.index import Index


@contextmanager
def models_of(
    model: str | None, attacker: str | None, trust: Trust, api_key_env: str | None
) -> Generator[tuple[CausalScorer | None, Guesser | None]]:
    """Run a language model as scorer, and one as attacker, for as long as they are needed."""
    from dp_gateway.attacks.llm import Guesser
    from dp_gateway.attacks.scorers import CausalScorer
    from dp_gateway.llm import model_at

    with ExitStack() as stack:
        scorer = guesser = None
        if model is not None:
            # One thread: a second one waits for the first more than it helps on words as short as these.
            scoring = stack.enter_context(ModelEndpoints(threads=1, context=1024))
            scorer = CausalScorer(scoring.endpoint(model, "--model"))
        if attacker is not None:
            trust = "local" if runs_here(attacker) else trust
            guessing = stack.enter_context(ModelEndpoints())
            endpoint = guessing.endpoint(attacker, "--attacker", trust=trust, api_key_env=api_key_env)
            guesser = Guesser(stack.enter_context(model_at(endpoint)))
        yield scorer, guesser


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


def run_policy(
    policy: str,
    private: str | None,
    shadow: str | None,
    tokens: int | None,
    scorer: CausalScorer | None,
    guesser: Guesser | None,
    *,
    as_json: bool,
    html: Path | None,
) -> None:
    """Sanitize the texts under a policy, attack their entities, and print what was recovered. Raises ConfigurationError
    where there is no text, or the policy replaces no entity.
    """
    from dp_gateway.attacks.entities import EntityTrial
    from dp_gateway.attacks.entity_attacks import audit_policy, entity_attacks
    from dp_gateway.attacks.page import entity_page
    from dp_gateway.pipeline import Gateway
    from dp_gateway.randomness import Secret

    if private is None:
        raise ConfigurationError(
            "a policy is attacked on texts with names and places in them", hint="add --private FILE, a text a line"
        )
    # A public key, so that figures repeat.
    gateway = Gateway(policy, key=Secret(b"public draws of an audit"))
    if not gateway.policy.detects or gateway.policy.kind == "observe":
        raise ConfigurationError(
            f"the policy {gateway.policy.name} replaces no entity",
            hint="use --policy entities or hybrid; for words: --mechanism",
        )
    parts = _parts(private, shadow)
    with progress() as report:
        trial = EntityTrial(gateway, *parts, progress=lambda done, total: report("sanitize", done, total))
        attacks = entity_attacks(scorer, guesser, tokens)
        names = [attack.name for attack in attacks]
        found = audit_policy(trial, attacks, progress=lambda name: report("attacks", names.index(name), len(names)))
    if html is not None:
        write_file(html, entity_page(found))
    if as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        _print_types(found)


def _parts(private: str, shadow: str | None) -> tuple[list[str], list[str]]:
    from dp_gateway.attacks import split
    from dp_gateway.attacks.corpus import read_sentences
    from dp_gateway.randomness import KeyedStream

    sentences = read_sentences(private, "".join(read_text(private)))
    if shadow is not None:
        return sentences, read_sentences(shadow, "".join(read_text(shadow)))
    # Texts with entities are few: a third of them makes a shadow set worth the name.
    return split(sentences, KeyedStream(b"public samples of an audit"), one_in=3)


def _print_types(found: PolicyAudit) -> None:
    from rich.table import Table

    from dp_gateway.attacks.entity_attacks import policy_verdict

    table = Table(box=None, header_style="bold", pad_edge=False)
    headings = [
        "entity",
        "mentions",
        "nominal ε",
        "by prior alone",
        *(r.attack.replace("_", " ") for r in found.reports),
    ]
    for heading in headings:
        first = heading == "entity"
        table.add_column(heading, justify="left" if first else "right", no_wrap=first, overflow="fold")
    for name, row in found.types.items():
        tried = [report.by_type.get(name) for report in found.reports]
        cells = ["—" if each is None else f"{each[0] / each[1]:.3f}" for each in tried]
        table.add_row(name, f"{row.mentions:,}", f"{row.nominal_epsilon:g}", f"{row.prior:.3f}", *cells)
    whole = [f"{report.success_rate:.3f}" for report in found.reports]
    table.add_row("all", f"{sum(row.mentions for row in found.types.values()):,}", "", "", *whole, style="bold")
    out = console()
    out.print(table)
    out.print(
        f"\nShare of mentions recovered exactly, in {found.texts:,} texts under the policy {found.policy}.", style="dim"
    )
    for sentence in policy_verdict(found):
        out.print(f"  {sentence}")
    for skipped in found.skipped:
        out.print(f"  {skipped.attack}: {skipped.reason}.", style="dim")


_WORDS = 20_000
_SHADOW_WORDS = 5_000


@click.group(cls=ExplainedCommands, invoke_without_command=True)
@click.pass_context
@mechanism_options
@click.option("--compare", metavar="NAMES", help="`all`, or several mechanisms, comma-separated, side by side.")
@click.option("--private", metavar="FILE", help="Sentences to attack: text, or TSV with a sentence column.")
@click.option("--shadow", metavar="FILE", help="Sentences the attacker has [default: a part of --private].")
@click.option("--lexicon-type", metavar="TYPE", help="Attack the phrases of a type of the lexicon, such as CITY.")
@click.option("--tokens", type=click.IntRange(min=1), help="Attack a sample of so many words [default: all].")
@click.option("--policy", metavar="NAME", help="Attack the names and other entities that a policy replaces.")
@click.option("--model", metavar=MODEL, help="A local language model for the contextual attacks.")
@click.option("--attacker", metavar=MODEL, help="A language model that guesses the originals.")
@click.option(
    "--attacker-trust",
    type=click.Choice(["local", "remote"]),
    default="local",
    show_default=True,
    help="remote: it is sent sanitized text alone.",
)
@click.option("--api-key-env", metavar="VARIABLE", help="Environment variable with the attacker's key.")
@click.option("--prices", type=(float, float), metavar="PROMPT COMPLETION", help="Of a million tokens.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object, or a list for --compare.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with plots.")
@force_option
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
    policy: str | None,
    model: str | None,
    attacker: str | None,
    attacker_trust: Trust,
    api_key_env: str | None,
    prices: tuple[float, float] | None,
    as_json: bool,
    html: Path | None,
    force: bool,
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
      dp-gateway audit --policy entities --private mails.txt --attacker smollm2
    """
    # Matrices here are small or come in blocks, a block a thread: more threads inside would wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if ctx.invoked_subcommand is not None:
        return
    from dp_gateway.attacks import audit as run
    from dp_gateway.attacks import standard_attacks
    from dp_gateway.attacks.page import check_plots, page
    from dp_gateway.mechanisms.registry import create
    from dp_gateway.privacy.guarantee import parse_epsilon

    if html is not None:
        # An audit takes minutes; that its page cannot be written is said before.
        check_output(html, force=force)
        check_plots()
    with models_of(model, attacker, attacker_trust, api_key_env) as (scorer, guesser):
        if policy is not None:
            if compare is not None or lexicon_type is not None:
                raise ConfigurationError("--policy is audited alone", hint="leave --compare and --lexicon-type out")
            run_policy(policy, private, shadow, tokens, scorer, guesser, as_json=as_json, html=html)
            print_usage(guesser, prices)
            return
        value = parse_epsilon(epsilon)
        names = _names(mechanism, compare)
        index, clustering = open_domain(index_path, lexicon_type, "--private", private)
        corpora = _corpora(index, private, shadow)
        found: list[Audit] = []
        with progress() as report:
            for number, name in enumerate(names):
                attacks = standard_attacks(scorer, tokens, guesser)
                options = {"clustering": clustering} if name == "clusant" else {}
                made = create(name, index, value, **options)
                say = _saying(report, name, number, len(names), [attack.name for attack in attacks])
                found.append(run(made, *corpora, attacks, tokens=tokens, progress=say))
    print_usage(guesser, prices)
    if html is not None:
        write_file(html, page(found))
    if as_json:
        listed = [each.to_json() for each in found]
        click.echo(json.dumps(listed if compare else listed[0]))
    else:
        _print(found, _source(private, lexicon_type, found[0]))


audit.add_command(verify)
audit.add_command(rotate)


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
    from dp_gateway.attacks.corpus import read_sentences
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


def _saying(
    report: Callable[[str, int, int], None], name: str, number: int, total: int, attacks: list[str]
) -> Callable[[str], None]:
    stages = ["certificate", "draws", *attacks]

    def say(stage: str) -> None:
        done = stages.index(stage)
        report("all", number * len(stages) + done, total * len(stages))
        report(f"{name}: {stage.replace('_', ' ')}", done, len(stages))

    return say


def _source(private: str | None, lexicon_type: str | None, audit: Audit) -> str:
    if lexicon_type is not None:
        return f"draws of the lexicon's {lexicon_type} phrases"
    return (
        "single words drawn from public frequencies" if private is None else f"words in {audit.sentences:,} sentences"
    )


_SHORT = {
    "context_free_bound": "free\nbound",
    "context_free_bayesian": "free\nBayes",
    "contextual_bound": "text\nbound",
    "contextual_bayesian": "text\nBayes",
    "embedding_inversion": "near",
    "mask_token_inference": "mask",
    "inversion_model": "model",
}
"""Headings of attacks."""


def _print(found: list[Audit], source: str) -> None:
    from dp_gateway.attacks.audit import left_out, verdict

    names = list(dict.fromkeys(report.attack for each in found for report in each.reports))
    numbers = "ε", "certified", "ε ≥", *(_SHORT.get(name, name) for name in names)
    table = columns("mechanism", *numbers, right=numbers, tight=True)
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
    out.print(f"\n{_caption(found, source)}", style="dim")
    for each in found:
        out.print(f"\n[bold]{each.mechanism}[/]")
        for sentence in verdict(each):
            out.print(f"  {sentence}")
        for sentence in left_out(each):
            out.print(f"  {sentence}", style="dim", markup=False)


def _caption(found: list[Audit], source: str) -> str:
    """What the figures of the table are shares of, and what its headings mean."""
    tried = {report.attack: report.tokens for each in found for report in each.reports}
    queried = tried.pop("query", 0)
    most = max(tried.values(), default=0)
    text = f"Share recovered exactly, of {most:,} {source}"
    samples: dict[int, list[str]] = {}
    for name, tokens in tried.items():
        if tokens < most:
            samples.setdefault(tokens, []).append(_heading(name))
    text += "".join(f"; {', '.join(names)}: of a sample of {tokens:,}" for tokens, names in samples.items())
    if queried:
        text += f"; query: of {queried:,}, each drawn afresh up to 100 times"
    named = "; ".join(f"{_heading(name)}: {name}" for name in tried if name in _SHORT)
    return f"{text}. ε: nominal; ε ≥: what draws prove at 95 %. {named}."


def _heading(name: str) -> str:
    return _SHORT.get(name, name).replace("\n", " ")
