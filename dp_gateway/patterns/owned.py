"""Keys and heads of columns that say what stands beside them where somebody is told of near: "id", "ref", "company".

Alone they stand for anything a program numbers or names; in a record with a name, a telephone number or an address they
are somebody's. `keys` asks about pairs and elements, `columns` and `queries` about the cells of a row.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from dp_gateway.patterns.rules import Found
from dp_gateway.text.lists import named_by_words, word_lists

_LISTS = word_lists(__file__)
_TYPES = named_by_words(_LISTS, "KEYS")
"""Types by key: lower case, without what stands between its words."""
_BETWEEN = re.compile(r"[^A-Za-z0-9]+|_")
_PARTS = re.compile(r"[ _.-]+|(?<=[a-z])(?=[A-Z])")
OF_SOMEBODY = frozenset(("PERSON", "EMAIL_ADDRESS", "PHONE_NUMBER", "US_SSN", "STREET_ADDRESS", "POSTCODE"))
"""Types of what tells that a record, or the row of a table, is somebody's."""
_NEAR = 240
# What parts one record from the next: the braces of objects in a row, a blank line, an item of a list.
_BREAK = re.compile(r"\}\s*,?\s*\{|\n[ \t]*\n|\n[ \t]*- ")
_LOOKS = {
    # "BB-7F3K2", "4417", "191-D-40772"; neither "v1.2" nor a day
    "ID_NUMBER": re.compile(
        r"(?!v[0-9]|[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}\Z|[0-9]{1,3}\.[0-9])#?(?=(?:[A-Za-z/# -]{0,20}[0-9]){3})"
        r"[A-Za-z0-9][A-Za-z0-9/#*-]*(?: [A-Z0-9-]*[0-9][A-Z0-9-]*){0,4}"
    ),
    "MONEY": re.compile(r"[-+]?(?:[A-Z]{3} ?|[$£€₹])?[0-9]{1,3}(?:,?[0-9]{3}){0,3}\.[0-9]{2}"),
    "DATE_TIME": re.compile(
        r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}[/.][0-9]{1,2}[/.](?:[0-9]{4}|[0-9]{2}))(?:[T ].{5,20})?"
    ),
    "POSTCODE": re.compile(r"[A-Z0-9]{2,4}[ -]?[A-Z0-9]{3,4}|[0-9]{4,6}"),
    "ORGANIZATION": re.compile(r"[^\W\d_a-z][\w&'’.,-]*(?: [\w&'’.,()+-]+){0,7}"),
    "JOB_TITLE": re.compile(r"[^\W\d_]{3,}(?:[ /&-][^\W\d_]+){0,5}"),
    "LOCATION": re.compile(r"[^\W\d_a-z][^\W\d_]+(?:[ '’-][^\W\d_]+){0,3}"),
    "NRP": re.compile(r"[^\W\d_a-z][^\W\d_]{2,}(?:[ -][^\W\d_]+){0,2}"),
}
_NOBODYS = frozenset(_LISTS["NOBODYS"])
"""What stands in such places and says nothing of anybody."""
_MOST = 60


def type_if_owned(key: str) -> str | None:
    """Return what stands beside a key where somebody is told of near; None where it tells nothing."""
    compact = _BETWEEN.sub("", key).lower()
    kind = _TYPES.get(compact)
    if kind is None and len(parts := _PARTS.split(key.strip("_"))) > 1:
        first, last = "".join(parts[:-1]).lower(), parts[-1].lower()
        if last in _CURRENCIES or (last == "id" and _TYPES.get(first) == "ID_NUMBER"):
            kind = _TYPES.get(first)
        elif last in _COUNTED:
            kind = "ID_NUMBER"
    return kind


_CURRENCIES = frozenset("eur usd gbp chf cad aud nzd inr jpy sek nok dkk pln zar brl sgd hkd".split())
_COUNTED = frozenset("no nr num number ref".split())


def looks_owned(value: str, kind: str) -> bool:
    """Return whether a value looks like one of its type that is somebody's."""
    value = value.strip()
    shape = _LOOKS.get(kind)
    return (
        shape is not None
        and len(value) <= _MOST
        and value.lower() not in _NOBODYS
        and shape.fullmatch(value) is not None
    )


def beside_somebody(text: str, found: Sequence[Found], owned: Sequence[Found]) -> Iterator[Found]:
    """Find those of some values that stand in a record with what tells of somebody. `found`: what keys tell of the
    text, in order. `owned`: values of keys that say little alone.
    """
    people = [one for one in found if one[2] in OF_SOMEBODY]
    starts = [one[0] for one in people]
    for one in owned if people else ():
        at = bisect_left(starts, one[0])
        before = at > 0 and _is_one_record(text, people[at - 1][1], one[0])
        if before or (at < len(people) and _is_one_record(text, one[1], people[at][0])):
            yield one


def _is_one_record(text: str, end: int, start: int) -> bool:
    """Whether nothing between two values parts one record from the next."""
    return start - end <= _NEAR and _BREAK.search(text, end, start) is None
