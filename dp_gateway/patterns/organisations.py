"""Organisations by what their names end or begin with. The `PatternDetector` asks, in what is no code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from dp_gateway.patterns.names import NameLists
from dp_gateway.patterns.own_jobs import occupations
from dp_gateway.patterns.places import COUNTIES
from dp_gateway.patterns.rules import WEEKDAY, Expression, Found, first_words
from dp_gateway.patterns.said_names import names_part
from dp_gateway.patterns.windows import Reading
from dp_gateway.text.lists import word_lists

_LISTS = word_lists(__file__)

_SUFFIX = (
    r"Incorporated|Inc|LLC|L\.L\.C|Ltd|Limited|GmbH|AG|PLC|plc|Plc|Corp|Corporation|Company|"
    r"Co|Mgmt|Group|Holdings?|Partners|Associates|LLP|"
    r"LP|S\.A|SA|SAS|SARL|NV|N\.V|BV|B\.V|Pty|SE|KG|KGaA|OHG|Oy|AB|AS|A/S|ApS|ASA|SpA|S\.p\.A|Srl|Ltda|Kft|Bros|e\.V"
)
_TRADES = _LISTS["TRADES"]
"""What a firm does, which ends its name as it ends headings."""
_KIND = (
    r"University|College|Institute|Polytechnic|Hospital|Clinic|Infirmary|Bank|School|Academy|"
    r"Kindergarten|Church|Cathedral|Museum|"
    r"Foundation|Insurance|Airlines|Airways|Agency|Ministry|Council|Association|Society|Laborator(?:y|"
    r"ies)|Labs|Systems|Technolog(?:y|ies)|Solutions|Consulting|Consultants|Pharmaceuticals|Pharma|Industries|"
    r"Motors|Enterprises|Ventures|Capital|Logistics|"
    r"Vets|Solicitors|Opticians|Lettings|Realty|Credit Union|Building Society|Orthopa?edics|"
    r"Analytics|Software|Electronics|Energy|Healthcare|Services|Securities|Investments|Bakery|"
    rf"Brewery|Police Department|{'|'.join(_TRADES)}|"
    r"Fire Department|Library|Hotel|Resort|Restaurant|Caf[eé]|Pharmacy|Health|Medical Cent(?:er|"
    r"re)|Trust|Studios?|Media|Press|Times|Post"
)
_OF_TRADES, _TO_FIRMS = tuple(_TRADES), (" to ", " by ", " from ", " at ")
_CAP = r"[A-ZÀ-Þ][\w&'’À-ÿ-]{0,40}+"
_UNHYPHENED = r"[A-ZÀ-Þ][\w&'’À-ÿ]{0,40}+"
_BY_SUFFIX = Expression(
    rf"(?<![\w.])(?:(?!(?:{_SUFFIX})\.?,?[ \t]and\b){_CAP},?[ \t]"
    rf"(?:and[ \t]|&[ \t]|of[ \t])?){{1,5}}(?:{_SUFFIX})(?!-?\w)(?!['’]\w\w)\.?(?:[ \t](?:KG|Inc|Ltd)\b\.?)?"
)
_BY_KIND = Expression(
    rf"(?<![\w.])(?:{_CAP}[ \t](?:and[ \t]|&[ \t])?){{1,4}}(?:{_KIND})\b(?:[ \t]of(?:[ \t]the)?(?:[ \t]{_CAP}){{1,3}})?"
)
# "14 February 2024 to date: Kelleher"
_IN_A_CAREER = Expression(
    r"(?:\bto date|(?:\b(?:to|until|till)|[-–—]) ?(?:present|now|today)|\bonwards?):[ \t]"
    rf"(?P<v>{_CAP}(?:[ \t](?:&[ \t]|and[ \t])?{_CAP}){{0,4}})(?=[ \t]*(?:\Z|[\n,(|·]))"
)
_CAREER_CUES = frozenset("date present now today onward onwards".split())
_SMALL_KINDS = (
    "daycare|nursery|pre-school|preschool|playgroup|kindergarten|cr[eè]che|childminders|kennels|cattery|playschool|"
    "pub|caf[eé]|tea ?rooms?|bistro|brasserie|barbers?|chippy|takeaway|guest ?house|launderette|bookshop|care home|"
    "nursing home|garden centre|farm shop|nightclub|chip shop|hair salon|nail bar|b&b"
)
# "paid Little Lambs daycare"
_BY_SMALL_KIND = re.compile(
    rf"(?<![\w.])(?:{_CAP}[ \t]){{1,2}}{_CAP}(?= (?:{_SMALL_KINDS})(?! (?:rhymes?|furniture|stories|story|songs?|"
    rf"quiz|crawl|lunch|grub|food|culture|game|games)\b)\b)"
)
_BODIES = (
    r"Univ\.|Dept\.|Inst\.|Coll\.|University|College|Bank|Ministry|Department|Institute|Church|Bureau|Office|"
    r"School|Academy|Embassy|City|Bishop|State|Massachusetts Institute|Federal Bureau"
)
_UNIVERSITY = "Universi(?:tät|té|tà|ty|dad)"
_OF = re.compile(
    rf"(?<!\w)(?:{_BODIES}) of (?:the )?(?:{_CAP})(?:(?:[ \t]| and | of "
    rf"(?:the )?){_CAP}){{0,3}}|(?<!\w){_UNIVERSITY}[ \t](?:de |di |of |zu )?{_CAP}"
)
_PARTNERS = "Sons?|Daughters|Brothers|Co|Company|Partners|Söhne|Fils|Associates"
_SONS = Expression(rf"(?<![\w.])(?:{_CAP}[ \t]){{1,2}}(?:and|&|\+|und|et)[ \t](?:{_PARTNERS})\b\.?")
_FIRMS = Expression(
    r"\b(?i:work(?:s|ed|ing)? (?:at|for|with)|employ(?:ed|er|ee)(?: (?:at|by|of|is))?|join(?:ed|"
    r"s|ing)?|compan(?:y|ies)|firm|employer|client|vendor|supplier|"
    rf"organi[sz]ation|called|invoice(?: from| for)?|hired by|CEO of|president of|founder of|"
    rf"director of|partner at|representatives of|behalf of|sued|sues?|pay|paid|acquired|"
    rf"bought|founded)[: ] ?(?P<v>{_CAP}, {_CAP},? (?:and|&) {_CAP}|{_UNHYPHENED}-{_CAP}(?= (?:and|"
    rf"as|to|in|is|was|has|for|on|from)\b|[.,;:!?\n)]|$)|{_CAP} & {_CAP})"
)
_ONE_FIRM = (
    rf"(?P<v>(?!(?:Christmas|Easter|Thanksgiving|Congress|Parliament|{WEEKDAY}s?)\b)"
    rf"{_UNHYPHENED}(?:[ \t]{_UNHYPHENED})?)(?=[.,;:!?\n)]|$|[ \t](?:and|but|last|this|next|since|because|if|when|or|"
    r"as|without|with|by|in|on|so|while|after|before)\b)"
)
# "what is she earning at Acme", "how do I resign from Summit": words that a detector takes for no firm elsewhere
_PAYS = Expression(
    r"\b(?i:earn(?:s|ed|ing)?(?: [$£€]?[0-9][0-9.,]*k?)?(?: (?:an?|per) (?:hour|day|week|month|year))? at|"
    rf"resign(?:s|ed|ing)? from|severance from|pay ?slip from|salary at|(?:overtime|bonus) (?:at|from))[ \t]{_ONE_FIRM}"
)
# "who lives in Bari and works for Visa", "employed by Shell"
_EMPLOYED = Expression(rf"\b(?i:work(?:s|ed) for|employed by|travell?ing for)[ \t]{_ONE_FIRM}")
_SOMEBODY, _REACH_OF_SOMEBODY = re.compile(r"\b(?:[Ww]ho|[Ss]?[Hh]e|and|I|now|still|currently) \Z"), 10
"""Before "works for", of which the subject may be a thing: "the same works for Android"."""
# "a bakery called Crumb & Co", "a firm called tidy roofs"
_CALLED = re.compile(
    r"\b(?i:company|firm|business|startup|start-up|agency|shop|store|bakery|cafe|café|restaurant|takeaway|pub|bar|salon|barbers?|"
    r"garage|gym|studio|nursery|school|charity|club|practice|clinic|outfit|band|builders?|roofers?|plumbers?|"
    r"garden centre|church|hotel|hostel|b&b|kennels?|farm|brand|team|website|outlet) (?:is |was |which is |that is )?"
    r"(?:called|named|known as|trading as|t/a) [\"“']?"
    rf"(?:(?P<v>{_CAP}(?:[ \t](?:(?:&|and|of|the|on|in)[ \t]){{0,2}}{_CAP}){{0,4}})|"
    r"(?P<small>(?!(?:the|a|an|this|that|it|me|him|her|them|us|out|off|on|in|by|to|so|after)\b)[a-z][a-z'’&]{1,20}"
    r"(?: (?!(?:and|but|or|in|on|at|for|with|to|who|which|that|is|was|are|were|has|have|had|do|does|did|will|can|"
    r"from|by|of|i|we|he|she|they|it|you|because|so|when|where|near|since|as|if|then|now)\b)[a-z&][a-z'’&]{0,20}){0,2})"
    r"(?=[.,;:!?)\"”'\n]|$|\s(?:and|but|or|in|on|at|for|with|to|who|which|that|is|was|are|were|has|have|had|do|does|did|will|can|"
    r"from|by|i|we|he|she|they|it|you|because|so|when|where|near|since|as|if|then|now)\b))"
)
_TRADESMAN = re.compile(r"(?i:builder|roofer|plumber|barber)\b")
# "quiz @ the Quiet Badger", "Sunday @ Ravensbourne Rec"
_AT_SIGN = re.compile(
    rf"(?<=[a-z\d] )@ (?P<v>(?:[Tt]he )?{_CAP}(?:[ \t](?:(?:&|of|"
    rf"and)[ \t])?{_CAP}){{1,3}})(?=[ \t]*(?:[\n.,;:!?)]|\Z)| [a-z0-9])"
)
# "shift at the copper kettle til 5", "meet in the fox and hounds": pubs and cafés are called so, in small letters.
_SIGN_OF_PUB = "|".join(_LISTS["SIGN_OF_PUB"])
_IN_SMALL = re.compile(
    r"\b(?P<before>at|in|down|to|from|outside) the (?P<v>(?:red|white|black|blue|green|golden|gold|silver|copper|"
    r"brass|iron|merry|"
    r"jolly|happy|lazy|crooked|flying|laughing|hungry|rusty|wooden|three|two|four|five|seven|old|little) "
    rf"(?:{_SIGN_OF_PUB})|(?:{_SIGN_OF_PUB}|coach|king|rose|rod) (?:and|&|n) (?:{_SIGN_OF_PUB}|groom|trumpet|"
    rf"railway|tabor)|"
    r"(?:king|queen|bull|nag|boar|horse|fox|carpenter|farmer|miner|bricklayer|mason|railway)['’]?s? (?:arms|head)|"
    r"royal|crown|plough|wheatsheaf|nags)"
    r"(?=\s(?:til|till|until|from|at|on|for|tonight|tomorrow|today|yesterday|then|after|before|with|by|and|in|this|last|next|"
    r"first|second|third|fourth|first|if|cos|because|when|around|about|so|or|but)\b|[.,;:!?)]|\s{0,2}(?:\n|\Z))"
)
_IN_SMALL_CUES = frozenset(_LISTS["IN_SMALL_CUES"])
# "school is broadwater high", "goes to broadwater primary"
_SCHOOL_IN_SMALL = re.compile(
    r"\b(?:(?P<is>school|college|academy)(?:['’]?s|\sis|\swas|:)?|go(?:es|ing)? to|went to|attends?|attended|"
    r"teach(?:es)? at|at)\s"
    r"(?P<v>(?P<one>[a-z]{4,14})(?: [a-z]{3,14})? (?:high|primary|juniors?|infants?|grammar|comp|comprehensive|academy|"
    r"secondary|elementary|middle school))(?! (?:school(?:s|ing)?|and|street|st|road|rd|court|tea|education|"
    r"tide)\b)(?![\w'’-])"
)
_SCHOOL_CUES = frozenset(
    "high primary junior juniors infant infants grammar comp comprehensive academy secondary".split()
)
_CALLED_CUES = frozenset(("called", "named", "known", "trading", "t"))
# "nursery (Little Acorns on Dale St)", "his school (Oak Hill)", "her daycare, Tiny Sprouts, is closed"
_IN_BRACKETS = Expression(
    r"\b(?i:nursery|daycare|pre-school|preschool|kindergarten|cr[eè]che|school|college|summer camp|care home|"
    r"nursing home|hospice|clinic|vets?|gym|salon|church|employer|landlord|agency|insurer|broker|start-up|startup|"
    rf"company|firm|business)(?: \((?P<v>{_CAP}(?:[ \t]{_CAP}){{0,3}})(?=\)| (?:on|in|at|near) {_CAP}|, )|"
    rf", (?P<apart>{_CAP}(?:[ \t]{_CAP}){{1,3}})(?=[,.;]))"
)
# "a charge from "GLDNFIT MEMBERSHIP"", as statements of accounts have it
_CHARGED = Expression(
    r"\b(?:charges?|payments?|transactions?|debits?|withdrawals?|subscription)\b[^.\n\"“]{0,60}?\b(?:from|to|by|"
    r"for|as) (?:[\"“](?P<v>[A-Z][^\"”\n]{2,40})[\"”]|(?P<caps>[A-Z][A-Z0-9*&'.]{3,20}(?: [A-Z0-9*&'.]{2,20}){1,3})\b)"
)
_TRIPLE = Expression(
    rf"(?<![\w,.] )(?<![\w.])(?P<v>{_CAP}, {_CAP} and {_CAP})(?= (?:is|was|has|will|announced|"
    rf"said|reported|based|to|in)\b)"
)
_FAMILIES = re.compile(
    rf"(?<![\w.,-])(?<!\w, )(?:({_CAP}), ({_CAP}),? (?:and|&) ({_CAP})|"
    r"([A-Z][a-z'’]{1,40}+)-([A-Z][a-z'’]{1,40}+))(?![\w-])"
)
_PAIR = 2
_FIRST = re.compile(r"[\w'’.&-]{1,40}+,?\s{1,9}")
_CAPITALISED = re.compile(r"([A-Z][\w'’]*\.?)\s$")
_LEADING = frozenset(_LISTS["LEADING"])
_NO_FIRM_ALONE = frozenset(_LISTS["NO_FIRM_ALONE"])
"""Kinds of firms of which neither a heading nor one other word makes a name."""
_FOLLOWED = _NO_FIRM_ALONE.union(
    "Church Bank Hospital College Museum Group Company Hotel Co Restaurant Society Insurance Academy Council".split()
)
_HEADING = _NO_FIRM_ALONE.union("Technologies Analytics Securities Investments Association Studio".split(), _TRADES)
_BY_FORM = (
    (_BY_SUFFIX, first_words(_SUFFIX) | {"v"}, 0.9),
    (_BY_KIND, first_words(_KIND), 0.8),
    (_OF, first_words(f"{_BODIES}|{_UNIVERSITY}"), 0.85),
    (_SONS, first_words(_PARTNERS), 0.9),
    (_BY_SMALL_KIND, first_words(_SMALL_KINDS), 0.85),
)
"""Expressions, the words without which they find nothing, and scores."""
# "at St. Brigid's": a school, a church or a hospital.
_SAINT = re.compile(
    rf"(?<![\w.])(?<![0-9]{{2}}(?:st|nd|rd|th) )St\.? (?P<v>{_UNHYPHENED}(?:-{_UNHYPHENED})?)(?<=['’]s)(?!\w)"
)
_COUNTY = re.compile(rf"Co\.? (?:{COUNTIES})\b")
_AND, _EITHER = re.compile(" and [A-ZÀ-Þ]"), re.compile("(?:, |-)[A-ZÀ-Þ]")

_SHOUTED = frozenset("THE IN ON TO IS ARE THIS".split())


def organisations(reading: Reading, names: NameLists | None) -> Iterator[Found]:
    """Find organisations that their name gives away, without the word that happens to stand before it. `names`: lists
    of names, to tell firms named after people ("Baker, Lopez and Webb", "Hart-Webb").
    """
    text = reading.text
    for pattern, cues, score in _BY_FORM:
        # One suffix alone may be written small.
        any_case = pattern is _BY_SMALL_KIND or (pattern is _BY_SUFFIX and "plc" in reading.words)
        for match in reading.finditer(pattern, cues, capital=None if any_case else True):
            found = _named(text, *match.span())
            if found is not None and text.endswith(" AS", *found) and not _SHOUTED.isdisjoint(match.group().split()):
                continue  # "THE IMAGES IN THE FOLDER AS EXAMPLES"
            lists = names if pattern is _BY_KIND else None
            if found is not None and not (lists is not None and _is_phrase(text, *found, lists)):
                start, end = found
                if pattern is _BY_SUFFIX and names is not None:
                    start = _behind_job(text, _behind_person(text, start, end, names), end, names)
                    start = _behind_partner(text, start, end, names)
                yield start, end, "ORGANIZATION", score
    for match in reading.finditer(_SAINT, frozenset(("st",)), 0):
        yield *match.span(), "ORGANIZATION", 0.9
    firms = reading.finditer(_FIRMS, _FIRMS.first_words, 0)
    # Not "a section called Risks & Costs".
    named = (match for match in firms if not names_part(text, match.start(), match["v"], names))
    yield from ((*match.span("v"), "ORGANIZATION", 0.65) for match in named)
    for pattern, cues, before, other in (
        (_CALLED, _CALLED_CUES, 60, "small"),
        (_CHARGED, _CHARGED.first_words, 0, "caps"),
        (_IN_BRACKETS, _IN_BRACKETS.first_words, 0, "apart"),
        (_PAYS, _PAYS.first_words, 0, "v"),
        (_EMPLOYED, _EMPLOYED.first_words, 0, "v"),
        (_IN_A_CAREER, _CAREER_CUES, 6, "v"),
    ):
        found = reading.finditer(pattern, cues, before)
        for match in filter(partial(_is_by_somebody, text), found) if pattern is _EMPLOYED else found:
            first = match["v"].split(" ", 1)[0] if pattern is _CALLED and match["v"] else ""
            if names is not None and first and _TRADESMAN.match(match.group()) and names.has_given(first.lower()):
                # "a roofer called Mick in Orange"
                yield match.start("v"), match.start("v") + len(first), "PERSON", 0.8
                continue
            yield *(match.span("v") if match["v"] else match.span(other)), "ORGANIZATION", 0.7
    for match in _AT_SIGN.finditer(text) if " @ " in text else ():
        yield *match.span("v"), "ORGANIZATION", 0.7
    for match in reading.matches_near(_AND, _TRIPLE):
        yield *match.span("v"), "ORGANIZATION", 0.6
    if names is not None:
        yield from _families(reading, names)


def _is_by_somebody(text: str, match: re.Match[str]) -> bool:
    """Whether what stands before "works for" is somebody; "employed" is nothing else."""
    at = match.start()
    return match[0][0] not in "wW" or _SOMEBODY.search(text, max(0, at - _REACH_OF_SOMEBODY), at) is not None


def organisations_in_small(reading: Reading, names: NameLists) -> Iterator[Found]:
    """Find pubs, cafés, hospitals and schools in small letters, in lines that have no capitals."""
    text = reading.text
    if "the " in text and reading.has(_IN_SMALL_CUES):
        for match in reading.finditer(_IN_SMALL, _IN_SMALL_PLACES, 4, 60, capital=False):
            if _is_small(text, *match.span()):
                yield *match.span("v"), "ORGANIZATION", 0.75
    for match in reading.finditer(_SCHOOL_IN_SMALL, _SCHOOL_CUES, 50, 30, capital=False):
        if _is_small(text, *match.span()) and (match["is"] or match["one"] not in names.common):
            yield *match.span("v"), "ORGANIZATION", 0.75


_IN_SMALL_PLACES = frozenset("at in down to from outside".split())
_AROUND_SMALL = 120


def _is_small(text: str, start: int, end: int) -> bool:
    """Whether nothing around a place begins with a capital: it is written as in a chat."""
    first = max(text.rfind("\n", 0, start), start - _AROUND_SMALL, 0)
    line = text[first : end + _AROUND_SMALL].removeprefix("\n").partition("\n")[0]
    return not any(map(str.isupper, line))


def _families(reading: Reading, names: NameLists) -> Iterator[Found]:
    """Firms that are named after people."""
    text = reading.text
    for match in reading.matches_near(_EITHER, _FAMILIES):
        if match[1] in _LEADING:
            continue  # "by Friday, Hartley & Boone"
        families = [family.lower() for family in match.groups() if family]
        towns = sum(family in names.places for family in families)
        before = _CAPITALISED.search(text, max(0, match.start() - 30), match.start())
        if len(families) == _PAIR and before and before[1].lower() not in names.common:
            continue  # "Mary Hart-Webb" is a person
        words = all(one in names.common for one in families)
        if len(families) == _PAIR and words and not all(one in names.familiar for one in families):
            continue  # "High-Level", "Touch-Friendly"
        if towns < len(families) - 1 and all(family in names.surnames for family in families):
            yield *match.span(), "ORGANIZATION", 0.7


def _is_phrase(text: str, start: int, end: int, names: NameLists) -> bool:
    """Whether all words are ordinary, and the last one is of those that end headings too: "File Links and Media"."""
    if text[start:end].endswith(_OF_TRADES) and text.endswith(_TO_FIRMS, 0, start):
        return False  # "pay only to Bayou Crest Rentals"
    words = re.findall(r"[^\W\d_]+", text[start:end])
    return words[-1] in _HEADING and all(word.lower() in names.common for word in words[:-1])


def _named(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span without leading ordinary words; None when no name is left."""
    while True:
        word = _FIRST.match(text, start, end)
        if word is None or word.group().rstrip(" ,\t\n") not in _LEADING:
            break
        start = word.end()
    rest = text[start:end]
    # "Ballyvaughan, Co. Clare" is in a county.
    in_county = rest.endswith(", Co.") and _COUNTY.match(text, end - 3) is not None
    nothing = " " not in rest.strip() or rest in _FOLLOWED or in_county or _is_of_job(text, start, end)
    return None if nothing else (start, end)


