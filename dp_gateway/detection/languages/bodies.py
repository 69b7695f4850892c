"""What is nobody's among names: bodies of a country, holidays, services; and of a body of a town, the town.

"Finanzamt Böblingen" and "questura di Caserta" tell of the town alone, which is replaced as it is elsewhere in a text.
`names.txt` has the words.
"""

from __future__ import annotations

import re
from functools import cache

from dp_gateway.detection.languages.ordinary import is_place
from dp_gateway.detection.languages.tables import lines
from dp_gateway.languages import LANGUAGES
from dp_gateway.text.entities import Entity

_OF = (
    r"(?:(?:de la|de los|de las|de|del|della|dello|des|du|di|do|da|dos|das|in|im|am|an der|w|we|van|te|à|en|em|a|zu)\s|"
    r"d['’]|dell['’]|l['’])?"
)
_WORD = r"[^\W\d_a-zà-öø-ÿ][^\W\d_]{2,30}"
_TOWN = re.compile(rf"{_WORD}(?:[- ](?:{_WORD}|d[aeiou]s?|am|an|der)){{0,4}}")
_IN_POLISH = re.compile(r"\swe?\s\Z")
# Churches and hospitals are called so.
_SAINT = re.compile(r"(?:Sant?[ao]?|São|Saint|Sainte|Sint|Nossa|Notre|Nuestra|Virgen|św)\b")
_REACH, _LONGEST_BODY = 12, 48
_NAMES = frozenset(("ORGANIZATION", "LOCATION", "PERSON"))


def of_its_town(text: str, one: Entity, language: str) -> Entity | None:
    """A finding as it is, its town where it is a body of one, and None where it is everybody's.

    Args:
        text: the text.
        one: a name that was found.
        language: of the passage.
    """
    if one.type not in _NAMES or language not in LANGUAGES:
        return one
    said = f" {text[max(one.start - _REACH, 0) : one.end].lower()}"
    if text[one.start : one.end] in _words(language, "everybody's") or said.endswith(_feasts(language)):
        return None
    if one.type != "ORGANIZATION":
        return _behind_service(text, one, language)
    body = _bodies(language).match(text, one.start, one.end)
    if body is None:
        before = _bodies(language).search(text, max(one.start - _LONGEST_BODY, 0), one.start)
        body = before if before is not None and before.end() == one.start else None
    if body is None or _SAINT.match(text, body.end()):
        return one
    town = text[body.end() : one.end]
    # What is behind a public body, or Polish "in", is a place, whether a list has it or not.
    if is_place(town, language) or ((body["public"] or _IN_POLISH.search(body[0])) and _TOWN.fullmatch(town)):
        return one._replace(start=body.end(), type="LOCATION")
    return one


def _behind_service(text: str, one: Entity, language: str) -> Entity:
    """A name without a service that stands before it: "auf OLX Sebastian"."""
    first, _, rest = text[one.start : one.end].partition(" ")
    service = rest[:1].isupper() and first in _words(language, "everybody's")
    return one._replace(start=one.start + len(first) + 1) if service else one


@cache
def _words(language: str, kind: str) -> frozenset[str]:
    rows = (line.split("\t") for line in lines("names.txt"))
    return frozenset(word for of, named, words in rows if (of, named) == (language, kind) for word in words.split("|"))


@cache
def _feasts(language: str) -> tuple[str, ...]:
    """Feasts that are names, too, with what stands before them: "à Noël"."""
    return tuple(f" {words}" for words in _words(language, "everybody's") if " " in words and words.islower())


@cache
def _bodies(language: str) -> re.Pattern[str]:
    """A public body, or what is written in small letters and tells of a kind alone, and what joins it to a town."""
    public = _words(language, "public")
    small = {word for word in _words(language, "institution") if word.islower() and language != "de"} - public
    public_kinds, kinds = ("|".join(sorted(map(re.escape, of), key=len, reverse=True)) for of in (public, small))
    return re.compile(rf"(?<!\w)(?:(?P<public>{public_kinds or '(?!)'})|{kinds or '(?!)'})\s{_OF}")
