"""Postal codes, the towns and regions beside them, and towns that people live in and go to. The `PatternDetector` asks;
its lists of states and regions serve other rooms too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from dp_gateway.patterns.rules import Found, Rule, first_words
from dp_gateway.patterns.windows import Reading, form
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

US_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|"
    "PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY"
)
"""The letters of the United States' states, as alternatives of an expression."""
_STATES = f"{US_STATES}|AS|GU|MP|PR|VI|FM|MH|PW|AA|AE|AP"
REGIONS = "NSW|VIC|QLD|SA|WA|TAS|NT|ACT|AB|BC|MB|NB|NL|NS|NU|ON|PE|QC|SK|YT"
"""The letters of the states and provinces of Australia and Canada."""
_STATE_NAMES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|"
    "Hawaii|Idaho|Illinois|Indiana|"
    "Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|"
    "Missouri|Montana|Nebraska|"
    "Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|"
    "Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|"
    "West Virginia|Wisconsin|Wyoming"
)

STATES_BY_LETTERS = dict(zip(US_STATES.replace("|DC", "").split("|"), _STATE_NAMES.split("|"), strict=True)) | {
    "NSW": "New South Wales", "VIC": "Victoria", "QLD": "Queensland", "AB": "Alberta", "BC": "British Columbia",
    "MB": "Manitoba", "NB": "New Brunswick", "NS": "Nova Scotia", "ON": "Ontario", "QC": "Quebec", "SK": "Saskatchewan",
    "Washington State": "Washington", "New York State": "New York",
}  # fmt: skip
"""The states and provinces by letters, "TX" is Texas, and those that are told from their towns."""

COUNTIES = (
    "Antrim|Armagh|Carlow|Cavan|Clare|Cork|Derry|Donegal|Down|Dublin|Fermanagh|Galway|Kerry|Kildare|Kilkenny|Laois|Leitrim|"
    "Limerick|Londonderry|Longford|Louth|Mayo|Meath|Monaghan|Offaly|Roscommon|Sligo|Tipperary|Tyrone|Waterford|Westmeath|"
    "Wexford|Wicklow|Durham"
)
"""Counties that are written behind "Co.", as alternatives of an expression."""
UK_POSTCODE = r"(?<![\w-])[A-Z]{1,2}[0-9][A-Z0-9]?\s[0-9][A-Z]{2}(?!\w)"
# Hyphens stand inside of words alone: were they separators too, a run of them could be read in many ways.
_NAMED = r"[A-Z][\w'’.]{1,40}+(?:-[\w'’.]{1,40}+|[ ][A-Z][\w'’.]{1,40}+){0,5}"


def _town(text: str, start: int, end: int) -> float | None:
    first = text[start:end].split(maxsplit=1)[0]
    if any(map(str.isdigit, text[start:end])):
        return None  # "ACME-2231-B, TX": a number of an article
    # "T. Vasquez, AP" is somebody of a department.
    if text[start - 1 : start] == "/":
        return None  # "CI/CD, PR": of an abbreviation
    return None if first in _BEFORE_TOWNS or (len(first) == len("T.") and first[1] == ".") else 0.8


_BEFORE_TOWNS = frozenset(_LISTS["BEFORE_TOWNS"])


def _beside_town(text: str, start: int, end: int) -> float | None:
    # In a table a number ends a row, and the next row begins with a name; "0001, 0002" are numbers in a row.
    ends_row = text[start - 1 : start] == "," and text.startswith("\n", end)
    return None if ends_row or _IN_A_ROW.search(text, max(0, start - 8), start) else 0.7


def _behind_code(text: str, start: int, _end: int) -> float | None:
    return 0.7 if _ROW_ENDS.search(text, max(0, start - 8), start) is None else None


def _state(text: str, start: int, end: int) -> float | None:
    # Persons and a country are called so too.
    return None if text[start:end] in {"Georgia", "Virginia", "Washington"} else 0.75


_FIVE, _REGION_CUES = form("00000"), frozenset(REGIONS.lower().split("|"))
_ZIP, _BEFORE_TOWN = re.compile(r"[0-9]{5}(?<=\s.{5})(?!\w)"), re.compile(r"[0-9]{4}\s[A-ZÄÖÜÉ]")

