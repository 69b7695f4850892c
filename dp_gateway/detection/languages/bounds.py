"""How far the names go that the tagger of languages found, and what is behind a title: `LanguageTagger` asks.

"États" and "Unis" are one place, "Peters Auto" is Peter's, and "pani Nowakowej"
is no town.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dp_gateway.detection.languages.ordinary import is_name, is_ordinary_word
from dp_gateway.text.entities import Entity

__all__ = ["bounded"]

_TITLE = re.compile(
    r"(?<!\w)(?:pan[iaą]?|panu|panem|państwo|państwa|frau|herrn?|mme|madame|mlle|monsieur|señora?|doña|don|signora?|"
    r"mevrouw|meneer|dona|senhora?)\s\Z",
    re.IGNORECASE,
)
_OWNED = re.compile(r"([^\W\d_]{3,20}(?:s|'s|’s))\s([A-ZÄÖÜ]?[^\W\d_]{3,30})")
_LONGEST_TITLE = 12
_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})


def bounded(text: str, entities: Sequence[Entity], language_of: dict[int, str]) -> Iterator[Entity]:
    """The findings of a text with their bounds and types set right.

    Args:
        text: the text.
        entities: findings of the tagger, in order.
        language_of: the language at the start of each.
    """
    for one in _joined(text, entities):
        language = language_of[one.start]
        if (
            language == "nl"
            and text[one.start : one.start + 2] == "s-"
            and text[one.start - 1 : one.start] in ("'", "’")
        ):

        if one.type == "LOCATION" and _TITLE.search(text, max(one.start - _LONGEST_TITLE, 0), one.start):
            one = one._replace(type="PERSON")  # noqa: PLW2901
        elif language in ("de", "nl") and one.type == "PERSON":
            one = _of_owner(text, one, language)  # noqa: PLW2901
        yield one


def _joined(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Two names that a hyphen joins, as one; it is a place if one of them is."""
    if not entities:
        return
    last = entities[0]
    for _, one in pairwise(entities):
        if text[last.end : one.start] == "-" and {last.type, one.type} <= _NAMES:
            kind = "LOCATION" if "LOCATION" in (last.type, one.type) else last.type
            last = last._replace(end=one.end, type=kind, score=max(last.score, one.score))
            continue
        yield last
        last = one
    yield last


def _of_owner(text: str, one: Entity, language: str) -> Entity:
    """Somebody without the ordinary thing that is called theirs."""
    owned = _OWNED.fullmatch(text, one.start, one.end)
    if owned is None or is_name(owned[2].lower(), language) or not is_ordinary_word(language, owned[2].lower()):
        return one
    return one._replace(end=owned.end(1))
