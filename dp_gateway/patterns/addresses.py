"""Street addresses in the ways of several countries, and post boxes: rules of the `PatternDetector`."""

from __future__ import annotations

import re
from functools import partial

from dp_gateway.patterns.rules import MONTHS, Rule
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)


# What nearly always ends the name of a street, and (with a house number before it) what also may: the suffixes of
# USPS Publication 28, appendix C1.
def _box(text: str, start: int, end: int) -> float | None:
    # "BP 1030, deaf": somebody's blood pressure, or an hour at which it is taken.
    return None if text.startswith("BP", start) and _GOES_ON.match(text, end) else 0.95


_GOES_ON = re.compile(r",? [a-z]{2}")


_STREET = (
    r"Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Terrace|"
    r"Crescent|Cres|Gdns|Tce|Pde|Cct|Parkway|Pkwy|Highway|"
    r"Hwy|Square|Sq|Alley|Mews|Freeway|Expressway|Turnpike|Trafficway|Throughway|Stravenue|Causeway"
)
# Without a house number: not those that stand for something else as often.
_STREET_ALONE = (
    r"Street|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Place|Terrace|Crescent|Parkway|Pkwy|Highway|Hwy|Square|Sq|"
    r"Alley|Mews|Freeway|Expressway|Turnpike|Trafficway|Throughway|Stravenue|Causeway"
)
_MORE = "|".join(_LISTS["MORE"])
_STREET_CUES = frozenset(
    word + end
    for word in re.findall("[a-z]+", f"{_STREET}|{_MORE.replace('(?:er|re)s?', 'er|Centre|Centers|Centres')}".lower())
    for end in ("", "s")
) | frozenset(re.findall(r"([a-z]+)s\?", _MORE.lower()))
_COMPASS = r"(?:(?:North|South|East|West|N|S|E|W|NE|NW|SE|SW)\b\.?\s)"
# "St. Mary's", "Blvd."; behind a digit a point ends a sentence: "ring 555 018. 18th drive to Leeds".
_WORD = r"[A-Z0-9À-Þ](?>(?:[\w'’À-ÿ-]|(?<![0-9])\.|\.(?![ \t])){0,40})"
_FLOOR = r"[0-9]{1,3}(?i:st|nd|rd|th)\s(?:[Ff]loor|[Ff]l|FLOOR)\b"
_UNIT = (
    r"(?:,?[ \t]{0,3}\n?[ \t]{0,9}(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Room|Rm|Bldg|Building|"
    r"Lot|Studio)\b\.?[ \t]?\#?[ \t]?[A-Za-z0-9-]{1,6}\b|"
    rf",?\s\#\s?[0-9A-Za-z-]{{1,6}}\b|,?\s{_FLOOR})?"
)
# The end of a number is no house number before what is counted in English: "12,340 route miles".
_NO_THOUSANDS = (
    r"(?!(?<=[0-9][.,])[0-9]{3}\s{1,3}(?:route|place|passage|square)\s(?!(?:d[eu]s?|la|les?)\s|[dl]['’])[a-z])"
)
_TYPES = r"(?:rue|avenue|boulevard|place|chemin|impasse|allée|quai|cours|route|passage|square|ruelle)"

# How the names of German and Dutch streets end.
_GERMAN = "straße strasse str. weg platz allee gasse ring damm ufer chaussee markt graben straat gracht".split()
_SPACE = " \t\n\u00a0"
_NO_STREET = (
    r"(?:[A-Z]\w{1,20}[ \t]){0,2}(?:(?:Hard|Disk|Flash|Pen|Thumb|Tape|Zip|Shared|Cloud|Test|Warp|Membership)[ \t]Drive|"
    r"(?:First|Second|Third|Last|Fourth)[ \t]Place)\b"
)
_NO_NAME = (
    "the|an?|my|our|your|his|her|their|its|this|that|these|those|each|every|any|some|which|what|whose|another|other|one|"
    "two|next|same|main|high|side|back|front|dirt|gravel|country|county|busy|quiet|open|long|short|wide|narrow|wet|icy|"
    "winding|wrong|right|left|residential|city|public|private|toll|dead|local|rural|paved|unpaved|major|minor|nearby|"
    "and|or|of|off|by|in|on|rail|cross|access|service|mountain|coastal|bumpy|new|old|entire|whole|first|second|third"
)

_HOUSE = (
    "(?:Manse|Granary|Barn|Vicarage|Rectory|Lodge|Cottage|House|Farm|Farmhouse|Mill|Forge|Smithy|Stables|Chantry|Grange|"
    "Hall|Manor|Oast|School|Schoolhouse|Gables|Lilacs|Laurels|Elms|Willows|Beeches|Firs|Hollies|Limes|Oaks|Poplars|Cedars)"
)
"""What ends the name that a house has of its own."""

