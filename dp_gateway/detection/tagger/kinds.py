"""The type of a finding of the tagger by its form, the lists of names and the words beside it. `settled` asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from dp_gateway.detection.tagger.finding import ADDRESS, FIRM, INSTITUTIONS, NAMES, PERSON, Finding, by_type
from dp_gateway.detection.tagger.numbers import YEAR, dated
from dp_gateway.detection.tagger.parting import PLACED_BY, is_of_person
from dp_gateway.patterns.places import REGIONS, US_STATES
from dp_gateway.patterns.rules import LONGEST_TITLE, TITLED
from dp_gateway.public.lists import refers
from dp_gateway.text.entities import ENTITY_TYPES, Entity

_SHORT_DAYS = frozenset("Mon Tue Tues Wed Weds Thu Thur Thurs Fri Sat Sun".split())
_OF_TOWN = re.compile(r"(?:[0-9]{2}|[a-z]\)?), (?:late |formerly )?of \Z")
_BELOVED = re.compile(
    r", (?:(?:dearly |much )?(?:loved|beloved)|dear|devoted|cherished|formerly|aged|passed|died|peacefully|husband|"
    r"wife|widow)"
)
_TOWN_AND = re.compile(
    r"\b(?:in|between|from|near|around|across) (?:[A-Z][a-z]{2,15}, ){0,2}[A-Z][a-z]{2,15},? (?:and|or) \Z"
)
_NO_DEED = re.compile(r"[;.,:)?!]|\s*\Z| (?:and|or|for|to|on|with|from|in|at|by)\b")
_GONE_TO = re.compile(
    r"\b(?:(?:trip|bus|train|coach|ferry|outing|flight|road|excursion|commute) to|out of|commut\w+ from) \Z"
)
_DAY_ENTRY, _ENTRY = re.compile(r"(?:[;,.\n]\s{0,2}|\A)\Z"), re.compile(r"\s?[-–:] ?[a-z]")
_ROOMS = "(?:ward|room|bay|bed|cubicle|theatre|theater|wing|lab|rm)"
_ROOM_NUMBER, _IN_ROOM, _REACH_OF_ROOM = re.compile("[0-9]{1,3}[A-Z]"), re.compile(rf"\b{_ROOMS} \Z", re.I), 9
_ROOM = re.compile(rf"{_ROOMS} (?P<v>[0-9]{{1,4}}[A-Za-z]?|[A-Za-z]-?[0-9]{{1,3}})", re.I)
_NO_HOUSE = re.compile("[0-9]{6,}")
_NAMES_OF_TOWN = re.compile(r"[^\W\d_a-z][^\W\d_]{2,20}(?:[ -][^\W\d_]{2,20}){0,3}")
_CODE_BEFORE_TOWN, _REACH_OF_CODE = re.compile(r"[,\n] ?[0-9]{4,5}(?:-[0-9]{3})? \Z"), 12
_DAY_BEFORE = re.compile(r"\b(?:by|on|until|till?|from|next|last|this|every|each|before|after)\s\Z", re.IGNORECASE)
# "b. 1928", "d. Anzio 1944"
_IN_TREE, _REACH_OF_TREE = re.compile(r"(?<!\w)[bdm]\. (?:[A-Z][a-z]{2,20} )?\Z"), 26
# "At 37 Anna moved out", "Housing costs - $1,950"
_AT, _TOO_OLD = re.compile(r"\b[Aa]t\s$"), len("100")
_AGED = re.compile(r",\s[1-9][0-9],\s")
_OPENED, _CLOSED = re.compile(r"[A-Z][a-z]{1,20} \(\Z"), re.compile(r"\) [A-Z][a-z]")
# "City Hospital No. 4"
_NUMBERED = re.compile(r"\.? ?[0-9]{1,4}(?![\w/])")

_CONTINENTS = frozenset(("africa", "antarctica", "asia", "europe", "oceania"))
_DOES = re.compile(r"\b(?:does|did|is|was|has|can|will)\s\Z", re.IGNORECASE)
_TO_PLACE, _QUARTER = re.compile(r"\b(?:to|in|from|near)\s\Z"), re.compile(r" \([NSEW]\)(?=,)")
_ISO_DAY = re.compile(r"(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])")

_Turn = tuple[str, Callable[[Finding], object]]
_Rules = Sequence[tuple[Collection[str], str, Callable[[Finding], object]]]
"""A finding of one of these types becomes of that kind, if so much holds of it."""


def _is_rare(f: Finding) -> bool:
    return f.word in f.names.rare and not f.text[f.entity.start].islower()


def _is_at(f: Finding) -> bool:
    return f.word.isdigit() and f.before(_AT, 4) is not None


# "let go by Hilton", "works for Puma", "interview at Zara", "shares in Shell"
_EMPLOYED = re.compile(
    r"\b(?:(?:let go|laid off|made redundant|taken on|employed|hired|fired|sacked|dismissed|recruited|headhunted|"
    r"poached|furloughed) by|(?:works?|wrks|worked|working|jobs?|shifts?|interviews?|interviewed|apprenticeship|"
    r"internship|apprentice|employees?|contract|careers?) (?:for|at)|(?:works?|wrks|worked|job) [f@]\.?|"
    r"(?:starts?|started|starting) (?:work )?at|sack(?:ed)? from|(?:shares?|stocks?) in) \Z|"
    r"\b(?:who|where) (?:do|does|did) [a-z]{2,12} work(?: for)?\?\s{1,3}\Z",
    re.IGNORECASE,
)
_REACH_OF_EMPLOYED = 32
_SOLD_BY, _WHO = frozenset(("company", "house")), frozenset(("person", "mononym"))


def _employs(f: Finding) -> bool:
    """Whether a name of one word is that of who employs somebody: a firm that a list has, or nobody's given name."""
    if not f.found.isalpha() or f.found.islower() or f.before(_EMPLOYED, _REACH_OF_EMPLOYED) is None:
        return False
    kinds = {of.kind for of in refers(f.found)}
    return not kinds.isdisjoint(_SOLD_BY) or not (f.names.has_given(f.word) or not kinds.isdisjoint(_WHO))


