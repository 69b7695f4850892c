"""Names of months and weekdays in twelve languages: read by detectors and by the surrogates of dates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources

__all__ = ["months", "table", "weekdays"]


@cache
def table() -> dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...]]]:
    """By language and style: twelve months, and seven weekdays from Monday on."""
    text = resources.files("dp_gateway.languages").joinpath("calendar_names.txt").read_text("utf-8")
    found: dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            language, style, names = line.split(" ", maxsplit=2)
            of_months, of_days = (tuple(one.replace("_", " ") for one in part.split()) for part in names.split(" | "))
            found[language, style] = of_months, of_days
    return found


def months(language: str) -> str:
    """An alternation of all names of months in a language, in lower case, the longest first."""
    return _alternation(name for (of, _), (found, _) in table().items() if of == language for name in found)


def weekdays(language: str) -> str:
    """Likewise of weekdays, without short names."""
    return _alternation(
        name for (of, style), (_, found) in table().items() if of == language and style != "short" for name in found
    )


def _alternation(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted({name.lower() for name in names}, key=lambda name: (-len(name), name))))
