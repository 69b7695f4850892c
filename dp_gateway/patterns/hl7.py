"""Messages of hospitals, HL7 version 2: what the place of a field in its segment tells, as "PID|1||48213377^^^MRN".

A line is a segment: three signs that name it, then fields that bars part, their repetitions (~) and components (^).
Numbers of fields are those of the standard, chapters 2, 3 and 6; `keys` asks about every text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.patterns.rules import Found

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
    """The values of fields that say who a patient is, a relative, who pays or who treats."""
    for segment in _SEGMENT.finditer(text) if "|" in text else ():
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
