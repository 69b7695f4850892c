"""Country, state, continent, size, language and bloc of places, from GeoNames."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.attributes.data import read_attributes

__all__ = ["of_country", "of_region", "of_town"]

_SIZES = ("fewer than 100,000", "100,000 to 250,000", "250,000 to a million", "more than a million")
_COUNTY = ("county", "parish", "borough", "census area", "municipality", "islands", "city and borough")


def of_town(phrase: str) -> Mapping[str, str]:
    """What is known of a town; of towns of one name the largest counts."""
    return _towns().get(fold(phrase), {})


def of_region(phrase: str) -> Mapping[str, str]:
    """What is known of a region; counties of the United States by their name."""
    folded = fold(phrase)
    known = _regions().get(folded)
    if known is None and folded.endswith(_COUNTY):
        return _land("US") | {"size": "a county of the United States"}
    return known or {}


def of_country(phrase: str) -> Mapping[str, str]:
    """What is known of a country under its usual name."""
    return _countries().get(fold(phrase), {})


def _land(code: str) -> dict[str, str]:
    name, continent, _, _ = read_attributes_once()["countries"][code]
    return {"country": f"in {name}", "continent": f"on the continent {continent}"}


read_attributes_once = cache(read_attributes)


@cache
def _towns() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for group, names in read_attributes_once()["towns"].items():
        land, band, state = group.split("|")
        of_group = _land(land) | {"size": f"of {_SIZES[int(band)]} people"}
        if state:
            of_group["region"] = f"in the state {state}"
        found |= dict.fromkeys(names, of_group)
    return found


@cache
def _regions() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for land, names in read_attributes_once()["regions"].items():
        of_land = _land(land)
        if land == "US":
            of_land["size"] = "a state of the United States"
        found |= dict.fromkeys(map(fold, names), of_land)
    return found


@cache
def _countries() -> Mapping[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for name, continent, language, bloc in read_attributes_once()["countries"].values():
        known = {"continent": f"on the continent {continent}"}
        if language:
            known["language"] = f"where {language} is the first language"
        if bloc:
            known["bloc"] = f"in {bloc}"
        found[fold(name)] = known
    return found