_address = partial(Rule, "STREET_ADDRESS")

_BEFORE: tuple[Rule, ...] = (
    _address(
        r"(?<![\w.,$€£/-])(?:(?:(?:Flat|Studio|Unit|Apt\.?|Apartment|Suite|Room|Level)\s\#?[0-9]{1,4}[A-Za-z]?|"
        rf"{_FLOOR}),?\s{{1,3}})?"
        # "born 5 Dec 1980, 44 Elm Street"
        r"(?![12][0-9]{3},[ ][0-9]{1,5}[ ])"
        # "BP 88/50, SHO Dr. Farouk informed"
        r"\#?[0-9]{1,6}[A-Za-z]?(?:[-/][0-9]{1,5})?(?!,?[ ][A-Z]{2,4}[ ]Dr\b)"
        # "On 5 May 2023 Dr. Farouk wrote"
        rf"(?![ ]{MONTHS}[ ][12][0-9]{{3}}[ ](?:Dr|St)\b),?[ \t]{{1,3}}{_COMPASS}?(?:{_WORD}[ \t]{{1,3}}){{1,4}}?"
        rf"(?:(?i:{_STREET})|{_MORE})\b\.?(?:[ \t](?:North|South|East|West|NE|NW|SE|SW|N|S|E|W)\b\.?)?{_UNIT}",
        0.9,
        digits=1,
        cues=_STREET_CUES,
        # What the engine takes for an s and an i in words of any case.
        marks=frozenset("ſıİ"),
    ),
    _address(
        r"(?<![\w.])(?:Flat|Studio|Unit)\s[0-9]{1,4}[A-Za-z]?,?\s{1,3}"
        rf"(?:[0-9]{{1,4}}[A-Za-z]?\s)?{_WORD}\s(?i:{_STREET}|{_MORE})\b",
        0.85,
        digits=1,
        capital=True,
    ),
    _address(
        rf"(?<![\w.])[0-9]{{1,4}}[A-Za-z]?[ \t]{{1,3}}[A-Z][\w'’-]{{1,40}}+[ \t](?:{_STREET.lower()}|{_MORE.lower()})"
        rf"\b(?![- ][a-z])",
        0.75,
        digits=1,
        cues=_STREET_CUES,
        sign=re.compile(r"[0-9][A-Za-z]?[ \t]{1,3}[A-Z][\w'’-]{1,40}+[ \t][a-z]"),
    ),
    # "Na Zderaze 14, 120 00 Praha", "Calle Toro 7, 37002 Salamanca": a house before the postal code of a town
    _address(
        r"(?<![\w.])(?P<v>[^\W\d_a-z][\w'’.-]{1,24}(?:[ ][^\W\d_][\w'’.-]{1,24}){0,3}[ ][1-9][0-9]{0,3}[A-Za-z]?"
        r"(?:/[0-9]{1,4}[A-Za-z]?)?),[ ](?:[A-Z]{1,2}-)?(?:[0-9]{3}[ -]?[0-9]{2,3}|[0-9]{2}-[0-9]{3})[ ]"
        r"[^\W\d_a-z][^\W\d_]{2,}",
        0.9,
        digits=5,
        sign=re.compile(r"[0-9]{2}[ -]?[0-9]{2,3} [^\W\d_a-z]"),
    ),
    # "8 The Shambles", "4 the close, naas": not "3 the first time"
    _address(
        r"(?<![\w.,:$€£/-])[1-9][0-9]{0,2}[A-Za-z]?,?[ \t](?i:the)[ \t](?i:old[ \t]|new[ \t])?(?i:shambles|close|green|"
        r"crescent|"
        r"avenue|parade|drive|street|terrace|square|mews|glebe|paddocks?|orchards?|maltings?|willows|elms|oaks|laurels|limes|"
        r"beeches|poplars|hawthorns|hollies|firs|strand|mall|mount|ridge|grove|spinney|croft|chase|hollow|dell|dene|fairway|"
        r"quay|wharf|lawns?|rise|vale|moorings|cloisters|esplanade|promenade|embankment|precinct|warren|copse|gardens?|"
        r"cottages?|meadows?|brambles|ropewalk|leas?|ridings?|coppice|pastures|granary|stables|vicarage|rectory|manse)"
        r"(?=[,.;)\n]|[ ](?:in|flat|to|and)\b|[ ][A-Z]|$)",
        0.85,
        digits=1,
        cues=frozenset(("the",)),
    ),
    # "The Old Manse, Kirk Lane", "The Granary, Mill Rd": a house of its own name before its street
    _address(
        rf"\b[Tt]he[ \t](?:[A-Z][\w'’-]{{2,20}}[ \t]){{0,2}}{_HOUSE},[ \t]"
        rf"(?:{_WORD}[ \t]){{1,2}}(?:Street|Lane|Ln|Road|Rd|Hill|Row|Mews|Terrace|Drove|Brae|Wynd|Close)\b",
        0.85,
        cues=frozenset("street lane ln road rd hill row mews terrace drove brae wynd close".split()),
        capital=True,
        reach=(100, 6),
    ),
    # "numbers 2 to 40, Derby Road"
    _address(
        r"\b[Nn](?:umbers?|os?\.)[ \t][0-9]{1,4}[a-z]?"
        r"(?:(?:[ \t](?:to|and)[ \t]|[ \t]?[-–][ \t]?)[0-9]{1,4}[a-z]?)?,?[ \t]"
        rf"(?:{_WORD}[ \t]){{1,2}}"
        r"(?:Street|Avenue|Lane|Road|Drive|Crescent|Terrace|Close|Grove|Gardens|Way|Rd|St|Ave)\b",
        0.85,
        digits=1,
        cues=frozenset("number numbers no nos".split()),
        reach=(2, 60),
    ),
    # "H/No 14 Blohum St", "House No. 7, Ola Estates": the number of a house where houses are numbered in words
    _address(
        r"\b(?:H/ ?No|Hse No|House No|Plot No|Stand No|Door No|D\.? ?No)\.?[ \t]?[0-9][\w/-]{0,9}"
        rf"(?:,?[ \t](?:{_WORD}[ \t]){{0,2}}"
        r"(?i:street|st|road|rd|estates?|avenue|ave|close|lane|layout|colony|nagar|phase|gardens)\b)?",
        0.85,
        digits=1,
        cues=frozenset("house hse plot stand door no".split()),
    ),
    # All in lower case: those endings alone that hardly stand for anything else behind a number and a word.
    _address(
        r"(?<![\w.,$€£/-])[0-9]{1,5}[a-z]?[ \t](?!(?:way|lane|more|other|minutes?|hours?|miles?|km|days?)\b)"
        r"(?:(?!(?:and|of|to|on|in|by|or|for|the)\b)[a-z'’-]{2,40}+[ \t]){1,2}"
        r"(?:street|avenue|road|lane|boulevard|ave|blvd|rd|st)\b(?!-)",
        0.7,
        digits=1,
        cues=frozenset("street avenue road lane boulevard ave blvd rd st".split()),
    ),
    # "outside the bank on Castle St by the river": no saint, of whom a name follows, and no doctor.
    _address(
        r"\b(?:on|in|at|off|along|down|up|near|of|outside|from|to|and|&)[ ]"
        r"(?P<v>(?!The\b)[A-Z][\w'’-]{2,20}+(?:[ ][A-Z][\w'’-]{2,20}+)?[ ](?:St|Dr|Ct|Pl))\b(?!\.?[ ][A-Z]|['’-])",
        0.85,
        cues=frozenset(("st", "dr", "ct", "pl")),
        capital=True,
        reach=(55, 6),
    ),
    # "And you reside at? A: 780 Juniper, Taos."
    _address(
        r"\b(?:reside[sd]?|residing|live[sd]?|living|address)\b[^\n0-9]{0,16}\n?[^\n0-9]{0,12}?\b"
        r"(?P<v>[0-9]{1,5}[A-Za-z]? [A-Z][a-z]{2,20})(?=, [A-Z])",
        0.85,
        digits=1,
        reach=(2, 80),
    ),
    # "down elm st", "corner of oak ave and pine rd"; a road that only an adjective describes has no name.
    _address(
        r"\b(?:on|onto|down|up|off|along|near|at|to|from|past|of|and|&)[ ](?P<v>"
        rf"(?!(?:{_NO_NAME})\b)[a-z'’-]{{3,20}}+[ ](?:st|ave|rd|blvd|ln|street|avenue|"
        r"boulevard|road))\b(?![-'’]|[ ]?[0-9])",
        0.99,
        cues=frozenset("st ave rd blvd ln street avenue boulevard road".split()),
        reach=(35, 12),
    ),
    _address(
        rf"(?<![\w.])(?![0-9]+\.[ \t])(?!Google[ \t]|One[ \t]Drive|{_NO_STREET})(?:{_WORD}[ \t]){{1,3}}"
        rf"(?:{_STREET_ALONE})\b(?!['’])(?:{_UNIT})",
        0.75,
        cues=frozenset(_STREET_ALONE.lower().split("|")),
        capital=True,
    ),
)

