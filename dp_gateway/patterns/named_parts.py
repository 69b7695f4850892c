"""Parts of texts and of programs that have names of their own, so that "called" introduces nobody."""

from __future__ import annotations

import re

from dp_gateway.patterns.names import NameLists

# "a section called MAIN IDEA", "the metric known as Value Per Minute": parts of texts and of programs have names, too.
_PART_CALLED = re.compile(
    r"\b(?:(?:sub-?)?sections?|headings?|chapters?|paragraphs?|appendix|annex|steps?|phases?|stages?|lists?|columns?|"
    r"rows?|fields?|tables?|sheets?|tabs?|cells?|files?|folders?|director(?:y|ies)|branch|methods?|"
    r"functions?|variables?|constants?|parameters?|arguments?|propert(?:y|ies)|attributes?|modules?|packages?|"
    r"librar(?:y|ies)|commands?|scripts?|options?|settings?|flags?|tags?|keys?|enums?|components?|hooks?|widgets?|"
    r"buttons?|pages?|screens?|views?|endpoints?|index|schemas?|queues?|metrics?|scores?|ratings?|categor(?:y|ies)|"
    r"types?|blocks?|nodes?|fallac(?:y|ies)|techniques?|concepts?)(?: (?:which |that )?(?:is|are|was|were))? \Z",
    re.IGNORECASE,
)
_PART_REACH = 32


def names_part(text: str, start: int, found: str, names: NameLists | None) -> bool:
    """Whether "called" or "named" stands behind a part of a text or a program, and what it is called is no person.

    Args:
        start: where "called" begins.
        found: what it is called.
        names: lists of names: "a file called Anna Miller" is somebody's. Without them nothing tells.
    """
    if names is None or _PART_CALLED.search(text, max(0, start - _PART_REACH), start) is None:
        return False
    first = found.split(maxsplit=1)[0].strip(",").lower()
    return first in names.common or not names.has_given(first)
