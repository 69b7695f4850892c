"""Identifiers that few write: parts between two strokes or points, "ZL·904", "ZK//4", and short ones of a letter and
digits, "jury K14". They count right behind a word that says what a number is (`labelled`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.detection.languages.labelled import Labels
from dp_gateway.patterns.rules import Found

_SCORE = 0.9
_PART = r"[A-Z0-9]{1,8}"
_JOINED = re.compile(
    rf"(?<![\w@·—–:/.-])(?=[A-Z·—–:/.-]{{0,12}}[0-9])(?=[0-9·—–:/.-]{{0,12}}[A-Z])"
    rf"{_PART}(?:[·—–:]|//?|[.-]{{1,2}}){_PART}(?:(?:[·—–:]|//?|[.-]{{1,2}}){_PART}){{0,3}}(?![\w@·/])"
)
_SHORT = re.compile(r"(?<![\w@·—–:/.-])(?:[A-Z]{1,2}-?[0-9]{2,3}|[0-9]{2,3}-?[A-Z])(?![\w@·/:-]|[.,][0-9]|\s?[%€$°])")
# "V12", "64G": engines, and units behind a number.
_UNITS = re.compile(r"[VWT][0-9]{2,3}\Z|[0-9]{2,3}[VWLGMT]\Z")
_SEAT = re.compile(r"(?:asiento|assento|lugar|si[èe]ge|place|posto|platz|sitz|stoel|miejsce)\s\Z", re.IGNORECASE)
_REACH = 12
_TELLING = ("number", "thing", "asked")


def odd_numbers(text: str, labels: Labels, start: int, end: int) -> Iterator[Found]:
    """Find such identifiers of a stretch. `text` and `labels`: the whole text, and its words for numbers."""
    for match in _JOINED.finditer(text, start, end):
        label = labels.before(match.start())
        if label is not None and label.near and label.kind in _TELLING:
            yield *match.span(), "ID_NUMBER", _SCORE
    for match in _SHORT.finditer(text, start, end):
        if _UNITS.match(match[0]) or _SEAT.search(text, max(match.start() - _REACH, 0), match.start()):
            continue
        label = labels.before(match.start())
        if label is not None and label.near and label.kind in _TELLING:
            yield *match.span(), "ID_NUMBER", _SCORE
