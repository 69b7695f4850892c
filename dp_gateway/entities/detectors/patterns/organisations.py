"""Organisations by what their names end or begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.entities.detectors.patterns.names import NameLists
from dp_gateway.entities.detectors.patterns.rules import Expression, Found

__all__ = ["organisations"]

_SUFFIX = (
    r"Incorporated|Inc|LLC|L\.L\.C|Ltd|Limited|GmbH|AG|PLC|plc|Plc|Corp|Corporation|Company|"
    r"Co|Group|Holdings?|Partners|Associates|LLP|"
    r"LP|S\.A|SA|SAS|SARL|NV|N\.V|BV|B\.V|Pty|SE|KG|KGaA|OHG|Oy|AB|ASA|SpA|S\.p\.A|Srl|Bros|e\.V"
)
_KIND = (
    r"University|College|Institute|Polytechnic|Hospital|Clinic|Infirmary|Bank|School|Academy|"
    r"Kindergarten|Church|Cathedral|Museum|"
    r"Foundation|Insurance|Airlines|Airways|Agency|Ministry|Council|Association|Society|Laborator(?:y|"
    r"ies)|Labs|Systems|"
    r"Technolog(?:y|ies)|Solutions|Consulting|Consultants|Pharmaceuticals|Pharma|Industries|"
    r"Motors|Enterprises|Ventures|Capital|Logistics|"
    r"Analytics|Software|Electronics|Energy|Healthcare|Services|Securities|Investments|Bakery|"
    r"Brewery|Police Department|"
    r"Fire Department|Library|Hotel|Resort|Restaurant|Caf[eé]|Pharmacy|Health|Medical Cent(?:er|"
    r"re)|Trust|Studios?|Media|Press|Times|Post"
)
_CAP = r"[A-ZÀ-Þ][\w&'’À-ÿ-]*"
_BY_SUFFIX = Expression(
    rf"(?<![\w.])(?:{_CAP}(?:,?[ \t](?:and[ \t]|&[ \t]|of[ \t])?|,[ \t])){{1,5}}(?:{_SUFFIX})(?!\w)(?!["
    rf"'’]\w\w)\.?(?:[ \t](?:KG|Inc|Ltd)\b\.?)?"
)
_BY_KIND = Expression(
    rf"(?<![\w.])(?:{_CAP}[ \t](?:and[ \t]|&[ \t])?){{1,4}}(?:{_KIND})\b(?:[ \t]of(?:[ \t]the)?(?:[ \t]{_CAP}){{1,3}})?"
)
_OF = re.compile(
    r"(?<!\w)(?:University|College|Bank|Ministry|Department|Institute|Church|Bureau|Office|"
    r"School|Academy|Embassy|City|Bishop|State|"
    rf"Massachusetts Institute|Federal Bureau) of (?:the )?(?:{_CAP})(?:(?:[ \t]| and | of "
    rf"(?:the )?){_CAP}){{0,3}}|(?<!\w)Universit(?:ät|é|à|y|ad)[ \t](?:de |di |of |zu )?{_CAP}"
)
_SONS = Expression(
    rf"(?<![\w.])(?:{_CAP}[ \t]){{1,2}}(?:and|&|und|et)[ \t](?:Sons?|Daughters|Brothers|Co|"
    rf"Company|Partners|Söhne|Fils|Associates)\b\.?"
)
_FIRMS = re.compile(
    r"(?i:\b(?:work(?:s|ed|ing)? (?:at|for|with)|employ(?:ed|er|ee)(?: (?:at|by|of|is))?|join(?:ed|"
    r"s|ing)?|compan(?:y|ies)|firm|employer|client|vendor|supplier|"
    rf"organi[sz]ation|called|invoice(?: from| for)?|hired by|CEO of|president of|founder of|"
    rf"director of|partner at|representatives of|on behalf of|sued|sues?|pay|paid|acquired|"
    rf"bought|founded)[: ] ?)(?P<v>{_CAP}, {_CAP},? (?:and|&) {_CAP}|{_CAP}-{_CAP}(?= (?:and|"
    rf"as|to|in|is|was|has|for|on|from)\b|[.,;:!?\n)]|$)|{_CAP} & {_CAP})"
)
_TRIPLE = Expression(
    rf"(?<![\w,.] )(?<![\w.])(?P<v>{_CAP}, {_CAP} and {_CAP})(?= (?:is|was|has|will|announced|"
    rf"said|reported|based|to|in)\b)"
)
_FAMILIES = re.compile(
    rf"(?<![\w.,-])(?<!\w, )(?:({_CAP}), ({_CAP}),? (?:and|&) ({_CAP})|"
    r"([A-Z][a-z'’]+)-([A-Z][a-z'’]+))(?![\w-])"
)
_PAIR = 2
_CAPITALISED = re.compile(r"([A-Z][\w'’]*\.?)\s$")
_LEADING = frozenset(
    "The A An At In On To From For With By My Our Your His Her Their This That These Those "
    "We I You He She They It And Or But If "
    "When While As Is Are Was Were Did Does Do Has Have Had Hello Hi Dear Hey Thanks Please "
    "Visit Contact Call Ask Tell Also Both "
    "Employer Company Organization Organisation Client Bank Subject Re Today Yesterday Yes "
    "No What Which Where Who Why How Can Could "
    "Would Should May Might Will Name Address From To Cc Each Every Some Any All Most Many "
    "Other Another New Best Good Since After "
    "Before During Not Only Even".split()
)
_FOLLOWED = frozenset(
    {
        "School",
        "Church",
        "Bank",
        "Hospital",
        "College",
        "Museum",
        "Library",
        "Health",
        "Services",
        "Group",
        "Company",
        "Software",
        "Systems",
        "Technology",
        "Energy",
        "Media",
        "Press",
        "Post",
        "Times",
        "Trust",
        "Capital",
        "Hotel",
        "Co",
        "Restaurant",
        "Society",
        "Insurance",
        "Academy",
        "Agency",
        "Council",
        "Electronics",
        "Solutions",
        "Security",
    }
)


def organisations(text: str, names: NameLists | None) -> Iterator[Found]:
    """Organisations that their name gives away, without the word that happens to stand before it.

    Args:
        text: the text.
        names: lists of names, to tell firms named after people ("Baker, Lopez and Webb", "Hart-Webb").
    """
    for pattern, score in ((_BY_SUFFIX, 0.9), (_BY_KIND, 0.8), (_OF, 0.85), (_SONS, 0.9)):
        for match in pattern.finditer(text):
            found = _named(text, *match.span())
            if found is not None:
                yield *found, "ORGANIZATION", score
    for pattern, score in ((_FIRMS, 0.65), (_TRIPLE, 0.6)):
        for match in pattern.finditer(text):
            yield *match.span("v"), "ORGANIZATION", score
    if names is not None:
        for match in _FAMILIES.finditer(text):
            families = [family.lower() for family in match.groups() if family]
            towns = sum(family in names.places for family in families)
            before = _CAPITALISED.search(text, max(0, match.start() - 30), match.start())
            if len(families) == _PAIR and before and before[1].lower() not in names.common:
                continue  # "Mary Hart-Webb" is a person
            if towns < len(families) - 1 and all(family in names.surnames for family in families):
                yield *match.span(), "ORGANIZATION", 0.7


def _named(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span without leading ordinary words; None when no name is left."""
    while True:
        word = re.match(r"[\w'’.&-]+,?\s+", text[start:end])
        if word is None:
            break
        if word.group().rstrip(" ,\t\n") not in _LEADING:
            break
        start += word.end()
    rest = text[start:end]
    return None if " " not in rest.strip() or rest in _FOLLOWED else (start, end)
