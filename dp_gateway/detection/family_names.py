"""Family names that are titles or offices too: "Lata Sen", "Aaron Judge", "John Major"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.text.entities import Entity

__all__ = ["family_names"]

_BEHIND = re.compile(
    r" (?:Judge|Justice|Captain|Major|President|Sen|Hon|Herr|Doctor|Dame|Lord|Lady|Master|Prince|Sergeant|Sir|Md|Rev|"
    r"Bishop|Pope|King|Dean|Abbott|Rector|Marshall?|Page|Squire|Knight)\b(?! (?:of|for)\b)(?!\.)"
)


def family_names(text: str, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Each person of one word behind whom such a name stands, with it: a title stands in front of a name.

    Args:
        text: the text.
        entities: what was found in it: disjoint, in order.
    """
    for entity in entities:
        if entity.type == "PERSON" and text[entity.start : entity.end].isalpha():
            match = _BEHIND.match(text, entity.end)
            if match is not None:
                yield entity._replace(end=match.end())
