"""Rows of plain values that are somebody's: "['90017', 'Ada Penhallow', '14/02/1990']", "PENHALLOW|ADA|19900214".

Programs print them in messages of errors and in traces; no head says what stands in them, and a whole name does. `keys`
asks, in any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.patterns.groups import PEOPLES
from dp_gateway.patterns.names import NameLists
from dp_gateway.patterns.rules import Found
from dp_gateway.patterns.told import DATE

_LITERAL = r"(?:'[^'\n]{0,80}'|\"[^\"\n]{0,80}\"|[-\d.]{1,20}|None|null|NULL|True|False|true|false)"
_QUOTED_ROW = re.compile(rf"[\[(]\s{{0,3}}{_LITERAL}(?:\s?,\s?{_LITERAL}){{2,24}}\s{{0,3}},?[\])]")
_BARRED_ROW = re.compile(r"[\"'](?P<row>[^\"'|\n]{1,60}(?:\|[^\"'|\n]{0,60}){2,24})[\"']")
_QUOTED, _BETWEEN_BARS = (
    re.compile(r"['\"](?P<v>[^'\"\n]{2,80})['\"]|(?P<n>(?<![\w.'\"-])[0-9]{4,14}(?![\w.'\"-]))"),
    re.compile(r"[^|]{2,60}"),
)
# [("Kelechi", 34), ("Ada", 29)]
_PAIR = re.compile(r"[\[(]\s?[\"'](?P<v>[^\W\d_a-z][^\W\d_]{1,20})[\"'],\s?[0-9][0-9.]{0,9}\s?[)\]]")
_WHOLE_NAME = re.compile(r"[^\W\d_a-z][\w'’-]{1,24}(?: [^\W\d_a-z][\w.'’-]{0,24}){1,3}")
_PART = re.compile(r"[^\W\d_a-z][\w'’ -]{1,30}")
_NUMBER = re.compile(r"(?=(?:[A-Za-z-]{0,4}[0-9]){4})[A-Z0-9][A-Z0-9-]{3,20}")
_COMPACT_DAY = re.compile(r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])")
_POSTCODE = re.compile(r"[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}|[A-Z][0-9][A-Z] [0-9][A-Z][0-9]")
_STREET = re.compile(r"[1-9][0-9]{0,4}[A-Za-z]? [A-Z][\w'’-]{1,20}(?: [A-Z][\w'’.-]{1,20}){1,3}")
_SURE = 0.9


def listed_values(text: str, names: NameLists) -> Iterator[Found]:
    """Find the values of rows in which a whole name stands, or its two parts side by side."""
    rows = [match.span() for match in _QUOTED_ROW.finditer(text)] if "', " in text or '", ' in text else []
    for start, end in rows:
        cells = [match.span("v" if match["v"] is not None else "n") for match in _QUOTED.finditer(text, start, end)]
        yield from _of_row(text, cells, names)
    pairs = [*_PAIR.finditer(text)] if '", ' in text or "', " in text else []
    called = [pair for pair in pairs if names.has_given(pair["v"]) and pair["v"].lower() not in names.common]
    if len(called) > 1 and 2 * len(called) > len(pairs):
        yield from ((*pair.span("v"), "PERSON", _SURE) for pair in called)
    for row in _BARRED_ROW.finditer(text) if "|" in text else ():
        yield from _of_row(text, [cell.span() for cell in _BETWEEN_BARS.finditer(text, *row.span("row"))], names)


def _of_row(text: str, cells: list[tuple[int, int]], names: NameLists) -> Iterator[Found]:
    persons = [at for at, cell in enumerate(cells) if _is_whole(text[slice(*cell)], names)]
    for at in range(len(cells) - 1) if not persons else ():
        first, second = text[slice(*cells[at])], text[slice(*cells[at + 1])]
        if _PART.fullmatch(first) and _PART.fullmatch(second) and _are_parts(first, second, names):
            persons = [at, at + 1]
            break
    many = len(persons) > 1 and 2 * len(persons) >= len(cells)
    placed = bool(persons) and any(_POSTCODE.fullmatch(text, *cell) or _STREET.fullmatch(text, *cell) for cell in cells)
    for at, (start, end) in enumerate(cells) if persons else ():
        value = text[start:end]
        if at in persons or (many and _WHOLE_NAME.fullmatch(value)):
            yield start, end, "PERSON", _SURE
        elif DATE.fullmatch(value) or _COMPACT_DAY.fullmatch(value):
            yield start, end, "DATE_TIME", _SURE
        elif _NUMBER.fullmatch(value):
            yield start, end, "ID_NUMBER", _SURE
        elif value.title() in PEOPLES:
            yield start, end, "NRP", _SURE
        elif _POSTCODE.fullmatch(value):
            yield start, end, "POSTCODE", _SURE
        elif _STREET.fullmatch(value):
            yield start, end, "STREET_ADDRESS", _SURE
        elif value.istitle() and (value.lower() in names.places or (placed and value.lower() not in names.common)):
            yield start, end, "LOCATION", _SURE


def _is_whole(value: str, names: NameLists) -> bool:
    """Whether a value is a given name and a family name, neither of them an ordinary word."""
    if _WHOLE_NAME.fullmatch(value) is None:
        return False
    words = value.lower().split()
    if words[0] in names.common and words[-1] in names.common:
        return False
    return names.has_given(words[0]) and (names.is_family(words[-1]) or words[-1] not in names.common)


def _are_parts(first: str, second: str, names: NameLists) -> bool:
    """Whether two values are the two parts of a name, in either order."""
    for one, other in ((first.lower(), second.lower()), (second.lower(), first.lower())):
        given, family = one.split()[0], other.split()[-1]
        if names.has_given(given) and given not in names.common and names.is_family(family):
            return True
    return False
