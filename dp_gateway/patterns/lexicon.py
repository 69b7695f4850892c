"""The default lexicon as a detector, and its lists of names: public phrases that this package carries.

The phrases are read from the package itself, not from the lexicon a user built and added to: every replica then finds
the same. Pass a `LexiconDetector` of your own phrases to `Detection` for more.
"""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path

from dp_gateway.patterns.known_phrases import LexiconDetector
from dp_gateway.patterns.names import NameLists
from dp_gateway.vocabulary.lexicon.data import Phrases, read_data

RARE_NAMES_FILE = Path(__file__).with_name("rare_names.txt.xz")
"""Given names of the US Social Security Administration, and of this project's own list, that no other list has;
`release.training rare-names` writes the file."""

_TYPES = {
    "CITY": "LOCATION",
    "COUNTRY": "LOCATION",
    "REGION": "LOCATION",
    "ORGANIZATION": "ORGANIZATION",
    "JOB_TITLE": "JOB_TITLE",
}
_SHORTEST = 4
# The list begins with the largest towns.
_WELL_KNOWN = 1500
# The list begins with the most frequent names.
_FREQUENT = 2500
# A small town's name of one word is more often something else.
_LARGE = 5000
# A job title of one word says as much about a program or a page as about a person: patterns find those in context.
_NO_JOBS = frozenset("activities aid copy logistics planning sub".split())
"""Last words of what the list calls a job, and a text hardly ever: "outdoor activities"."""
_SINGLE_WORDS_LEFT_OUT = frozenset({"JOB_TITLE"})

_UNLISTED = ("New York", "Türkiye", "Cape Verde", "Timor-Leste", "Curaçao", "Réunion", "Côte d’Ivoire", "Côte d'Ivoire")


@cache
def default_lexicon() -> tuple[NameLists, LexiconDetector]:
    """Names, with the common words among them (some 40,000, folded), and towns, regions, countries, organisations and
    job titles; nationalities are left to patterns: they know languages.
    """
    data = read_data()
    names = _names(data)
    return names, _phrases(data, names)


def _names(data: Phrases) -> NameLists:
    common = frozenset(map(str.lower, data.pools["COMMON_WORDS"]))
    places = (*data.types["CITY"][:_WELL_KNOWN], *data.types["COUNTRY"], *_UNLISTED, *data.aliases.get("COUNTRY", ()))
    return NameLists(
        given=frozenset(map(str.lower, data.pools["GIVEN_NAMES_ALL"])),
        surnames=frozenset(map(str.lower, data.pools["SURNAMES_ALL"])),
        common=common,
        places=frozenset(map(str.lower, places)),
        familiar=frozenset(map(str.lower, data.pools["SURNAMES_ALL"][:_FREQUENT])) & common,
        rare=frozenset(lzma.decompress(RARE_NAMES_FILE.read_bytes()).decode().split()),
    )


def _phrases(data: Phrases, names: NameLists) -> LexiconDetector:
    phrases: dict[str, list[str]] = {}
    for source in ("COUNTRY", "REGION", "CITY", "ORGANIZATION", "JOB_TITLE"):
        listed = [*data.types[source], *data.aliases.get(source, {})]
        kept = [phrase for phrase in listed if len(phrase) >= _SHORTEST]
        if source == "CITY":
            kept = [phrase for index, phrase in enumerate(kept) if index < _LARGE or " " in phrase]
        if source in _SINGLE_WORDS_LEFT_OUT:
            kept = [phrase for phrase in kept if " " in phrase and phrase.rpartition(" ")[2] not in _NO_JOBS]
        phrases.setdefault(_TYPES[source], []).extend(kept)
    return LexiconDetector(phrases, common=frozenset(names.common) | frozenset(names.given))