_RULES: _Rules = (
    # "sends it by Thu"
    (ENTITY_TYPES, "DATE_TIME", lambda f: f.found in _SHORT_DAYS and f.before(_DAY_BEFORE, 10)),
    # "wedding vows for Tamsin": the list knows better than a network that is half sure.
    (FIRM, "PERSON", lambda f: (f.word in f.names.sure or _is_rare(f)) and not f.before(PLACED_BY, 8)),
    # "does Oliver Twist take the bus"
    (FIRM, "PERSON", lambda f: f.word.count(" ") == 1 and f.word.split()[0] in f.names.sure and f.before(_DOES, 6)),
    # "their children Linda (Rob) Carlson and Gary"
    (FIRM, "PERSON", lambda f: f.names.has_given(f.word) and f.before(_OPENED, 24) and f.behind(_CLOSED)),
    # "a visa for Türkiye"
    (
        PERSON,
        "LOCATION",
        lambda f: f.word in f.names.places and not f.names.has_given(f.word) and f.word not in f.names.surnames,
    ),
    # "posted to Salt Lake City", "Andheri (W)"
    (FIRM, "LOCATION", lambda f: f.word.endswith(" city") and f.before(_TO_PLACE, 8)),
    (PERSON, "LOCATION", lambda f: f.behind(_QUARTER) or (f.word in _CONTINENTS and f.before(_TO_PLACE, 8))),
    # "my neighbour's kid, Tyrese, threw a ball"
    ({"NRP"}, "PERSON", _is_rare),
    (
        ADDRESS | {"ID_NUMBER", "POSTCODE"},
        "DATE_TIME",
        lambda f: YEAR.fullmatch(f.word) and f.before(_IN_TREE, _REACH_OF_TREE),
    ),
    (ADDRESS, "AGE", lambda f: _is_at(f) and len(f.word) < _TOO_OLD),
    (ADDRESS, "STREET_ADDRESS", _is_at),
    # "Invoice 2024-03-17 is due"
    ({"ID_NUMBER"}, "DATE_TIME", lambda f: f.whole(_ISO_DAY)),
    # "(DRE 01998231)"
    (ADDRESS, "ID_NUMBER", lambda f: f.whole(_NO_HOUSE)),
    # "Margaret Ashworth, 1938-2024, of Otley, beloved wife of"
    (PERSON, "LOCATION", lambda f: f.found.isalpha() and f.before(_OF_TOWN, 12) and f.behind(_BELOVED)),
    # "the staff in Hexham and Morpeth", "the 42 out of Sandbach"
    (
        PERSON,
        "LOCATION",
        lambda f: (
            f.found.isalpha()
            and not f.names.has_given(f.word)
            and (f.before(_TOWN_AND, 44) or f.before(_GONE_TO, 16))
            and f.behind(_NO_DEED)
        ),
    ),
    # "Thu - call the bank", of the days of a diary
    (PERSON, "DATE_TIME", lambda f: f.found in _SHORT_DAYS and f.before(_DAY_ENTRY, 4) and f.behind(_ENTRY)),
    # "admitted to Ward 7B"
    ({"AGE"}, "ID_NUMBER", lambda f: f.whole(_ROOM_NUMBER) and f.before(_IN_ROOM, _REACH_OF_ROOM)),
    # "Rua Augusta 12, 1100-053 Lisboa"
    (ADDRESS, "LOCATION", lambda f: f.whole(_NAMES_OF_TOWN) and f.before(_CODE_BEFORE_TOWN, _REACH_OF_CODE)),
    # "the family of Devonte Pierce, 24, of Elko"
    ({"LOCATION"}, "PERSON", lambda f: " " in f.word and f.behind(_AGED)),
    ({"LOCATION"}, "ORGANIZATION", lambda f: " " in f.word and f.word.rpartition(" ")[2] in INSTITUTIONS),
)

