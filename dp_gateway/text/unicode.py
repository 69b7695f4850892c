"""Character classes and simple case folding, from one frozen Unicode version.

The interpreter's own tables change from one Python version to the next; two replicas would then cut the same text
into different words. `tables.npz` holds Unicode 15.1 as runs and is expanded on first use; `python -m
dp_gateway.text.unicode` writes it anew (run it under a Python that carries that version).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

OTHER, LETTER, MARK, UPPER, DIGIT, APOSTROPHE = 0, 1, 2, 4, 8, 16
"""Kinds of code points, as bits; UPPER stands beside LETTER on upper-case and title-case letters."""

IDEOGRAPHS = "\u3005\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af"
"""Chinese characters and kana, for a class of a regular expression: no spaces stand between words of them."""
IDEOGRAPH = re.compile(f"[{IDEOGRAPHS}]")

UNICODE_VERSION = "15.1.0"
_CODE_POINTS = 0x110000
_CURLY = 0x2019
_FILE = Path(__file__).with_name("tables.npz")

_READ_AS_LETTERS = (
    (0x2100, 0x2150),  # letter-like symbols
    (0x2460, 0x2500),  # enclosed letters and numbers
    (0x2800, 0x2900),  # Braille
    (0x2E80, 0x2FE0),  # radicals of ideographs
    (0x31C0, 0x31F0),  # strokes of ideographs
    (0x3200, 0x3400),  # enclosed and squared ideographs and abbreviations
    (0xA490, 0xA4D0),  # radicals of Yi
    (0xFE00, 0xFE0E),  # variation selectors but the two of emoji: they can spell bytes
    (0x1F100, 0x1F300),  # enclosed and squared letters, regional indicators
    (0xE0000, 0xE1000),  # tags, which repeat ASCII invisibly, and further variation selectors
)
"""Code points that are letters to whoever reads them, or can spell them, whatever their category is."""

_NAMED_LETTER = re.compile(r"\b(?:LETTER|DIGIT) \w")
"""In the name of what is a letter by no category, such as those that are written above others."""


class CodePointTables(NamedTuple):
    """Look-up tables over all code points.

    Attributes:
        kind: (0x110000,) uint8: OTHER, LETTER (also | UPPER), MARK, DIGIT or APOSTROPHE.
        fold: (0x110000,) uint32: the simple lower-case form, itself where there is none; a curly apostrophe is a
            straight one.
        upper: (0x110000,) uint32: the simple upper-case form, itself where there is none.
        starts: (runs,) uint32: first code point of each run of one kind.
    """

    kind: NDArray[np.uint8]
    fold: NDArray[np.uint32]
    upper: NDArray[np.uint32]
    starts: NDArray[np.uint32]


@cache
def tables() -> CodePointTables:
    """Return the tables, expanded once per process."""
    with np.load(_FILE) as stored:
        starts = stored["starts"]
        kind = np.repeat(stored["kind"], np.diff(starts, append=np.uint32(_CODE_POINTS)))
        fold = np.arange(_CODE_POINTS, dtype=np.uint32)
        upper = fold.copy()
        fold[stored["fold_from"]] = stored["fold_to"]
        upper[stored["upper_from"]] = stored["upper_to"]
    for table in (kind, fold, upper):
        table.flags.writeable = False
    return CodePointTables(kind, fold, upper, starts)


def _kind_of(code: int) -> int:
    import unicodedata

    category = unicodedata.category(chr(code))
    if category == "Nd":
        return DIGIT
    if code in (ord("'"), _CURLY):
        return APOSTROPHE
    if _is_letter(code, category):
        upper = category in ("Lu", "Lt") or (category == "So" and chr(code).lower() != chr(code))
        return LETTER | (UPPER if upper else 0)
    # The joiners stand inside words of Persian and Indic scripts.
    if category[0] == "M" or code in (0x200C, 0x200D):
        return MARK
    return OTHER


def _is_letter(code: int, category: str) -> bool:
    """Whether a code point is replaced as letters are; in doubt it is."""
    import unicodedata

    # Roman numerals, fractions and the like say numbers and are no digits: they are replaced as words are. What is not
    # assigned here may be a letter by now, and what is private may be one to somebody.
    if category[0] == "L" or category in ("Nl", "No", "Co", "Cn"):
        return True
    if any(first <= code < end for first, end in _READ_AS_LETTERS):
        return True
    # Of symbols, not of spaces: a no-break space or an accent on its own decomposes to a space, not to a letter.
    same = unicodedata.normalize("NFKC", chr(code))
    if category[0] == "S" and any(unicodedata.category(part)[0] in "LN" for part in same):
        return True
    return _NAMED_LETTER.search(unicodedata.name(chr(code), "")) is not None


def _pairs(mapped: list[str]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    pairs = [(code, ord(to)) for code, to in enumerate(mapped) if len(to) == 1 and ord(to) != code]
    array = np.array(pairs, dtype=np.uint32)
    return array[:, 0], array[:, 1]


def _write() -> None:
    import unicodedata

    if unicodedata.unidata_version != UNICODE_VERSION:
        raise SystemExit(f"this Python carries Unicode {unicodedata.unidata_version}, not {UNICODE_VERSION}")
    kinds = np.array([_kind_of(code) for code in range(_CODE_POINTS)], dtype=np.uint8)
    starts = np.flatnonzero(np.diff(kinds, prepend=255)).astype(np.uint32)
    fold_from, fold_to = _pairs(["'" if code == _CURLY else chr(code).lower() for code in range(_CODE_POINTS)])
    upper_from, upper_to = _pairs([chr(code).upper() for code in range(_CODE_POINTS)])
    np.savez_compressed(
        _FILE,
        starts=starts,
        kind=kinds[starts],
        fold_from=fold_from,
        fold_to=fold_to,
        upper_from=upper_from,
        upper_to=upper_to,
    )


if __name__ == "__main__":
    _write()
