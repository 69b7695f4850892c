"""Writes which given names are mostly women's and which mostly men's: run this module to write the file anew.

The census counts how many people of each gender bear a name; Faker's lists have a name or do not, locale by locale.
Of a name that the census knows its counts decide, of another the number of lists.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping

from dp_gateway.vocabulary.lexicon.genders import GENDERS, write_genders
from dp_gateway.vocabulary.lexicon.make.names import census_shares, listings
from dp_gateway.vocabulary.words import fold

__all__ = ["genders"]

_MOSTLY, _CLEARLY = 2, 100
"""How many times as many people of one gender as of the other bear a name."""


def genders() -> dict[str, list[str]]:
    """Folded names by kind; names that both genders bear about as often are in none."""
    counted = census_shares("dist.female.first"), census_shares("dist.male.first")
    listed = tuple(Counter(map(fold, listings(f"first_names_{gender}"))) for gender in ("female", "male"))
    names: dict[str, list[str]] = {"female": [], "mostly female": [], "male": [], "mostly male": []}
    for name in sorted({*counted[0], *counted[1], *listed[0], *listed[1]}):
        shares: tuple[Mapping[str, float], ...] = counted if any(name in of_gender for of_gender in counted) else listed
        female, male = (of_gender.get(name, 0.0) for of_gender in shares)
        more, less = max(female, male), min(female, male)
        if more >= _MOSTLY * less and name.isalpha():
            gender = "female" if female > male else "male"
            names[gender if more >= _CLEARLY * less else f"mostly {gender}"].append(name)
    return names


if __name__ == "__main__":
    found = genders()
    write_genders(found)
    for kind, names in found.items():
        sys.stdout.write(f"{kind:20}{len(names):8,}\n")
    sys.stdout.write(f"{GENDERS.stat().st_size:,} bytes\n")
