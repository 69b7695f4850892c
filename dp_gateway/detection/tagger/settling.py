"""What a finding of the tagger comes to, by its form, by lists of names and by the words beside it.

The network reads each word for itself; what a whole finding tells is settled here. `detector` asks for each finding.
"""

from __future__ import annotations

import re

from dp_gateway.detection.tagger.finding import Finding
from dp_gateway.detection.tagger.kinds import of_other_kind, retyped
from dp_gateway.detection.tagger.misread import is_nothing, is_ordinary
from dp_gateway.detection.tagger.numbers import is_no_address, is_other_number
from dp_gateway.patterns.groups import PEOPLES, means_language
from dp_gateway.patterns.names import NameLists
from dp_gateway.text.entities import Entity

_HYPHENED, _LONGEST_FIRST = re.compile(r"(?<![\w-])[A-Z][a-z]{2,12}-\Z"), 15
# "34F", "m29"
_WITH_SEX = re.compile("(?P<before>[MFmf])?[1-9][0-9](?(before)|[MFmf])")


def settled(text: str, entity: Entity, names: NameLists) -> Entity | None:
    """A finding as its form and the lists see it: a given name as a person, an ordinary word not at all."""
    f = Finding(text, entity, names)
    # "Fatima @ Deloitte", "Order #"; no login is a letter, as in "<v Marguerite Dufresne>"
    if not any(map(str.isalnum, f.word)) or (entity.type == "USERNAME" and len(f.word) == 1):
        return None
    if entity.type == "USERNAME":
        return None if _is_variable(f) else _handle(text, entity, names)
    f = f.become(retyped(f))
    if is_nothing(f):
        return None
    f = f.become(of_other_kind(f))
    if f.entity.type == "AGE" and f.whole(_WITH_SEX):
        start, end = f.entity.start, f.entity.end
        first = text[start].isalpha()
        f = f.become(f.entity._replace(start=start + first, end=end - (not first)))
    if f.entity.type == "NRP":
        if means_language(text, f.entity.start, f.entity.end):
            return None
        first = f.before(_HYPHENED, _LONGEST_FIRST)
        if first is not None and first[0][:-1] not in PEOPLES:
            # "Anglo-Indian"
            f = f.become(f.entity._replace(start=first.start()))
    if f.entity.type == "STREET_ADDRESS" and is_no_address(f):
        return None
    return None if is_other_number(f) or is_ordinary(f) else f.entity


# "getUserName(johnSmith)": what a program calls by that name.
_VARIABLE = re.compile("[a-z]{1,20}(?:[A-Z][a-z]{1,20}){1,4}")
_CALLED, _LONGEST_CALL, _NEXT_ARGUMENT = re.compile(r"[a-z][A-Z_]\w{0,30}+\(\Z"), 36, re.compile("[),]")


def _is_variable(f: Finding) -> bool:
    """Whether a login is a variable, as its form and the call that it stands in tell."""
    return f.whole(_VARIABLE) and f.before(_CALLED, _LONGEST_CALL) is not None and f.behind(_NEXT_ARGUMENT) is not None


_REST_OF_HANDLE = re.compile(r"(?>(?:[.-]?\w){1,40})")
_SECRET_BEFORE = re.compile(r"[^\s/:=\"'`,;|]{1,40}+\Z")
_SECRET_BEHIND = re.compile(r"[^\s/:=\"'`,;|]{0,40}+")


def _handle(text: str, entity: Entity, names: NameLists) -> Entity:
    """A login: a name where it is one, a secret where its sign stands inside of a word ("P@ssw0rd!9")."""
    if text[entity.start] != "@":
        # "rosalind.k" of "rosalind.k.photo"
        rest = _REST_OF_HANDLE.match(text, entity.end)
        word = text[entity.start : rest.end() if rest else entity.end].lower()
        return entity._replace(end=entity.start + len(word), type="PERSON" if word in names.speakers else "USERNAME")
    before = _SECRET_BEFORE.search(text, max(0, entity.start - 40), entity.start)
    behind = _SECRET_BEHIND.match(text, entity.end)
    if before is None or behind is None:
        return entity
    return entity._replace(start=before.start(), end=behind.end(), type="ID_NUMBER")