def _behind_person(text: str, start: int, end: int, names: NameLists) -> int:
    """Where a firm begins: of "Peter Novak of Siemens AG" behind the "of", as somebody stands before it."""
    before, of, _ = text[start:end].rpartition(" of ")
    first, _, last = before.lower().partition(" ")
    return start + len(before) + len(of) if of and first in names.given and last in names.surnames else start


def _behind_partner(text: str, start: int, end: int, names: NameLists) -> int:
    """Where a firm begins: of "Marsha Thiele, Thiele & Ward LLP" behind the person; firms list family names alone."""
    person, comma, firm = text[start:end].partition(", ")
    given, _, family = person.lower().partition(" ")
    return start + len(person) + len(comma) if family and " " in firm and names.has_given(given) else start


def _behind_job(text: str, start: int, end: int, names: NameLists) -> int:
    """Where a firm begins: of "Data Analyst, Brightwater Ltd" behind the job, and of "Bell, Head of Sales, Fenwick
    Foods Ltd" too, as letters are signed.
    """
    behind = at = start
    *parts, firm = text[start:end].split(", ")
    for part in parts:
        at += len(part) + len(", ")
        if " " in firm and _is_job(part, names):
            behind = at
    return behind


_RANKED = re.compile(r"(?:Senior|Junior|Deputy|Assistant|Associate|Lead|Principal|Trainee|Graduate|Regional|Chief) ")
_NEXT_WORD = re.compile(r" ([A-Za-z]{4,20})\b")
_WHO_DOES = ("or", "er", "ist", "ian", "ant", "ive", "yst")
"""How words for who does something end."""


def _is_of_job(text: str, start: int, end: int) -> bool:
    """Whether words belong to a job that goes on behind them: "Senior Lettings" of "Senior Lettings Negotiator"."""
    if _RANKED.match(text, start, end) is None:
        return False
    behind = _NEXT_WORD.match(text, end)
    return behind is not None and (behind[1].lower() in occupations() or behind[1].endswith(_WHO_DOES))


_HEADS = re.compile(
    r"(?:(?:deputy|joint|acting|interim|senior|regional|global|group) )?"
    r"(?:head|director|chief|chair|dean|secretary|treasurer|vice president|vp|manager|lead|partner) "
    r"(?:of|for) [a-z& ]{2,40}"
)


def _is_job(part: str, names: NameLists) -> bool:
    """Whether what stands before a comma is a job of usual words, and nobody is called so."""
    said = part.lower()
    *before, last = said.split() or ("",)
    usual = last in occupations() and all(word in names.common for word in before)
    return _HEADS.fullmatch(said) is not None or (usual and (bool(before) or not names.is_family(last)))
