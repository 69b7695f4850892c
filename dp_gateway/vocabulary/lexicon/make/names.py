"""Given names and surnames of the US census of 1990 and of Faker's providers, and what is an ordinary word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

from dp_gateway.vocabulary.frequencies import english_frequencies

__all__ = ["census", "census_shares", "common_words", "faker_names", "listings", "usable"]

_LOCALES = (
    "cs_CZ da_DK de_AT de_CH de_DE en_GB en_IE en_IN en_NZ en_US es_AR es_CL es_ES es_MX et_EE fi_FI fr_CH fr_FR hr_HR "
    "hu_HU id_ID it_IT lt_LT lv_LV nl_NL no_NO pl_PL pt_BR pt_PT ro_RO sk_SK sl_SI sv_SE tr_TR"
).split()
_NAME = re.compile(r"[A-Z][a-zà-öø-ÿ]{2,}|Mc[A-Z][a-z]+|O'[A-Z][a-z]+")
_LEAST_FREQUENCY = 1e-6


def census(name: str) -> list[str]:
    """A list of the census, most frequent first, in usual spelling."""
    file = _census_file(name)
    return [_spelled(line.split()[0]) for line in file.read_text().splitlines()]


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
