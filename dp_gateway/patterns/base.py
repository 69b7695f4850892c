"""What a detector is, and how the findings of several become one: trimmed, disjoint, nothing uncovered.

The rule of `merge`, in this order:

1. White space and punctuation at the edges of a finding are cut off (`trim`).
2. Identifiers that a checksum or an exact format confirms (score 1 and a type of `STRUCTURED`) win; then the longer
   finding; then the higher score; then the one that starts first.
3. A winner keeps its whole span. What a loser covers beyond the winners stays covered, as pieces of the loser's type
   that compete anew (and yield to a whole finding of the same length): no letter or digit that any detector found is
   left open. A finding inside a winner is absorbed.
4. Persons that touch, or that one space separates, are joined, and so are places and addresses.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from typing import Protocol

from dp_gateway.text.entities import IDENTIFIERS, Entity
from dp_gateway.text.escapes import is_letter

STRUCTURED = IDENTIFIERS - {"US_BANK_NUMBER", "US_PASSPORT", "US_DRIVER_LICENSE", "USERNAME"}
"""Types whose findings of score 1 were confirmed by a checksum or an exact format."""

_SAINTS = frozenset(("St.", "St", "Saint"))
"""What begins a name, and is none: "St." of "St. Mary's Hospital"."""

_JOINED = frozenset({"PERSON", "LOCATION", "STREET_ADDRESS"})
_NO_LATIN = "、。，；：！？「」『』【】《》〈〉（）［］・،؛؟।॥"
_OPENING = "&\"'“”‘’«»‹›„`*_~([{<-–—.,;:!?…/\\|" + _NO_LATIN
_CLOSING = "&\"'“”‘’«»‹›„`*_~)]}>-–—.,;:!?…/\\|" + _NO_LATIN
_EXACT = frozenset({"API_KEY", "CRYPTO", "URL"})
SAINT = r"St\.? [A-Z][a-z]{2,14}"
"""Whom a hospital, a school or a church is called after: "St. Vincent's"."""
DECADE = "[0-9]{2,3}0"
"""The year that a decade is called by: "the 1960's"."""
_SAINTS_OWN, _YEARS_OF_DECADE = re.compile(rf"{SAINT}['’]s"), re.compile(rf"{DECADE}['’]s")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s$")
_ABBREVIATED = re.compile(
    r"(?:\b(?:Inc|Ltd|Co|Corp|Bros|Jr|Sr|Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Hon|St|Ave|Rd|Blvd|Ln|Apt|Esq|p\.m|a\.m|P\.M|A\.M|Ph\.D|"
    r"[A-Z]\.[A-Z]|[A-Z])|^[A-Za-z]+(?:\.[A-Za-z])+)\.$"
)
_ABBREVIATION, _PAIRED = 24, 400
_CLOSED_BY = {"(": ")", "[": "]"}
_PAIRS = {"(": ")", "[": "]", ")": "(", "]": "["}


class Detector(Protocol):
    """Finds entities.

    Attributes:
        name: stands in `Entity.detector`, in reports, and in the key of the span cache: it says what the detector is.
    """

    name: str

    def detect(self, texts: Sequence[str]) -> list[list[Entity]]:
        """Find the entities of each text, as offsets in code points of that text; in any order, overlapping or not.

        The result of one text does not depend on the others of the batch.
        """
        ...


def trim(entity: Entity, text: str) -> Entity | None:
    """Return the entity without white space and punctuation at its edges and without a possessive; None if nothing is
    left.

    Keys, wallets and URLs lose white space alone; a bracket stays whose partner is inside, a dot that belongs to an
    abbreviation too.
    """
    start, end = entity.start, entity.end
    # Most begin and end with a letter or a digit that is no possessive's.
    if start < end and text[start].isalnum() and text[end - 1].isalnum() and text[end - 1] != "s":
        return entity
    if (entity.type == "DATE_TIME" and _YEARS_OF_DECADE.fullmatch(text, start, end)) or (
        entity.type == "ORGANIZATION" and _SAINTS_OWN.fullmatch(text, start, end)
    ):
        return entity
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if entity.type not in _EXACT:
        start, end = _without_punctuation(text, start, end, keep_dash=entity.type in ("MONEY", "QUANTITY"))
    if start >= end:
        return None
    if (start, end) == (entity.start, entity.end):
        return entity
    return entity._replace(start=start, end=end)


def _without_punctuation(text: str, start: int, end: int, *, keep_dash: bool) -> tuple[int, int]:
    while start < end and (text[start] in _OPENING or text[start].isspace()):
        if _paired(text, start, end, text[start]) or (keep_dash and text[start] in "-–"):
            break
        if text[start] == "\\" and is_letter(text, start):
            break
        start += 1
    while start < end:
        last = text[end - 1]
        if last in _CLOSING:
            if _paired(text, start, end, last) or (
                last == "." and _ABBREVIATED.search(text[max(start, end - _ABBREVIATION) : end])
            ):
                break
            end -= 1
        elif last.isspace():
            end -= 1
        elif last == "s" and (match := _POSSESSIVE.search(text, start, end)):
            end = match.start()
        else:
            break
    while end - start > 1 and _CLOSED_BY.get(text[start]) == text[end - 1]:
        start, end = start + 1, end - 1
    return start, end


def _paired(text: str, start: int, end: int, bracket: str) -> bool:
    partner = _PAIRS.get(bracket)
    # A partner far away is none: a run of brackets would be searched to its end for each of them.
    near = (start, min(end, start + _PAIRED)) if bracket in _CLOSED_BY else (max(start, end - _PAIRED), end)
    return partner is not None and text.find(partner, *near) >= 0


def merge(entities: Iterable[Entity], text: str, counts: Callable[[int], bool] | None = None) -> list[Entity]:
    """Return disjoint entities in the order of the text, by the rule of this module.

    Every character that any of them covers stays covered, but white space and punctuation at the edge of a piece;
    nothing else is covered but the space between joined names. `counts`: whether a finding, by its number, counts at
    all; asked only of those that others do not cover, since most are found by several detectors, and to ask may take
    longer than all else. All count by default.
    """
    trimmed = ((trim(entity, text), number) for number, entity in enumerate(entities))
    queue = [_placed(kept, number) for kept, number in trimmed if kept is not None]
    queue.sort(reverse=True)
    pieces: list[_Placed] = []
    taken = _Taken()
    winners: list[Entity] = []
    while queue or pieces:
        first = heappop(pieces) if pieces and not (queue and queue[-1] < pieces[0]) else queue.pop()
        entity, number = first[-1], first[-2]
        free = taken.free(entity.start, entity.end)
        if not free or (number >= 0 and counts is not None and not counts(number)):
            continue
        if free == [(entity.start, entity.end)]:
            taken.add(entity.start, entity.end)
            winners.append(entity)
            continue
        for start, end in free:
            piece = trim(entity._replace(start=start, end=end), text)
            # Of "@anna", where "anna" won, a sign is left.
            if piece is not None and (piece.type in _EXACT or any(map(str.isalnum, text[piece.start : piece.end]))):
                heappush(pieces, _placed(piece, _PIECE))
    winners.sort()
    return _join(winners, text)


_Placed = tuple[bool, int, bool, float, int, str, str, int, Entity]
_PIECE = -1
"""In place of the number of a finding, for what is left of one."""


def _placed(entity: Entity, number: int) -> _Placed:
    """An entity, its number, and before these what tells of two of them which one wins."""
    start, end, kind, score, detector, *_ = entity
    whole = number >= 0
    confirmed = whole and score >= 1 and kind in STRUCTURED
    return not confirmed, start - end, not whole, -score, start, kind, detector, number, entity


class _Taken:
    """Disjoint stretches, sorted; 10,000 of them cost as many insertions into a list and no more."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def free(self, start: int, end: int) -> list[tuple[int, int]]:
        """What of [start, end) is not taken."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end)
        if first >= last:
            return [(start, end)]
        edges = [start]
        for index in range(first, last):
            edges += (self._starts[index], self._ends[index])
        edges.append(end)
        return [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]

    def add(self, start: int, end: int) -> None:
        """Take a stretch that is free."""
        index = bisect_left(self._starts, start)
        self._starts.insert(index, start)
        self._ends.insert(index, end)


def _begins_name(found: str, kind: str) -> bool:
    """Whether what is left of a finding before another one of its type is the beginning of the same name: "St" of a
    saint's, "bar" of "bar La Parra de Chamberí".
    """
    return found in _SAINTS or (kind == "ORGANIZATION" and found.islower() and found.isalpha())


def _join(entities: list[Entity], text: str) -> list[Entity]:
    joined: list[Entity] = []
    for entity in entities:
        last = joined[-1] if joined else None
        if (
            last is not None
            and entity.type == last.type
            and (entity.type in _JOINED or _begins_name(text[last.start : last.end], entity.type))
            and text[last.end : entity.start] in ("", " ")
        ):
            better = max(last, entity, key=lambda one: one.score)
            joined[-1] = better._replace(start=last.start, end=entity.end)
        else:
            joined.append(entity)
    return joined
