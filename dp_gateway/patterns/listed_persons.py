"""People by lists of given names and surnames, in sentences, forms, rows and behind keys; `persons` asks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dp_gateway.mentions.name_parts import PARTICLES_IN_ENGLISH
from dp_gateway.patterns.names import CALENDAR, KIN, NOT_NAMES, ORDINARY, WORDS_AND_NAMES, NameLists, bounds_of_name
from dp_gateway.patterns.rules import LONGEST_TITLE, NAME, TITLED, Expression, Found
from dp_gateway.patterns.windows import Reading

PARTICLE = rf"(?:(?:{'|'.join(sorted(PARTICLES_IN_ENGLISH))}|Mc|Mac)\s)"
INITIAL = r"(?:[A-Z]\.\s?)"
# "Apologies: T. Beynon", "J.R. van Houten": initials before a capitalised word that is no word.
_INITIALLED = re.compile(
    rf"(?P<v>[A-Z](?<![^\W_].)(?<![.&'’/@-].)\.(?: ?[A-Z]\.){{0,2}} ?(?:{PARTICLE}{{0,2}}{NAME}))(?!\w|\.\w)"
)
# "Vitamin C. Albumin", "Plan B. Novartis": letters that count or name a kind.
_LETTERED = re.compile(
    r"(?:\A|\n|[.!?] |(?:answer|option|choice)s?: |\b(?:appendix|annex|exhibit|schedule|section|figure|fig\.?|table|"
    r"part|chapter|article|option|plan|phase|step|stage|type|group|class|grade|team|block|building|unit|room|gate|hall|wing|zone|level|vitamin|hepatitis|"
    r"blood|strain|variant|version|model|series|question|answer|item|point|case|list|letter|factor|line|drive|and|or|an?|"
    r"the|U\.|D\.|N\.|S\.) ?)\Z",
    re.IGNORECASE,
)
_LETTERED_REACH = 12
_ACTS = Expression(
    rf"(?<![\w.])(?P<v>({NAME}) ({NAME}))(?=['’]s\s|\s(?:said|says|called|calls|wrote|writes|told|asked|thinks|"
    r"thought|wants|wanted|needs|sent|came|went|has|had|is|was|will|would|can|could|agreed|replied|left|paid|met|and\sI|"
    r"lives?|lived|works|worked|moved|turned|knows|owes|earns|bought|sold|signed|joined|visited|arrived)\b)"
)
_CANDIDATE = Expression(rf"(?<![\w.@/-]){NAME}(?:[ \t]{INITIAL}{{0,2}}{PARTICLE}{{0,2}}{NAME}|[ \t][A-Z]\.){{0,3}}")
# "Tom: bring cake" begins a line; "Anna Kowalski (34)", "Anna, 34."; class AnnaMiller.
_LABELLED = re.compile(rf"[ \t]{{0,20}}(?:[-*•–][ \t]{{1,3}})?(?P<v>{NAME})(?=:(?:\s|$))")
_AGED = re.compile(
    rf"(?<!\w)({NAME})(?:[ \t]{NAME}){{0,2}}(?:[ \t]\((?:age[d:]? )?(?P<v>[1-9][0-9]?)(?:\)|, )|,[ "
    rf"\t](?P<w>[1-9][0-9])(?=[.;)\n]|$))"
)
# "Apollo Client", "the Momen MCP server": a word of programs makes it the name of one.
_OF_PROGRAMS = re.compile(
    r"[ \t](?:(?:API|SDK|ORM|IDE|Client)s?|CLI|CI|UI|MCP|DevTools|Framework|GraphQL)\b(?! [A-Z][a-z])"
)
_KIN = re.compile(rf"\b(?:{KIN}|kids?|baby|boy|girl)\s\Z")
_KIN_REACH = 16
_CAMEL = Expression(r"(?<![\w.])[A-Z][a-z]{2,30}+(?P<family>[A-Z][a-z]{2,30}+)(?!\w)")
# "TZ=Europe/Berlin, LANG=C" are two settings.
_INVERTED = Expression(rf"(?<![\w.]){NAME}, {NAME}(?:[ \t][A-Z]\.?)?(?![\w=])")
# "Sami, Bjorn and Priya": given names in a row.
_WORD_BEFORE = re.compile(r"(?P<w>[A-Z]\w{1,20}) \Z")
_GOES_ON = re.compile(rf",? (?:and|&|or) {NAME}|, {NAME}")
# "Bosch, Makita or DeWalt": three of a kind, where "Baker, Ann or Webb, Jo" goes on with a comma.
_OR_ELSE = re.compile(rf" or (?:an? )?{NAME}(?![\w,])")
_AROUND, _SHORT_NAME = 30, 4
_COMMA, _AGE = (
    re.compile(r", [^\W\d_a-z]"),
    re.compile(r"[ (](?=[1-9])(?:[1-9][0-9]?[.;)\n]|(?<=\()[1-9][0-9]?, |[1-9][0-9]\Z)"),
)
_SPACED, _SOLID = re.compile(r"[^\s,]+"), re.compile(r"\S+")
_AWAY = frozenset("OOO OOTO WFH PTO AFK RSVP ETA CC BCC EOD COB".split())
"""What is said of somebody behind the name, in capitals: "Priyanka OOO next week"."""
NEVER_NAMES = NOT_NAMES - WORDS_AND_NAMES
_NOT_ALONE = NOT_NAMES | {"ta"}
"""What is no name by itself: "Ta Thi Hoa" is one, and "Ta" says thanks."""
PART_OF_NAME = re.compile(r"(?i)(?:first|last|sur|given|family|middle|maiden)[ _-]?name")
_PAIR, _REACH, _BEGINS = 2, 8, re.compile(r"(?:\A|\n|[.:!?]\s)[\s*•-]*\Z")
_BEGINS_CELL = re.compile(r"(?:\A|[\n|\t,;] ?)[\s*•-]*\Z")
NO_SIGNATURES = NEVER_NAMES | ORDINARY


def without_ordinary(text: str, start: int, end: int, ordinary: frozenset[str] = NOT_NAMES) -> tuple[int, int]:
    """Return a stretch without the words at its ends that are no part of a name."""
    plain = text[start:end].split()
    if plain and "," not in text[start:end] and not text[start].isspace() and not text[end - 1].isspace():
        # As good as all: nothing ordinary at either end.
        if plain[0].lower().rstrip(".") not in ordinary and plain[-1].lower().rstrip(".") not in ordinary:
            return start, end
        if len(plain) == 1:
            return start, start
    words = list(_SPACED.finditer(text, start, end))
    while words and words[-1].group().lower().rstrip(".") in ordinary:
        words.pop()
    while words and words[0].group().lower().rstrip(".") in ordinary:
        words.pop(0)
    if not words:
        return start, start
    return words[0].start(), words[-1].end()


def _without_code(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch without the letters that begin a code: "Dudley DY2 0QT"."""
    cut = text.rfind(" ", start, end) if end < len(text) and text[end].isdigit() else -1
    return start, end if cut < 0 else cut


