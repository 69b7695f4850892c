"""People by what stands around their names, and by lists of given names and surnames."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from dp_gateway.entities.detectors.patterns.rules import NAME, Found

__all__ = ["NameLists", "persons"]


class NameLists(NamedTuple):
    """Known names, folded to lower case.

    Attributes:
        given: given names.
        surnames: family names.
        common: ordinary words, names among them ("will", "may", "grace"): alone they say nothing.
        places: well-known towns: "Paris, London and Berlin" is no firm, though all three are surnames.
    """

    given: Collection[str]
    surnames: Collection[str]
    common: Collection[str] = frozenset()
    places: Collection[str] = frozenset()


_PARTICLE = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|bin|ibn|al|el|la|le|ten|ter|Mc|Mac)\s)"
_INITIAL = r"(?:[A-Z]\.\s?)"
_FULL = (
    rf"{_INITIAL}{{0,2}}{NAME}(?:[ \t]{_INITIAL}{{0,2}}{_PARTICLE}{{0,2}}{NAME}){{0,3}}(?:,?[ \t](?:Jr|"
    rf"Sr|II|III|IV|PhD|MD|Esq|DDS|DVM)\b\.?)?"
)
_TITLED = re.compile(
    r"(?<!\w)(?P<t>(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Hon|Fr|Sgt|Lt|Capt|Col|Gen|Maj|Miss|Sir|"
    r"Dame|Lord|Lady|Master|Madame?|Professor|Doctor|Captain|"
    r"Judge|Senator|President|Herr|Frau|Monsieur|Mme|Mlle|M|Señora?|Sra?|Signora?|Ind|Misc|MR|MRS|MS|DR|PROF)\b\.?\s?)"
    rf"{{1,2}})(?<=[ .])(?P<v>{_FULL})"
)
_SIGNALLED = re.compile(
    rf"(?:(?i:\b(?:my (?:full |first |last |sur|maiden |middle )?name['’]?s?(?: is)?|name is|"
    rf"i am called|call me|called|named|known as|nicknamed|"
    r"this is|it['’]s|signed(?: by)?|yours,|regards,|sincerely,|thanks,|cheers,|greetings,|"
    r"best wishes,|attn:?|attention:?|c/o|"
    r"name:|patient:|customer:|client:|employee:|contact:|author:|owner:|from:|to:|cc:|bcc:|"
    r"sender:|recipient:|by:|ms:|mr:|spouse:|"
    r"first name:?|last name:?|surname:?|full name:?|(?:my|his|her|our|their) (?:wife|husband|"
    r"son|daughter|brother|sister|mother|father|mom|dad|"
    r"friend|boss|manager|colleague|neighbou?r|uncle|aunt|cousin|partner|girlfriend|boyfriend|"
    r"boy|girl|kid|child|baby|doctor|lawyer|teacher|"
    rf"nephew|niece|grandson|granddaughter|grandmother|grandfather|fiancée?))[,:]?\s{{1,3}}[\"“]?))(?P<v>{_FULL})"
)
_GREETED = re.compile(
    rf"(?:^|(?<=[^\w\s,]\s)|(?<=\n)|(?<=[\"“]))(?:Hi|Hello|Hey|Dear|Good (?:morning|afternoon|"
    rf"evening)|Ciao|Hallo|Bonjour|Hola|Liebe[r]?|Thanks|Thank you|Morning)\s(?P<v>{_FULL})(?=[ "
    rf",!.:;\n]|$)"
)
_SIGNED = re.compile(
    r"(?:(?i:regards|sincerely|best|thanks|thank you|cheers|yours(?: truly| faithfully| sincerely)?|"
    r"love|respectfully|cordially|warmly|greetings|"
    rf"best wishes|many thanks|take care|xoxo)[,.!]?\s*\n\s*(?:[-–—]\s?)?)(?P<v>{_FULL})(?=\s*(?:\n|$|,))"
)
_SPEAKER = re.compile(rf"(?:^|\n)\s*(?P<v>{_FULL})(?=\s(?:wrote|said|writes):|\s<[^>\s]+@)")
_VERB = re.compile(
    rf"(?<![\w.])(?P<v>{_FULL})(?=\s(?:lives?|lived|shouted|works? (?:at|for|as)|is married|"
    rf"married|was born|was diagnosed|passed away|told me|asked me|emailed|phoned)\b)"
)
_CANDIDATE = re.compile(rf"(?<![\w.@/-]){NAME}(?:[ \t]{_INITIAL}{{0,2}}{_PARTICLE}{{0,2}}{NAME}|[ \t][A-Z]\.){{0,3}}")
_INVERTED = re.compile(rf"(?<![\w.]){NAME}, {NAME}(?:[ \t][A-Z]\.?)?(?!\w)")
_NOT_NAMES = frozenset(
    "the a an i you he she we they it this that these those my your our his her their and "
    "or but if so not no yes ok is are was were be am "
    "do does did have has had will would can could should may might must all any every each "
    "some none there here who what when where why how "
    "please thanks thank hello hi hey dear sir madam sirs team everyone everybody folks guys "
    "friend friends support customer service user bot "
    "monday tuesday wednesday thursday friday saturday sunday january february march april "
    "june july august september october november "
    "december english french german spanish italian in on at from to for with by of as about "
    "after before since until into over under "
    "street avenue road lane drive card visa mastercard bank account email phone address "
    "name number order invoice city country state "
    "patient client employee manager doctor mr mrs ms dr prof miss again back also just only "
    "very really sorry great good bad best new old "
    "right left up down out off more most much many few let lets get got go going come make "
    "take give keep see look looking find think know "
    "want need like love help call write read send tell ask try use work working happy sad "
    "sure fine well late early today tomorrow yesterday "
    "now then later soon never always often sometimes how's what's it's i'm i've i'd i'll don't can't won't".split()
)


def persons(text: str, names: NameLists | None) -> Iterator[Found]:
    """Titles and persons.

    Args:
        text: the text.
        names: lists of names; None for what the context alone tells.
    """
    for match in _TITLED.finditer(text):
        if match["v"].split()[0].lower() not in _NOT_NAMES:
            yield *match.span("t"), "TITLE", 0.9
            yield *match.span("v"), "PERSON", 0.9
    for pattern, score in ((_SIGNALLED, 0.75), (_GREETED, 0.8), (_SIGNED, 0.85), (_SPEAKER, 0.85), (_VERB, 0.7)):
        for match in pattern.finditer(text):
            start, end = _without_ordinary(text, *match.span("v"))
            if start < end:
                yield start, end, "PERSON", score
    if names is not None:
        yield from _listed(text, names)


def _without_ordinary(text: str, start: int, end: int) -> tuple[int, int]:
    words = list(re.finditer(r"[^\s,]+", text[start:end]))
    while words and words[-1].group().lower().rstrip(".") in _NOT_NAMES:
        words.pop()
    while words and words[0].group().lower().rstrip(".") in _NOT_NAMES:
        words.pop(0)
    if not words:
        return start, start
    return start + words[0].start(), start + words[-1].end()


def _listed(text: str, names: NameLists) -> Iterator[Found]:
    for match in _CANDIDATE.finditer(text):
        start, end = _without_ordinary(text, *match.span())
        words = [word.strip(".").lower() for word in text[start:end].split()]
        if not words:
            continue
        known = [_known(word, names) for word in words]
        if len(words) == 1:
            if known[0] == "given" and words[0] not in names.common and words[0] not in _NOT_NAMES:
                yield start, end, "PERSON", 0.6
        elif "given" in known or known[-1] == "surname":
            yield from _run(text, start, end, known, names)
    for match in _INVERTED.finditer(text):
        family, _, rest = match.group().partition(", ")
        if (
            _known(family.lower(), names)
            and _known(rest.split()[0].lower(), names) == "given"
            and family.lower() not in names.common
        ):
            yield *match.span(), "PERSON", 0.8


def _run(text: str, start: int, end: int, known: list[str], names: NameLists) -> Iterator[Found]:
    words = list(re.finditer(r"\S+", text[start:end]))
    first = next((index for index, kind in enumerate(known) if kind == "given"), None)
    if first is None:
        return
    last = min(len(words), first + 4)
    plain = words[first].group().lower() in names.common
    following = known[first + 1] if first + 1 < len(known) else ""
    if plain and not following:
        return
    yield start + words[first].start(), start + words[last - 1].end(), "PERSON", 0.8 if following == "surname" else 0.65


def _known(word: str, names: NameLists) -> str:
    if word in names.given:
        return "given"
    base = word.removesuffix("'s").removesuffix("’s")
    if base in names.given:
        return "given"
    return "surname" if base in names.surnames or any(part in names.surnames for part in base.split("-")) else ""
