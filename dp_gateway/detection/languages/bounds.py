"""How far the names go that the tagger of languages found, and what is behind a title: `LanguageTagger` asks.

"États" and "Unis" are one place, "pani Nowakowej" is no town, and a country is no firm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dp_gateway.languages import Passage, language_at
from dp_gateway.mentions.countries import is_country
from dp_gateway.text.entities import Entity

__all__ = ["bounded"]

_TITLE = re.compile(
    r"(?<!\w)(?:pan[iaą]?|panu|panem|państwo|państwa|frau|herrn?|mme|madame|mlle|monsieur|señora?|doña|don|signora?|"
    r"mevrouw|meneer|dona|senhora?)\s\Z",
    re.IGNORECASE,
)
_LONGEST_TITLE = 12
# "Via Garibaldi 8 a Lecce": behind the number stands a word, and no letter of the house.
_WORD_BEHIND = re.compile(r"[0-9] [aeoy]\Z")
_SMALL_WORDS = re.compile(
    r"(?:(?:de|del|della|dei|degli|du|des|do|da|dos|das|los|las|les|la|le|el|al|aux|in|der|den|die)\s){1,2}"
)
_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})


def bounded(text: str, entities: Sequence[Entity], found: Sequence[Passage]) -> Iterator[Entity]:
    """The findings of a text with their bounds and types set right.

    Args:
        text: the text.
        entities: findings of the tagger, in order.
        found: the passages of the text.
    """
    for one in _joined(text, entities, found):
        word = one.type == "STREET_ADDRESS" and _WORD_BEHIND.search(text, one.start, one.end) is not None
        if word and text[one.end : one.end + 2].strip()[:1].isupper():
            yield one._replace(end=one.end - len(" a"))
        elif one.type in _NAMES and (country := _country(text, one, language_at(found, one.start))) is not None:
            yield country
        elif one.type == "LOCATION" and _TITLE.search(text, max(one.start - _LONGEST_TITLE, 0), one.start):
            yield one._replace(type="PERSON")
        else:
            yield one


def _country(text: str, one: Entity, language: str) -> Entity | None:
    """A country that was found as something else, or with the article before it."""
    small = _SMALL_WORDS.match(text, one.start, one.end)
    start = small.end() if small else one.start
    if (one.type == "LOCATION" and start == one.start) or not is_country(text[start : one.end], language):
        return None
    return one._replace(start=start, type="LOCATION")


def _joined(text: str, entities: Sequence[Entity], found: Sequence[Passage]) -> Iterator[Entity]:
    """Two names that a hyphen joins, as one; it is a place if one of them is. "Reino" and "Unido" are one, too."""
    if not entities:
        return
    last = entities[0]
    for _, one in pairwise(entities):
        between = text[last.end : one.start]
        country = between == " " and is_country(text[last.start : one.end], language_at(found, one.start))
        if (between == "-" or country) and {last.type, one.type} <= _NAMES:
            kind = "LOCATION" if "LOCATION" in (last.type, one.type) else last.type
            last = last._replace(end=one.end, type=kind, score=max(last.score, one.score))
            continue
        yield last
        last = one
    yield last
