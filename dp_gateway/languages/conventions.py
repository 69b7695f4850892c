"""Conventions by language: names of months and weekdays, and countries whose telephone plans are tried first.

Detectors and surrogates read them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources

__all__ = ["REGIONS", "months", "region_of", "table", "weekdays"]


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


REGIONS = {
    "de": "DE AT CH", "fr": "FR BE CH CA LU MA TN", "es": "ES MX AR CO CL PE", "it": "IT CH", "nl": "NL BE",
    "pt": "PT BR", "pl": "PL", "zh": "CN TW HK SG", "ja": "JP", "ar": "SA EG AE MA DZ IQ JO KW LB QA TN BH OM",
    "hi": "IN",
}  # fmt: skip
"""ISO 3166 codes, the country with the most speakers that write so first."""


def region_of(number: str, language: str) -> str | None:
    """The first country of a language in which somebody could have a number; None where there is none."""
    import phonenumbers

    for region in REGIONS.get(language, "").split():
        try:
            if phonenumbers.is_valid_number(phonenumbers.parse(number, region)):
                return region
        except phonenumbers.NumberParseException:
            continue
    return None
