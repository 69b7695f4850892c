"""People by what stands around their names, and by lists of given names and surnames."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.entities.detectors.patterns.names import NOT_NAMES, WORDS_AND_NAMES, NameLists
from dp_gateway.entities.detectors.patterns.rules import NAME, Expression, Found

__all__ = ["persons"]

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
# Two words at least: "it's May" is a month.
_INTRODUCED = re.compile(
    rf"(?:[Mm]y (?:full )?name['’]?s?(?: is)?|[Nn]ame is|I am called|[Cc]all me|[Nn]ame:)\s(?P<v>{NAME} {NAME})(?!\w)"
)
_HERE = re.compile(rf"\b(?:I am|I['’]m|[Tt]his is)\s(?P<v>{NAME} {NAME})(?!\w)")
# "first_name": "Priya", lastName='Natarajan', User(first="John")
_KEYED = re.compile(
    r"(?i:\b(?P<key>(?:first|last|sur|given|family|middle|full|maiden|customer|user|client|patient|employee|contact|"
    r"owner|author|sender|recipient|holder)[_-]?(?:name)?|name)[\"']?\s?[:=]\s?)[\"']"
    r"(?P<v>[^\W\d_]+(?:[ .'’-]{1,2}[^\W\d_]+){0,3})[\"']"
)
_QUOTED = re.compile("[:=][\"']|[:=] [\"']")
# "My name is" in other languages, and scripts without case, where a name is two words at most.
_FOREIGN = re.compile(
    r"(?:\b(?:[Mm]e llamo|[Mm]i nombre es|[Mm]i chiamo|[Jj]e m['’]appelle|[Ii]ch hei(?:ß|ss)e|[Mm]ein Name ist|"
    r"[Mm]eu nome é|[Nn]azywam się|[Ii]k heet|[Mm]ijn naam is|[Мм]еня зовут)\s"
    rf"|(?<!\w)(?:שמי|اسمي)\s)(?P<v>{NAME}(?:[ \t]{NAME})?)|(?:我叫|我的名字是|私の名前は)(?P<w>\w{{2,4}})"
)
_FOREIGN_HINT = re.compile(
    "llamo|nombre|chiamo|appelle|hei(?:ß|ss)e|Name ist|nome|nazywam|heet|naam|зовут|שמי|اسمي|我|私"
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
_VERB = Expression(
    rf"(?<![\w.])(?P<v>{_FULL})(?=\s(?:lives?|lived|shouted|works? (?:at|for|as)|is married|"
    rf"married|was born|was diagnosed|passed away|told me|asked me|emailed|phoned)\b)"
)
_ACTS = Expression(
    rf"(?<![\w.])(?P<v>({NAME}) ({NAME}))(?=['’]s\s|\s(?:said|says|called|calls|wrote|writes|told|asked|thinks|"
    r"thought|wants|wanted|needs|sent|came|went|has|had|is|was|will|would|can|could|agreed|replied|left|paid|met|and\sI|"
    r"lives?|lived|works|worked|moved|turned|knows|owes|earns|bought|sold|signed|joined|visited|arrived)\b)"
)
_CANDIDATE = Expression(rf"(?<![\w.@/-]){NAME}(?:[ \t]{_INITIAL}{{0,2}}{_PARTICLE}{{0,2}}{NAME}|[ \t][A-Z]\.){{0,3}}")
# "Tom: bring cake" begins a line; "Anna Kowalski (34)", "Anna, 34."; class AnnaMiller.
_LABELLED = re.compile(rf"(?:^|\n)[ \t]*(?:[-*•–][ \t]+)?(?P<v>{NAME})(?=:(?:\s|$))")
_AGED = re.compile(
    rf"({NAME})(?:[ \t]{NAME}){{0,2}}(?:[ \t]\((?:age[d:]? )?(?P<v>[1-9][0-9])\)|,[ \t](?P<w>[1-9][0-9])(?=[.;)\n]|$))"
)
_CAMEL = Expression(r"(?<![\w.])([A-Z][a-z]{2,})([A-Z][a-z]{2,})(?!\w)")
_INVERTED = Expression(rf"(?<![\w.]){NAME}, {NAME}(?:[ \t][A-Z]\.?)?(?!\w)")

_SPACED = re.compile(r"[^\s,]+")
_NEVER_NAMES = NOT_NAMES - WORDS_AND_NAMES
_CONTEXTS = (
    (_SIGNALLED, 0.75, NOT_NAMES),
    (_INTRODUCED, 0.9, _NEVER_NAMES),
    (_HERE, 0.75, _NEVER_NAMES),
    (_GREETED, 0.9, _NEVER_NAMES),
    (_SIGNED, 0.85, _NEVER_NAMES),
    (_SPEAKER, 0.85, NOT_NAMES),
    (_VERB, 0.7, NOT_NAMES),
)
"""Expressions, scores, and the words that are no names there."""


def persons(text: str, names: NameLists | None) -> Iterator[Found]:
    """Titles and persons.

    Args:
        text: the text.
        names: lists of names; None for what the context alone tells.
    """
    for match in _TITLED.finditer(text):
        if match["v"].split()[0].lower() not in _NEVER_NAMES:
            yield *match.span("t"), "TITLE", 0.9
            yield *match.span("v"), "PERSON", 0.9
    for pattern, score, ordinary in _CONTEXTS:
        for match in pattern.finditer(text):
            start, end = _without_ordinary(text, *match.span("v"), ordinary)
            if start < end:
                yield start, end, "PERSON", score
    for match in _FOREIGN.finditer(text) if _FOREIGN_HINT.search(text) else ():
        yield *match.span(match.lastgroup or 0), "PERSON", 0.75
    if names is not None:
        yield from _listed(text, names)


def _without_ordinary(text: str, start: int, end: int, ordinary: frozenset[str] = NOT_NAMES) -> tuple[int, int]:
    words = list(_SPACED.finditer(text, start, end))
    while words and words[-1].group().lower().rstrip(".") in ordinary:
        words.pop()
    while words and words[0].group().lower().rstrip(".") in ordinary:
        words.pop(0)
    if not words:
        return start, start
    return words[0].start(), words[-1].end()


def _listed(text: str, names: NameLists) -> Iterator[Found]:
    for match in _CANDIDATE.finditer(text):
        start, end = _without_ordinary(text, *match.span())
        words = [word.strip(".").lower() for word in text[start:end].split()]
        if not words:
            continue
        known = [_known(word, names) for word in words]
        if len(words) == 1:
            if known[0] == "given" and words[0] not in names.common and words[0] not in NOT_NAMES:
                yield start, end, "PERSON", 0.6
        elif "given" in known or known[-1] == "surname":
            yield from _run(text, start, end, known, names)
    yield from _in_forms(text, names)
    for match in _KEYED.finditer(text) if _QUOTED.search(text) else ():
        words = [word.strip(".") for word in re.split(r"[\s-]+", match["v"])]
        sure = match["key"].lower() != "name" and words[0][0].isupper() and words[0].lower() not in NOT_NAMES
        known = [_known(word.lower(), names) for word in words]
        if sure or (known[0] == "given" and all(known)):
            yield *match.span("v"), "PERSON", 0.75
    # "May Reading called": each is an ordinary word; a given and a family name that do something are a person.
    for match in _ACTS.finditer(text):
        if (
            match[2].lower() in WORDS_AND_NAMES
            and match[2].lower() in names.given
            and match[3].lower() in names.surnames
        ):
            yield *match.span("v"), "PERSON", 0.75
    for match in _INVERTED.finditer(text):
        family, _, rest = match.group().partition(", ")
        if (
            _known(family.lower(), names)
            and _known(rest.split()[0].lower(), names) == "given"
            and family.lower() not in names.common
            and not (family.lower() in names.places and rest.lower() in names.places)
        ):
            yield *match.span(), "PERSON", 0.8


def _in_forms(text: str, names: NameLists) -> Iterator[Found]:
    for match in _LABELLED.finditer(text) if ":" in text else ():
        if match["v"].lower() in names.speakers:
            yield *match.span("v"), "PERSON", 0.7
    for match in _AGED.finditer(text):
        if match[1].lower() in names.given and match[1].lower() not in NOT_NAMES:
            yield *match.span(match.lastgroup or 0), "AGE", 0.75
    for match in _CAMEL.finditer(text):
        family = match[2].lower()
        if (
            match[1].lower() in names.sure
            and family in names.surnames
            and (family not in names.common or family in names.familiar)
        ):
            yield *match.span(), "PERSON", 0.9


def _run(text: str, start: int, end: int, known: list[str], names: NameLists) -> Iterator[Found]:
    words = list(re.finditer(r"\S+", text[start:end]))
    first = next((index for index, kind in enumerate(known) if kind == "given"), None)
    if first is None:
        return
    last = min(len(words), first + 4)
    if text[start:end].isupper():
        # Where all is in capitals a name ends at the next ordinary word: "JOHN SMITH OWES ME".
        last = next(
            (at for at in range(first + 1, last) if words[at].group().lower() in names.common and not known[at]), last
        )
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