# "we met at Dylan's party": what somebody gives or has is no firm.
_AT_SOMEBODYS = re.compile(
    r"(?P<v>[^\W\d_a-z][\w-]{1,20})['’]s (?:party|wedding|birthday(?: party)?|funeral|house|place|flat|room|car|"
    r"graduation|christening|shower|reception|anniversary|barbecue|bbq|garden|desk|kitchen)"
)


def _with_number(f: Finding) -> Entity | None:
    """A firm with the number that it has."""
    if f.entity.type not in FIRM or not f.found.endswith((" No", " No.")) or not (number := f.behind(_NUMBERED)):
        return None
    return f.entity._replace(end=number.end())


def _without_party(f: Finding) -> Entity | None:
    """The person whose party was taken for a firm."""
    found = _AT_SOMEBODYS.fullmatch(f.found) if f.entity.type in FIRM and "s " in f.found else None
    if found is None or not f.names.has_given(found["v"].lower()):
        return None
    return f.entity._replace(end=f.entity.start + len(found["v"]), type="PERSON")


# "it's at our Hull depot"
_OURS = re.compile(r"\b(?:our|your|the|their|my) \Z")
_OFFICE = re.compile(r"(?P<v>[A-Z][a-z]{2,15}) (?:depot|office|branch|warehouse|plant|campus|showroom)")


def _town_of_office(f: Finding) -> Entity | None:
    """The town whose office was taken for a firm."""
    found = _OFFICE.fullmatch(f.found) if f.entity.type in FIRM and f.before(_OURS, 6) else None
    return f.entity._replace(end=f.entity.start + found.end("v"), type="LOCATION") if found else None


# "on the A38", "exit 14 of I-95": what is drawn is the number, so that it stays a road
_ROAD = re.compile(r"(?:[ABM]|I-|US-|E|N|Route |Highway |Hwy |Interstate )(?P<v>[0-9]{1,4})", re.I)


def _number_of_road(f: Finding) -> Entity | None:
    """The number of a road that was taken for a place."""
    found = _ROAD.fullmatch(f.found) if f.entity.type in ("LOCATION", "STREET_ADDRESS") else None
    return f.entity._replace(start=f.entity.start + found.start("v"), type="ID_NUMBER") if found else None