def listed_persons(reading: Reading, names: NameLists) -> Iterator[Found]:
    """Find persons by given names beside family names, alone, and in ways in which forms and programs write them."""
    text = reading.text
    for match in _CANDIDATE.finditer(text):
        found = match[0]
        if " " not in found and not is_given(found.lower(), names):
            continue
        start, end = _without_code(text, *without_ordinary(text, *match.span()))
        start, end = bounds_of_name(text, start, end, names)
        words = [word.strip(".").lower() for word in text[start:end].split()]
        if not words:
            continue
        # "WHETHER IN AN ACTION": where all is in capitals a word of sentences is no name.
        shouted = text[start:end].isupper()
        known = ["" if shouted and word in NEVER_NAMES else known_as(word, names) for word in words]
        if not shouted and "AI" in (plain := text[start:end].split()):
            # "AI Tooling": few are called Ai, and none in capitals beside words that are not.
            known = ["" if word == "AI" else of_word for word, of_word in zip(plain, known, strict=True)]
        if len(words) == 1:
            # "DNA" and "NaN": not how a given name is written beside words that are.
            plain = _written_as_name(text, start, end)
            is_name = known[0] == "given" and words[0] not in names.common and words[0] not in _NOT_ALONE
            is_name = is_name and not (words[0] in _DAYS and _is_among_days(text, start, end))
            if plain and is_name and not _OF_PROGRAMS.match(text, end):
                yield start, end, "PERSON", 0.6
        elif "given" in known or known[-1] == "surname":
            yield from _run(text, start, end, known, names)
    yield from _in_forms(reading, names)
    yield from _initialled(text, names)
    # "May Reading called": each is an ordinary word; a given and a family name that do something are a person.
    for match in reading.finditer(_ACTS, WORDS_AND_NAMES, 20, 100, capital=True):
        if (
            match[2].lower() in WORDS_AND_NAMES
            and match[2].lower() in names.given
            and match[3].lower() in names.surnames
        ):
            yield *match.span("v"), "PERSON", 0.75
    for match in reading.matches_near(_COMMA, _INVERTED):
        family, _, rest = match.group().partition(", ")
        if (
            known_as(family.lower(), names)
            and family.lower() not in CALENDAR
            and known_as(rest.split()[0].lower(), names) == "given"
            and family.lower() not in names.common
            and not (family.lower() in names.places and rest.lower() in names.places)
            and not (names.has_given(family) and _GOES_ON.match(text, match.end()))
            # "Anna Kowalski, Will Young": the next of a row.
            and not _is_behind_given(text, match.start(), names)
            # "Dr and Mrs Sandhu, Bex"
            and not TITLED.search(text, max(0, match.start() - LONGEST_TITLE), match.start())
            and not _OR_ELSE.match(text, match.end())
            # "Little Dave, ETA 3 weeks"
            and (family.isupper() or not rest.split()[0].isupper())
        ):
            yield *match.span(), "PERSON", 0.8


