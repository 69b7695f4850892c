"""Holds one form of a surrogate, and tells which surrogates are unlike the ordinary words and numbers of a reply.
`Surrogates` is made of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from dp_gateway.restore.words import WORD
from dp_gateway.text.folding import SEPARATOR, compared_all

_LEAST_DIGITS = 4
"""A surrogate of digits alone that is shorter than this could be any number of the reply, and is not restored."""

_SOLID = re.compile(r"[^\W_]+")
_MARK = re.compile(r"[^\w\s]|_")
_TELLING = re.compile(r"[A-Za-z][^\W_]|[^\W_][^\w\s][^\W_]|[^\W_]{4}")
"""What most of those that can be told hold: a letter in a word, a mark between two, or four in a row."""
_BETWEEN = "\0"
_NOT_SOLID = bytes(code for code in range(1, 128) if not chr(code).isalnum())


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


@lru_cache(8192)
def is_restorable(surrogate: str) -> bool:
    """Return whether a surrogate can be told from the ordinary words and numbers of a reply."""
    if _TELLING.search(surrogate):
        return True
    solid = "".join(_SOLID.findall(surrogate))
    if solid.isdigit():
        return len(solid) >= _LEAST_DIGITS or _MARK.search(surrogate) is not None
    return len(solid) > 1


def are_restorable(surrogates: Sequence[str]) -> list[bool]:
    """Do what `is_restorable` does for each; most numbers are told by how many letters and digits they have, counted
    all at once.
    """
    joined = _BETWEEN.join(surrogates)
    solid = joined.encode().translate(None, _NOT_SOLID).split(_BETWEEN.encode()) if joined.isascii() else ()
    if len(solid) != len(surrogates):
        return [is_restorable(surrogate) for surrogate in surrogates]
    return [
        len(one) >= _LEAST_DIGITS or is_restorable(surrogate) for one, surrogate in zip(solid, surrogates, strict=True)
    ]


SPACE_CODE = "%20"
_HEAD = re.compile(rf"(?:\A|\0)({WORD}|[^\0]?)[^\0]*")
_Form = tuple[str, str, bool]
"""A surrogate as it is looked for: folded, its first word, and whether it can be told from ordinary text."""
_KNOWN: dict[str, _Form] = {}
"""Forms of surrogates that were asked for lately. They are what providers have seen; no originals are kept."""
_MOST_KNOWN = 1 << 15


def forms_of(replacements: list[Replacement]) -> list[_Form]:
    """Find the forms of the surrogates of some replacements."""
    surrogates = [replacement[0] for replacement in replacements]
    known = list(map(_KNOWN.get, surrogates))
    missing = [at for at, form in enumerate(known) if form is None]
    if missing:
        new = [surrogates[at] for at in missing]
        made = _made(new)
        for at, form in zip(missing, made, strict=True):
            known[at] = form
        if len(_KNOWN) + len(made) > _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN.update(zip(new, made, strict=True))
    return cast(list[_Form], known)


def _made(surrogates: list[str]) -> list[_Form]:
    joined = SEPARATOR.join(surrogates)
    coded = SPACE_CODE in joined
    folded = compared_all([one.replace(SPACE_CODE, " ") for one in surrogates] if coded else surrogates)
    heads: list[str] = _HEAD.findall(SEPARATOR.join(folded))
    # A head of two characters, one of them a letter, is enough: the rest need not be looked at.
    return [
        (form, head, (len(head) > 1 and not head.isdigit()) or told)
        for form, head, told in zip(folded, heads, are_restorable(surrogates), strict=True)
    ]
