"""Addresses of sites whose names stand in the same file in clear: who hides such an address hides nothing.

"[Portworx](http://www.portworx.com) pools your disks": the word is a product's, no detector took it for somebody's
firm, and it leaves as it is. `Detection` asks last, when it is known what of a text is private.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.patterns.structure import Structure
from dp_gateway.programs.nobodys_urls import name_of_site
from dp_gateway.text.entities import Entity

_PART = re.compile(r"[a-z0-9]+")
_OF_FIRM = re.compile(r"(?<=[a-z]{4})(?:hq|labs|inc|app|js|db)\Z")
_MOST_JOINED = 3
_REACH = 400
# Whose site it may be though somebody says so in clear.
_SOMEBODYS = re.compile(
    r"(?i)\b(?:customers?|clients?|employers?|compan(?:y|ies)|partners?|sponsors?|tenants?|built by|made by|"
    r"works? (?:at|for)|my|our|his|her|their)\b[^\n.,;!?]{0,80}\Z"
)
_LISTED_AS = re.compile(
    r"(?im)^[ \t]{0,8}(?:#{1,6} |\*\*)[^\n]{0,40}\b(?:customers|sponsors|our (?:clients|partners))\b"
)


def without_named_sites(text: str, entities: Sequence[Entity]) -> Sequence[Entity]:
    """The findings of a text, without addresses of sites that it names in clear in a file about programs.

    Args:
        text, entities: the text, and all that counts in it.
    """
    named = [(one, name_of_site(text[one.start : one.end])) for one in entities if one.type == "URL"]
    if not any(name for _, name in named):
        return entities
    source = Structure(text)
    clear = frozenset(_clear(text, entities))
    mailed = "\0".join(text[one.start : one.end].lower() for one in entities if one.type == "EMAIL_ADDRESS")
    left = {
        one
        for one, name in named
        if (name in clear or _OF_FIRM.sub("", name) in clear)
        and _is_of_programs(source, one.start)
        and f"{name}." not in mailed
        and _SOMEBODYS.search(text, max(0, one.start - _REACH), one.start) is None
        and _LISTED_AS.search(text, max(0, one.start - _REACH), one.start) is None
    }
    return [one for one in entities if one not in left]


def _is_of_programs(source: Structure, place: int) -> bool:
    """Whether a place stands among code or settings, or in a file about programs; a table alone tells of anything."""
    kind = source.kind_at(place)
    if kind in ("code", "keys") or (source.is_document and source.is_about_programs):
        return True
    return (kind == "table" and source.has_code) or source.is_mostly_code


def _clear(text: str, entities: Sequence[Entity]) -> Iterator[str]:
    """The words of a text outside of all that is private, and as many of them as a site may join."""
    at = 0
    for one in sorted((one for one in entities if not one.public), key=lambda one: one.start):
        yield from _joined(_PART.findall(text[at : max(at, one.start)].lower()))
        at = max(at, one.end)
    yield from _joined(_PART.findall(text[at:].lower()))


def _joined(words: Sequence[str]) -> Iterator[str]:
    for first in range(len(words)):
        for last in range(first + 1, min(first + _MOST_JOINED, len(words)) + 1):
            yield "".join(words[first:last])
