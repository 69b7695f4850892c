"""The languages that are supported, and a passage of a text in one of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

__all__ = ["LANGUAGES", "Language", "Passage", "language_at", "language_name"]

Script = Literal["Latin", "Han", "Japanese", "Arabic", "Devanagari"]


class Language(NamedTuple):
    """A language whose names, places and numbers are found and replaced.

    Attributes:
        code: ISO 639-1.
        name: in English.
        script: what it is written in.
    """

    code: str
    name: str
    script: Script


LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        one.code: one
        for one in (
            Language("en", "English", "Latin"),
            Language("de", "German", "Latin"),
            Language("fr", "French", "Latin"),
            Language("es", "Spanish", "Latin"),
            Language("it", "Italian", "Latin"),
            Language("nl", "Dutch", "Latin"),
            Language("pt", "Portuguese", "Latin"),
            Language("pl", "Polish", "Latin"),
            Language("zh", "Chinese", "Han"),
            Language("ja", "Japanese", "Japanese"),
            Language("ar", "Arabic", "Arabic"),
            Language("hi", "Hindi", "Devanagari"),
        )
    }
)
"""The languages that are supported, by code."""

_OTHERS = (
    "am=Amharic bg=Bulgarian bn=Bengali bo=Tibetan ca=Catalan cs=Czech da=Danish el=Greek fa=Persian fi=Finnish "
    "gu=Gujarati he=Hebrew hr=Croatian hu=Hungarian hy=Armenian id=Indonesian is=Icelandic ka=Georgian km=Khmer "
    "kn=Kannada ko=Korean lo=Lao lt=Lithuanian lv=Latvian ml=Malayalam mr=Marathi my=Burmese ne=Nepali "
    "no=Norwegian pa=Punjabi ro=Romanian ru=Russian si=Sinhala sk=Slovak sl=Slovenian sr=Serbian sv=Swedish "
    "ta=Tamil te=Telugu th=Thai tl=Tagalog tr=Turkish uk=Ukrainian ur=Urdu vi=Vietnamese"
).split()
_NAMES: Mapping[str, str] = {one[:2]: one[3:] for one in _OTHERS}


class Passage(NamedTuple):
    """A stretch of a text in one language.

    Attributes:
        start, end: where it stands.
        language: a key of `LANGUAGES`, or the ISO 639-1 code of a language that is recognised and not supported.
    """

    start: int
    end: int
    language: str


def language_at(found: Sequence[Passage], at: int) -> str:
    """The language of the passage that a character stands in; English where there are no passages.

    Args:
        found: the passages of a text, in order.
        at: offset of the character in code points.
    """
    index = bisect_right(found, at, key=lambda one: one.start) - 1
    return found[max(index, 0)].language if found else "en"


def language_name(code: str) -> str:
    """The English name of a language, its code where it has none here."""
    return LANGUAGES[code].name if code in LANGUAGES else _NAMES.get(code, code)
