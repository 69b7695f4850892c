"""Addresses of sites whose names stand in the same file in clear: who hides such an address hides nothing.

"[Portworx](http://www.portworx.com) pools your disks": the word is a product's, and leaves as it is. `Detection` asks
last, when all that counts in a text is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.patterns.structure import Structure
from dp_gateway.programs.nobodys_urls import GENERIC, OF_ONE, name_of_site, names_nobody, read_address
from dp_gateway.text.entities import Entity

_PART = re.compile(r"[a-z0-9]+")
_OF_FIRM = re.compile(r"(?<=[a-z]{4})(?:hq|labs|inc|app|js|db|server)\Z")
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
    """Return the findings of a text, without addresses of sites that it names in clear in a file about programs.
    `text`, `entities`: the text, and all that counts in it.
    """
    urls = [(one, text[one.start : one.end]) for one in entities if one.type == "URL"]
    named = [(one, name_of_site(url), _labels(url)) for one, url in urls]
    if not any(name or labels for _, name, labels in named):
        return entities
    source = Structure(text)
    clear = frozenset(_clear(text, entities))
    mailed = "\0".join(text[one.start : one.end].lower() for one in entities if one.type == "EMAIL_ADDRESS")
    left = {
        one
        for one, name, labels in named
        if (
            name in clear
            or (labels and clear.issuperset(labels))
            or _OF_FIRM.sub("", name) in clear
            or _is_documented(text, one, name, clear)
        )
        and _is_of_programs(source, one.start)
        and f"{name}." not in mailed
        and _SOMEBODYS.search(text, max(0, one.start - _REACH), one.start) is None
        and _LISTED_AS.search(text, max(0, one.start - _REACH), one.start) is None
    }
    return [one for one in entities if one not in left]


# "More information: <https://www.getdnote.com/docs/cli/>", beside commands of dnote
_SEE = re.compile(r"(?i)\b(?:more information|documentation|docs|reference|manual)[\"']?:? ?[<(\"']?\Z")
_OF_MANUAL = re.compile(r"(?i)[/.-](?:docs?|documentation|manual|man|reference|cli|api|guides?|overview)(?:[/.#-]|\Z)")
_SCHEMA = re.compile(r"[\"']\$schema[\"']\s{0,3}:\s{0,3}[\"']\Z")
_CALLED_TO_USE = re.compile(r"\A(?:get|use|try)(?=[a-z]{4})")
_LONGEST_LEAD, _SHORTEST_LABEL = 40, 3


def _is_documented(text: str, one: Entity, name: str, clear: frozenset[str]) -> bool:
    """Whether an address is where the documentation of a program lies that the text names in clear."""
    url = read_address(text[one.start : one.end]) if name else None
    if url is not None and _SCHEMA.search(text, max(0, one.start - _LONGEST_LEAD), one.start):
        # A request's own grammar: a program that reads it looks the address up.
        return "schema" in url["rest"]
    if url is None or _SEE.search(text, max(0, one.start - _LONGEST_LEAD), one.start) is None:
        return False
    if _OF_MANUAL.search(f".{url['host']}{url['rest']}") is None:
        return False
    labels = (label.replace("-", "") for label in url["host"].lower().split(".")[:-1])
    told = (_CALLED_TO_USE.sub("", label) for label in labels if label not in GENERIC)
    return any(len(label) >= _SHORTEST_LABEL and label in clear for label in told)


_NAMED_HOST = re.compile(r"(?:[a-z][a-z0-9-]{1,30}\.){1,4}[a-z]{2,12}")


def _labels(url: str) -> list[str]:
    """The names in a host, all of which a file may have in clear: "musl" and "libc" of "musl.libc.org"."""
    match = read_address(url)
    if match is None or match["login"] or "?" in match["rest"] or _NAMED_HOST.fullmatch(match["host"].lower()) is None:
        return []
    labels = [label for label in match["host"].lower().split(".")[:-1] if label not in GENERIC]
    plain = bool(labels) and OF_ONE.search(match["rest"]) is None and names_nobody(url)
    return [label.replace("-", "") for label in labels] if plain else []


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
