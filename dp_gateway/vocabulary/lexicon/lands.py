"""What every almanac says of a country: its names, continent, capital, currency, official languages, calling code.

Replies that tell such a fact of a stand-in are put right by these, and a caution is left out where stand-in and true
value share it. `make.lands` wrote the list, from GeoNames (CC BY 4.0) and the CLDR (Unicode License V3).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dp_gateway.text.folding import compared, fold
from dp_gateway.vocabulary.lexicon.attributes import attributes_of
from dp_gateway.vocabulary.lexicon.attributes.data import read_attributes

__all__ = ["LANDS", "Land", "land_of", "state_of"]

LANDS = Path(__file__).with_name("lands.txt")


class Land(NamedTuple):
    """A country; of each field the usual form first, empty where there is none.

    Attributes:
        code: two letters.
        names, continent, capital: as they are written in English.
        currency: its full name, its name without the country, its code.
        languages: the official ones, the most spoken one first.
        calling_code: with a plus.
    """

    code: str
    names: tuple[str, ...]
    continent: tuple[str, ...]
    capital: tuple[str, ...]
    currency: tuple[str, ...]
    languages: tuple[str, ...]
    calling_code: tuple[str, ...]


def land_of(place: str) -> Land | None:
    """The country that a place is or lies in; of towns of one name the largest counts.

    Args:
        place: a country, a region or a town, in any letter case.
    """
    name = fold(place)
    by_name = _by_name()
    found = by_name.get(name) or by_name.get(name.removeprefix("the "))
    if found is not None:
        return found
    known = attributes_of("REGION", place) or _of_town(place)
    return by_name.get(fold(known["country"].removeprefix("in "))) if "country" in known else None


def state_of(place: str) -> str:
    """The state of a town in the United States, or the state itself; empty of all else."""
    return _of_town(place).get("region", "").removeprefix("in the state ")


def _of_town(place: str) -> Mapping[str, str]:
    """What is known of a town, with or without its accents: Montréal, Montreal."""
    return attributes_of("CITY", place) or attributes_of("CITY", _accented().get(compared(place), place))


@cache
def _accented() -> Mapping[str, str]:
    """The names of towns that have accents, by their names without."""
    towns = (name for of_group in read_attributes()["towns"].values() for name in of_group)
    return {compared(name): name for name in towns if not name.isascii()}


@cache
def _by_name() -> Mapping[str, Land]:
    found: dict[str, Land] = {}
    for line in LANDS.read_text(encoding="utf-8").splitlines():
        code, *fields = line.split("|")
        land = Land(code, *(tuple(filter(None, field.split(";"))) for field in fields))
        for name in land.names:
            found.setdefault(fold(name), land)
    return found
