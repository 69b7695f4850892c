"""Batch files of providers: `table batch` and `table batch-restore`, which `table` adds to its commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from dp_gateway.cli.options import (
    budget_options,
    json_option,
    key_options,
    open_index,
    open_lexicon,
    opened_accountant,
    policy_option,
    read_existing_key,
    read_key,
)
from dp_gateway.cli.writing import check_output, force_option, written_file
from dp_gateway.errors import ConfigurationError

if TYPE_CHECKING:
    from dp_gateway.budget.base import Charge
    from dp_gateway.randomness import Secret
    from dp_gateway.tables.batches import BatchDoor


class _All(NamedTuple):
    """The requests of a file as a ledger prices them: each unit once."""

    units: dict[bytes, Charge]

    def charges(self, *, certified: bool = True) -> tuple[Charge, ...]:
        """One charge a unit, by certified levels."""
        del certified
        return tuple(self.units.values())


@click.command(short_help="the request file of a provider's batch API")
@click.argument("requests", type=click.Path(path_type=Path))
@click.option("--output", "-o", required=True, type=click.Path(path_type=Path), help="The file to upload.")
@force_option
@policy_option
@key_options
@json_option
@budget_options
def batch(
    requests: Path,
    output: Path,
    force: bool,
    policy: str,
    key_file: Path | None,
    scope: str,
    as_json: bool,
    budget: float | None,
    ledger: str,
    tenant: str,
) -> None:
    """Sanitize REQUESTS, the request file of OpenAI's or Anthropic's batch API.

    Each line is sanitized as the server sanitizes such a request. The `custom_id` is replaced by a keyed hash. Keep the
    file: with it and the key the results are restored, and nothing else is kept.

    \b
    Example:
      dp-gateway table batch requests.jsonl -o sanitized.jsonl
    """
    from dp_gateway.exchange import Caller
    from dp_gateway.privacy.composition import basic
    from dp_gateway.privacy.guarantee import epsilon_json, level_text, stated
    from dp_gateway.tables.batches import lines_of

    _check(output, force, requests)
    key = read_key(key_file)
    door = _door(policy, key, scope, tenant)
    units: dict[bytes, Charge] = {}
    count = 0
    with written_file(output) as file:
        for line in door.sanitize(lines_of(requests)):
            units.update({charge.unit: charge for charge in line.charges(certified=True)})
            file.write(line.line + b"\n")
            count += 1
        # A disk that is full says so before anything is paid for.
        file.flush()
        with opened_accountant(budget, ledger, key) as accountant:
            if accountant is not None:
                with accountant.spend(_All(units), Caller(tenant=tenant)) as spent:
                    spent.leaves()
    level = basic((charge.epsilon * charge.count, charge.delta * charge.count) for charge in units.values())
    if as_json:
        epsilon, delta = stated(level)
        told = {"requests": count, "certified": level_text(level), "epsilon": epsilon_json(epsilon), "delta": delta}
        click.echo(json.dumps(told))
        return
    click.echo(f"{count:,} requests, {level_text(level)} certified in all, by basic composition", err=True)


@click.command("batch-restore", short_help="originals into the results of a batch")
@click.argument("results", type=click.Path(path_type=Path))
@click.option("--requests", required=True, type=click.Path(path_type=Path), help="The file before it was sanitized.")
@click.option("--output", "-o", required=True, type=click.Path(path_type=Path), help="Where the restored results go.")
@force_option
@policy_option
@key_options
@click.option("--tenant", default="", help="As it was sanitized with.")
@click.option("--allow-unmatched", is_flag=True, help="Results that belong to no request stay as they are.")
def batch_restore(
    results: Path,
    requests: Path,
    output: Path,
    force: bool,
    policy: str,
    key_file: Path | None,
    scope: str,
    tenant: str,
    allow_unmatched: bool,
) -> None:
    """Put originals back into RESULTS, the file that the provider gave for a batch.

    \b
    Example:
      dp-gateway table batch-restore results.jsonl --requests requests.jsonl -o restored.jsonl
    """
    from dp_gateway.tables.batches import lines_of

    _check(output, force, requests, results)
    door = _door(policy, read_existing_key(key_file), scope, tenant)
    unmatched: list[int] = []
    count = 0
    with written_file(output) as file:
        for line in door.restore(lines_of(requests), lines_of(results), unmatched if allow_unmatched else None):
            file.write(line + b"\n")
            count += 1
    if unmatched:
        click.echo(f"{len(unmatched):,} results belong to no request, and stay as they are", err=True)
    click.echo(f"restored {count - len(unmatched):,} results", err=True)


def _check(output: Path, force: bool, *inputs: Path) -> None:
    if any(output.exists() and one.exists() and output.samefile(one) for one in inputs):
        raise ConfigurationError("the output would be written over the input", hint="name another output")
    check_output(output, force=force)


def _door(policy: str, key: Secret, scope: str, tenant: str) -> BatchDoor:
    from dp_gateway.exchange import Caller, Doorway
    from dp_gateway.pipeline import Gateway
    from dp_gateway.policy import load_policy
    from dp_gateway.tables.batches import BatchDoor

    loaded = load_policy(policy)
    lexicon: Any = open_lexicon() if loaded.detects else None
    index = open_index(None) if loaded.draws_words else None
    doorway = Doorway(Gateway(loaded, key=key, lexicon=lexicon, index=index), key=key)
    return BatchDoor(doorway, key, Caller(scope, tenant))
