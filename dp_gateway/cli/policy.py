"""`dp-gateway policy list|show|check`."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from dp_gateway.cli.options import ExplainedCommands, columns, console, json_option, open_lexicon

if TYPE_CHECKING:
    from dp_gateway.pipeline import Gateway
    from dp_gateway.policy import Policy


@click.group(cls=ExplainedCommands)
def policy() -> None:
    """Policies: who is protected by what."""


@policy.command()
@click.argument("name", default="entities")
@click.option("--toml", "as_toml", is_flag=True, help="Print a file to start your own policy from.")
@json_option
@click.option("--certify/--no-certify", default=True, help="Compute the certified levels (seconds the first time).")
def show(name: str, as_toml: bool, as_json: bool, certify: bool) -> None:
    """Show a policy, and what it guarantees per entity type.

    \b
    Examples:
      dp-gateway policy show hybrid
      dp-gateway policy show entities --toml > policy.toml
    """
    from dp_gateway.policy import load_policy

    loaded = load_policy(name)
    if as_toml:
        click.echo(_toml(loaded), nl=False)
        return
    rows = _rows(loaded, certify=certify)
    if as_json:
        click.echo(json.dumps({"policy": loaded.model_dump(), "guarantees": rows}))
        return
    _print(loaded, rows)


@policy.command("list")
def list_presets() -> None:
    """List the policies that are known by name, and what the surrogates of each keep of a value."""
    from dp_gateway.policy import PRESETS

    table = columns("policy", "kind", "kept of a value as a public class")
    for name, preset in PRESETS.items():
        draws = preset.kind in ("entities", "hybrid")
        rules = ((type_name, preset.rules[type_name]) for type_name in preset.types if draws)
        kept = (f"{type_name}: {', '.join(rule.keep)}" for type_name, rule in rules if rule.keep)
        table.add_row(name, preset.kind, "; ".join(kept) or "nothing")
    console().print(table)


@policy.command()
@click.argument("file")
def check(file: str) -> None:
    """Check a policy file: every setting, every mechanism with its options and epsilon, every sensitive phrase."""
    from dp_gateway.errors import did_you_mean
    from dp_gateway.pipeline import Gateway
    from dp_gateway.policy import load_policy
    from dp_gateway.text.entities import ENTITY_TYPES

    loaded = load_policy(file)
    Gateway(loaded).check()
    for name in loaded.types:
        # A type may be one of your own detectors' as well, so it is no error.
        longer = [known for known in ENTITY_TYPES if set(name.split("_")) < set(known.split("_"))]
        near = did_you_mean(name, longer, cutoff=0) or did_you_mean(name, ENTITY_TYPES, cutoff=0.8)
        if near and name not in (*ENTITY_TYPES, *loaded.detection.sensitive):
            click.echo(f"{name}: nothing here finds this type; {near.rstrip()}", err=True)
    click.echo(f"{loaded.name}: a valid policy of kind {loaded.kind}, {len(loaded.types)} types with rules")


def _rows(policy: Policy, *, certify: bool) -> list[dict[str, Any]]:
    if policy.kind in ("tokens", "observe"):
        return []
    from dp_gateway.pipeline import Gateway

    # One for all rows, and none where no row needs the lexicon.
    gateway = cache(lambda: Gateway(policy, lexicon=open_lexicon()))
    return [row for name in policy.types for row in _of_type(policy, gateway, name, certify=certify)]


def _of_type(policy: Policy, gateway: Callable[[], Gateway], name: str, *, certify: bool) -> list[dict[str, Any]]:
    from dp_gateway.privacy.guarantee import rule_weakness
    from dp_gateway.surrogates.phrases import LEXICON_TYPES
    from dp_gateway.surrogates.sources import keeps

    rule = policy.rules[name]
    row = {"type": name, "treatment": rule.treatment, "epsilon": rule.epsilon or 0.0, "unit": "value"}
    row["kept"] = keeps(policy, name)
    if rule.treatment == "value":
        row["unit"] = "date" if name == "DATE_TIME" else "number"
        return [row | {"weakness": rule_weakness(name, "value", (rule.epsilon or 0.0, 0.0))}]
    if rule.treatment != "mechanism" or name not in LEXICON_TYPES:
        return [row]
    return [_of_lexicon(gateway(), row, name, kind, certify=certify) for kind in LEXICON_TYPES[name]]


def _of_lexicon(gateway: Gateway, row: dict[str, Any], name: str, kind: str, *, certify: bool) -> dict[str, Any]:
    from dp_gateway.pipeline.figures import phrase_level
    from dp_gateway.privacy.guarantee import epsilon_json, level_text, rule_weakness

    mechanism = gateway.mechanism(kind, name)
    shown = row | {"type": name if kind == name else f"{name}/{kind}", "mechanism": mechanism.name}
    shown |= {"phrases": mechanism.index.size, "epsilon": mechanism.epsilon}
    if certify:
        epsilon, delta = phrase_level(mechanism, gateway.sources.related(kind, mechanism))
        shown |= {"certified_epsilon": epsilon_json(epsilon), "certified_delta": delta}
        shown |= {"certified": level_text((epsilon, delta))}
        shown |= {"weakness": rule_weakness(shown["type"], "mechanism", (epsilon, delta))}
    return shown


_NOTES = {
    "surrogate": "uniform over its class",
    "mask": "a typed placeholder; the order of appearance shows",
    "shift": "no guarantee: all dates of a scope move together, so that one known date gives all",
    "keep": "left in clear",
}

_DEVELOPERS = {
    "keep": "identifiers alone are replaced; names and all else stay (fields.developer = keep)",
    "sanitize": "as all other text (fields.developer = sanitize)",
}

_OTHERS = {
    "identifiers": "identifiers, known values and lists alone",
    "mask": "every word becomes a placeholder",
    "refuse": "the request is refused",
}


def _print(policy: Policy, rows: list[dict[str, Any]]) -> None:
    from dp_gateway.languages import LANGUAGES

    out = console()
    never = "never drawn (a date or amount: as seldom as the farthest)" if policy.never_self else "drawn like any other"
    out.print(f"[bold]{policy.name}[/] ({policy.kind}); the true value is {never}; draws by {policy.draw}")
    if policy.topics:
        out.print(f"topics: {', '.join(policy.topics)}; all other words stay in clear")
    if policy.draws_words:
        words = policy.tokens
        kept = "stopwords kept" if words.keep_stopwords else "stopwords too"
        out.print(f"words: {words.mechanism}, epsilon {words.epsilon:g} each, {kept}")
    if not rows:
        return
    table = columns("type", "treatment", "epsilon", "guarantee", "kept")
    grouped: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        grouped.setdefault((row["treatment"], *_figures(row), row["kept"]), []).append(row["type"])
    for figures, names in grouped.items():
        table.add_row("\n".join(textwrap.wrap(" ".join(names), 40)), *figures)
    out.print(table)
    for row in rows:
        if row.get("weakness"):
            out.print(row["weakness"], style="yellow", markup=False)
    out.print("a guarantee holds for any two values of a type that agree in what is kept")
    gender = "keep" if policy.keep_gender else "do not keep"
    out.print(f"given names {gender} their gender (keep_gender = {str(policy.keep_gender).lower()})")
    public = "stay in clear" if policy.keeps_public else "are treated like all else"
    out.print(f"what a text speaks of in general and a public list knows: these public references {public}")
    out.print(f"other types: {policy.other.treatment}")
    out.print(f"system messages, tools and schemas: {_DEVELOPERS[policy.fields.developer]}")
    out.print(
        f"languages: {', '.join(one.name for one in LANGUAGES.values())}; "
        f"of others: {_OTHERS[policy.unsupported_language]} (unsupported_language = {policy.unsupported_language})"
    )


def _figures(row: dict[str, Any]) -> tuple[str, str]:
    if row["treatment"] == "mechanism" and "mechanism" in row:
        level = row.get("certified_epsilon")
        certified = "" if level is None else f", certified {row['certified']}"
        return f"{row['epsilon']:.3g}", f"{row['mechanism']} over {row['phrases']:,} phrases{certified}"
    if row["treatment"] == "value":
        return f"{row['epsilon']:g}", f"each {row['unit']}, certified ({row['epsilon']:g}, 0)"
    return "0", _NOTES.get(row["treatment"], "")


def _toml(policy: Policy) -> str:
    """The policy as a file; only what is plain data, so no library is needed to write it."""
    from dp_gateway.configuration import toml_value

    data = policy.model_dump(exclude_none=True)
    types, other = data.pop("types"), data.pop("other")
    detection, tokens, fields = data.pop("detection"), data.pop("tokens"), data.pop("fields")
    lines = [f"{key} = {toml_value(value)}" for key, value in data.items()]
    for name, table in (("detection", detection), ("tokens", tokens), ("fields", fields), ("other", other)):
        lines += ["", f"[{name}]", *(f"{key} = {toml_value(value)}" for key, value in table.items())]
    lines += ["", "[types]"]
    for name, rule in types.items():
        used = {key: value for key, value in rule.items() if key == "treatment" or _counts(rule, key, value)}
        lines.append(f"{name} = {toml_value(used)}")
    return "\n".join(lines) + "\n"


def _counts(rule: dict[str, Any], key: str, value: Any) -> bool:
    """Whether a setting means anything for the rule's treatment."""
    by_treatment = {"mechanism": ("mechanism", "epsilon", "options", "keep"), "value": ("epsilon", "keep")}
    return key == "threshold" or (key in by_treatment.get(rule["treatment"], ()) and value not in ({}, None, ()))