_DAYS, _DAY = frozenset("mon wed thu sat sun".split()), re.compile(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b")


def _is_among_days(text: str, start: int, end: int) -> bool:
    """Whether a day of the week stands beside a word that is one, too: "Tue   Wed   Thu" heads a rota."""
    before, behind = _DAY.search(text, max(0, start - _AROUND), start), _DAY.search(text, end, end + _AROUND)
    return before is not None or behind is not None


def _is_behind_given(text: str, start: int, names: NameLists) -> bool:
    before = _WORD_BEFORE.search(text, max(0, start - _AROUND), start)
    return before is not None and names.has_given(before["w"])


def _initialled(text: str, names: NameLists) -> Iterator[Found]:
    """Persons of initials and a family name that is no ordinary word, but where the letter counts or names a kind."""
    for match in _INITIALLED.finditer(text):
        family = match["v"].rpartition(".")[2].strip().lower()
        lettered = _LETTERED.search(text, max(0, match.start() - _LETTERED_REACH), match.start())
        if names.is_family(family) or (lettered is None and family not in names.common and family not in NO_SIGNATURES):
            yield *match.span("v"), "PERSON", 0.75


def _in_forms(reading: Reading, names: NameLists) -> Iterator[Found]:
    text = reading.text
    colon = text.find(":")
    while colon >= 0:
        match = _LABELLED.match(text, text.rfind("\n", 0, colon) + 1)
        if match is not None and match["v"].lower() in names.speakers:
            yield *match.span("v"), "PERSON", 0.7
        line = text.find("\n", colon)
        colon = text.find(":", line) if line >= 0 else -1
    for match in reading.matches_near(_AGE, _AGED) if reading.most_digits else ():
        name = match[1].lower()
        listed = names.has_given(name)
        if name not in NOT_NAMES and (listed or _KIN.search(text, max(0, match.start() - _KIN_REACH), match.start())):
            yield *match.span(match.lastgroup or 0), "AGE", 0.75
    for match in _CAMEL.finditer(text):
        family = match["family"].lower()
        if (
            text[match.start() : match.start("family")].lower() in names.sure
            and names.is_family(family)
            and match.group() != "PascalCase"  # how programs write names
        ):
            yield *match.span(), "PERSON", 0.9


def _run(text: str, start: int, end: int, known: list[str], names: NameLists) -> Iterator[Found]:
    if "given" not in known:
        return
    first = known.index("given")
    words = list(_SOLID.finditer(text[start:end]))
    if first == 1 and _BEGINS_CELL.search(text, max(0, start - _REACH), start) and _may_be_given(words[0][0], names):
        first, known = 0, ["given", *known[1:]]
    last = min(len(words), first + 4)
    if text[start:end].isupper():
        # Where all is in capitals a name ends at the next ordinary word: "JOHN SMITH OWES ME".
        last = next(
            (at for at in range(first + 1, last) if words[at].group().lower() in names.common and not known[at]), last
        )
    # "Delphine Arquette\tDriver": the next cell.
    last = next((at for at in range(first + 1, last) if _is_next_cell(text[start:end], words, at, names)), last)
    # Whose something is ends the name: "Tom Baker's SSN".
    last = next((at + 1 for at in range(first, last) if words[at].group().endswith(("'s", "’s"))), last)
    if _OF_PROGRAMS.match(text, start + words[first].end()):
        return
    if first + 1 < last and not known[first + 1] and _goes_no_further(words[first + 1].group(), names):
        # "Dev Environment", "Paris Olympics", "Davis API": no name goes on with an ordinary word.
        if words[first].group().lower() in names.sure or words[first + 1].group() in _AWAY:
            yield start + words[first].start(), start + words[first].end(), "PERSON", 0.6
        return
    plain = words[first].group().lower() in names.common
    following = known[first + 1] if first + 1 < len(known) else ""
    if plain and not first and len(words) > _PAIR and _BEGINS.search(text, max(0, start - _REACH), start):
        family, third = (word.group().lower() for word in words[1:3])
        if family in names.common and family not in names.familiar and third in names.common and not known[2]:
            # "Mark Client Components explicitly": what somebody is told to do.
            return
    if plain and not following:
        return
    yield start + words[first].start(), start + words[last - 1].end(), "PERSON", 0.8 if following == "surname" else 0.65


def _may_be_given(word: str, names: NameLists) -> bool:
    """Whether a word that no list has may be the first of a name: of "Xiu Ying Zhao", and not of "Contact Ying"."""
    plain = word.lower()
    return word.istitle() and word.isalpha() and plain not in names.common and plain not in NO_SIGNATURES


def _is_next_cell(found: str, words: Sequence[re.Match[str]], at: int, names: NameLists) -> bool:
    """Whether a tab stands before an ordinary word, or before capitals where the name has small letters."""
    word = words[at].group()
    short = word.isupper() and not words[at - 1].group().isupper()
    return "\t" in found[words[at - 1].end() : words[at].start()] and (short or word.lower() in names.common)


def _goes_no_further(word: str, names: NameLists) -> bool:
    """Whether a word is ordinary, or letters that programs are full of."""
    return word.lower() in names.common or word in _AWAY or (word.isupper() and word.lower() in ORDINARY)


def _written_as_name(text: str, start: int, end: int) -> bool:
    """Whether a word has the capitals of a name; one in capitals has to be long, or among others: "CALL ANA NOW"."""
    word = text[start:end]
    if not word.isupper():
        return word.istitle() or not word.isalpha() or word[:2] in ("Mc", "De", "La", "Le")
    around = text[max(0, start - _AROUND) : start] + text[end : end + _AROUND]
    return end - start > _SHORT_NAME or not any(map(str.islower, around))


def is_given(word: str, names: NameLists) -> bool:
    """Return whether a word in small letters is a given name, or says whose something is by one."""
    return word in names.given or names.has_given(_owner(word))


def _owner(word: str) -> str:
    """A word without the ending that says whose something is."""
    return word.removesuffix("'s").removesuffix("’s") if word.endswith("s") else word


def known_as(word: str, names: NameLists) -> str:
    """Return what lists know a word in small letters as: "given", "surname", or nothing."""
    if is_given(word, names):
        return "given"
    base = _owner(word)
    listed = base in names.surnames or ("-" in base and any(part in names.surnames for part in base.split("-")))
    return "surname" if listed else ""