# "monitoring 200 hosts", "please ring 0113": a Ring is a street, and the end of English words, and one of them.
_NO_RING = (
    r"(?!ring(?!\w))"
    r"(?!(?i:\w{0,30}(?:[aeiou]|fer|cur|ir|ar|ur|ter)ring|(?:off)?spring|(?:sub|hair)?string|bring|wring)(?!\w))"
)

ABROAD: tuple[Rule, ...] = (
    _address(
        r"(?<![\w-])(?:(?!(?:Wohnung|Adresse|Anschrift|Objekt|Filiale|Ecke|Haus)[ -])[A-ZÄÖÜ][\w.]{0,40}[ -]){0,4}"
        rf"{_NO_RING}"
        r"\w{0,40}?(?:[sS]tra(?:ß|ss)e|[sS]tr\.|weg|[pP]latz|"
        r"[aA]llee|gasse|[rR]ing|damm|ufer|chaussee|markt|graben|straat|gracht)"
        # "server-side rendering" ends a line, and "2." begins the next one.
        r"(?:[ \t\u00a0]|\n(?![0-9]{1,3}[.)]\s))[0-9]{1,4}"
        r"(?! (?:minutes?|mins?|hours?|days?|weeks?|months?|years?|percent|times)\b)"
        r"\s?[a-z]?(?![\w.,]{0,9}[0-9])\b",
        0.85,
        tuple(end + space for end in _GERMAN for space in _SPACE),
        digits=1,
        sign=re.compile("[0-9](?<=(?:ße|se|r\\.|eg|tz|ee|ng|mm|er|kt|en|at|ht)[ \t\n\u00a0].)"),
    ),
    _address(
        r"(?<!\w)(?:Am|An der|An den|Auf dem|Im|In der|Unter den|Zum|Zur)[ \t\n\u00a0][A-ZÄÖÜ][\wäöüß-]{1,40}"
        r"\s[0-9]{1,4}\s?[a-z]?(?![\w.,]{0,9}[0-9])\b",
        0.85,
        digits=1,
        capital=True,
    ),
    _address(
        rf"(?<!\w){_NO_THOUSANDS}"
        rf"(?:[0-9]{{1,4}}(?:\s?(?:bis|ter|[a-d]))?,?\s{{1,3}})(?i:{_TYPES})(?!\s{{1,3}}(?i:of)\b)"
        r"\s{1,3}(?:(?:de la|de l['’]|du|des|de|d['’]|la|le|les)\s?)?"
        r"[\wÀ-ÿ'’-]{1,40}(?:\s[A-ZÀ-Þ][\wÀ-ÿ'’-]{1,40}){0,4}",
        0.85,
        digits=1,
        cues=frozenset(_TYPES[3:-1].split("|")),
    ),
    _address(
        r"(?<!\w)(?:Calle|Avenida|Paseo|Plaza|Carrera|Via|Viale|Piazza|Corso|Rua|Ulica|ul\.)\s(?:(?:de"
        r"|del|della|di|da|do|la|los|las)\s){0,3}"
        r"[A-ZÀ-Þ][\wÀ-ÿ'’-]{1,40}+(?:\s[A-ZÀ-Þ][\wÀ-ÿ'’-]{1,40}+){0,4},?\s(?:n\.?º?\s)?[0-9]{1,4}[A-Za-z]?\b",
        0.8,
        digits=1,
    ),
    _address(
        r"(?<!\w)(?:h\.?\s?no\.?\s?[0-9]{1,6}[/-]?\w{0,9}|rd\s[0-9]{1,2}(?=\n|,\s)|"
        r"(?:p\.?\s?o\.?\s?box|post office box|"
        r"postfach|apartado|bp|pmb)\s(?:\#|no\.?\s)?[0-9][0-9 ]{0,9}[0-9]\b(?!\s?/)|p\.?\s?o\.?\s?box\s[0-9]\b)",
        digits=1,
        cues=frozenset("box postfach apartado bp pmb h hno rd".split()),
        check=_box,
        folded=True,
    ),
)
"""Rules that know the words of other languages, and post boxes."""


ADDRESSES: tuple[Rule, ...] = (
    *_BEFORE,
    *ABROAD,
    _address(
        r"(?<!\w)(?:(?:PSC|Unit|CMR)\s[0-9]{1,5},?\s{1,3}Box\s[0-9]{1,5}(?:\s{1,3}[FAD]PO)?|US(?:NS|"
        r"S|NV|CGC)\s[A-Z][\w'-]{1,40}(?:\s{1,3}[FAD]PO)?|[FAD]PO(?=\s(?:AA|AE|AP)\s[0-9]{5}))",
        0.9,
    ),
    _address(
        r"(?<![\w.])(?:Apt|Apartment|Suite|Ste|Unit|Flat|Bldg|Studio)\b\.?\s?\#?\s?[0-9]{1,5}[A-Za-z]?"
        r"(?![\w%]|[.,:][0-9])",
        0.7,
        digits=1,
    ),
)
"""Rules for street addresses and post boxes."""
