"""Identifiers that countries give out, as rules: what their form and their check digits tell without a word before.

`identifiers.txt` is the table: a line for each kind, with the languages in whose text it counts.
"""

from __future__ import annotations

import re
from functools import cache, partial

from dp_gateway.detection.languages.checks import is_valid
from dp_gateway.detection.languages.tables import lines
from dp_gateway.patterns.rules import Expression, Rule

_CONFIRMED, _FORMED = 0.96, 0.8
_LEAST_DIGITS = 3
# One sign, and spaces around it: "65  170839 - J - 003".
_SEPARATOR = r"(?:[ ]{1,3}|[ ]?[.\-/][ ]?)?"
# Between characters of a set an underscore is one of them.
_PLACE = re.compile(r"_\??(?![^\[\]]*\])")
_NO_SOLID = re.compile(r"[\W_]+")


@cache
def _table() -> list[tuple[list[str], str, str, int]]:
    """Languages, form and rule of each kind, and how many digits stand in a row: on licence plates few."""
    rows = [line.split(" ; ") for line in lines("identifiers.txt")]
    return [
        (languages.split(), _expression(form), rule, 1 if name.startswith("licence plate") else _LEAST_DIGITS)
        for languages, name, form, rule in rows
    ]


def _expression(form: str) -> str:
    written = _PLACE.sub(lambda _: _SEPARATOR, form).replace(r"\d", "[0-9]")
    # What stands before or behind in letters of scripts without spaces is another word.
    # In Chinese and Japanese a comma and the digits of a date behind it are no further digits.
    behind = r"(?![A-Za-z0-9À-ɏء-ي@_]|[./-][0-9]|,[0-9]{1,3}(?![0-9]*[年月日时点]))"
    return rf"(?<![A-Za-z0-9À-ɏء-ي@_])(?<![0-9][.,/-])(?:{written}){behind}"


def identifiers(language: str) -> list[Rule]:
    """The rules of the kinds that count in a language without a word before them."""
    return [
        Rule(
            "ID_NUMBER",
            Expression(form),
            _FORMED if rule == "form" else _CONFIRMED,
            digits=least,
            check=None if rule == "form" else partial(_confirmed, rule),
        )
        for languages, form, rule, least in _table()
        if language in languages and rule != "label"
    ]


@cache
def forms(language: str) -> tuple[re.Pattern[str], ...]:
    """The forms of all kinds of a language: behind a word that says so they count, whatever their check digits."""
    return tuple(re.compile(form) for languages, form, *_ in _table() if language in languages)


def is_possible(solid: str, language: str) -> bool:
    """Whether a number could be somebody's: its form and check digits are those of a kind of a language.

    Args:
        solid: letters and digits, upper case.
    """
    return any(form.fullmatch(solid) and _is_right(rule, solid) for form, rule in _checked(language))


@cache
def _checked(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = [(form, rule) for languages, form, rule, _ in _table() if language in languages]
    return tuple((re.compile(form), rule) for form, rule in rows if rule not in ("form", "label"))


def _is_right(rule: str, solid: str) -> bool:
    return all(is_valid(one, solid) for one in rule.split(" & "))


def _confirmed(rule: str, text: str, start: int, end: int) -> float | None:
    solid = _NO_SOLID.sub("", text[start:end]).upper()
    return _CONFIRMED if _is_right(rule, solid) else None
