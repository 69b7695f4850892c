"""The forms in which strings are compared: each function says what for, and nothing else folds.

Text is folded where it enters: names, phrases and words by `fold`, what may stand in a reply by `compared`, what
patterns read by `lower`, what a model has copied by `copied`, what stands in addresses by `unaccented` and
`in_two_letters`. The first three give one character for one, so that places in the folded text are places in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from dp_gateway.text.segment import decode, encode
from dp_gateway.text.unicode import tables

SEPARATOR = "\0"
"""Stands between texts that are folded together."""

_SPACES = re.compile(" {2,}| +(?=\0)|(?<=\0) +")
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
_APOSTROPHES = "\u2018\u2019\u02bc\uff07"
_FOLDED = dict.fromkeys(_DASHES, "-") | dict.fromkeys(_APOSTROPHES, "'")
_REMEMBERED = 4096
_SHORT = 32
"""Characters of a text that is folded one by one; for longer ones all at once takes less."""
_TWO_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae"}
_IN_TWO_LETTERS = str.maketrans(
    _TWO_LETTERS | {letter.upper(): two.capitalize() for letter, two in _TWO_LETTERS.items() if letter != "ß"}
)
_LOOKS = str.maketrans(dict.fromkeys("‘’‚‛ʼ`´", "'") | dict.fromkeys("“”„‟«»", '"') | dict.fromkeys("‐‑‒–—−", "-"))


def fold(text: str) -> str:
    """Fold a text for lists and vocabularies: simple lower case, code point by code point, of one Unicode version."""
    if text.isascii():
        return text.lower()
    return text.translate(_LOWERING) if len(text) <= _SHORT else decode(tables().fold[encode(text)])


def fold_all(texts: Sequence[str]) -> list[str]:
    """Fold some texts, all at once, as `fold` does each."""
    folded = fold(SEPARATOR.join(texts)).split(SEPARATOR)
    return folded if len(folded) == len(texts) else [fold(text) for text in texts]


def lower(text: str) -> str:
    """Lower a text for patterns, to the same length; a character whose lower case is longer stays as it is."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


_OTHER_FORMS = ("ſ", "ı", "İ")
"""Letters that `re.IGNORECASE` takes for an s and an i."""


def lacks(text: str, strings: Iterable[str]) -> bool:
    """Return whether some strings of small letters stand nowhere in a text in any case: no expression has to look for
    them.
    """
    lowered = text.lower()
    if any(map(lowered.__contains__, strings)):
        return False
    return not has_other_forms(text)


def has_other_forms(text: str) -> bool:
    """Return whether expressions without regard to case find in a text what its small letters do not have."""
    return not text.isascii() and any(map(text.__contains__, _OTHER_FORMS))


class _Lowering(dict[int, int]):
    """The simple lower case of each character that `str.translate` has asked for, up to a bound."""

    def __missing__(self, code: int) -> int:
        folded = int(tables().fold[code])
        if len(self) < _REMEMBERED:
            self[code] = folded
        return folded


_LOWERING = _Lowering()


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


def compared(text: str) -> str:
    """Fold a text for replies: lower case without accents, one kind of white space, dash, apostrophe and digit."""
    return text.translate(_FOLDING)


def compared_all(texts: Iterable[str]) -> list[str]:
    """Fold some texts as `compared` does, runs of white space as one; all at once, since one call for each takes
    longer.
    """
    listed = [text.replace(SEPARATOR, "\ufffd") for text in texts]
    others = [at for at, text in enumerate(listed) if not text.isascii()]
    if not others or len(others) == len(listed):
        return _compared_together(listed) if listed else []
    # ASCII by itself is folded many times as fast.
    folded = _compared_together([text if text.isascii() else "" for text in listed])
    for at, one in zip(others, _compared_together([listed[at] for at in others]), strict=True):
        folded[at] = one
    return folded


def _compared_together(texts: Sequence[str]) -> list[str]:
    joined = compared(SEPARATOR.join(texts))
    if "  " in joined or f" {SEPARATOR}" in joined or f"{SEPARATOR} " in joined:
        joined = _SPACES.sub(lambda found: " " if len(found[0]) > 1 else "", joined)
    return [folded.strip(" ") for folded in joined.split(SEPARATOR)]


def copied(text: str) -> tuple[str, list[int]]:
    """Fold what a model has copied out of a text: no case, accents, width, looks of quotes and dashes, nothing unseen.

    Returns:
        The folded text, and where each of its characters comes from.
    """
    folded: list[str] = []
    origins: list[int] = []
    for at, character in enumerate(text):
        for piece in unicodedata.normalize("NFKD", character).casefold().translate(_LOOKS):
            if not unicodedata.combining(piece) and unicodedata.category(piece) != "Cf":
                folded.append(piece)
                origins.append(at)
    return "".join(folded), origins


def unaccented(text: str) -> str:
    """Fold a text for addresses: without the marks of its letters; shorter where those stand by themselves."""
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))


def in_two_letters(text: str) -> str:
    """Fold addresses and accounts: umlauts and their like as people write them without accents, "Mueller" of Müller."""
    return text.translate(_IN_TWO_LETTERS)
