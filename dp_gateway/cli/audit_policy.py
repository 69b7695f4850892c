"""The parts of `dp-gateway audit` that attack a policy, and the models that attackers ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dp_gateway.cli.models import SMALL, address
from dp_gateway.cli.options import console, progress, read_text
from dp_gateway.errors import ConfigurationError

if TYPE_CHECKING:
    from dp_gateway.attacks.entity_audit import PolicyAudit
    from dp_gateway.attacks.llm import Guesser
    from dp_gateway.attacks.scorers import CausalScorer

__all__ = ["guesser_of", "model_options", "print_usage", "run_policy", "scorer_of"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def model_options(command: _Command) -> _Command:
    """--model, --attacker, --attacker-trust, --api-key-env, --prices."""
    for option in (
        click.option("--prices", type=(float, float), metavar="PROMPT COMPLETION", help="Of a million tokens."),
        click.option("--api-key-env", metavar="VARIABLE", help="Environment variable with the attacker's key."),
        click.option(
            "--attacker-trust",
            type=click.Choice(["local", "remote"]),
            default="local",
            show_default=True,
            help="remote: it is sent sanitized text alone.",
        ),
        click.option("--attacker", metavar="smollm2|URL#NAME", help="A language model that guesses the originals."),
        click.option("--model", metavar="smollm2|URL#NAME", help="A local language model for the contextual attacks."),
    ):
        command = option(command)
    return command


@contextmanager
def scorer_of(model: str | None) -> Generator[CausalScorer | None]:
    """A language model's scorer, for as long as it is needed."""
    from dp_gateway.attacks.scorers import CausalScorer
    from dp_gateway.llm import Endpoint

    if model is None:
        yield None
    elif model == SMALL:
        from dp_gateway.testing.local_model import LocalLlama

        # One thread: a second one waits for the first more than it helps on words as short as these.
        with LocalLlama(context=1024, threads=1) as server:
            yield CausalScorer(server.endpoint)
    else:
        yield CausalScorer(Endpoint(*address(model, "--model"), trust="local"))


@contextmanager
def guesser_of(attacker: str | None, trust: str, api_key_env: str | None) -> Generator[Guesser | None]:
    """A language model as attacker, for as long as it is needed."""
    from dp_gateway.attacks.llm import Guesser
    from dp_gateway.llm import Endpoint, LocalModel, RemoteModel

    if attacker is None:
        yield None
    elif attacker == SMALL:
        from dp_gateway.testing.local_model import LocalLlama

        with LocalLlama(context=4096) as server, LocalModel(server.endpoint) as model:
            yield Guesser(model)
    else:
        at = address(attacker, "--attacker")
        if trust == "remote":
            with RemoteModel(Endpoint(*at, trust="remote", api_key_env=api_key_env)) as remote:
                yield Guesser(remote)
        else:
            with LocalModel(Endpoint(*at, trust="local", api_key_env=api_key_env)) as local:
                yield Guesser(local)


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
    """Sanitize the texts under a policy, attack their entities, and print what was recovered.

    Raises:
        ConfigurationError: there is no text, or the policy replaces no entity.
    """
    from dp_gateway.attacks.entities import EntityTrial
    from dp_gateway.attacks.entity_audit import audit_policy, entity_attacks
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
        html.write_text(entity_page(found), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        _print(found)


def _parts(private: str, shadow: str | None) -> tuple[list[str], list[str]]:
    from dp_gateway.attacks import split
    from dp_gateway.attacks.corpus import read_sentences
    from dp_gateway.randomness import KeyedStream

    sentences = read_sentences(private, "".join(read_text(private)))
    if shadow is not None:
        return sentences, read_sentences(shadow, "".join(read_text(shadow)))
    # Texts with entities are few: a third of them makes a shadow set worth the name.
    return split(sentences, KeyedStream(b"public samples of an audit"), one_in=3)


def _print(found: PolicyAudit) -> None:
    from rich.table import Table

    from dp_gateway.attacks.entity_audit import policy_verdict

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
