"""How far the names go that the tagger of languages found, and what is behind a title: `LanguageTagger` asks.

"États" and "Unis" are one place, and "pani Nowakowej" is no town.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dp_gateway.text.entities import Entity

__all__ = ["bounded"]

_TITLE = re.compile(
    r"(?<!\w)(?:pan[iaą]?|panu|panem|państwo|państwa|frau|herrn?|mme|madame|mlle|monsieur|señora?|doña|don|signora?|"
    r"mevrouw|meneer|dona|senhora?)\s\Z",
    re.IGNORECASE,
)
_LONGEST_TITLE = 12
_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})


def bounded(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """The findings of a text with their bounds and types set right.

    Args:
        text: the text.
        entities: findings of the tagger, in order.
    """
    for one in _joined(text, entities):
        if one.type == "LOCATION" and _TITLE.search(text, max(one.start - _LONGEST_TITLE, 0), one.start):
            yield one._replace(type="PERSON")
        else:
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
