"""The head of the column that a number of a table stands under, where a reply writes a table: it labels the number.

`numbers` asks. A table has rows that begin with a bar, as of Markdown, or lines of values with commas between them
under a line of names. It is known as far as a stream keeps what stands before a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_CELL = re.compile(r"[0-9](?<![^,;\t\n].)[0-9]{0,14}(?:\.[0-9]{1,6})?(?=[,;\t\r\n]|\Z)", re.MULTILINE)
_NAMES = re.compile(r"[^\W\d][^\d\n|]*")
_SEPARATORS = ",;\t"


def column(text: str, start: int, reach: int) -> str:
    """The head of the column of what stands at a place; empty where it is in no table. `reach`: characters before it
    that are looked at.
    """
    first = max(start - reach + 1, 0)
    lines = text[first:start].split("\n")
    if first:
        del lines[0]  # it may be cut
    if len(lines) <= 1:
        return ""
    row = lines.pop()
    if row.lstrip().startswith("|"):
        return _head(lines, row.lstrip(), "|")
    separator = next((one for one in _SEPARATORS if one in row or one in lines[-1]), "")
    return _head(lines, row, separator) if separator else ""


def cells(text: str, at: int, end: int, reach: int) -> Iterator[re.Match[str]]:
    """The numbers of a stretch that are a value of their own in a line of values under a line of names."""
    return (one for one in values(text, at, end) if column(text, one.start(), reach))


def values(text: str, at: int, end: int) -> Iterator[re.Match[str]]:
    """The numbers of a stretch that stand between the separators of a line of values, under a head or not."""
    return _CELL.finditer(text, at, end)


def _head(lines: list[str], row: str, separator: str) -> str:
    """The cell of the first line of a table above a row, in the column where the row ends."""
    count = lines[-1].count(separator)
    at = row.count(separator)
    if not count or at > count:
        return ""
    head = ""
    for line in reversed(lines):
        if line.count(separator) != count or (separator == "|" and not line.lstrip().startswith("|")):
            break
        head = line
    named = head.split(separator)[at].strip(" \"'*_") if head else ""
    return named if _NAMES.fullmatch(named) else ""
