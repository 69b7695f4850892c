"""`dp-gateway certify`."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from dp_gateway.cli.options import columns, console, mechanism_options, open_domain, progress, read_text
from dp_gateway.errors import ConfigurationError

if TYPE_CHECKING:
    from dp_gateway.mechanisms.base import Mechanism, Progress
    from dp_gateway.mechanisms.certify import Certificate
    from dp_gateway.mechanisms.clusant import CluSanT
    from dp_gateway.vocabulary.index import Index


@click.command()
@mechanism_options
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="A mechanism's own option; repeatable.")
@click.option("--k", type=float, help="Short for --option k=...: CusText's group size, CluSanT's k.")
@click.option(
    "--lexicon-type", metavar="TYPE", help="Certify over the phrases of a type of the lexicon, not over words."
)
@click.option("--prior", help="Text whose content words are the input prior [default: public word frequencies].")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object, or a list for `all`.")
def certify(
    mechanism: str,
    epsilon: str,
    index_path: Path | None,
    given: tuple[str, ...],
    k: float | None,
    lexicon_type: str | None,
    prior: str | None,
    as_json: bool,
) -> None:
    """Compute what a mechanism really guarantees over the whole vocabulary, and what attacker and user get.

    The certified epsilon comes from the integers that are drawn from; `--mechanism all` prints one table. Results
    are kept beside the index, so the same question is answered at once the next time.

    \b
    Examples:
      dp-gateway certify --mechanism stairtext --epsilon 8
      dp-gateway certify --mechanism all --epsilon 6 --prior mails.txt
      dp-gateway certify --mechanism custext --option k=50 --option similarity=cosine
      dp-gateway certify --mechanism clusant --lexicon-type CITY --option k=8
    """
    from dp_gateway.mechanisms.certify import certify as run
    from dp_gateway.mechanisms.registry import MECHANISMS, options
    from dp_gateway.privacy.guarantee import parse_epsilon
    from dp_gateway.vocabulary.placement import text_prior

    value = parse_epsilon(epsilon)
    everything = mechanism.lower() == "all"
    settings = _settings(given, k)
    names = list(MECHANISMS) if everything else [mechanism]
    known = {name: options(name) for name in names}
    _check_options(mechanism, settings, {option for listed in known.values() for option in listed})
    index, clustering = open_domain(index_path, lexicon_type, "--prior", prior)
    weights = None if prior is None else text_prior(index, read_text(prior))
    results: list[Certificate] = []
    least: float | None = None
    with progress() as report:
        for name, listed in known.items():
            made = _make(name, index, value, {"clustering": clustering, **settings}, listed)
            if not everything and made.name == "clusant":
                least = cast("CluSanT", made).least_admissible_k()
            results.append(run(made, weights, progress=lambda stage, n=name: _reporter(report, f"{n}: {stage}")))
    if as_json:
        listed = [result.to_json() for result in results]
        if least is not None:
            listed[0]["least_admissible_k"] = least
        click.echo(json.dumps(listed if everything else listed[0]))
    else:
        _print_table(results, "phrases" if lexicon_type else "words", "your text" if prior else "public frequencies")
        if least is not None:
            console().print(f"Least k at which both assumptions hold here: {least:.6g}.", style="dim")


def _settings(given: tuple[str, ...], k: float | None) -> dict[str, Any]:
    """Options by name; a value is JSON (a number, true, false) or else a word."""
    listed = [*given, *([] if k is None else [f"k={k:g}"])]
    settings: dict[str, Any] = {}
    for option in listed:
        name, separator, value = option.partition("=")
        if not separator or not value:
            raise ConfigurationError(f"{option} is no NAME=VALUE", hint="write it like --option k=20")
        try:
            settings[name.strip().replace("-", "_")] = json.loads(value)
        except json.JSONDecodeError:
            settings[name.strip().replace("-", "_")] = value
    return settings


def _check_options(mechanism: str, settings: dict[str, Any], known: set[str]) -> None:
    for name in settings:
        if name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise ConfigurationError(f"{mechanism} has no option {name}", hint=f"leave it out; its options: {listed}")


def _make(name: str, index: Index, epsilon: float, settings: dict[str, Any], known: tuple[str, ...]) -> Mechanism:
    from dp_gateway.mechanisms.registry import create

    return create(name, index, epsilon, **{option: value for option, value in settings.items() if option in known})


def _reporter(report: Callable[[str, int, int], None], stage: str) -> Progress:
    def update(done: int, total: int) -> None:
        report(stage, done, total)

    return update


def _print_table(results: list[Certificate], unit: str, prior: str) -> None:
    numbers = "nominal ε", "certified ε", "attack success", "expected cosine"
    table = columns("mechanism", *numbers, "worst pair → output", right=numbers)
    for result in results:
        guarantee, utility = result.guarantee, result.utility
        certified = guarantee.certified_epsilon
        shown = "[red]infinite[/]" if math.isinf(certified) else f"{certified:.3f}"
        about = "≈" if utility.estimated else ""
        worst = "{}, {} → {}".format(*guarantee.worst_pair) if guarantee.worst_pair else ""
        bound = "≤ " if guarantee.certificate != "exact" else ""
        table.add_row(
            result.mechanism,
            f"{guarantee.nominal_epsilon:g}",
            bound + shown,
            f"{about}{utility.bayes_asr:.3f}",
            f"{about}{utility.expected_cosine:.3f}",
            worst,
        )
    out = console()
    out.print(table)
    out.print(
        f"\nCertified ε: pure local DP of one of all {results[0].vocabulary_size:,} {unit}. "
        f"Attack success and expected cosine: prior: {prior}; ≈ estimated from draws.\n"
        "santext, tem, fbdd and clusant: the nominal ε is per unit of distance.",
        style="dim",
    )
    for result in results:
        if result.mechanism == "clusant":
            guarantee = result.guarantee
            out.print(f"clusant: {'; '.join((guarantee.notion, *guarantee.assumptions))}.", style="dim")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def mechanisms(as_json: bool) -> None:
    """List the mechanisms with what they are, where they come from and what they guarantee.

    Certified figures for an epsilon of yours: dp-gateway certify --mechanism all --epsilon 6
    """
    from dp_gateway.mechanisms.registry import MECHANISMS

    if as_json:
        fields = ("summary", "source", "guarantee")
        listed = [{"mechanism": name} | {f: getattr(entry, f) for f in fields} for name, entry in MECHANISMS.items()]
        click.echo(json.dumps(listed))
        return
    table = columns("mechanism", "what it is", "source", "guarantee")
    for name, entry in MECHANISMS.items():
        colour = "red" if "infinite" in entry.guarantee else "green"
        table.add_row(name, entry.summary, entry.source, f"[{colour}]{entry.guarantee}[/]")
    console().print(table)
