"""`dp-gateway certify`."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dp_gateway.cli.options import console, mechanism_options, open_index, progress, read_text

if TYPE_CHECKING:
    from dp_gateway.mechanisms.base import Mechanism, Progress
    from dp_gateway.mechanisms.certify import Certificate
    from dp_gateway.vocabulary.index import Index


@click.command()
@mechanism_options
@click.option("--k", type=int, help="Group size of CusText [default: 20].")
@click.option("--prior", help="Text whose content words are the input prior [default: public word frequencies].")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: one object, or a list for `all`.")
def certify(
    mechanism: str, epsilon: str, index_path: Path | None, k: int | None, prior: str | None, as_json: bool
) -> None:
    """Compute what a mechanism really guarantees over the whole vocabulary, and what attacker and user get.

    The certified epsilon comes from the integers that are drawn from; `--mechanism all` prints one table. Results
    are kept beside the index, so the same question is answered at once the next time.

    \b
    Examples:
      dp-gateway certify --mechanism stairtext --epsilon 8
      dp-gateway certify --mechanism all --epsilon 6 --prior mails.txt
    """
    from dp_gateway.mechanisms.certify import certify as run
    from dp_gateway.mechanisms.registry import MECHANISMS, find
    from dp_gateway.privacy.guarantee import parse_epsilon
    from dp_gateway.vocabulary.prior import text_prior

    value = parse_epsilon(epsilon)
    everything = mechanism.lower() == "all"
    if not everything:
        find(mechanism)
    index = open_index(index_path)
    weights = None if prior is None else text_prior(index, read_text(prior))
    results: list[Certificate] = []
    with progress() as report:
        for name in MECHANISMS if everything else [mechanism]:
            made = _make(name, index, value, k, strict=not everything)
            results.append(run(made, weights, progress=lambda stage, n=name: _reporter(report, f"{n}: {stage}")))
    if as_json:
        listed = [result.to_json() for result in results]
        click.echo(json.dumps(listed if everything else listed[0]))
    else:
        _print_table(results, "your text" if prior else "public word frequencies")


def _make(name: str, index: Index, epsilon: float, k: int | None, *, strict: bool) -> Mechanism:
    from dp_gateway.errors import AssumptionViolated
    from dp_gateway.mechanisms.registry import create

    if k is None or (not name.lower().startswith("custext") and not strict):
        return create(name, index, epsilon)
    if not name.lower().startswith("custext"):
        raise AssumptionViolated(f"{name} has no group size", hint="leave --k out, or use --mechanism custext")
    return create(name, index, epsilon, k=k)


def _reporter(report: Callable[[str, int, int], None], stage: str) -> Progress:
    def update(done: int, total: int) -> None:
        report(stage, done, total)

    return update


def _print_table(results: list[Certificate], prior: str) -> None:
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in (
        "mechanism",
        "nominal ε",
        "certified ε",
        "attack success",
        "expected cosine",
        "worst pair → output",
    ):
        table.add_column(heading, justify="left" if heading in ("mechanism", "worst pair → output") else "right")
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
        f"\nCertified ε: pure local DP of one word over all {results[0].vocabulary_size:,} words of the vocabulary. "
        f"Attack success and expected cosine: content words, prior: {prior}; ≈ estimated from draws.\n"
        "santext, tem and fbdd: the nominal ε is per unit of distance.",
        style="dim",
    )
