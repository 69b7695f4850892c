"""What the tagger takes for a name, an address or a day in English, and the words beside it tell to be nothing or of
another kind: "A&E", "U13 girls", "our akita", "JUBILEE CLOSE", "Bowral NSW 2576". `settling` asks for each finding.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.names import NameLists
from dp_gateway.patterns.places import REGIONS, US_STATES
from dp_gateway.text.entities import Entity

_NAMES = frozenset(("PERSON", "ORGANIZATION", "LOCATION", "NRP"))
_BREEDS = frozenset(
    "akita alsatian chihuahua dalmatian labrador leonberger maltese newfoundland pomeranian rottweiler".split()
)
_OWNED = re.compile(r"(?:['’]s?|\b(?:an?|my|our|your|his|her|their|its|this|that|the))\s\Z", re.IGNORECASE)
# What an owner is said to have in a town is no dog: "his labrador trip".
_NOTHING_OF_A_TOWN = re.compile(r"(?!\s(?:flat|trip|office|house|home|holiday|apartment|visa|branch|team)\b)")
_DEPARTMENT = re.compile(r"&[A-Z](?![\w&])")
_REGISTERED = re.compile(r"\.?\s(?:charity|company|office|no|number)\b", re.IGNORECASE)
_AGE_GROUP = re.compile(r"U(?:[5-9]|1[0-9]|2[0-3])s?")
_DEGREES = re.compile(r"(?:B|M|D|LL|Ph)\.\s?(?:Comm?|Ed|Tech|Eng|Sc|Pharm|Arch|Mus|Litt|Phil)")
_DEGREE = re.compile(r"(?<![\w.])(?:B|M|D)\.\s?\Z")
_FIELD = frozenset("comm com ed tech eng sc pharm arch mus litt phil".split())
_AIDS = frozenset(("medical aid", "legal aid", "financial aid", "first aid", "student aid"))
_BEGINS, _GOES_ON = re.compile(r"[.!?;]\s\Z"), re.compile(r"\s[a-z0-9]")
_DOUBTFUL = 0.5


def is_nothing(text: str, entity: Entity, word: str) -> bool:  # noqa: PLR0911
    """Whether a finding is a word of everyday English that names nobody and nothing.

    Args:
        word: the finding in small letters.
    """
    start, end, kind = entity.start, entity.end, entity.type
    found = text[start:end]
    if kind == "JOB_TITLE":
        return word in _AIDS
    if kind == "STREET_ADDRESS":
        # "Rv 6/52", "Recvd by S. Vella": the first word of a sentence.
        first = found.isalpha() and entity.score < _DOUBTFUL and _BEGINS.search(text, max(0, start - 2), start)
        return bool(first and _GOES_ON.match(text, end))
    if kind not in _NAMES:
        return False
    if len(found) == 1 and _DEPARTMENT.match(text, end):
        return True
    if found in ("Reg", "Regd", "Regn"):
        return _REGISTERED.match(text, end) is not None
    if _AGE_GROUP.fullmatch(found) or ((degree := _DEGREES.match(text, start)) is not None and end <= degree.end()):
        return True
    if word in _FIELD and _DEGREE.search(text, max(0, start - 4), start):
        return True
    if kind == "LOCATION" and word in _BREEDS and found.islower() and _OWNED.search(text, max(0, start - 8), start):
        return _NOTHING_OF_A_TOWN.match(text, end) is not None
    return word == "rego"


_CAPITAL_STREET = re.compile(
    r" (?:CLOSE|ROAD|STREET|LANE|AVENUE|CRESCENT|TERRACE|GARDENS|MEWS|GROVE|COURT)(?![\w'’-]|\s[A-Z]{2})"
)
_PERSON_OF = re.compile(r"(?<![\w.])([A-Z][\w'’-]{1,20}) [A-Z][\w'’-]{1,20} (?:of|at|from) \Z")
_LONGEST_PERSON = 50
_STREET_AT_END = re.compile(
    r" (?:Drive|Road|Street|Lane|Avenue|Crescent|Terrace|Gardens|Mews|Grove|Court|Close|Rd|Ave|St)\Z"
)
_NUMBER_BEFORE = re.compile(r"(?<![\w.,])[0-9]{1,4}[A-Za-z]? \Z")
_BRANCH = re.compile(r" (?:branch|office|depot|campus|site|store|clinic|surgery)\b")
_HOUSE_BEFORE = re.compile(
    r"\b(?:College|School|University|Hospital|Church|Clinic|Surgery|Parish|Cathedral|Academy), \Z"
)
_LONGEST_HOUSE = 14
_DIGITS, _IN_REGION = re.compile("[0-9]{4,5}"), re.compile(rf"\b(?:{REGIONS}),?\s\Z")
_ZIP, _IN_STATE = re.compile("[0-9]{5}(?:-[0-9]{4})?"), re.compile(rf"(?:{US_STATES}),?\s\Z")
_BEFORE_CODE, _TOWN = re.compile(r"[^\W_],\s\Z|\A\Z|\n\Z"), re.compile(r" [^\W\d_a-z][^\W\d_]{2}")
_BEHIND_TOWN, _LAST = re.compile(r"[^\W\d_]{3},\s\Z"), re.compile(r"\s{0,2}(?:\Z|[\n.;)])")
_REACH = 8


def of_other_kind(text: str, entity: Entity, names: NameLists) -> Entity:
    """A finding as what the words beside it tell: a street in capitals, a firm somebody is of, a postal code."""
    start, end, kind = entity.start, entity.end, entity.type
    if kind in _NAMES and text[start:end].isupper() and (street := _CAPITAL_STREET.match(text, end)):
        return entity._replace(end=street.end(), type="STREET_ADDRESS")
    if (
        kind in _NAMES
        and _STREET_AT_END.search(text, start, end)
        and _NUMBER_BEFORE.search(text, max(0, start - 6), start)
    ):
        # "114 Beyers Naudé Drive"
        return entity._replace(type="STREET_ADDRESS")
    if (
        kind in ("PERSON", "ORGANIZATION")
        and text.find(" ", start, end) < 0
        and not names.has_given(text[start:end].lower())
    ):
        of_town = _BRANCH.match(text, end) and _OWNED.search(text, max(0, start - _REACH), start)
        seat = _HOUSE_BEFORE.search(text, max(0, start - _LONGEST_HOUSE), start) and _LAST.match(text, end)
        if of_town or (kind == "PERSON" and seat):
            # "your Mylapore branch", "at Queen's College, Yaba."
            return entity._replace(type="LOCATION")
    if kind == "PERSON" and text.count(" ", start, end) == 1:
        # "Pete Scanlon of Harwell Clarke"
        before = _PERSON_OF.search(text, max(0, start - _LONGEST_PERSON), start)
        if before is not None and names.has_given(before[1].lower()):
            return entity._replace(type="ORGANIZATION")
    return entity._replace(type="POSTCODE") if _is_postcode(text, start, end, kind) else entity


def _is_postcode(text: str, start: int, end: int, kind: str) -> bool:
    """Whether digits are the code of the town, state or province beside them: "Brooklyn, NY 11216", "2576 Bowral"."""
    near = max(0, start - _REACH)
    if kind == "STREET_ADDRESS" and _ZIP.fullmatch(text, start, end) and _IN_STATE.search(text, near, start):
        return True
    if kind not in ("STREET_ADDRESS", "ID_NUMBER") or not _DIGITS.fullmatch(text, start, end):
        return False
    town = _BEFORE_CODE.search(text, near, start) and _TOWN.match(text, end)
    last = kind == "STREET_ADDRESS" and _BEHIND_TOWN.search(text, near, start) and _LAST.match(text, end)
    return bool(town or last or _IN_REGION.search(text, near, start))
