"""Street addresses in the ways of several countries, post boxes, postal codes, and the towns beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dp_gateway.entities.detectors.patterns.rules import Expression, Found, Rule

__all__ = ["ADDRESSES", "towns"]

STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|"
    "NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|"
    "RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|AS|GU|MP|PR|VI|FM|MH|PW|AA|AE|AP"
)
_REGIONS = "NSW|VIC|QLD|SA|WA|TAS|NT|ACT|AB|BC|MB|NB|NL|NS|NU|ON|PE|QC|SK|YT"
_STATE_NAMES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|"
    "Hawaii|Idaho|Illinois|Indiana|"
    "Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|"
    "Missouri|Montana|Nebraska|"
    "Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|"
    "Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|"
    "West Virginia|Wisconsin|Wyoming"
)
# What nearly always ends the name of a street, and (with a house number before it) what also may: the suffixes of
# USPS Publication 28, appendix C1.
_STREET = (
    r"Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Terrace|"
    r"Crescent|Parkway|Pkwy|Highway|"
    r"Hwy|Square|Sq|Alley|Mews|Freeway|Expressway|Turnpike|Trafficway|Throughway|Stravenue|Causeway"
)
# Without a house number: not those that stand for something else as often.
_STREET_ALONE = (
    r"Street|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Place|Terrace|Crescent|Parkway|Pkwy|Highway|Hwy|Square|Sq|"
    r"Alley|Mews|Freeway|Expressway|Turnpike|Trafficway|Throughway|Stravenue|Causeway"
)
_MORE = (
    r"Allee|Alleys?|Annex|Arcade|Bayou|Beach|Bend|Bluffs?|Bottom|Branch|Bridge|Brooks?|Burgs?|"
    r"Bypass|Camp|Canyon|Cape|Cent(?:er|re)s?|"
    r"Circles?|Cir|Cliffs?|Close|Club|Commons?|Corners?|Course|Courts|Coves?|Creek|Crest|Crossing|"
    r"Crossroads?|Curve|Dale|Dam|Divide|"
    r"Drives|Estates?|Extensions?|Falls?|Ferry|Fields?|Flats?|Fords?|Forest|Forges?|Forks?|"
    r"Fort|Gardens?|Gateway|Glens?|Greens?|"
    r"Groves?|Harbors?|Haven|Heights|Hills?|Hollow|Inlet|Islands?|Isle|Junctions?|Keys?|Knolls?|"
    r"Lakes?|Land|Landing|Lights?|Loaf|"
    r"Locks?|Lodge|Loop|Mall|Manors?|Meadows?|Mills?|Mission|Motorway|Mount|Mountains?|Neck|"
    r"Orchard|Oval|Overpass|Parks?|Parkways|"
    r"Pass|Passage|Path|Pike|Pines?|Plains?|Plaza|Points?|Ports?|Prairie|Radial|Ramp|Ranch|"
    r"Rapids?|Rest|Ridges?|River|Rise|Roads|"
    r"Route|Row|Rue|Run|Shoals?|Shores?|Skyway|Springs?|Spurs?|Squares|Station|Stream|Streets|"
    r"Summit|Trace|Track|Trail|Trl|Tunnel|"
    r"Underpass|Unions?|Valleys?|Via|Viaduct|Views?|Villages?|Ville|Vista|Walks?|Wall|Ways?|Wells?|Wharf|"
    # Street types of AS 4590 (Australia) and some of India that are not among those.
    r"Access|Amble|Artery|Boardwalk|Brae|Chase|Circuit|Concourse|Copse|Dell|Elbow|Esplanade|"
    r"Fairway|Foreshore|Frontage|Glade|Grange|Interchange|"
    r"Laneway|Lookout|Nook|Outlook|Parade|Pathway|Pocket|Promenade|Quadrangle|Quadrant|Quays?|"
    r"Ramble|Reach|Reserve|Retreat|Roundabout|Serviceway|"
    r"Siding|Slope|Subway|Thoroughfare|Triangle|Vale|Woods|Yard|Marg|Nagar|Ganj|Chowk|Salai"
)
_COMPASS = r"(?:(?:North|South|East|West|N|S|E|W|NE|NW|SE|SW)\b\.?\s)"
_WORD = r"[A-Z0-9À-Þ][\w'’.À-ÿ-]*"
_UNIT = (
    r"(?:,?[ \t]*\n?[ \t]*(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Room|Rm|Bldg|Building|"
    r"Lot|Studio)\b\.?[ \t]?\#?[ \t]?[A-Za-z0-9-]{1,6}\b|"
    r",?\s\#\s?[0-9A-Za-z-]{1,6}\b)?"
)
_TYPES = r"(?:rue|avenue|boulevard|place|chemin|impasse|allée|quai|cours|route|passage|square|ruelle)"

# How the names of German and Dutch streets end.
_GERMAN = "straße strasse str. weg platz allee gasse ring damm ufer chaussee markt graben straat gracht".split()
_SPACE = " \t\n\u00a0"


def _town(text: str, start: int, end: int) -> float | None:
    return (
        0.8
        if text[start:end].split(maxsplit=1)[0] not in {"In", "At", "From", "The", "To", "My", "Address", "Ship"}
        else None
    )


def _state(text: str, start: int, end: int) -> float | None:
    # Persons and a country are called so too.
    return None if text[start:end] in {"Georgia", "Virginia", "Washington"} else 0.75


ADDRESSES: tuple[Rule, ...] = (
    Rule(
        "STREET_ADDRESS",
        Expression(
            r"(?<![\w.,$€£/-])(?:(?:Flat|Studio|Unit|Apt\.?|Apartment|Suite|Room|Level)\s\#?[0-9]{1,4}[A-Za-z]?,?\s+)?"
            rf"\#?[0-9]{{1,6}}[A-Za-z]?(?:[-/][0-9]{{1,5}})?,?[ \t]+{_COMPASS}?(?:{_WORD}[ \t]+){{1,4}}?"
            rf"(?:(?i:{_STREET})|{_MORE})\b\.?(?:[ \t](?:North|South|East|West|NE|NW|SE|SW|N|S|E|W)\b\.?)?{_UNIT}"
        ),
        0.9,
        digits=True,
    ),
    Rule(
        "STREET_ADDRESS",
        Expression(
            r"(?<![\w.])(?:Flat|Studio|Unit)\s[0-9]{1,4}[A-Za-z]?,?\s+"
            rf"(?:[0-9]{{1,4}}[A-Za-z]?\s)?{_WORD}\s(?i:{_STREET}|{_MORE})\b"
        ),
        0.85,
        ("flat", "studio", "unit"),
        digits=True,
    ),
    Rule(
        "STREET_ADDRESS",
        Expression(
            rf"(?<![\w.])[0-9]{{1,4}}[A-Za-z]?[ \t]+[A-Z][\w'’-]+[ \t](?:{_STREET.lower()}|{_MORE.lower()})"
            rf"\b(?![- ][a-z])"
        ),
        0.75,
        digits=True,
    ),
    Rule(
        "STREET_ADDRESS",
        Expression(
            rf"(?<![\w.])(?:{_WORD}[ \t]){{1,3}}(?:{_STREET_ALONE}"
            rf")\b(?!['’])(?:{_UNIT})"
        ),
        0.75,
        (
            "street",
            "ave",
            "road",
            "rd",
            "boul",
            "blvd",
            "lane",
            "ln",
            "drive",
            "place",
            "terr",
            "crescent",
            "park",
            "high",
            "hwy",
            "squ",
            "sq",
            "all",
            "mews",
            "way",
            "pike",
        ),
    ),
    Rule(
        "STREET_ADDRESS",
        Expression(
            r"(?<!\w)(?:[A-ZÄÖÜ][\wäöüß.-]*[ -]){0,2}[A-ZÄÖÜ]?[\wäöüß-]*(?:[sS]tra(?:ß|ss)e|[sS]tr\.|weg|[pP]latz|"
            r"[aA]llee|gasse|[rR]ing|damm|ufer|chaussee|markt|graben|straat|gracht)[ \t\n\u00a0][0-9]{1,4}\s?[a-z]?(?![\w.,]*[0-9])\b"
        ),
        0.85,
        tuple(end + space for end in _GERMAN for space in _SPACE),
        digits=True,
    ),
    Rule(
        "STREET_ADDRESS",
        Expression(
            r"(?<!\w)(?:Am|An der|An den|Auf dem|Im|In der|Unter den|Zum|Zur)[ \t\n\u00a0][A-ZÄÖÜ][\wäöüß-]+"
            r"\s[0-9]{1,4}\s?[a-z]?(?![\w.,]*[0-9])\b"
        ),
        0.85,
        tuple(
            word + space
            for word in ("am", "im", "zum", "zur", "an der", "den", "auf dem", "in der")
            for space in _SPACE
        ),
        digits=True,
    ),
    Rule(
        "STREET_ADDRESS",
        Expression(
            rf"(?<!\w)(?:[0-9]{{1,4}}(?:\s?(?:bis|ter|[a-d]))?,?\s+)(?i:{_TYPES})\s+(?:(?:de "
            rf"la|de l['’]|du|des|de|d['’]|la|le|les)\s?)?"
            r"[\wÀ-ÿ'’-]+(?:\s[A-ZÀ-Þ][\wÀ-ÿ'’-]+)*"
        ),
        0.85,
        (
            "rue",
            "avenue",
            "boulevard",
            "place",
            "chemin",
            "impasse",
            "all",
            "quai",
            "cours",
            "route",
            "passage",
            "square",
        ),
        digits=True,
    ),
    Rule(
        "STREET_ADDRESS",
        Expression(
            r"(?<!\w)(?:Calle|Avenida|Paseo|Plaza|Carrera|Via|Viale|Piazza|Corso|Rua|Ulica|ul\.)\s(?:(?:de"
            r"|del|della|di|da|do|la|los|las)\s)*"
            r"[A-ZÀ-Þ][\wÀ-ÿ'’-]+(?:\s[A-ZÀ-Þ][\wÀ-ÿ'’-]+)*,?\s(?:n\.?º?\s)?[0-9]{1,4}[A-Za-z]?\b"
        ),
        0.8,
        ("calle", "aveni", "paseo", "plaza", "carrera", "via", "piazza", "corso", "rua", "ul"),
        digits=True,
    ),
    Rule(
        "STREET_ADDRESS",
        Expression(
            r"(?<!\w)(?:h\.?\s?no\.?\s?[0-9]+[/-]?\w*|rd\s[0-9]{1,2}(?=\n|,\s)|(?:p\.?\s?o\.?\s?box|post office box|"
            r"postfach|apartado|bp|pmb)\s(?:\#|no\.?\s)?[0-9][0-9 ]*[0-9]\b(?!\s?/)|p\.?\s?o\.?\s?box\s[0-9]\b)"
        ),
        0.95,
        ("box", "postfach", "apartado", "bp", "pmb", "h.", "hno", "h no", "rd "),
        digits=True,
        folded=True,
    ),
    Rule(
        "STREET_ADDRESS",
        Expression(
            r"(?<!\w)(?:(?:PSC|Unit|CMR)\s[0-9]{1,5},?\s+Box\s[0-9]{1,5}(?:\s+[FAD]PO)?|US(?:NS|"
            r"S|NV|CGC)\s[A-Z][\w'-]+(?:\s+[FAD]PO)?|[FAD]PO(?=\s(?:AA|AE|AP)\s[0-9]{5}))"
        ),
        0.9,
        ("psc", "unit", "cmr", "us", "po"),
    ),
    Rule(
        "STREET_ADDRESS",
        Expression(
            r"(?<![\w.])(?:Apt|Apartment|Suite|Ste|Unit|Flat|Bldg|Studio)\b\.?\s?\#?\s?[0-9]{1,5}[A-Za-z]?"
            r"(?![\w%]|[.,:][0-9])"
        ),
        0.7,
        ("apt", "apartment", "suite", "ste", "unit", "flat", "bldg", "studio"),
        digits=True,
    ),
    Rule(
        "POSTCODE",
        Expression(r"(?<!\w)(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT),?\s+(?P<v>[0-9]{4})(?![\w-])"),
        0.9,
        digits=True,
    ),
    Rule(
        "LOCATION",
        Expression(rf"(?<!\w)(?P<v>{_REGIONS}),?\s+(?:[0-9]{{4}}|[A-Z][0-9][A-Z]\s?[0-9][A-Z][0-9])(?![\w-])"),
        0.8,
        digits=True,
    ),
    Rule(
        "POSTCODE",
        Expression(rf"(?<!\w)(?:{STATES}|{_STATE_NAMES}),?\s+(?P<v>[0-9]{{5}}(?:-[0-9]{{4}})?)(?![\w-])"),
        0.9,
        digits=True,
    ),
    Rule("LOCATION", Expression(rf"(?<!\w)(?P<v>{STATES}),?\s+[0-9]{{5}}(?:-[0-9]{{4}})?(?![\w-])"), 0.8, digits=True),
    Rule(
        "LOCATION",
        Expression(
            rf"(?<![\w.])(?P<v>[A-Z][\w'’.-]+(?:[ -][A-Z][\w'’.-]+){{0,3}}),?\s+(?:{STATES}|{_STATE_NAMES}),?\s"
            rf"+[0-9]{{5}}(?![\w])"
        ),
        digits=True,
        check=_town,
    ),
    Rule(
        "LOCATION",
        Expression(rf"(?<![\w.])(?P<v>[A-Z][\w'’.-]+(?:[ -][A-Z][\w'’.-]+){{0,3}},\s(?:{STATES}))\b(?!['’\w])"),
        0.75,
        check=_town,
    ),
    Rule(
        "LOCATION",
        Expression(rf"(?<!\w)(?:{_STATE_NAMES})(?!\w)"),
        0.75,
        check=_state,
    ),
    Rule(
        "POSTCODE",
        Expression(
            r"\b(?:(?:zip|zip[ -]?code|post(?:al)?[ -]?code|plz|code postal)\W{1,3}(?:is\s|was\s|of\s)?\W{0,2}"
            r")(?P<v>[0-9]{4,5}(?:-[0-9]{4})?|(?=[a-z0-9]*[0-9])[a-z0-9]{2,4}\s?[a-z0-9]{3})(?!\w)"
        ),
        0.9,
        ("zip", "post", "plz"),
        digits=True,
        folded=True,
    ),
    Rule(
        "POSTCODE", Expression(r"(?<![\w-])(?:[A-Z]{1,2}[0-9][A-Z0-9]?\s[0-9][A-Z]{2}|GIR 0AA)(?!\w)"), 0.9, digits=True
    ),
    Rule(
        "POSTCODE",
        Expression(r"(?<![\w-])[ABCEGHJ-NPR-TVXY][0-9][ABCEGHJ-NPR-TV-Z][ -]?[0-9][ABCEGHJ-NPR-TV-Z][0-9](?!\w)"),
        0.85,
        digits=True,
    ),
    Rule(
        "POSTCODE",
        Expression(
            r"(?:^|[,\n]\s*)(?:(?:D|F|A|CH|B|L|NL|DE|FR|AT)-)?(?P<v>[0-9]{4,5}(?:\s[A-Z]{2})?)(?=\s[A-ZÄÖÜÉ][\w"
            r"äöüßé-]{2,}(?:$|[\n,.;)]|\s[A-ZÄÖÜ(]|\s\w+$))"
        ),
        0.7,
        digits=True,
    ),
    Rule(
        "LOCATION",
        Expression(
            r"(?:^|[,\n]\s*)(?:[A-Z]{1,2}-)?[0-9]{4,5}\s(?P<v>[A-ZÄÖÜÉ][\wäöüßé-]{2,}(?:[ -][A-ZÄÖÜ][\wäöüß-]+"
            r")?)(?=$|[\n,.;)])"
        ),
        0.7,
        digits=True,
    ),
    Rule("POSTCODE", Expression(r"(?<![\w.-])[0-9]{5}-[0-9]{4}(?![\w-])"), 0.7, digits=True),
)
"""Rules for addresses."""

_TAIL = re.compile(
    rf"(?:,[ \t]*\n?|\n|[ \t]+in)[ \t]*(?P<v>[A-ZÀ-Þ][\w'’À-ÿ-]+\.?(?:[ -][A-ZÀ-Þ][\w'’À-ÿ-]+){{0,3}})(?="
    rf"\s*(?:[.,;)!?\n]|$)|[ \t,-]+[0-9]{{4,6}}\b|[ \t](?:{STATES}|{_REGIONS})\b"
    r"|[ \t](?:in|on|by|and|as|for|with|from|to|since|is|was|at|asked|said|before|after|until)\b)"
    r"(?:[ \t,-]+(?P<code>[0-9]{4,6})(?![\w-]))?"
)
_LIVES = re.compile(
    r"\b(?:[Ll]iv(?:es?|ed|ing)|[Mm]ov(?:e|es|ed|ing)|[Bb]orn|[Bb]ased|[Ll]ocated|[Aa]rriv(?:es?|"
    r"ed|ing)|[Tt]ravell?(?:s|ed|ing)?|[Ff]l(?:y|ew|ying)|[Dd]r(?:ove|ive|iving)|"
    r"[Ss]tay(?:s|ed|ing)?|[Rr]aised|[Gg]r[eo]w up|[Rr]elocat(?:e|ed|ing)|[Oo]riginally|[Cc]omes?|"
    r"[Cc]ame|[Hh]otel|[Ww]eather(?: like)?|[Oo]ffices?|[Ss]chool)"
    r"\s(?:in|to|from|near|at)\s(?P<v>[A-ZÀ-Þ][\w'’À-ÿ-]+(?:[ -][A-ZÀ-Þ][\w'’À-ÿ-]+){0,2})(?:\sto\s(?P<to>"
    r"[A-ZÀ-Þ][\w'’À-ÿ-]+(?:[ -][A-ZÀ-Þ][\w'’À-ÿ-]+){0,2}))?"
)
_NO_TOWN = frozenset(
    "I We You He She They It The A An My Our Your This That Please Thanks Tel Phone Email Fax "
    "Mr Mrs Dr Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March "
    "April May June July August September October November December".split()
)


def towns(text: str, streets: list[Found]) -> Iterator[Found]:
    """Towns (and their postal codes) behind street addresses, and where people live, move and go."""
    for _, end, _, _ in streets:
        match = _TAIL.match(text, end)
        if match and match["v"].split(maxsplit=1)[0] not in _NO_TOWN:
            yield *match.span("v"), "LOCATION", 0.7
            if match["code"]:
                yield *match.span("code"), "POSTCODE", 0.7
    for match in _LIVES.finditer(text):
        for group in ("v", "to"):
            if match[group] and match[group].split(maxsplit=1)[0] not in _NO_TOWN:
                yield *match.span(group), "LOCATION", 0.65
