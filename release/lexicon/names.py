"""Given names and surnames of the US census of 1990 and of Faker's providers, their genders, and what is an ordinary
word.

The census counts how many people of each gender bear a name; Faker's lists have a name or do not, locale by locale. Of
a name that the census knows its counts decide, of another the number of lists, and of one that neither knows this
project's own list (`more_genders.txt`: Africa, Asia, Ireland and Wales). Run as a module, it writes which given names
are mostly women's and which mostly men's.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from dp_gateway.text.folding import fold
from dp_gateway.vocabulary.lexicon.data import GENDERS
from dp_gateway.vocabulary.words import english_frequencies
from release.lexicon import write_json

__all__ = ["census", "census_shares", "common_words", "faker_names", "genders", "listings", "more_names", "usable"]

_LOCALES = (
    "cs_CZ da_DK de_AT de_CH de_DE en_GB en_IE en_IN en_NZ en_US es_AR es_CL es_ES es_MX et_EE fi_FI fr_CH fr_FR hr_HR "
    "hu_HU id_ID it_IT lt_LT lv_LV nl_NL no_NO pl_PL pt_BR pt_PT ro_RO sk_SK sl_SI sv_SE tr_TR"
).split()
_NAME = re.compile(r"[A-Z][a-zà-öø-ÿ]{2,}|Mc[A-Z][a-z]+|O'[A-Z][a-z]+")
_LEAST_FREQUENCY = 1e-6


_CUT = {
    "CHRISTOPHERSO": "CHRISTOPHERSON",
    "CHRISTOFFERSO": "CHRISTOFFERSON",
    "CHRISTOFFERSE": "CHRISTOFFERSEN",
    "LAUTENSCHLAGE": "LAUTENSCHLAGER",
    "SWARTZENTRUBE": "SWARTZENTRUBER",
}
"""The lists of the census end each name after its thirteenth letter."""


def census(name: str) -> list[str]:
    """A list of the census, most frequent first, in usual spelling."""
    listed = [line.split()[0] for line in _census_file(name).read_text().splitlines()]
    return [_spelled(_CUT.get(one, one)) for one in listed]


def _census_file(name: str) -> Path:
    return Path(str(import_module("names").__file__)).with_name(name)


def census_shares(name: str) -> dict[str, float]:
    """Folded names of a list of the census, and the percentage of people who bear them."""
    lines = _census_file(name).read_text().splitlines()
    return {fields[0].lower(): float(fields[1]) for fields in map(str.split, lines)}


def _spelled(name: str) -> str:
    if re.match(r"MC[B-DF-HJ-NP-TV-Z]", name) and len(name) > len("MCGEE") - 1:
        return f"Mc{name[2:].capitalize()}"
    return name.capitalize()


def faker_names(kinds: Sequence[str]) -> Iterator[str]:
    """Names of some kinds ("first_names_male", ...) of all locales in Latin script."""
    for locale in _LOCALES:
        provider = import_module(f"faker.providers.person.{locale}").Provider
        for kind in kinds:
            listed = getattr(provider, kind, ())
            # Some locales work their list out of the others.
            yield from () if isinstance(listed, property) else (str(name).strip() for name in listed)


def listings(kind: str) -> Iterator[str]:
    """Names of one kind, each as often as there are locales that list it."""
    for locale in _LOCALES:
        listed = getattr(import_module(f"faker.providers.person.{locale}").Provider, kind, ())
        yield from () if isinstance(listed, property) else {str(name).strip() for name in listed}


def common_words() -> set[str]:
    """Folded words that are ordinary English words: frequent, and listed in lower case in a dictionary."""
    listed = Path("/usr/share/dict/words").read_text(encoding="utf-8").splitlines()
    lower = {word for word in listed if word.isalpha() and word.islower()}
    frequent = english_frequencies()
    return {word for word in lower if frequent.get(word, 0.0) >= _LEAST_FREQUENCY}


def usable(names: Iterable[str], common: set[str], without: Iterable[str] = ()) -> list[str]:
    """Names that can stand in for others: one word, no ordinary word, no final s (possessives), each once."""
    seen = {name.lower() for name in without}
    result: list[str] = []
    for name in names:
        folded = name.lower()
        if _NAME.fullmatch(name) and folded not in seen and folded not in common and not folded.endswith("s"):
            seen.add(folded)
            result.append(name)
    return result


_MORE = Path(__file__).with_name("more_genders.txt")
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
    return _with_more(names)


def _with_more(names: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The names by kind with those of this project's own list that are of one gender and in no kind yet."""
    own = more_names()
    known = {name for listed in names.values() for name in listed} | (own["female"] & own["male"])
    return {kind: sorted({*listed, *(own.get(kind, set()) - known)}) for kind, listed in names.items()}


def more_names() -> dict[str, set[str]]:
    """Folded names of this project's own list, by gender; some are in both."""
    own: dict[str, set[str]] = {"female": set(), "male": set()}
    lines = _MORE.read_text(encoding="utf-8").splitlines()
    for gender, _, listed in (line.partition(": ") for line in lines if not line.startswith("#")):
        own[gender] |= {fold(name) for name in listed.split()}
    return own


if __name__ == "__main__":
    found = genders()
    write_json(GENDERS, found)
    for kind, names in found.items():
        sys.stdout.write(f"{kind:20}{len(names):8,}\n")
    sys.stdout.write(f"{GENDERS.stat().st_size:,} bytes\n")
