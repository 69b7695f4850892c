"""Fields that settings and tables in Arabic call by words with underscores: "رقم_الجواز: P7714903B" names nobody.

Logins are written so, too ("بنت_الشرقية"), so that a field is of ordinary words alone and stands where fields do:
before a colon at the beginning of a line, or beside a sign between columns.
"""

from __future__ import annotations

import re

from dp_gateway.detection.languages.given_names import key, names_of
from dp_gateway.detection.languages.ordinary import is_ordinary_word
from dp_gateway.detection.languages.reading import PROCLITIC

_WORD = re.compile("[\u0621-\u0652]{2,24}")
_BEFORE, _BEHIND = re.compile("[\u0621-\u0652_]{1,48}\\Z"), re.compile("[\u0621-\u0652_]{1,48}")
_BEGINS, _COLUMN = re.compile(r"(?:\A|\n)[ \t-]{0,16}\Z"), re.compile(r"[;|\t][ ]?\Z")
_ENDS = re.compile(r"[ ]?[;|\t]")
_REACH = 48


def is_field(text: str, start: int, end: int) -> bool:
    """Return whether a stretch is a field that is called by ordinary words in Arabic, or a part of its name."""
    before = _BEFORE.search(text, max(start - _REACH, 0), start)
    behind = _BEHIND.match(text, end)
    first, last = before.start() if before else start, behind.end() if behind else end
    if "_" not in text[first:last] or not all(map(_is_ordinary, _WORD.findall(text, first, last))):
        return False
    least = max(first - _REACH, 0)
    if text.startswith(":", last) and _BEGINS.search(text, least, first):
        return True
    return bool(_COLUMN.search(text, least, first) or _ENDS.match(text, last))


def _is_ordinary(written: str) -> bool:
    """Whether a word is an ordinary one, with or without a particle in front, or a name that is one, too."""
    names, word = names_of("ar"), key(written)
    forms = [word]
    if match := PROCLITIC.match(written):
        forms.append(key(written[match.end() :]))
    if any(form in names.given or form in names.family for form in forms):
        return any(form in names.ordinary for form in forms)
    return any(is_ordinary_word("ar", form) for form in forms)
