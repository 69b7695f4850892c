"""Names that are ordinary words, where the text itself says that they are names: "Judge is my client's family name".

A capital at the beginning of a sentence tells nothing, and lists hold such words as words, titles and months. What
tells is what is said of the word: that it is a surname, or somebody's name. Parts of texts and of programs have names
of their own, so that "called" introduces nobody behind them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.patterns.names import CALENDAR, KIN, SAID, NameLists
from dp_gateway.patterns.rules import NAME, WEEKDAY, Found
from dp_gateway.patterns.windows import Reading
from dp_gateway.text.lists import alternatives, word_lists

_LISTS = word_lists(__file__)

_SURNAME = (
    r"(?i:(?:family|last|first|given|maiden|middle|second|married|birth|christian)[ -]name|surname|nickname|forename)s?"
)
_QUALIFIED = r"(?:(?:real|legal|full|true|own|proper|official|actual|new|old|former|professional)\s){0,2}"
_PERSON = rf"(?:{alternatives(_LISTS['PEOPLE'])})"
_WHOSE = r"(?:my|your|his|her|our|their)"
# No more than a few words, none of which begins another clause.
_BETWEEN = (
    r"(?:(?!(?:that|which|who|with|without|to|for|in|on|at|by|from)\s)(?![\w-]{1,40}ing\s)"
    r"[\w.-]{1,40}+(?:['’]s?)?\s){0,4}?"
)
_OWNER = r"(?:[^\W\d_a-z][\w.-]{0,30}\s){0,2}[^\W\d_a-z][\w-]{0,30}['’]s?"
_ONE = rf"(?:{_WHOSE}|the|an?)\s"
_SOMEONE = rf"{_ONE}(?:(?!of\s)[\w-]{{1,40}}+\s){{0,2}}?{_PERSON}"
_ON_PAPER = (
    rf"(?:on|in)\s(?:the|{_WHOSE})\s(?:\w{{1,20}}\s)?(?:envelope|passport|lease|badge|file|cheque|licence|license|"
    r"prescription|deed|ticket|visa|will|certificate|payslip|chart)"
)
# "my client's family name", "a surname in our family"; "my real name", "the patient's name"
_SOMEBODYS = (
    rf"(?:(?:{_WHOSE}|whose|an?|the|one|this)\s{_BETWEEN}{_SURNAME}|{_OWNER}\s{_QUALIFIED}(?:{_SURNAME}|name)|"
    rf"(?:my|his|her|their)\s{_QUALIFIED}name|{_SOMEONE}['’]s?\s{_QUALIFIED}name|"
    rf"(?:the|a)\s{_QUALIFIED}name\s(?:of\s(?:{_SOMEONE}|{_OWNER})|"
    rf"(?:that\s)?(?:she|he|they)\s(?:goes?|went|uses?|used)|{_ON_PAPER}))(?![\w'’-])"
)
_IS = (
    r"(?:(?:\s(?:really|also|just|still|indeed|[a-z]{2,12}ly))?\s(?:is|was|are|remains|remained|became|"
    r"isn['’]t|wasn['’]t|(?:has|had)\s(?:always\s)?been|used\sto\sbe|happen(?:s|ed)\sto\sbe|"
    r"(?:must|should|can|could|may|might|would|will)\sbe)|['’]s)\s"
)
_ADVERBS = r"(?:(?:not|actually|really|just|also|still|now|too|indeed|in fact|only|even|[a-z]{2,12}ly),?\s){0,2}"
_IT_IS = r"(?:it|that|this|she|he)(?:['’]s|\sis|\swas)\s"
# "not a job, it is her last name"
_NOR = rf"(?:(?:an?|the|my|some)\s(?:[\w-]{{1,30}}\s)?[\w-]{{1,30}},?\s(?:(?:but|and)\s)?(?:{_IT_IS})?)?"
_CALLED = (
    rf"(?:what|how)\s(?:{_SOMEONE}\s(?:is|was)\scalled|"
    rf"(?:\w{{1,20}}\s){{1,4}}?(?:call|calls|called)\s(?:me|him|her|{_SOMEONE})|"
    rf"(?:she|he|{_SOMEONE})\s(?:goes|went)\sby|{_SOMEBODYS}\s(?:is|was)\s(?:spelled|spelt|written|pronounced))"
)
# "spelled with a capital because it is her surname"
_SPELLED = (
    rf"(?:not\s)?(?:spelled|spelt|written|capitali[sz]ed|pronounced)[^.!?\n]{{0,40}}?(?:because|as|since|,)\s{_IT_IS}"
    rf"{_ADVERBS}{_SOMEBODYS}"
)
_A_NAME = rf"an?\s(?:real\s|proper\s)?name[,:(—–-]{{0,2}}\s{{0,2}}(?:{_SOMEONE}['’]s|{_OWNER}|mine|his|hers)(?![\w'’-])"
_ASIDE = (
    r"(?:,\s|\s[-–—(]\s?)(?:(?:(?:and\s)?(?:that|which|this|it)(?:['’]s|\sis|\swas)|also|being)\s)?"
    rf"{_ADVERBS}{_SOMEBODYS}"
)
_SAID = re.compile(
    rf"(?<![\w.@/'’-])(?P<v>{NAME}(?:\s{NAME}){{0,2}}?)[\"“”'‘’]?(?:\s(?:goes|went)\sby\s(?:that|this)\sname(?!\w)|"
    rf"{_IS}(?:{_ADVERBS}{_NOR}{_ADVERBS}(?:{_SOMEBODYS}|{_A_NAME}|{_CALLED})|{_SPELLED})|{_ASIDE})"
)
# "an odd family name, Judge."; "Surname of the debtor: Judge"
_TOLD = re.compile(
    rf"(?:(?:(?i:{_WHOSE}|the|an?)|[\w-]{{1,30}}+['’]s?)\s(?:[\w-]{{1,30}}+\s){{0,2}}?{_SURNAME}|"
    rf"(?:\A|(?<=[\n.]))\s?{_SURNAME}(?=\s(?:is|was|of)\s))(?:\sof\s{_SOMEONE})?"
    r"(?:(?:\s(?:is|was)|['’]s)[,:]?\s|(?:,|:|\s[-–—(]|\s(?=[\"“]))\s?)"
    r"(?:(?:namely|actually|just|simply|spelled|spelt)[,:]?\s)?"
    rf"[\"“'‘]?(?P<v>{NAME})(?=[\"”'’]?(?:[.!?;)]|\s{{0,3}}\Z|\n|,\s[a-z]|\s(?:and|but)\s))"
)
# "my neighbour April Monday", "my colleague Ruby Tuesday says": said of somebody, two words of the calendar are a
# name, and so is a day behind a given name where the sentence goes on with what the person does.
_DATED = re.compile(
    rf"\b(?i:{_WHOSE})\s(?:(?!of\s)[\w-]{{1,40}}+\s){{0,2}}?{_PERSON},?\s(?P<v>(?:(?P<month>April|May|June|August|January)|{NAME})"
    rf"\s{WEEKDAY})(?![\w-])(?(month)|(?=['’]s\s|,?\s(?:who|is|was|has|had|and\s(?:I|her|his|their|my))\b|"
    r"\s[a-z]{2,12}(?:s|ed)\b|\s(?:told|lent|sent|gave|came|went|left|made|said|took|wrote|thinks?|wants?)\b))"
)
_PETS = frozenset(_LISTS["PETS"])
_PET = rf"(?:{alternatives(_PETS)})"
# "our dog Biscuit", "her horse, Midnight, won", "my puppy is called Waffles", "Biscuit, our old dog"
_PET_CALLED = re.compile(
    rf"\b(?i:{_WHOSE}|[\w-]{{1,30}}['’]s)\s(?:[a-z][\w-]{{1,20}}\s){{0,2}}{_PET}(?:\s|,\s|\s(?:is|was|are)\s|['’]s\sname\s(?:is|was)\s)"
    rf"(?:(?:called|named)\s)?(?P<v>{NAME})(?=[\s,.!?;:)]|['’]s|\Z)"
)
_PET_BEHIND = re.compile(rf"(?<![\w.])(?P<v>{NAME}),?\s(?:is\s)?{_WHOSE}\s(?:[a-z][\w-]{{1,20}}\s){{0,2}}{_PET}\b")
_CUES = frozenset(
    "name names surname surnames nickname nicknames forename forenames called call calls goes went".split()
)
_WHOSE_CUES = frozenset("my your his her our their".split())
_DAYS = frozenset(day for day in CALENDAR if day.endswith("day"))
_BEFORE, _AFTER, _SHORTEST = 150, 90, 2
_TOLD_CUES, _TOLD_REACH = frozenset("surname surnames name names".split()), (30, 60)
_NOBODY = frozenset(_LISTS["NOBODY"])
"""What stands before "is my last name" and is nobody's name."""


