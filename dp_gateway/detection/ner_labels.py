"""From the labels of NER models to our types, and what is mended in what such models find.

A label says less than the text: spaCy calls "34 years old", "three weeks" and "3 March" all DATE. `refine` looks at
the text, splits a title from the name after it, and drops what a small model takes for names though it is none:
ordinary words, code, relative dates ("today"), bare numbers.
"""

from __future__ import annotations

import re

from dp_gateway.patterns.groups import means_language
from dp_gateway.patterns.names import CODE_LIKE, ORDINARY, NameLists
from dp_gateway.patterns.rules import WEEKDAY
from dp_gateway.text.entities import ENTITY_TYPES, Entity

LABELS: dict[str, str] = {
    "AGE": "AGE",
    "CITY": "LOCATION",
    "COUNTRY": "LOCATION",
    "DATE": "DATE_TIME",
    "DATE_TIME": "DATE_TIME",
    "EMAIL": "EMAIL_ADDRESS",
    "FAC": "LOCATION",
    "FACILITY": "LOCATION",
    "GPE": "LOCATION",
    "ID": "ID_NUMBER",
    "LOC": "LOCATION",
    "LOCATION": "LOCATION",
    "MONEY": "MONEY",
    "NORP": "NRP",
    "NRP": "NRP",
    "ORG": "ORGANIZATION",
    "ORGANIZATION": "ORGANIZATION",
    "PER": "PERSON",
    "PERCENT": "PERCENTAGE",
    "PERSON": "PERSON",
    "PHONE": "PHONE_NUMBER",
    "QUANTITY": "QUANTITY",
    "TIME": "DATE_TIME",
    "UUID": "ID_NUMBER",
} | {name: name for name in ENTITY_TYPES}
"""Labels of spaCy's, Flair's, GLiNER's and Presidio's models; a label that is not here is left out."""

_TITLE = re.compile(
    r"(?:Mrs?|Ms|Mx|Dr|Prof|Rev|Hon|Sgt|Lt|Capt|Col|Gen|Miss|Sir|Dame|Madam|Professor|Doctor|"
    r"Captain|Herr|Frau)\b\.?\s+(?=\S)"
)
_LEADING = re.compile(
    r"(?:the|The|a|A|an|An|this|This|my|My|our|Our|of|in|on|at|from|to|and|about|only|over|nearly|almost|[Dd]ear|[Hh]i|[Hh]ello)\s+"
)
_NUMBER = re.compile(
    r"[0-9]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|"
    r"fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|dozen)\b",
    re.I,
)
_AGE = re.compile(r"\byears?[ -]old\b|\bmonths?[ -]old\b|\bage[ds]?\b|\by/?o\b", re.I)
_LENGTH = re.compile(
    r"\b(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|decades?)$", re.I
)
_CALENDAR = re.compile(
    r"(?<![0-9])(?:1[5-9]|20)[0-9]{2}s?(?![0-9])|[0-9][:/.-][0-9]|\b[0-9]{1,2}\s?[ap]\.?m|"
    r"\b[0-9]{2}th century|\b(?:Jan(?:uary)?|Feb(?:ruary)?|March|April|May|June|July|Aug(?:ust)?|"
    r"Sept?(?:ember)?|Oct(?:ober)?|"
    rf"Nov(?:ember)?|Dec(?:ember)?|{WEEKDAY}|Christmas|Easter)\b"
)
_MACHINE = re.compile(r"[0-9]\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]")
# A postal code behind a place, a house number behind a street: patterns know better what those are.
_TRAILING_NUMBER = re.compile(r"[\s,]+(?:[0-9]{3,}|[0-9]{5}-[0-9]{4})$")
# "Anna Smith to Flat 5": the model ran on behind the name.
_RUN_ON = re.compile(r"\s+(?:to|in|at|on|from|with|as|is|was|who)(?:\s.*)?$")
# Cells, lines, and what a dash sets apart: "John Smith - project lead".
_PARTS = re.compile(r"(?:(?!\s[–—-]\s)[^\n\t|])+")
_LEADING_NUMBER = re.compile(r"\s*[0-9]+[,;)]\s*")
_FIRST_WORD = re.compile(r"([A-Za-z-]+)[:,]?\s+(?=\S)")
_WORD = re.compile(r"[^\W\d_]")


def refine(
    text: str, start: int, end: int, label: str, score: float, detector: str, names: NameLists | None = None
) -> list[Entity]:
    """Return what a model's finding is in our types: none, one or two entities.

    Args:
        start, end: the finding, in code points.
        score: the model's confidence.
        detector: name for `Entity.detector`.
        names: lists of names and common words, to leave out ordinary words taken for names.
    """
    kind = LABELS.get(label.upper())
    if kind is None:
        return []
    if (match := _LEADING.match(text, start, end)) and kind != "PERSON":
        start = match.end()
    if kind in ("PERSON", "ORGANIZATION", "LOCATION", "NRP"):
        if kind == "NRP" and means_language(text, start, end):
            return []
        return _names(text, Entity(start, end, kind, score, detector), names)
    kind = _value_type(text[start:end], kind, text[end : end + 5])
    return [Entity(start, end, kind, score, detector)] if kind else []


def _value_type(found: str, kind: str, after: str) -> str | None:
    if kind == "DATE_TIME":
        if _MACHINE.search(found):
            return None
        if _AGE.search(found) or after[1:4].lower() == "old":
            return "AGE" if _NUMBER.search(found) else None
        if _LENGTH.search(found) and not re.search(r"\b(?:19|20)[0-9]{2}\b", found):
            return "DURATION" if _NUMBER.search(found) else None
        return kind if _CALENDAR.search(found) else None
    if kind in ("MONEY", "PERCENTAGE", "QUANTITY", "AGE", "DURATION"):
        return kind if _NUMBER.search(found) else None
    return kind


def _names(text: str, whole: Entity, names: NameLists | None) -> list[Entity]:
    # A name never spans a blank line, and where it spans a line's end the model has usually run two of them together.
    pieces: list[Entity] = []
    for part in _PARTS.finditer(text[whole.start : whole.end]):
        start, end = whole.start + part.start(), whole.start + part.end()
        for cut in (_RUN_ON, _TRAILING_NUMBER):
            if match := cut.search(text, start, end):
                end = match.start()
        if match := _LEADING_NUMBER.match(text, start, end):
            start = match.end()
        while match := _TITLE.match(text, start, end):
            pieces.append(whole._replace(start=start, end=match.end(), type="TITLE"))
            start = match.end()
        while (match := _FIRST_WORD.match(text, start, end)) and _ordinary(match[1].lower(), whole.type, names):
            start = match.end()
        found = text[start:end].strip(" .,:;!?\"'()[]{}<>*#`-")
        if _plausible(found, whole.type, names):
            pieces.append(whole._replace(start=start, end=end))
    return pieces


def _ordinary(word: str, kind: str, names: NameLists | None) -> bool:
    if word in ORDINARY:
        return True
    if names is None or kind == "ORGANIZATION":
        return False
    return word in names.common and word not in names.given and word not in names.surnames


def _plausible(found: str, kind: str, names: NameLists | None) -> bool:
    if not _WORD.search(found) or _ordinary(found.lower(), kind, names) or CODE_LIKE.search(found):
        return False
    if any(sign in found for sign in "=;{}()[]<>_`$@#\\/") and kind != "ORGANIZATION":
        return False
    # Names are capitalised; what a small model finds in lower case is nearly always an ordinary word.
    return any(char.isupper() for char in found) or not found.isascii()
