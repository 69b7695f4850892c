"""Phrases whose letters and digits stand apart in a text: "C01 X00 T47", "4539-1488...", "Hart-" at the end of a line.

`everywhere` looks for known identifiers and names so. Texts and phrases are compared by their letters and digits alone;
what stands between these has to be what separates groups, or, inside of a name, what breaks or marks a part of a word.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import accumulate
from typing import Any

from dp_gateway.text.folding import lower

_CODE = re.compile("%(?P<code>[2-7][0-9A-Fa-f])")
_RUN = re.compile(rf"{_CODE.pattern}|[^\W_]+")
_PLAIN_RUN = re.compile("[a-z0-9]+")
"""A run of a text of ASCII in small letters."""
_SMALL, _NO_LETTERS = bytes(range(256)).lower(), bytes(char for char in range(128) if not chr(char).isalnum())
_LEAST_NAME, _LEAST, _LEAST_DIGITS, _MOST = 5, 6, 2, 64
# Between groups of an identifier; in a name a hyphen at the end of a line, or the mark of a part that is emphasized.
_GROUPS = re.compile(r"[^\w\"'<>{}|;]{1,3}|_")
_BREAKS = re.compile(r"(?:-[ \t]{0,3}\r?\n[ \t>]{0,9}|=\r?\n|\u00ad|\\-|[*_]{1,3})")
_NAMES = frozenset(("PERSON",))
_NO_IDENTIFIERS = frozenset("LOCATION ORGANIZATION NRP JOB_TITLE USERNAME".split())


class WrittenApart:
    """Looks for phrases by their letters and digits. `wanted`: the phrases, with their types and the turns in which
    they were first found.
    """

    def __init__(self, wanted: Mapping[str, tuple[str, int]]) -> None:
        self._automaton: Any = import_module("ahocorasick").Automaton()
        known: dict[str, tuple[str, int]] = {}
        for phrase, (kind, since) in wanted.items():
            letters = _looked_for(phrase, kind)
            if letters and since < known.get(letters, ("", since + 1))[1]:
                known[letters] = kind, since
        for letters, (kind, since) in known.items():
            self._automaton.add_word(letters, (letters, kind, since))
        self._automaton.make_automaton()

    def hits(self, text: str, turn: int) -> Iterator[tuple[int, int, str, int]]:
        """Yield where phrases that were found up to a turn stand apart, with their types and turns."""
        if not len(self._automaton):
            return
        # Most texts hold none of them: their letters are had in one call, and where they stand is not asked.
        plain = _is_plain(text)
        if plain and next(self._automaton.iter(_letters_of(text)), None) is None:
            return
        runs = _plain_runs(text) if plain else [(one.start(), one.end(), _letters(one)) for one in _RUN.finditer(text)]
        ends = [*accumulate(len(letters) for _, _, letters in runs)]
        # Of a phrase that repeats itself places do not overlap: each run is looked at once.
        taken: dict[str, int] = {}
        for last, (letters, kind, since) in self._automaton.iter("".join([letters for _, _, letters in runs])):
            first = last + 1 - len(letters)
            one, other = bisect_right(ends, first), bisect_right(ends, last)
            if (
                since > turn
                or first < taken.get(letters, 0)
                or (one == other and kind in _NAMES)
                or not _ends_group(runs[one][2], len(runs[one][2]) - ends[one] + first)
                or not _ends_group(runs[other][2], len(runs[other][2]) - ends[other] + last + 1)
            ):
                continue
            between = [text[runs[at][1] : runs[at + 1][0]] for at in range(one, other)]
            coded = any("%" in text[runs[at][0] : runs[at][1]] for at in range(one, other + 1))
            if _joins(between, kind, coded=coded):
                taken[letters] = last + 1
                start = runs[one][0] + len(runs[one][2]) - ends[one] + first
                yield start, runs[other][1] - ends[other] + last + 1, kind, since


def _ends_group(letters: str, at: int) -> bool:
    """Whether a place is an end of a run, or lies between its letters and its digits: "LH99200341"."""
    return at in (0, len(letters)) or letters[at - 1].isdigit() != letters[at].isdigit()


def _is_plain(text: str) -> bool:
    """Whether a text is of ASCII, without a code of a character."""
    return text.isascii() and ("%" not in text or _CODE.search(text) is None)


def _letters_of(text: str) -> str:
    """The letters and digits of a plain text, without what stands between them."""
    return text.encode().translate(_SMALL, _NO_LETTERS).decode()


def _plain_runs(text: str) -> list[tuple[int, int, str]]:
    """Start, end, and letters and digits of each run of a plain text."""
    lowered = text.lower()
    return [(start, end, lowered[start:end]) for start, end in [match.span() for match in _PLAIN_RUN.finditer(lowered)]]


def _letters(match: re.Match[str]) -> str:
    """The letters and digits of a run, one for each of its characters; of a code what it stands for."""
    if code := match["code"]:
        char = chr(int(code, 16))
        return lower(char) if char.isalnum() else ""
    return lower(match[0])


def _looked_for(phrase: str, kind: str) -> str:
    """The letters and digits by which a phrase is looked for; empty for one that is not."""
    if kind in _NAMES:
        return lower(phrase) if len(phrase) >= _LEAST_NAME and phrase.isalpha() else ""
    if kind in _NO_IDENTIFIERS or len(phrase) < _LEAST:
        return ""
    letters = lower("".join(filter(str.isalnum, phrase)))
    told = "@" in phrase or sum(map(str.isdecimal, letters)) >= _LEAST_DIGITS
    return letters if told and _LEAST <= len(letters) <= _MOST else ""


def _joins(between: list[str], kind: str, *, coded: bool) -> bool:
    """Whether what stands between the runs leaves them one phrase."""
    if kind in _NAMES:
        apart = [one for one in between if one]
        return (coded and not apart) or (len(apart) <= 2 and bool(apart) and all(map(_BREAKS.fullmatch, apart)))  # noqa: PLR2004
    return all(not one or _GROUPS.fullmatch(one) for one in between)