def said_names(reading: Reading, names: NameLists | None) -> Iterator[Found]:
    """Find words of which the text says that they are names, wherever they stand in it with the same letter case.
    `names`: lists of names, which tell how far one of several words reaches; None for the last word alone.
    """
    text = reading.text
    told: dict[str, int] = {}
    for pattern, cues, before, after in ((_SAID, _CUES, _BEFORE, _AFTER), (_TOLD, _TOLD_CUES, *_TOLD_REACH)):
        for match in reading.finditer(pattern, cues, before, after):
            span = _name(text, *match.span("v"), names)
            if span is not None:
                name = text[slice(*span)]
                dated = name.lower() in CALENDAR
                yield *span, "PERSON", SAID if dated else 0.9
                # "Monday is his surname. I saw him on Monday": elsewhere it is the day.
                if not dated:
                    told.setdefault(name, span[0])
    if names is not None and not _DAYS.isdisjoint(reading.words):
        for match in reading.finditer(_DATED, _WHOSE_CUES, 0, 120):
            if match["v"].split()[0].lower() in names.given:
                yield *match.span("v"), "PERSON", SAID
    for span in _pets(reading):
        # Not to be asked again whether it is a word: "Waffles" is one.
        yield *span, "PERSON", 1.0
        told.setdefault(text[slice(*span)], span[0])
    for name, found in told.items():
        if " " not in name:
            for at in reading.places(name.lower()):
                if at != found and text.startswith(name, at):
                    yield at, at + len(name), "PERSON", 0.8