_ROW_ENDS, _IN_A_ROW = re.compile(r",[0-9]{4,5}\n\Z"), re.compile(r"(?<!\w)[0-9]{4,5}, \Z")

_place = partial(Rule, "LOCATION")
_postcode = partial(Rule, "POSTCODE")

PLACES: tuple[Rule, ...] = (
    # "late of Ballyvaughan, Co. Clare"
    _place(rf"(?<!\w)Co\.? (?:{COUNTIES})(?!\w)", 0.95, cues=frozenset(("co",)), capital=True),
    # "1100-053 Lisboa"
    _postcode(
        r"(?:(?<=, )|(?<=\n)|(?<![^\n]))[1-9][0-9]{3}-[0-9]{3}(?= [A-ZÀ-Þ][a-zß-ÿ]{2})", 0.95, digits=7, capital=True
    ),
    _postcode(
        r"(?<!\w)(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT),?\s{1,3}(?P<v>[0-9]{4})(?![\w-])",
        0.9,
        digits=4,
        cues=_REGION_CUES,
        capital=True,
    ),
    _place(
        rf"(?<!\w)(?P<v>{REGIONS}),?\s{{1,3}}(?:[0-9]{{4}}|[A-Z][0-9][A-Z]\s?[0-9][A-Z][0-9])(?![\w-])",
        0.8,
        digits=1,
        cues=_REGION_CUES,
        capital=True,
    ),
    _postcode(
        rf"(?<!\w)(?:{_STATES}|{_STATE_NAMES}),?\s{{1,3}}(?P<v>[0-9]{{5}}(?:-[0-9]{{4}})?)(?![\w-])",
        0.9,
        digits=5,
        sign=_ZIP,
        form=_FIVE,
        reach=(30, 15),
    ),
    _place(
        rf"(?<!\w)(?P<v>{_STATES}),?\s{{1,3}}[0-9]{{5}}(?:-[0-9]{{4}})?(?![\w-])",
        0.8,
        digits=5,
        sign=_ZIP,
        form=_FIVE,
        reach=(30, 15),
    ),
    _place(
        rf"(?<![\w.])(?P<v>{_NAMED}),?\s{{1,3}}(?:{_STATES}|{_STATE_NAMES}),?\s"
        rf"{{1,3}}[0-9]{{5}}(?![\w])",
        digits=5,
        check=_town,
        sign=_ZIP,
        form=_FIVE,
    ),
    _place(
        rf"(?<![\w.])(?P<v>{_NAMED},\s(?:{_STATES}|AB|BC|MB|NB|NL|NS|ON|QC|SK|NSW|QLD|VIC|TAS))\b(?!['’\w]|-[0-9])"
        # "a silver Tacoma, AZ plate"
        r"(?! (?:plates?|tags?|licen[sc]e|registration|reg|driver['’]?s)\b)"
        r"(?<!, ID(?=:?\s(?:(?![0-9]{5}\b)[A-Z]{0,4}[-/]?[0-9]|"
        r"(?:[Nn]umber|[Nn]o|[Nn]um|[Cc]ard|[Bb]adge|[Dd]ocument|[Pp]hoto)\b)))",
        0.75,
        sign=re.compile(r",\s[A-Z]{2,3}\b"),
        form=form(", AA"),
        check=_town,
    ),
    _place(
        rf"(?<![\w.])(?P<v>{US_STATES})(?= (?:licen[sc]e )?(?:plates?|tags?)(?:,? (?:is|was|no\.?|number))?:? #?"
        r"(?=[A-Z -]{0,6}[0-9])[A-Z0-9]{2})",
        0.85,
        cues=frozenset("plate plates tag tags".split()),
    ),
    _place(
        rf"(?<!\w)(?:{_STATE_NAMES})(?!\w)",
        0.75,
        cues=frozenset(re.findall("[a-z]+", _STATE_NAMES.lower())) - {"new", "north", "south", "west"},
        check=_state,
    ),
    # "I renounced my citizenship of Jordan": countries that people are called like.
    _place(
        r"\b(?:citizens?|citizenship|nationals?|nationality|embassy|consulate|ambassador|passport|capital|king|queen|"
        r"president|government) (?:of|from|in|to) "
        r"(?P<v>Jordan|Chad|Georgia|Israel|Kenya|India|Ireland|China|Dominica|Mali|Niger|Togo)(?![\w-]| [A-Z])",
        0.95,
    ),
    _postcode(
        r"\b(?:(?:zip|zip[ -]?code|post(?:al)?[ -]?code|plz|code postal)\W{1,3}(?:is\s|was\s|of\s)?\W{0,2}"
        r")(?P<v>[0-9]{4,5}(?:-[0-9]{4})?|(?=[a-z0-9]{0,3}[0-9])[a-z0-9]{2,4}\s?[a-z0-9]{3})(?!\w)",
        0.9,
        digits=1,
        cues=frozenset("zip zipcode post postal postcode postalcode plz".split()),
        folded=True,
    ),
    _postcode(
        rf"{UK_POSTCODE}|(?<![\w-])GIR 0AA(?!\w)",
        0.9,
        digits=1,
        sign=re.compile(r"[0-9][A-Z]{2}(?!\w)"),
        form=form("0AA"),
        reach=(10, 5),
    ),
    _postcode(
        r"(?<![\w-])[ABCEGHJ-NPR-TVXY][0-9][ABCEGHJ-NPR-TV-Z][ -]?[0-9][ABCEGHJ-NPR-TV-Z][0-9](?!\w)",
        0.85,
        digits=1,
        sign=re.compile("[0-9][A-Z][ -]?[0-9][A-Z][0-9]"),
        form=form("0A0A0", "0A 0A0", "0A-0A0"),
        reach=(5, 5),
    ),
    _postcode(
        r"(?:^|[,\n]\s{0,5})(?:(?:D|F|A|CH|B|L|NL|DE|FR|AT)-)?(?P<v>[0-9]{4,5}(?:\s[A-Z]{2})?)(?=\s[A-ZÄÖÜÉ][\w"
        r"äöüßé-]{2,40}(?:$|[\n,.;)]|\s[A-ZÄÖÜ(]|\s\w{1,40}$))",
        0.7,
        digits=4,
        check=_beside_town,
        sign=_BEFORE_TOWN,
        reach=(20, 100),
    ),
    _place(
        r"(?:^|[,\n]\s{0,5})(?:[A-Z]{1,2}-)?[0-9]{4,5}\s(?P<v>[A-ZÄÖÜÉ][\wäöüßé]{2,40}(?:[ -][A-ZÄÖÜ]?[\wäöüß-]{1,40}"
        r")?)(?=$|[\n,.;)])",
        0.7,
        digits=4,
        check=_behind_code,
        sign=_BEFORE_TOWN,
        reach=(20, 100),
    ),
    # "(b. 1871 Leitrim, d. 1940 New York)"
    _place(
        r"(?:\(|, |; )(?:b|d|born|died)\.? (?:c\. ?)?(?:[0-9]{1,2} )?(?:[A-Z][a-z]{2,8} )?(?:1[5-9]|20)[0-9]{2}"
        r",? (?:in |at )?(?P<v>[A-Z][a-z]{2,20}(?:[ -][A-Z][a-z]{2,20}){0,2})(?=[,;)])",
        0.8,
        digits=4,
        cues=frozenset(("b", "d", "born", "died")),
        reach=(4, 80),
    ),
    # "Dublin 2, D02 XF85"
    _postcode(
        r"(?<![\w-])(?:[AC-FHKNPRTV-Y][0-9]{2}|D6W) (?=[0-9]{0,3}[A-Z])(?=[A-Z]{0,3}[0-9])"
        r"[0-9AC-FHKNPRTV-Y]{4}(?![\w-])",
        0.9,
        digits=1,
        sign=re.compile(r"[A-Z][0-9][0-9W] [0-9A-Z]{4}"),
        reach=(4, 8),
    ),
    # "Chennai - 600 090"
    _postcode(
        r"(?<!\w)[A-Z][a-z]{2,20} ?[-–] ?(?P<v>[1-9][0-9]{2} [0-9]{3})(?![\w-]|[.,: ]?[0-9])",
        0.8,
        digits=3,
        sign=re.compile(r"[-–] ?[1-9][0-9]{2} [0-9]{3}"),
        reach=(30, 12),
    ),
    _postcode(r"(?<![\w.-])[0-9]{5}-[0-9]{4}(?![\w-])", 0.7, digits=4, form=form("00000-0000")),
    # "| Reading, RG1 8EQ": a town that is a word too.
    _place(
        rf"(?<![\w.-])(?P<v>[A-Z][a-z]{{2,20}}(?:[ -][A-Z][a-z]{{2,20}}){{0,2}}), {UK_POSTCODE}",
        0.8,
        digits=2,
        sign=re.compile(r"[0-9][A-Z]{2}(?!\w)"),
        form=form("0AA"),
        reach=(80, 5),
        check=_town,
    ),
)
"""Rules for postal codes and places."""

