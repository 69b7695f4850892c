"""What a request says of its texts beside the texts themselves: the keys that they stand under, and its own grammar.

A shape collects it while it reads a request, and a `Gateway` asks here once detectors have run. The value under
`"salary"` is an amount though it stands alone in its field; the name of a tool, a parameter and the value of an enum
are no person and no place by themselves, wherever in the request they are written. A name that is found elsewhere is
replaced all the same, and so is a full name, an identifier, and what a key tells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from dp_gateway.detection.lone_values import told_alone
from dp_gateway.detection.nobodys_urls import is_of_public_code
from dp_gateway.patterns.base import merge
from dp_gateway.text.entities import Entity

_WEAK = frozenset(
    "PERSON TITLE LOCATION ORGANIZATION NRP JOB_TITLE DATE_TIME AGE PERCENTAGE QUANTITY DURATION USERNAME URL".split()
)
_REACH = 64
_OF_PACKAGES = frozenset(
    "homepage url repository bugs issues source docs documentation wiki funding $schema $id license support".split()
)
"""Keys of files of packages under which the address of public code may stand."""
_BEFORE = re.compile(r"[\w.$-]{0,64}\Z")
_AFTER = re.compile(r"[\w$-]{0,64}(?:\.\w[\w$-]{0,64})?")


class Hints(NamedTuple):
    """What is known of the texts of one request.

    Attributes:
        keys: the key that each text stands under in free JSON, empty for none; no keys at all for texts without any.
        grammar: names of tools and parameters and values of enums of this request, in lower case.
    """

    keys: Sequence[str] = ()
    grammar: frozenset[str] = frozenset()


NO_HINTS = Hints()


def with_hints(
    texts: Sequence[str], found: Sequence[list[Entity]], hints: Hints, answering: Sequence[bool]
) -> list[list[Entity]]:
    """The entities of each text without what is grammar of the request, and with what its key or a question tells.

    Args:
        texts, found, hints: of the request.
        answering: whether each text may answer the one before it.
    """
    completed = list(found)
    if hints.grammar:
        completed = [
            [one for one in entities if not _is_grammar(text, one, hints.grammar)]
            for text, entities in zip(texts, found, strict=True)
        ]
    for at, key in enumerate(hints.keys):
        # {"homepage": "https://github.com/slimphp/Slim"}: the address of a package, which nobody speaks of here.
        if key.lower() in _OF_PACKAGES and completed[at]:
            completed[at] = [one for one in completed[at] if not _leads_to_code(texts[at], one)]
    for at, entity in told_alone(texts, hints.keys, answering):
        completed[at] = merge([entity, *completed[at]], texts[at])
    return completed


def _leads_to_code(text: str, entity: Entity) -> bool:
    """Whether the address that a text is leads to public code."""
    return entity.type == "URL" and (entity.start, entity.end) == (0, len(text)) and is_of_public_code(text)


def _is_grammar(text: str, entity: Entity, grammar: frozenset[str]) -> bool:
    """Whether an entity is a word of the request's grammar, or a part of one."""
    if entity.type not in _WEAK or entity.detector == "sensitive":
        return False
    start, end = entity.start, entity.end
    found = text[start:end].lower()
    if entity.type == "PERSON" and " " in found:
        return False
    if found in grammar:
        return True
    before, after = _BEFORE.search(text, max(0, start - _REACH), start), _AFTER.match(text, end)
    token = (before[0].lower() if before else "") + found + (after[0].lower() if after else "")
    return token.strip(".-") in grammar
