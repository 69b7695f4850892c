"""Names of firms as people say them: without what says that they are firms, and as acronyms. Mentions are looked for by
them.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from dp_gateway.text.lists import sections
from dp_gateway.vocabulary.lexicon.data import ONLY_READ, read_native

SHORT = "ORGANIZATION_SHORT"
"""The pool of short names that is made of the pool "ORGANIZATION"."""

ACRONYM, ACRONYM_VOWEL, ACRONYM_CONSONANT = (f"ORGANIZATION_ACRONYM{one}" for one in ("", "_VOWEL", "_CONSONANT"))
"""The pools of acronyms, which are those of all languages: all of them, and by the letter that they begin with."""

LEGAL = re.compile(
    r"(?:,|(?<!\s))\s++(?:gmbh(?: & co\. kg)?|ag|kg|sarl|sas|s\.?a\.?|s\.?l\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|s\.?n\.?c\.?|"
    r"b\.?v\.?|n\.?v\.?|ltda\.?|lda\.?|sp\. z o\.o\.|(?:प्राइवेट |प्रा\. ?)?(?:लिमिटेड|लि\.)|एंड संस)$|"
    r"(?:股份)?有限(?:责任)?公司$|株式会社$|^株式会社",
    re.I,
)
"""What legal form a firm says it has."""

_FORMS = r"inc|llc|llp|ltd|plc|corp|corporation|co|limited|gmbh|ag|sa"


def legal_form(*more: str) -> re.Pattern[str]:
    """Compile what tells the legal form behind the name of a firm, with the space before it. `more`: expressions of
    forms beside those that are told everywhere.
    """
    return re.compile(rf"(?:,|(?<!\s))\s++(?:{'|'.join((_FORMS, *more))})\.?$", re.I)


_WITHOUT_FIRM = re.compile(rf"{LEGAL.pattern}|^شركة ", re.I)
_TRADE = re.compile("(.{2}源?)(.{2})")
"""Of a Chinese name the two characters that are its own, with a third one in some, and the first two of its trade."""

_LONGEST_TOWN = 5


@cache
def short_firms(code: str) -> list[str]:
    """Return the firms of a language without legal forms; Chinese ones without their towns, and with two characters of
    their trade. `code`: ISO 639-1.
    """
    pools = read_native(code)
    names = [_WITHOUT_FIRM.sub("", name) for name in pools["ORGANIZATION"].entries]
    if code == "zh":
        towns = {town for name in ("CITY", f"CITY{ONLY_READ}") for town in pools[name].entries}
        names = [_said(name, towns) for name in names]
    return [*dict.fromkeys(names)]


def _said(name: str, towns: set[str]) -> str:
    at = next((size for size in range(_LONGEST_TOWN, 0, -1) if name[:size] in towns), 0)
    own = _TRADE.match(name, at)
    return f"{own[1]}{own[2]}" if own else name[at:]


_ACRONYMS = Path(__file__).with_name("acronyms.txt")
CAPITALS = "[A-ZÀ-ÖØ-ÞĄĆĘŁŃŚŹŻ]{2,6}"
"""What an acronym is written with, as an expression."""
_CAPITALS = re.compile(CAPITALS)


def is_acronym(name: str) -> bool:
    """Return whether the name of an organisation is two to six capitals, as "AOK" and "URSSAF" are."""
    return _CAPITALS.fullmatch(name) is not None


@cache
def acronyms(pool: str) -> list[str]:
    """Return the acronyms of one of the pools of them."""
    by_letter: dict[str, list[str]] = {}
    for kind, line in sections(_ACRONYMS.read_text(encoding="utf-8")):
        by_letter.setdefault(f"{ACRONYM}_{kind}", []).extend(line.split())
    return by_letter[pool] if pool in by_letter else [name for names in by_letter.values() for name in names]