def _pets(reading: Reading) -> Iterator[tuple[int, int]]:
    """The names of animals that are somebody's."""
    for pattern, before, after in ((_PET_CALLED, 60, 60), (_PET_BEHIND, 110, 10)):
        for match in reading.finditer(pattern, _PETS, before, after):
            name = match["v"]
            if len(name) >= _SHORTEST and name.lower() not in _NOBODY and name.lower() not in CALENDAR:
                yield match.span("v")


def _name(text: str, start: int, end: int, names: NameLists | None) -> tuple[int, int] | None:
    """The name in what an expression took for one; None where it is nobody's."""
    words = text[start:end].split()
    last = words[-1]
    if last.lower() in _NOBODY or len(last) < _SHORTEST:
        return None
    first = end - len(last)
    # "Actually Judge": of what stands before, only names belong to it.
    for word in reversed(words[:-1]):
        known = names is not None and (word.lower() in names.given or word.lower() in names.surnames)
        if not known or word.lower() in _NOBODY:
            break
        first = text.rfind(word, start, first)
    return first, end


# "a section called MAIN IDEA", "the metric known as Value Per Minute": parts of texts and of programs have names, too.
_PART_CALLED = re.compile(
    r"\b(?:(?:sub-?)?sections?|headings?|chapters?|paragraphs?|appendix|annex|steps?|phases?|stages?|lists?|columns?|"
    r"rows?|fields?|tables?|sheets?|tabs?|cells?|files?|folders?|director(?:y|ies)|branch|methods?|"
    r"functions?|variables?|constants?|parameters?|arguments?|propert(?:y|ies)|attributes?|modules?|packages?|"
    r"librar(?:y|ies)|commands?|scripts?|options?|settings?|flags?|tags?|keys?|enums?|components?|hooks?|widgets?|"
    r"buttons?|pages?|screens?|views?|endpoints?|index|schemas?|queues?|metrics?|scores?|ratings?|categor(?:y|ies)|"
    r"types?|blocks?|nodes?|fallac(?:y|ies)|techniques?|concepts?)(?: (?:which |that )?(?:is|are|was|were))? \Z",
    re.IGNORECASE,
)
_PART_REACH = 32


