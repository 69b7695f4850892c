"""Records of somebody that are written as settings are: "name=Anna Miller; age=34; job=nurse", or one pair a line.

Their keys tell them from settings of programs, and what stands in them is read as prose is. Messages of hospitals, HL7
version 2, tell by the place of a field in its segment: "PID|1||48213377^^^MRN". A line is a segment: three signs that
name it, then fields that bars part, their repetitions (~) and components (^). Numbers of fields are those of the
standard, chapters 2, 3 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from dp_gateway.patterns.rules import Found
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_OF_SOMEBODY = frozenset(_LISTS["OF_SOMEBODY"])
_LEAST = 3
"""Different keys of somebody by which pairs are a record."""
_LONGEST = 2000
_VALUE = r"[ \t]{0,2}=[ \t]{0,2}(?=[^\s=\"'`<>{(\[])(?!\$(?![0-9]))"
_IN_LINE = re.compile(rf"(?:^|[;,|\t])[ \t]{{0,3}}(?P<k>[A-Za-z][A-Za-z_ -]{{0,30}}+){_VALUE}")
_ALONE = re.compile(rf"[ \t]{{0,8}}(?P<k>[A-Za-z][A-Za-z_ -]{{0,30}}+){_VALUE}[^\n;{{}}()=]{{1,120}}+$", re.MULTILINE)
_BETWEEN = re.compile(r"[ _-]+")


def records(lines: Sequence[str]) -> Iterator[int]:
    """Find the numbers of the lines that are records, or parts of one."""
    run, keys = list[int](), set[str]()
    for at, line in enumerate((*lines, "")):
        alone = _ALONE.match(line) if "=" in line else None
        if alone is None:
            if len(keys) >= _LEAST:
                yield from run
            run, keys = list[int](), set[str]()
            if line.count("=") >= _LEAST and len(_keys(line)) >= _LEAST:
                yield at
        else:
            run.append(at)
            keys |= _of_somebody(alone["k"])


def record_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Find where the lines of records stand in a stretch of a text."""
    lines = text[start:end].splitlines(keepends=True)
    ends = [start, *(start + length for length in accumulate(map(len, lines)))]
    return ((ends[at], ends[at + 1]) for at in records(lines))


def _keys(line: str) -> set[str]:
    return {key for pair in _IN_LINE.finditer(line, 0, _LONGEST) for key in _of_somebody(pair["k"])}


def _of_somebody(key: str) -> frozenset[str]:
    return _OF_SOMEBODY & {_BETWEEN.sub("", key).lower()}


_NAME = ("PERSON", "PERSON", "PERSON")
_STAFF = ("ID_NUMBER", *_NAME)
_ADDRESS = ("STREET_ADDRESS", "STREET_ADDRESS", "LOCATION", "", "POSTCODE")
_PHONE = ("PHONE_NUMBER", "", "", "EMAIL_ADDRESS")
_NUMBER, _DAY, _SSN, _BIRTHPLACE = ("ID_NUMBER",), ("DATE_TIME",), ("US_SSN",), ("LOCATION",)
_SEGMENTS: dict[str, dict[int, Sequence[str]]] = {
    "PID": {2: _NUMBER, 3: _NUMBER, 4: _NUMBER, 5: _NAME, 6: _NAME, 7: _DAY, 9: _NAME, 11: _ADDRESS, 13: _PHONE,
            14: _PHONE, 18: _NUMBER, 19: _SSN, 20: _NUMBER, 21: _NUMBER, 23: _BIRTHPLACE, 29: _DAY},
    "NK1": {2: _NAME, 4: _ADDRESS, 5: _PHONE, 6: _PHONE, 16: _DAY, 30: _NAME, 31: _PHONE, 32: _ADDRESS, 33: _NUMBER},
    "GT1": {2: _NUMBER, 3: _NAME, 4: _NAME, 5: _ADDRESS, 6: _PHONE, 7: _PHONE, 8: _DAY, 12: _SSN, 19: _NUMBER},
    "IN1": {16: _NAME, 18: _DAY, 19: _ADDRESS, 36: _NUMBER, 49: _NUMBER},
    "MRG": {1: _NUMBER, 3: _NUMBER, 4: _NUMBER, 7: _NAME},
    "PD1": {4: _STAFF},
    "PV1": {7: _STAFF, 8: _STAFF, 9: _STAFF, 17: _STAFF, 19: _NUMBER, 52: _STAFF},
    "ORC": {10: _STAFF, 11: _STAFF, 12: _STAFF},
    "OBR": {10: _STAFF, 16: _STAFF, 28: _STAFF, 32: _STAFF, 33: _STAFF, 34: _STAFF},
}  # fmt: skip
"""The types of the components of fields, by segment and number of the field."""

_SEGMENT = re.compile(rf"(?<![^\s\"'`>])(?P<s>{'|'.join(_SEGMENTS)})\|(?P<f>[^\r\n]{{1,4000}})")
_SEGMENT_SIGNS = tuple(f"{name}|" for name in _SEGMENTS)
_PART = re.compile(r"(?P<v>[^|~^\s\"](?:[^|~^\r\n\"]{0,79}[^|~^\s\"])?)?[^|~^]*(?P<end>[|~^]|\Z)")
_LOOKS = {
    "PERSON": re.compile(r"[^\W\d_][^\d|]*"),
    "LOCATION": re.compile(r"[^\W\d_][^\d|]*"),
    "DATE_TIME": re.compile(r"(?:19|20)[0-9]{2}(?:[01][0-9][0-3][0-9](?:[0-9]{4,6})?)?"),
    "PHONE_NUMBER": re.compile(r"[-+() .0-9]{7,20}(?:[xX][0-9]{1,6})?"),
    "EMAIL_ADDRESS": re.compile(r"[^@\s]+@[^@\s]+"),
    "US_SSN": re.compile(r"[0-9]{3}-?[0-9]{2}-?[0-9]{4}"),
    "": re.compile(r"(?=[^0-9]*[0-9]).{2,}"),
}
"""What a component looks like, by type; "" for the types that are not named."""
_SCORE = 0.99


def hl7_values(text: str) -> Iterator[Found]:
    """Find the values of fields that say who a patient is, a relative, who pays or who treats."""
    for segment in _SEGMENT.finditer(text) if any(map(text.__contains__, _SEGMENT_SIGNS)) else ():
        fields = _SEGMENTS[segment["s"]]
        field, component, last = 1, 0, max(fields)
        for part in _PART.finditer(text, *segment.span("f")):
            kinds = fields.get(field, ())
            kind = kinds[component] if component < len(kinds) else ""
            if kind and part["v"] and _LOOKS.get(kind, _LOOKS[""]).fullmatch(part["v"]):
                yield *part.span("v"), kind, _SCORE
            component = component + 1 if part["end"] == "^" else 0
            field += part["end"] == "|"
            if field > last or not part["end"]:
                break
