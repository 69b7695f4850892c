"""Writes the embedded phrases; see the package."""

from __future__ import annotations

import sys

from dp_gateway.vocabulary.lexicon.data import DATA
from release.lexicon import write_json
from release.lexicon.names import census, census_shares, common_words, faker_names, usable
from release.lexicon.phrases import GROUPS, occupations, organizations, streets
from release.lexicon.places import COUNTRY_ALIASES, countries, regions, towns

_GIVEN, _SURNAMES = 1800, 7000
_RECOGNISED_SURNAMES = 30_000
_CLEARLY = 10


def _given(common: set[str]) -> tuple[list[str], list[str]]:
    """Female and male given names; what is used for both is in neither."""
    female = [*census("dist.female.first"), *faker_names(["first_names_female"])]
    male = [*census("dist.male.first"), *faker_names(["first_names_male"])]
    shares = census_shares("dist.female.first"), census_shares("dist.male.first")

    def leans(name: str, gender: int) -> bool:
        """Rare use for the other gender does not make a name ambiguous."""
        return shares[gender].get(name, 0.0) > _CLEARLY * shares[1 - gender].get(name, 0.0)

    both = {name.lower() for name in female} & {name.lower() for name in male}
    other = [{name for name in both if not leans(name, gender)} for gender in (0, 1)]
    return usable(female, common, without=other[0])[:_GIVEN], usable(male, common, without=other[1])[:_GIVEN]


def main() -> None:
    """Collect everything and write it."""
    from faker.providers.job.en_US import Provider as Jobs

    common = common_words()
    female, male = _given(common)
    kinds = ["first_names_female", "first_names_male", "first_names"]
    every_given = {*census("dist.female.first"), *census("dist.male.first"), *faker_names(kinds)}
    every_surname = census("dist.all.last")
    surnames = usable((n for n in every_surname if len(n) > len("Lee")), common, without=every_given)[:_SURNAMES]
    lands, areas = countries(), list(dict.fromkeys(regions()))
    cities = towns(common, {name.lower() for name in (*lands, *areas)})
    types = {
        "CITY": list(cities),
        "REGION": areas,
        "COUNTRY": lands,
        "ORGANIZATION": list(organizations(surnames, list(cities))),
        "NRP": GROUPS,
        "JOB_TITLE": occupations(Jobs.jobs, common),
    }
    pools = {
        "GIVEN_NAME_FEMALE": female,
        "GIVEN_NAME_MALE": male,
        "SURNAME": surnames,
        "STREET_NAME": streets(surnames),
        "GIVEN_NAMES_ALL": sorted({name for name in every_given if name.isalpha()}),
        "SURNAMES_ALL": every_surname[:_RECOGNISED_SURNAMES],
        "COMMON_WORDS": sorted(common),
    }
    contexts = {"CITY": list(cities.values())}
    aliases = {"COUNTRY": COUNTRY_ALIASES}
    write_json(DATA, {"types": types, "pools": pools, "aliases": aliases, "contexts": contexts})
    for name, phrases in (types | pools).items():
        sys.stdout.write(f"{name:20}{len(phrases):8,}\n")
    sys.stdout.write(f"{DATA.stat().st_size:,} bytes\n")


main()
