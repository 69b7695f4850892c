"""Splits a reply that is folded (`text.folding.compared`) into words and marks, and finds where some of them stand in
it.

`Surrogates` looks at them for the first words of surrogates.
"""

from __future__ import annotations

import re
from collections.abc import Set

from dp_gateway.text.unicode import IDEOGRAPHS

TRANSPARENT = frozenset("*_`~\u200b\u200c\u200d\u2060\ufeff\u00ad")
"""Markup and characters without width, which may stand inside a surrogate."""
MARKS = re.escape("".join(sorted(TRANSPARENT)))
"""The same, inside of a class of an expression."""

# A token is a word (letters and digits), or any other single character that is no white space: an ideograph too.
_ASCII_TOKEN = re.compile(r"[a-z0-9]+|[^ ]")
WORD = rf"[{IDEOGRAPHS}]|[^\W_{IDEOGRAPHS}]+"
"""A word, as a part of a regular expression."""

_TOKEN = re.compile(rf"{WORD}|[^ ]")
# A word that markup may have cut. It is gone through from its beginning alone.
_CUT = rf"(?=[{MARKS}])"
_ASCII_CUT = re.compile(rf"[a-z0-9](?<![a-z0-9].)[a-z0-9]*+{_CUT}")
_WORD_CUT = re.compile(
    rf"(?:[{IDEOGRAPHS}]|[^\W_{IDEOGRAPHS}](?<![^\W_{IDEOGRAPHS}].)[^\W_{IDEOGRAPHS}]*+){_CUT}", re.DOTALL
)

_MARKUP = "\v"
# ASCII as it is folded, with white space for everything but letters and digits: markup as one kind of it.
_SPACED = b"".join(
    (char.lower() if char.isalnum() else _MARKUP if char in TRANSPARENT else " ").encode()
    for char in map(chr, range(128))
).ljust(256)


def tokens(folded: str) -> list[str]:
    """Split a folded text into words and marks."""
    return (_ASCII_TOKEN if folded.isascii() else _TOKEN).findall(folded)


def ascii_words(text: str) -> tuple[list[str], bool]:
    """Find the words, no marks, of an ASCII text that need not be folded, in a few calls; and whether it has markup."""
    spaced = text.encode().translate(_SPACED).decode()
    return spaced.split(), _MARKUP in spaced


_OF_WORDS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789 ")


def different_tokens(folded: str) -> frozenset[str]:
    """Find the different words and marks of a folded text; of ASCII in a few calls, whatever its length."""
    if not folded.isascii():
        return frozenset(tokens(folded))
    return frozenset((*ascii_words(folded)[0], *set(folded).difference(_OF_WORDS)))


def token_at(folded: str, at: int) -> str:
    """Find the word or mark that begins at a place."""
    found = _TOKEN.match(folded, at)
    return found[0] if found else ""


_FEW = 64
"""Words that a text is searched for one by one."""


def places_of(wanted: Set[str], folded: str, at: int) -> list[int]:
    """Find where, from a place on, some of the words and marks of a text stand, and what else holds them; in order."""
    if len(wanted) > _FEW:
        pattern = _ASCII_TOKEN if folded.isascii() else _TOKEN
        return [found.start() for found in pattern.finditer(folded, at) if found[0] in wanted]
    places: list[int] = []
    for token in wanted:
        place = folded.find(token, at)
        while place >= 0:
            places.append(place)
            place = folded.find(token, place + 1)
    return sorted(places)


def cut_words(folded: str, at: int) -> list[int]:
    """Find where, from a place on, words of a text begin that markup has cut; in order."""
    return [found.start() for found in (_ASCII_CUT if folded.isascii() else _WORD_CUT).finditer(folded, at)]