def names_part(text: str, start: int, found: str, names: NameLists | None) -> bool:
    """Return whether "called" or "named" stands behind a part of a text or a program, and what it is called is no
    person. `names`: lists of names: "a file called Anna Miller" is somebody's. Without them nothing tells.
    """
    if names is None or _PART_CALLED.search(text, max(0, start - _PART_REACH), start) is None:
        return False
    first = found.split(maxsplit=1)[0].strip(",").lower()
    return first in names.common or not names.has_given(first)


# Given names of today (US Social Security Administration) that name things, too. Alone they tell nothing; what tells is
# what people alone do, "Scout lives in Leeds", whose kin somebody is, and a row of them whose bearers do something.
_WORDS = frozenset(_LISTS["WORDS"])
_ACTS = (
    r"(?:lives?|lived) (?:in (?!(?:the|my|our|us)\b)|at|with|near|on|next|alone|here|there)|"
    r"(?:works?|worked) (?:at|for|as|in|with|nights)|says|said (?:he|she|they|that|no|yes|it|to)|"
    r"told (?:me|us|him|her|them|the|my)|asked (?:me|us|him|her|if|for|to)|texted|phoned|rang (?:me|us|him|her|the|up)|"
    r"e-?mailed|messaged|whatsapped|married|was born|was diagnosed|"
    rf"is (?:my|his|her|our|their) (?:{KIN})|is (?:coming|pregnant|married|divorced|widowed|off sick|on leave)|"
    r"passed away|moved in with|broke up|got (?:married|engaged|divorced|sacked|fired)"
)
_DOING = re.compile(rf"(?<![\w.'’-])(?P<v>[A-Z][a-z]{{1,14}})(?=,? (?:{_ACTS})\b)")
_OF_KIN = re.compile(
    rf"\b(?:[Mm]y|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir) (?:{KIN}),? (?P<v>[A-Z][a-z]{{1,14}})(?![\w-]| [A-Z])"
)
_ROW = re.compile(
    rf"(?<![\w.'’-])(?P<v>{NAME}(?:, {NAME}){{0,5}},? (?:and|&) {NAME})"
    r"(?= (?:are (?:coming|going|my|our|both|here|late|off|away|ill|married|twins)|came|went|live|lived|"
    r"worked|want|said|asked|told|have (?:been|gone|left)|were (?:here|there|late|off)|got (?:married|engaged))\b)"
)
_OF_ROW = re.compile(NAME)
# "DS Crook: he was on tag": who speaks, behind a rank or a part in a meeting
_RANKED = re.compile(rf"(?m:^)[ \t>]{{0,4}}(?:DS|DI|DCI|DC|PC|WPC|PS|HV|SW|FY[12]|SHO|HCA) (?P<v>{NAME})(?=:\s)")
_CUES_OF_WORDS = frozenset(_LISTS["CUES_OF_WORDS"])


def word_names(reading: Reading) -> Iterator[Found]:
    """Find persons by names that are words, and by any word behind a rank of who speaks."""
    text = reading.text
    for match in _RANKED.finditer(text) if ": " in text else ():
        yield *match.span("v"), "PERSON", 1.0
    if _WORDS.isdisjoint(reading.words) or _CUES_OF_WORDS.isdisjoint(reading.words):
        return
    for pattern in (_DOING, _OF_KIN):
        for match in reading.finditer(pattern, _WORDS, capital=True):
            if match["v"].lower() in _WORDS:
                yield *match.span("v"), "PERSON", 1.0
    for row in reading.finditer(_ROW, _WORDS, capital=True):
        names = [*_OF_ROW.finditer(text, *row.span("v"))]
        if sum(one[0].lower() in _WORDS for one in names) > 1:
            yield from ((*one.span(), "PERSON", 0.8) for one in names)
