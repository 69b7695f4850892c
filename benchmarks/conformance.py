"""The conformance suite of `dp_gateway.testing.entities` on as many draws as the time allows, added up by type.

    python -m benchmarks.conformance --minutes 15 --seed 1 --processes 2

Each pair of values of one printed class is drawn for end to end, in fresh scopes, `--draws` times on either side, under
the default policy and under one with epsilon 1, at which draws can tell something of what is drawn near. A run goes
through the pairs in an order of its own, and adds what it sampled to `conformance.json`; `conformance.md` is made of
that, and both are written after each pair. `--fresh` forgets what earlier code sampled. A pair that keeps its promise
is counted as refuted with a probability of at most 1e-6.
"""

from __future__ import annotations

import json
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import click

from dp_gateway import Gateway, Secret
from dp_gateway.policy import PRESETS, parse_policy
from dp_gateway.surrogates.phrases import LEXICON_TYPES
from dp_gateway.testing.entities import (
    common_level,
    count_listed,
    delta_at_least,
    draw,
    form,
    lost_stretches,
    statistics,
    usual_words,
)
from dp_gateway.testing.pairs import ARTICLE_PAIRS, FORM_PAIRS, PAIRS, TextPair
from dp_gateway.text.entities import VALUE_TYPES

_FILE = Path(__file__).with_name("conformance.json")
_ALPHA, _FORM = 1e-6, {"entities": 0.5, "epsilon 1": 0.7}
_NEAR = (*VALUE_TYPES, *(name for name in LEXICON_TYPES if name in PRESETS["entities"].types), "DATE_TIME")
_LISTS = ("GIVEN_NAME_FEMALE", "GIVEN_NAME_MALE", "SURNAME")


_Task = tuple[str, TextPair]


class _Sampled(NamedTuple):
    """What draws of a pair showed."""

    policy: str
    pair: TextPair
    counts: Counter[str]
    refuted: list[str]


@click.command()
@click.option("--minutes", default=15.0, show_default=True, help="On the clock; pairs that are begun are ended.")
@click.option("--draws", default=2000, show_default=True, help="For each of the two texts of a pair.")
@click.option("--seed", default=1, show_default=True, help="Of the order of the pairs.")
@click.option("--processes", default=1, show_default=True, help="That sample at once.")
@click.option("--fresh", is_flag=True, help="Begin at nothing sampled.")
def main(minutes: float, draws: int, seed: int, processes: int, fresh: bool) -> None:
    """Sample pairs until the time is over or all are sampled, and add what came of them to the file."""
    ends = time.time() + 60 * minutes
    known = _FILE.exists() and not fresh
    results = json.loads(_FILE.read_text(encoding="utf-8")) if known else {"types": {}, "refuted": []}
    todo = [("entities", pair) for pair in (*PAIRS, *FORM_PAIRS, *ARTICLE_PAIRS)]
    todo += [("epsilon 1", pair) for pair in (*PAIRS, *FORM_PAIRS) if pair.type in _NEAR]
    random.Random(seed).shuffle(todo)
    # What the processes share is opened, or built, before there are any.
    _gateways()
    with get_context("fork").Pool(processes, _begin) as pool:
        for sampled in pool.imap_unordered(partial(_sampled, draws=draws, ends=ends), todo):
            if sampled is not None:
                _add(results, sampled)
    click.echo(f"{sum(one['mentions'] for one in results['types'].values()):,} mentions in all")
    sys.exit(bool(results["refuted"]))


def _add(results: dict[str, Any], sampled: _Sampled) -> None:
    counts = Counter(results["types"].get(sampled.pair.type, {})) + sampled.counts
    results["types"][sampled.pair.type] = dict(counts)
    for line in sampled.refuted:
        results["refuted"].append(f"{sampled.policy}, {sampled.pair.type}, {sampled.pair.feature}: {line}")
        click.echo(results["refuted"][-1])
    _FILE.write_text(json.dumps(results, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    _FILE.with_suffix(".md").write_text(_page(results), encoding="utf-8")


@cache
def _gateways() -> Mapping[str, Gateway]:
    """The gateway of each policy, under a key of its own: what was drawn in another process is drawn anew."""
    small = {name: {"epsilon": 1, "keep": []} for name in _NEAR}
    key = Secret(secrets.token_bytes(32))
    return {
        "entities": Gateway(PRESETS["entities"], key=key),
        "epsilon 1": Gateway(parse_policy({"name": "epsilon 1", "types": small}), key=key),
    }


def _begin() -> None:
    _gateways.cache_clear()


def _sampled(task: _Task, *, draws: int, ends: float) -> _Sampled | None:
    if time.time() > ends:
        return None
    policy, pair = task
    counts = Counter[str]()
    return _Sampled(policy, pair, counts, list(_refutations(_gateways()[policy], policy, pair, draws, counts)))


def _refutations(gateway: Gateway, policy: str, pair: TextPair, draws: int, counts: Counter[str]) -> Iterator[str]:
    """What draws of a pair refute; what was sampled is counted."""
    one, other = (draw(gateway, pair, mention, draws) for mention in (pair.one, pair.other))
    counts["mentions"] += 2 * draws
    counts["pairs"] += 1
    usual = usual_words(pair.one, one.mentions) | usual_words(pair.other, other.mentions)
    for mention, drawn in ((pair.one, one), (pair.other, other)):
        if len(lost_stretches(mention, drawn.mentions, usual)) > count_listed(drawn.report):
            yield "more of the mention stays than is listed"
    level = common_level(one.report, other.report)
    if level is None:
        counts["of two printed classes"] += 1
        return
    lists = {name: gateway.lexicon.pool(name) for name in _LISTS}
    evidence = delta_at_least(one.texts, other.texts, level[0], alpha=_ALPHA, measure=partial(statistics, lists=lists))
    if evidence.delta > level[1]:
        yield f"delta is at least {evidence.delta:.3g} ({evidence.statistic}), {level[1]:.3g} is printed"
    evidence = delta_at_least(one.texts, other.texts, 0.0, alpha=_ALPHA, measure=form)
    if evidence.delta > _FORM[policy]:
        yield f"its form tells it: {evidence.delta:.3g} ({evidence.statistic})"


def _page(results: dict[str, Any]) -> str:
    lines = ["# Promises, sampled", "", "Each pair" + str(__doc__).partition("Each pair")[2], ""]
    lines = [line.rstrip() for line in "\n".join(lines).splitlines()]
    lines += ["| type | mentions | pairs | of two printed classes |", "|---|---:|---:|---:|"]
    total = Counter[str]()
    for name, counts in sorted(results["types"].items()):
        total.update(counts)
        lines.append(_row(name, counts))
    lines += [_row("**all**", total), "", f"Refuted: {len(results['refuted'])}."]
    return "\n".join([*lines, *(f"- {line}" for line in results["refuted"])]) + "\n"


def _row(name: str, counts: dict[str, int]) -> str:
    return f"| {name} | {counts['mentions']:,} | {counts['pairs']} | {counts.get('of two printed classes', 0)} |"


if __name__ == "__main__":
    main()