# A point ends a sentence but for one behind "St", as in "St. Louis"; in "Dudley DY2 0QT" a code begins.
_CAPPED = r"[A-ZÀ-Þ][\w'’À-ÿ-]{1,60}+(?:(?:(?<=\bSt|\bMt|\bFt|\bPt)\.)?[ ](?![A-Z]{1,2}[0-9])[A-ZÀ-Þ][\w'’À-ÿ-]{1,60}+)"
_TAIL = re.compile(
    rf"(?:,[ \t]{{0,3}}\n?|\n|[ \t]{{1,3}}in)[ \t]{{0,9}}(?P<v>{_CAPPED}{{0,3}})(?="
    rf"\s{{0,9}}(?:[.,;)!?\n]|$)|[ \t,-]{{1,5}}[0-9]{{4,6}}\b|[ \t](?:{_STATES}|{REGIONS})\b"
    r"|[ \t](?:in|on|by|and|as|for|with|from|to|since|is|was|at|asked|said|before|after|until)\b)"
    r"(?:[ \t,-]{1,5}(?P<code>[0-9]{4,6})(?![\w-]))?"
)
_LIVING = (
    r"[Ll]iv(?:es?|ed|ing)|[Mm]ov(?:e|es|ed|ing)|[Bb]orn|[Bb]ased|[Ll]ocated|[Aa]rriv(?:es?|"
    r"ed|ing)|[Tt]ravell?(?:s|ed|ing)?|[Ff]l(?:y|ew|ying)|[Dd]r(?:ove|ive|iving)|"
    r"[Ss]tay(?:s|ed|ing)?|[Rr]aised|[Gg]r[eo]w up|[Rr]elocat(?:e|ed|ing)|[Oo]riginally|[Cc]omes?|"
    r"[Cc]ame|[Hh]otel|[Ww]eather(?: like)?|[Oo]ffices?|[Ss]chool"
)
_FORMERLY = "[Pp]reviously|[Ff]ormerly|[Oo]riginally"
_LIVES = re.compile(
    rf"\b(?:(?:{_LIVING})\s(?:in|to|from|near|at)|(?:{_FORMERLY}) of)"
    rf"\s(?P<v>{_CAPPED}{{0,2}})(?:\sto\s(?P<to>{_CAPPED}{{0,2}}))?"
)
_LIVES_CUES = first_words(f"{_LIVING}|{_FORMERLY}")
_NO_TOWN = frozenset(_LISTS["NO_TOWN"])


def towns(reading: Reading, streets: list[Found]) -> Iterator[Found]:
    """Find towns (and their postal codes) behind street addresses, and where people live, move and go."""
    text = reading.text
    for _, end, _, _ in streets:
        match = _TAIL.match(text, end)
        if match and match["v"].split(maxsplit=1)[0] not in _NO_TOWN:
            yield *match.span("v"), "LOCATION", 0.7
            if match["code"]:
                yield *match.span("code"), "POSTCODE", 0.7
    for match in reading.finditer(_LIVES, _LIVES_CUES, 0, 200):
        for group in ("v", "to"):
            if match[group] and match[group].split(maxsplit=1)[0] not in _NO_TOWN:
                yield *match.span(group), "LOCATION", 0.65
