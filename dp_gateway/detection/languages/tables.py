"""The data files of this package: rules and expressions, by language, read when a text needs them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

from dp_gateway.languages.conventions import months, short_weekdays, weekdays
from dp_gateway.patterns.dates import DATES
from dp_gateway.patterns.rules import Rule

_FILES = ("addresses.txt", "values.txt")
_EVERY = "*"
"""Stands for a language in rules that hold in all of them."""
_FRAGMENT = re.compile(r"<([A-Z_]+)>")


def lines(name: str) -> list[str]:
    """Read the lines of a data file of this package, without comments."""
    text = resources.files("dp_gateway.detection.languages").joinpath(name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def rules_of(language: str) -> list[Rule]:
    """Return the rules for addresses, dates, ages and amounts of a language, by its code."""
    fragments, rows = _table(4, *_FILES)
    named = {
        **fragments,
        "MONTHS": months(language),
        "WEEKDAYS": weekdays(language) or "(?!)",
        "SHORT_DAYS": short_weekdays(language),
    }
    return [
        # Dates of three numbers are the same in all languages.
        DATES[0],
        *(
            Rule(kind.lstrip("~"), _written(expression, named), float(score), digits=int(digits), folded="~" in kind)
            for of, kind, score, digits, expression in rows
            if of in (language, _EVERY)
        ),
    ]


@cache
def compiled(name: str) -> re.Pattern[str]:
    """Return the expression that a fragment of `addresses.txt` is."""
    fragments, _ = _table(4, *_FILES)
    return re.compile(_written(fragments[name], fragments))


@cache
def expressions(name: str, language: str) -> Mapping[str, re.Pattern[str]]:
    """Return the expressions of a language by their kind; lines of one kind are alternatives. `name`: a data file,
    whose rows are language, kind and expression.
    """
    fragments, rows = _table(2, name)
    kinds: dict[str, list[str]] = {}
    for of, kind, expression in rows:
        if of == language:
            kinds.setdefault(kind, []).append(_written(expression, fragments))
    return {kind: re.compile("|".join(each)) for kind, each in kinds.items()}


def _written(expression: str, fragments: Mapping[str, str]) -> str:
    """An expression with the fragments that it names."""
    return _FRAGMENT.sub(lambda found: f"(?:{_written(fragments[found[1]], fragments)})", expression)


@cache
def _table(fields: int, *names: str) -> tuple[dict[str, str], list[list[str]]]:
    """The fragments of data files by name, and their rows: so many fields, then an expression."""
    every = [line for name in names for line in lines(name)]
    fragments = [line.split(" ", maxsplit=2) for line in every if line.startswith("let ")]
    rows = [line.split(" ", maxsplit=fields) for line in every if not line.startswith("let ")]
    return {name: expression for _, name, expression in fragments}, rows
