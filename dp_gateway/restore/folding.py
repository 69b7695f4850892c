"""Texts as they are compared: one character for one, so that places in the folded text are places in the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set

__all__ = [
    "IDEOGRAPHS",
    "SEPARATOR",
    "TRANSPARENT",
    "WORD",
    "ascii_words",
    "fold",
    "fold_all",
    "places_amid_markup",
    "places_of",
    "token_at",
    "tokens",
]

TRANSPARENT = frozenset("*_`~\u200b\u200c\u200d\u2060\ufeff\u00ad")
"""Markup and characters without width, which may stand inside a surrogate."""

SEPARATOR = "\0"
"""Stands between surrogates that are folded together."""

IDEOGRAPHS = "\u3005\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
"""Chinese characters and kana, for a class of a regular expression: no spaces stand between words of them."""

_SPACES = re.compile(" {2,}| +(?=\0)|(?<=\0) +")
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
_APOSTROPHES = "\u2018\u2019\u02bc\uff07"
_FOLDED = dict.fromkeys(_DASHES, "-") | dict.fromkeys(_APOSTROPHES, "'")
_REMEMBERED = 4096


class _Folding(dict[int, str]):
    """What `str.translate` asks for each character; what has been asked is remembered, up to a bound."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = " " if char.isspace() else _FOLDED.get(char) or _without_accent(char.lower())
        if char.isdecimal():
            # The same number in the digits of another script.
            folded = str(int(char))
        folded = folded if len(folded) == 1 else char
        if len(self) < _REMEMBERED:
            self[code] = folded
        return folded


def _without_accent(char: str) -> str:
    """A Latin letter without its marks; in other scripts those make another letter."""
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() and base.isalpha() else char


_FOLDING = _Folding()
# A token is a word (letters and digits), or any other single character that is no white space: an ideograph too.
_ASCII_TOKEN = re.compile(r"[a-z0-9]+|[^ ]")
WORD = rf"[{IDEOGRAPHS}]|[^\W_{IDEOGRAPHS}]+"
"""A word, as a part of a regular expression."""

_TOKEN = re.compile(rf"{WORD}|[^ ]")
# The same with an empty group for words that markup may have cut. Words are possessive (++),
# so that no long word is gone through again and again.
_CUT = rf"(?:(?=[{re.escape(''.join(sorted(TRANSPARENT)))}])())?"
_ASCII_PLACED = re.compile(rf"[a-z0-9]++{_CUT}|[^ ]")
_PLACED = re.compile(rf"(?:[{IDEOGRAPHS}]|[^\W_{IDEOGRAPHS}]++){_CUT}|[^ ]")


_MARKUP = "\v"
# ASCII as it is folded, with white space for everything but letters and digits: markup as one kind of it.
_SPACED = b"".join(
    (char.lower() if char.isalnum() else _MARKUP if char in TRANSPARENT else " ").encode()
    for char in map(chr, range(128))
).ljust(256)


def fold(text: str) -> str:
    """The text in lower case without accents, with one kind of white space, dash, apostrophe; as long as it was."""
    return text.translate(_FOLDING)


def fold_all(surrogates: list[str]) -> list[str]:
    """Folded surrogates, runs of white space as one; all at once, since one call for each takes longer."""
    joined = fold(SEPARATOR.join([surrogate.replace(SEPARATOR, "\ufffd") for surrogate in surrogates]))
    if "  " in joined or f" {SEPARATOR}" in joined or f"{SEPARATOR} " in joined:
        joined = _SPACES.sub(lambda found: " " if len(found[0]) > 1 else "", joined)
    return [folded.strip(" ") for folded in joined.split(SEPARATOR)]


def tokens(folded: str) -> list[str]:
    """Words and marks of a folded text."""
    return (_ASCII_TOKEN if folded.isascii() else _TOKEN).findall(folded)


def ascii_words(text: str) -> tuple[list[str], bool]:
    """The words, no marks, of an ASCII text that need not be folded, in a few calls; and whether it has markup."""
    spaced = text.encode().translate(_SPACED).decode()
    return spaced.split(), _MARKUP in spaced


def token_at(folded: str, at: int) -> str:
    """The word or mark that begins at a place."""
    found = _TOKEN.match(folded, at)
    return found[0] if found else ""


def places_of(wanted: Set[str], folded: str, at: int) -> list[int]:
    """Where, from a place on, some of the words and marks of a text without markup stand; in order."""
    places: list[int] = []
    for token in wanted:
        place = folded.find(token, at)
        while place >= 0:
            places.append(place)
            place = folded.find(token, place + 1)
    return sorted(places)


def places_amid_markup(wanted: Set[str], folded: str, at: int) -> list[int]:
    """The same in any text, and all words that markup has cut."""
    pattern = _ASCII_PLACED if folded.isascii() else _PLACED
    return [found.start() for found in pattern.finditer(folded, at) if found[0] in wanted or found.lastindex]
