"""Rules of `addresses.txt` and `values.txt`: what has a form in each language, read when a text needs it."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from dp_gateway.detection.patterns.dates import DATES
from dp_gateway.detection.patterns.rules import Expression, Rule
from dp_gateway.languages.conventions import months, weekdays

__all__ = ["compiled", "lines", "rules_of"]

_FILES = ("addresses.txt", "values.txt")
_EVERY = "*"
"""Stands for a language in rules that hold in all of them."""
_FRAGMENT = re.compile(r"<([A-Z_]+)>")


def lines(name: str) -> list[str]:
    """The lines of a data file of this package, without comments."""
    text = resources.files("dp_gateway.detection.languages").joinpath(name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def rules_of(language: str) -> list[Rule]:
    """The rules for addresses, dates, ages and amounts of a language, by its code."""
    fragments, rows = _table()
    named = {**fragments, "MONTHS": months(language), "WEEKDAYS": weekdays(language)}

    def written(expression: str) -> str:
        return _FRAGMENT.sub(lambda found: f"(?:{written(named[found[1]])})", expression)

    return [
        # Dates of three numbers are the same in all languages.
        DATES[0],
        *(
            Rule(
                kind.lstrip("~"), Expression(written(expression)), float(score), digits=int(digits), folded="~" in kind
            )
            for of, kind, score, digits, expression in rows
            if of in (language, _EVERY)
        ),
    ]


@cache
def compiled(name: str) -> re.Pattern[str]:
    """The expression that a fragment of `addresses.txt` is."""
    return re.compile(_table()[0][name])


@cache
def _table() -> tuple[dict[str, str], list[list[str]]]:
    """The fragments by name, and the rows: language, type, score, least digits, expression."""
    every = [line for name in _FILES for line in lines(name)]
    fragments = [line.split(" ", maxsplit=2) for line in every if line.startswith("let ")]
    rows = [line.split(" ", maxsplit=4) for line in every if not line.startswith("let ")]
    return {name: expression for _, name, expression in fragments}, rows
