"""Escapes in plain text: of JSON in a log, in a fenced example, in JSON; and the codes of HTML and of URLs.

Such a text is read, and written, as it stands. Detection reads through the escapes; a mention that holds some is drawn
as what they stand for, and what stands in for it is escaped as often. So what parsed before still parses. Source:
RFC 8259, section 7.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

# The backslash stands first: the engine skips to one.
_BACKSLASHES = r"(\\(?<!\\\\)\\*+)"
ESCAPED = re.compile(_BACKSLASHES + r"(?:u[dD][89abAB][0-9a-fA-F]{2}\1u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|\")")
"""A character by its number, or a quotation mark, with the backslashes before it; a character beyond U+FFFF has two
numbers."""

BREAK = re.compile(_BACKSLASHES + r"([nrt])")
"""A line break or a tab as programs write it, or the beginning of a name in a path (C:\\temp)."""

# Of a percent-encoded space only between two words: elsewhere URLs are decoded as a whole, and keep theirs.
CODE = re.compile(r"&(?:nbsp|amp|apos|quot|#x?[0-9a-fA-F]{2,5});|(?<=[A-Za-z])%20(?=[A-Za-z])")
"""A character that HTML or an URL writes as a code."""

_WORD = re.compile(r"[a-z0-9_]")
_BREAKS = {"n": "\n", "r": "\r", "t": "\t"}
_LETTER = re.compile(r"[bfnrt]|u[0-9a-fA-F]{4}")
_LIKE_JSON = re.compile(r'\s{0,400}+["\[{]|[^"\n]{0,80}[\[{][^"\n]{0,80}"|.{0,400}?"\s?:\s?\\*["\[{]')
_LIKE_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_BEFORE_NUMBER, _BEHIND_NUMBER = re.compile(r'(\\*")?\s*([:\[,])\s*\Z'), re.compile(r"\s*+(?:[,}\]]|\Z)")
_LIST = re.compile(r"\s{0,400}+\[")
_NEAR = 40
_DEEPEST = 6
_LONGEST = 2 << _DEEPEST
"""More backslashes than stand before any escape, and an even number: of more none is one."""


def character(match: re.Match[str]) -> str:
    """Return the character that a match of `ESCAPED` stands for; all of the match where it is none that can be seen."""
    digits = match[0].replace("\\", "")
    if _level(match) > _DEEPEST:
        return match[0]
    if digits == '"':
        return digits
    read = "".join(chr(int(code, 16)) for code in digits.split("u") if code)
    read = read.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return read if read.isprintable() and read not in '\\"\ufffd' else match[0]


def is_letter(text: str, at: int) -> bool:
    """Return whether an escape stands at a place that is a letter or a digit."""
    match = ESCAPED.match(text, at)
    return match is not None and character(match).isalnum()


class Escaped(NamedTuple):
    """A stretch of text with escapes. `text`: what it says. `levels`: how often it is escaped; 0 where nothing in it
    is.
    """

    text: str
    levels: int

    @classmethod
    def of(cls, raw: str) -> Escaped:
        """Read a stretch."""
        levels = {_level(match) for match in ESCAPED.finditer(raw) if character(match) != match[0]}
        breaks = [match for match in BREAK.finditer(raw) if _breaks(match)]
        levels |= {_level(match) for match in breaks}
        if len(levels) != 1:
            return cls(raw, 0)
        text = BREAK.sub(lambda match: _BREAKS[match[2]] if _breaks(match) else match[0], ESCAPED.sub(character, raw))
        return cls(text, levels.pop())


def escaped(text: str, levels: int) -> str:
    """Write a text as it stands in a string of JSON, which may stand in another one."""
    for _ in range(levels):
        text = json.dumps(text)[1:-1]
    return text


def _level(match: re.Match[str]) -> int:
    """How often the character was escaped: each time doubles the backslashes, and a quotation mark brings one more."""
    quoted = match[0].endswith('"')
    count = len(match[1]) + quoted
    return count.bit_length() - quoted if count & (count - 1) == 0 else _DEEPEST + 1


def breaks_apart(text: str) -> str:
    """Return the text, as long as it was, with white space for line breaks and tabs as programs write them."""
    line = asked = 0

    def apart(match: re.Match[str]) -> str:
        nonlocal line, asked
        # From the place that was asked about before, as one line may hold all of the text.
        line, asked = max(line, text.rfind("\n", asked, match.start()) + 1), match.start()
        return "\n" + " " * len(match[1]) if _breaks(match, line) else match[0]

    return BREAK.sub(apart, text)


def _breaks(match: re.Match[str], line: int | None = None) -> bool:
    """Whether an escape is one of a line break: of a path (C:\\temp) it is none; `line` is where its line begins."""
    if _level(match) > _DEEPEST:
        return False
    return not _WORD.match(match.string, match.end()) or _like_json(match.string, match.start(), line)


def _like_json(text: str, at: int, line: int | None = None) -> bool:
    """Whether the line of a place reads as JSON, where no path has a single backslash."""
    return _LIKE_JSON.match(text, text.rfind("\n", 0, at) + 1 if line is None else line) is not None


def is_number(text: str) -> bool:
    """Return whether a text is a number of JSON."""
    return _NUMBER.fullmatch(text) is not None


def quote_of_number(text: str, start: int, end: int) -> str:
    """Return the quotation mark of strings where a number of JSON stands; empty where none does.

    One with a leading zero counts, though JSON has none such: else the mark would tell of one.
    """
    if _LIKE_NUMBER.fullmatch(text, start, end) is None or not _BEHIND_NUMBER.match(text, end):
        return ""
    before = _BEFORE_NUMBER.search(text, max(start - _NEAR, 0), start)
    if before is None or not (before[1] if before[2] == ":" else _like_json(text, start) or _LIST.match(text)):
        return ""
    return before[1] or '"'


def behind_escape(text: str, start: int) -> int:
    """Find the first place from `start` on that is inside of no escape, where the line reads as JSON."""
    before, least = start, max(start - _LONGEST, 0)
    while before > least and text[before - 1] == "\\":
        before -= 1
    letter = _LETTER.match(text, start) if (start - before) % 2 else None
    return start if letter is None or not _like_json(text, start) else letter.end()


def space_of(name: str) -> str:
    """Return the code that stands for the spaces of a name ("%20", "&nbsp;"); empty where they are spaces."""
    if "&" not in name and "%" not in name:
        return ""
    codes = {match[0] for match in CODE.finditer(name)}
    return codes.pop() if len(codes) == 1 and " " not in name else ""