def _number_of_room(f: Finding) -> Entity | None:
    """The number of a ward or a room that was taken for an address: "admitted to Ward 7B"."""
    found = _ROOM.fullmatch(f.found) if f.entity.type in ADDRESS else None
    return f.entity._replace(start=f.entity.start + found.start("v"), type="ID_NUMBER") if found else None


_RULES_OF = by_type((types, (kind, holds)) for types, kind, holds in _RULES)


def retyped(f: Finding) -> Entity:
    """Return a finding with the type that its form and the lists tell; a date with its edges."""
    if f.entity.type == "DATE_TIME":
        if f.found.endswith(" 1") and f.text.startswith(":1", f.entity.end):
            # "the Thursday 1:1s": a meeting of two
            return f.entity._replace(end=f.entity.end - len(" 1"))
        return dated(f)
    return (
        _without_party(f)
        or _with_number(f)
        or _number_of_room(f)
        or _number_of_road(f)
        or _town_of_office(f)
        or _typed(f, _RULES_OF)
    )


def _typed(f: Finding, rules: Mapping[str, Sequence[_Turn]]) -> Entity:
    """A finding with the type of the first rule that holds, if one does."""
    for kind, holds in rules.get(f.entity.type, ()):
        if holds(f):
            return f.entity._replace(type=kind)
    return f.entity


_CAPITAL_STREET = re.compile(
    r" (?:CLOSE|ROAD|STREET|LANE|AVENUE|CRESCENT|TERRACE|GARDENS|MEWS|GROVE|COURT)(?![\w'’-]|\s[A-Z]{2})"
)
_OWNED = re.compile(r"(?:['’]s?|\b(?:an?|my|our|your|his|her|their|its|this|that|the))\s\Z", re.IGNORECASE)
_BRANCH = re.compile(r" (?:branch|office|depot|campus|site|store|clinic|surgery)\b")
_DIGITS = re.compile("[0-9]{4,5}")
_ZIP, _IN_STATE = re.compile("[0-9]{5}(?:-[0-9]{4})?"), re.compile(rf"(?:{US_STATES}),?\s\Z")
_IN_REGION = re.compile(rf"\b(?:{REGIONS}),?\s\Z")
_REACH = 8


def _is_in_a_town(f: Finding) -> object:
    """Whether a word is the town of "your Mylapore branch"."""
    one_word = " " not in f.found and not f.names.has_given(f.found.lower())
    return one_word and f.behind(_BRANCH) and f.before(_OWNED, _REACH)


def _is_of_person(f: Finding) -> bool:
    """Whether two words are the firm of "Pete Scanlon of Harwell Clarke"."""
    return f.found.count(" ") == 1 and is_of_person(f.text, f.entity.start, f.names)


def _is_postcode(f: Finding) -> object:
    """Whether digits are the code of the town or state beside them: "Brooklyn, NY 11216", "Bowral NSW 2576"."""
    if f.entity.type == "STREET_ADDRESS" and f.whole(_ZIP) and f.before(_IN_STATE, _REACH):
        return True
    return f.whole(_DIGITS) and f.before(_IN_REGION, _REACH)


_RULES_BESIDE: _Rules = (
    # "Mr. Tuesday"
    ({"DATE_TIME"}, "PERSON", lambda f: f.found.isalpha() and f.before(TITLED, LONGEST_TITLE)),
    ({"PERSON", "ORGANIZATION"}, "LOCATION", _is_in_a_town),
    (PERSON, "ORGANIZATION", _is_of_person),
    (PERSON, "ORGANIZATION", _employs),
    ({"STREET_ADDRESS", "ID_NUMBER"}, "POSTCODE", _is_postcode),
)

_RULES_BESIDE_OF = by_type((types, (kind, holds)) for types, kind, holds in _RULES_BESIDE)


def of_other_kind(f: Finding) -> Entity:
    """Return a finding as what the words beside it tell: a street in capitals, a firm somebody is of, a postal code."""
    if f.entity.type in NAMES and f.found.isupper() and (street := f.behind(_CAPITAL_STREET)):
        return f.entity._replace(end=street.end(), type="STREET_ADDRESS")
    return _typed(f, _RULES_BESIDE_OF)
