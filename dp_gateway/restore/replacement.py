"""One form of a surrogate, and which surrogates can be told from the ordinary words and numbers of a reply."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Replacement", "is_restorable"]

_LEAST_DIGITS = 4
"""A surrogate of digits alone that is shorter than this could be any number of the reply, and is not restored."""

_SOLID = re.compile(r"[^\W_]+")
_MARK = re.compile(r"[^\w\s]|_")
_TELLING = re.compile(r"[A-Za-z][^\W_]|[^\W_][^\w\s][^\W_]|[^\W_]{4}")
"""What most of those that can be told hold: a letter in a word, a mark between two, or four in a row."""


class Replacement(NamedTuple):
    """A form in which a reply may hold a surrogate, and what has to stand there instead.

    Attributes:
        surrogate, original: as they were sent and as they were typed.
        plural: the reply may add a plural s.
        cased: in lower case it is an ordinary word ("polish"), and is left alone.
    """

    surrogate: str
    original: str
    plural: bool = False
    cased: bool = False


def is_restorable(surrogate: str) -> bool:
    """A surrogate that can be told from the ordinary words and numbers of a reply."""
    if _TELLING.search(surrogate):
        return True
    solid = "".join(_SOLID.findall(surrogate))
    if solid.isdigit():
        return len(solid) >= _LEAST_DIGITS or _MARK.search(surrogate) is not None
    return len(solid) > 1
