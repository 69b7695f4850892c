"""The languages that are supported, passages of a text in them, and their conventions.

Detectors and surrogates ask for names of months and weekdays, and for countries whose telephone plans are tried first.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Literal, NamedTuple


@cache
def table() -> dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return, by language and style, twelve months, and seven weekdays from Monday on."""
    text = resources.files("dp_gateway.languages").joinpath("calendar_names.txt").read_text("utf-8")
    found: dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            language, style, names = line.split(" ", maxsplit=2)
            of_months, of_days = (tuple(one.replace("_", " ") for one in part.split()) for part in names.split(" | "))
            found[language, style] = of_months, of_days
    return found


def months(language: str) -> str:
    """Write an alternation of all names of months in a language, in lower case, the longest first."""
    return _alternation(name for (of, _), (found, _) in table().items() if of == language for name in found)


def weekdays(language: str) -> str:
    """Write an alternation of the names of weekdays, without short names."""
    return _alternation(
        name for (of, style), (_, found) in table().items() if of == language and style != "short" for name in found
    )


def short_weekdays(language: str) -> str:
    """Write an alternation of the short names of weekdays; return what matches nothing where a language has none."""
    named = (
        name for (of, style), (_, found) in table().items() if (of, style) == (language, "short") for name in found
    )
    return _alternation(named) or "(?!)"


@cache
def weekday_names(language: str) -> frozenset[str]:
    """Return the names of weekdays in small letters, without short ones."""
    return frozenset(weekdays(language).replace("\\", "").split("|"))


def _alternation(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted({name.lower() for name in names}, key=lambda name: (-len(name), name))))


BETWEEN_DAYS = (
    r"(?:\s?(?:[-–/&~〜～、至和到与]|—{1,2}+)\s?|から|と|"
    r"\s(?i:to|and|or|until|till|through|thru|und|bis(?: zum)?|oder|y|al?|o|hasta|"
    r"et|au|ou|e|do|i|lub|tot(?: en met)?|en|of|até|auf|op|para|na|إلى|و|أو|से|और|या|तक)"
    r"\s(?:the\s|den\s|zum\s|el\s|le\s|il\s)?)"
)
"""What stands between two days of a range or list, in all languages, as an expression; a comma is none."""

REGIONS = {
    "de": "DE AT CH", "fr": "FR BE CH CA LU MA TN", "es": "ES MX AR CO CL PE", "it": "IT CH", "nl": "NL BE",
    "pt": "PT BR", "pl": "PL", "zh": "CN TW HK SG", "ja": "JP", "ar": "SA EG AE MA DZ IQ JO KW LB QA TN BH OM",
    "hi": "IN",
}  # fmt: skip
"""ISO 3166 codes, the country with the most speakers that write so first."""


def region_of(number: str, language: str) -> str | None:
    """Return the first country of a language in which somebody could have a number; None where there is none."""
    import phonenumbers

    for region in REGIONS.get(language, "").split():
        try:
            if phonenumbers.is_valid_number(phonenumbers.parse(number, region)):
                return region
        except phonenumbers.NumberParseException:
            continue
    return None


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

EUROPEAN = frozenset(code for code, one in LANGUAGES.items() if one.script == "Latin" and code != "en")
"""Those beside English whose words have endings and articles, and which are written with Latin letters."""

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
    """Return the language of the passage that a character stands in; English where there are no passages.

    Args:
        found: the passages of a text, in order.
        at: offset of the character in code points.
    """
    if len(found) <= 1:
        return found[0].language if found else "en"
    index = bisect_right(found, at, key=lambda one: one.start) - 1
    return found[max(index, 0)].language


def language_name(code: str) -> str:
    """Return the English name of a language, its code where it has none here."""
    return LANGUAGES[code].name if code in LANGUAGES else _NAMES.get(code, code)
